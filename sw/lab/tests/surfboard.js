// SPDX-License-Identifier: Apache-2.0
// The page of the SurfBoard in Chromium: from a file and from a server, all that a student does
// there, and the same bins as `tallyboard demo`.
//	node surfboard.js LAB RUNS	folders of the pages, and of what demo wrote
'use strict';
const fs = require('fs'), http = require('http'), path = require('path'), zlib = require('zlib');
const Chromium = require('./chromium.js');
const [lab, runs] = process.argv.slice(2);
const SHORT = '6';	// number of a run of few packets
let checks = 0, failures = 0;

function check(what, got, want) {
	checks++;
	if (JSON.stringify(got) === JSON.stringify(want))
		return;
	failures++;
	console.log(`${what}: got ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`);
}

const dataLines = text => text.split('\n').filter(l => l && !l.startsWith('#'));

async function histogram(c) {
	const text = await c.evaluate(`queue(readBack).then(() => board.read('run.hist')).then(b => new TextDecoder().decode(b))`);
	return dataLines(text);
}

const finished = `ended && document.body.dataset.done`;
const idle = `queue(() => {}).then(() => '')`;

async function select(c, id, value) {
	await c.evaluate(`$('${id}').value = ${JSON.stringify(value)}; $('${id}').dispatchEvent(new Event('change')); ${idle}`);
}

/* Runs a recorded program and compares its bins with those of demo. */
async function sameAsDemo(c, name, number) {
	await select(c, 'run', String(number));
	await c.evaluate(`$('start').click()`);
	await c.until(finished);
	const want = dataLines(fs.readFileSync(path.join(runs, name + '.hist'), 'utf8'));
	check(`${name}: bins`, await histogram(c), want);
	const r = await c.evaluate(`board.string('lab_report').then(wordsByName)`);
	check(`${name}: latencies that differ from the trace`, r.latencies, ['0']);
	check(`${name}: error`, await c.evaluate(`$('error').textContent`), '');
}

async function firstPicture(c, url) {
	await c.open(url, 1280, 900);
	await c.until(`document.readyState === 'complete' && document.body.dataset.ready`);
	check(`${url}: message of an error`, await c.evaluate(`$('error').textContent`), '');
	check(`${url}: pictures`, await c.evaluate(`document.querySelectorAll('svg[aria-label]').length`), 2);
	const ms = await c.evaluate(`Math.round(performance.now())`);
	console.log(`${url.replace(/:.*/, '')}: first picture after at most ${ms} ms`);
}

async function steps(c) {
	await select(c, 'run', '0');
	const filled = [];
	for (let i = 0; i < 4; i++) {
		await c.evaluate(`$('step').click(); ${idle}`);
		filled.push(await c.evaluate(`[...document.querySelectorAll('.stages .full')].map(e => e.id).join()`));
	}
	check('stages of the first packet', filled, ['stage1', 'stage2', 'stage3', 'stage1,stage3']);
}

async function selector(c) {
	const source = 'bin[5:0] = size[5:0]\nbin[7:6] = sender[1:0]\nbin[11:8] = latency[7:4]\n';
	await select(c, 'run', SHORT);
	await c.evaluate(`$('bsel').value = ${JSON.stringify(source)}; $('apply').click(); ${idle}`);
	check('fields', await c.evaluate(`[...$('x').options].map(o => o.text)`), ['latency', 'sender', 'size']);
	await c.evaluate(`$('start').click()`);
	await c.until(finished);
	const bins = await histogram(c);
	const trace = dataLines(fs.readFileSync(path.join(runs, 'simple-on.trace'), 'utf8')).map(l =>
		l.split(' ').map(w => parseInt(w, 16)));
	const counts = new Map();
	for (const [, w0, w1] of trace) {
		const bin = (w1 >>> 18 & 63) | (w0 >>> 26 & 3) << 6 | (w0 >>> 4 & 15) << 8;
		counts.set(bin, (counts.get(bin) || 0) + 1);
	}
	const hex = (n, digits) => n.toString(16).toUpperCase().padStart(digits, '0');
	check('bins of three fields', bins, [...counts].sort((a, b) => a[0] - b[0])
		.map(([bin, n]) => `${hex(bin, 6)} ${hex(n, 8)}`));
	await files(c, bins);
	await c.evaluate(`$('bsel').value = 'bin[3:0] = size[4:0]\\nbin[5] = colour[1]\\n'; $('apply').click(); ${idle}`);
	const errors = await c.evaluate(`$('bsel-error').textContent`);
	check('places of errors in a source', errors.split('\n').map(l => l.replace(/^(\d+:\d+): .*/, '$1')).length, 2);
	await c.evaluate(`document.querySelector('#wires select').value = '0';
		document.querySelector('#wires select').dispatchEvent(new Event('change')); ${idle}`);
	check('a wire changes the source', /bin\[23\] = latency\[0\]/.test(await c.evaluate(`$('bsel').value`)), true);
}

