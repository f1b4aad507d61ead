/* SPDX-License-Identifier: Apache-2.0 */
#include "traffic.h"
#include "args.h"
#include "cache.h"
#include "input.h"
#include "random.h"
#include "shrimp/apps/apps.h"
#include "shrimp/recorded.h"
#include "shrimp/survey.h"
#include "shrimp/threads.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define TIME_MASK ((UINT64_C(1) << 45) - 1)
#define TICK_PS 100000
#define LINE_MAX_BYTES 1024
#define PAGES_DEFAULT 48
#define FIFO_MIN 515		    /* 64-bit words of a packet of 1024 words */
#define AHEAD_PS UINT64_C(20000000) /* time that the machine runs ahead of the board */
#define READ_STEPS 4096	 /* accesses that traffic_ahead() reads, of about 0.1 us each */
#define EMPTY_MOST 10000 /* maximum number of successive lines without a packet */

enum kind { FILE_OF_PACKETS, MACHINE, RANDOM };

/* Fields that a packet file and the generator have in common. */
enum field { WORDS, X, Y, COLOR, CATEGORY, ADDR, BE, IRQ, FIELDS };

static const struct {
	const char *name;
	uint64_t min, max, value;
} fields[FIELDS] = {
	[WORDS] = {"words", 1, PACKET_WORDS_MAX, 1},
	[X] = {"x", 0, 63, 0},
	[Y] = {"y", 0, 63, 0},
	[COLOR] = {"color", 0, 63, 0},
	[CATEGORY] = {"category", 0, 15, 0},
	[ADDR] = {"addr", 0, 0x7FFFFFF, 0},
	[BE] = {"be", 0, 15, 15},
	[IRQ] = {"irq", 0, 1, 0},
};

#define LATENCY_DEFAULT_PS UINT64_C(5000000)
#define PERIOD_DEFAULT_PS UINT64_C(1080000)

/* A packet of a file and its time. */
struct line {
	struct packet p;
	uint64_t when; /* ps since the beginning of the file */
	bool absolute; /* p.tx is the value in the file; false: from @latency */
	int64_t latency;
};

struct packets {
	gzFile file;
	char *path;
	uint64_t number; /* number of the line */
	uint64_t last;	 /* WHEN of the last packet */
	uint64_t base;	 /* time at which this round began */
	uint64_t rounds; /* rounds left; UINT64_MAX: without end */
	uint64_t lead;	 /* largest time in ps by which a packet was sent before the beginning
			  * of the file */
	struct line next;
	bool have; /* next */
};

struct machine {
	struct pagemap *map;
	struct lackey *recording[RECORDED_NODES];
	struct threads *threads; /* recording of librecord, instead of lackey's */
	struct recorded *r;
	/* or a workload */
	const struct workload *w;
	struct svm *svm;
	void *app;
	struct mc *m;
};

struct generator {
	struct args_range field[FIELDS], period, latency;
	uint64_t left; /* packets left; UINT64_MAX: without end */
	uint64_t due;  /* ps */
	uint64_t rnd;
};

struct traffic {
	enum kind kind;
	uint64_t start; /* ps */
	bool ended;
	char why[512];
	union {
		struct packets f;
		struct machine m;
		struct generator g;
	};
};

static int wrong(char *why, size_t len, int err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static int wrong(char *why, size_t len, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, len, fmt, ap);
	va_end(ap);
	return err;
}

static uint64_t tick_before(uint64_t tick, int64_t latency_ps)
{
	return (tick - (uint64_t)(latency_ps / TICK_PS)) & TIME_MASK;
}

static void set_fields(struct packet *p, const uint64_t v[FIELDS])
{
	p->words = (uint16_t)v[WORDS];
	p->x = (uint8_t)v[X];
	p->y = (uint8_t)v[Y];
	p->color = (uint8_t)v[COLOR];
	p->first = (uint32_t)v[CATEGORY] << 28;
	p->addr = (uint32_t)v[ADDR] & ~3u;
	p->be = (uint8_t)v[BE];
	p->irq = v[IRQ];
}

/* Where words NAME=VALUE may be: in "generate", a line of a packet file, "play" with a
 * recording, and "workload"; the first two also accept the fields above. */
enum place { GENERATE, PACKET_LINE, RECORDING, WORKLOAD };

