/* SPDX-License-Identifier: Apache-2.0 */
/* The page of the SurfBoard. The board, its golden model and all that knows formats is C, in the
 * worker; this file has the controls and asks for what the page shows. */
'use strict';
const runs = JSON.parse($('runs').textContent);
const presets = JSON.parse($('presets').textContent);
/* The registers of section 5, as regular expressions. */
const TRIGGER = ['TTCR', 'ECDR', 'ISCR', 'IEMR', 'HFCR', 'TPIR', 'TICR', 'TECR', 'HMCR', 'TMCR',
	'MISS', 'OL..', 'SQ..', 'F[HTS]..'];
const TICK_US = 0.1;
const UNITS = {latency: ['us', TICK_US], size: ['words', 1]};
const SVG_COLUMNS = 64, SVG_ROWS = 48;
const TIMES_COLUMNS = 280, TIMES_ROWS = 96;
const TABLE_ROWS = 20;
/* Select codes of the bin selector: inputs, and constants (sbit.h). */
const INPUTS = 50, ZERO = 62, ONE = 63;
let variables = [];	// names, in the order of the board's numbers
let threshold = '';	// the last valid one
let board, ready = false, sending = false, playing = false, name = '', ended = false;

onFailure = () => {
	playing = false;
	buttons();
};

function buttons() {
	for (const id of ['start', 'step', 'restart', 'read'])
		$(id).disabled = !ready;
	$('start').textContent = playing ? 'Pause' : 'Run';
	$('stages').setAttribute('aria-live', playing ? 'off' : 'polite');
	/* not disabled: a disabled button loses the focus */
	for (const id of ['start', 'step'])
		$(id).setAttribute('aria-disabled', ended);
}

/* ---- what the board shows ---- */

function showStage(n, words) {
	const item = $('stage' + n);
	item.classList.toggle('full', words.length > 0);
	item.querySelector('span').textContent = !words.length ? 'empty'
		: `packet ${Number(words[0]) + 1}: ${words[2]} words from node ${words[1]}, ` +
		`latency ${words[3]} us` + (words[4] ? `, bin ${words[4]}` : '');
}

async function show() {
	if (!await board.number('lab_is_open'))
		return;
	const s = wordsByName(await board.string('lab_status'));
	for (let n = 1; n <= 3; n++)
		showStage(n, s['stage' + n] || []);
	$('queue').textContent = $('revision').value === '2'
		? `; ${s.queue[0]} packets wait in the queue before it` : '';
	const x = Number($('x').value), y = Number($('y').value);
	const about = v => {
		const [unit, scale] = UNITS[variables[v]] || ['', 1];
		return {name: variables[v], unit: scale, label: variables[v] + (unit && ', ' + unit)};
	};
	const joint = await board.grid('lab_histogram', x, y, SVG_COLUMNS, SVG_ROWS);
	picture('joint', () => drawHistogram('joint', joint, about(x), about(y)));
	showTable(joint, about(x), about(y));
	const times = await board.grid('lab_times', TIMES_COLUMNS, TIMES_ROWS);
	picture('times', () => drawTimes('times', times, TICK_US));
	say(`${s.command ? s.command.join(' ') : name}: ${s.done} of ${s.packets} packets counted, ` +
		`${s.dropped} dropped, ${s.words} words, ` +
		`${(Number(s.time) / 1000).toFixed(3)} ms of the machine's time.` +
		(ended ? ' All packets have arrived.' : ''));
	document.body.dataset.done = s.done;
}

function showTable(v, x, y) {
	const cells = [];
	for (let i = 0; i < v[0]; i++)
		for (let k = 0; k < v[1]; k++)
			if (v[HEAD + i * v[1] + k])
				cells.push([i, k, v[HEAD + i * v[1] + k]]);
	cells.sort((a, b) => b[2] - a[2]);
	const number = d3.format(',.4~r');
	fillTable($('table'), [x.label, y.label, 'packets'], cells.slice(0, TABLE_ROWS).map(c =>
		[rangeOf(c[0], v[2], x.unit), rangeOf(c[1], v[3], y.unit), number(c[2])]));
}

/* ---- opening a board ---- */

async function offerAxes() {
	const wanted = ['x', 'y'].map(id => $(id).value);
	const used = [];
	for (let v = 0; v < variables.length; v++)
		if (await board.number('lab_selected', v))
			used.push(v);
	for (const [i, id] of ['x', 'y'].entries()) {
		$(id).replaceChildren(...used.map(v => new Option(variables[v], v)));
		if (used.includes(Number(wanted[i])) && wanted[i] !== '')
			$(id).value = wanted[i];
		else if (used.length)
			$(id).value = used[Math.min(used.length - 1, 1 - i)];
	}
	if (used.length > 1 && $('x').value === $('y').value)
		$('y').value = used.find(v => String(v) !== $('x').value);
}

