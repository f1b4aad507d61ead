/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks the cache lines of a trace by their transfers, and names what a program has in them. */
#include "bsel.h"
#include "elfsyms.h"
#include "surfutil.h"
#include "util.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACED (UINT64_C(1) << 27) /* bytes that bits 26..2 address, those of a trace entry */
#define TIME_BITS 44
#define SHOWN 10  /* lines of the table */
#define NAMES 4	  /* symbols of a line */
#define WHAT 512u /* longest text of these */
#define ARRAYS 8u

static const char usage_text[] =
	"Usage: surflines [OPTION]... [FILE]...\n"
	"\n"
	"Ranks the cache lines in the trace of a memory port (axi_tap) by their transfers:\n"
	"reads that follow a write of the same line, as when a line goes from one core\n"
	"through the memory to another. Losses come first. A histogram does not tell the\n"
	"order; its lines are ranked by the largest number of transfers that is possible.\n"
	"\n"
	"  -c, --config=F      FILE is a histogram made with this configuration (.bsel, .bit)\n"
	"  -a, --array=SYMBOL:BYTES[:NAME]\n"
	"                      SYMBOL is an array of parts of BYTES, as the stacks of several\n"
	"                      threads; they are called NAME 0, NAME 1, ... (SYMBOL 0, ...)\n"
	"  -e, --elf=FILE      name the symbols of this program in each line\n"
	"  -b, --base=ADDRESS  bits 63 to 27 of the addresses, which are not in a trace;\n"
	"                      default: where FILE begins, without it 0. For a histogram\n"
	"                      the bits above those of the bins\n"
	"  -l, --line=BYTES    size of a line, a power of 2 from 8 to 4096 (64)\n"
	"  -n, --top=N         print N lines; 0: all (10)\n"
	"  -p, --phase=RANGE   only packets of these phases, LOW-HIGH or one number\n"
	"  -s, --sender=RANGE  only these senders, LOW-HIGH or one number\n"
	"  -w, --write=COLOR   color of writes (1); all other packets are reads\n" UTIL_HELP;

struct line {
	uint32_t number;
	uint64_t reads, writes, transfers;
	uint64_t latency, most; /* sum and largest one, of the reads, in units of the trace */
	uint64_t late;		/* reads whose latency was too large for the trace */
	uint64_t read, before;	/* receive times of the latest two reads */
	bool counted;		/* the latest read is a transfer */
	bool written;		/* a write after the latest read */
};

static struct lines {
	unsigned int log2; /* of the bytes of a line */
	uint32_t *index;   /* by number of the line: 1 + its place in @line; 0: not seen */
	struct line *line;
	size_t count, room;
} all;

static struct record_info info;
static uint64_t packets, chosen, markers;

/* The configuration of a histogram. */
static struct {
	const char *path; /* NULL: the file is a trace */
	struct sbit_map map;
	unsigned int colors; /* bits of the color in the bins */
	uint64_t range;	     /* bytes that the bins tell apart */
} config;

/* Symbols that are arrays of equal parts. */
static struct array {
	const char *symbol, *name;
	uint64_t bytes; /* of a part */
} array[ARRAYS];
static unsigned int arrays;

/* ---- counting ---- */

static struct line *find_line(uint32_t addr)
{
	const uint32_t number = addr >> all.log2;

	if (all.index[number])
		return &all.line[all.index[number] - 1];
	if (all.count == all.room) {
		const size_t room = all.room ? 2 * all.room : 1024;
		struct line *more = realloc(all.line, room * sizeof(*more));

		if (!more)
			return NULL;
		all.line = more;
		all.room = room;
	}
	all.line[all.count] = (struct line){.number = number};
	all.index[number] = (uint32_t)++all.count;
	return &all.line[all.count - 1];
}

/* Whether receive time @a is later than @b. */
static bool is_later(uint64_t a, uint64_t b)
{
	return a != b && !((a - b) >> (TIME_BITS - 1) & 1);
}

static void count_write(struct line *l, uint64_t now)
{
	l->writes++;
	/* several taps may deliver a read before the write that ended earlier */
	if (l->reads && !l->counted && is_later(l->read, now) &&
	    (l->reads == 1 || is_later(now, l->before))) {
		l->counted = true;
		l->transfers++;
	} else {
		l->written = true;
	}
}

static void count_read(struct line *l, const uint32_t *word)
{
	const uint32_t latency = trace_latency(word);

	l->reads++;
	l->before = l->read;
	l->read = trace_rxtime(word);
	l->counted = l->written;
	l->transfers += l->written;
	l->written = false;
	l->latency += latency;
	l->most = latency > l->most ? latency : l->most;
	l->late += trace_overflow(word);
}

