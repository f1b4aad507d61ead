/* SPDX-License-Identifier: Apache-2.0 */
/* The page of the NUMAchine monitor. The machine, the card, the counting and the verdict are the
 * tools nmon, nmon-words and nmon-lines, which run in the worker; this file draws what they
 * print. */
'use strict';
const recordings = JSON.parse($('recordings').textContent);
const sources = JSON.parse($('sources').textContent);
const PROCESSORS = 5;	// threads of the programs

/* Names of the labels, from the file of labels: START LENGTH LABEL NAME. Label 0 is all other
 * memory. */
function namesOf(labels) {
	const names = new Map([['0', 'other memory']]);
	for (const l of labels.split('\n').filter(l => l && !l.startsWith('#'))) {
		const [start, , label, ...name] = l.split(' ');
		names.set(String(Number(label) % 16), `${name.join(' ')} (${start})`);
	}
	return names;
}

/* Events of each label (a row) by processor (a column). */
async function gridOf(names) {
	const rows = new Map([...names.keys()].map(label => [label, Array(PROCESSORS).fill(0)]));
	for (let p = 0; p < PROCESSORS; p++) {
		const table = await tool('nmon-lines', '-c', '-p', String(p), 'table.csv');
		for (const [label, , , events] of csv(table))
			if (rows.has(label))
				rows.get(label)[p] += Number(events);
	}
	return [...rows].filter(([, counts]) => d3.sum(counts))
		.map(([label, counts]) => ({name: names.get(label), counts}));
}

function drawGrid(rows) {
	const width = widthOf('grid'), left = Math.min(220, width * 0.42), top = 40, h = 34;
	const cell = (width - left - 10) / PROCESSORS;
	const svg = clearedSvg('grid', width, top + h * rows.length + 10,
		'Transactions of each line by processor');
	const max = d3.max(rows, r => d3.max(r.counts)) || 1;
	const color = shadesTo(max);
	svg.append('text').attr('x', left).attr('y', 14).attr('fill', STYLE.text)
		.text('transactions of processor');
	for (let p = 0; p < PROCESSORS; p++)
		svg.append('text').attr('x', left + cell * (p + 0.5)).attr('y', 32)
			.attr('text-anchor', 'middle').attr('fill', STYLE.text).text(p);
	rows.forEach((r, i) => {
		const y = top + h * i, most = Math.floor(left / 7);
		svg.append('text').attr('x', 4).attr('y', y + 21).attr('fill', STYLE.text)
			.text(r.name.length > most ? r.name.slice(0, most - 1) + '\u2026' : r.name);
		r.counts.forEach((count, p) => {
			svg.append('rect').attr('x', left + cell * p + 1).attr('y', y + 1)
				.attr('width', cell - 2).attr('height', h - 2)
				.attr('fill', count ? color(count) : STYLE.paper).attr('stroke', STYLE.axis)
				.append('title').text(`${r.name}, processor ${p}: ${count}`);
			svg.append('text').attr('x', left + cell * (p + 0.5)).attr('y', y + 21)
				.attr('text-anchor', 'middle')
				.attr('fill', textOn(count ? color(count) : STYLE.paper))
				.text(count || '');
		});
	});
}

function showGrid(rows) {
	picture('grid', () => drawGrid(rows));
	fillTable($('table'), ['line', ...d3.range(PROCESSORS).map(p => `processor ${p}`)],
		rows.map(r => [r.name, ...r.counts]));
}

async function count() {
	const program = recordings[Number($('program').value)], file = program.file;
	complain('');
	document.body.dataset.counted = '';
	say('The machine plays the recording, and the card counts.');
	await board.write(file, await unpacked(bytesOf(program.data)));
	const labels = await tool('nmon-words', '-l', '-n', '15', file);
	await board.write('labels', bytesOfText(labels));
	await tool('nmon', '-l', 'labels', '-c', `play ${file}`, 'count', 'histogram1', 'end',
		'-o', 'table.csv');
	showGrid(await gridOf(namesOf(labels)));
	const lines = (await tool('nmon-lines', '-P', '-r', file, '-l', 'labels', 'table.csv'))
		.split('\n');
	const uses = lines.filter(l => l.startsWith('use: '));
	$('verdict').textContent = uses.map(l => l.slice(5)).join('\n');
	$('uses').textContent =
		lines.filter(l => /^( {2}.* bytes: |candidate: |use: )/.test(l)).join('\n');
	$('counters').textContent = new TextDecoder().decode(await board.read('table.csv'));
	await shell.showFiles();
	say(`Counted: ${program.title.replace(/_/g, ' ')}.`);
	document.body.dataset.counted = program.title;
}

function showSource() {
	/* without the comment, which has the answer */
	$('source').textContent =
		sources[recordings[Number($('program').value)].title].replace(/^\/\*.*?\*\/\n/s, '');
	$('verdict').textContent = $('uses').textContent = $('counters').textContent = '';
	say('Guess first: what is the verdict on the line that the threads write?');
}

onFailure = () => say('Nothing was counted.');
recordings.forEach((r, i) => $('program').add(new Option(`${i + 1}`, i)));
$('program').onchange = () => queue(async () => {
	showSource();
	showGrid([]);
});
$('count').onclick = () => queue(count);
beginTools(async () => {
	const [answers] = JSON.parse($('answers').textContent);
	await board.write(answers.file, await unpacked(bytesOf(answers.data)));
	showSource();
	showGrid([]);
});
