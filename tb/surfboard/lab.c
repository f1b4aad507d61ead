/* SPDX-License-Identifier: Apache-2.0 */
#include "lab.h"
#include "args.h"
#include "array.h"
#include "bsel.h"
#include "labparts.h"
#include "node.h"
#include "outfile.h"
#include "sending.h"
#include "simboard.h"
#include "surfboard_regs.h"
#include "surfplot.h"
#include "surfrecord.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LATENCY 0xFFFFFFu     /* 24 bits of a trace entry */
#define THRESHOLD_BINS 65536u /* presetting a bin takes a bus cycle */
#define BLOCK 4096u	      /* words of board memory read at a time */

/* A packet of the run; its time is relative to the first packet. */
struct recorded_packet {
	uint32_t entry[4];
	uint64_t tick;
};

/* A packet that has been on the link. */
struct link_packet {
	uint32_t latency; /* that it was sent with, in ticks */
	uint16_t words;
	uint8_t sender;
	bool taken; /* by the board, which gave it: */
	uint8_t taken_sender;
	uint32_t taken_latency;
	uint64_t tick; /* receive time */
};

struct simboard_inside {
	struct sending sending; /* of commands */
	struct sim_pin *output; /* the external output */
	bool external;		/* the external input is pulled */
};

static struct {
	struct simboard *b;
	struct device *dev; /* the board of @b, NULL: closed */
	struct sim *s;
	struct node *n;
	struct surf surf;
	bool second; /* revision 2 */
	bool failed; /* a check of the simulation has failed */
	struct sbit_map map, edited;
	struct recorded_packet *packet; /* the run */
	size_t packets;
	size_t sent; /* of the run */
	struct link_packet *gone;
	size_t goes;
	sim_time start;
	uint64_t words;
	bool running, moved;
	int stage[LAB_STAGES]; /* number of the packet in a stage, -1: none */
	uint32_t bin;	       /* bin of the packet in Stage 3 */
	const uint8_t *arrive, *accept, *done, *queue, *drop;
	size_t arrives; /* number of the next packet that arrives from the link */
	/* revision 2: numbers of the packets in the queue before Stage 2 */
	int waiting[8];
	unsigned int waits;
	uint32_t base; /* each bin's count at the start */
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
	return err ? fail("%s: %s", what, outpath_reason(err)) : "";
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
	const size_t size = strlen(bsel) + 2;
	char *text = malloc(size); /* with a line feed, which nobody types in the last line */
	FILE *in = *bsel && text ? fmemopen(text, size - 1, "r") : NULL;
	int err;

