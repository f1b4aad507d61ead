/* SPDX-License-Identifier: Apache-2.0 */
/* Counts events of a SPARCcenter 2000, and says what the counts mean (thesis, 2.3.2). */
#include "csv.h"
#include "starts_with.h"
#include "util.h"
#include "xdb_diagnose.h"
#include "xdb_mux.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char usage_text[] =
	"Usage: xdbstat [OPTION]... list\n"
	"       xdbstat [OPTION]... count [CHIP:EVENT]...\n"
	"       xdbstat [OPTION]... diagnose [FILE]...\n"
	"\n"
	"list prints all chips and their events. count counts events for a time and prints\n"
	"their counts as CSV; if a chip has more events than counters, they take turns, and\n"
	"the totals are estimates. Without events it counts those that diagnose needs.\n"
	"diagnose reads such files and prints the bottlenecks that they show.\n"
	"\n"
	"CHIP is a name of list, or what several names begin with: mqh1.3, mqh1, mqh.\n"
	"\n"
	"  -b, --board=BACKEND sim:ARGUMENTS (sim:), unix:PATH or mmap:ARGUMENTS\n"
	"  -c, --command=TEXT  send this command to a simulated machine first; may be\n"
	"                      repeated\n"
	"  -t, --time=TIME     time to count, with ns, us, ms or s (2ms)\n"
	"  -s, --slice=TIME    time of a turn (20us)\n"
	"      --seed=N        seed of the order of the turns (1)\n" UTIL_HELP;

#define COMMANDS 64			      /* that can be given */
#define WANTS 256u			      /* events that can be counted */
#define SHARE_LEAST 0.005		      /* smaller shares are 0 % and not printed */
#define LONGEST ((uint64_t)3600 * 1000000000) /* ns */
/* a line of a file of counts */
enum { CHIP, EVENT, COUNT, CLOCKS, RUN, ESTIMATE, ERROR, MISSED, COLUMNS };
#define FORMAT "chip,event,count,clocks,run,estimate,error,missed"
#define SEED 256
#define LOSSES_MOST 65535u
#define MISSED_WRAPS "missed wraps"
#define INVALID_CLOCKS "clocks with an invalid packet"
/* a turn that ends before the board's 32-bit count of clocks wraps, up to 400 MHz */
#define SLICE_MOST ((uint64_t)10 * 1000000000) /* ns */
#define LINE 512

static const char *backend = "sim:", *commands[COMMANDS];
static unsigned int given;
static uint64_t total = 2000000, slice = 20000; /* ns */
static uint64_t seed = 1;

/* ---- list ---- */

static int list(void)
{
	char name[XDB_CHIP_NAME], cell[CSV_CELL(80)];

	util_open();
	util_print("chip,event,what it counts");
	for (unsigned int chip = 0; chip < XDB_CHIPS; chip++)
		for (unsigned int e = 0; e < XDB_EVENT_NUMBERS; e++)
			if (xdb_event_name(chip, e))
				util_print(
					"%s,%s,%s", xdb_chip_name(chip, name),
					xdb_event_name(chip, e),
					csv_cell(xdb_event_text(chip, e), cell, sizeof(cell)));
	return util_end();
}

/* ---- count ---- */

static struct xdb monitor;
static struct xdb_want want[WANTS];

static size_t read_wants(void)
{
	struct xdb_name names[WANTS];
	const char *text = util_argument();
	size_t n = 0;

	if (!text)
		n = xdb_diagnose_names(names);
	for (; text; text = util_argument()) {
		const int more = xdb_names_parse(text, names + n, WANTS - n);

		if (more < 0)
			util_usage("no such event, or too many", text);
		n += (size_t)more;
	}
	for (size_t i = 0; i < n; i++)
		want[i].name = names[i];
	return n;
}

static int run_commands(void)
{
	char reply[XDB_REPLY_BYTES] = "";

	for (unsigned int i = 0; i < given; i++) {
		int err = xdb_command(&monitor, commands[i], reply, sizeof(reply));

		if (err) {
			util_error("%s: %s", commands[i],
				   reply[0] ? reply : util_access_reason(err));
			return err;
		}
	}
	return 0;
}

