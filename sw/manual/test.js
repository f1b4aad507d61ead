// SPDX-License-Identifier: Apache-2.0
// The manual in Chromium, from files: the width of each page at 390 pixels, the accessibility of a
// page of each kind, the search, and printing. The pages of make lab have tests of their own.
//	node test.js MANUAL
'use strict';
const fs = require('fs'), path = require('path');
const accessible = require('../lab/tests/accessible.js');
const {check, ended} = require('../lab/tests/page.js');
const Chromium = require('../lab/tests/chromium.js');
const manual = path.resolve(process.argv[2]);
const url = page => `file://${path.join(manual, page)}`;
const pages = fs.readdirSync(manual, {recursive: true})
	.filter(f => f.endsWith('.html') && !fs.existsSync(path.resolve('sw', path.parse(f).name, 'lab')));
const KINDS = ['index.html', 'contents.html', 'man/surf.1.html', 'registers/surfboard.html',
	'c/surflib.h.html', 'python/tallyboard.html', 'notebooks/papers-figures.html'];

async function open(c, page, width) {
	await c.leave();
	await c.open(url(page), width, 900);
	await c.until(`document.readyState === 'complete' && location.href.startsWith('file:')`, 60);
}

ended((async () => {
	const c = new Chromium();
	try {
		await open(c, 'index.html', 390);
		for (const page of pages) {
			await c.send('Page.navigate', {url: url(page)});
			await c.until(`location.href === ${JSON.stringify(url(page))} &&
				document.readyState === 'complete'`, 60);
			check(`${page}: width`, await c.evaluate(`document.documentElement.scrollWidth`), 390);
			check(`${page}: pictures`,
				await c.evaluate(`[...document.images].every(i => i.naturalWidth > 0)`), true);
		}
		for (const page of KINDS) {
			await open(c, page, 1280);
			await accessible(c, page, check);
			const {data} = await c.send('Page.printToPDF', {});
			check(`${page}: printed`, Buffer.from(data, 'base64').length > 10000, true);
		}
		await open(c, 'man/surf.1.html', 1280);
		await c.evaluate(`document.getElementById('manual-words').focus()`);
		await c.insert('surf_GetTMem');
		await c.until(`document.querySelector('#found a')`, 30);
		await c.evaluate(`document.querySelector('#found a').click()`);
		await c.until(`document.readyState === 'complete' && location.hash`, 30);
		check('the search finds a function', await c.evaluate(`document.body.textContent
			.includes('surf_GetTMem')`), true);
		check('errors in the console', c.console, []);
		check('requests to another site', c.requests.filter(u => !/^(file|data):/.test(u)), []);
	} finally {
		await c.close();
	}
	console.log(`${pages.length} pages`);
})());
