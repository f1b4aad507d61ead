/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"
#include "array.h"
#include "node.h"
#include "surfrecord.h"
#include "shell.h"
#include "surflib.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEP_PS SIM_MS(1) /* time that the machine may run ahead of the board */
#define QUEUE 4096	  /* packets of a step: at most one in 1080 ns */
#define SETTLE_PS SIM_US(50)
#define START_PS SIM_US(10)   /* until the programs start */
#define LINK_IDLE SIM_MS(100) /* until the link must have sent all */
#define CACHE_LINE 64

struct run {
	const struct measure *m;
	struct measure_result *r;
	struct mc *mc;
	struct svm *svm;
	void *app;
	/* the board */
	struct sim *s;
	struct node *n;
	struct surf surf;
	bool open, driver_failed;
	struct mc_packet queue[QUEUE];
	unsigned int head, count;
	/* the parallel phase */
	uint64_t began_ps;
	bool tracing;
};

static int fail(struct run *x, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(x->r->error, sizeof(x->r->error), fmt, ap);
	va_end(ap);
	return err;
}

static uint64_t now(const struct run *x)
{
	return x->s ? sim_now(x->s) : mc_now(x->mc);
}

/* ---- the machine ---- */

static int machine_open(struct run *x)
{
	const struct measure *m = x->m;
	struct workload_config w = {.seed = m->problem_seed,
				    .size = m->size,
				    .steps = m->steps,
				    .group = m->group,
				    .wait_us = m->wait_us};
	struct mc_config c;
	int err;

	mc_defaults(&c);
	c.nodes = MEASURE_NODES;
	c.seed = m->seed;
	c.combining = m->combining;
	c.timeout_ps = m->timeout_ps;
	c.interference = !m->quiet;
	for (unsigned int i = 0; i < MEASURE_CHANGES && m->change[i].name; i++) {
		uint64_t *p = params_find(&c.p, m->change[i].name);

		if (!p)
			return fail(x, -EINVAL, "there is no constant %s", m->change[i].name);
		*p = m->change[i].value;
	}
	err = mc_open(&x->mc, &c);
	if (err)
		return fail(x, err, "the machine: %s", strerror(-err));
	w.m = x->mc;
	err = svm_open(&x->svm, x->mc, m->workload->bytes(&w));
	if (err)
		return fail(x, err, "shared memory: %s", strerror(-err));
	return 0;
}

/* ---- the board ---- */

static int read_selector(struct run *x, uint8_t *stream, size_t room, size_t *bytes)
{
	char path[256];
	FILE *f;
	int err = 0;

	snprintf(path, sizeof(path), "fpga-configs/%s.bit", x->m->selector);
	f = fopen(path, "rb");
	if (!f)
		return fail(x, -errno, "%s: %s", path, strerror(errno));
	*bytes = fread(stream, 1, room, f);
	if (!*bytes || getc(f) != EOF)
		err = fail(x, -EIO, "%s: %s", path, *bytes ? "too long" : "empty");
	fclose(f);
	return err;
}

/* Does all steps of A.9.2 except the last one. */
static int prepare(struct run *x)
{
	uint8_t stream[4096];
	struct surf_experiment e = {.stream = stream};
	int err = read_selector(x, stream, sizeof(stream), &e.stream_bytes);

	if (err)
		return err;
	/* sender = X coordinate */
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_SENDID, 0);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_S, x->m->lat_s);
	e.acdr = surf_set(e.acdr, SURF_ACDR_IMAGE_LAT_N, x->m->lat_n ? x->m->lat_n : 12);
	e.pclr = surf_mask(SURF_PCLR_LED);
	/* the bins have been 0 since power-on */
	err = surf_begin(&x->surf, &e);
	return err ? fail(x, err, "the board: %s", strerror(-err)) : 0;
}

