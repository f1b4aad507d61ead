// SPDX-License-Identifier: Apache-2.0
// The page of the SurfBoard in Chromium: all that a student does there, and the same bins as
// `tallyboard demo`.
//	node test.js LAB	folder of the pages and of what demo wrote
'use strict';
const {execFileSync} = require('child_process');
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const {announced, byKeyboard, check, click, idle, run, select, tabTo} =
	require('../../lab/tests/page.js');
const lab = process.argv[2], runs = path.join(lab, 'runs');
const SIMPLE = '6';	// number of a run of few packets

const dataLines = text => text.split('\n').filter(l => l && !l.startsWith('#'));
const recorded = name => fs.readFileSync(path.join(runs, name), 'utf8');

async function histogram(c) {
	const text = await c.evaluate(`queue(readBack).then(() => board.read('run.hist'))
		.then(b => new TextDecoder().decode(b))`);
	return dataLines(text);
}

const finished = `ended && document.body.dataset.done`;

async function start(c) {
	await c.evaluate(`$('start').click()`);
	await c.until(finished);
}

/* Runs a recorded program and compares its bins with those of demo. */
async function sameAsDemo(c, name, number) {
	await select(c, 'run', String(number));
	await start(c);
	check(`${name}: bins`, await histogram(c), dataLines(recorded(name + '.hist')));
	const r = await c.evaluate(`board.string('lab_report').then(wordsByName)`);
	check(`${name}: latencies that differ from the trace`, r.latencies, ['0']);
	check(`${name}: error`, await c.evaluate(`$('error').textContent`), '');
}

async function steps(c) {
	check('pictures', await c.evaluate(`document.querySelectorAll('svg[aria-label]').length`), 2);
	await select(c, 'run', '0');
	const filled = [];
	for (let i = 0; i < 4; i++) {
		await click(c, 'step');
		filled.push(await c.evaluate(
			`[...document.querySelectorAll('.stages .full')].map(e => e.id).join()`));
	}
	check('stages of the first packet', filled, ['stage1', 'stage2', 'stage3', 'stage1,stage3']);
}

/* The packets of the run SIMPLE, from its trace: lines as lists of words. */
const simple = () => dataLines(recorded('simple-on.trace'))
	.map(l => l.split(' ').map(w => parseInt(w, 16)));
const sender = p => p[1] >>> 26 & 3, size = p => p[2] >>> 18 & 63;
const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits, '0');

async function selector(c) {
	const source = 'bin[5:0] = size[5:0]\nbin[7:6] = sender[1:0]\nbin[11:8] = latency[7:4]\n';
	await select(c, 'run', SIMPLE);
	await c.evaluate(`$('bsel').value = ${JSON.stringify(source)}; $('apply').click(); ${idle}`);
	check('fields', await c.evaluate(`[...$('x').options].map(o => o.text)`),
		['latency', 'sender', 'size']);
	await start(c);
	const bins = await histogram(c), counts = new Map();
	for (const p of simple()) {
		const bin = size(p) | sender(p) << 6 | (p[1] >>> 4 & 15) << 8;
		counts.set(bin, (counts.get(bin) || 0) + 1);
	}
	check('bins of three fields', bins, [...counts].sort((a, b) => a[0] - b[0])
		.map(([bin, n]) => `${hex(bin, 6)} ${hex(n, 8)}`));
	await files(c, bins);
	await c.evaluate(`$('bsel').value = 'bin[3:0] = size[4:0]\\nbin[5] = colour[1]\\n';
		$('apply').click(); ${idle}`);
	const errors = await c.evaluate(`$('bsel-error').textContent`);
	check('places of errors in a source',
		errors.split('\n').map(l => l.replace(/^(\d+:\d+): .*/, '$1')).length, 2);
	await c.evaluate(`document.querySelector('#wires select').value = '0';
		document.querySelector('#wires select').dispatchEvent(new Event('change')); ${idle}`);
	check('a wire changes the source',
		/bin\[23\] = latency\[0\]/.test(await c.evaluate(`$('bsel').value`)), true);
}