	lab.error[0] = 0;
	if (!in) {
		free(text);
		return fail("1:1: the source is empty");
	}
	snprintf(text, size, "%s\n", bsel);
	err = bsel_parse(in, map, report, NULL);
	fclose(in);
	free(text);
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

/* Returns the number of the packet that leaves the link. */
static int from_link(void)
{
	const int number = (int)lab.arrives++;

	if (lab.stage[LAB_STAGE1] == number)
		lab.stage[LAB_STAGE1] = -1;
	lab.moved = true;
	return number;
}

static void enter_queue(void)
{
	const int number = from_link();

	if (!*lab.drop && lab.waits < sizeof(lab.waiting) / sizeof(lab.waiting[0]))
		lab.waiting[lab.waits++] = number;
}

static int from_queue(void)
{
	const int number = lab.waits ? lab.waiting[0] : -1;

	if (lab.waits)
		memmove(lab.waiting, lab.waiting + 1, --lab.waits * sizeof(lab.waiting[0]));
	lab.moved = true;
	return number;
}

static void moves(void *arg)
{
	(void)arg;
	if (*lab.done && lab.stage[LAB_STAGE3] >= 0) {
		lab.stage[LAB_STAGE3] = -1;
		lab.moved = true;
	}
	if (lab.queue && *lab.queue)
		enter_queue();
	if (*lab.arrive) {
		const int number = lab.queue ? from_queue() : from_link();

		lab.stage[LAB_STAGE2] = *lab.accept ? number : -1;
	}
}

static void take_packet(void *arg, const struct packet *p, const struct surf_golden_result *r)
{
	(void)arg;
	(void)p;
	if (lab.stage[LAB_STAGE2] >= 0 && (size_t)lab.stage[LAB_STAGE2] < lab.goes) {
		struct link_packet *t = &lab.gone[lab.stage[LAB_STAGE2]];

		t->taken = true;
		t->tick = trace_rxtime(r->trace);
		t->taken_latency = trace_latency(r->trace);
		t->taken_sender = (uint8_t)trace_sender(r->trace);
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
		(sim_now(lab.s) + sim_clock_period(lab.n->clk_s1) / 2 - lab.start) /
			SHRIMP_TICK_PS -
		(sim_now(lab.s) - lab.start) / SHRIMP_TICK_PS) &
	       SHRIMP_TICKS;
}

/* A packet starts on the link. */
static void on_link(const struct packet *p)
{
	struct link_packet *l = array_more(&lab.gone, &lab.goes, sizeof(*l));

	if (!l)
		SIM_FAIL(lab.s, "out of memory");
	l->latency = (uint32_t)(tick_of_header() - p->tx) & LATENCY;
	l->words = p->words;
	l->sender = p->x;
	lab.words += p->words;
	lab.stage[LAB_STAGE1] = (int)lab.goes - 1;
	lab.moved = true;
}

static bool pull(void *arg, struct packet *p)
{
	const struct recorded_packet *r = &lab.packet[lab.sent];
	struct trace_fields f;
	sim_time when;

	(void)arg;
	if (lab.sent >= lab.packets)
		return false;
	when = lab.start + r->tick * SHRIMP_TICK_PS;
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
	lab.sent++;
	on_link(p);
	return true;
}

/* ---- opening ---- */

/* A check of the simulation has failed: the board and the golden model differ, or a device has
 * seen a violation of its rules. The page shows the text and opens another board. */
static void on_failure(void *arg, const char *what)
{
	(void)arg;
	lab.failed = true;
	fprintf(stderr, "FAILURE %s\n", what);
	abort();
}

/* After a failed check the simulation can only be deleted. */
static void close_board(void)
{
	if (!lab.dev)
		return;
	lab_forget_board();
	if (!lab.failed)
		surf_Close(&lab.surf);
	memset(&lab.surf, 0, sizeof(lab.surf));
	lab.dev->ops->close(lab.dev);
	lab.dev = NULL;
	lab.failed = false;
}

struct surf *lab_surf(void)
{
	return lab.dev && !lab.failed ? &lab.surf : NULL;
}

int lab_is_open(void)
{
	return lab_surf() != NULL;
}

struct simboard *lab_simboard(void)
{
	return lab.b;
}

/* ---- the board behind the shell's commands ---- */

static int do_external(const struct simboard_request *r)
{
	uint64_t v;

	if (r->n != 2 || !simboard_number(r->words[1], 1, &v))
		return simboard_wrong_word(r, 1);
	r->b->in->external = v;
	node_x_in(lab.n, !v);
	return 0;
}

static void empty_stages(void)
{
	for (int i = 0; i < LAB_STAGES; i++)
		lab.stage[i] = -1;
	lab.waits = 0;
	lab.arrives = lab.goes;
}

static int do_reset(const struct simboard_request *r)
{
	const char *which = r->n == 2 ? r->words[1] : "";

	if (strcmp(which, "power") == 0)
		node_power_on(lab.n);
	else if (strcmp(which, "bus") == 0)
		node_resdrv(lab.n);
	else if (strcmp(which, "global") == 0)
		node_global_reset(lab.n);
	else
		return simboard_wrong_word(r, 1);
	empty_stages();
	return 0;
}

struct sending *sending_of(const struct simboard *b)
{
	return &b->in->sending;
}

/* PLAY, WORKLOAD and GENERATE take the place of a run of which no packet has been sent. */
static int do_traffic(const struct simboard_request *r)
{
	int err;

	if (lab.sent && lab.sent < lab.packets)
		return simboard_say(r, -EBUSY,
				    "the run of the page is being sent; DRAIN or STOP first");
	err = sending_command(r);
	if (!err)
		lab.sent = lab.packets;
	return err;
}

static int do_stop(const struct simboard_request *r)
{
	lab.sent = lab.packets;
	return sending_stop(r);
}

static int do_status(const struct simboard_request *r)
{
	const struct node *n = lab.n;
	const struct sending *t = &r->b->in->sending;
	char common[PATH_MAX + 64];

	sending_active(r->b);
	simboard_status(r->b, common, sizeof(common));
	return simboard_say(r, 0,
			    "time: %" PRIu64 " ns\n%s\ntraffic: %s\nsent: %" PRIu64
			    "\nwords: %" PRIu64 "\narrived: %" PRIu64 "\ndropped: %" PRIu64
			    "\nignored: %" PRIu64 "\nexternal: %d\noutput: %d%s%s",
			    sim_now(r->b->s) / SIM_NS(1), common,
			    t->traffic				    ? t->command
			    : lab.running && lab.sent < lab.packets ? "the run of the page"
								    : "none",
			    sni_packets(n->sni), sni_words(n->sni), n->arrived, n->dropped,
			    n->ignored, r->b->in->external, (int)sim_get(r->b->in->output),
			    t->trouble[0] ? "\ntrouble: " : "", t->trouble);
}

static const struct simboard_verb verbs[] = {
	{"external", do_external, 2, "0|1"},
	{"reset", do_reset, 2, "power|bus|global"},
	{"status", do_status, 1, ""},
	SENDING_VERBS_BY(do_traffic, do_stop),
	{NULL, NULL, 0, NULL},
};

static bool board_argument(struct simboard *b, const char *word)
{
	(void)b;
	(void)word;
	return false;
}

static int board_open(struct simboard *b)
{
	static const struct node_config cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB};
	int err = simboard_start(b, lab.second ? "surfboard_rev2" : NULL);