static int board_open(struct run *x)
{
	const struct node_config cfg = {
		.trace = SIMM_16MB, .hist = SIMM_16MB, .unwatched = true};
	int err;

	x->s = sim_new(NULL, 0, x->m->seed);
	if (!x->s)
		return fail(x, -errno, "the simulation: %s", strerror(errno));
	sim_limit(x->s, UINT64_MAX);
	x->n = node_open(x->s, &cfg);
	node_power_on(x->n);
	err = surf_open_device(&x->surf, x->n->dev);
	if (err)
		return fail(x, err, "the board: %s", strerror(-err));
	x->open = true;
	return prepare(x);
}

static bool pull(void *arg, struct packet *p)
{
	struct run *x = arg;

	if (!x->count || x->queue[x->head].rx_ps > sim_now(x->s))
		return false;
	*p = x->queue[x->head].p;
	x->head = (x->head + 1) % QUEUE;
	x->count--;
	return true;
}

static bool played(void *arg)
{
	struct run *x = arg;

	return !x->count && sni_idle(x->n->sni);
}

static int save(struct run *x, const char *what, const char *suffix, uint32_t entries)
{
	char line[600];
	struct shell sh = {.surf = &x->surf};
	char *out = NULL, *err = NULL;
	size_t out_size, err_size;
	enum shell_result result;

	if (!entries)
		return 0;
	sh.out = open_memstream(&out, &out_size);
	sh.err = open_memstream(&err, &err_size);
	if (!sh.out || !sh.err)
		return fail(x, -ENOMEM, "out of memory");
	snprintf(line, sizeof(line), "save %s %s.%s 0 %" PRIX32, what, x->m->path, suffix,
		 entries - 1);
	result = shell_line(&sh, NULL, 0, line);
	fclose(sh.out);
	fclose(sh.err);
	if (result != SHELL_OK)
		fail(x, -EIO, "%s", err);
	free(out);
	free(err);
	return result == SHELL_OK ? 0 : -EIO;
}

