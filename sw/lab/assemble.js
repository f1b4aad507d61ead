// SPDX-License-Identifier: Apache-2.0
// Makes a page that needs no other file: replaces each "<!-- include NAME -->" by the first file of
// that name in the folders, which may include others, and "<!-- packed NAME -->" by the file,
// compressed by gzip, in base64; "@BYTES@" becomes the length of the page.
//	node assemble.js PAGE FOLDER...
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const [page, ...folders] = process.argv.slice(2);

function find(name) {
	for (const folder of folders)
		if (fs.existsSync(path.join(folder, name)))
			return fs.readFileSync(path.join(folder, name), 'utf8');
	throw new Error(`${page}: no file ${name} in ${folders.join(', ')}`);
}

// inside of an element script, "</script" would end it
const contents = name => name.endsWith('.html') ? expand(find(name))
	: find(name).replace(/<\/script/g, '<\\/script');

const expand = text => text.replace(/<!-- (include|packed) (\S+) -->/g, (all, how, name) =>
	how === 'include' ? contents(name) : zlib.gzipSync(find(name), {level: 9}).toString('base64'));

const whole = expand(fs.readFileSync(page, 'utf8'));
process.stdout.write(whole.replace('@BYTES@', String(whole.length)));