static const struct {
	enum place place;
	const char *name, *values;
} others[] = {
	{GENERATE, "count", "a number of packets; 0: until stop"},
	{GENERATE, "period", "a time such as 5us, or a range such as 5us-20us"},
	{GENERATE, "latency", "a time such as 5us, or a range such as 5us-20us"},
	{GENERATE, "seed", "a number"},
	{PACKET_LINE, "data", "from 0 to 0xFFFFFFFF"},
	{PACKET_LINE, "latency", "a time such as 5us or -5us"},
	{PACKET_LINE, "tx", "from 0 to 0x1FFFFFFFFFFF"},
	{RECORDING, "map", "a page map"},
	{RECORDING, "pages", "a number of pages, from 1 on"},
	{RECORDING, "combining", "on or off"},
	{RECORDING, "boundary", "256, 512, 1024, 2048 or 4096"},
	{RECORDING, "timeout", "a time such as 5us"},
	{RECORDING, "latency", "a time such as 5us"},
	{RECORDING, "fifo", "from 515 to 16777216"},
	{RECORDING, "cache", "0 or a power of 2 up to 16384"},
	{WORKLOAD, "nodes", "from 1 to 64"},
	{WORKLOAD, "combine", "on or off"},
	{WORKLOAD, "boundary", "256, 512, 1024, 2048 or 4096"},
	{WORKLOAD, "system", "on or off"},
	{WORKLOAD, "size", "a number; its meaning depends on the program"},
	{WORKLOAD, "steps", "a number of time steps, or of groups"},
	{WORKLOAD, "group", "a number of words"},
	{WORKLOAD, "wait", "a number of microseconds"},
	{WORKLOAD, "seed", "a number"},
};

/* Reports a wrong word NAME=VALUE: stores the allowed values or names in @why. */
static int wrong_value(char *why, size_t len, int err, const char *word, enum place place)
{
	char names[128] = "";
	size_t n = 0;

	for (int f = 0; f < FIELDS && (place == GENERATE || place == PACKET_LINE); f++) {
		if (args_value(word, fields[f].name))
			return wrong(why, len, err,
				     "'%s' is wrong: %s is from %" PRIu64 " to %" PRIu64, word,
				     fields[f].name, fields[f].min, fields[f].max);
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s, ", fields[f].name);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i].place != place)
			continue;
		if (args_value(word, others[i].name))
			return wrong(why, len, err, "'%s' is wrong: %s is %s", word,
				     others[i].name, others[i].values);
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s, ", others[i].name);
	}
	return wrong(why, len, err, "'%s' is wrong: there are %.*s, each with = and a value",
		     word, (int)n - 2, names);
}

_Static_assert(FIFO_MIN == 515 && CACHE_BYTES_MAX == 16384 << 10,
	       "the values in the table others");

/* ---- files of packets ---- */

/* Reads a word NAME=VALUE of a line; returns false if it is not one. */
static bool packet_field(struct line *l, uint64_t v[FIELDS], bool *data, const char *word)
{
	const char *text;
	uint64_t n;

	for (int f = 0; f < FIELDS; f++) {
		text = args_value(word, fields[f].name);
		if (!text)
			continue;
		return args_number(text, &v[f]) && v[f] >= fields[f].min &&
		       v[f] <= fields[f].max;
	}
	if ((text = args_value(word, "data"))) {
		*data = args_number(text, &n) && n <= UINT32_MAX;
		l->p.first = *data ? (uint32_t)n : 0;
		return *data;
	}
	if ((text = args_value(word, "latency"))) {
		const bool negative = *text == '-';

		if (!args_time(text + negative, &n))
			return false;
		l->latency = negative ? -(int64_t)n : (int64_t)n;
		return true;
	}
	if ((text = args_value(word, "tx"))) {
		l->absolute = args_number(text, &l->p.tx) && l->p.tx <= TIME_MASK;
		return l->absolute;
	}
	return false;
}

