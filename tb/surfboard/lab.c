/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"
#include "bsel.h"
#include "node.h"
#include "outfile.h"
#include "surflib.h"
#include "surfplot.h"
#include "surfrecord.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICK_PS UINT64_C(100000)
#define BLOCK 4096u /* words of board memory read at a time */

/* A packet to be sent; its time is relative to the first packet. */
struct recorded_packet {
	uint32_t entry[4];
	uint64_t tick;
};

/* A packet that the board has taken. */
struct taken {
	uint64_t tick; /* receive time */
	uint32_t latency;
	uint8_t sender;
};

static struct {
	struct sim *s;
	struct node *n;
	struct surf surf;
	struct sbit_map map, edited;
	struct recorded_packet *packet;
	size_t packets, room;
	size_t sent;
	struct taken *taken;
	size_t takes;
	sim_time start;
	uint64_t start_tick, words;
	bool running, moved;
	int stage[LAB_STAGES]; /* number of the packet in a stage, -1: none */
	uint32_t bin;	       /* of the packet in Stage 3 */
	const uint8_t *arrive, *accept, *done;
	size_t arrives; /* number of the next packet that arrives in Stage 2 */
	char error[1024];
} lab;

static const char *fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static const char *fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(lab.error, sizeof(lab.error), fmt, ap);
	va_end(ap);
	return lab.error;
}

static const char *check(int err, const char *what)
{
	return err ? fail("%s: %s", what, strerror(-err)) : "";
}

/* ---- the bin selector ---- */

static void report(void *arg, const struct bsel_error *e)
{
	const size_t n = strlen(lab.error);

	(void)arg;
	snprintf(lab.error + n, sizeof(lab.error) - n, "%s%u:%u: %s", n ? "\n" : "", e->line,
		 e->column, e->what);
}

static const char *parse(const char *bsel, struct sbit_map *map)
{
	FILE *in = *bsel ? fmemopen((void *)bsel, strlen(bsel), "r") : NULL;
	int err;

	lab.error[0] = 0;
	if (!in)
		return fail("1:1: the source is empty");
	err = bsel_parse(in, map, report, NULL);
	fclose(in);
	return err && err != -EINVAL ? check(err, "selector") : lab.error;
}

const char *lab_source(void)
{
	static char text[4096];
	FILE *out = fmemopen(text, sizeof(text), "w");

	if (!out)
		return "";
	bsel_print(out, &lab.edited);
	fclose(out);
	return text;
}

const uint8_t *lab_connections(void)
{
	return lab.edited.sel;
}

void lab_connect(unsigned int bit, unsigned int code)
{
	if (bit < SBIT_OUTPUTS && code < SBIT_CODES)
		lab.edited.sel[bit] = (uint8_t)code;
}

const char *lab_variable(int variable)
{
	return variable >= 0 && variable < SBIT_VARIABLES ? sbit_variables[variable].name : "";
}

const char *lab_code(unsigned int code)
{
	static char text[32];

	text[0] = 0;
	if (code == SBIT_ZERO || code == SBIT_ONE)
		return code == SBIT_ONE ? "1" : "0";
	for (int i = 0; i < SBIT_VARIABLES; i++) {
		const struct sbit_variable *v = &sbit_variables[i];

		if (code >= v->first && code < v->first + v->width)
			snprintf(text, sizeof(text), "%s[%u]", v->name, code - v->first);
	}
	return text;
}

uint32_t lab_selected(int variable)
{
	return sbit_selected(&lab.map, variable);
}

uint32_t lab_last_bin(void)
{
	return sbit_last_bin(&lab.map);
}

static const char *write_file(const char *path, const void *data, size_t size)
{
	struct outfile f;
	int err = outfile_open(&f, path);

	if (err)
		return check(err, path);
	if (write(f.fd, data, size) != (ssize_t)size) {
		outfile_abort(&f);
		return check(-EIO, path);
	}
	return check(outfile_commit(&f), path);
}

const char *lab_write_bit(const char *path)
{
	uint8_t stream[SBIT_BYTES];
	int err = sbit_compile(&lab.map, stream);

	return err ? check(err, "selector") : write_file(path, stream, sizeof(stream));
}

