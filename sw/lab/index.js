// SPDX-License-Identifier: Apache-2.0
// Prints a list of the pages: the name of each board and the first question of its page.
//	node index.js PAGE...	sw/<board>/lab/page.html
'use strict';
const fs = require('fs'), path = require('path');

const first = (text, tag) => text.match(new RegExp(`<${tag}[^>]*>(?:1\\. )?(.*)</${tag}>`))[1];

for (const page of process.argv.slice(2)) {
	const text = fs.readFileSync(page, 'utf8'), board = path.basename(path.resolve(page, '../..'));
	console.log(`<li><a href="${board}.html">${first(text, 'h1')}</a>: ${first(text, 'h2')}</li>`);
}