/* Reads a line, which changes @text. Returns 0, or -EBADMSG and a description of the error. */
static int parse_line(struct line *l, char *text, uint64_t before, char *why, size_t len)
{
	uint64_t v[FIELDS];
	char *words[ARGS_WORDS];
	const int n = args_split(text, words);
	uint32_t first;
	bool data = false;

	if (n < 1)
		return wrong(why, len, -EBADMSG, "too many words");
	memset(l, 0, sizeof(*l));
	l->latency = (int64_t)LATENCY_DEFAULT_PS;
	for (int f = 0; f < FIELDS; f++)
		v[f] = fields[f].value;
	if (!args_time(words[0] + (words[0][0] == '+'), &l->when))
		return wrong(why, len, -EBADMSG, "'%s' is not a time", words[0]);
	if (words[0][0] == '+')
		l->when += before;
	else if (l->when < before)
		return wrong(why, len, -EBADMSG, "%s is before the last packet", words[0]);
	for (int i = 1; i < n; i++)
		if (!packet_field(l, v, &data, words[i]))
			return wrong_value(why, len, -EBADMSG, words[i], PACKET_LINE);
	first = l->p.first;
	set_fields(&l->p, v);
	if (data)
		l->p.first = first;
	return 0;
}

/* Reads the next line of @f that is not empty, without its comment. Returns 1, or 0 at the end.
 * The number of empty lines is limited, because a server does not serve its clients during this
 * call. */
static int read_line(struct packets *f, char text[LINE_MAX_BYTES], char *why, size_t len)
{
	for (unsigned int empty = 0; gzgets(f->file, text, LINE_MAX_BYTES); empty++) {
		const size_t n = strlen(text);

		f->number++;
		if (n == LINE_MAX_BYTES - 1 && text[n - 1] != '\n')
			return wrong(why, len, -EBADMSG, "%s:%" PRIu64 ": line too long",
				     f->path, f->number);
		if (empty == EMPTY_MOST)
			return wrong(why, len, -EBADMSG,
				     "%s:%" PRIu64 ": no packet in %d lines", f->path,
				     f->number, EMPTY_MOST);
		text[strcspn(text, "#")] = 0;
		if (text[strspn(text, " \t\r\n")])
			return 1;
	}
	return gzeof(f->file) ? 0 : wrong(why, len, -EIO, "%s: cannot be read", f->path);
}

/* Reads the next packet into f->next. Returns 1, or 0 at the end. */
static int read_packet(struct packets *f, char *why, size_t len)
{
	char text[LINE_MAX_BYTES], what[LINE_MAX_BYTES + 32];
	int err = read_line(f, text, why, len);

	f->have = false;
	if (err <= 0)
		return err;
	if (parse_line(&f->next, text, f->last, what, sizeof(what)))
		return wrong(why, len, -EBADMSG, "%s:%" PRIu64 ": %s", f->path, f->number,
			     what);
	f->last = f->next.when;
	f->have = true;
	return 1;
}

static int rewind_packets(struct packets *f, char *why, size_t len)
{
	if (gzrewind(f->file))
		return wrong(why, len, -ESPIPE, "%s: cannot be read twice", f->path);
	f->number = f->last = 0;
	f->have = false;
	return 0;
}

/* Advances to the next packet, also across rounds. */
static int advance(struct packets *f, char *why, size_t len)
{
	int err = read_packet(f, why, len);

	if (err || f->rounds <= 1)
		return err;
	if (f->rounds != UINT64_MAX)
		f->rounds--;
	f->base += f->last;
	err = rewind_packets(f, why, len);
	return err ? err : read_packet(f, why, len);
}

static int open_packets(struct traffic *t, char *const words[], int n, char *why, size_t len)
{
	struct packets *f = &t->f;
	uint64_t packets = 0;
	int err;

	f->rounds = 1;
	for (int i = 1; i < n; i++) {
		const char *value = args_value(words[i], "loop");

		if (!value || !args_number(value, &f->rounds))
			return wrong(why, len, -EINVAL, "'%s' does not go with a packet file",
				     words[i]);
		if (!f->rounds)
			f->rounds = UINT64_MAX;
	}
	err = rewind_packets(f, why, len);
	while (!err) {
		err = read_packet(f, why, len);
		if (err <= 0)
			break;
		packets++;
		if (!f->next.absolute && f->next.latency > (int64_t)(f->next.when + f->lead))
			f->lead = (uint64_t)f->next.latency - f->next.when;
		err = 0;
	}
	if (err)
		return err;
	if (!packets)
		return wrong(why, len, -EBADMSG, "%s: no packet in it", f->path);
	err = rewind_packets(f, why, len);
	if (!err)
		err = read_packet(f, why, len);
	return err < 0 ? err : 0;
}