/* ---- packets through the board ---- */

static void moves(void *arg)
{
	(void)arg;
	if (*lab.done && lab.stage[LAB_STAGE3] >= 0) {
		lab.stage[LAB_STAGE3] = -1;
		lab.moved = true;
	}
	if (*lab.arrive) {
		lab.stage[LAB_STAGE2] = *lab.accept ? (int)lab.arrives : -1;
		if (lab.stage[LAB_STAGE1] == (int)lab.arrives)
			lab.stage[LAB_STAGE1] = -1;
		lab.arrives++;
		lab.moved = true;
	}
}

static void take(void *arg, const struct packet *p, const struct golden_result *r)
{
	(void)arg;
	(void)p;
	if (lab.stage[LAB_STAGE2] >= 0 && lab.takes < lab.packets) {
		struct taken *t = &lab.taken[lab.takes++];

		t->tick = trace_rxtime(r->trace);
		t->latency = trace_latency(r->trace);
		t->sender = (uint8_t)trace_sender(r->trace);
	}
	lab.bin = r->bin;
	lab.stage[LAB_STAGE3] = lab.stage[LAB_STAGE2];
	lab.stage[LAB_STAGE2] = -1;
	lab.moved = true;
}

/* Returns the receive time that the board will give to a packet whose header starts now: the
 * header is sampled half a clock of Stage 1 later. */
static uint64_t tick_of_header(void)
{
	return (node_ticks(lab.n) +
		(sim_now(lab.s) + sim_clock_period(lab.n->clk_s1) / 2 - lab.start) / TICK_PS -
		(sim_now(lab.s) - lab.start) / TICK_PS) &
	       SHRIMP_TICKS;
}

static bool pull(void *arg, struct packet *p)
{
	const struct recorded_packet *r = &lab.packet[lab.sent];
	struct trace_fields f;
	sim_time when;

	(void)arg;
	if (lab.sent >= lab.packets)
		return false;
	when = lab.start + r->tick * TICK_PS;
	if (sim_now(lab.s) < when) {
		sni_ask_at(lab.n->sni, when);
		return false;
	}
	trace_unpack(r->entry, &f);
	*p = (struct packet){
		.tx = (tick_of_header() - f.latency) & ((UINT64_C(1) << 45) - 1),
		.addr = f.addr,
		.first = (uint32_t)f.category << 28,
		.words = f.size ? f.size : 1024,
		.x = f.sender,
		.color = f.color,
		.be = f.be,
		.irq = f.irq,
	};
	lab.words += p->words;
	lab.stage[LAB_STAGE1] = (int)lab.sent++;
	lab.moved = true;
	return true;
}

/* ---- opening ---- */

/* A check of the simulation has failed: the board and the golden model differ, or a device has
 * seen a violation of its rules. The page shows the text and opens another board. */
static void on_failure(void *arg, const char *what)
{
	(void)arg;
	fprintf(stderr, "FAILURE %s\n", what);
	abort();
}

static void close_board(void)
{
	if (!lab.s)
		return;
	surf_Close(&lab.surf);
	sim_delete(lab.s);
	lab.s = NULL;
}

/* Prepares the board with the driver's steps of TR-596-99 A.9.2. The memories are empty after
 * power-on. */
static int prepare(void)
{
	struct surf *b = &lab.surf;
	uint8_t stream[SBIT_BYTES];
	uint32_t acdr;
	int err = sbit_compile(&lab.map, stream);

	if (err || (err = surf_PutReg(b, SURF_IEMR, 0)) ||
	    (err = surf_PutReg(b, SURF_HTCR, 0)) || (err = surf_GetReg(b, SURF_ACDR, &acdr)))
		return err;
	/* sender id = X coordinate; latency in ticks, all 24 bits of it */
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_SENDID, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_CATMUX, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_LAT_S, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_LAT_N, 12);
	if ((err = surf_PutReg(b, SURF_ACDR, acdr)) || (err = surf_PutReg(b, SURF_TTCR, 0)) ||
	    (err = surf_PutReg(b, SURF_ECDR, 0)) ||
	    (err = surf_ConfigHAS(b, stream, sizeof(stream))) ||
	    (err = surf_PutReg(b, SURF_TICR, 0)) || (err = surf_PutReg(b, SURF_TECR, 0)) ||
	    (err = surf_PutReg(b, SURF_WCDR, 0)) || (err = surf_PutReg(b, SURF_ISCR, 0x3FFF)))
		return err;
	return surf_PutReg(b, SURF_PCLR, surf_mask(SURF_PCLR_LED));
}

