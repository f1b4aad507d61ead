/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures of the grids that a board returns (lab.h), as SVG that stands alone. STYLE is that of
 * all pictures (style.in). */
'use strict';
const HEAD = 6;	/* values before the cells of a grid */

/* Width of a picture in its own units: text has its full size where the page is narrow. */
const widthOf = (id, most = 640) =>
	Math.max(340, Math.min(most, document.getElementById(id).clientWidth || most));

/* At most one tick for each value of a variable of whole numbers. */
const ticks = (variable, top, most) =>
	Math.max(1, variable.unit === 1 ? Math.min(most, top) : most);

function clearedSvg(id, width, height, title) {
	const svg = d3.select('#' + id).attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'img')
		.attr('aria-label', title).attr('font-family', STYLE.font).attr('font-size', 12);
	svg.selectAll('*').remove();
	svg.append('title').text(title);
	svg.append('rect').attr('width', width).attr('height', height).attr('fill', STYLE.paper);
	return svg;
}

/* The shades of the counts from 1 to @max, logarithmic. */
const shadesTo = max => d3.scaleSequentialLog(d3.piecewise(d3.interpolateRgb, STYLE.shades))
	.domain([1, Math.max(max, 2)]);

/* The color of a text on @color: both have a contrast of at least 4.5. */
function textOn(color) {
	const {r, g, b} = d3.rgb(color);
	const light = d3.sum([[r, 0.2126], [g, 0.7152], [b, 0.0722]], ([v, weight]) => weight *
		(v <= 10 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
	return light > 0.179 ? STYLE.text : STYLE.paper;
}

/* Draws the picture #id by @draw(), and again when the page has another width. */
const pictures = new Map();
function picture(id, draw) {
	pictures.set(id, {draw, width: document.getElementById(id).clientWidth});
	draw();
}

let resized;
window.addEventListener('resize', () => {
	clearTimeout(resized);
	resized = setTimeout(() => {
		for (const [id, p] of pictures) {
			const width = document.getElementById(id).clientWidth;
			if (width && width !== p.width)
				picture(id, p.draw);
		}
	}, 150);
});

/* Replaces the contents of a table by a row of headings and rows of texts. */
function fillTable(table, headings, rows) {
	const row = (kind, texts) => {
		const tr = table.insertRow();
		for (const t of texts)
			tr.appendChild(document.createElement(kind)).textContent = t;
	};
	table.replaceChildren();
	row('th', headings);
	for (const r of rows)
		row('td', r);
}

/* Draws the axis that @make() makes at x, y, and its @text centered at tx, ty, upwards if @turn. */
function axis(svg, make, x, y, text, tx, ty, turn) {
	svg.append('g').attr('transform', `translate(${x},${y})`).call(make).attr('font-size', 12)
		.attr('class', make.scale().bandwidth ? 'bands' : null);
	svg.append('text').attr('transform', `translate(${tx},${ty})` + (turn ? ' rotate(-90)' : ''))
		.attr('text-anchor', 'middle').attr('fill', STYLE.text).text(text);
}

/* Steps of the color scale, with their counts. */
function legend(svg, color, max, x, y) {
	const steps = max > 1
		? d3.range(6).map(i => Math.max(1, Math.round(Math.pow(max, i / 5)))) : [max || 1];
	const shown = steps.filter((s, i) => i === 0 || s !== steps[i - 1]);
	svg.append('text').attr('x', x).attr('y', y - 6).attr('fill', STYLE.text).text('packets');
	shown.forEach((s, i) => {
		svg.append('rect').attr('x', x).attr('y', y + 18 * i).attr('width', 14).attr('height', 14)
			.attr('fill', color(s));
		svg.append('text').attr('x', x + 20).attr('y', y + 18 * i + 11).attr('fill', STYLE.text)
			.text(d3.format(',')(s));
	});
}

/* The picture as a file. */
function svgText(id) {
	const copy = document.getElementById(id).cloneNode(true);
	copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
	return new XMLSerializer().serializeToString(copy);
}
