/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the reports that are computed from tables of counts, and of their files. */
#include "../../tests/damage.h"
#include "../../tests/unit.h"
#include "../nm_diagnose.h"
#include "../nm_phases.h"
#include "../nm_report.h"
#include "../nm_table.h"
#include <errno.h>
#include <math.h>

static struct nm_table table, other;
static struct nm_page page[NM_PAGES];
static uint64_t seed = 11;

static void fill(enum nm_mode mode, unsigned int counters)
{
	memset(&table, 0, sizeof(table));
	table = (struct nm_table){.mode = mode, .line_bytes = 64, .boards = 1, .station = -1};
	for (unsigned int i = 0; i < counters; i++)
		table.count[random_xorshift(&seed) >> 48] += random_xorshift(&seed) >> 30;
}

/* ---- Histogram Statistics ---- */

/* An event at the monitor. By Table 4.6 it selects the counter. */
struct event {
	unsigned int label, phase, command, tag;
	bool valid, locked, local, half;
};

static uint32_t counter_of(enum nm_mode mode, const struct event *e)
{
	const uint32_t low =
		e->command | e->valid << 3 | e->locked << 4 | e->local << 5 | e->half << 6;

	switch (mode) {
	case NM_HISTOGRAM:
		return e->label << 7 | low;
	case NM_HISTOGRAM1:
		return e->tag << 15 | e->phase << 11 | (e->label & 15) << 7 | low;
	case NM_HISTOGRAM2:
		return e->tag << 15 | (e->label >> 1) << 7 | low;
	default:
		return e->tag << 15 | (e->label & 255) << 7 | low;
	}
}

static bool same_label(enum nm_mode mode, unsigned int a, unsigned int b)
{
	switch (mode) {
	case NM_HISTOGRAM:
		return a == b;
	case NM_HISTOGRAM1:
		return a % 16 == b % 16;
	case NM_HISTOGRAM2:
		return a / 2 == b / 2;
	default:
		return a % 256 == b % 256;
	}
}

#define EVENTS 20000u

/* Counts the events that @f passes, by state of the line and command; returns their number.
 * @label: the label in the label memory to which f->label belongs; -1: all. */
static uint64_t count_events(enum nm_mode mode, const struct event event[EVENTS], int label,
			     const struct nm_filter *f, uint64_t hit[4][8])
{
	uint64_t all = 0;

	for (size_t i = 0; i < EVENTS; i++) {
		const struct event *e = &event[i];

		if ((label >= 0 && !same_label(mode, e->label, (unsigned int)label)) ||
		    (f->phase >= 0 && e->phase != (unsigned int)f->phase) ||
		    (f->locked >= 0 && e->locked != f->locked) ||
		    (f->half >= 0 && e->half != f->half))
			continue;
		hit[e->local ? (e->valid ? NM_LV : NM_LI) : (e->valid ? NM_GV : NM_GI)]
		   [e->command]++;
		all++;
	}
	return all;
}

static uint64_t in_all_states(const uint64_t hit[4][8], enum nm_command command)
{
	uint64_t sum = 0;

	for (int l = 0; l < 4; l++)
		sum += hit[l][command];
	return sum;
}

/* Checks every table of random events, filtered or not, against a count of the events one by
 * one. */
static void hit_table(void)
{
	static struct event event[EVENTS];

	for (enum nm_mode EACH(mode, NM_HISTOGRAM); mode < NM_OFF; mode++) {
		fill(mode, 0);
		for (size_t i = 0; i < EVENTS; i++) {
			const uint64_t r = random_xorshift(&seed) >> 20;

			event[i] = (struct event){.label = r & 0x1FF,
						  .phase = r >> 9 & 15,
						  .command = r >> 13 & 7,
						  .tag = r >> 16 & 1,
						  .valid = r >> 17 & 1,
						  .locked = r >> 18 & 1,
						  .local = r >> 19 & 1,
						  .half = r >> 20 & 1};
			table.count[counter_of(mode, &event[i])]++;
		}
		for (int EACH(which, 0); which < 5; which++) {
			struct nm_filter f = NM_ALL_EVENTS;
			const int label = which == 1 ? 263 : -1;
			uint64_t hit[4][8] = {{0}}, all;
			struct nm_hits h;

			if (label >= 0)
				f.label = (int)nm_counted_label(mode, (unsigned int)label);
			f.phase = which == 2 && mode == NM_HISTOGRAM1 ? 9 : -1;
			f.locked = which == 3 ? 1 : which == 4 ? 0 : -1;
			f.half = which == 4 ? 1 : -1;
			all = count_events(mode, event, label, &f, hit);
			assert_int_equal(nm_hits(&table, &f, &h), 0);
			assert_true(all > 0 && h.total == all);
			for (int EACH(l, 0); l < 4; l++) {
				assert_int_equal(h.hit[l][NM_HIT_READ], hit[l][NM_READ_REQ]);
				assert_int_equal(h.hit[l][NM_HIT_REEX], hit[l][NM_REEX_REQ]);
				assert_int_equal(h.hit[l][NM_HIT_UPGRADE],
						 hit[l][NM_UPGRADE_REQ]);
				assert_int_equal(h.hit[l][NM_HIT_INVAL], hit[l][NM_INVAL_RES]);
				assert_int_equal(h.hit[l][NM_HIT_WRITE_BACK],
						 hit[l][NM_WRITE_BACK_RES]);
			}
			assert_int_equal(h.responses, in_all_states(hit, NM_READ_RES) +
							      in_all_states(hit, NM_REEX_RES));
			assert_int_equal(h.nacks, in_all_states(hit, NM_NACK));
		}
		if (mode != NM_HISTOGRAM1) {
			struct nm_filter f = {-1, 3, -1, -1};
			struct nm_hits h;

			assert_int_equal(nm_hits(&table, &f, &h), -EINVAL);
		}
	}
}

