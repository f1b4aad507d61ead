// SPDX-License-Identifier: Apache-2.0
// The page of the NUMAchine monitor in Chromium: the same counters and verdicts as those of the
// tools on this computer.
//	node test.js LAB	folder of the pages
'use strict';
const fs = require('fs'), path = require('path');
const {announced, byKeyboard, check, click, native, run, select, stopped, type, widths} =
	require('../../lab/tests/page.js');
const lab = process.argv[2], work = path.join(lab, 'work', 'numachine');
const PROGRAMS = {hits: 'false sharing', repaired: 'private', atomic_counter: 'true sharing',
	migratory: 'migratory', producer_consumer: 'producer-consumer'};

const local = (tool, ...args) => native(work, tool, ...args).out;

async function counted(c, name, verdict) {
	await c.evaluate(`$('count').click()`);
	await c.until(`document.body.dataset.counted === '${name}' || $('error').textContent`);
	check(`${name}: error`, await c.evaluate(`$('error').textContent`), '');
	fs.writeFileSync(path.join(work, 'labels'), local('nmon-words', '-l', '-n', '15', name + '.rec'));
	local('nmon', '-l', 'labels', '-c', `play ${name}.rec`, 'count', 'histogram1', 'end',
		'-o', 'table.csv');
	const table = fs.readFileSync(path.join(work, 'table.csv'), 'utf8');
	check(`${name}: counters`, await c.evaluate(`$('counters').textContent`), table);
	check(`${name}: verdict`,
		(await c.evaluate(`$('verdict').textContent`)).includes(`: ${verdict}: `), true);
	/* with names and lines of the source, as on this computer */
	check(`${name}: uses`, await c.evaluate(`$('uses').textContent`),
		local('nmon-lines', '-P', '-r', name + '.rec', '-l', 'labels', 'table.csv').split('\n')
			.filter(l => /^( {2}.* bytes: |candidate: |use: )/.test(l)).join('\n'));
	const events = table.split('\n').filter(l => l.startsWith('0x'))
		.reduce((n, l) => n + Number(l.split(',')[1]), 0);
	const shown = await c.evaluate(`[...$('table').rows].slice(1)
		.flatMap(r => [...r.cells].slice(1)).reduce((n, e) => n + Number(e.textContent), 0)`);
	check(`${name}: transactions in the grid`, shown, events);
}

/* The page of a report of sharing. */
async function report(c) {
	const file = path.resolve(work, 'report.html');
	local('sharing', '--format=html', '-o', 'report.html', '--recording=hits.rec');
	await widths(c, `file://${file}`, 'numachine-report', lab, async () => {
		await c.until(`document.readyState === 'complete' && document.querySelector('h2')`, 60);
		check('report: verdict', await c.evaluate(`document.querySelector('h2').textContent`)
			.then(text => text.split(': ').pop()), 'false sharing');
		/* each drawing is as wide as the text, and the curves fill theirs */
		check('report: curves', await c.evaluate(`[...document.querySelectorAll('svg')].map(e => {
			const svg = e.getBoundingClientRect(), before = e.querySelector('.before')
				.getBoundingClientRect(), text = document.querySelector('p').getBoundingClientRect();
			return [e.querySelectorAll('path').length, svg.width === text.width,
				svg.height >= 80, before.width > 0.9 * svg.width, before.height > 0.5 * svg.height];
		})`), [[2, true, true, true, true]]);
	});
}

run('numachine', lab, async c => {
	for (const [i, [name, verdict]] of Object.entries(PROGRAMS).entries()) {
		await select(c, 'program', String(i));
		await counted(c, name, verdict);
	}
	check('tools: as on this computer', await type(c, 'nmon-lines -l labels table.csv'),
		local('nmon-lines', '-l', 'labels', 'table.csv'));
	/* the exercises of sw/lab/labs/sharing.md */
	for (const kernel of ['padded', 'false', 'shared', 'migratory']) {
		const to = ['count', 'histogram0', '4ms', '-o', `${kernel}.csv`];
		const own = `nmon -c "workload ${kernel} 1000"`;
		check(`lab: ${kernel}`, await type(c, `${own} ${to.join(' ')}`),
			local('nmon', '-c', `workload ${kernel} 1000`, ...to));
		check(`lab: lines of ${kernel}`, await type(c, `nmon-lines ${kernel}.csv`),
			local('nmon-lines', `${kernel}.csv`));
		check(`lab: processors, ${kernel}`, await type(c, `${own} -c "run 4ms" processors`),
			local('nmon', '-c', `workload ${kernel} 1000`, '-c', 'run 4ms', 'processors'));
	}
	local('nmon', '-c', 'workload page 200', 'count', 'flyer', '4ms', '-o', 'pages.csv');
	await type(c, 'nmon -c "workload page 200" count flyer 4ms -o pages.csv');
	check('lab: pages', await type(c, 'nmon-pages -a 100 pages.csv'),
		local('nmon-pages', '-a', '100', 'pages.csv'));
	check('tools: an error', await type(c, 'nmon-lines nothing'),
		'nothing: No such file or directory\n');
	check('tools: an unknown one', /^no such tool; there are nmon /.test(await type(c, 'ls')), true);
	check('tools: a word in quotes',
		/^2/.test(await type(c, 'nmon -c "workload false 100" count histogram0 1ms -o own.csv')) ||
		await c.evaluate(`$('shell-files').textContent.includes('own.csv, ')`), true);
	await announced(c, 'the verdict', 'producer-consumer', () => click(c, 'count'));
	await stopped(c, 'nmon -c "workload false 1000000" count histogram0 1000s -o endless.csv',
		'count');
	await c.evaluate(`document.body.dataset.counted = ''`);
	await byKeyboard(c, 'count', `document.body.dataset.counted`);
	await report(c); // leaves the page
}, async c => {
	await click(c, 'count');
	await c.until(`document.body.dataset.counted`);
});
