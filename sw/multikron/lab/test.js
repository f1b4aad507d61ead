// SPDX-License-Identifier: Apache-2.0
// The page of the MultiKron board in Chromium: the same samples, registers and intervals as those
// of a board on this computer.
//	node test.js LAB	folder of the pages
'use strict';
const {spawn} = require('child_process');
const fs = require('fs'), path = require('path');
const {announced, byKeyboard, check, click, native, run, select, stopped, type} =
	require('../../lab/tests/page.js');
const lab = process.argv[2], work = path.join(lab, 'work', 'multikron');
const socket = path.resolve(work, 'mk0');
const INFO = 'interval.info';

const local = (tool, ...args) => native(work, tool, ...args);
const content = (c, id) => c.evaluate(`$('${id}').textContent`);

/* Runs the program on a server's board, as the page does on one in the page; what mk_pci and
 * mk_status print. The board's time passes during accesses only. */
async function runHere(load) {
	const server = spawn(path.resolve('build/bin/multikrond'), ['-c', 'pause', socket],
		{stdio: ['ignore', 'pipe', 'inherit']});
	const ended = new Promise(done => server.once('exit', done));
	await new Promise(done => server.stdout.once('data', done));
	process.env.MK_BOARD = `unix:${socket}`;
	try {
		const {out} = local('mk_pci', '-i', '-t', '1ms',
			`--command=load ${load ? `disk ${load}` : 'none'}`);
		local(path.resolve(work, 'sample1'), '200');
		local('mk_rdsample', '--command=run 100us', '-f', 'mk.dat');
		return {bus: out.trim(), status: local('mk_status').out};
	} finally {
		delete process.env.MK_BOARD;
		server.kill();
		await ended;
	}
}

async function ran(c, load) {
	await select(c, 'load', String(load));
	await c.evaluate(`$('start').click()`);
	await c.until(`document.body.dataset.ran === '${load}' || $('error').textContent`);
	check(`${load} %: error`, await content(c, 'error'), '');
	const {bus, status} = await runHere(load), report = local('mk_rpt', '-h', '-s', '-f', INFO).out;
	check(`${load} %: counters`, await content(c, 'bus'), bus);
	check(`${load} %: registers`, await content(c, 'status'), status);
	check(`${load} %: samples`, await c.evaluate(`board.read('mk.dat').then(b => Array.from(b))`),
		[...fs.readFileSync(path.join(work, 'mk.dat'))]);
	check(`${load} %: first samples`, await content(c, 'samples'),
		local('mk_expand', 'mk.dat').out.split('\n').slice(0, 12).join('\n'));
	check(`${load} %: report`, await content(c, 'report'), report);
	/* each interval is in the count of its own line once more, in its summary */
	const all = {};
	for (const [, ticks, n] of report.matchAll(/^ *(\d+) ticks +\S+ us +(\d+)$/gm))
		all[ticks] = (all[ticks] || 0) + Number(n) / 2;
	check(`${load} %: table`, await c.evaluate(`[...$('table').rows].slice(1)
		.map(r => [...r.cells].map(e => e.textContent))`),
		Object.entries(all).map(([ticks, n]) => [(ticks / 10).toFixed(1), String(n)]));
	check(`${load} %: bars`, await c.evaluate(
		`$('lengths').querySelectorAll('rect[fill="#0050b3"]').length`), Object.keys(all).length);
}

run('multikron', lab, async c => {
	fs.copyFileSync('sw/multikron/lab/interval.info', path.join(work, INFO));
	for (const load of [0, 40, 80])
		await ran(c, load);
	fs.writeFileSync(path.join(work, 'broken.dat'),
		fs.readFileSync(path.join(work, 'mk.dat')).subarray(0, 1003));
	await c.upload('#shell-put', path.join(work, 'broken.dat'));
	await c.until(`$('shell-files').textContent.includes('broken.dat')`);
	const broken = local('mk_expand', '-c', 'broken.dat');
	check('broken samples: message', broken.err !== '', true);
	check('broken samples', await type(c, 'mk_expand -c broken.dat'), broken.out + broken.err);
	const load = ['mk_pci', '-i', '-t', '100us', '--command=load network 30'];
	check('quotes within a word', await type(c, 'mk_pci -i -t 100us --command="load network 30"'),
		native(work, ...load, '-b', 'sim:').out);
	check('no board', await type(c, 'mk_status -b unix:none'),
		'mk_status: unix:none: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of ' +
		'another version\n');
	await announced(c, 'what a probe costs', 'on the average', () => click(c, 'start'));
	await stopped(c, 'mk_pci -i -t 1000s --command="load network 30"', 'start');
	await c.evaluate(`document.body.dataset.ran = ''`);
	await byKeyboard(c, 'start', `document.body.dataset.ran`);
}, async c => {
	await click(c, 'start');
	await c.until(`document.body.dataset.ran`);
});
