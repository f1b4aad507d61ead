/* SPDX-License-Identifier: Apache-2.0 */
/* The page of the SHRIMP monitor of 1996. Board, packets and driver are in the worker, behind the
 * tools spm and spm-address; this file draws what they print. */
'use strict';
const PACKETS = 'sim generate count=1000 period=1us words=1-16 latency=2us-20us x=0-3';
const UNITS = {latency: 'latency, us', size: 'size, bytes', sender: 'sender'};
const SCALES = {latency: 0.1};
const THRESHOLD = 10;
const COLUMNS = 48;	// latencies are merged to at most so many

/* The lines of a CSV table as objects. */
function rowsOf(lines) {
	const names = lines[0].split(',');
	return lines.slice(1).map(l => Object.fromEntries(l.split(',')
		.map((v, i) => [names[i], i ? Number(v) : v])));
}

/* What spm has printed: state, queue, counters. */
function partsOf(text) {
	const lines = text.split('\n').filter(l => l);
	const queue = lines.findIndex(l => l.startsWith('address,'));
	const board = lines.findIndex(l => l.startsWith('# board'));
	const all = lines.findIndex(l => l.startsWith('address,count'));
	return {state: lines.slice(0, queue), queue: lines.slice(queue, board),
		counters: lines.slice(board), variables: lines[all].split(',').slice(2),
		rows: rowsOf(lines.slice(all))};
}

/* Adds rows of counters that share a cell of the picture. */
function cellsOf(rows, variables) {
	const widest = v => Math.ceil((d3.max(rows, r => r[v]) + 1) / COLUMNS);
	const step = v => v === 'latency' ? widest(v) : 1;
	const cells = new Map();
	for (const r of rows) {
		const [x, y] = variables.map(v => Math.floor(r[v] / step(v)) * step(v)), key = `${x} ${y}`;
		const cell = cells.get(key) || {x, y, count: 0, exceeds: 0};
		cell.count += r.count;
		cell.exceeds += r.count > THRESHOLD;
		cells.set(key, cell);
	}
	return [...cells.values()];
}

/* "size 60 bytes" */
const described = (r, variables) => variables.map(v => {
	const [name, unit] = UNITS[v].split(', ');
	return `${name} ${label(v, r[v])}${unit ? ' ' + unit : ''}`;
}).join(' and ');

const label = (v, n) => d3.format('~r')(Number((n * (SCALES[v] || 1)).toFixed(1)));

