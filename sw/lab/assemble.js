// SPDX-License-Identifier: Apache-2.0
// Makes a page that needs no other file: replaces each "<!-- include NAME -->" by the first file of
// that name in the folders.
//	node assemble.js PAGE FOLDER...
'use strict';
const fs = require('fs'), path = require('path');
const [page, ...folders] = process.argv.slice(2);

function find(name) {
	for (const folder of folders)
		if (fs.existsSync(path.join(folder, name)))
			return fs.readFileSync(path.join(folder, name), 'utf8');
	throw new Error(`${page}: no file ${name} in ${folders.join(', ')}`);
}

// inside of an element script, "</script" would end it
process.stdout.write(fs.readFileSync(page, 'utf8').replace(/<!-- include (\S+) -->/g,
	(all, name) => find(name).replace(/<\/script/g, '<\\/script')));