static bool next_of_file(struct traffic *t, uint64_t ps, uint64_t tick, struct packet *p)
{
	struct packets *f = &t->f;

	if (!f->have || ps - t->start < f->base + f->next.when)
		return false;
	*p = f->next.p;
	if (!f->next.absolute)
		p->tx = tick_before(tick, f->next.latency);
	advance(f, t->why, sizeof(t->why));
	t->ended = !f->have;
	return true;
}

/* ---- recordings ---- */

static int next_access(void *arg, struct lackey_access *a)
{
	return lackey_next(arg, a);
}

struct machine_options {
	struct recorded_config c;
	const char *map;
	uint64_t pages;
};

static bool machine_option(struct machine_options *o, const char *word)
{
	const char *v;
	uint64_t n;

	if ((v = args_value(word, "map"))) {
		o->map = v;
		return true;
	}
	if ((v = args_value(word, "pages")))
		return args_number(v, &o->pages) && o->pages && o->pages <= PAGEMAP_PAGES;
	if ((v = args_value(word, "combining"))) {
		o->c.mc.combining = strcmp(v, "on") == 0;
		return o->c.mc.combining || strcmp(v, "off") == 0;
	}
	if ((v = args_value(word, "timeout")))
		return args_time(v, &o->c.mc.timeout_ps);
	if ((v = args_value(word, "latency")))
		return args_time(v, &o->c.mc.p.wire_ps) && o->c.mc.p.wire_ps;
	if ((v = args_value(word, "boundary")) && args_number(v, &n) && n >= 256 && n <= 4096) {
		o->c.mc.boundary = (uint32_t)n;
		return !(n & (n - 1));
	}
	if ((v = args_value(word, "fifo")) && args_number(v, &n) && n >= FIFO_MIN &&
	    n <= 1 << 24) {
		o->c.mc.p.fifo_words = n;
		o->c.mc.p.low_water = n / 2;
		return true;
	}
	if ((v = args_value(word, "cache")) && args_number(v, &n) &&
	    n <= CACHE_BYTES_MAX >> 10) {
		o->c.mc.p.cache_bytes = n << 10;
		return !(n & (n - 1));
	}
	return false;
}

static int open_recording(struct lackey **l, const char *path, char *why, size_t len)
{
	const int err = lackey_open(l, path);

	return err ? wrong(why, len, err, "%s: %s", path, strerror(-err)) : 0;
}

/* Maps the pages that the program writes most. */
static int map_busiest(struct machine *m, const char *path, uint64_t pages, char *why,
		       size_t len)
{
	struct survey s = {0};
	struct lackey *l = NULL;
	int err = m->threads ? 0 : open_recording(&l, path, why, len);

	if (err)
		return err;
	err = m->threads ? survey_read(&s, threads_next_of_all, m->threads)
			 : survey_read(&s, next_access, l);
	if (err == -EBADMSG || err == -EIO)
		wrong(why, len, err, "%s",
		      m->threads ? threads_error(m->threads) : lackey_error(l));
	else if (!err && !s.stores)
		err = wrong(why, len, -EBADMSG,
			    "%s: neither packets nor a recording with stores", path);
	else if (!err && (err = survey_map(&s, m->map, (size_t)pages)))
		wrong(why, len, err, "page map: %s", strerror(-err));
	else if (err)
		wrong(why, len, err, "%s: %s", path, strerror(-err));
	survey_free(&s);
	lackey_close(l);
	return err;
}

static int make_map(struct machine *m, const struct machine_options *o, const char *path,
		    char *why, size_t len)
{
	const char *end = strstr(path, ".trace");
	char beside[PATH_MAX];
	bool found = false;

	if (!o->map && !o->pages && end) {
		snprintf(beside, sizeof(beside), "%.*s.map", (int)(end - path), path);
		found = !access(beside, F_OK);
	}
	if (!o->map && !found)
		return map_busiest(m, path, o->pages ? o->pages : PAGES_DEFAULT, why, len);
	return pagemap_load(m->map, o->map ? o->map : beside, why, len);
}

static int open_threads(struct machine *m, struct recorded_config *c, const char *path,
			char *why, size_t len)
{
	char error[MEMTRACE_ERROR];
	const int err = threads_open(&m->threads, path, c->mc.p.wire_ps, error);

	c->asks = threads_asks;
	c->begins = threads_begins;
	return err ? wrong(why, len, err, "%s", error) : 0;
}