	if (err)
		return err;
	lab.b = b;
	lab.s = b->s;
	sim_on_failure(b->s, on_failure, NULL);
	sim_limit(b->s, SIM_MS(3600000));
	lab.n = node_open(b->s, &cfg);
	node_power_on(lab.n);
	node_follow(lab.n);
	b->in->sending.c = lab.n->c;
	b->in->output = sim_pin(b->s, "x_out_oe");
	lab.arrive = sim_low(sim_pin(b->s, "obs_arrive"));
	lab.accept = sim_low(sim_pin(b->s, "obs_accept"));
	lab.done = sim_low(sim_pin(b->s, "obs_done"));
	lab.drop = sim_low(sim_pin(b->s, "obs_drop"));
	lab.queue = lab.second ? sim_low(sim_pin(b->s, "obs_queue")) : NULL;
	sim_on(lab.n->clk25, SIM_BEFORE_RISE, moves, NULL);
	lab.n->on_packet = take_packet;
	return 0;
}

static void board_close(struct simboard *b)
{
	sending_close(b);
	lab.b = NULL;
	lab.s = NULL;
	lab.n = NULL;
}

static struct device *board_bus(struct simboard *b)
{
	(void)b;
	return lab.n->dev;
}

static bool board_sends(struct simboard *b)
{
	return sending_active(b) || (lab.running && lab.sent < lab.packets);
}

static const struct simboard_inside fresh = {.sending = {.on_packet = on_link}};

/* The board of the page, with its golden model; tb/surfboard/simboard.c is that of "sim:". */
const struct simboard_kind simboard_kind = {
	.server = "page",
	.usage = "",
	.arguments = "",
	.sending = "packets are still being sent",
	.settle = SIM_US(10),
	.fresh = &fresh,
	.inside = sizeof(fresh),
	.verbs = verbs,
	.argument = board_argument,
	.open = board_open,
	.close = board_close,
	.bus = board_bus,
	.sends = board_sends,
	.trouble = sending_trouble,
	.ahead = sending_ahead,
};

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
	/* sender id = X coordinate; latency in ticks, all 24 bits */
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_SENDID, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_CATMUX, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_LAT_S, 0);
	acdr = surf_set(acdr, SURF_ACDR_IMAGE_LAT_N, 12);
	if ((err = surf_PutReg(b, SURF_ACDR, acdr)) || (err = surf_PutReg(b, SURF_TTCR, 0)) ||
	    (err = surf_PutReg(b, SURF_ECDR, 0)) ||
	    (err = surf_ConfigHAS(b, stream, sizeof(stream))) ||
	    (err = surf_PutReg(b, SURF_TICR, 0)) || (err = surf_PutReg(b, SURF_TECR, 0)) ||
	    (err = surf_PutReg(b, SURF_WCDR, 0)) ||
	    (err = surf_PutReg(b, SURF_ISCR, SURFBOARD_ISCR_FIELDS)))
		return err;
	return surf_PutReg(b, SURF_PCLR, surf_mask(SURF_PCLR_LED));
}