async function open() {
	ready = false;
	playing = ended = false;
	complain('');
	$('bsel-error').textContent = '';
	say('Power on.');
	const why = await board.string('lab_open', $('bsel').value, Number($('revision').value));
	if (why) {
		$('bsel-error').textContent = why;
		$('bsel').setAttribute('aria-invalid', 'true');
		say('The source has an error; the board is as before.');
		ready = true;
		buttons();
		return;
	}
	$('bsel').removeAttribute('aria-invalid');
	await offerAxes();
	await settle();
	await board.must('lab_start');
	await showWires();
	await registers.build();
	await readRegisters();
	sending = false;
	ready = true;
	await show();
	buttons();
}

/* Makes the settings of the user on the new board. */
async function settle() {
	await waves.record();
	if (threshold)
		await board.must('lab_threshold', Number(threshold));
	for (const line of registers.commands().concat($('external').checked ? ['external 1'] : [])) {
		const {err} = await shell.run(line);
		if (err)
			complain(`${line}: ${err}`);
	}
}

async function readRegisters() {
	await registers.read();
	$('registers-note').textContent = '';
}

async function load(file, bytes, title) {
	const data = await unpacked(bytes).catch(() => {
		throw new Error(`${file}: damaged compressed data`);
	});
	await board.write(file, data);
	await board.must('lab_load', file);
	name = title;
	await open();
}

function chosenRun() {
	const run = runs[Number($('run').value)];
	return load(run.file, bytesOf(run.data), run.title);
}

/* ---- running ---- */

/* The packets begin with the first step or command, so that the registers can be set before. */
async function send() {
	if (!sending)
		await board.number('lab_send');
	sending = true;
}

async function frame(last) {
	const speed = Number($('speed').value), now = performance.now();
	const n = speed ? Math.max(1, Math.round(speed * Math.min(now - last, 1000) / 1000)) : 1000;
	await send();
	await board.nothing('lab_run', n, speed ? 100000 : 400);
	ended = !await board.number('lab_more');
	if (ended)
		playing = false;
	return now;
}

/* Sends packets until the end or a pause. A picture is drawn when the last one is old, so that
 * drawing takes a fifth of the time at most. */
function play(last, next) {
	queue(async () => {
		if (!playing)
			return;
		const now = await frame(last);
		if (!playing || now > next) {
			await show();
			if (registers.seen())
				await readRegisters();
			buttons();
			next = performance.now() + Math.max(150, 4 * (performance.now() - now));
		}
		const speed = Number($('speed').value);
		setTimeout(() => play(now, next), speed ? Math.max(1000 / speed, 16) : 0);
	});
}

async function readBack() {
	playing = false;
	buttons();
	say('Reading the histogram over the EISA bus.');
	await board.nothing('lab_read_back', 'run.hist');
	await board.must('lab_read_error');
	const r = wordsByName(await board.string('lab_report'));
	ended = true;
	buttons();
	await show();
	say(`Read over the EISA bus: ${r.packets} packets in the histogram, ${r.words} words, ` +
		`${r.entries} trace entries, ${r.dropped} dropped. ` +
		'Both memories and all registers equal the golden model.');
	document.body.dataset.checked = r.packets;
}

/* ---- the bin selector by hand ---- */

let codes;	// [name, select code]

async function selectCodes() {
	const all = [];
	for (let code = 0; code < 64; code++)
		all.push([await board.string('lab_code', code), code]);
	return all.filter(([text]) => text);
}

async function showWires() {
	const sel = await board.bytes('lab_connections', 24);
	codes = codes || await selectCodes();
	const box = $('wires');
	box.replaceChildren();
	for (let bit = 23; bit >= 0; bit--) {
		const label = document.createElement('label'), select = document.createElement('select');
		label.append(`bin[${bit}]`, select);
		for (const [text, code] of codes)
			select.add(new Option(text, code));
		select.value = sel[bit] >= INPUTS && sel[bit] < ONE ? ZERO : sel[bit];
		select.onchange = () => queue(async () => {
			await board.number('lab_connect', bit, Number(select.value));
			$('bsel').value = await board.string('lab_source');
			$('bsel-note').textContent =
				`The source has bin[${bit}] = ${select.selectedOptions[0].text}; connect to use it.`;
		});
		box.append(label);
	}
}

/* ---- files ---- */

const settingLines = () => registers.commands().concat(
	threshold ? ['load histogram base.hist'] : [],
	$('external').checked ? ['external 1'] : []).map(line => line + '; ').join('');

const shellScript = last => `#!/bin/sh
# Counts random packets on a simulated board with this bin selector. Needs the tools of Tallyboard.
cat >run.bsel <<'END'
${$('bsel').value.trimEnd()}
END
binsel compile run.bsel -o run.bit || exit
${!threshold ? '' : `awk 'BEGIN { for (i = 0; i <= ${last}; i++)
	printf "%06X %08X\\n", i, 4294967296 - ${threshold} }' >base.hist