static int open_machine(struct traffic *t, const char *path, char *const words[], int n,
			char *why, size_t len)
{
	struct machine *m = &t->m;
	struct machine_options o = {0};
	int err;

	recorded_defaults(&o.c);
	for (int i = 1; i < n; i++)
		if (!machine_option(&o, words[i]))
			return wrong_value(why, len, -EINVAL, words[i], RECORDING);
	m->map = pagemap_open();
	if (!m->map)
		return wrong(why, len, -ENOMEM, "out of memory");
	err = memtrace_is(path) == 1 ? open_threads(m, &o.c, path, why, len) : 0;
	if (!err)
		err = make_map(m, &o, path, why, len);
	if (!err && !pagemap_count(m->map))
		err = wrong(why, len, -EBADMSG, "no page is mapped");
	o.c.next = m->threads ? threads_next : next_access;
	o.c.map = m->map;
	for (unsigned int i = 0; !err && i < RECORDED_NODES; i++) {
		if (!m->threads)
			err = open_recording(&m->recording[i], path, why, len);
		o.c.source[i] = m->threads ? threads_node(m->threads, i) : m->recording[i];
	}
	o.c.mc.ahead_ps = AHEAD_PS;
	o.c.mc.steps = READ_STEPS;
	if (!err && (err = recorded_open(&m->r, &o.c)))
		wrong(why, len, err, "the machine: %s", strerror(-err));
	if (!err)
		m->m = recorded_machine(m->r);
	return err;
}

static bool next_of_machine(struct traffic *t, uint64_t ps, struct packet *p)
{
	struct machine *m = &t->m;
	struct mc_packet mp;
	unsigned int node = 0;
	int err;

	if (mc_next(m->m, 0, ps, &mp)) {
		*p = mp.p;
		return true;
	}
	if (mc_when(m->m, 0) != MC_NEVER)
		return false;
	t->ended = true;
	err = m->r ? recorded_error(m->r, &node) : 0;
	if (err == -EBADMSG || err == -EIO)
		wrong(t->why, sizeof(t->why), 0, "%s",
		      m->threads ? threads_error(m->threads)
				 : lackey_error(m->recording[node]));
	else if (err)
		wrong(t->why, sizeof(t->why), 0, "the recording: %s", strerror(-err));
	else if (mc_error(m->m))
		wrong(t->why, sizeof(t->why), 0, "%s", mc_error(m->m));
	else if (m->w && m->w->check(m->app))
		wrong(t->why, sizeof(t->why), 0, "%s: %s", m->w->name, m->w->check(m->app));
	return false;
}

static void close_machine(struct machine *m)
{
	if (m->app)
		m->w->close(m->app);
	svm_close(m->svm);
	if (!m->r)
		mc_close(m->m);
	recorded_close(m->r);
	for (unsigned int i = 0; i < RECORDED_NODES; i++)
		lackey_close(m->recording[i]);
	threads_close(m->threads);
	pagemap_close(m->map);
}

/* ---- workloads ---- */

struct workload_options {
	struct mc_config mc;
	struct workload_config w;
};

static bool on_off(const char *text, bool *value)
{
	*value = strcmp(text, "on") == 0;
	return *value || strcmp(text, "off") == 0;
}

static bool number_32(const char *text, uint32_t *value)
{
	uint64_t n;

	if (!args_number(text, &n) || n > UINT32_MAX)
		return false;
	*value = (uint32_t)n;
	return true;
}

static bool workload_option(struct workload_options *o, const char *word)
{
	const char *v;
	uint64_t n;

	if ((v = args_value(word, "nodes")) && args_number(v, &n)) {
		o->mc.nodes = (unsigned int)n;
		return n >= 1 && n <= MC_NODES_MAX;
	}
	if ((v = args_value(word, "boundary")) && args_number(v, &n) && n >= 256 && n <= 4096) {
		o->mc.boundary = (uint32_t)n;
		return !(n & (n - 1));
	}
	if ((v = args_value(word, "seed")) && args_number(v, &n)) {
		o->mc.seed = o->w.seed = n;
		return true;
	}
	if ((v = args_value(word, "combine")))
		return on_off(v, &o->mc.combining);
	if ((v = args_value(word, "system")))
		return on_off(v, &o->mc.interference);
	if ((v = args_value(word, "size")))
		return number_32(v, &o->w.size);
	if ((v = args_value(word, "steps")))
		return number_32(v, &o->w.steps);
	if ((v = args_value(word, "group")))
		return number_32(v, &o->w.group);
	if ((v = args_value(word, "wait")))
		return number_32(v, &o->w.wait_us);
	return false;
}