/* A trace of one's own, with the present configuration, which gave @bins for the same packets. */
async function files(c, bins) {
	const text = recorded('simple-on.trace');
	const own = path.join(lab, 'work', 'own.trace.gz');
	const broken = path.join(lab, 'work', 'broken.trace');
	fs.writeFileSync(own, zlib.gzipSync(text));
	await c.upload('#file', own);
	await c.until(`$('message').textContent.startsWith('own.trace.gz: 0 of') && ready`);
	await start(c);
	check('an uploaded trace', await histogram(c), bins);
	fs.writeFileSync(broken, text.split('\n').slice(0, 12).join('\n') + '\n000004 0400\n');
	await c.upload('#file', broken);
	await c.until(`$('error').textContent`);
	check('place of the error in a broken file',
		await c.evaluate(`$('error').textContent.split(' ')[0]`), 'broken.trace:13:');
	await select(c, 'run', SIMPLE);
	check('after a broken file', await c.evaluate(`$('error').textContent`), '');
}

/* With the keyboard alone: Tab to the button Run, Enter. */
async function keyboard(c) {
	await select(c, 'preset', 'size-sender');
	const bit = await c.evaluate(`queue(() => board.must('lab_write_bit', 'run.bit'))
		.then(() => board.read('run.bit')).then(b => [...b])`);
	check('the compiled configuration', bit, [...fs.readFileSync('fpga-configs/size-sender.bit')]);
	await byKeyboard(c, 'start', finished);
}

/* ---- the shell ---- */

const native = (...lines) =>
	execFileSync('build/bin/surf', ['-c', lines.join('\n')], {encoding: 'utf8'});

/* Types a line at the keyboard; returns what the log then has behind it. */
async function type(c, line) {
	await c.insert(line);
	await c.key('Enter', 13);
	await c.until(`$('shell-line').value === ''`);
	await c.evaluate(idle);
	return c.evaluate(`$('shell-log').textContent.split(${JSON.stringify('> ' + line + '\n')}).pop()`);
}

async function shell(c) {
	await select(c, 'run', SIMPLE);
	check('the line of the shell is reached by Tab', await tabTo(c, 'shell-line'), true);
	for (const line of ['help', 'help more', 'help ttcr', 'timebase 16MHz'])
		check(`shell: ${line}, as surf prints it`, await type(c, line), native(line));
	await type(c, 'timebase 10MHz');
	check('shell: an error', await type(c, 'frobnicate'),
		'frobnicate: no such command; try HELP or HELP MORE\n');
	check('shell: an error is marked',
		await c.evaluate(`$('shell-log').lastChild.className`), 'error');
	await c.key('ArrowUp', 38);
	check('shell: an earlier line', await c.evaluate(`$('shell-line').value`), 'frobnicate');
	await c.evaluate(`$('shell-line').value = ''`);
	await c.insert('htcr.t');
	await c.key(' ', 32, 2);
	await c.evaluate(idle);
	check('shell: completion', await c.evaluate(`$('shell-line').value`), 'htcr.trg');
	await c.evaluate(`$('shell-line').value = ''`);
	await type(c, 'drain; htcr=0');
	check('shell: packets that drain lets pass',
		await c.evaluate(`document.body.dataset.done`), String(simple().length));
	await type(c, 'save histogram own.hist 0 3fff');
	const saved = await c.evaluate(`board.read('own.hist').then(b => new TextDecoder().decode(b))`);
	check('shell: a saved histogram', dataLines(saved), await histogram(c));
	check('shell: its file is offered',
		await c.evaluate(`$('shell-files').textContent.includes('own.hist, ')`), true);
	const script = path.join(lab, 'work', 'own.surf');
	fs.writeFileSync(script, 'pclr=5\nshow pclr\nshow nothing\n');
	await c.upload('#shell-put', script);
	await c.until(`$('shell-files').textContent.includes('own.surf')`);
	check('shell: a script with an error', await type(c, 'do own.surf'),
		native('pclr=5; show pclr') + 'own.surf:3: nothing: no such register\n');
	await type(c, 'reset power');
	check('shell: after a reset', await type(c, 'show htcr'), native('show htcr'));
	await traffic(c);
}