/* What is counted. */
struct choice {
	struct util_range sender, phase;
	unsigned int write; /* color of writes */
};

static bool has(const struct util_range *r, uint64_t value)
{
	return value >= r->low && value <= r->high;
}

static int count_entry(const uint32_t *word, const struct choice *c)
{
	struct line *l;

	if (trace_presence(word) == TRACE_NONE)
		return 0;
	if (trace_presence(word) == TRACE_LOSS) {
		markers += trace_missing(word);
		return 0;
	}
	packets++;
	if (!has(&c->sender, trace_sender(word)) ||
	    !has(&c->phase, trace_phase(word, info.phase_bits)))
		return 0;
	chosen++;
	l = find_line(trace_addr(word));
	if (!l)
		return -ENOMEM;
	if (trace_color(word) == c->write)
		count_write(l, trace_rxtime(word));
	else
		count_read(l, word);
	return 0;
}

static int count_bin(const struct hist_record *h, const struct choice *c)
{
	struct line *l;

	packets += h->count;
	if (!h->count || !has(&c->sender, sbit_bin_value(&config.map, SBIT_SENDER, h->bin)) ||
	    !has(&c->phase, sbit_bin_value(&config.map, SBIT_PHASE, h->bin)))
		return 0;
	chosen += h->count;
	l = find_line(sbit_bin_value(&config.map, SBIT_ADDRESS, h->bin));
	if (!l)
		return -ENOMEM;
	if (config.colors &&
	    sbit_bin_value(&config.map, SBIT_COLOR, h->bin) == (c->write & config.colors))
		l->writes += h->count;
	else
		l->reads += h->count;
	/* a transfer is a write and a read */
	l->transfers = !config.colors	      ? l->reads / 2
		       : l->reads < l->writes ? l->reads
					      : l->writes;
	return 0;
}

static void header(const char *name, size_t name_length, const char *text, size_t length)
{
	(void)name;
	(void)name_length;
	if (record_info_line(&info, text, length) < 0)
		util_wrong("the value of this header line is wrong");
}

/* ---- the report ---- */