static int power_up(void)
{
	int err;

	close_board();
	err = simboard_device("", &lab.dev);
	if (!err)
		err = surf_open_device(&lab.surf, lab.dev);
	return err ? err : prepare();
}

const char *lab_open(const char *bsel, int revision)
{
	struct sbit_map map;
	const char *text = parse(bsel, &map);
	char why[160];
	int err;

	if (*text)
		return text;
	if (sbit_is_wide(&map))
		return fail(
			"this board has no address and phase in the bin: revision 3 has them");
	text = sbit_unfit(&map, 1u << 22, SBIT_ANY_LATENCY, why, sizeof(why));
	if (text)
		return fail("%s", text);
	lab.map = lab.edited = map;
	free(lab.gone);
	lab.gone = NULL;
	lab.sent = lab.goes = 0;
	lab.words = 0;
	lab.base = 0;
	lab.running = false;
	lab.second = revision == 2;
	empty_stages();
	err = power_up();
	return check(err, "the board");
}

const char *lab_threshold(uint32_t packets)
{
	static uint32_t block[BLOCK];
	const uint32_t last = sbit_last_bin(&lab.map), base = 0 - packets;
	int err = 0;

	if (last >= THRESHOLD_BINS)
		return fail("the selector has %" PRIu32
			    " bins; a threshold can be set for %u at most",
			    last + 1, THRESHOLD_BINS);
	for (uint32_t i = 0; i < BLOCK; i++)
		block[i] = base;
	for (uint32_t at = 0; at <= last && !err; at += BLOCK) {
		const uint32_t n = last + 1 - at < BLOCK ? last + 1 - at : BLOCK;

		err = surf_PutHMem(&lab.surf, 4 * at, block, 4 * n, NULL, NULL);
	}
	lab.base = err ? 0 : base;
	return check(err, "the bins");
}

static bool add_packet(const struct trace_record *t)
{
	struct recorded_packet *p = array_more(&lab.packet, &lab.packets, sizeof(*p));

	if (!p)
		return false;
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
	free(lab.packet);
	lab.packet = NULL;
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
	return lab.packets ? "" : fail("%s: no packet in it", path);
}

const char *lab_start(void)
{
	int err = surf_PutReg(&lab.surf, SURF_HTCR,
			      surf_mask(SURF_HTCR_WEN) | surf_mask(SURF_HTCR_HEN) |
				      surf_mask(SURF_HTCR_TEN));

	if (!err)
		sim_wait_cycles(lab.n->clk25, 8); /* until the write has arrived */
	return check(err, "HTCR");
}

void lab_send(void)
{
	if (lab.b->in->sending.traffic)
		return;
	sim_wait_edge(lab.n->gclk, SIM_RISE);
	lab.start = sim_now(lab.s);
	lab.running = true;
	sni_set_source(lab.n->sni, pull, NULL);
}

/* ---- running ---- */

static size_t left_board(void)
{
	return (size_t)(lab.n->done + lab.n->dropped + lab.n->ignored);
}

/* Packets that have been sent, and those that are left of the run. */
static size_t all_packets(void)
{
	return lab.goes + lab.packets - lab.sent;
}

/* Returns whether packets are still on their way. A reset loses those in the board: they never
 * leave it, but then the board is not busy. */
static bool state(void)
{
	return (left_board() < all_packets() || lab.b->in->sending.traffic) &&
	       simboard_busy(lab.b);
}

static bool enough(void *arg)
{
	return left_board() >= *(const size_t *)arg || !state();
}

int lab_more(void)
{
	return lab.running && state();
}

void lab_run(uint32_t packets, double us)
{
	size_t goal = left_board() + packets;

	if (lab.running)
		sim_wait_for(lab.s, enough, &goal, (sim_time)(us * 1e6));
}

static bool moved(void *arg)
{
	(void)arg;
	return lab.moved || !state();
}

void lab_step(void)
{
	lab.moved = false;
	if (lab.running && state())
		sim_wait_for(lab.s, moved, NULL, SIM_MS(1000));
}