/* Commands that send packets: the bins are those of surf on this computer. */
async function traffic(c) {
	const file = path.join(lab, 'work', 'own.packets'), work = 'ocean size=32 steps=1';
	fs.writeFileSync(file, Array.from({length: 50},
		(_, i) => `${10 * i}us x=${i % 3} words=${i + 1} latency=5us\n`).join(''));
	for (const f of [file, 'tb/machine/workload/lu.trace.gz']) {
		await c.upload('#shell-put', f);
		await c.until(`$('shell-files').textContent.includes('${path.basename(f)}')`, 60);
	}
	for (const [line, local] of [['generate count=200 words=1-40 x=1-3 period=2us'],
		['play own.packets', `play ${file}`],
		['play lu.trace.gz pages=48', 'play tb/machine/workload/lu.trace.gz pages=48'],
		[`workload ${work}`]]) {
		const rest = 'drain; htcr=0; save histogram traffic.hist 0 3fff';
		const hist = path.join(lab, 'work', 'traffic.hist');
		const times = [Date.now()];
		native('fpga fpga-configs/size-sender.bit; acdr.sendid=0; acdr.catmux=0; htcr.wen=1; ' +
			'htcr.hen=1; htcr.ten=1', `${local || line}; ${rest.replace('traffic.hist', hist)}`);
		times.push(Date.now());
		await click(c, 'restart');
		times.push(Date.now());
		check(`shell: ${line}`,
			/^traffic.hist: \d+ bins\n$/.test(await type(c, `${line}; ${rest}`)), true);
		times.push(Date.now());
		const bins = dataLines(fs.readFileSync(hist, 'utf8')).map(l => l.split(' '));
		const have = await c.evaluate(
			`board.read('traffic.hist').then(b => new TextDecoder().decode(b))`);
		check(`shell: ${line}: bins`, dataLines(have).map(l => l.split(' ')), bins);
		const n = bins.reduce((sum, [, count]) => sum + parseInt(count, 16), 0);
		const [local_s, , page_s] = times.slice(1).map((t, i) => (t - times[i]) / 1000);
		console.log(`surfboard, ${line}: ${n} packets, ${(n / page_s).toFixed(0)} a second in ` +
			`the page, ${(n / local_s).toFixed(0)} by surf`);
		check(`shell: ${line}: packets`,
			[n > 40, await c.evaluate(`document.body.dataset.done`)], [true, String(n)]);
		check(`shell: ${line}: message`, await c.evaluate(
			`$('message').textContent.startsWith('${line}: ${n} of ${n} packets')`), true);
		check(`shell: ${line}: all have arrived`, await c.evaluate(`ended`), true);
	}
	await click(c, 'restart');
	await click(c, 'step');
	check('shell: packets of two sources', await type(c, 'generate count=1'),
		'the run of the page is being sent; DRAIN or STOP first\n');
	await type(c, 'stop');
	check('shell: the run is stopped', await type(c, 'generate count=3; drain'), '');
	check('shell: no program can be recorded', await type(c, 'play nothing'),
		'nothing: No such file or directory\n');
	await c.insert('run 1000s');
	await c.key('Enter', 13);
	await c.until(`!$('shell-stop').disabled`);
	await c.key('Escape', 27);
	await c.evaluate(idle);
	check('shell: a stopped command',
		await c.evaluate(`$('shell-log').lastChild.textContent`), 'interrupted\n');
	check('shell: stopped in its time',
		parseInt((await type(c, 'status')).match(/time: (\d+) ns/)[1]) < 1e11, true);
	const wrong = 2 ** 31 - 8;
	check('a failure in the board', await c.evaluate(
		`board.string('lab_complete', ${wrong}, ${wrong}, 0).then(() => '', e => 'failed')`),
		'failed');
	await select(c, 'x', await c.evaluate(`$('x').value`));
	await click(c, 'restart');
	await start(c);
	await c.evaluate(idle);
	check('a new board after a failure',
		await c.evaluate(`document.body.dataset.done`), String(simple().length));
}

/* ---- registers ---- */

async function registersOf(c, revision) {
	await select(c, 'revision', revision);
	const have = await c.evaluate(`registers.table.map(r => [r.name, r.text, ...r.fields.map(f =>
		[f.name, f.msb, f.lsb, f.access, f.text].join())])`);
	let want = [];
	for (const file of ['regs', 'ext'].slice(0, Number(revision)))
		for (const line of fs.readFileSync(`rtl/surfboard/surfboard_${file}.def`, 'utf8').split('\n')) {
			const reg = line.match(/^REG\((\w+),.*?"(.*)"\)$/);
			const field = line.match(/^FIELD\((\w+), *(\w+), *(\d+), *(\d+), *(\w+), *"(.*)"\)$/);
			if (reg)
				want.push([reg[1], reg[2]]);
			else if (field)
				want[want.length - 1].push(field.slice(2).join());
		}
	/* ports have the fields of what is behind them, and the mask has a field for each condition */
	const plain = list => list.filter(r => !['ACDR', 'HFCR', 'IEMR'].includes(r[0]));
	check(`registers of revision ${revision}`, plain(have), plain(want));
	return c.evaluate(`Object.keys(registers.values).length`);
}

