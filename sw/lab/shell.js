/* SPDX-License-Identifier: Apache-2.0 */
/* The shell of a board in the page: a log, a line with history and completion, and the files that
 * commands read and write. */
'use strict';
const shell = {
	lines: [], at: 0, completing: null,

	/* @run(line) executes a line and returns {out, err}; @after is called then. These may be missing:
	 * @offer(before, word, n) returns a completion, @typed is called before a line that was typed, and
	 * @stop ends the line that is being executed. */
	begin(board, run, after, {offer, typed, stop} = {}) {
		Object.assign(this, {board, run, after, offer, stop});
		for (const button of document.querySelectorAll('.stop'))
			button.onclick = stop;
		$('shell-form').onsubmit = event => {
			event.preventDefault();
			const line = $('shell-line').value;
			$('shell-line').value = '';
			this.completing = null;
			queue(async () => {
				if (typed)
					await typed();
				await this.execute(line);
			});
		};
		$('shell-line').onkeydown = event => this.key(event);
		$('shell-put').onchange = () => queue(() => this.put());
	},

	print(text, kind) {
		const log = $('shell-log'), span = document.createElement('span');
		span.textContent = text;
		span.className = kind;
		log.append(span);
		while (log.childNodes.length > 500)
			log.firstChild.remove();
		log.scrollTop = log.scrollHeight;
	},

	/* Executes a line; returns whether it succeeded. */
	async execute(line) {
		if (line.trim() && line !== this.lines[this.lines.length - 1])
			this.lines.push(line);
		this.at = this.lines.length;
		this.print(`> ${line}\n`, 'typed');
		$('shell-form').setAttribute('aria-busy', 'true');
		this.stoppable(true);
		try {
			const {out, err} = await this.run(line);
			this.print(out, '');
			this.print(err, 'error');
			await this.showFiles();
			await this.after();
			return !err;
		} finally {
			$('shell-form').removeAttribute('aria-busy');
			this.stoppable(false);
		}
	},

	stoppable(runs) {
		for (const button of document.querySelectorAll('.stop'))
			button.disabled = !runs;
	},

	/* Arrow keys: earlier lines. Ctrl and Space: completion; Tab leaves the line as everywhere.
	 * Escape: stop. */
	key(event) {
		const line = $('shell-line');
		if (event.key === 'Escape' && this.stop)
			this.stop();
		const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
		if (step) {
			event.preventDefault();
			this.at = Math.min(this.lines.length, Math.max(0, this.at + step));
			line.value = this.lines[this.at] || '';
		} else if (event.key === ' ' && event.ctrlKey && this.offer) {
			event.preventDefault();
			queue(() => this.complete());
			return;
		}
		this.completing = null;
	},

	/* Completes the last word; once more: the next word that fits. */
	async complete() {
		const line = $('shell-line');
		if (!this.completing) {
			const [, before, word] = line.value.match(/^(.*?)([^\s;="]*)$/);
			this.completing = {before, word, n: 0};
		}
		const c = this.completing;
		let text = await this.offer(c.before, c.word, c.n++);
		if (!text && c.n > 1) {
			c.n = 1;
			text = await this.offer(c.before, c.word, 0);
		}
		if (text)
			line.value = c.before + text;
	},

	async put() {
		const file = $('shell-put').files[0];
		if (!file)
			return;
		const data = await unpacked(new Uint8Array(await file.arrayBuffer()));
		await this.board.write(file.name, data);
		this.print(`${file.name}: ${d3.format(',')(data.length)} bytes\n`, '');
		$('shell-put').value = '';
		await this.showFiles();
	},

	async showFiles() {
		$('shell-files').replaceChildren(...(await this.board.files()).map(f => {
			const item = document.createElement('li'), button = document.createElement('button');
			button.type = 'button';
			button.textContent = `${f.name}, ${d3.format(',')(f.size)} bytes`;
			button.onclick = () => queue(async () =>
				download(f.name, await this.board.read(f.name), 'application/octet-stream'));
			item.append(button);
			return item;
		}));
	},
};