`}surf -b sim:revision=${$('revision').value} -c 'fpga run.bit
	acdr.sendid=0; acdr.catmux=0; acdr.lat_s=0; acdr.lat_n=c
	${settingLines()}htcr.wen=1; htcr.hen=1; htcr.ten=1
	generate count=1000 words=1-64 x=1-3; drain; htcr=0
	save histogram run.hist 0 ${last.toString(16)}'
`;

async function save(kind) {
	const path = 'run.' + kind;
	if (kind === 'bsel')
		return download(path, $('bsel').value, 'text/plain');
	if (kind === 'svg')
		return download(path, svgText('joint'), 'image/svg+xml');
	if (kind === 'sh')
		return download(path, shellScript(await board.number('lab_last_bin')), 'text/x-shellscript');
	if (kind === 'bit') {
		await board.must('lab_write_bit', path);
		return download(path, await board.read(path), 'application/octet-stream');
	}
	await readBack();
	const text = await board.read('run.hist');
	if (kind === 'hist')
		return download(path, text, 'text/plain');
	await board.must('lab_write_csv', 'run.csv');
	return download(path, await board.read('run.csv'), 'text/csv');
}

function keep() {
	const figure = document.createElement('figure');
	const caption = document.createElement('figcaption');
	caption.textContent = $('message').textContent;
	figure.append(caption);
	for (const id of ['joint', 'times']) {
		const copy = $(id).cloneNode(true);
		copy.removeAttribute('id');
		figure.append(copy);
	}
	$('kept').append(figure);
	const n = $('kept').children.length;
	$('kept-note').textContent = `Pictures of ${n} run${n > 1 ? 's' : ''}.`;
}

/* ---- beginning ---- */

$('start').onclick = () => {
	if (ended)
		return;
	playing = !playing;
	buttons();
	if (playing)
		play(performance.now(), 0);
	else
		queue(async () => {
			await show();
			await readRegisters();
		});
};
$('step').onclick = () => {
	if (ended)
		return;
	playing = false;
	queue(async () => {
		await send();
		await board.nothing('lab_step');
		ended = !await board.number('lab_more');
		await show();
		$('registers-note').textContent = 'Values are those before the last step.';
		if ($('wave-record').checked)
			await waves.take();
		buttons();
	});
};
$('restart').onclick = $('apply').onclick = () => { playing = false; queue(open); };
$('read').onclick = () => queue(readBack);
$('run').onchange = () => { playing = false; queue(chosenRun); };
$('preset').onchange = () => {
	playing = false;
	$('bsel').value = presets[$('preset').value];
	queue(open);
};
$('file').onchange = () => queue(async () => {
	const file = $('file').files[0];
	if (!file)
		return;
	playing = false;
	try {
		await load(file.name, new Uint8Array(await file.arrayBuffer()), file.name);
	} finally {
		$('file').value = '';
	}
});
$('x').onchange = $('y').onchange = () => queue(async () => {
	await show();
	$('joint-note').textContent = $('joint').getAttribute('aria-label') + '.';
});
$('keep').onclick = keep;
$('forget').onclick = () => {
	$('kept').replaceChildren();
	$('kept-note').textContent = 'No pictures.';
};
$('revision').onchange = () => { playing = false; queue(open); };
$('threshold').onchange = () => {
	const input = $('threshold'), text = input.value;
	const right = !input.validity.badInput &&
		(!text || (/^[1-9]\d*$/.test(text) && Number(text) < 2 ** 32));
	input.setAttribute('aria-invalid', !right);
	if (!right) {
		complain('The threshold is a whole number from 1 to 4294967295, or nothing. ' +
			`The board's is ${threshold || 'not set'}.`);
		return;
	}
	threshold = text;
	playing = false;
	queue(open);
};
$('external').onchange = () =>
	queue(() => shell.execute(`external ${Number($('external').checked)}`));
$('registers-read').onclick = () => queue(async () => {
	await readRegisters();
	$('registers-note').textContent = 'All values are those of now.';
});
for (const b of document.querySelectorAll('[data-save]'))
	b.onclick = () => queue(() => save(b.dataset.save));

runs.forEach((r, i) => $('run').add(new Option(r.title, i)));
Object.keys(presets).forEach(p => $('preset').add(new Option(p, p)));
$('preset').value = 'size-sender';
$('bsel').value = presets['size-sender'];
buttons();
board = new Board();
shell.begin(board, line => board.shell(line), async () => {
	if (!ready)
		return;
	ended = sending && !await board.number('lab_more');
	await show();
	await readRegisters();
	buttons();
}, {
	offer: (before, word, n) => board.string('lab_complete', before, word, n),
	typed: send,
	stop: () => board.nothing('lab_shell_stop'),
});
registers.begin(board,
	[{element: $('trigger'), names: TRIGGER}, {element: $('registers')}], () => {});
waves.begin(board, JSON.parse($('views').textContent));
queue(async () => {
	for (let v = 0, text; (text = await board.string('lab_variable', v)); v++)
		variables.push(text);
	await chosenRun();
}).then(() => {
	loading.end();
	document.body.dataset.ready = '1';
});
