/* SPDX-License-Identifier: Apache-2.0 */
/* The tools of a board in its page: they run in the worker, on a new simulated board, with the
 * files of the page. */
'use strict';
const board = new Board();

/* Runs tools on one board, each a list of words, up to the first whose exit status is not 0. This
 * is an error, except that a single tool may print a result and end with 1 (data were lost): the
 * result of a list would not be whole. */
async function tools(...commands) {
	for (const c of commands)
		shell.print(`> ${c.map(w => w.includes(' ') ? `"${w}"` : w).join(' ')}\n`, 'typed');
	shell.stoppable(true);
	const {status, out, err} = await board.run(...commands).finally(() => shell.stoppable(false));
	if (status !== 0 && !(status === 1 && out && commands.length === 1))
		throw new Error(err || `${commands[0][0]}: ${status}`);
	return out;
}

const tool = (...words) => tools(words);

/* Words of a line; quotes around a word or a part of it join blanks. */
const words = line => (line.match(/("[^"]*"|'[^']*'|\S)+/g) || [])
	.map(w => w.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));

const bytesOfText = text => new TextEncoder().encode(text);
const csv = text => text.split('\n').slice(1).filter(l => l).map(l => l.split(','));

/* The command line of the page; @first is called before the page is ready. */
function beginTools(first) {
	shell.begin(board, async line => {
		const {status, out, err} = await board.run(words(line))
			.catch(e => ({out: '', err: `${e.message}\n`}));
		return {out, err: err || (typeof status === 'string' ? status : '')};
	}, () => {}, {stop: () => board.stop()});
	queue(async () => {
		await board.files();
		await first();
	}).then(() => {
		loading.end();
		document.body.dataset.ready = '1';
	});
}
