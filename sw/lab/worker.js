/* SPDX-License-Identifier: Apache-2.0 */
/* The worker that holds a board. It passes calls of the page to the C functions of lab.h, executes
 * lines of the shell, and runs the board's tools. */
'use strict';
const failures = [];
const open = () => openBoard({
	print: text => console.log(text), printErr: text => failures.push(text)
}).then(module => {
	module.FS.mkdir('/files');
	module.FS.chdir('/files');
	return module;
});
let board = open(), loaded;

/* Copies a grid as lab.h describes it out of the memory of the board. */
function grid(module, at) {
	const head = module.HEAPF64.subarray(at / 8, at / 8 + 6);
	const cells = head[0] * head[1] + head[0] + head[1];
	return module.HEAPF64.slice(at / 8, at / 8 + 6 + cells);
}

/* The files of the page: their contents by name. */
const filesOf = module => Object.fromEntries(module.FS.readdir('.')
	.filter(name => module.FS.isFile(module.FS.stat(name).mode) && !name.startsWith('.'))
	.map(name => [name, module.FS.readFile(name)]));

function copyFiles(from, to) {
	for (const [name, data] of Object.entries(filesOf(from)))
		to.FS.writeFile(name, data);
}

/* Runs tools (tools.c) in a module of their own, because a tool ends with its process. */
async function runTools(module, commands) {
	const tool = await open(), text = name => tool.FS.readFile(name, {encoding: 'utf8'});
	let status;
	copyFiles(module, tool);
	try {
		tool.ccall('lab_tools', null, ['string'], [commands.map(words => words.join('\n')).join('\f')]);
		status = tool.ccall('lab_status', 'number', [], []);
	} catch (e) {
		status = String(e);
	}
	copyFiles(tool, module);
	return {status, out: text('.stdout'), err: text('.stderr'), files: filesOf(module)};
}

/* Executes a line of the shell; between its parts a message to stop it can arrive. */
async function runShell(module, line) {
	const call = (name, returns) => module.ccall(name, returns, [], []);
	module.ccall('lab_shell', null, ['string'], [line]);
	while (call('lab_shell_runs', 'number')) {
		await new Promise(done => setTimeout(done));
		call('lab_shell_continue', null);
	}
	return {out: call('lab_shell_output', 'string'), err: call('lab_shell_error', 'string')};
}

/* After a failed check: a new module, because coroutines of the old one cannot go on. */
async function renew(old) {
	const module = await open();
	copyFiles(old, module);
	if (loaded)
		answer(module, loaded);
	return module;
}

function answer(module, m) {
	if (m.run)
		return runTools(module, m.run);
	if (m.shell !== undefined)
		return runShell(module, m.shell);
	if (m.write)
		return module.FS.writeFile(m.write, m.data);
	if (m.read)
		return module.FS.readFile(m.read);
	if (m.list)
		return module.FS.readdir('.').filter(name => !name.startsWith('.'))
			.map(name => ({name, size: module.FS.stat(name).size}));
	if (m.call === 'lab_load')
		loaded = m;
	const value = module.ccall(m.call, m.returns === 'string' ? 'string' : 'number',
		m.args.map(a => typeof a === 'string' ? 'string' : 'number'), m.args);
	if (m.returns === 'grid')
		return value ? grid(module, value) : null;
	return m.returns === 'bytes' ? module.HEAPU8.slice(value, value + m.bytes) : value;
}

onmessage = event => board.then(async module => {
	const m = event.data;
	failures.length = 0;
	try {
		postMessage({id: m.id, value: await answer(module, m)});
	} catch (e) {
		const why = failures.filter(t => t.startsWith('FAILURE ')).map(t => t.slice(8));
		if (e instanceof WebAssembly.RuntimeError && !m.run)
			board = renew(module);
		postMessage({id: m.id, error: why.length ? why[0] : String(e)});
	}
});
