// SPDX-License-Identifier: Apache-2.0
// The page of HYPERMON in Chromium: the same events, losses and marks as those of the tools on this
// computer.
//	node test.js LAB	folder of the pages
'use strict';
const fs = require('fs'), path = require('path');
const {byKeyboard, check, click, native, run, select, type} = require('../../lab/tests/page.js');
const lab = process.argv[2], work = path.join(lab, 'work', 'hypermon');
const SHOWN = '--time=,60ms';
const TABLE = path.resolve('sw/hypermon/nx2.events');

const local = (tool, ...args) => native(work, tool, ...args);

function record(name, board, cost) {
	local('hmrecord', '-b', board, '-c', 'program life nodes=8', '-t', '60ms', `--cost=${cost}`, '-o', `${name}.hm`);
	return local('hmdump', '-t', SHOWN, '-e', TABLE, `${name}.hm`).out.split('\n').filter(l => l && !l.startsWith('#')).map(l => l.split(' '));
}

const content = (c, id) => c.evaluate(`$('${id}').textContent`);
const rows = (c, id) => c.evaluate(`[...$('${id}').rows].slice(1).map(r => [...r.cells].map(e => Number(e.textContent) || 0))`);

async function recorded(c, cost) {
	await select(c, 'cost', String(cost));
	await c.evaluate(`$('record').click()`);
	await c.until(`document.body.dataset.recorded === '${cost}' || $('error').textContent`);
	check(`${cost} ns: error`, await content(c, 'error'), '');
	const traces = [record('whole', 'sim:', 0), record('1990', 'sim:', cost), record('marked', 'sim:marks=1', cost)];
	const marks = local('hmdump', SHOWN, 'marked.hm').out.split('\n').filter(l => l.startsWith('# lost: windows ')).join('\n');
	for (const name of ['1990', 'marked'])
		check(`${cost} ns: statistics of ${name}`, await content(c, `stat-${name}`), local('hmstat', '-e', TABLE, `${name}.hm`).out);
	check(`${cost} ns: marks`, await content(c, 'marks'), marks || 'no mark');
	check(`${cost} ns: marks if data were lost`, marks !== '', !local('hmstat', 'marked.hm').out.startsWith('lost: nothing'));
	const count = (t, n, more) => t.filter(e => Number(e[1]) === n && more(e)).length;
	const nodes = [...Array(8).keys()], sure = e => e[4] !== 'probable';
	check(`${cost} ns: table`, await rows(c, 'table'), nodes.map(n => [n, count(traces[0], n, () => true),
		...traces.slice(1).flatMap(t => [count(t, n, sure), count(t, n, e => !sure(e))])]));
	check(`${cost} ns: messages`, (await rows(c, 'messages')).slice(0, 8),
		nodes.map(n => [n, ...traces.map(t => count(t, n, e => e[2] === 'SEND'))]));
	const colors = await c.evaluate(`[...$('lanes').querySelectorAll('path[stroke-width="1.5"]')].map(p =>
		(p.getAttribute('d').match(/M/g) || []).length)`);
	check(`${cost} ns: lines in the picture`, colors, traces.slice(1).flatMap(t => [traces[0].length - t.length,
		t.filter(e => !sure(e)).length, t.filter(sure).length]));
}

run('hypermon', lab, async c => {
	for (const cost of [0, 10000, 50000])
		await recorded(c, cost);
	/* the exercises of sw/lab/labs/loss.md */
	check('lab: hmsize', await type(c, 'hmsize --cost=10000 whole.hm'), local('hmsize', '--cost=10000', 'whole.hm').out);
	for (const cost of ['--cost=7000', '--cost=8000']) {
		const {out, err} = local('hmrecord', '-c', 'program life nodes=8', cost, '-t', '60ms', '-o', 'other.hm');
		check(`lab: hmsize ${cost}`, await type(c, `hmsize ${cost} whole.hm`), local('hmsize', cost, 'whole.hm').out);
		check(`lab: hmrecord ${cost}`, await type(c, `hmrecord -c "program life nodes=8" ${cost} -t 60ms -o other.hm`), out + err);
	}
	check('lab: the first events', await type(c, 'hmdump -t -e nx2.events --time=,2ms whole.hm'),
		local('hmdump', '-t', '-e', TABLE, '--time=,2ms', 'whole.hm').out);
	const traces = local('hmrecord', '-c', 'program life nodes=8', '-t', '5ms', '-o', 'short.hm').out;
	check('tools: as on this computer', await type(c, 'hmrecord -c "program life nodes=8" -t 5ms -o short.hm'), traces);
	const bytes = fs.readFileSync(path.join(work, 'short.hm'));
	check('tools: the same trace', await c.evaluate(`board.read('short.hm').then(b => Array.from(b))`), [...bytes]);
	fs.writeFileSync(path.join(work, 'broken.hm'), bytes.subarray(0, 1000));
	await c.upload('#shell-put', path.join(work, 'broken.hm'));
	await c.until(`$('shell-files').textContent.includes('broken.hm')`);
	const broken = local('hmstat', 'broken.hm');
	check('a broken trace: message', broken.err !== '', true);
	check('a broken trace', await type(c, 'hmstat broken.hm'), broken.out + broken.err);
	check('no trace', await type(c, 'hmstat nx2.events'), local('hmstat', TABLE).err.replace(TABLE, 'nx2.events'));
	await c.evaluate(`document.body.dataset.recorded = ''`);
	await byKeyboard(c, 'record', `document.body.dataset.recorded`);
}, async c => {
	await click(c, 'record');
	await c.until(`document.body.dataset.recorded`);
});