/* A trace of one's own, with the present configuration, which gave @bins for the same packets. */
async function files(c, bins) {
	const text = fs.readFileSync(path.join(runs, 'simple-on.trace'), 'utf8');
	const own = path.join(lab, 'work', 'own.trace.gz'), broken = path.join(lab, 'work', 'broken.trace');
	fs.writeFileSync(own, zlib.gzipSync(text));
	await c.upload('#file', own);
	await c.until(`$('message').textContent.startsWith('own.trace.gz: 0 of') && ready`);
	await c.evaluate(`$('start').click()`);
	await c.until(finished);
	check('an uploaded trace', await histogram(c), bins);
	fs.writeFileSync(broken, text.split('\n').slice(0, 12).join('\n') + '\n000004 0400\n');
	await c.upload('#file', broken);
	await c.until(`$('error').textContent`);
	check('place of the error in a broken file', await c.evaluate(`$('error').textContent.split(' ')[0]`), 'broken.trace:13:');
	await select(c, 'run', SHORT);
	check('after a broken file', await c.evaluate(`$('error').textContent`), '');
}

/* With the keyboard alone: Tab to the button Run, Enter. */
async function keyboard(c) {
	await select(c, 'preset', 'size-sender');
	const bit = await c.evaluate(`queue(() => board.must('lab_write_bit', 'run.bit')).then(() => board.read('run.bit'))
		.then(b => [...b])`);
	check('the compiled configuration', bit, [...fs.readFileSync('fpga-configs/size-sender.bit')]);
	await c.evaluate(`document.body.focus()`);
	let found = false;
	for (let i = 0; i < 20 && !found; i++) {
		await c.key('Tab', 9);
		found = await c.evaluate(`document.activeElement.id === 'start'`);
	}
	check('the button Run is reached by Tab', found, true);
	await c.key('Enter', 13);
	await c.until(finished);
	check('each control has a name', await c.evaluate(`[...document.querySelectorAll('select, input, textarea, button')]
		.filter(e => !(e.labels && e.labels.length) && !e.textContent.trim()).map(e => e.id)`), []);
}

async function sizes(c, url) {
	for (const width of [390, 1280, 1920]) {
		await c.leave();
		await c.open(url, width, 900);
		await c.until(`document.body && document.body.dataset.ready`);
		await c.evaluate(`queue(async () => { await board.number('lab_run', 1000, 1e6); await show(); })`);
		check(`${width} pixels: width of the page`, await c.evaluate(`document.documentElement.scrollWidth`), width);
		await c.picture(path.join(lab, 'work', `surfboard-${width}.png`));
	}
}

async function main() {
	const c = new Chromium();
	const server = http.createServer((request, response) => {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(fs.readFileSync(path.join(lab, path.basename(request.url))));
	});
	await new Promise(done => server.listen(0, '127.0.0.1', done));
	const file = 'file://' + path.resolve(lab, 'surfboard.html');
	try {
		await firstPicture(c, `http://127.0.0.1:${server.address().port}/surfboard.html`);
		await c.leave();
		await firstPicture(c, file);
		await steps(c);
		await selector(c);
		await keyboard(c);
		await sizes(c, file);
		for (const [i, name] of ['lu-on', 'lu-off', 'radix-on', 'radix-off'].entries())
			await sameAsDemo(c, name, i);
		check('errors in the console', c.console, []);
		check('requests to another site', c.requests.filter(u => !/^(file:|data:|blob:|http:\/\/127\.0\.0\.1:)/.test(u)), []);
	} finally {
		await c.close();
		server.close();
	}
	const bytes = fs.readdirSync(lab).filter(f => f.endsWith('.html'))
		.reduce((n, f) => n + fs.statSync(path.join(lab, f)).size, 0);
	console.log(`pages: ${bytes} bytes`);
	check('at most 5 MB', bytes <= 5e6, true);
	console.log(`${checks - failures} passed, ${failures} failed, 0 skipped`);
	process.exitCode = failures ? 1 : 0;
}

main().catch(e => {
	console.log(e.stack);
	console.log(`0 passed, 1 failed, 0 skipped`);
	process.exit(1);
});