function drawCells(cells, [vx, vy]) {
	const width = widthOf('joint', 1300), left = 56, top = 30, right = width - 100;
	const values = k => [...new Set(cells.map(c => c[k]))].sort((a, b) => a - b), ys = values('y');
	const h = Math.max(8, Math.min(26, 420 / ys.length)), bottom = top + h * ys.length;
	const x = d3.scaleBand(values('x'), [left, right]), y = d3.scaleBand(ys, [bottom, top]);
	const svg = clearedSvg('joint', width, Math.max(bottom + 44, top + 200),
		`Packets by ${UNITS[vx]} and ${UNITS[vy]}`);
	const most = d3.max(cells, c => c.count), color = shadesTo(most);
	/* a black line and in it a white one, which is seen on each shade */
	const frame = (x, y, w, h) => {
		for (const [color, inset] of [[STYLE.text, 1], [STYLE.paper, 3]])
			svg.append('rect').attr('x', x + inset).attr('y', y + inset)
				.attr('width', Math.max(1, w - 2 * inset)).attr('height', Math.max(1, h - 2 * inset))
				.attr('fill', 'none').attr('stroke', color).attr('stroke-width', 2)
				.attr('class', color === STYLE.text ? 'frame' : 'ground');
	};
	for (const c of cells) {
		svg.append('rect').attr('x', x(c.x) + 1).attr('y', y(c.y) + 1)
			.attr('width', Math.max(1, x.bandwidth() - 2)).attr('height', y.bandwidth() - 2)
			.attr('fill', color(c.count)).attr('class', 'cell').append('title')
			.text(`${UNITS[vx]} ${label(vx, c.x)}, ${UNITS[vy]} ${label(vy, c.y)}: ${c.count}`);
		if (c.exceeds)
			frame(x(c.x), y(c.y), x.bandwidth(), y.bandwidth());
		if (x.bandwidth() > 34 && h > 14)
			svg.append('text').attr('x', x(c.x) + x.bandwidth() / 2).attr('y', y(c.y) + h / 2 + 4)
				.attr('text-anchor', 'middle')
				.attr('fill', textOn(color(c.count))).text(c.count);
	}
	const shown = (scale, room) =>
		scale.domain().filter((v, i) => i % Math.ceil(room / scale.step()) === 0);
	axis(svg, d3.axisBottom(x).tickValues(shown(x, 34)).tickFormat(n => label(vx, n)), 0, bottom,
		UNITS[vx], (left + right) / 2, bottom + 36);
	axis(svg, d3.axisLeft(y).tickValues(shown(y, 16)).tickFormat(n => label(vy, n)), left, 0,
		UNITS[vy], 14, (top + bottom) / 2, true);
	legend(svg, color, most, right + 14, top + 14);
	svg.append('rect').attr('x', left).attr('y', 6).attr('width', 20).attr('height', 16)
		.attr('fill', color(most));
	frame(left, 6, 20, 16);
	svg.append('text').attr('x', left + 26).attr('y', 18).attr('fill', STYLE.text)
		.text(`more than ${THRESHOLD} packets in a counter`);
}

async function count() {
	const config = $('config').value;
	complain('');
	document.body.dataset.counted = '';
	say('The packets arrive: some seconds.');
	const parts = partsOf(await tool('spm', '-c', `config ${config}`, '-c', `threshold ${THRESHOLD}`,
		'-c', 'start', '-c', PACKETS, '-c', 'sim drain', '-c', 'stop', '-c', 'status',
		'-c', 'queue', '-c', 'histogram 0 0xC8FF'));
	const mux = (await tool('spm-address', '--list')).split('\n')
		.find(l => l.split(',')[1] === config);
	const queued = new Set(parts.queue.slice(1).map(l => l.split(',')[0])), {rows, variables} = parts;
	const largest = rows.reduce((a, b) => b.count > a.count ? b : a), all = d3.sum(rows, r => r.count);
	const cells = cellsOf(rows, variables);
	picture('joint', () => drawCells(cells, variables));
	fillTable($('table'), ['address', ...variables.map(v => UNITS[v]), 'packets'],
		[...rows].sort((a, b) => b.count - a.count)
			.map(r => [r.address, ...variables.map(v => label(v, r[v])), r.count]));
	$('verdict').textContent =
		`${all} packets in ${rows.length} counters; the largest count is ${largest.count}.\n` +
		`${rows.filter(r => r.count > THRESHOLD).length} counters exceed ${THRESHOLD}; the queue holds ` +
		`${parts.queue.length - 1} addresses, those of ${queued.size} counters.`;
	$('mux').textContent = `MUX = ${mux.split(',')[0]} selects ${config}`;
	$('example').textContent = `for instance ${largest.address} for ${described(largest, variables)}`;
	$('queue').textContent = parts.state.find(l => l.startsWith('queue: ')).slice(7);
	$('loss').textContent = parts.state.find(l => l.startsWith('lost: ')).slice(6);
	$('addresses').textContent = parts.queue.join('\n');
	$('counters').textContent = parts.counters.join('\n');
	say(`Counted: ${$('config').selectedOptions[0].textContent}.`);
	document.body.dataset.counted = config;
}

onFailure = () => say('Nothing was counted.');
$('count').onclick = () => queue(count);
beginTools(async () => { say('The board is ready.'); });
