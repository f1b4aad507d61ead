// SPDX-License-Identifier: Apache-2.0
// What the tests of all pages share: checks, a server, sizes of windows, the report.
'use strict';
const {spawnSync} = require('child_process');
const fs = require('fs'), http = require('http'), path = require('path');
const accessible = require('./accessible.js'), Chromium = require('./chromium.js');
let checks = 0, failures = 0;

function check(what, got, want) {
	checks++;
	if (JSON.stringify(got) === JSON.stringify(want))
		return;
	failures++;
	const shown = value => String(JSON.stringify(value)).slice(0, 2000);
	console.log(`${what}: got ${shown(got)}, expected ${shown(want)}`);
}

const idle = `queue(() => {}).then(() => '')`;

/* Changes a control as a user does. */
async function select(c, id, value) {
	await c.evaluate(`$('${id}').value = ${JSON.stringify(value)};
		$('${id}').dispatchEvent(new Event('change')); ${idle}`);
}

async function click(c, id) {
	await c.evaluate(`$('${id}').click(); ${idle}`);
}

async function ready(c, url) {
	await c.until(`document.readyState === 'complete' && document.body.dataset.ready`, 120);
	check(`${url}: still loads`, await c.evaluate(`Boolean($('loading'))`), false);
	check(`${url}: message of an error`, await c.evaluate(`$('error').textContent`), '');
}

async function opened(c, url, width) {
	await c.leave();
	await c.open(url, width, 900);
	await ready(c, url);
}

/* Executes a line in the tools of a page; returns what it printed. */
async function type(c, line) {
	await c.evaluate(`$('shell-line').focus()`);
	await c.insert(line);
	await c.key('Enter', 13);
	await c.until(`$('shell-line').value === ''`);
	await c.evaluate(idle);
	return c.evaluate(`$('shell-log').textContent.split(${JSON.stringify('> ' + line + '\n')}).pop()`);
}

/* In the page: keeps the texts that its live regions get from now on in heard. */
function listen() {
	window.heard = [];
	for (const e of document.querySelectorAll(
		'[role="status"], [role="alert"], [role="log"], [aria-live]'))
		new MutationObserver(() => {
			if (e.getAttribute('aria-live') !== 'off' && e.checkVisibility())
				window.heard.push(e.textContent);
		}).observe(e, {childList: true, characterData: true, subtree: true});
}

/* Does @action(), after which a live region has a text with @part, so that a screen reader
 * announces it. */
async function announced(c, what, part, action) {
	await c.evaluate(`window.heard || (${listen})(); heard.length = 0`);
	await action();
	await c.evaluate(idle);
	check(`announced: ${what}`, await c.evaluate(
		`heard.some(text => text.includes(${JSON.stringify(part)})) || heard`), true);
}

/* Stops the endless command @line of the tools by their button and by Escape, and then the run that
 * the button @id begins; the files stay. */
async function stopped(c, line, id) {
	const files = await c.evaluate(`$('shell-files').textContent`);
	const why = 'Stopped. The files are as before this command.';
	for (const stop of ['button', 'Escape']) {
		await c.evaluate(`$('shell-line').focus()`);
		await c.insert(line);
		await c.key('Enter', 13);
		await c.until(`!$('shell-stop').disabled`);
		if (stop === 'button')
			await c.evaluate(`$('shell-stop').click()`);
		else
			await c.key('Escape', 27);
		await c.until(`$('shell-stop').disabled`, 60);
		await c.evaluate(idle);
		check(`stopped by ${stop}`, await c.evaluate(`$('shell-log').lastChild.textContent`), `${why}\n`);
		check(`stopped by ${stop}: files`, await c.evaluate(`$('shell-files').textContent`), files);
		check(`stopped by ${stop}: buttons`, await c.evaluate(
			`[...document.querySelectorAll('.stop')].every(b => b.disabled)`), true);
	}
	await c.evaluate(`$('${id}').click(); new Promise(done => {
		const timer = setInterval(() => {
			if ($('stop').disabled)
				return;
			clearInterval(timer);
			$('stop').click();
			done();
		}, 1);
	})`);
	await c.evaluate(idle);
	check('a stopped run', await c.evaluate(`$('error').textContent`), why);
}

/* The same tool on this computer, in the folder @cwd: what it prints, and its error messages. */
function native(cwd, tool, ...args) {
	const {stdout, stderr} = spawnSync(path.resolve('build/bin', tool), args, {encoding: 'utf8', cwd});
	return {out: stdout, err: stderr};
}

/* Puts the keyboard's focus on an element by Tab alone. */
async function tabTo(c, id) {
	await c.evaluate(`document.activeElement.blur()`);
	for (let i = 0; i < 400; i++) {
		await c.key('Tab', 9);
		if (await c.evaluate(`document.activeElement.id === '${id}'`))
			return true;
	}
	return false;
}

/* Presses a button by the keyboard alone, and waits until @done is true. */
async function byKeyboard(c, id, done) {
	check(`the button ${id} is reached by Tab`, await tabTo(c, id), true);
	await c.key('Enter', 13);
	await c.until(done);
}

