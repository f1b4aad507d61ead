/* SPDX-License-Identifier: Apache-2.0 */
/* The pictures of the SurfBoard's page. */
'use strict';
/* of node 0, 1, ... */
const SENDER_COLORS = [STYLE.colors[5], ...STYLE.colors.filter((c, i) => i !== 5)];

function nothing(svg, width, height) {
	svg.append('text').attr('x', width / 2).attr('y', height / 2)
		.attr('text-anchor', 'middle').attr('fill', STYLE.text)
		.text('No packets yet');
}

/* The values in cell @i of cells of @step values: "3", or "16 to 31". */
function rangeOf(i, step, unit) {
	const number = n => d3.format(',.4~r')(n * unit);
	return step > 1 ? `${number(i * step)} to ${number((i + 1) * step - 1)}` : number(i);
}

/* A joint histogram with the sums of its columns above it and of its rows beside it.
 * x, y: {name, unit: value of a step in the axis's unit} */
function drawHistogram(id, v, x, y) {
	const width = widthOf(id), height = 460, left = 68, top = 80, w = width - 238, h = 310;
	const [nx, ny, xw, yw, max, sum] = v;
	const title = `Joint histogram of ${x.name} and ${y.name}, ${d3.format(',')(sum)} packets`;
	const svg = clearedSvg(id, width, height, title);
	if (!sum)
		return nothing(svg, width, height);
	/* a whole number stands at the middle of its cells */
	const domain = (n, step, unit) => [0, Math.max(n, 1) * step * unit]
		.map(end => end - (step * unit === 1 ? 0.5 : 0));
	const sx = d3.scaleLinear().domain(domain(nx, xw, x.unit)).range([left, left + w]);
	const sy = d3.scaleLinear().domain(domain(ny, yw, y.unit)).range([top + h, top]);
	const color = shadesTo(max);
	const cw = w / Math.max(nx, 1), ch = h / Math.max(ny, 1);
	const columns = HEAD + nx * ny, rows = columns + nx;

	for (let i = 0; i < nx; i++)
		for (let k = 0; k < ny; k++) {
			const count = v[HEAD + i * ny + k];
			if (count)
				svg.append('rect').attr('x', left + i * cw).attr('y', top + h - (k + 1) * ch)
					.attr('width', cw).attr('height', ch).attr('fill', color(count))
					.append('title').text(`${x.name} ${rangeOf(i, xw, x.unit)}, ` +
						`${y.name} ${rangeOf(k, yw, y.unit)}: ${count} packets`);
		}
	const mx = d3.max(v.subarray(columns, rows)) || 1, my = d3.max(v.subarray(rows, rows + ny)) || 1;
	for (let i = 0; i < nx; i++)
		svg.append('rect').attr('x', left + i * cw).attr('width', Math.max(cw - 0.5, 0.5))
			.attr('fill', STYLE.colors[0])
			.attr('y', top - 6 - 55 * v[columns + i] / mx).attr('height', 55 * v[columns + i] / mx);
	for (let k = 0; k < ny; k++)
		svg.append('rect').attr('x', left + w + 6).attr('width', 70 * v[rows + k] / my)
			.attr('fill', STYLE.colors[0])
			.attr('y', top + h - (k + 1) * ch).attr('height', Math.max(ch - 0.5, 0.5));
	svg.append('text').attr('x', left).attr('y', 14).attr('fill', STYLE.text)
		.text(`sums by ${x.name}, up to ${d3.format(',')(mx)}`);
	svg.append('text').attr('x', left + w + 6).attr('y', top - 8).attr('fill', STYLE.text)
		.text(`sums, up to ${d3.format(',')(my)}`);
	svg.append('rect').attr('x', left).attr('y', top).attr('width', w).attr('height', h)
		.attr('fill', 'none').attr('stroke', STYLE.axis);
	axis(svg, d3.axisBottom(sx).ticks(ticks(x, nx * xw, w / 50)), 0, top + h,
		x.label, left + w / 2, top + h + 40);
	axis(svg, d3.axisLeft(sy).ticks(ticks(y, ny * yw, 8)), left, 0,
		y.label, 14, top + h / 2, true);
	legend(svg, color, max, left + w + 88, top + 40);
}

/* Latency against time; a cell is the set of senders whose packets are in it. */
function drawTimes(id, v, tick) {
	const width = widthOf(id), height = 320, left = 68, top = 34, w = width - 88, h = 236;
	const [nx, ny, xw, yw] = v;
	const svg = clearedSvg(id, width, height, 'Latency of each packet against its time of arrival');
	if (!nx)
		return nothing(svg, width, height);
	const ms = Math.max(nx, 1) * xw * tick / 1000, us = Math.max(ny, 1) * yw * tick;
	const sx = d3.scaleLinear().domain([0, ms]).range([left, left + w]);
	const sy = d3.scaleLinear().domain([0, us]).range([top + h, top]);
	const cw = w / Math.max(nx, 1), ch = h / Math.max(ny, 1);
	const paths = new Map(), drawn = new Map();

	/* where nodes coincide, one with few points is drawn, so that none hides another one */
	for (let i = 0; i < nx; i++)
		for (let k = 0; k < ny; k++) {
			const nodes = [];
			for (let set = v[HEAD + i * ny + k], node = 0; set; node++, set = Math.floor(set / 2))
				if (set % 2)
					nodes.push(node);
			if (!nodes.length)
				continue;
			const turn = n => Math.ceil((drawn.get(n) || 0) / 3);
			const node = nodes.reduce((a, b) => turn(b) < turn(a) ? b : a);
			drawn.set(node, (drawn.get(node) || 0) + 1);
			for (const n of nodes)
				paths.set(n, (paths.get(n) || '') + (n === node
					? `M${(left + (i + 0.5) * cw).toFixed(1)} ${(top + h - (k + 0.5) * ch).toFixed(1)}h0`
					: ''));
		}
	[...paths.keys()].sort((a, b) => a - b).forEach((node, i) => {
		const color = SENDER_COLORS[node % SENDER_COLORS.length];
		svg.append('path').attr('d', paths.get(node)).attr('stroke', color).attr('stroke-width', 4)
			.attr('stroke-linecap', 'round').attr('fill', 'none');
		svg.append('circle').attr('cx', left + 10 + 90 * i).attr('cy', 16).attr('r', 5)
			.attr('fill', color);
		svg.append('text').attr('x', left + 20 + 90 * i).attr('y', 20).attr('fill', STYLE.text)
			.text(`node ${node}`);
	});
	axis(svg, d3.axisBottom(sx).ticks(w / 60), 0, top + h,
		'time since the first packet, ms', left + w / 2, top + h + 38);
	axis(svg, d3.axisLeft(sy).ticks(6), left, 0, 'latency, us', 14, top + h / 2, true);
}