static int power_up(void)
{
	const struct node_config cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB};
	int err;

	close_board();
	lab.s = sim_new(NULL, 0, 1);
	if (!lab.s)
		return -ENOMEM;
	sim_on_failure(lab.s, on_failure, NULL);
	lab.n = node_open(lab.s, &cfg);
	node_power_on(lab.n);
	node_follow(lab.n);
	lab.arrive = sim_low(sim_pin(lab.s, "obs_arrive"));
	lab.accept = sim_low(sim_pin(lab.s, "obs_accept"));
	lab.done = sim_low(sim_pin(lab.s, "obs_done"));
	sim_on(lab.n->clk25, SIM_BEFORE_RISE, moves, NULL);
	lab.n->on_packet = take;
	err = surf_open_device(&lab.surf, lab.n->dev);
	return err ? err : prepare();
}

const char *lab_open(const char *bsel)
{
	struct sbit_map map;
	const char *text = parse(bsel, &map);
	char why[160];
	int err;

	if (*text)
		return text;
	text = sbit_unfit(&map, 1u << 22, SBIT_ANY_LATENCY, why, sizeof(why));
	if (text)
		return fail("%s", text);
	lab.map = lab.edited = map;
	lab.sent = lab.takes = lab.arrives = 0;
	lab.words = 0;
	lab.running = false;
	for (int i = 0; i < LAB_STAGES; i++)
		lab.stage[i] = -1;
	err = power_up();
	return check(err, "the board");
}

static bool add_packet(const struct trace_record *t)
{
	struct recorded_packet *p;

	if (lab.packets == lab.room) {
		const size_t room = lab.room ? 2 * lab.room : 1024;

		p = realloc(lab.packet, room * sizeof(*p));
		if (!p)
			return false;
		lab.packet = p;
		lab.room = room;
	}
	p = &lab.packet[lab.packets++];
	memcpy(p->entry, t->word, sizeof(p->entry));
	p->tick = (trace_rxtime(t->word) - trace_rxtime(lab.packet[0].entry)) & SHRIMP_TICKS;
	return true;
}

const char *lab_load(const char *path)
{
	static struct record_reader r;
	struct trace_record t;
	int err = record_open(&r, path);

	if (err)
		return check(err, path);
	lab.packets = 0;
	while ((err = record_read_trace(&r, &t)) > 0) {
		if (trace_presence(t.word) == TRACE_PACKET && !add_packet(&t))
			err = -ENOMEM;
		if (err < 0)
			break;
	}
	if (err < 0)
		record_message(&r, err, lab.error, sizeof(lab.error));
	record_close(&r);
	if (err < 0) {
		lab.packets = 0;
		return lab.error;
	}
	if (!lab.packets)
		return fail("%s: no packet in it", path);
	free(lab.taken);
	lab.taken = calloc(lab.packets, sizeof(*lab.taken));
	return lab.taken ? "" : fail("out of memory");
}

const char *lab_start(void)
{
	int err = surf_PutReg(&lab.surf, SURF_HTCR,
			      surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
				      surf_mask(SURF_HTCR_TEN));

	if (err)
		return check(err, "HTCR");
	sim_wait_cycles(lab.n->clk25, 8); /* until the write has arrived */
	sim_wait_edge(lab.n->gclk, SIM_RISE);
	lab.start = sim_now(lab.s);
	lab.start_tick = node_ticks(lab.n);
	lab.running = true;
	sni_set_source(lab.n->sni, pull, NULL);
	return "";
}

/* ---- running ---- */

static size_t left_board(void)
{
	return (size_t)(lab.n->done + lab.n->dropped);
}

static int state(void)
{
	return left_board() < lab.packets;
}

static bool enough(void *arg)
{
	return left_board() >= *(const size_t *)arg;
}

