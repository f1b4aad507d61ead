/* SPDX-License-Identifier: Apache-2.0 */
/* The page of the MultiKron board. The PC, the board and the program with probes run in the worker,
 * with the tools mk_pci, mk_rdsample, mk_status, mk_rpt and mk_expand; this file draws what they
 * print. */
'use strict';
const TURNS = '200', INFO = 'interval.info', TICK_US = 0.1;
const COMPUTE_US = 2.3;	// of the program, before each probe
let before;	// the counts with the load of the last run

/* The lengths of all intervals, from the summaries of mk_rpt -h -s: ticks and number of
 * occurrences. */
function lengthsOf(report) {
	const counts = new Map();
	let summary = false;
	for (const l of report.split('\n')) {
		const found = l.match(/^ *(\d+) ticks +\S+ us +(\d+)$/);
		if (l.startsWith('"') || l.includes('summary of all'))
			summary = !l.startsWith('"');
		else if (summary && found)
			counts.set(Number(found[1]), (counts.get(Number(found[1])) || 0) + Number(found[2]));
	}
	return [...counts].sort((a, b) => a[0] - b[0]);
}

const value = (text, name) => (text.match(new RegExp(`^ *${name} +(\\S+)`, 'm')) || [])[1];
const mean = counts =>
	d3.sum(counts, c => c[0] * c[1]) / d3.sum(counts, c => c[1]) * TICK_US - COMPUTE_US;

function drawLengths(counts) {
	const width = widthOf('lengths'), height = 260, left = 52, bottom = height - 46;
	const end = d3.max(counts, c => c[0]) + 1;
	const svg = clearedSvg('lengths', width, height, 'Number of intervals by their length');
	const x = d3.scaleLinear([0, end * TICK_US], [left, width - 12]);
	const most = d3.max(counts, c => c[1]) || 1;
	const y = d3.scaleLinear([0, most], [bottom, 24]), bar = Math.max(2, (x(TICK_US) - x(0)) * 0.8);
	for (const [ticks, n] of counts)
		svg.append('rect').attr('x', x(ticks * TICK_US) - bar / 2).attr('y', y(n))
			.attr('width', bar).attr('height', bottom - y(n)).attr('fill', STYLE.colors[0])
			.append('title').text(`${(ticks * TICK_US).toFixed(1)} us: ${n}`);
	axis(svg, d3.axisBottom(x).ticks(width < 500 ? 5 : 10), 0, bottom,
		'length, us', (left + width) / 2, height - 8);
	axis(svg, d3.axisLeft(y).ticks(6), left, 0, 'intervals', 12, bottom / 2, true);
}

function showLengths(counts) {
	picture('lengths', () => drawLengths(counts));
	fillTable($('table'), ['length, us', 'intervals'],
		counts.map(([ticks, n]) => [(ticks * TICK_US).toFixed(1), n]));
}

async function start() {
	const load = $('load').value;
	complain('');
	document.body.dataset.ran = '';
	say('The program runs: some seconds.');
	const out = await tools(
		['mk_pci', '-i', '-t', '1ms', `--command=load ${load === '0' ? 'none' : `disk ${load}`}`],
		['probes', TURNS], ['mk_rdsample', '--command=run 100us', '-f', 'mk.dat'], ['mk_status']);
	const report = await tool('mk_rpt', '-h', '-s', '-f', INFO);
	const [idle, bus] = out.split('\n'), status = out.slice(idle.length + bus.length + 2);
	const samples = (await tool('mk_expand', 'mk.dat')).split('\n').slice(0, 12);
	const counts = lengthsOf(report);
	showLengths(counts);
	$('verdict').textContent = `With the disk at ${load} % a probe takes ` +
		`${mean(counts).toFixed(2)} us on the average, ` +
		`${(counts[0][0] * TICK_US - COMPUTE_US).toFixed(1)} us at least and ` +
		`${(counts[counts.length - 1][0] * TICK_US - COMPUTE_US).toFixed(1)} us at most: ` +
		`an interval without the ${COMPUTE_US} us of computing.` +
		(before && before.load !== load
			? ` With the disk at ${before.load} % it was ${before.mean.toFixed(2)} us.` : '');
	before = {load, mean: mean(counts)};
	const [header, time, , data] = samples[0].split(' ');
	$('sample').textContent =
		`the first one has the header ${header}, the time stamp ${time} and the value ${data}`;
	$('timestamp').textContent = value(status, 'timestamp');
	$('pointer').textContent =
		`${value(status, 'memory address pointer:')}, ${value(status, 'words')} words`;
	$('idle').textContent = idle;
	$('bus').textContent = bus;
	$('loss').textContent = `OVRCNT = ${value(status, 'samples discarded \\(OVRCNT\\)')}, WAITCNT = ` +
		`${value(status, 'clocks of waiting \\(WAITCNT\\)')} clocks`;
	$('report').textContent = report;
	$('samples').textContent = samples.join('\n');
	$('status').textContent = status;
	await shell.showFiles();
	say(`The program has run; the disk used the bus for about ${load} % of the time.`);
	document.body.dataset.ran = load;
}

onFailure = () => say('The program did not run to its end.');
$('start').onclick = () => queue(start);
$('source').textContent = JSON.parse($('program').textContent).probes;
beginTools(async () => {
	await board.write(INFO, bytesOfText(JSON.parse($('intervals').textContent).interval));
	say('The board is ready.');
});
