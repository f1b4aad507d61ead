/* SPDX-License-Identifier: Apache-2.0 */
/* Waves of the last microseconds, with the names and the order of the saved GTKWave views. */
'use strict';
const FORMATS = {'22': 16, '24': 10, '28': 2};	// numbers of GTKWave's formats

/* A saved view as rows {heading} and {name, label, base}. */
function readView(text) {
	const rows = [];
	let flags = '28';
	for (const line of text.split('\n')) {
		if (line.startsWith('@'))
			flags = line.slice(1);
		else if (flags === '200' && line.startsWith('-'))
			rows.push({heading: line.slice(1)});
		else if (/^tb\.[^ ]+$/.test(line))
			rows.push({name: line.replace(/\[.*/, ''), label: line.split('.').slice(2).join('.'),
				base: FORMATS[flags] || 16});
	}
	return rows;
}

/* Reads the changes of these signals in a VCD file: a list [time in ps, value as binary digits] for
 * each of them. Verilator's time unit is 1 ps. */
function readVcd(text, names) {
	const signals = new Map(), scope = [];
	const changes = new Map(names.map(n => [n, []]));
	let from = 0, first = -1, time = 0;
	const line = () => {
		const end = text.indexOf('\n', from), at = from;
		from = end < 0 ? text.length : end + 1;
		return text.slice(at, end < 0 ? text.length : end);
	};
	for (let words; from < text.length &&
		(words = line().trim().split(/\s+/))[0] !== '$enddefinitions';) {
		if (words[0] === '$scope')
			scope.push(words[2]);
		else if (words[0] === '$upscope')
			scope.pop();
		else if (words[0] === '$var') {
			const list = changes.get([...scope, words[4].replace(/\[.*/, '')].join('.'));
			if (list)
				signals.set(words[3], (signals.get(words[3]) || []).concat([list]));
		}
	}
	while (from < text.length) {
		const l = line();
		if (l[0] === '#') {
			time = Number(l.slice(1));
			first = first < 0 ? time : first;
			continue;
		}
		const blank = l[0] === 'b' ? l.indexOf(' ') : 0;
		const lists = signals.get(l.slice(blank + 1));
		const value = blank ? l.slice(1, blank).replace(/^0+(?=.)/, '') : l[0];
		for (const list of lists || [])
			if (!list.length || list[list.length - 1][1] !== value)
				list.push([time, value]);
	}
	return {changes, first: Math.max(first, 0), last: time};
}

const shownValue = (value, base) => /[xz]/i.test(value) ? 'x'
	: BigInt('0b' + value).toString(base).toUpperCase();

/* The value at a time: the last change before it. */
function valueAt(list, time) {
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (list[middle][0] <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? list[low - 1][1] : null;
}

/* Draws the rows of a view from the time @from to @to, in ps. */
function drawWaves(id, rows, changes, from, to) {
	const width = widthOf(id, 1300), left = Math.min(190, width * 0.36), w = width - left - 8;
	const row = 24;
	const height = 40 + row * rows.length;
	const svg = clearedSvg(id, width, height,
		`Waves from ${(from / 1e6).toFixed(2)} to ${(to / 1e6).toFixed(2)} us of the board's time`);
	const x = d3.scaleLinear().domain([from / 1e6, to / 1e6]).range([left, left + w]);
	const grid = svg.append('g');
	grid.attr('transform', `translate(0,${height - 22})`)
		.call(d3.axisBottom(x).ticks(w / 90).tickSize(-(height - 22))).attr('font-size', 12);
	grid.selectAll('line').attr('stroke', STYLE.grid);
	rows.forEach((r, i) => {
		const y = 6 + row * i;
		const label = svg.append('text').attr('x', r.heading ? 4 : 12).attr('y', y + 14)
			.attr('fill', STYLE.text);
		label.text(r.heading || (left < 190 ? r.label.split('.').pop() : r.label));
		if (r.heading)
			return label.attr('font-weight', 'bold').attr('stroke', STYLE.paper).attr('stroke-width', 5)
				.attr('paint-order', 'stroke');
		drawSignal(svg, r, changes.get(r.name), x, from, to, y);
		return 0;
	});
}

function drawSignal(svg, r, list, x, from, to, y) {
	const h = 16, end = x(to / 1e6);
	const parts = [[from, valueAt(list, from)], ...list.filter(c => c[0] > from && c[0] <= to)];
	const one = list.every(c => c[1].length === 1);
	let path = '';
	parts.forEach(([time, value], i) => {
		const a = x(time / 1e6), b = i + 1 < parts.length ? x(parts[i + 1][0] / 1e6) : end;
		if (value === null)
			return;
		if (one) {
			path += `${path ? 'L' : 'M'}${a.toFixed(1)} ${value === '1' ? y : y + h}H${b.toFixed(1)}`;
			return;
		}
		const s = Math.min(2, (b - a) / 2);
		path += `M${a.toFixed(1)} ${y + h / 2}l${s} ${-h / 2}H${(b - s).toFixed(1)}` +
			`l${s} ${h / 2}l${-s} ${h / 2}H${(a + s).toFixed(1)}Z`;
		const text = shownValue(value, r.base);
		if (b - a > 7 * text.length + 6)
			svg.append('text').attr('x', (a + b) / 2).attr('y', y + 12).attr('text-anchor', 'middle')
				.attr('font-size', 11).attr('fill', STYLE.text).text(text);
	});
	svg.append('path').attr('d', path).attr('fill', 'none').attr('stroke', STYLE.colors[0]);
}

const waves = {
	data: null,

	begin(board, views) {
		this.board = board;
		this.views = Object.fromEntries(Object.entries(views)
			.map(([name, text]) => [name, readView(text)]));
		for (const name of Object.keys(views))
			$('wave-view').add(new Option(name.replace(/_/g, ' '), name));
		$('wave-record').onchange = $('wave-window').onchange = () => queue(() => this.record());
		$('wave-show').onclick = () => queue(() => this.take());
		$('wave-save').onclick = () => queue(async () => {
			await this.take();
			download('waves.vcd', this.text, 'text/plain');
		});
		$('wave-view').onchange = () => queue(() => this.read());
		$('wave-range').onchange = $('wave-at').oninput = () => this.show();
	},

	/* Starts or stops to record, also for a board that was just opened. */
	async record() {
		const on = $('wave-record').checked;
		await this.board.must('lab_waves', on ? Number($('wave-window').value) : 0);
		$('wave-show').disabled = $('wave-save').disabled = !on;
	},

	async take() {
		await this.board.must('lab_save_waves', 'waves.vcd');
		this.text = new TextDecoder().decode(await this.board.read('waves.vcd'));
		this.read();
	},

	read() {
		if (!this.text)
			return;
		const rows = this.views[$('wave-view').value];
		this.data = readVcd(this.text, rows.filter(r => r.name).map(r => r.name));
		$('wave-at').value = 1000;
		this.show();
	},

	show() {
		const rows = this.views[$('wave-view').value]
			.filter(r => r.heading || this.data.changes.get(r.name).length);
		const {first, last, changes} = this.data;
		const span = Math.min(Number($('wave-range').value) * 1e6, Math.max(last - first, 1));
		const from = first + (last - first - span) * Number($('wave-at').value) / 1000;
		picture('waves', () => drawWaves('waves', rows, changes, from, from + span));
		const table = $('wave-table');
		table.replaceChildren();
		for (const r of rows.filter(r => r.name)) {
			const row = table.insertRow();
			row.insertCell().textContent = r.label;
			row.insertCell().textContent =
				shownValue(valueAt(changes.get(r.name), from + span) || 'x', r.base);
		}
		$('wave-time').textContent = `The last recorded time is ${(last / 1e6).toFixed(2)} us; ` +
			`the table has the values at ${((from + span) / 1e6).toFixed(2)} us.`;
	},
};