int lab_run(uint32_t packets, double us)
{
	size_t goal = left_board() + packets;

	if (!lab.running)
		return 0;
	if (goal > lab.packets)
		goal = lab.packets;
	sim_wait_for(lab.s, enough, &goal, (sim_time)(us * 1e6));
	return state();
}

static bool moved(void *arg)
{
	(void)arg;
	return lab.moved || !state();
}

int lab_step(void)
{
	lab.moved = false;
	if (lab.running && state())
		sim_wait_for(lab.s, moved, NULL, SIM_MS(1000));
	return lab.running ? state() : 0;
}

static size_t put_stage(char *text, size_t size, int stage)
{
	const int i = lab.stage[stage];
	const uint32_t *w = i < 0 || (size_t)i >= lab.packets ? NULL : lab.packet[i].entry;
	int n;

	if (!w)
		return (size_t)snprintf(text, size, "stage%d\n", stage + 1);
	n = snprintf(text, size, "stage%d %d %u %u %.1f", stage + 1, i, trace_sender(w),
		     trace_words(w), trace_latency(w) / 10.0);
	if (stage == LAB_STAGE3)
		n += snprintf(text + n, size - (size_t)n, " %06" PRIX32, lab.bin);
	n += snprintf(text + n, size - (size_t)n, "\n");
	return (size_t)n;
}

const char *lab_status(void)
{
	static char text[1024];
	const struct node *n = lab.n;
	const double us = lab.running ? (double)(sim_now(lab.s) - lab.start) / 1e6 : 0;
	size_t used = (size_t)snprintf(
		text, sizeof(text),
		"time %.2f\npackets %zu\nsent %zu\narrived %" PRIu64 "\ndropped %" PRIu64
		"\ndone %" PRIu64 "\nwords %" PRIu64 "\n",
		us, lab.packets, lab.sent, n->arrived, n->dropped, n->done, n->words);

	for (int i = 0; i < LAB_STAGES; i++)
		used += put_stage(text + used, sizeof(text) - used, i);
	return text;
}

/* ---- pictures ---- */

/* A grid as lab.h describes it. */
static const double *grid_values(struct plot_grid *g)
{
	static double *v;
	const uint32_t nx = g->used_x, ny = g->used_y;
	double *cell, *column, *row;

	free(v);
	v = calloc(LAB_HEAD + (size_t)nx * ny + nx + ny, sizeof(*v));
	if (v) {
		cell = v + LAB_HEAD;
		column = cell + (size_t)nx * ny;
		row = column + nx;
		v[0] = nx;
		v[1] = ny;
		v[2] = (double)g->xw;
		v[3] = (double)g->yw;
		for (uint32_t x = 0; x < nx; x++)
			for (uint32_t y = 0; y < ny; y++) {
				const double c = (double)plot_grid_at(g, x, y);

				*cell++ = c;
				column[x] += c;
				row[y] += c;
				v[4] = c > v[4] ? c : v[4];
				v[5] += c;
			}
	}
	plot_grid_close(g);
	return v;
}

struct adding {
	struct plot_grid g;
	int x, y;
};

static void add_bin(void *arg, uint32_t bin, uint32_t count)
{
	struct adding *a = arg;

	plot_grid_add(&a->g, sbit_bin_value(&lab.map, a->x, bin),
		      sbit_bin_value(&lab.map, a->y, bin), count);
}

const double *lab_histogram(int x, int y, uint32_t nx, uint32_t ny)
{
	struct adding a = {.g = {.nx = nx, .ny = ny, .xw = 1, .yw = 1}, .x = x, .y = y};

	if (!plot_grid_open(&a.g))
		return NULL;
	simm_each(lab.n->hist, add_bin, &a);
	return grid_values(&a.g);
}

const double *lab_times(uint32_t nx, uint32_t ny)
{
	struct plot_grid g = {.nx = nx, .ny = ny, .xw = 1, .yw = 1, .sets = true};

	if (!plot_grid_open(&g))
		return NULL;
	for (size_t i = 0; i < lab.takes; i++) {
		const struct taken *t = &lab.taken[i];

		plot_grid_add(&g, (t->tick - lab.taken[0].tick) & SHRIMP_TICKS, t->latency,
			      UINT64_C(1) << (t->sender & 31));
	}
	return grid_values(&g);
}