static size_t put_stage(char *text, size_t size, int stage)
{
	const int i = lab.stage[stage];
	const struct link_packet *p = i < 0 || (size_t)i >= lab.goes ? NULL : &lab.gone[i];
	int n;

	if (!p)
		return (size_t)snprintf(text, size, "stage%d\n", stage + 1);
	n = snprintf(text, size, "stage%d %d %u %u %.1f", stage + 1, i, p->sender, p->words,
		     p->latency / 10.0);
	if (stage == LAB_STAGE3)
		n += snprintf(text + n, size - (size_t)n, " %06" PRIX32, lab.bin);
	n += snprintf(text + n, size - (size_t)n, "\n");
	return (size_t)n;
}

const char *lab_status(void)
{
	static char text[1024];
	const struct node *n = lab.n;
	const char *command = lab.b->in->sending.command;
	const double us = lab.running ? (double)(sim_now(lab.s) - lab.start) / 1e6 : 0;
	size_t used = (size_t)snprintf(
		text, sizeof(text),
		"time %.2f\npackets %zu\nsent %zu\narrived %" PRIu64 "\ndropped %" PRIu64
		"\ndone %" PRIu64 "\nwords %" PRIu64 "\nqueue %u\n%s%s\n",
		us, all_packets(), lab.goes, n->arrived, n->dropped, n->done, n->words,
		lab.waits, *command ? "command " : "", command);

	for (int i = 0; i < LAB_STAGES; i++)
		used += put_stage(text + used, sizeof(text) - used, i);
	return text;
}

/* ---- pictures ---- */

/* Returns a grid in the form that lab.h describes. */
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

/* Calls @fn for each bin that has counted packets. */
static void each_bin(void (*fn)(void *arg, uint32_t bin, uint32_t count), void *arg)
{
	const uint32_t last = sbit_last_bin(&lab.map);

	if (!lab.base) {
		simm_each(lab.n->hist, fn, arg);
		return;
	}
	for (uint32_t bin = 0; bin <= last; bin++) {
		const uint32_t count = simm_peek(lab.n->hist, bin) - lab.base;

		if (count)
			fn(arg, bin, count);
	}
}

/* Returns the number of values of a variable that share a bin. */
static uint64_t values_in_bin(int variable)
{
	const uint64_t bits = sbit_selected(&lab.map, variable);

	return bits ? bits & -bits : 1;
}

const double *lab_histogram(int x, int y, uint32_t nx, uint32_t ny)
{
	struct adding a = {
		.g = {.nx = nx, .ny = ny, .xw = values_in_bin(x), .yw = values_in_bin(y)},
		.x = x,
		.y = y};

	if (!plot_grid_open(&a.g))
		return NULL;
	each_bin(add_bin, &a);
	return grid_values(&a.g);
}

const double *lab_times(uint32_t nx, uint32_t ny)
{
	struct plot_grid g = {.nx = nx, .ny = ny, .xw = 1, .yw = 1, .sets = true};
	const struct link_packet *first = NULL;

	if (!plot_grid_open(&g))
		return NULL;
	for (size_t i = 0; i < lab.goes; i++) {
		const struct link_packet *t = &lab.gone[i];

		if (!first && t->taken)
			first = t;
		if (t->taken)
			plot_grid_add(&g, (t->tick - first->tick) & SHRIMP_TICKS,
				      t->taken_latency, UINT64_C(1) << (t->taken_sender & 31));
	}
	return grid_values(&g);
}

/* ---- reading back ---- */

static char report_text[1024], read_error[sizeof(lab.error)];

const char *lab_read_error(void)
{
	return read_error;
}

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

			if (rec.count != surf_golden_hist_word(lab.n->g, rec.bin))
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

/* Returns the number of packets whose measured latency differs from the one that was sent. */
static size_t other_latencies(void)
{
	size_t other = 0;

	for (size_t i = 0; i < lab.goes; i++)
		other += lab.gone[i].taken && lab.gone[i].taken_latency != lab.gone[i].latency;
	return other;
}

static const char *read_back(const char *path)
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

void lab_read_back(const char *path)
{
	snprintf(read_error, sizeof(read_error), "%s", read_back(path));
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
	each_bin(add_line, f);
	return fclose(f) ? check(-errno, path) : "";
}