/* Checks that the table, the responses and the refused requests together are all events. */
static void hits_are_all(void)
{
	struct nm_hits h;

	for (enum nm_mode EACH(mode, NM_HISTOGRAM); mode < NM_OFF; mode++) {
		uint64_t events = 0, sum;

		fill(mode, 5000);
		for (unsigned int k = 0; k < NM_COUNTERS; k++)
			events += table.count[k];
		assert_int_equal(nm_hits(&table, &NM_ALL_EVENTS, &h), 0);
		sum = h.responses + h.nacks;
		for (int l = 0; l < 4; l++)
			for (int c = 0; c < NM_HIT_COLUMNS; c++)
				sum += h.hit[l][c];
		assert_true(events && sum == events && h.total == events);
	}
	fill(NM_FLYER, 1);
	assert_int_equal(nm_hits(&table, &NM_ALL_EVENTS, &h), -EINVAL);
}

static void sharing(void)
{
	static const struct {
		uint64_t li, gi, rest;
		bool suspect;
	} cases[] = {/* at both thresholds, for each owner; above both, by one and by far */
		     {100, 0, 300, true},
		     {0, 100, 300, true},
		     {50, 50, 300, true},
		     {101, 0, 302, true},
		     {4000, 1000, 0, true},
		     /* one threshold is met and the other missed by one; both are missed */
		     {99, 0, 0, false},
		     {0, 99, 297, false},
		     {100, 0, 301, false},
		     {0, 10000, 30001, false},
		     {99, 0, 298, false},
		     {0, 0, 0, false}};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct nm_hits h = {.total = 0};
		struct nm_sharing s;

		h.hit[NM_LI][NM_HIT_REEX] = cases[i].li;
		h.hit[NM_GI][NM_HIT_REEX] = cases[i].gi;
		h.hit[NM_LV][NM_HIT_REEX] = cases[i].rest / 2;
		h.hit[NM_GV][NM_HIT_REEX] = cases[i].rest - cases[i].rest / 2;
		h.hit[NM_LI][NM_HIT_READ] = 100000;
		s = nm_false_sharing(&h, NM_SHARING_SHARE, NM_SHARING_LEAST);
		assert_int_equal(s.suspect, cases[i].suspect);
		assert_int_equal(s.taken, cases[i].li + cases[i].gi);
		assert_int_equal(s.exclusive, s.taken + cases[i].rest);
		/* the thresholds are options: a share that no label reaches, and a lower one */
		s = nm_false_sharing(&h, 1.1, 0);
		assert_false(s.suspect && s.exclusive);
		s = nm_false_sharing(&h, 0.2, 99);
		assert_int_equal(s.suspect, s.taken >= 99 && 5 * s.taken >= s.exclusive);
	}
}

/* ---- Flyer Miles ---- */

static void pages(void)
{
	fill(NM_FLYER, 3000);
	assert_int_equal(nm_pages(&table, page), 0);
	for (unsigned int EACH(p, 0); p < NM_PAGES; p++) {
		uint64_t total = 0;

		for (unsigned int EACH(s, 0); s < NM_STATIONS; s++) {
			assert_int_equal(page[p].access[s], table.count[p << 4 | s]);
			total += page[p].access[s];
		}
		assert_int_equal(page[p].total, total);
	}
	table.mode = NM_DEPTH;
	assert_int_equal(nm_pages(&table, page), -EINVAL);
}

