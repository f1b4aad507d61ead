// SPDX-License-Identifier: Apache-2.0
// The page of the SHRIMP monitor of 1996 in Chromium: the same counters, queue and losses as those
// of spm on this computer.
//	node test.js LAB	folder of the pages
'use strict';
const path = require('path');
const {announced, byKeyboard, check, click, native, run, select, stopped, type} =
	require('../../lab/tests/page.js');
const lab = process.argv[2], work = path.join(lab, 'work', 'shrimp96');

const local = (tool, ...args) => native(work, tool, ...args);
const content = (c, id) => c.evaluate(`$('${id}').textContent`);

async function counted(c, config) {
	await select(c, 'config', config);
	await c.evaluate(`$('count').click()`);
	await c.until(`document.body.dataset.counted === '${config}' || $('error').textContent`);
	check(`${config}: error`, await content(c, 'error'), '');
	const {out} = local('spm', ...[`config ${config}`, 'threshold 10', 'start',
		'sim generate count=1000 period=1us words=1-16 latency=2us-20us x=0-3', 'sim drain',
		'stop', 'status', 'queue', 'histogram 0 0xC8FF'].flatMap(text => ['-c', text]));
	const lines = out.split('\n').filter(l => l);
	const queue = lines.findIndex(l => l.startsWith('address,'));
	const board = lines.findIndex(l => l.startsWith('# board'));
	const rows = lines.slice(board).filter(l => l.startsWith('0x'));
	check(`${config}: counters`, await content(c, 'counters'), lines.slice(board).join('\n'));
	check(`${config}: queue`, await content(c, 'addresses'), lines.slice(queue, board).join('\n'));
	check(`${config}: state of the queue`, `queue: ${await content(c, 'queue')}`, lines[1]);
	check(`${config}: losses`, `lost: ${await content(c, 'loss')}`, lines[0]);
	const mux = local('spm-address', '--list').out.split('\n')
		.find(l => l.split(',')[1] === config).split(',')[0];
	check(`${config}: multiplexers`, await content(c, 'mux'), `MUX = ${mux} selects ${config}`);
	const table = await c.evaluate(`[...$('table').rows].slice(1)
		.map(r => [r.cells[0].textContent, r.cells[3].textContent].join()).sort()`);
	check(`${config}: table`, table, rows.map(l => l.split(',').slice(0, 2).join()).sort());
	const cells = await c.evaluate(`[...document.querySelectorAll('#joint .cell')]
		.map(e => Number(e.textContent.split(': ')[1]))`);
	check(`${config}: packets in the picture`, cells.reduce((a, b) => a + b, 0), 1000);
	/* every counter that exceeds 10 is marked, and one frame is in the legend */
	if (!config.includes('L'))
		check(`${config}: frames`, await c.evaluate(`$('joint').querySelectorAll('.frame').length`),
			rows.filter(l => Number(l.split(',')[1]) > 10).length + 1);
	const most = Math.max(...cells).toLocaleString('en');
	check(`${config}: legend`, await c.evaluate(
		`[...$('joint').querySelectorAll('text')].some(e => e.textContent === '${most}')`), true);
}

run('shrimp96', lab, async c => {
	for (const config of ['I0 I1 S0 S1 S2', 'I0 I1 L0 L1 L2', 'L0 L1 S0 S1 S2'])
		await counted(c, config);
	/* the last exercise of sw/lab/labs/loss.md */
	for (const period of [400, 300]) {
		const send = `sim generate count=2000 period=${period}ns words=1 x=0-3`;
		check(`lab: ${period} ns`, await type(c, `spm -c "config sender size" -c start ` +
			`-c "${send}" -c "sim drain" -c stop -c status`),
			local('spm', ...['config sender size', 'start', send, 'sim drain', 'stop', 'status']
				.flatMap(w => ['-c', w])).out);
	}
	check('no such configuration', await type(c, 'spm -c "config sender latency"'),
		local('spm', '-c', 'config sender latency').err);
	check('a broken file', await type(c, 'spm nothing'), local('spm', 'nothing').err);
	await announced(c, 'what was counted', 'the largest count is', () => click(c, 'count'));
	await stopped(c, 'spm -c start -c "sim generate count=1000000000" -c "sim drain"', 'count');
	await c.evaluate(`document.body.dataset.counted = ''`);
	await byKeyboard(c, 'count', `document.body.dataset.counted`);
}, async c => {
	await click(c, 'count');
	await c.until(`document.body.dataset.counted`);
});
