/* SPDX-License-Identifier: Apache-2.0 */
/* Shows how far the page of a board is that loads: the part of it that has arrived, then the steps
 * of its start. It runs before the rest of the page is there. */
'use strict';
const loading = {
	bytes: Number('@BYTES@'),	// of the page
	shown: null,

	show(percent, text) {
		const after = document.getElementById('message');
		if (!this.shown && after) {
			this.shown = document.createElement('p');
			this.shown.id = 'loading';
			this.shown.innerHTML = '<progress max="100" aria-labelledby="loading-step">' +
				'</progress> <span id="loading-step"></span>';
			after.after(this.shown);
		}
		if (this.shown) {
			this.shown.firstChild.value = percent;
			this.shown.lastChild.textContent = text;
		}
	},

	/* Step 1: the page arrives. */
	arrived() {
		const part = document.documentElement.innerHTML.length / this.bytes;
		const percent = Math.min(99, Math.round(100 * part));
		this.show(0.7 * percent, `Step 1 of 4: the page arrives, ${percent} %`);
	},

	/* Steps 2 to 4, which the page names. */
	step(n, text) {
		clearInterval(this.timer);
		if (this.shown !== undefined)
			this.show(50 + 12 * n, `Step ${n} of 4: ${text}`);
	},

	end() {
		clearInterval(this.timer);
		if (this.shown)
			this.shown.remove();
		this.shown = undefined;
	},
};
loading.timer = setInterval(() => loading.arrived(), 200);
