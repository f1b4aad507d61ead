// SPDX-License-Identifier: Apache-2.0
// The list of the pages in Chromium: it has each page, and no more.
//	node index.js LAB BOARD...
'use strict';
const fs = require('fs'), path = require('path');
const {check, ended, widths} = require('./page.js'), Chromium = require('./chromium.js');
const [lab, ...boards] = process.argv.slice(2);

ended((async () => {
	const c = new Chromium();
	try {
		await widths(c, `file://${path.resolve(lab, 'index.html')}`, 'index', lab, async () => {
			await c.until(`document.readyState === 'complete' && document.links.length`, 60);
			check('pages', await c.evaluate(`[...document.links].map(a => a.getAttribute('href'))`),
				boards.map(b => `${b}.html`));
			check('questions', await c.evaluate(
				`[...document.querySelectorAll('li')].every(e => e.textContent.length > 20)`), true);
		});
		check('errors in the console', c.console, []);
	} finally {
		await c.close();
	}
	for (const b of boards)
		check(`${b}.html`, fs.existsSync(path.join(lab, `${b}.html`)), true);
})());