static void migration(void)
{
	/* accesses of stations 9, 0 (home) and 2, and the station to which the page must go */
	static const struct {
		uint64_t nine, home, two;
		int to;
	} cases[] = {{5000, 1000, 0, 9},    {1000, 499, 0, 9},	{999, 0, 0, -1},
		     {1000, 500, 0, -1},    {1001, 500, 0, 9},	{3000, 1000, 499, 9},
		     {3000, 1000, 500, -1}, {100, 9000, 0, -1}, {0, 0, 1000, 2}};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct nm_page p = {
			.access = {
				[9] = cases[i].nine, [0] = cases[i].home, [2] = cases[i].two}};

		p.total = cases[i].nine + cases[i].home + cases[i].two;
		assert_int_equal(nm_migrate(&p, 0, NM_PAGE_LEAST, NM_PAGE_FACTOR), cases[i].to);
		/* a page whose home is already this station stays */
		if (cases[i].to >= 0)
			assert_int_equal(nm_migrate(&p, (unsigned int)cases[i].to,
						    NM_PAGE_LEAST, NM_PAGE_FACTOR),
					 -1);
	}
	assert_int_equal(nm_migrate(&(struct nm_page){{[9] = 10, [0] = 4}, 14}, 0, 10, 2.0), 9);
	assert_int_equal(nm_migrate(&(struct nm_page){{[9] = 10, [0] = 4}, 14}, 0, 10, 2.5),
			 -1);
}

static void names_of(struct nm_names *n, const char *const *line)
{
	const char *wrong;

	for (; *line; line++) {
		EACH_OF(*line);
		assert_int_equal(nm_names_line(n, *line, strlen(*line), &wrong), 0);
	}
}

/* Tests a page that two stations read, and one that one of them writes: only the first may be
 * advised. */
static void replication(void)
{
	static const char *const lines[] = {"0x8000 0x4000 3 read",    "0xC000 0x2000 4 half",
					    "0xE000 0x2000 5 written", "0x10000 0x3FC0 6 most",
					    "0x14000 16K 7 upgraded",  NULL};
	struct nm_names n = {0};
	const struct nm_page both = {{[3] = 1000, [4] = 1000}, 2000};
	const struct nm_page one = {{[3] = 5000, [4] = 999}, 5999};
	const struct nm_page home = {{[0] = 5000, [4] = 1000}, 6000};

	assert_true(nm_shared_page(&both, 0, NM_PAGE_LEAST));
	assert_false(nm_shared_page(&one, 0, NM_PAGE_LEAST));
	assert_false(nm_shared_page(&home, 0, NM_PAGE_LEAST));
	names_of(&n, lines);
	for (enum nm_mode EACH(mode, NM_HISTOGRAM); mode < NM_OFF; mode++) {
		fill(mode, 0);
		for (unsigned int label = 0; label < 16; label += 1 + (mode == NM_HISTOGRAM2))
			table.count[counter_of(mode, &(struct event){.label = label})] = 2000;
		assert_int_equal(nm_page_written(&table, &n, 2), 0);
		table.count[counter_of(
			mode, &(struct event){.label = 5, .command = NM_REEX_REQ})] = 1;
		table.count[counter_of(
			mode, &(struct event){.label = 7, .command = NM_UPGRADE_REQ})] = 1;
		assert_int_equal(nm_page_written(&table, &n, 2), 0);
		assert_int_equal(nm_page_written(&table, &n, 3), 1);
		assert_int_equal(nm_page_written(&table, &n, 4), -1); /* a line has no label */
		assert_int_equal(nm_page_written(&table, &n, 5), 1);
		assert_int_equal(nm_page_written(&table, &n, 6), -1);
	}
	table.mode = NM_FLYER;
	assert_int_equal(nm_page_written(&table, &n, 2), -1);
	nm_names_free(&n);
}

/* ---- FIFO depth ---- */

static void queues(void)
{
	for (unsigned int EACH(ahdl, 0); ahdl < 2; ahdl++) {
		uint64_t all = 0;
		struct nm_queue q;

		fill(NM_DEPTH, 4000);
		table.ahdl = ahdl;
		for (int EACH(p, -1); p < 64; p += 13) {
			for (int EACH(ph, -1); ph < 16; ph += 4) {
				uint64_t count[64] = {0}, waiting = 0, total = 0, deep = 0;

				for (unsigned int k = 0; k < NM_COUNTERS; k++) {
					const unsigned int station =
						ahdl ? k & 15 : k >> 6 & 15;
					const int who = (int)(station << 2 | (k >> 4 & 3));
					const int when = (int)(ahdl ? k >> 6 & 15 : k & 15);

					if ((p >= 0 && who != p) || (ph >= 0 && when != ph))
						continue;
					count[k >> 10] += table.count[k];
					total += table.count[k];
					waiting += (k >> 10) * table.count[k];
					deep += k >> 10 >= 40 ? table.count[k] : 0;
				}
				assert_int_equal(nm_queue(&table, p, ph, &q), 0);
				assert_memory_equal(q.count, count, sizeof(count));
				assert_true(q.total == total && q.waiting == waiting);
				assert_true(nm_deep(&q, 40) == deep);
				all += total;
			}
		}
		assert_true(all > 0);
		table.mode = NM_FLYER;
		assert_int_equal(nm_queue(&table, -1, -1, &q), -EINVAL);
	}
}