const field = (c, name) => c.evaluate(`(e => e.type === 'checkbox' ? Number(e.checked)
	: e.value || e.textContent)(document.querySelector('#registers [data-field="${name}"]'))`);

async function setField(c, name, value) {
	await c.evaluate(`(e => { e.type === 'checkbox' ? e.checked = ${value} : e.value = '${value}';
		e.dispatchEvent(new Event('change')); })(
		document.querySelector('#trigger [data-field="${name}"]')); ${idle}`);
}

/* A threshold of 4: the packet that wraps the first bin is the trigger, and interrupts. */
async function trigger(c) {
	const counts = new Map();
	await select(c, 'run', SIMPLE);
	await select(c, 'preset', 'size-sender');
	await c.evaluate(`registers.settings.clear();
		$('registers-open').open = $('trigger-open').open = true`);
	await select(c, 'threshold', '4');
	await setField(c, 'TTCR.QUAL', 2);
	await setField(c, 'TTCR.MODE', 2);
	await setField(c, 'IEMR.BV', true);
	await start(c);
	await click(c, 'registers-read');
	const first = simple().findIndex(p => {
		const bin = `${p[2] >>> 18 & 1023} ${p[1] >>> 26}`;
		counts.set(bin, (counts.get(bin) || 0) + 1);
		return counts.get(bin) === 4;
	});
	check('a bin reaches the threshold', first >= 0, true);
	check('threshold: wrapped, triggered, complete, interrupts',
		await Promise.all(['BV', 'TP', 'TC', 'PEND'].map(f => field(c, `ISCR.${f}`))),
		['1', '1', '1', '1']);
	check('threshold: entry of the trigger', parseInt(await field(c, 'TPIR.DATA'), 16), first);
	check('threshold: entries', parseInt(await field(c, 'TECR.DATA'), 16), first + 1);
	const joint = await c.evaluate(`board.grid('lab_histogram', Number($('x').value),
		Number($('y').value), 64, 48).then(v => v[5])`);
	check('threshold: packets in the picture', joint, simple().length);
	await click(c, 'restart');
	check('settings after a new start',
		[await field(c, 'TTCR.QUAL'), await field(c, 'IEMR.BV')], ['2', 1]);
	await c.evaluate(`$('external').click(); ${idle}`);
	check('the external line', await field(c, 'ISCR.EXT'), '1');
	await setField(c, 'TTCR.MODE', 'q');
	check('a wrong value', await c.evaluate(`$('shell-log').lastChild.textContent`),
		'q: not a hexadecimal number\n');
	await c.evaluate(`registers.settings.clear(); $('external').checked = false`);
	await select(c, 'threshold', '');
	for (const wrong of ['-5', '0', '2.5', '99999999999999']) {
		await select(c, 'threshold', wrong);
		check(`threshold ${wrong} is refused`,
			[(await c.evaluate(`$('error').textContent`)).includes('whole number'),
				await c.evaluate(`threshold`)], [true, '']);
	}
	await select(c, 'threshold', '');
	await c.evaluate(`$('restart').click(); ${idle}`);
	await c.evaluate(`$('start').focus(); $('start').click()`);
	await c.until(`ended && !playing`);
	check('Run keeps the focus', await c.evaluate(`document.activeElement.id`), 'start');
}

/* Bins of several values are as wide as these and have their ranges as names. */
async function ranges(c) {
	await select(c, 'preset', 'latency-size-coarse');
	await c.evaluate(`$('start').click()`);
	await c.until(`ended && !playing`);
	const grid = await c.evaluate(`board.grid('lab_histogram', Number($('x').value),
		Number($('y').value), 64, 48).then(v => Array.from(v.slice(0, 6)))`);
	check('values to a bin', grid[2] >= 16 || grid[3] >= 16, true);
	check('ranges in the table', (await c.evaluate(`$('table').rows[1].textContent`))
		.includes(' to '), true);
	const cells = await c.evaluate(`(() => {
		const all = [...$('joint').querySelectorAll('rect')].filter(r => r.querySelector('title'));
		return Math.min(...all.map(r => Number(r.getAttribute('width'))));
	})()`);
	check('cells are as wide as their bins', cells > 5, true);
	await select(c, 'preset', 'size-sender');
}

