/* SPDX-License-Identifier: Apache-2.0 */
/* The page's side of a board: calls to its worker, files that the page contains, messages. */
'use strict';
const $ = id => document.getElementById(id);
const say = text => { $('message').textContent = text; };
const complain = text => { $('error').textContent = text; };
const bytesOf = base64 => Uint8Array.from(atob(base64.trim()), c => c.charCodeAt(0));

class Board {
	constructor() {
		this.waiting = new Map();
		this.next = 1;
		this.kept = {};	// files, for a new worker
		this.opened = this.open();
	}

	async open() {
		loading.step(2, 'the board is unpacked');
		const source = await unpacked(bytesOf($('worker').textContent));
		const url = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
		loading.step(3, 'the board is started');
		this.worker = new Worker(url);
		this.worker.onmessage = event => {
			loading.step(4, 'the first picture is made');
			const [done, failed] = this.waiting.get(event.data.id);
			this.waiting.delete(event.data.id);
			if (event.data.error === undefined)
				done(event.data.value);
			else
				failed(new Error(event.data.error));
		};
		this.worker.onerror = event => {
			for (const [, failed] of this.waiting.values())
				failed(new Error(event.message));
			this.waiting.clear();
		};
	}

	async send(message) {
		await this.opened;
		return new Promise((done, failed) => {
			message.id = this.next++;
			this.waiting.set(message.id, [done, failed]);
			this.worker.postMessage(message);
		});
	}

	nothing(call, ...args) { return this.send({call, args}); }
	number(call, ...args) { return this.send({call, args, returns: 'number'}); }
	string(call, ...args) { return this.send({call, args, returns: 'string'}); }
	grid(call, ...args) { return this.send({call, args, returns: 'grid'}); }
	bytes(call, bytes, ...args) { return this.send({call, args, bytes, returns: 'bytes'}); }
	write(path, data) {
		this.kept[path] = data;
		return this.send({write: path, data});
	}
	read(path) { return this.send({read: path}); }
	/* Executes a line of the shell: {out, err}. */
	shell(line) { return this.send({shell: line}); }
	/* Runs tools one after the other on one board; each is a list of words. {status, out, err}. */
	async run(...commands) {
		const {files, ...result} = await this.send({run: commands});
		this.kept = files;
		return result;
	}
	files() { return this.send({list: true}); }

	/* Ends the worker in the midst of its work. The new one has the files that write() and run() have
	 * made. */
	stop() {
		const ended = [...this.waiting.values()];
		if (!ended.length)
			return;
		this.worker.terminate();
		this.waiting.clear();
		this.opened = this.open();
		for (const [path, data] of Object.entries(this.kept))
			this.send({write: path, data});
		for (const [, failed] of ended)
			failed(new Error('Stopped. The files are as before this command.'));
	}

	/* For a function that returns "" or an error message. */
	async must(call, ...args) {
		const why = await this.string(call, ...args);
		if (why)
			throw new Error(why);
	}
}

/* Runs one piece of work after the other; onFailure() is called after one has failed. */
let busy = Promise.resolve(), onFailure = () => {};
function queue(work) {
	busy = busy.then(work).catch(e => {
		complain(e.message);
		onFailure();
	});
	return busy;
}

/* Unpacks a file that gzip has compressed; other files are returned unchanged. */
async function unpacked(bytes) {
	if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
		return bytes;
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Lines "NAME WORD..." as an object of lists of words. */
function wordsByName(text) {
	const all = {};
	for (const line of text.split('\n').filter(l => l)) {
		const [name, ...words] = line.split(' ');
		all[name] = words;
	}
	return all;
}

function download(name, data, type) {
	const a = document.createElement('a');
	a.href = URL.createObjectURL(new Blob([data], {type}));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
