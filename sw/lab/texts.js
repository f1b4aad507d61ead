// SPDX-License-Identifier: Apache-2.0
// Prints text files as JSON: name without its extension, and text without the license line.
//	node texts.js FILE...
'use strict';
const fs = require('fs'), path = require('path');

console.log(JSON.stringify(Object.fromEntries(process.argv.slice(2).map(file =>
	[path.parse(file).name, fs.readFileSync(file, 'utf8').replace(/^.*SPDX.*\n/, '')]))));