static int sum_bins(struct run *x)
{
	char path[600], line[200];
	unsigned int bin, count;
	FILE *f;

	snprintf(path, sizeof(path), "%s.hist", x->m->path);
	f = fopen(path, "r");
	if (!f)
		return fail(x, -errno, "%s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), f))
		if (line[0] != '#' && sscanf(line, "%x %x", &bin, &count) == 2)
			x->r->binned += count;
	fclose(f);
	return 0;
}

/* Writes PATH.trace of a run without a board. */
static int save_records(struct run *x)
{
	struct record_writer *out = malloc(sizeof(*out));
	char path[600];
	int err = 0, fd;

	snprintf(path, sizeof(path), "%s.trace", x->m->path);
	fd = out ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
	if (fd < 0) {
		err = fail(x, out ? -errno : -ENOMEM, "%s: %s", path, strerror(errno));
		free(out);
		return err;
	}
	record_writer_open(out, fd);
	for (uint32_t i = 0; i < x->r->records && !err; i++) {
		const struct measure_record *r = &x->r->record[i];
		const struct trace_fields f = {.rxtime = r->rx,
					       .latency = r->latency,
					       .addr = r->addr,
					       .size = r->words % 1024,
					       .sender = r->sender,
					       .color = r->color};
		struct trace_record t = {.index = i};

		trace_pack(&f, t.word);
		err = record_write_trace(out, &t);
	}
	if (!err)
		err = record_flush(out);
	if (close(fd) && !err)
		err = -errno;
	free(out);
	return err ? fail(x, err, "%s: %s", path, strerror(-err)) : 0;
}

static int read_board(struct run *x)
{
	uint32_t entries = 0, words = 0;
	int err;

	if ((err = surf_PutReg(&x->surf, SURF_HTCR, 0)) ||
	    (err = surf_GetReg(&x->surf, SURF_TECR, &entries)) ||
	    (err = surf_GetReg(&x->surf, SURF_WCDR, &words)))
		return fail(x, err, "the board: %s", strerror(-err));
	x->r->words = words;
	x->r->lost = x->n->dropped;
	if ((err = save(x, "trace", "trace", entries)) ||
	    (err = save(x, "histogram", "hist", x->m->bins)) || (err = sum_bins(x)))
		return err;
	return measure_read(x->m->path, x->r);
}

/* ---- the parallel phase ---- */

static void device_interrupt(struct cpu *cpu, void *arg)
{
	const struct run *x = arg;

	/* the handler reads the device's data, one cache line in each pass */
	for (uint64_t i = 0; i < x->m->interrupt_reads; i++)
		cpu_private_load(cpu, CACHE_LINE * i, 4);
}

static void begin(void *arg)
{
	struct run *x = arg;

	if (x->open && surf_PutReg(&x->surf, SURF_HTCR,
				   surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
					   surf_mask(SURF_HTCR_TEN)))
		x->driver_failed = true;
	x->began_ps = now(x);
	x->tracing = true;
	x->r->undisturbed_ps = UINT64_MAX;
	for (unsigned int k = 0; k < MEASURE_NODES; k++) {
		const uint64_t ends = mc_quantum_ends(x->mc, k);
		const uint64_t left = ends > x->began_ps ? ends - x->began_ps : 0;

		if (left < x->r->undisturbed_ps)
			x->r->undisturbed_ps = left;
	}
	for (unsigned int k = 0; x->m->interrupt_ps && k < MEASURE_NODES; k++)
		mc_interrupt(x->mc, k, x->began_ps + x->m->interrupt_ps, device_interrupt, x);
}

static void end(void *arg)
{
	struct run *x = arg;

	x->r->run_ps = now(x) - x->began_ps;
}

/* Returns a new record; NULL: out of memory. */
static struct measure_record *new_record(struct measure_result *r)
{
	size_t n = r->records;
	struct measure_record *new = array_more(&r->record, &n, sizeof(*new));

	r->records = (uint32_t)n;
	return new;
}

/* Records a packet as the board would. */
static bool record(struct run *x, const struct mc_packet *p)
{
	struct measure_record *r;
	const uint64_t tick_ps = mc_configuration(x->mc)->p.tick_ps;

	r = new_record(x->r);
	if (!r)
		return false;
	r->rx = p->rx_ps / tick_ps;
	r->latency = r->rx > p->p.tx ? (uint32_t)(r->rx - p->p.tx) : 0;
	r->addr = p->p.addr;
	r->words = p->p.words;
	r->sender = p->p.x;
	r->color = p->p.color;
	x->r->words += r->words;
	x->r->binned++;
	return true;
}

/* Takes the machine's packets up to @ps and gives them to the link or writes them into the
 * records. */
static int take_packets(struct run *x, uint64_t ps)
{
	struct mc_packet p;

	while (mc_next(x->mc, 0, ps, &p)) {
		if (!x->s) {
			if (x->tracing && !record(x, &p))
				return fail(x, -ENOMEM, "out of memory");
			continue;
		}
		if (x->count == QUEUE)
			return fail(x, -ENOBUFS, "the link is too slow for the machine");
		x->queue[(x->head + x->count++) % QUEUE] = p;
	}
	return 0;
}

static int call(struct run *x)
{
	void (*fn)(void *);
	unsigned int node;
	uint64_t ps;
	void *arg;

	mc_call(x->mc, &node, &ps, &fn, &arg);
	if (x->s && ps > sim_now(x->s))
		sim_wait_until(x->s, ps);
	fn(arg);
	mc_call_done(x->mc, node, x->s ? sim_now(x->s) : ps);
	return x->driver_failed ? fail(x, -EIO, "the board does not answer") : 0;
}

static int play(struct run *x)
{
	uint64_t until;
	enum mc_state state;
	int err = 0;

	if (x->s) {
		sim_wait_edge(x->n->gclk, SIM_RISE);
		mc_start(x->mc, sim_now(x->s), node_ticks(x->n), START_PS);
		sni_set_source(x->n->sni, pull, x);
	}
	do {
		until = now(x) + STEP_PS;
		state = mc_run(x->mc, until);
		if (state == MC_FAILED)
			return fail(x, -EIO, "%s", mc_error(x->mc));
		if (mc_now(x->mc) < until)
			until = mc_now(x->mc);
		err = take_packets(x, until);
		if (!err && state == MC_CALL)
			err = call(x);
		else if (!err && x->s && until > sim_now(x->s))
			sim_wait_until(x->s, until);
		if (x->m->progress)
			x->m->progress(x->m->arg, now(x));
	} while (!err && state != MC_ENDED);
	if (!err)
		err = take_packets(x, MC_NEVER);
	if (!err && x->s) {
		if (!sim_wait_for(x->s, played, x, LINK_IDLE))
			return fail(x, -ETIMEDOUT, "the link never becomes idle");
		sim_wait(x->s, SETTLE_PS);
	}
	return err;
}

/* ---- one measurement ---- */

static void figures(struct run *x)
{
	for (unsigned int k = 0; k < MEASURE_NODES; k++) {
		const struct mc_stats *s = mc_stats(x->mc, k);

		x->r->stalls[k] = s->stalls;
		x->r->stall_ps[k] = s->stall_ps;
		x->r->fifo_peak[k] = s->fifo_peak;
	}
}

static int measure(struct run *x)
{
	const struct measure *m = x->m;
	struct workload_config w = {.seed = m->problem_seed,
				    .size = m->size,
				    .steps = m->steps,
				    .group = m->group,
				    .wait_us = m->wait_us,
				    .begin = begin,
				    .end = end,
				    .arg = x};
	const char *wrong;
	int err = machine_open(x);

	if (err || (!m->no_board && (err = board_open(x))))
		return err;
	w.m = x->mc;
	w.s = x->svm;
	err = m->workload->open(&x->app, &w);
	if (!err)
		err = mc_keep(x->mc, 0);
	if (err)
		return fail(x, err, "%s: %s", m->workload->name, strerror(-err));
	err = play(x);
	if (err)
		return err;
	figures(x);
	wrong = m->workload->check(x->app);
	if (wrong)
		return fail(x, -EBADMSG, "%s: %s", m->workload->name, wrong);
	x->r->digest = m->workload->digest(x->app);
	if (x->s)
		return read_board(x);
	return m->path ? save_records(x) : 0;
}

int measure_run(const struct measure *m, struct measure_result *r)
{
	struct run *x = calloc(1, sizeof(*x));
	int err;

	memset(r, 0, sizeof(*r));
	if (!x)
		return -ENOMEM;
	x->m = m;
	x->r = r;
	err = measure(x);
	if (x->open)
		surf_Close(&x->surf);
	if (x->s)
		sim_delete(x->s);
	if (x->app)
		m->workload->close(x->app);
	if (x->svm)
		svm_close(x->svm);
	if (x->mc)
		mc_close(x->mc);
	free(x);
	return err;
}

int measure_read(const char *path, struct measure_result *r)
{
	struct record_reader *in = malloc(sizeof(*in));
	struct trace_record t;
	char name[512];
	int err, got;

	snprintf(name, sizeof(name), "%s.trace", path);
	if (access(name, R_OK))
		snprintf(name, sizeof(name), "%s.trace.zst", path);
	r->records = 0;
	err = in ? record_open(in, name) : -ENOMEM;
	if (err) {
		snprintf(r->error, sizeof(r->error), "%s: %s", name, strerror(-err));
		free(in);
		return err;
	}
	while ((got = record_read_trace(in, &t)) > 0) {
		struct measure_record *m = new_record(r);

		if (!m) {
			got = -ENOMEM;
			break;
		}
		*m = (struct measure_record){.rx = trace_rxtime(t.word),
					     .latency = trace_latency(t.word),
					     .addr = trace_addr(t.word),
					     .words = (uint16_t)trace_words(t.word),
					     .sender = (uint8_t)trace_sender(t.word),
					     .color = (uint8_t)trace_color(t.word)};
	}
	if (got < 0)
		snprintf(r->error, sizeof(r->error), "%s: %s", name, strerror(-got));
	record_close(in);
	free(in);
	return got < 0 ? got : 0;
}

void measure_free(struct measure_result *r)
{
	free(r->record);
	memset(r, 0, sizeof(*r));
}