/* A page is that of a burst if at least half of the transactions must have accessed it. */
static void burst_page(void)
{
	const struct nm_burst b = {.total = 100, .station = {[3] = 60, [5] = 40}};
	uint64_t least;

	for (unsigned int EACH(n, 49); n <= 51; n++) {
		memset(page, 0, sizeof(page));
		/* the accesses of both stations, also in other phases */
		page[7].access[3] = page[7].access[5] = 1000;
		page[9].access[3] = 20;
		page[10].access[5] = 80 - n;
		assert_int_equal(nm_burst_page(&b, page, NULL, NULL, &least), n < 50 ? -1 : 7);
		assert_int_equal(least, n); /* 60 - 20 + 40 - (80 - n) */
	}
}

/* ---- files ---- */

struct text {
	char data[1 << 20];
	size_t n;
};

static int take_text(void *arg, const void *data, size_t n)
{
	struct text *t = arg;

	assert_true(t->n + n < sizeof(t->data));
	memcpy(t->data + t->n, data, n);
	t->n += n;
	t->data[t->n] = '\0';
	return 0;
}

/* Reads a table from lines. Returns 0, or the number of the line that is wrong. */
static unsigned int read_back(const char *text, struct nm_table *to, const char **wrong)
{
	struct nm_table_reader r;
	unsigned int line = 1;

	nm_table_begin(&r, to);
	for (const char *end; *text; text = end + 1, line++) {
		EACH_OF(text);
		end = strchr(text, '\n');
		assert_non_null(end);
		if (nm_table_line(&r, text, (size_t)(end - text))) {
			*wrong = r.wrong;
			return line;
		}
	}
	if (!nm_table_end(&r))
		return 0;
	*wrong = r.wrong;
	return line;
}

static struct text text;

static void table_files(void)
{
	static struct record_writer w;
	const char *wrong = "";

	for (unsigned int EACH(i, 0); i < 14; i++) {
		const enum nm_mode modes[] = {NM_FLYER,	     NM_DEPTH,	    NM_HISTOGRAM,
					      NM_HISTOGRAM1, NM_HISTOGRAM2, NM_HISTOGRAM3,
					      NM_OFF};

		fill(modes[i / 2], 2000);
		table.line_bytes = i % 2 ? 128 : 64;
		table.boards = 1 + i % 2;
		table.board = i % 2;
		table.station = i % 2 ? 15 : -1;
		table.ahdl = modes[i / 2] == NM_DEPTH && i % 2;
		table.ns = i % 2 ? UINT64_MAX : 0;
		table.overflows = i;
		table.second = i % 2;
		table.missed = i % 2 ? 65535 : 0;
		table.made = i % 2 ? 41 : 0;
		table.accesses = i % 2 ? UINT64_MAX : 0;
		table.count[0xFFFF] = UINT64_C(1) << 55;
		text.n = 0;
		record_writer_open_sink(&w, take_text, &text);
		assert_int_equal(nm_table_write(&table, &w), 0);
		assert_int_equal(record_flush(&w), 0);
		memset(&other, 0xAA, sizeof(other));
		assert_int_equal(read_back(text.data, &other, &wrong), 0);
		assert_memory_equal(&table.count, &other.count, sizeof(table.count));
		assert_true(table.mode == other.mode && table.line_bytes == other.line_bytes &&
			    table.boards == other.boards && table.board == other.board &&
			    table.station == other.station && table.ahdl == other.ahdl &&
			    table.ns == other.ns && table.overflows == other.overflows &&
			    table.second == other.second && table.missed == other.missed &&
			    table.made == other.made && table.accesses == other.accesses);
	}
}

static void exact_text(void)
{
	static struct record_writer w;

	fill(NM_DEPTH, 0);
	table.station = 3;
	table.ns = 1000000;
	table.missed = 7;
	table.count[0x12A] = 17;
	table.count[0xFFFF] = 5000000000;
	text.n = 0;
	record_writer_open_sink(&w, take_text, &text);
	assert_int_equal(nm_table_write(&table, &w), 0);
	record_flush(&w);
	assert_string_equal(
		text.data,
		"# file: numachine counters\n# check: CRC-32\n# mode: depth\n# line: 64\n"
		"# boards: 1\n# board: 0\n# station: 3\n# order: thesis\n"
		"# time: 1000000 ns\n# overflows: 0\n# second: no\n"
		"# missed: 7\ncounter,count\n0x012A,17\n"
		"0xFFFF,5000000000\n"
		"# end: 00000000000000000221 bytes, CRC-32 BCB243AE\n");
}

#define HEAD "# file: numachine counters\n# mode: flyer\n# line: 64\n# boards: 1\n# missed: 0\n"

