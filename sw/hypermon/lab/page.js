/* SPDX-License-Identifier: Apache-2.0 */
/* The page of HYPERMON. The nodes, both boards and the reader run in the worker, behind the tools
 * hmrecord, hmdump and hmstat; this file draws what they print. */
'use strict';
const NODES = 8, TABLE = 'nx2.events', TRANSFERS_NS = 4 * 800;
/* A slow reader records for longer. */
const SHOWN = '--time=,60ms';
const WORK = ['-c', `program life nodes=${NODES}`, '-t', '60ms'];
/* Name of the trace, arguments of the board, title, and largest depth that is compiled. */
const LANES = [['1990', '', 'Board of 1990', Infinity],
	['marked', ',marks=1', 'Board with marks', 1024]];
const COLORS = {certain: STYLE.colors[0], probable: STYLE.colors[1], missing: STYLE.rest};
let whole;	// the trace of a reader that keeps up

/* What hmdump prints of a trace: events, stretches that are not decoded, marks of loss. */
async function traceOf(name) {
	const file = `${name}.hm`, events = [], gaps = [], marks = [];
	const lines = (await tool('hmdump', '-t', SHOWN, '-e', TABLE, file)).split('\n');
	for (const l of lines.filter(l => l)) {
		const gap = l.match(/^# gap: node (\d+): (\d+) to (\d+) ns/);
		const [ns, node, kind, , probable] = l.split(' ');
		if (gap)
			gaps.push({node: Number(gap[1]), from: Number(gap[2]), to: Number(gap[3])});
		else if (!l.startsWith('#'))
			events.push({ns: Number(ns), node: Number(node), kind,
				probable: probable === 'probable', key: `${ns} ${node} ${kind}`});
	}
	const text = (await tool('hmdump', SHOWN, file)).split('\n')
		.filter(l => l.startsWith('# lost: windows '));
	for (const [, from, to, frames] of text.map(l => l.match(/windows (\d+) to (\d+): (\d+) frames/)))
		marks.push({from: Number(from) * 800, to: (Number(to) + 1) * 800, frames: Number(frames)});
	return {events, gaps, marks, text: text.join('\n'), stat: await tool('hmstat', '-e', TABLE, file)};
}

/* A number from the statistics. */
const number = (trace, name) =>
	Number((trace.stat.match(new RegExp(`^${name}: ([\\d.]+)`, 'm')) || [0, 0])[1]);

const count = d3.format(',.0f');
const sentBy = (trace, node) =>
	trace.events.filter(e => e.node === node && e.kind === 'SEND').length;

/* Lines from the top to the bottom of a row, as one path. */
function drawEvents(svg, events, x, y, h, color) {
	svg.append('path').attr('stroke', color).attr('stroke-width', 1.5).attr('fill', 'none')
		.attr('d', events.map(e => `M${x(e.ns).toFixed(1)},${y(e.node)}v${h}`).join(''));
}

function drawLanes(traces) {
	const width = widthOf('lanes', 1200), left = 64, row = 16, head = 30;
	const lane = head + NODES * row + 18, top = 40, end = d3.max(whole.events, e => e.ns) * 1.01;
	const x = d3.scaleLinear([0, end], [left, width - 12]);
	const lanes = LANES.filter(([name]) => traces[name]), bottom = top + lanes.length * lane;
	const svg = clearedSvg('lanes', width, bottom + 40, 'Events of each node against time: ' +
		lanes.map(([, , title]) => title).join(', '));
	let at = 4;
	for (const [name, color] of Object.entries(COLORS)) {
		svg.append('rect').attr('x', at).attr('y', 6).attr('width', 12).attr('height', 12)
			.attr('fill', color);
		svg.append('text').attr('x', at + 17).attr('y', 16).attr('fill', STYLE.text).text(name);
		at += 80;
	}
	svg.append('rect').attr('x', at).attr('y', 6).attr('width', 12).attr('height', 12)
		.attr('class', 'ground').attr('fill', STYLE.unknown);
	svg.append('text').attr('x', at + 17).attr('y', 16).attr('fill', STYLE.text).text('not known');
	lanes.forEach(([name, , title], i) => {
		const y0 = top + i * lane + head, y = node => y0 + node * row + 2, h = row - 4, t = traces[name];
		const found = new Set(t.events.map(e => e.key));
		svg.append('text').attr('x', 4).attr('y', y0 - 12).attr('fill', STYLE.text)
			.attr('font-weight', 'bold')
			.text(`${title}: ${t.events.length} of ${whole.events.length} events`);
		for (let n = 0; n < NODES; n++)
			svg.append('text').attr('x', left - 8).attr('y', y(n) + 11)
				.attr('text-anchor', 'end').attr('fill', STYLE.text)
				.text(n ? n : 'node 0');
		for (const g of t.gaps)
			svg.append('rect').attr('x', x(g.from)).attr('y', y(g.node) - 1)
				.attr('width', Math.max(0, x(Math.min(g.to, end)) - x(g.from)))
				.attr('height', row - 2).attr('class', 'ground').attr('fill', STYLE.unknown).append('title')
				.text(`node ${g.node}: ${g.from} to ${g.to} ns not known`);
		drawEvents(svg, whole.events.filter(e => !found.has(e.key)), x, y, h, COLORS.missing);
		drawEvents(svg, t.events.filter(e => e.probable), x, y, h, COLORS.probable);
		drawEvents(svg, t.events.filter(e => !e.probable), x, y, h, COLORS.certain);
		for (const m of t.marks) {
			svg.append('rect').attr('x', x(m.from)).attr('y', y0 - 2)
				.attr('width', Math.max(2, x(m.to) - x(m.from))).attr('height', NODES * row + 2)
				.attr('fill', 'none').attr('stroke', STYLE.alarm).attr('stroke-width', 2)
				.append('title').text(`mark: ${m.frames} frames lost`);
			svg.append('text').attr('x', Math.min(x(m.from), width - 130))
				.attr('y', y0 + NODES * row + 13).attr('fill', STYLE.alarm)
				.text(`mark: ${m.frames} frames`);
		}
	});
	axis(svg, d3.axisBottom(d3.scaleLinear([0, end / 1e6], x.range()))
		.ticks(width < 600 ? 5 : 10), 0, bottom,
		'time, ms', (left + width) / 2, bottom + 34);
}

function showFigures(traces) {
	const all = whole.events.length;
	const lanes = LANES.filter(([name]) => traces[name])
		.map(([name, , title]) => [title, traces[name]]);
	const sure = t => t.events.filter(e => !e.probable).length;
	const nodes = d3.range(NODES)
		.map(n => [n, ...[whole, ...lanes.map(([, t]) => t)].map(t => sentBy(t, n))]);
	$('verdict').textContent = lanes.map(([title, t]) =>
		`${title}: ${count(number(t, 'lost'))} frames lost; ` +
		`${t.events.length} of ${all} events are left, ${sure(t)} of them certain.`).join('\n');
	fillTable($('messages'), ['node', 'sent', ...lanes.map(([title]) => title)],
		[...nodes, ['all', ...nodes[0].slice(1).map((_, i) => d3.sum(nodes, r => r[i + 1]))]]);
	fillTable($('table'),
		['node', 'events', ...lanes.flatMap(([title]) => [`${title}: certain`, 'probable'])],
		d3.range(NODES).map(n => [n, ...[whole.events,
			...lanes.flatMap(([, t]) => [t.events.filter(e => !e.probable),
				t.events.filter(e => e.probable)])]
			.map(list => list.filter(e => e.node === n).length)]));
	$('depth-frames').textContent = count($('depth').value);
	$('frames').textContent = `${count(number(whole, 'frames'))} frames with ` +
		`${count(number(whole, 'nibbles'))} nibbles make ${all} events`;
	$('rate').textContent =
		`at most ${count(1e9 / (TRANSFERS_NS + Number($('cost').value)))} frames a second, ` +
		`while the program makes ${count(number(whole, 'frames/s'))} on the average`;
	$('registers').textContent = lanes.map(([title, t]) => {
		const lost = t.stat.match(/^lost: (\d+) frames; STATUS (\d+) (.*)$/m);
		return `${title}: STATUS = ${lost ? `${lost[2]} (${lost[3]})` : 0}, LOST = ${lost ? lost[1] : 0}`;
	}).join('. ');
	$('marks').textContent = traces.marked ? traces.marked.text || 'no mark'
		: 'no board with marks has this depth';
	for (const [name] of LANES)
		$(`stat-${name}`).textContent = traces[name] ? traces[name].stat : '';
}

async function record(name, board, cost) {
	await tool('hmrecord', '-b', board, ...WORK, `--cost=${cost}`, '-o', `${name}.hm`);
	return traceOf(name);
}

async function recordAll() {
	const cost = $('cost').value, depth = $('depth').value, traces = {};
	complain('');
	document.body.dataset.recorded = '';
	say('The nodes run, and the boards record: some seconds.');
	whole = whole || await record('whole', 'sim:', 0);
	for (const [name, board] of LANES.filter(([, , , most]) => depth <= most))
		traces[name] = await record(name, `sim:depth=${depth}${board}`, cost);
	picture('lanes', () => drawLanes(traces));
	showFigures(traces);
	await shell.showFiles();
	say(`Recorded: the reader spent ${cost / 1000} us on each frame, ` +
		`and the FIFO held ${count(depth)}.`);
	document.body.dataset.recorded = `${cost} ${depth}`;
}

onFailure = () => say('Nothing was recorded.');
$('record').onclick = () => queue(recordAll);
beginTools(async () => {
	await board.write(TABLE, bytesOfText(JSON.parse($('events').textContent).nx2));
	say('The boards are ready.');
});