/* Opens a page from a server that sends a tenth of it each half second: it says how far it is. */
async function slow(c, file) {
	const data = fs.readFileSync(file), tenth = Math.ceil(data.length / 10);
	const server = http.createServer(async (request, response) => {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		for (let at = 0; at < data.length; at += tenth) {
			response.write(data.subarray(at, at + tenth));
			await new Promise(done => setTimeout(done, 500));
		}
		response.end();
	});
	await new Promise(done => server.listen(0, '127.0.0.1', done));
	await c.leave();
	await c.open(`http://127.0.0.1:${server.address().port}/`, 1280, 900);
	const percents = [], shown = `document.getElementById('loading-step')`;
	await c.until(shown, 60);
	for (let text; (text = await c.evaluate(`${shown}?.textContent`));) {
		const percent = text.match(/ (\d+) %$/);
		if (percent && Number(percent[1]) !== percents[percents.length - 1])
			percents.push(Number(percent[1]));
		await new Promise(done => setTimeout(done, 50));
	}
	check('says how far it is', percents.length >= 5 && percents[0] < 40 &&
		percents[percents.length - 1] > 70 && percents.every((p, i) => !i || p > percents[i - 1]) ||
		percents, true);
	await c.until(`document.body.dataset.ready`, 120);
	server.close();
}

/* Looks at the pictures of the page (ci/checks/check-svg), and saves them. Their text, of 12 pixels
 * in the picture, must have 10 to 20 pixels on the screen. */
async function look(c, what, base) {
	const pictures = await c.evaluate(`[...document.querySelectorAll('svg[id]')]
		.filter(e => e.childElementCount && e.checkVisibility())
		.map(e => [e.id, svgText(e.id), 12 * e.clientWidth / e.viewBox.baseVal.width])`);
	for (const [id, text, pixels] of pictures) {
		const file = `${base}-${id}.svg`;
		fs.writeFileSync(file, text);
		check(`${what}: picture ${id}`, spawnSync('ci/checks/check-svg', [file],
			{encoding: 'utf8'}).stdout, '');
		check(`${what}: text of ${id}, ${pixels} pixels`, pixels > 10 && pixels < 20, true);
	}
	return pictures.length;
}

/* Opens a page in three widths; @prepare(c) comes before the picture. In one width its
 * accessibility is checked. */
async function widths(c, url, name, folder, prepare) {
	for (const width of [390, 1280, 1920]) {
		await c.leave();
		await c.open(url, width, 900);
		await prepare(c);
		check(`${name}, ${width} pixels: width of the page`,
			await c.evaluate(`document.documentElement.scrollWidth`), width);
		const base = path.join(folder, 'work', `${name}-${width}`);
		await c.picture(`${base}.png`);
		await look(c, `${name}, ${width} pixels`, base);
		const other = width === 390 ? 1280 : 390;
		await c.resize(other, 900);
		await look(c, `${name}, ${width} pixels made ${other}`, `${base}-${other}`);
		await c.resize(width, 900);
		if (width === 1280)
			await accessible(c, name, check);
	}
}

/* Tests the page build/lab/NAME.html: from a server and from a file; then @steps(c), and
 * @prepare(c) before the pictures of three widths; with LOOK=1 only these. */
async function test(name, folder, steps, prepare) {
	const c = new Chromium(), file = 'file://' + path.resolve(folder, name + '.html');
	const server = http.createServer((request, response) => {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(fs.readFileSync(path.join(folder, path.basename(request.url))));
	});
	await new Promise(done => server.listen(0, '127.0.0.1', done));
	try {
		for (const url of [`http://127.0.0.1:${server.address().port}/${name}.html`, file]) {
			await opened(c, url, 1280);
			const ms = await c.evaluate(`Math.round(performance.now())`);
			console.log(`${name}, ${url.replace(/:.*/, '')}: first picture after at most ${ms} ms`);
		}
		if (!process.env.LOOK) {
			await slow(c, path.resolve(folder, name + '.html'));
			await opened(c, file, 1280);
			await steps(c);
		}
		await widths(c, file, name, folder, async () => {
			await ready(c, file);
			await prepare(c);
		});
		check('errors in the console', c.console, []);
		check('requests to another site', c.requests
			.filter(u => !/^(file:|data:|blob:|http:\/\/127\.0\.0\.1:)/.test(u)), []);
	} catch (e) {
		console.log(`console of the page: ${c.console.join('\n') || 'no error'}`);
		throw e;
	} finally {
		await c.close();
		server.close();
	}
	const bytes = fs.readdirSync(folder).filter(f => f.endsWith('.html'))
		.reduce((n, f) => n + fs.statSync(path.join(folder, f)).size, 0);
	console.log(`pages: ${bytes} bytes`);
	check('at most 5 MB', bytes <= 5e6, true);
}

/* The report of a test; an exception is a failure. */
const ended = test => test.catch(e => {
	failures++;
	console.log(e.stack);
}).then(() => {
	console.log(`${checks - failures} passed, ${failures} failed, 0 skipped`);
	process.exitCode = failures ? 1 : 0;
});

const run = (...args) => ended(test(...args));

module.exports = {announced, byKeyboard, check, click, ended, idle, native, opened, run, select,
	stopped, tabTo, type, widths};