static void wrong_tables(void)
{
	static const struct {
		const char *text;
		unsigned int line;
		const char *wrong;
	} cases[] = {
		{HEAD "counter,count\n1,2\n", 0, ""},
		{"# any\n\n" HEAD "# more\ncounter,count\n\n# between\n1,2\r\n", 0, ""},
		{"", 1, "ends before the counters"},
		{"counter,count\n", 1, "the first line must be \"# file: numachine counters\""},
		{"# mode: flyer\n", 1, "the first line must be \"# file: numachine counters\""},
		{"# file: trace\n", 1, "not a file of numachine counters"},
		{HEAD, 6, "ends before the counters"},
		{HEAD "1,2\n", 6, "\"counter,count\" must come before the counters"},
		{HEAD "# mode: flyer\n", 6, "said before"},
		{"# file: numachine counters\ncounter,count\n", 2,
		 "mode, line, boards and missed must come before the counters"},
		{"# file: numachine counters\n# mode: histogram4\n", 2, "unknown mode"},
		{"# file: numachine counters\n# line: 32\n", 2, "lines have 64 or 128 bytes"},
		{"# file: numachine counters\n# boards: 0\n", 2, "there are 1 or 2 boards"},
		{"# file: numachine counters\n# board: 2\n", 2, "the board is 0 or 1"},
		{"# file: numachine counters\n# station: 16\n", 2, "a station is 0 to 15"},
		{"# file: numachine counters\n# order: mine\n", 2, "thesis or ahdl"},
		{"# file: numachine counters\n# time: 5 us\n", 2, "a time is N ns"},
		{"# file: numachine counters\n# second: 1\n", 2, "yes or no"},
		{"# file: numachine counters\n# accesses: 5\n", 2, "accesses are N of N"},
		{"# file: numachine counters\n# accesses: 5 of 4\n", 2, "accesses are N of N"},
		{"# file: numachine counters\n# overflows: -1\n", 2, "no number"},
		{HEAD "counter,count\n0x10000,1\n", 7, "a counter is 0 to 0xFFFF"},
		{HEAD "counter,count\n-1,1\n", 7, "a counter is 0 to 0xFFFF"},
		{HEAD "counter,count\n1\n", 7, "no comma"},
		{HEAD "counter,count\n1,\n", 7, "no count after the comma"},
		{HEAD "counter,count\n1,2x\n", 7, "no count after the comma"},
		{HEAD "counter,count\n1,18446744073709551616\n", 7, "no count after the comma"},
		{HEAD "counter,count\n2,1\n2,1\n", 8, "counters must ascend"},
	};

	struct nm_table_reader r;

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		const char *wrong = "";

		assert_int_equal(read_back(cases[i].text, &other, &wrong), cases[i].line);
		assert_string_equal(wrong, cases[i].wrong);
	}
	nm_table_begin(&r, &other);
	assert_int_not_equal(nm_table_line(&r, "# file\0", 7), 0);
	assert_string_equal(r.wrong, "a byte 0");
}

static void names_files(void)
{
	static const char *const lines[] = {"# comment",
					    "",
					    "  0x100000 64K 5 A  # more",
					    "0x110000\t4096\t6\tlocks and flags",
					    "4M 1M 5 B",
					    "phase 3 factorize\r",
					    NULL};
	static const struct {
		const char *line, *wrong;
	} bad[] = {
		{"x 1 1 a", "a start address is a number below 0x10000000"},
		{"0x10000000 1 1 a", "a start address is a number below 0x10000000"},
		{"64 0 1 a",
		 "a range has at least 1 byte and ends at 0x10000000 at the latest"},
		{"64 256M 1 a",
		 "a range has at least 1 byte and ends at 0x10000000 at the latest"},
		{"64", "a range has at least 1 byte and ends at 0x10000000 at the latest"},
		{"64 64 512 a", "a label is a number from 0 to 511"},
		{"64 64 1K a", "a label is a number from 0 to 511"},
		{"64 64 1", "no name"},
		{"64 64 1 a\x01", "a control character in the name"},
		{"0x10FFFF 1 1 a", "overlaps a range above"},
		{"0 16M 1 a", "overlaps a range above"},
		{"phase 16 a", "a phase is 0 to 15"},
		{"phase 3 a", "the phase has a name"},
		{"phase 4", "no name"},
		{"64 64 1 1234567890123456789012345678901234567890123456789012345678901234",
		 "name longer than 63 characters"},
	};
	struct nm_names n = {0};
	const char *wrong;

	names_of(&n, lines);
	assert_int_equal(n.ranges, 3);
	assert_true(n.range[0].start == 0x100000 && n.range[0].length == 65536 &&
		    n.range[0].label == 5);
	assert_true(n.range[2].start == 4 << 20 && n.range[2].length == 1 << 20);
	assert_string_equal(nm_label_name(&n, 5), "A");
	assert_string_equal(nm_label_name(&n, 6), "locks and flags");
	assert_null(nm_label_name(&n, 7));
	assert_string_equal(nm_phase_name(&n, 3), "factorize");
	assert_null(nm_phase_name(&n, 4));
	for (size_t EACH(i, 0); i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(nm_names_line(&n, bad[i].line, strlen(bad[i].line), &wrong),
				 -EINVAL);
		assert_string_equal(wrong, bad[i].wrong);
	}
	assert_int_equal(nm_names_line(&n, "a\0b", 3, &wrong), -EINVAL);
	assert_int_equal(n.ranges, 3);
	nm_names_free(&n);
}

