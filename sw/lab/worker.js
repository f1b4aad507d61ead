/* SPDX-License-Identifier: Apache-2.0 */
/* The worker that holds a board. It passes calls of the page to the C functions of lab.h. */
'use strict';
const failures = [];
const board = openBoard({print: text => console.log(text), printErr: text => failures.push(text)});

/* Copies a grid as lab.h describes it out of the memory of the board. */
function grid(module, at) {
	const head = module.HEAPF64.subarray(at / 8, at / 8 + 6);
	const cells = head[0] * head[1] + head[0] + head[1];
	return module.HEAPF64.slice(at / 8, at / 8 + 6 + cells);
}

function answer(module, m) {
	if (m.write)
		return module.FS.writeFile(m.write, m.data);
	if (m.read)
		return module.FS.readFile(m.read);
	const value = module.ccall(m.call, m.returns === 'string' ? 'string' : 'number',
		m.args.map(a => typeof a === 'string' ? 'string' : 'number'), m.args);
	if (m.returns === 'grid')
		return value ? grid(module, value) : null;
	return m.returns === 'bytes' ? module.HEAPU8.slice(value, value + m.bytes) : value;
}

onmessage = event => board.then(module => {
	const m = event.data;
	try {
		postMessage({id: m.id, value: answer(module, m)});
	} catch (e) {
		const why = failures.filter(t => t.startsWith('FAILURE ')).map(t => t.slice(8));
		postMessage({id: m.id, error: why.length ? why[0] : String(e)});
	}
});