async function revisions(c) {
	check('values of revision 1', await registersOf(c, '1'), 16);
	check('values of revision 2', await registersOf(c, '2') > 60, true);
	await sameAsDemo(c, 'radix-on', 2);
	const total = await c.evaluate(`queue(() => shell.execute('sncr.take=1'))
		.then(() => registers.read()).then(() => parseInt(registers.values.SEEN_L, 16))`);
	check('revision 2: total of packets', total, dataLines(recorded('radix-on.trace')).length);
	await select(c, 'revision', '1');
}

/* ---- waves ---- */

async function waveViews(c) {
	await select(c, 'run', SIMPLE);
	await c.evaluate(`$('wave-record').click(); ${idle}`);
	for (let i = 0; i < 3; i++)
		await click(c, 'step');
	check('waves: drawn after a step',
		await c.evaluate(`document.querySelectorAll('#waves path').length > 10`), true);
	const rises = await c.evaluate(`readVcd(waves.text, ['tb.surfboard.obs_arrive'])
		.changes.get('tb.surfboard.obs_arrive').filter(v => v[1] === '1').length`);
	check('waves: packets that arrived', rises, 1);
	const missing = await c.evaluate(`Object.entries(waves.views)
		.map(([view, rows]) => [view, rows.filter(r => r.name)])
		.flatMap(([view, rows]) => { const d = readVcd(waves.text, rows.map(r => r.name));
			return rows.filter(r => !d.changes.get(r.name).length).map(r => view + ': ' + r.name); })`);
	check('waves: names of the views that the board does not have', missing, []);
	check('waves: views', await c.evaluate(`Object.keys(waves.views).length`), 7);
	await start(c);
	await click(c, 'wave-show');
	const [first, last] = await c.evaluate(`[waves.data.first, waves.data.last]`);
	check('waves: at least the last 20 us, not all',
		last - first > 19.9e6 && last - first < 80e6, true);
	await select(c, 'wave-view', 'threshold_trace');
	const words = await c.evaluate(`[...$('wave-table').rows]
		.map(r => [...r.cells].map(c => c.textContent))
		.filter(r => r[0].endsWith('tecr[22:0]'))[0][1]`);
	check('waves: a value', words, String(simple().length));
	await c.evaluate(`$('wave-record').click(); ${idle}`);
}

/* What changes without the focus. */
async function announcements(c) {
	await select(c, 'run', SIMPLE);
	await announced(c, 'a step', 'Stage 1packet 1: ', () => click(c, 'step'));
	await announced(c, 'the end of a run', 'All packets have arrived.', () => start(c));
	await announced(c, 'what was read back', 'Both memories and all registers equal',
		() => click(c, 'read'));
	await announced(c, 'another picture', 'Joint histogram of size', async () =>
		select(c, 'x', await c.evaluate(`$('x').value`)));
	await announced(c, 'a wire', 'bin[23] = latency[0]', () => c.evaluate(`(e => { e.value = '0';
		e.dispatchEvent(new Event('change')); })(document.querySelector('#wires select'))`));
	await announced(c, 'an error of the source', '1:1: ',
		() => c.evaluate(`$('bsel').value = '?'; $('apply').click()`));
	await select(c, 'preset', 'size-sender');
	await announced(c, 'values of registers', 'All values', () => click(c, 'registers-read'));
	await announced(c, 'output of the shell', 'HTCR',
		() => c.evaluate(`queue(() => shell.execute('show htcr'))`));
	await announced(c, 'kept pictures', 'Pictures of 1 run.', () => click(c, 'keep'));
	await announced(c, 'no kept pictures', 'No pictures.', () => click(c, 'forget'));
}

run('surfboard', lab, async c => {
	await steps(c);
	await announcements(c);
	await selector(c);
	await keyboard(c);
	await shell(c);
	await trigger(c);
	await ranges(c);
	await revisions(c);
	await waveViews(c);
	for (const [i, name] of ['lu-on', 'lu-off', 'radix-on', 'radix-off'].entries())
		await sameAsDemo(c, name, i);
}, async c => {
	await c.evaluate(`queue(async () => {
		$('wave-record').checked = true;
		await waves.record();
		await send();
		await board.number('lab_run', 1000, 1e6);
		await show();
		$('registers-open').open = $('trigger-open').open = true;
		for (const d of document.querySelectorAll('#registers details, #trigger details'))
			d.open = ['HTCR', 'TTCR', 'ISCR'].includes(d.dataset.register);
		await shell.execute('show');
		await waves.take();
	})`);
});