/* ---- damage ---- */

static int read_table(const char *path)
{
	static struct record_reader reader;
	struct nm_table_reader r;
	size_t length;
	char *line;
	int n, err = record_open(&reader, path);

	nm_table_begin(&r, &other);
	while (!err && (n = record_read_line(&reader, &line, &length)) != 0)
		err = n < 0 ? n : nm_table_line(&r, line, length);
	record_close(&reader);
	return err ? err : nm_table_end(&r);
}

/* Checks that a changed byte and a truncation of a table are errors. */
static void notices_damage(void)
{
	static struct record_writer w;
	struct damage d = {.name = "counters, nm_table_line()", .read = read_table};

	for (unsigned int EACH(i, 0); i < 2; i++) {
		fill(NM_DEPTH, i ? 30 : 0);
		text.n = 0;
		record_writer_open_sink(&w, take_text, &text);
		nm_table_write(&table, &w);
		assert_int_equal(record_flush(&w), 0);
		d.file = text.data;
		d.size = text.n;
		damage_test(&d, 4000);
	}
}

/* Tests counts whose sum, weighted by a depth, could wrap. */
static void great_counts(void)
{
	static const char head[] = "# file: numachine counters\n# mode: depth\n# line: 64\n"
				   "# boards: 1\n# missed: 0\ncounter,count\n";
	char lines[300];
	const char *wrong = "";

	snprintf(lines, sizeof(lines), "%s0x0001,72057594037927930\n0x0002,6\n", head);
	assert_int_equal(read_back(lines, &other, &wrong), 0);
	snprintf(lines, sizeof(lines), "%s0x0001,72057594037927930\n0x0002,7\n", head);
	assert_int_equal(read_back(lines, &other, &wrong), 8);
	assert_string_equal(wrong, "the counts add up to more than 2^56 events");
}

/* Adds requests of a phase for label 0. */
static void add(unsigned int phase, unsigned int command, bool valid, unsigned int n)
{
	const struct event e = {
		.phase = phase, .command = command, .valid = valid, .local = true};

	table.count[counter_of(NM_HISTOGRAM1, &e)] += n;
}

/* One user writes and two read: their few writes must count as an initialisation, more of them
 * must prevent a verdict. */
static void seldom_writers(void)
{
	static const struct {
		unsigned int first, others;
		enum nm_pattern pattern;
	} cases[] = {{20, 0, NM_PRODUCER_CONSUMER},
		     {38, 1, NM_PRODUCER_CONSUMER},
		     {37, 1, NM_UNDECIDED},
		     {20, 2, NM_UNDECIDED}};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct nm_diagnosis d;

		fill(NM_HISTOGRAM1, 0);
		add(1, NM_UPGRADE_REQ, true, cases[i].first);
		add(1, NM_INVAL_RES, true, cases[i].first + 2 * cases[i].others);
		add(1, NM_READ_REQ, false, cases[i].first);
		for (unsigned int p = 2; p < 4; p++) {
			add(p, NM_READ_REQ, false, 10);
			add(p, NM_UPGRADE_REQ, true, cases[i].others);
		}
		assert_int_equal(nm_diagnose(&table, 0, true, NM_DIAGNOSE_LEAST, &d), 0);
		assert_int_equal(d.pattern, cases[i].pattern);
	}
}

