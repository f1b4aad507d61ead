// SPDX-License-Identifier: Apache-2.0
// Prints a list of the pages and sheets: name and first question of each.
//	node index.js PAGE...	sw/<board>/lab/page.html, or the sheet of a lab (.md)
'use strict';
const fs = require('fs'), path = require('path');

const first = (text, tag) => text.match(new RegExp(`<${tag}[^>]*>(?:1\\. )?(.*)</${tag}>`))[1];
const item = (file, name, question) =>
	console.log(`<li><a href="${file}.html">${name}</a>: ${question}</li>`);

const title = file => fs.readFileSync(file, 'utf8').match(/^# (.*)/)?.[1] ?? '';

for (const page of process.argv.slice(2).sort((a, b) => title(a) < title(b) ? -1 : 1)) {
	const text = fs.readFileSync(page, 'utf8');
	if (page.endsWith('.md'))
		item(path.parse(page).name, text.match(/^# (.*)/)[1], text.match(/\n\n([^.?]*[.?])/)[1]);
	else
		item(path.basename(path.resolve(page, '../..')), first(text, 'h1'), first(text, 'h2'));
}