static int count_turns(struct xdb_mux *m, size_t n)
{
	int err = xdb_mux_begin(m, &monitor, want, n, seed);

	for (uint64_t t = 0; t < total && !err; t += slice) {
		err = xdb_run(&monitor, total - t < slice ? total - t : slice);
		if (!err && t + slice < total)
			err = xdb_mux_next(m);
	}
	return err ? err : xdb_mux_end(m);
}

/* The board's counts of losses stop at their largest value. */
static const char *or_more(unsigned int n)
{
	return n < LOSSES_MOST ? "" : " or more";
}

/* Losses come first; those of a file are read by diagnose. */
static void print_losses(const struct xdb_losses *l)
{
	if (l->wraps)
		util_flaw("%u%s wraps of counters were missed", l->wraps, or_more(l->wraps));
	if (l->wrong)
		util_flaw("%u%s clocks with an invalid packet:%s%s%s%s", l->wrong,
			  or_more(l->wrong), l->queue ? " queue" : "", l->read ? " read" : "",
			  l->pio ? " pio" : "", l->packet ? " packet" : "");
}

static void write_loss(const char *name, unsigned int n)
{
	char text[24];

	snprintf(text, sizeof(text), "%u%s", n, or_more(n));
	record_write_field(&util_out, name, text);
}

static void print_counts(const struct xdb_mux *m, size_t n, const struct xdb_losses *l)
{
	char name[XDB_CHIP_NAME], clocks[24];

	snprintf(clocks, sizeof(clocks), "%" PRIu64, m->clocks);
	record_write_field(&util_out, "file", "xdbus counts");
	record_write_check(&util_out);
	record_write_field(&util_out, "board", "xdbus");
	record_write_field(&util_out, "clocks", clocks);
	write_loss(MISSED_WRAPS, l->wraps);
	write_loss(INVALID_CLOCKS, l->wrong);
	util_print(FORMAT);
	for (const struct xdb_want *w = want; w < want + n; w++)
		util_print("%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.1f,%.1f,%d",
			   xdb_chip_name(w->name.chip, name),
			   xdb_event_name(w->name.chip, w->name.event), w->count, w->clocks,
			   m->clocks, w->estimate, w->error, w->missed);
}

static int count(void)
{
	static struct xdb_mux m;
	struct xdb_losses losses;
	const size_t n = read_wants();
	int err;

	util_open();
	err = xdb_open(&monitor, backend);
	if (err) {
		util_error("%s: %s", backend,
			   util_board_reason(err, backend,
					     "processors=N, ways=1|2|4, memory=CLOCKS, "
					     "pio=CLOCKS, seed=N, wave=FILE"));
		return util_end();
	}
	if (!run_commands()) {
		err = xdb_clear_losses(&monitor);
		if (!err)
			err = count_turns(&m, n);
		if (!err)
			err = xdb_get_losses(&monitor, &losses);
		if (err) {
			util_error("%s: %s", backend,
				   err == -EINVAL ? "an event was given twice"
						  : util_access_reason(err));
		} else {
			print_losses(&losses);
			print_counts(&m, n, &losses);
		}
	}
	xdb_close(&monitor);
	return util_end();
}

/* ---- diagnose ---- */

static bool real(const char *text, double *v)
{
	char *end;

	*v = strtod(text, &end);
	return end != text && !*end && *v > -1e18 && *v < 1e18;
}

/* Reads a line of a file of counts; returns what is wrong, or NULL. */
static const char *take_line(char *line, struct xdb_profile *p)
{
	char *cell[COLUMNS], *at = line, text[64];
	struct xdb_name name;
	double v[COLUMNS];
	unsigned int n = 0;

	do
		cell[n++] = csv_next(&at);
	while (at && n < COLUMNS);
	if (n < COLUMNS || at || !cell[n - 1])
		return "not " FORMAT;
	snprintf(text, sizeof(text), "%s:%s", cell[CHIP], cell[EVENT]);
	if (xdb_names_parse(text, &name, 1) != 1)
		return "no such chip and event";
	for (unsigned int i = COUNT; i < COLUMNS; i++)
		if (!real(cell[i], &v[i]) || (v[i] < 0 && i != ERROR))
			return "a number is missing or wrong";
	if (v[RUN] <= 0 || (p->clocks > 0 && p->clocks != v[RUN]))
		return "the lines are not of one run";
	if (p->count[name.chip][name.event].value >= 0)
		return "the event is there twice";
	p->clocks = v[RUN];
	/* after a missed wrap the count is too low by an unknown number and is not used */
	if (v[MISSED] != 0)
		util_flaw("%s %s: a wrap was missed; not used", cell[CHIP], cell[EVENT]);
	else if (v[CLOCKS] > 0)
		p->count[name.chip][name.event] =
			(struct xdb_estimate){v[ESTIMATE], v[ERROR] < 0 ? -1 : v[ERROR]};
	return NULL;
}