/* Tests how the words of a recording change the counters' verdict. */
static void verdict_with_words(void)
{
	static const struct {
		enum nm_pattern before, after;
		uint64_t shared, apart; /* transfers that words require, and other transfers */
		struct nm_words_line more;
	} cases[] = {
		{NM_PRODUCER_CONSUMER,
		 NM_PRODUCER_CONSUMER,
		 100,
		 0,
		 {.writers = 1, .without_read = 6}},
		/* stores by any of several users may by chance all be by one */
		{NM_PRODUCER_CONSUMER, NM_UNDECIDED, 100, 0, {.writers = 1, .without_read = 5}},
		{NM_PRODUCER_CONSUMER, NM_FALSE_SHARING, 0, 100, {.writers = 1}},
		{NM_UNDECIDED, NM_FALSE_SHARING, 6, 94, {.writers = 2}},
		{NM_PRODUCER_CONSUMER, NM_BOTH_SHARING, 50, 50, {.writers = 1}},
		{NM_WRITE_SHARED, NM_BOTH_SHARING, 17, 83, {.writers = 2}},
		{NM_WRITE_SHARED, NM_BOTH_SHARING, 83, 17, {.writers = 2}},
		/* so near to a tenth it may be either by chance */
		{NM_WRITE_SHARED, NM_UNDECIDED, 7, 93, {.writers = 2}},
		{NM_WRITE_SHARED, NM_UNDECIDED, 16, 84, {.writers = 2}},
		{NM_WRITE_SHARED, NM_UNDECIDED, 84, 16, {.writers = 2}},
		/* different words have different writers */
		{NM_MIGRATORY, NM_BOTH_SHARING, 100, 0, {.writers = 2, .crossed = 100}},
		/* half of the transfers are followed by no write, so the users do not take
		 * turns */
		{NM_MIGRATORY,
		 NM_TRUE_SHARING,
		 100,
		 0,
		 {.writers = 4, .senders = 4, .after_read = 50, .only_read = 50}},
		{NM_UNDECIDED,
		 NM_MIGRATORY,
		 100,
		 0,
		 {.writers = 4, .senders = 4, .after_read = 95, .without_read = 5}},
		/* few transfers give no verdict, but may contradict the counters' verdict */
		{NM_PRODUCER_CONSUMER,
		 NM_PRODUCER_CONSUMER,
		 9,
		 0,
		 {.writers = 1, .without_read = 9}},
		{NM_PRODUCER_CONSUMER, NM_UNDECIDED, 4, 5, {.writers = 1, .without_read = 9}},
		{NM_MIGRATORY, NM_UNDECIDED, 6, 2, {.writers = 2, .after_read = 8}},
		{NM_MIGRATORY, NM_UNDECIDED, 8, 0, {.writers = 2, .crossed = 8}},
		{NM_MIGRATORY, NM_UNDECIDED, 0, 9, {0}},
		{NM_WRITE_SHARED, NM_WRITE_SHARED, 0, 9, {0}},
		{NM_WRITE_SHARED, NM_TRUE_SHARING, 100, 0, {.writers = 2}},
		{NM_PRIVATE, NM_PRIVATE, 0, 9, {0}},
	};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct nm_words_line line = cases[i].more;
		struct nm_diagnosis d = {.pattern = cases[i].before};

		line.threads = line.readers = line.users = 2;
		line.reads = line.writes = 200;
		line.lines = 1;
		line.true_sharing = cases[i].shared;
		line.false_sharing = cases[i].apart;
		nm_divide(&d, &line);
		assert_int_equal(d.pattern, cases[i].after);
	}
}

/* Adds one round of a use of the four words of a line by threads 0 to 2, or by one. */
#define ROUND 24u /* accesses of a round */

static void use_words(struct nm_phases *p, enum nm_pattern pattern, unsigned int me,
		      uint64_t *when)
{
	for (unsigned int EACH(i, 0); i < ROUND; i++) {
		const bool reads = pattern == NM_PRODUCER_CONSUMER ? i >= 8
				   : pattern == NM_MIGRATORY	   ? i % 8 < 4
								   : false;
		const unsigned int thread = pattern == NM_PRIVATE ? 3 : (me + i / 8) % 3;

		assert_int_equal(
			nm_phases_access(p, thread, 64 + i % 4 * 8, 8, !reads, (*when)++), 0);
	}
}

/* Tests which changes of a pattern are phases. */
static void phases_of_object(void)
{
	static const struct {
		enum nm_pattern use[8];
		unsigned int rounds;   /* of each use */
		unsigned int repeated; /* 0: the uses come once */
		unsigned int rotates;  /* rounds until the threads change roles; 0: never */
		unsigned int phases;   /* 0: none, otherwise the uses that are not private */
	} cases[] = {
		{{NM_PRIVATE, NM_PRODUCER_CONSUMER, NM_MIGRATORY}, .rounds = 100, .phases = 2},
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY, NM_PRODUCER_CONSUMER},
		 .rounds = 100,
		 .phases = 3},
		{{NM_MIGRATORY, NM_MIGRATORY}, .rounds = 100},
		{{NM_PRIVATE, NM_MIGRATORY}, .rounds = 100},
		{{NM_MIGRATORY, NM_PRIVATE, NM_MIGRATORY}, .rounds = 100},
		/* too few accesses, and enough */
		{{NM_TRUE_SHARING, NM_MIGRATORY}, .rounds = 66},
		{{NM_TRUE_SHARING, NM_MIGRATORY}, .rounds = 67, .phases = 2},
		/* as many phases as are reported, and more */
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY, NM_PRODUCER_CONSUMER, NM_MIGRATORY},
		 .rounds = 100,
		 .phases = 4},
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY, NM_PRODUCER_CONSUMER, NM_MIGRATORY,
		  NM_PRODUCER_CONSUMER},
		 .rounds = 100},
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY}, .rounds = 1, .repeated = 200},
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY}, .rounds = 11, .repeated = 12},
		/* the threads are the producer in turn, each for a window, so that together the
		 * windows have another pattern than each */
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY}, .rounds = 128, .rotates = 8},
		{{NM_PRODUCER_CONSUMER}, .rounds = 256, .rotates = 8},
		{{NM_PRODUCER_CONSUMER, NM_MIGRATORY}, .rounds = 128, .phases = 2},
	};

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		struct nm_phase phase[NM_PHASES_MOST];
		unsigned int uses = 0, rounds, n;
		struct nm_phases *p;
		bool again = true;

		while (uses < 8 && cases[i].use[uses])
			uses++;
		rounds = uses * cases[i].rounds * (cases[i].repeated ? cases[i].repeated : 1);
		p = nm_phases_open(64, (uint64_t)rounds * ROUND);
		assert_non_null(p);
		while (again) {
			uint64_t when = 0;

			for (unsigned int EACH(r, 0); r < rounds; r++)
				use_words(p, cases[i].use[r / cases[i].rounds % uses],
					  cases[i].rotates ? r / cases[i].rotates : 0, &when);
			again = nm_phases_finish(p) > 0;
		}
		n = nm_phases_found(p, phase);
		assert_int_equal(n, cases[i].phases);
		for (unsigned int EACH(k, 0); k < n; k++) {
			const unsigned int use = k + (cases[i].use[0] == NM_PRIVATE);
			const uint64_t begins = (uint64_t)use * cases[i].rounds * ROUND;
			const uint64_t two = rounds * ROUND / 16; /* of 32 windows */

			assert_int_equal(phase[k].pattern, cases[i].use[use]);
			/* to within two windows */
			assert_true(phase[k].from + two >= begins &&
				    phase[k].from <= begins + two);
		}
		nm_phases_close(p);
	}
}