/* ---- reading back ---- */

static char report_text[1024];

const char *lab_report(void)
{
	return report_text;
}

static int write_bins(struct record_writer *w, uint64_t *packets)
{
	static uint32_t block[BLOCK];
	const uint32_t last = sbit_last_bin(&lab.map);
	int err = 0;

	for (uint32_t at = 0; at <= last && !err; at += BLOCK) {
		const uint32_t n = last + 1 - at < BLOCK ? last + 1 - at : BLOCK;

		err = surf_GetHMem(&lab.surf, 4 * at, block, 4 * n, NULL, NULL);
		for (uint32_t i = 0; i < n && !err; i++) {
			const struct hist_record rec = {at + i, block[i]};

			if (rec.count != golden_hist_word(lab.n->g, rec.bin))
				return -EBADE;
			*packets += rec.count;
			if (rec.count)
				record_write_hist(w, &rec);
		}
	}
	return err;
}

static int save_histogram(const char *path, uint64_t *packets)
{
	static struct record_writer w;
	const struct record_loss loss = {.what = RECORD_LOST_PACKETS, .count = lab.n->dropped};
	const struct record_header h = {
		.board = "surfboard",
		.clock_hz = RECORD_CLOCK_HZ,
		.latency_ns = record_unit_ns(RECORD_CLOCK_HZ, 0),
		.loss = &loss,
		.losses = 1,
	};
	struct outfile f;
	int err = outfile_open(&f, path);

	if (err)
		return err;
	record_writer_open(&w, f.fd);
	record_write_header(&w, "histogram", &h);
	err = write_bins(&w, packets);
	record_write_end(&w);
	if (!err)
		err = record_flush(&w);
	if (err) {
		outfile_abort(&f);
		return err;
	}
	return outfile_commit(&f);
}

/* The latencies that were sent and those that the board measured. */
static size_t other_latencies(void)
{
	size_t other = 0;

	for (size_t i = 0; i < lab.takes; i++)
		other += lab.taken[i].latency != trace_latency(lab.packet[i].entry);
	return other;
}

const char *lab_read_back(const char *path)
{
	uint32_t words = 0, entries = 0, conditions = 0;
	uint64_t packets = 0;
	int err;

	node_drain(lab.n);
	if ((err = surf_PutReg(&lab.surf, SURF_HTCR, 0)) ||
	    (err = surf_GetReg(&lab.surf, SURF_TECR, &entries)) ||
	    (err = surf_GetReg(&lab.surf, SURF_WCDR, &words)) ||
	    (err = surf_GetReg(&lab.surf, SURF_ISCR, &conditions)))
		return check(err, "the board");
	err = save_histogram(path, &packets);
	if (err == -EBADE)
		return fail("a bin read over the bus differs from the golden model");
	if (err)
		return check(err, path);
	node_compare(lab.n); /* both memories and all registers; calls on_failure() */
	snprintf(report_text, sizeof(report_text),
		 "packets %" PRIu64 "\nwords %" PRIu32 "\nentries %" PRIu32 "\ndropped %" PRIu64
		 "\noverflow %" PRIu32 "\nlatencies %zu\n",
		 packets, words, entries, lab.n->dropped, surf_get(conditions, SURF_ISCR_PV),
		 other_latencies());
	return "";
}

static void add_line(void *arg, uint32_t bin, uint32_t count)
{
	FILE *f = arg;

	fprintf(f, "%06" PRIX32, bin);
	for (int v = 0; v < SBIT_VARIABLES; v++)
		if (sbit_selected(&lab.map, v))
			fprintf(f, ",%" PRIu32, sbit_bin_value(&lab.map, v, bin));
	fprintf(f, ",%" PRIu32 "\n", count);
}

const char *lab_write_csv(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return check(-errno, path);
	fprintf(f, "bin");
	for (int v = 0; v < SBIT_VARIABLES; v++)
		if (sbit_selected(&lab.map, v))
			fprintf(f, ",%s", sbit_variables[v].name);
	fprintf(f, ",count\n");
	simm_each(lab.n->hist, add_line, f);
	return fclose(f) ? check(-errno, path) : "";
}