static int open_workload(struct machine *m, struct workload_options *o, char *why, size_t len)
{
	int err = mc_open(&m->m, &o->mc);

	if (err)
		return wrong(why, len, err, "the machine: %s", strerror(-err));
	o->w.m = m->m;
	err = svm_open(&m->svm, m->m, m->w->bytes(&o->w));
	if (err)
		return wrong(why, len, err, "the shared memory: %s", strerror(-err));
	o->w.s = m->svm;
	err = m->w->open(&m->app, &o->w);
	if (err == -EINVAL)
		return wrong(why, len, err, "%s does not run on %u nodes with this size",
			     m->w->name, o->mc.nodes);
	return err ? wrong(why, len, err, "%s: %s", m->w->name, strerror(-err))
		   : mc_keep(m->m, 0);
}

int traffic_workload(struct traffic **out, char *const words[], int n, char *why, size_t len)
{
	struct workload_options o = {.w = {.seed = 1, .wait_us = 1}};
	const struct workload *w = n ? workload_find(words[0]) : NULL;
	struct traffic *t;
	int err;

	if (!w)
		return wrong(why, len, -EINVAL,
			     "no such workload; the workloads are lu, ocean, radix and simple");
	mc_defaults(&o.mc);
	o.mc.ahead_ps = AHEAD_PS;
	for (int i = 1; i < n; i++)
		if (!workload_option(&o, words[i]))
			return wrong_value(why, len, -EINVAL, words[i], WORKLOAD);
	t = calloc(1, sizeof(*t));
	if (!t)
		return wrong(why, len, -ENOMEM, "out of memory");
	t->kind = MACHINE;
	t->m.w = w;
	err = open_workload(&t->m, &o, why, len);
	if (err)
		traffic_close(t);
	else
		*out = t;
	return err;
}

/* ---- random packets ---- */

static uint64_t random_in(struct generator *g, struct args_range r)
{
	const uint64_t span = r.hi - r.lo + 1;

	return r.lo + (random_xorshift(&g->rnd) >> 11) % span;
}

static bool generator_option(struct generator *g, const char *word)
{
	const char *v;
	uint64_t n;

	for (int f = 0; f < FIELDS; f++)
		if ((v = args_value(word, fields[f].name)))
			return args_range(v, args_number, &g->field[f]) &&
			       g->field[f].lo >= fields[f].min &&
			       g->field[f].hi <= fields[f].max;
	if ((v = args_value(word, "period")))
		return args_range(v, args_time, &g->period);
	if ((v = args_value(word, "latency")))
		return args_range(v, args_time, &g->latency);
	if ((v = args_value(word, "count"))) {
		if (!args_number(v, &g->left))
			return false;
		g->left = g->left ? g->left : UINT64_MAX;
		return true;
	}
	if ((v = args_value(word, "seed")) && args_number(v, &n)) {
		g->rnd = (n + 1) * RANDOM_GOLDEN | 1;
		return true;
	}
	return false;
}

int traffic_generate(struct traffic **out, char *const words[], int n, char *why, size_t len)
{
	struct traffic *t = calloc(1, sizeof(*t));

	if (!t)
		return wrong(why, len, -ENOMEM, "out of memory");
	t->kind = RANDOM;
	t->g.left = UINT64_MAX;
	for (int f = 0; f < FIELDS; f++)
		t->g.field[f] = (struct args_range){fields[f].value, fields[f].value};
	t->g.period = (struct args_range){PERIOD_DEFAULT_PS, PERIOD_DEFAULT_PS};
	t->g.latency = (struct args_range){LATENCY_DEFAULT_PS, LATENCY_DEFAULT_PS};
	generator_option(&t->g, "seed=1");
	for (int i = 0; i < n; i++)
		if (!generator_option(&t->g, words[i])) {
			traffic_close(t);
			return wrong_value(why, len, -EINVAL, words[i], GENERATE);
		}
	*out = t;
	return 0;
}

