// SPDX-License-Identifier: Apache-2.0
// Chromium without a display, driven over a pipe by its DevTools protocol.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path');

class Chromium {
	constructor() {
		this.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'lab-chromium-'));
		this.process = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu',
			'--disable-dev-shm-usage', '--no-first-run', '--hide-scrollbars',
			'--remote-debugging-pipe', `--user-data-dir=${this.profile}`],
			{stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
		this.next = 1;
		this.waiting = new Map();
		this.console = [];	// errors of the page
		this.requests = [];	// URLs that the page asked for
		let text = '';
		this.process.stdio[4].on('data', data => {
			text += data;
			for (let end; (end = text.indexOf('\0')) >= 0; text = text.slice(end + 1))
				this.receive(JSON.parse(text.slice(0, end)));
		});
	}

	receive(m) {
		if (m.id) {
			const [done, failed] = this.waiting.get(m.id);
			this.waiting.delete(m.id);
			if (m.error)
				failed(new Error(m.error.message));
			else
				done(m.result);
		} else if (m.method === 'Runtime.exceptionThrown') {
			this.console.push(m.params.exceptionDetails.text + ' ' +
				((m.params.exceptionDetails.exception || {}).description || ''));
		} else if (m.method === 'Runtime.consoleAPICalled' && m.params.type === 'error') {
			this.console.push(m.params.args.map(a => a.value || a.description).join(' '));
		} else if (m.method === 'Log.entryAdded' && m.params.entry.level === 'error') {
			this.console.push(m.params.entry.text);
		} else if (m.method === 'Network.requestWillBeSent') {
			this.requests.push(m.params.request.url);
		}
	}

	send(method, params = {}) {
		const id = this.next++;
		this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId: this.session}) + '\0');
		return new Promise((done, failed) => this.waiting.set(id, [done, failed]));
	}

	/* Opens a page of @width pixels in a new tab. */
	async open(url, width, height) {
		const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
		this.session = (await this.send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
		for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'DOM'])
			await this.send(domain + '.enable');
		await this.send('Emulation.setDeviceMetricsOverride',
			{width, height, deviceScaleFactor: 1, mobile: width < 600});
		await this.send('Page.navigate', {url});
	}

	/* Gives the window another size, and the page the time to draw its pictures again. */
	async resize(width, height) {
		await this.send('Emulation.setDeviceMetricsOverride',
			{width, height, deviceScaleFactor: 1, mobile: width < 600});
		await this.evaluate(`new Promise(done => setTimeout(done, 500))`);
	}

	async leave() {
		const session = this.session;
		this.session = undefined;
		const {targetInfos} = await this.send('Target.getTargets');
		for (const t of targetInfos.filter(t => t.type === 'page'))
			await this.send('Target.closeTarget', {targetId: t.targetId});
		return session;
	}

	async evaluate(expression) {
		const r = await this.send('Runtime.evaluate',
			{expression, awaitPromise: true, returnByValue: true});
		if (r.exceptionDetails)
			throw new Error(expression + ': ' + r.exceptionDetails.exception.description);
		return r.result.value;
	}

	/* Waits until an expression is true. */
	async until(expression, seconds = 300) {
		for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
			if (await this.evaluate(`Boolean(${expression})`))
				return;
			await new Promise(done => setTimeout(done, 100));
		}
		throw new Error(`not true after ${seconds} s: ${expression}`);
	}

	async upload(selector, file) {
		const {root} = await this.send('DOM.getDocument');
		const {nodeId} = await this.send('DOM.querySelector', {nodeId: root.nodeId, selector});
		await this.send('DOM.setFileInputFiles', {nodeId, files: [path.resolve(file)]});
	}

	/* @modifiers: 2 is Ctrl. */
	async key(key, code, modifiers = 0) {
		for (const type of ['keyDown', 'keyUp'])
			await this.send('Input.dispatchKeyEvent', {type, key, code: key, modifiers,
				windowsVirtualKeyCode: code,
				text: type === 'keyDown' && key === 'Enter' ? '\r' : undefined});
	}

	/* Types a text into the element with the focus. */
	async insert(text) {
		await this.send('Input.insertText', {text});
	}

	async picture(file) {
		const {cssContentSize: contentSize} = await this.send('Page.getLayoutMetrics');
		const {data} = await this.send('Page.captureScreenshot', {captureBeyondViewport: true,
			clip: {x: 0, y: 0, width: contentSize.width, height: contentSize.height, scale: 1}});
		fs.writeFileSync(file, Buffer.from(data, 'base64'));
	}

	async close() {
		const ended = new Promise(done => this.process.once('exit', done));
		this.session = undefined;
		this.send('Browser.close').catch(() => {});
		await ended;
		fs.rmSync(this.profile, {recursive: true, force: true});
	}
}
module.exports = Chromium;