#define MIX_THREADS 8u
#define MIX_ACCESSES 20000u

/* Adds the transfers of all lines that threads share to *required and *others. */
static void add_transfers(struct nm_words *w, uint64_t *required, uint64_t *others)
{
	const struct nm_words_line *const *line;
	size_t lines;

	nm_words_finish(w);
	lines = nm_words_lines(w, &line);
	*required = *others = 0;
	for (size_t i = 0; i < lines; i++) {
		*required += line[i]->true_sharing;
		*others += line[i]->false_sharing;
	}
}

/*
 * Threads use words of one line at random: each its own, and one that all of them use. The
 * transfers that the words require are those that remain when each word has a line of its own.
 */
static void shares_of_mixtures(void)
{
	unsigned int both = 0;
	double worst = 0;

	for (unsigned int EACH(trial, 0); trial < 300; trial++) {
		struct nm_words *const together = nm_words_open(64), *const apart =
									     nm_words_open(64);
		const unsigned int threads =
			2 + (unsigned int)(random_xorshift(&seed) >> 40) % (MIX_THREADS - 2);
		const unsigned int shared =
			1 + (unsigned int)(random_xorshift(&seed) >> 40) % 99;
		const unsigned int stores =
			1 + (unsigned int)(random_xorshift(&seed) >> 40) % 100;
		uint64_t required, others, own, none;
		const struct nm_words_line *line;
		struct nm_diagnosis d;
		double reported, measured;

		for (unsigned int i = 0; i < MIX_ACCESSES; i++) {
			const uint32_t t = (uint32_t)(random_xorshift(&seed) >> 40) % threads;
			const bool common = (random_xorshift(&seed) >> 40) % 100 < shared;
			const bool writes = (random_xorshift(&seed) >> 40) % 100 < stores;
			const uint64_t word = common ? 0 : 1 + t;

			nm_words_access(together, t, 8 * word, 8, writes, false, 1, 1);
			nm_words_access(apart, t, 64 * word, 8, writes, false, 1, 1);
		}
		add_transfers(together, &required, &others);
		add_transfers(apart, &own, &none);
		assert_int_equal(none, 0);
		reported = 100.0 * (double)required / (double)(required + others);
		measured = 100.0 * (double)own / (double)(required + others);
		worst = fabs(reported - measured) > worst ? fabs(reported - measured) : worst;
		line = nm_words_find(together, 0);
		nm_diagnose_words(&d, line);
		if (measured > 20 && measured < 80) {
			assert_int_equal(d.pattern, NM_BOTH_SHARING);
			assert_int_equal(d.apart, others);
			both++;
		}
		nm_words_close(together);
		nm_words_close(apart);
	}
	printf("# largest difference: %.1f points\n", worst);
	assert_true(worst < 10);
	assert_true(both >= 100);
}

static const struct unit units[] = {
	UNIT(hit_table, "NM-TOOL-001 NM-TOOL-002"),
	UNIT(hits_are_all, "NM-TOOL-003"),
	UNIT(sharing, "NM-TOOL-011"),
	UNIT(pages, ""),
	UNIT(migration, "NM-TOOL-006"),
	UNIT(replication, "NM-TOOL-007"),
	UNIT(burst_page, ""),
	UNIT(queues, "NM-TOOL-010"),
	UNIT(table_files, ""),
	UNIT(exact_text, "NM-DRV-010"),
	UNIT(wrong_tables, ""),
	UNIT(notices_damage, ""),
	UNIT(great_counts, ""),
	UNIT(names_files, ""),
	UNIT(seldom_writers, ""),
	UNIT(verdict_with_words, ""),
	UNIT(phases_of_object, "NM-DIA-001"),
	UNIT(shares_of_mixtures, "NM-DIA-010"),
};

UNIT_MAIN(units)
