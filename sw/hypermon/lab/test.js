// SPDX-License-Identifier: Apache-2.0
// The page of HYPERMON in Chromium: the same events, losses and marks as those of the tools on this
// computer.
//	node test.js LAB	folder of the pages
'use strict';
const fs = require('fs'), path = require('path');
const {announced, byKeyboard, check, click, native, run, select, stopped, type} =
	require('../../lab/tests/page.js');
const lab = process.argv[2], work = path.join(lab, 'work', 'hypermon');
const SHOWN = '--time=,60ms';
const TABLE = path.resolve('sw/hypermon/nx2.events');

const local = (tool, ...args) => native(work, tool, ...args);

function record(name, board, cost) {
	local('hmrecord', '-b', board, '-c', 'program life nodes=8', '-t', '60ms', `--cost=${cost}`,
		'-o', `${name}.hm`);
	return local('hmdump', '-t', SHOWN, '-e', TABLE, `${name}.hm`).out.split('\n')
		.filter(l => l && !l.startsWith('#')).map(l => l.split(' '));
}

const content = (c, id) => c.evaluate(`$('${id}').textContent`);
const rows = (c, id) => c.evaluate(`[...$('${id}').rows].slice(1)
	.map(r => [...r.cells].map(e => Number(e.textContent) || 0))`);

async function recorded(c, cost, depth) {
	await select(c, 'cost', String(cost));
	await select(c, 'depth', String(depth));
	await c.evaluate(`$('record').click()`);
	await c.until(`document.body.dataset.recorded === '${cost} ${depth}' || $('error').textContent`);
	check(`${cost} ns, ${depth} frames: error`, await content(c, 'error'), '');
	const traces = [record('whole', 'sim:', 0)], boards = depth > 1024 ? ['1990'] : ['1990', 'marked'];
	for (const name of boards) {
		traces.push(record(name, `sim:depth=${depth}${name === 'marked' ? ',marks=1' : ''}`, cost));
		check(`${cost} ns, ${depth} frames: statistics of ${name}`, await content(c, `stat-${name}`),
			local('hmstat', '-e', TABLE, `${name}.hm`).out);
	}
	const marks = boards[1] ? local('hmdump', SHOWN, 'marked.hm').out.split('\n')
		.filter(l => l.startsWith('# lost: windows ')).join('\n') || 'no mark'
		: 'no board with marks has this depth';
	check(`${cost} ns, ${depth} frames: marks`, await content(c, 'marks'), marks);
	if (boards[1])
		check(`${cost} ns, ${depth} frames: marks if data were lost`, marks !== 'no mark',
			!local('hmstat', 'marked.hm').out.startsWith('lost: nothing'));
	const count = (t, n, more) => t.filter(e => Number(e[1]) === n && more(e)).length;
	const nodes = [...Array(8).keys()], sure = e => e[4] !== 'probable';
	check(`${cost} ns, ${depth} frames: table`, await rows(c, 'table'),
		nodes.map(n => [n, count(traces[0], n, () => true),
			...traces.slice(1).flatMap(t => [count(t, n, sure), count(t, n, e => !sure(e))])]));
	check(`${cost} ns, ${depth} frames: messages`, (await rows(c, 'messages')).slice(0, 8),
		nodes.map(n => [n, ...traces.map(t => count(t, n, e => e[2] === 'SEND'))]));
	const colors = await c.evaluate(`[...$('lanes').querySelectorAll('path[stroke-width="1.5"]')]
		.map(p => (p.getAttribute('d').match(/M/g) || []).length)`);
	check(`${cost} ns, ${depth} frames: lines in the picture`, colors,
		traces.slice(1).flatMap(t => [traces[0].length - t.length,
			t.filter(e => !sure(e)).length, t.filter(sure).length]));
}

run('hypermon', lab, async c => {
	await announced(c, 'what the traces say', 'Board with marks: 727 frames lost',
		() => click(c, 'record'));
	for (const [cost, depth] of [[0, 1024], [10000, 1024], [50000, 1024], [10000, 256],
		[10000, 2048], [20000, 2048], [20000, 4096]])
		await recorded(c, cost, depth);
	check('no loss in 4,096 frames', (await content(c, 'verdict'))
		.startsWith('Board of 1990: 0 frames lost; 256 of 256'), true);
	/* the exercises of sw/lab/labs/loss.md */
	check('lab: hmsize', await type(c, 'hmsize --cost=10000 whole.hm'),
		local('hmsize', '--cost=10000', 'whole.hm').out);
	const {out, err} = local('hmrecord', '-b', 'sim:depth=2048', '-c', 'program life nodes=8',
		'--cost=10000', '-t', '60ms', '-o', 'deep.hm');
	check('lab: hmrecord', await type(c, 'hmrecord -b sim:depth=2048 ' +
		'-c "program life nodes=8" --cost=10000 -t 60ms -o deep.hm'), out + err);
	check('lab: the first events', await type(c, 'hmdump -t -e nx2.events --time=,2ms whole.hm'),
		local('hmdump', '-t', '-e', TABLE, '--time=,2ms', 'whole.hm').out);
	const traces = local('hmrecord', '-c', 'program life nodes=8', '-t', '5ms', '-o', 'short.hm').out;
	check('tools: as on this computer',
		await type(c, 'hmrecord -c "program life nodes=8" -t 5ms -o short.hm'), traces);
	const bytes = fs.readFileSync(path.join(work, 'short.hm'));
	check('tools: the same trace',
		await c.evaluate(`board.read('short.hm').then(b => Array.from(b))`), [...bytes]);
	fs.writeFileSync(path.join(work, 'broken.hm'), bytes.subarray(0, 1000));
	await announced(c, 'a file', 'broken.hm: 1,000 bytes', async () => {
		await c.upload('#shell-put', path.join(work, 'broken.hm'));
		await c.until(`$('shell-files').textContent.includes('broken.hm')`);
	});
	const broken = local('hmstat', 'broken.hm');
	check('a broken trace: message', broken.err !== '', true);
	check('a broken trace', await type(c, 'hmstat broken.hm'), broken.out + broken.err);
	check('no trace', await type(c, 'hmstat nx2.events'),
		local('hmstat', TABLE).err.replace(TABLE, 'nx2.events'));
	await announced(c, 'output of a tool', 'nodes: 16', () => type(c, 'hmdump --time=,1ms whole.hm'));
	await stopped(c, 'hmstatus -c "generate nodes=0-15" -c "run 1000s"', 'record');
	await c.evaluate(`document.body.dataset.recorded = ''`);
	await byKeyboard(c, 'record', `document.body.dataset.recorded`);
}, async c => {
	await click(c, 'record');
	await c.until(`document.body.dataset.recorded`);
});