static bool next_random(struct traffic *t, uint64_t ps, uint64_t tick, struct packet *p)
{
	struct generator *g = &t->g;
	uint64_t v[FIELDS];

	if (ps < g->due)
		return false;
	g->due += random_in(g, g->period);
	memset(p, 0, sizeof(*p));
	for (int f = 0; f < FIELDS; f++)
		v[f] = random_in(g, g->field[f]);
	set_fields(p, v);
	p->tx = tick_before(tick, (int64_t)random_in(g, g->latency));
	if (g->left != UINT64_MAX)
		g->left--;
	t->ended = g->left == 0;
	return true;
}

/* ---- all of them ---- */

/* Returns whether the file begins with a packet: a packet begins with its time, and no line of
 * lackey does. */
static bool begins_a_packet(struct packets *f)
{
	char text[LINE_MAX_BYTES], why[8];
	const int err = read_line(f, text, why, sizeof(why));
	const char c = err > 0 ? text[strspn(text, " \t")] : '0';

	return err != -EBADMSG && (c == '+' || (c >= '0' && c <= '9'));
}

static int open_text(gzFile *file, const char *path)
{
	const int fd = input_open_regular(path);

	if (fd < 0)
		return fd;
	*file = gzdopen(fd, "rb");
	if (*file)
		return 0;
	close(fd);
	return -ENOMEM;
}

int traffic_play(struct traffic **out, char *const words[], int n, char *why, size_t len)
{
	struct traffic *t;
	int err;

	if (n < 1)
		return wrong(why, len, -EINVAL, "no file to play");
	t = calloc(1, sizeof(*t));
	if (!t)
		return wrong(why, len, -ENOMEM, "out of memory");
	t->f.path = words[0];
	err = open_text(&t->f.file, words[0]);
	if (err) {
		free(t);
		return wrong(why, len, err, "%s: %s", words[0], strerror(-err));
	}
	if (begins_a_packet(&t->f)) {
		t->f.path = strdup(words[0]);
		err = t->f.path ? open_packets(t, words, n, why, len)
				: wrong(why, len, -ENOMEM, "out of memory");
	} else {
		gzclose(t->f.file);
		t->kind = MACHINE;
		memset(&t->m, 0, sizeof(t->m));
		err = open_machine(t, words[0], words, n, why, len);
	}
	if (err)
		traffic_close(t);
	else
		*out = t;
	return err;
}

void traffic_close(struct traffic *t)
{
	if (!t)
		return;
	if (t->kind == FILE_OF_PACKETS) {
		gzclose(t->f.file);
		free(t->f.path);
	} else if (t->kind == MACHINE) {
		close_machine(&t->m);
	}
	free(t);
}

/* Returns the time until a time stamp @latency_ps ago is not before the start of the global
 * clock. */
static uint64_t until_stamp(uint64_t latency_ps, uint64_t tick)
{
	const uint64_t ticks = latency_ps / TICK_PS;

	return ticks > tick ? (ticks - tick) * TICK_PS : 0;
}

void traffic_start(struct traffic *t, uint64_t ps, uint64_t tick)
{
	t->start = ps;
	if (t->kind == MACHINE)
		mc_start(t->m.m, ps, tick, 0);
	else if (t->kind == RANDOM)
		t->g.due = ps + until_stamp(t->g.latency.hi, tick);
	else
		t->start += until_stamp(t->f.lead, tick);
}

bool traffic_next(struct traffic *t, uint64_t ps, uint64_t tick, struct packet *p)
{
	if (t->ended)
		return false;
	switch (t->kind) {
	case FILE_OF_PACKETS:
		return next_of_file(t, ps, tick, p);
	case MACHINE:
		return next_of_machine(t, ps, p);
	default:
		return next_random(t, ps, tick, p);
	}
}

bool traffic_ahead(struct traffic *t, uint64_t ps)
{
	if (t->ended || t->kind != MACHINE || !t->m.r)
		return true;
	return mc_ahead(t->m.m, ps + 1);
}

bool traffic_ended(struct traffic *t, char *why, size_t len)
{
	if (t->ended)
		snprintf(why, len, "%s", t->why);
	else if (len)
		*why = 0;
	return t->ended;
}

uint64_t traffic_when(const struct traffic *t)
{
	switch (t->ended ? RANDOM + 1 : t->kind) {
	case FILE_OF_PACKETS:
		return t->start + t->f.base + t->f.next.when;
	case MACHINE:
		return mc_when(t->m.m, 0) == MC_NEVER ? 0 : mc_when(t->m.m, 0);
	case RANDOM:
		return t->g.due;
	default:
		return 0;
	}
}