static int by_transfers(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	const uint64_t m = x->reads + x->writes, n = y->reads + y->writes;

	if (x->transfers != y->transfers)
		return x->transfers > y->transfers ? -1 : 1;
	if (m != n)
		return m > n ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static const struct array *array_of(const char *symbol)
{
	for (unsigned int i = 0; i < arrays; i++)
		if (!strcmp(array[i].symbol, symbol))
			return &array[i];
	return NULL;
}

/* Names of a line. */
struct names {
	uint64_t from, end; /* addresses of the line */
	unsigned int count;
	size_t used;
	char text[WHAT];
};

/* Adds a name with the offset of its first byte in the line; @part: -1: none. */
static void add_name(struct names *n, const char *name, int64_t part, uint64_t start)
{
	const uint64_t first = start > n->from ? start : n->from;
	char number[24] = "";

	if (n->count > NAMES)
		return;
	if (n->count++ == NAMES) {
		snprintf(n->text + n->used, WHAT - n->used, ", ...");
		return;
	}
	if (part >= 0)
		snprintf(number, sizeof(number), " %" PRId64, part);
	n->used += (size_t)snprintf(n->text + n->used, WHAT - n->used, "%s%.64s%s+0x%" PRIX64,
				    n->count > 1 ? ", " : "", name, number, first - start);
}

/* Names what is in a line. */
static void name_line(const struct elf *e, struct names *n)
{
	snprintf(n->text, WHAT, "-");
	for (size_t i = 0; i < e->count; i++) {
		const struct elf_symbol *s = &e->symbol[i];
		const uint64_t end = s->addr + s->size;
		const struct array *a = array_of(s->name);
		uint64_t part;

		if (s->addr >= n->end || end <= n->from || !s->size)
			continue;
		if (!a) {
			add_name(n, s->name, -1, s->addr);
			continue;
		}
		part = n->from > s->addr ? (n->from - s->addr) / a->bytes : 0;
		for (uint64_t at = s->addr + part * a->bytes;
		     at < end && at < n->end && n->count <= NAMES; at += a->bytes, part++)
			add_name(n, a->name, (int64_t)part, at);
	}
}

static void print_line(const struct line *l, const struct elf *e, uint64_t base)
{
	const uint64_t from = base + ((uint64_t)l->number << all.log2);
	const struct elf_section *section = elf_find_section(e, from);
	const double unit = record_latency_ns(&info);
	struct names names = {.from = from, .end = from + (UINT64_C(1) << all.log2)};

	name_line(e, &names);
	for (char *c = names.text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	if (config.path) {
		char writes[24] = "-";

		if (config.colors)
			snprintf(writes, sizeof(writes), "%" PRIu64, l->writes);
		util_print("%9" PRIu64 " %9" PRIu64 " %9s  %08" PRIX64 "  %-8.32s  %s",
			   l->transfers, l->reads, writes, from, section ? section->name : "-",
			   names.text);
		return;
	}
	util_print("%9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %s%8.0f %8.0f  %08" PRIX64
		   "  %-8.32s  %s",
		   l->transfers, l->reads, l->writes, l->late ? ">" : " ",
		   l->reads ? (double)l->latency / (double)l->reads * unit : 0.,
		   (double)l->most * unit, from, section ? section->name : "-", names.text);
}

static void report(const struct elf *e, uint64_t base, uint64_t top)
{
	const uint64_t lost = info.lost + markers;
	uint64_t transfers = 0;

	if (all.count)
		qsort(all.line, all.count, sizeof(*all.line), by_transfers);
	for (size_t i = 0; i < all.count; i++)
		transfers += all.line[i].transfers;
	if (lost) {
		util_incomplete();
		util_print("lost packets: %" PRIu64 "%s; %s", lost,
			   info.lost_more ? " or more" : "",
			   config.path ? "the counts below are without them"
				       : "counts and largest latencies below are "
					 "lower bounds, means may be wrong");
	}
	util_print("packets: %" PRIu64 " of %" PRIu64, chosen, packets);
	util_print("transfers: %s%" PRIu64 " in %zu lines of %u bytes",
		   config.path ? "at most " : "", transfers, all.count, 1u << all.log2);
	if (config.path) {
		util_print("addresses: %" PRIu64 " bytes from %08" PRIX64 " on\n", config.range,
			   base);
		util_print("  at most %s    writes   address  section   symbols",
			   config.colors ? "    reads" : "  packets");
	} else {
		util_print("addresses: bits 26 to 2 of the trace, from %08" PRIX64 " on\n",
			   base);
		util_print("transfers     reads    writes  latency ns  largest   address  "
			   "section   symbols");
	}
	for (size_t i = 0; i < all.count && (!top || i < top); i++)
		print_line(&all.line[i], e, base);
}

/* ---- the command line ---- */

static void bad_config(void *arg, const struct bsel_error *e)
{
	fprintf(stderr, "%s:%u:%u: %s\n", (const char *)arg, e->line, e->column, e->what);
}

/* Reads the configuration of a histogram; its bins have successive bits of the address. */
static void open_config(const char *path, unsigned int *line)
{
	FILE *in = fopen(path, "r");
	const int err = in ? bsel_read(in, &config.map, bad_config, (void *)path) : -errno;
	uint32_t bits;

	if (in)
		fclose(in);
	if (err && err != -EINVAL)
		util_file_error(path, err);
	if (err)
		exit(UTIL_BAD_DATA);
	bits = sbit_selected(&config.map, SBIT_ADDRESS);
	if (!bits)
		util_usage("the bins do not depend on the address", path);
	*line = 0;
	while (!(bits >> *line & 1))
		++*line;
	config.range = (uint64_t)bits + (UINT64_C(1) << *line);
	if (config.range & (config.range - 1))
		util_usage("the bins do not have successive bits of the address", path);
	config.colors = sbit_selected(&config.map, SBIT_COLOR);
	config.path = path;
}

static void add_array(char *text)
{
	struct array *a = &array[arrays];
	char *bytes = strchr(text, ':'), *name = bytes ? strchr(bytes + 1, ':') : NULL;

	if (arrays == ARRAYS)
		util_usage("too many arrays", text);
	if (!bytes)
		util_usage("an array is SYMBOL:BYTES or SYMBOL:BYTES:NAME", text);
	*bytes++ = 0;
	if (name)
		*name++ = 0;
	*a = (struct array){text, name ? name : text, util_number(bytes, TRACED)};
	if (!a->bytes)
		util_usage("a part of an array has at least one byte", text);
	arrays++;
}

/* All arrays must be symbols of the program. */
static void check_arrays(const struct elf *e, const char *path)
{
	for (unsigned int k = 0; k < arrays; k++) {
		size_t i = 0;

		while (i < e->count &&
		       (strcmp(e->symbol[i].name, array[k].symbol) || !e->symbol[i].size))
			i++;
		if (i < e->count)
			continue;
		fprintf(stderr, "%s: no symbol with a size has the name %s\n", path,
			array[k].symbol);
		exit(UTIL_BAD_DATA);
	}
}

static unsigned int get_log2(const char *text)
{
	const uint64_t bytes = util_number(text, 4096);
	unsigned int log2 = 3;

	while (log2 < 12 && UINT64_C(1) << log2 != bytes)
		log2++;
	if (UINT64_C(1) << log2 != bytes)
		util_usage("a line is a power of 2, 8 to 4096", text);
	return log2;
}

/* Reads the program. Its addresses must be in one range that a trace can tell apart. */
static void open_program(struct elf *e, const char *path, bool based, uint64_t *base)
{
	const uint64_t range = config.path ? config.range : TRACED;
	const int err = elf_open(e, path, ELF_AS_LINKED);

	if (err) {
		if (err == -ENOEXEC)
			fprintf(stderr, "%s: not a program: no complete ELF file of 64 bits\n",
				path);
		else
			util_file_error(path, err);
		exit(UTIL_BAD_DATA);
	}
	if (!based)
		*base = e->first & ~(range - 1);
	if (based && config.path)
		return;
	if (e->first >= *base && e->end - *base <= range)
		return;
	fprintf(stderr,
		"%s: the program is not within %" PRIu64 " %s from %08" PRIX64
		" on, as the %s needs to tell its addresses apart%s\n",
		path, range >> 20 ? range >> 20 : range, range >> 20 ? "MB" : "bytes", *base,
		config.path ? "histogram" : "trace", config.path ? ": give --base" : "");
	exit(UTIL_BAD_DATA);
}

/* The options as they were given; NULL: not given. */
struct given {
	const char *elf, *base, *senders, *phases;
};

/* Refuses options that contradict each other or the configuration of the bins. */
static void refuse_contradictions(const struct given *g, uint64_t base)
{
	if (g->base && config.path && base % config.range)
		util_usage("a base is a multiple of the bytes that the bins tell apart",
			   g->base);
	if (g->base && !config.path && base % TRACED)
		util_usage("a base is a multiple of 0x8000000", g->base);
	if (config.path && config.range < TRACED && !g->base && !g->elf)
		util_usage("the bins have no upper bits of the address: give --base",
			   config.path);
	if (g->senders && config.path && !sbit_selected(&config.map, SBIT_SENDER))
		util_usage("the bins do not depend on the sender", g->senders);
	if (g->phases && config.path && !sbit_selected(&config.map, SBIT_PHASE))
		util_usage("the bins do not depend on the phase", g->phases);
	if (arrays && !g->elf)
		util_usage("an array is a symbol of a program: give --elf", array[0].symbol);
}

int main(int argc, char **argv)
{
	struct choice choice = {.sender.high = 63, .phase.high = 255, .write = 1};
	struct elf e = {0};
	struct given given = {0};
	uint64_t base = 0, top = SHOWN;
	unsigned int least = 3;
	bool lined = false;
	struct trace_record t;
	struct hist_record h;
	int c, err = 0;

	util_begin("surflines", usage_text, argc, argv);
	all.log2 = 6;
	while ((c = util_option(NULL)) != -1)
		if (c == 'a') {
			add_array(optarg);
		} else if (c == 'e') {
			given.elf = optarg;
		} else if (c == 'b') {
			base = util_number(optarg, UINT64_MAX);
			given.base = optarg;
		} else if (c == 'c') {
			open_config(optarg, &least);
		} else if (c == 'l') {
			all.log2 = get_log2(optarg);
			lined = true;
		} else if (c == 'n') {
			top = util_number(optarg, UINT32_MAX);
		} else if (c == 'p') {
			util_parse_range(&choice.phase, optarg, 0, 255);
			given.phases = optarg;
		} else if (c == 's') {
			util_parse_range(&choice.sender, optarg, 0, 63);
			given.senders = optarg;
		} else {
			choice.write = (unsigned int)util_number(optarg, 63);
		}
	if (config.path && (!lined || all.log2 < least))
		all.log2 = least < 3 ? 3 : least;
	refuse_contradictions(&given, base);
	util_header = header;
	util_open();
	if (given.elf) {
		open_program(&e, given.elf, given.base, &base);
		check_arrays(&e, given.elf);
	}
	all.index = calloc(TRACED >> all.log2, sizeof(*all.index));
	if (!all.index)
		err = -ENOMEM;
	while (!err && !config.path && util_trace(&t)) {
		if (given.phases && !info.phase_bits) {
			util_wrong("the entries of this trace have no phase");
			break;
		}
		err = count_entry(t.word, &choice);
	}
	while (!err && config.path && util_hist(&h))
		err = count_bin(&h, &choice);
	if (err)
		util_error("%s", strerror(-err));
	else
		report(&e, base, top);
	elf_close(&e);
	free(all.index);
	free(all.line);
	return util_end();
}
