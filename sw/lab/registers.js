/* SPDX-License-Identifier: Apache-2.0 */
/* Registers with their fields. Names, bits, access and descriptions are those of the register
 * table, values are read over the bus; a change is a line of the shell. */
'use strict';
const registers = {
	lists: [],	// {element, names}
	values: {},
	settings: new Map(),	// fields that the user has set: "TTCR.MODE" and value

	/* Shows these registers in an element; without names all of them. @changed is called after a
	 * write. */
	begin(board, lists, changed) {
		this.board = board;
		this.lists = lists;
		this.changed = changed;
	},

	/* Builds the lists for the open board. */
	async build() {
		this.table = [];
		for (const line of (await this.board.string('lab_registers')).split('\n').filter(l => l)) {
			const [name, ...words] = line.split('|');
			if (name)
				this.table.push({name, text: words.join('|'), fields: []});
			else
				this.table[this.table.length - 1].fields.push({name: words[0], msb: Number(words[1]),
					lsb: Number(words[2]), access: words[3], text: words.slice(4).join('|')});
		}
		for (const {element, names} of this.lists) {
			const open = new Set([...element.querySelectorAll('details[open]')]
				.map(e => e.dataset.register));
			element.replaceChildren(...this.table
				.filter(r => !names || names.some(n => r.name.match(`^${n}$`)))
				.map(r => this.item(r, open.has(r.name))));
		}
	},

	item(register, open) {
		const details = document.createElement('details'), summary = document.createElement('summary');
		const table = document.createElement('table'), scroll = document.createElement('div');
		const value = document.createElement('code');
		details.dataset.register = register.name;
		details.open = open;
		value.dataset.value = register.name;
		summary.append(`${register.name} `, value, ` ${register.text}`);
		const head = table.insertRow();
		for (const text of ['field', 'bits', 'access', 'value', 'meaning'])
			head.appendChild(document.createElement('th')).textContent = text;
		for (const f of register.fields)
			this.row(table, register, f);
		scroll.className = 'scroll';
		scroll.append(table);
		details.append(summary, scroll);
		return details;
	},

	row(table, register, f) {
		const row = table.insertRow(), name = `${register.name}.${f.name}`;
		const bits = f.msb > f.lsb ? `${f.msb}..${f.lsb}` : `${f.msb}`;
		for (const text of [f.name, bits, f.access])
			row.insertCell().textContent = text;
		row.insertCell().append(this.control(name, f));
		row.insertCell().textContent = f.text;
		row.lastChild.className = 'text';
	},

	control(name, f) {
		const writable = {RW: f.msb > f.lsb ? 'text' : 'checkbox', W1C: 'button', W1S: 'button',
			WO: 'button'}[f.access];
		if (!writable || writable === 'button') {
			const shown = document.createElement('code');
			shown.dataset.field = name;
			if (!writable)
				return shown;
			const button = document.createElement('button'), both = document.createElement('span');
			button.textContent = f.access === 'W1C' ? 'clear' : 'set';
			button.setAttribute('aria-label', `${button.textContent} ${name}`);
			button.onclick = () => queue(() => this.set(name, 1, false));
			both.append(shown, ' ', button);
			return both;
		}
		const input = document.createElement('input');
		input.type = writable;
		input.dataset.field = name;
		input.setAttribute('aria-label', name);
		input.size = Math.ceil((f.msb - f.lsb + 1) / 4);
		input.onchange = () => queue(() => this.set(name, writable === 'checkbox' ? Number(input.checked)
			: input.value.trim(), true));
		return input;
	},

	/* A line of the shell; a value is hexadecimal there. */
	async set(name, value, keep) {
		if (await shell.execute(`${name.toLowerCase()}=${value}`) && keep)
			this.settings.set(name, value);
		await this.read();
		this.changed();
	},

	/* The settings as lines of the shell. */
	commands() {
		return [...this.settings].map(([name, value]) => `${name.toLowerCase()}=${value}`);
	},

	/* Whether a register is to be seen, so that its value is worth the time on the bus. */
	seen() {
		return this.lists.some(({element}) => element.closest('details').open);
	},

	async read() {
		await this.board.nothing('lab_read_registers');
		this.values = Object.fromEntries((await this.board.string('lab_values')).split('\n')
			.filter(l => l).map(l => l.split(' ')));
		this.show();
	},

	show() {
		const fields = new Map();
		for (const r of this.table)
			for (const f of r.fields)
				if (r.name in this.values)
					fields.set(`${r.name}.${f.name}`, (parseInt(this.values[r.name], 16) >>> f.lsb) %
						2 ** (f.msb - f.lsb + 1));
		for (const {element} of this.lists) {
			for (const e of element.querySelectorAll('[data-value]'))
				e.textContent = this.values[e.dataset.value] || '';
			for (const e of element.querySelectorAll('[data-field]')) {
				const value = fields.get(e.dataset.field);
				if (e.type === 'checkbox')
					e.checked = value === 1;
				else if (e !== document.activeElement)
					e[e.tagName === 'INPUT' ? 'value' : 'textContent'] = value === undefined ? ''
						: value.toString(16).toUpperCase();
			}
		}
	},
};
