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
const MUCH = 10;		// times as much use of the bus by the program as by mk_pci
const OFF = 20;			// per cent: the disk's part differs from the load by less
const LONGER = [1.2, 1.1];	// a probe at 40 % and at 80 % of load, times the one before
const BROKEN = 1003;		// bytes of a file that ends within a sample

const local = (tool, ...args) => native(work, tool, ...args);
const share = line => Number(line.match(/board: ([\d.]+) %/)[1]);
const others = line => Number(line.match(/bus: ([\d.]+) %/)[1]) - share(line);
const content = (c, id) => c.evaluate(`$('${id}').textContent`);

/* Runs the program on a server's board, as the page does on one in the page, without a load; what
 * mk_pci, the program and mk_status print. The board's time passes during accesses only. */
async function runHere() {
	const server = spawn(path.resolve('build/bin/tallyboard'),
		['serve', 'multikron', '-c', 'pause', socket],
		{stdio: ['ignore', 'pipe', 'inherit']});
	const ended = new Promise(done => server.once('exit', done));
	await new Promise(done => server.stdout.once('data', done));
	process.env.MK_BOARD = `unix:${socket}`;
	try {
		const {out} = local('mk_pci', '-i', '-t', '1ms', '--command=load none');
		const probes = local(path.resolve(work, 'probes'), '200').out;
		local('mk_rdsample', '--command=run 100us', '-f', 'mk.dat');
		return {idle: out.trim(), bus: probes.trim(), status: local('mk_status').out};
	} finally {
		delete process.env.MK_BOARD;
		server.kill();
		await ended;
	}
}

async function checkRun(c, load) {
	await select(c, 'load', String(load));
	await c.evaluate(`$('start').click()`);
	await c.until(`document.body.dataset.ran === '${load}' || $('error').textContent`);
	check(`${load} %: error`, await content(c, 'error'), '');
	const [idle, bus] = [await content(c, 'idle'), await content(c, 'bus')];
	/* the program uses the bus much more than mk_pci does, and the disk goes on */
	check(`${load} %: part of the program, ${bus}`, share(bus) > MUCH * share(idle), true);
	check(`${load} %: part of the disk, ${bus}`, Math.abs(others(bus) - load) < OFF, true);
	const data = Buffer.from(await c.evaluate(`board.read('mk.dat').then(b => Array.from(b))`));
	if (!load) {
		/* with a load the time at which a server's board continues is another one */
		const here = await runHere();
		check('use of the bus before the program', idle, here.idle);
		check('use of the bus', bus, here.bus);
		check('registers', await content(c, 'status'), here.status);
		check('samples', [...data], [...fs.readFileSync(path.join(work, 'mk.dat'))]);
	}
	fs.writeFileSync(path.join(work, 'mk.dat'), data);
	const report = local('mk_rpt', '-h', '-s', '-f', INFO).out;
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
		`$('lengths').querySelectorAll('rect title').length`), Object.keys(all).length);
}

run('multikron', lab, async c => {
	fs.copyFileSync('sw/multikron/lab/interval.info', path.join(work, INFO));
	const means = [];
	for (const load of [0, 40, 80]) {
		await checkRun(c, load);
		means.push(await c.evaluate('before.mean'));
	}
	check(`a probe takes longer with more load: ${means}`, means[0] * LONGER[0] < means[1] &&
		means[1] * LONGER[1] < means[2], true);
	fs.writeFileSync(path.join(work, 'broken.dat'),
		fs.readFileSync(path.join(work, 'mk.dat')).subarray(0, BROKEN));
	await c.upload('#shell-put', path.join(work, 'broken.dat'));
	await c.until(`$('shell-files').textContent.includes('broken.dat')`);
	const broken = local('mk_expand', '-c', 'broken.dat');
	check('broken samples: message', broken.err !== '', true);
	check('broken samples', await type(c, 'mk_expand -c broken.dat'), broken.out + broken.err);
	check('a list of tools of which one fails', await c.evaluate(
		`tools(['mk_pci', '-i', '-t', '1ms'], ['mk_expand', '-c', 'broken.dat'], ['mk_status'])
			.catch(e => e.message)`), broken.err);
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