static void print_shares(const struct xdb_profile *p)
{
	static const char *const kinds[] = {"READ",  "UPDATE", "INVALIDATE", "SWAP",
					    "FLUSH", "BLOCK",  "PIO_READ",   "PIO_WRITE"};

	char text[XDB_SHARE_TEXT];

	for (unsigned int b = 0; b < 2; b++) {
		const struct xdb_estimate used = xdb_occupancy(p, b);

		if (used.value >= 0)
			util_print("bus %u: occupied in up to %s of the clocks", b,
				   xdb_share_text(used, text));
		for (unsigned int k = 0; k < 8; k++) {
			const struct xdb_estimate share = xdb_kind_share(p, b, k);

			if (share.value >= SHARE_LEAST)
				util_print("bus %u: %s has %s of the packets' cycles", b,
					   kinds[k], xdb_share_text(share, text));
		}
	}
}

static void print_findings(const struct xdb_profile *p)
{
	struct xdb_finding f[XDB_FINDINGS];
	const unsigned int n = xdb_diagnose(p, f);
	char text[256];

	print_shares(p);
	for (unsigned int i = 0; i < n; i++)
		util_print("%s", xdb_finding_text(&f[i], text, sizeof(text)));
	if (!n)
		util_print("no bottleneck found in what was counted");
}

/* Takes a comment line, which may have losses of the run. */
static void take_comment(const char *line)
{
	static const char *const losses[] = {"# " MISSED_WRAPS ": ", "# " INVALID_CLOCKS ": "};

	for (size_t i = 0; i < sizeof(losses) / sizeof(*losses); i++) {
		const char *n = after_prefix(line, losses[i]);

		if (n && strcmp(n, "0") != 0)
			util_flaw("%s: the counts are wrong by an unknown number", line + 2);
	}
}

static int diagnose(void)
{
	struct xdb_profile p;
	char *line, text[LINE];
	size_t length;
	bool sound = true;

	util_open();
	xdb_profile_clear(&p);
	while (sound && util_line(&line, &length)) {
		const char *wrong = NULL;

		snprintf(text, sizeof(text), "%.*s", (int)(length < LINE ? length : 0), line);
		if (length >= LINE)
			wrong = "the line is too long";
		else if (memchr(line, '\0', length))
			wrong = "a byte 0";
		else if (text[0] == '#')
			take_comment(text);
		else if (length && strcmp(text, FORMAT) != 0)
			wrong = take_line(text, &p);
		if (wrong)
			sound = util_wrong(wrong);
	}
	if (sound && p.clocks <= 0)
		util_error("there are no counts");
	else if (sound)
		print_findings(&p);
	return util_end();
}

/* ---- command line ---- */

static void read_time(const char *text, uint64_t most, const char *wrong, uint64_t *ns)
{
	if (util_time(text, ns) || !*ns || *ns > most)
		util_usage(wrong, text);
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {{"seed", SEED}, {0}};
	const char *verb;
	int c;

	util_begin("xdbstat", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'b')
			backend = optarg;
		else if (c == 't')
			read_time(optarg, LONGEST, "not a time up to 3600s", &total);
		else if (c == 's')
			read_time(optarg, SLICE_MOST, "not a time up to 10s", &slice);
		else if (c == SEED)
			seed = util_number(optarg, UINT64_MAX);
		else if (given == COMMANDS)
			util_usage("too many commands", optarg);
		else
			commands[given++] = optarg;
	}
	verb = util_argument();
	if (!verb)
		util_usage("list, count or diagnose is missing", NULL);
	if (!strcmp(verb, "count"))
		return count();
	if (!strcmp(verb, "diagnose"))
		return diagnose();
	if (strcmp(verb, "list"))
		util_usage("neither list, count nor diagnose", verb);
	verb = util_argument();
	if (verb)
		util_usage("list takes no argument", verb);
	return list();
}
