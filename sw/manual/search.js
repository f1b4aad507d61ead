// SPDX-License-Identifier: Apache-2.0
// Searches the manual without a server: the index is a script, loaded when it is first needed.
"use strict";
(() => {
	const up = document.currentScript.dataset.up;
	const input = document.getElementById("manual-words");
	const found = document.getElementById("found");

	// the text around the first word that was found
	const excerpt = (text, word) => {
		const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
		return (at ? "... " : "") + text.slice(at, at + 180) + (at + 180 < text.length ? " ..." : "");
	};
	// entries with all words, those in the title first
	const matches = (words) => searchData.map(([title, page, text]) => {
		const lower = text.toLowerCase(), head = title.toLowerCase();
		let score = 0;
		for (const word of words) {
			if (head.includes(word)) score += head.split(/\W+/).includes(word) ? 4 : 2;
			else if (lower.includes(word)) score += 1;
			else return null;
		}
		return { score, title, page, text };
	}).filter((m) => m).sort((a, b) => b.score - a.score);

	const show = () => {
		const words = input.value.toLowerCase().split(/\s+/).filter((w) => w);
		found.hidden = !words.length;
		found.textContent = "";
		if (!words.length) return;
		const all = matches(words);
		const line = document.createElement("p");
		line.textContent = `${all.length} places` + (all.length > 30 ? ", the best 30:" : "");
		found.append(line);
		for (const m of all.slice(0, 30)) {
			const entry = document.createElement("p"), link = document.createElement("a");
			link.href = up + m.page;
			link.textContent = m.title;
			entry.append(link, document.createElement("br"), excerpt(m.text, words[0]));
			found.append(entry);
		}
	};
	const begin = () => {
		if (typeof searchData !== "undefined") return show();
		if (document.getElementById("data")) return undefined;
		const script = document.createElement("script");
		script.id = "data";
		script.src = up + "search-data.js";
		script.onload = show;
		document.head.append(script);
		return undefined;
	};
	input.addEventListener("input", begin);
	input.addEventListener("focus", begin);
	document.getElementById("manual-search").addEventListener("submit", (e) => {
		e.preventDefault();
		begin();
	});
})();
