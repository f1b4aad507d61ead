// SPDX-License-Identifier: Apache-2.0
// Prints the sources of configurations as JSON: name and text, without the license line.
//	node presets.js FILE.bsel...
'use strict';
const fs = require('fs'), path = require('path');

console.log(JSON.stringify(Object.fromEntries(process.argv.slice(2).map(file =>
	[path.basename(file, '.bsel'), fs.readFileSync(file, 'utf8').replace(/^# SPDX.*\n/, '')]))));
