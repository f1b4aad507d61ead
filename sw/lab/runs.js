// SPDX-License-Identifier: Apache-2.0
// Prints the recorded runs as JSON: trace files, compressed, in base64.
//	node runs.js FILE=TITLE...
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');

console.log(JSON.stringify(process.argv.slice(2).map(arg => {
	const [, file, title] = arg.match(/^([^=]*)=(.*)$/);
	const data = zlib.gzipSync(fs.readFileSync(file), {level: 9}).toString('base64');
	return {file: path.basename(file), title, data};
})));
