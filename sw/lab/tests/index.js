// SPDX-License-Identifier: Apache-2.0
// The list of the pages in Chromium: it has each page and each sheet, and no more; the sheets.
//	node index.js LAB BOARD...
'use strict';
const fs = require('fs'), path = require('path');
const {check, ended, widths} = require('./page.js'), Chromium = require('./chromium.js');
const [lab, ...boards] = process.argv.slice(2);
const sheets = fs.readdirSync(path.join(__dirname, '../labs')).filter(f => f.endsWith('.md'))
	.map(f => path.parse(f).name);

ended((async () => {
	const c = new Chromium();
	try {
		await widths(c, `file://${path.resolve(lab, 'index.html')}`, 'index', lab, async () => {
			await c.until(`document.readyState === 'complete' && document.links.length`, 60);
			check('pages', await c.evaluate(`[...document.links].map(a => a.getAttribute('href')).sort()`),
				[...boards, ...sheets].map(b => `${b}.html`).sort());
			check('questions', await c.evaluate(
				`[...document.querySelectorAll('li')].every(e => e.textContent.length > 20)`), true);
		});
		for (const sheet of sheets)
			await widths(c, `file://${path.resolve(lab, sheet + '.html')}`, sheet, lab, async () => {
				await c.until(`document.readyState === 'complete' && document.links.length`, 60);
				check(`${sheet}: pictures`,
					await c.evaluate(`[...document.images].every(i => i.naturalWidth > 0)`), true);
			});
		check('errors in the console', c.console, []);
	} finally {
		await c.close();
	}
	for (const b of [...boards, ...sheets])
		check(`${b}.html`, fs.existsSync(path.join(lab, `${b}.html`)), true);
})());
