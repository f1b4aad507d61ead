// SPDX-License-Identifier: Apache-2.0
// What a screen reader and a keyboard find in a page: names, headings, live regions, contrast, and
// the order of Tab.
'use strict';
const CONTROLS = ['button', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'slider',
	'spinbutton', 'link', 'DisclosureTriangle'];

const value = (node, name) => (node[name] || {}).value;
const property = (node, name) =>
	((node.properties || []).find(p => p.name === name) || {value: {}}).value.value;
const shown = node => `${value(node, 'role')} "${value(node, 'name') || ''}"`;

/* Faults of the accessibility tree, as texts. */
async function tree(c) {
	const {nodes} = await c.send('Accessibility.getFullAXTree');
	const all = nodes.filter(n => !n.ignored), faults = [];
	for (const n of all) {
		const role = value(n, 'role'), name = (value(n, 'name') || '').trim();
		if ((CONTROLS.includes(role) || role === 'image') && !name)
			faults.push(`without a name: ${role}`);
		if (property(n, 'focusable') && ['generic', 'none'].includes(role))
			faults.push(`without a role: ${shown(n)}`);
	}
	let last = 0;
	for (const n of all.filter(n => value(n, 'role') === 'heading')) {
		const level = property(n, 'level');
		if (level > last + 1 || (level === 1) !== !last)
			faults.push(`level ${level} after ${last}: ${shown(n)}`);
		last = level;
	}
	return faults;
}

/* In the page: texts whose contrast with what is behind them is below that of WCAG 2, level AA. */
function faint() {
	const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
	const rgba = color => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
		return {r, g, b, a: a / 255};
	};
	const over = (top, below) => Object.fromEntries(
		['r', 'g', 'b'].map(k => [k, top[k] * top.a + below[k] * (1 - top.a)]));
	const light = c => ['r', 'g', 'b'].map(k => c[k] / 255)
		.map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) =>
		(Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const behind = e => {
		if (!e)
			return {r: 255, g: 255, b: 255};
		const own = rgba(getComputedStyle(e).backgroundColor);
		return own.a === 1 ? own : over(own, behind(e.parentElement));
	};
	/* the last filled rectangle before a text of a picture that contains its middle */
	const behindText = text => {
		const box = text.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
		let color = behind(text.closest('svg'));
		for (const r of text.closest('svg').querySelectorAll('rect')) {
			const b = r.getBoundingClientRect(), style = getComputedStyle(r);
			if (text.compareDocumentPosition(r) & Node.DOCUMENT_POSITION_FOLLOWING ||
				style.fill === 'none' || x < b.left || x > b.right || y < b.top || y > b.bottom)
				continue;
			const fill = rgba(style.fill);
			fill.a *= style.fillOpacity * style.opacity;
			color = over(fill, color);
		}
		return color;
	};
	const faults = new Set();
	for (const e of document.querySelectorAll('body *')) {
		const own = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
			.map(n => n.data.trim()).join(' ');
		const text = own || (e.matches('input, textarea, select') ? e.value || e.placeholder : '');
		if (!text || !e.checkVisibility() || e.disabled ||
			e.matches('title, option, script, style, noscript'))
			continue;
		const style = getComputedStyle(e), picture = e.matches('svg text, svg tspan');
		const color = rgba(picture ? style.fill : style.color);
		const back = picture ? behindText(e) : behind(e);
		const least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5, have = ratio(over(color, back), back);
		if (have < least)
			faults.add(`${have.toFixed(2)}: ${text.slice(0, 40)}`);
	}
	return [...faults];
}

/* In the page: controls that Tab should reach. */
function reachable() {
	const all = [...document.querySelectorAll(
		'a[href], button, input, select, textarea, summary, [tabindex="0"]')]
		.filter(e => !e.disabled && e.checkVisibility());
	all.forEach((e, i) => { e.dataset.order = i; });
	return all.length;
}

/* Goes through the page by Tab alone; what was not reached, or shows no focus. */
async function tabs(c) {
	const want = await c.evaluate(`(${reachable})()`), seen = new Set(), hidden = [];
	await c.evaluate(`document.activeElement.blur(); window.getSelection().removeAllRanges();
		window.scrollTo(0, 0)`);
	for (let i = 0; i < want + 20 && seen.size < want; i++) {
		await c.key('Tab', 9);
		const [order, outline, what] = await c.evaluate(`(e => [e.dataset.order,
			getComputedStyle(e).outlineStyle, e.outerHTML.slice(0, 60)])(document.activeElement)`);
		if (order && outline === 'none')
			hidden.push(what);
		if (order)
			seen.add(order);
	}
	const missed = await c.evaluate(`[...document.querySelectorAll('[data-order]')].filter(e =>
		!${JSON.stringify([...seen])}.includes(e.dataset.order)).map(e => e.outerHTML.slice(0, 60))`);
	return {missed, hidden};
}

/* Checks the open page. */
async function accessible(c, name, check) {
	await c.evaluate(`document.querySelectorAll('details').forEach(d => { d.open = true; })`);
	check(`${name}: accessibility tree`, await tree(c), []);
	check(`${name}: contrast`, await c.evaluate(`(${faint})()`), []);
	check(`${name}: Tab`, await tabs(c), {missed: [], hidden: []});
	check(`${name}: language and title`,
		await c.evaluate(`[document.documentElement.lang, document.title !== '']`), ['en', true]);
}
module.exports = accessible;
