/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_golden.h"
#include "hm_frame.h"
#include "hypermon_regs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NIBBLES 64 /* capacity of a node FIFO, in nibbles */
#define PENDING 2  /* largest number of nibbles that no vector has reported yet */
#define VECTORS 64
#define WORDS 4	  /* words of a frame */
#define BUILD 8	  /* clocks to build a frame */
#define CHECKED 4 /* the clock of these after which only the last one does something */
#define RELEASE 2 /* clocks from the end of the bus reset until the board works */

enum {
	FRAME = HYPERMON_STATUS_FRAME_MASK,
	VEC = HYPERMON_STATUS_VEC_MASK,
	NODE = HYPERMON_STATUS_NODE_MASK,
	LATE = HYPERMON_STATUS_LATE_MASK
};

struct port {
	uint8_t item[NIBBLES]; /* nibbles, the oldest first */
	unsigned int used;
	unsigned int
		pending; /* number of nibbles that no vector has reported yet, the newest */
	bool shut;	 /* the port refuses strobes until its mark is stored */
	bool reopens;	 /* the port refuses strobes until the next window after the
			  * mark */
};

struct frame {
	union {
		uint32_t word[WORDS];
		struct {
			uint32_t nibbles[2], vector, stamp;
		};
	};
};

struct hm_golden {
	struct hm_golden_config cfg;
	unsigned int held_in_reset; /* remaining clocks of the reset */
	bool clear;		    /* CTRL.RST was written in the last clock */

	unsigned int clock, length; /* clock within the current window; length of the window */
	unsigned int code;	    /* CTRL.WINDOW */
	bool enable;
	uint32_t stamp, status, lost, count;
	struct port port[HM_GOLDEN_NODES];
	bool busy; /* the end of the window changes a port */

	struct {
		uint16_t vector;
		uint32_t stamp;
	} queue[VECTORS];
	unsigned int queued;

	unsigned int
		phase; /* clock within the building of a frame, 2..8; 0: no frame is built */
	struct frame frame;
	bool room;

	/* Contents of the next mark. */
	struct {
		bool open;  /* there was a loss */
		bool block; /* a frame was dropped, and all following frames are until the
			     * mark */
		uint16_t nodes;
		uint32_t first, last; /* windows of the first and the last dropped frame */
		uint64_t frames;
		/* losses in this clock: */
		uint16_t ports, dropped; /* nodes */
		unsigned int windows;	 /* lost */
	} loss;

	struct frame *stored; /* ring buffer of cfg.depth frames */
	unsigned int first, frames, word;
	uint32_t answer;
	struct hm_golden_counts n;
};

static unsigned int window(unsigned int code)
{
	return code == 1 ? 8 : code == 2 ? 4 : 16;
}

static unsigned int ones(uint32_t v)
{
	unsigned int n = 0;

	for (; v; v &= v - 1)
		n++;
	return n;
}

static void reset(struct hm_golden *g)
{
	const struct hm_golden_config cfg = g->cfg;
	struct frame *stored = g->stored;
	const uint32_t answer = g->answer;

	memset(g, 0, sizeof(*g));
	g->cfg = cfg;
	g->stored = stored;
	g->answer = answer;
	g->enable = HYPERMON_CTRL_RESET >> HYPERMON_CTRL_ENABLE_LSB & 1;
	g->code = HYPERMON_CTRL_RESET >> HYPERMON_CTRL_WINDOW_LSB & 3;
	g->length = window(g->code);
	g->stamp = cfg.stamp_init;
	g->lost = cfg.lost_init;
}

struct hm_golden *hm_golden_open(const struct hm_golden_config *cfg)
{
	struct hm_golden *g;

	if (cfg->nodes < 1 || cfg->nodes > HM_GOLDEN_NODES || cfg->depth < 256 ||
	    cfg->depth > 65536 || cfg->depth & (cfg->depth - 1)) {
		errno = EINVAL;
		return NULL;
	}
	g = calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->cfg = *cfg;
	g->stored = calloc(cfg->depth, sizeof(*g->stored));
	if (!g->stored) {
		free(g);
		return NULL;
	}
	reset(g);
	g->held_in_reset = RELEASE;
	return g;
}

void hm_golden_close(struct hm_golden *g)
{
	if (g)
		free(g->stored);
	free(g);
}

/* ---- ports ---- */

static void strobe(struct hm_golden *g, unsigned int node, unsigned int nibble)
{
	struct port *p = &g->port[node];

	g->n.captured++;
	/* if both reasons apply, the loss is counted as a full FIFO */
	if (p->shut) {
		g->n.shut++;
	} else if (p->used == NIBBLES) {
		g->status |= NODE;
		g->n.full++;
		g->loss.ports |= (uint16_t)(1u << node);
	} else if (p->pending == PENDING) {
		g->status |= LATE;
		g->n.late++;
		g->loss.ports |= (uint16_t)(1u << node);
	} else {
		p->item[p->used++] = (uint8_t)nibble;
		p->pending++;
		g->busy = true;
	}
}

/* Removes the item at index @at. */
static unsigned int take_nibble(struct port *p, unsigned int at)
{
	const unsigned int nibble = p->item[at];

	p->used--;
	memmove(p->item + at, p->item + at + 1, p->used - at);
	return nibble;
}

/* ---- windows ---- */

/* Ends a window: each node reports one strobe. @room: the vector FIFO is not full. */
static void report(struct hm_golden *g, bool room)
{
	uint16_t vector = 0;

	for (unsigned int i = 0; i < g->cfg.nodes; i++) {
		struct port *p = &g->port[i];

		if (!p->pending)
			continue;
		vector |= (uint16_t)(1u << i);
		if (!room)
			take_nibble(p, p->used - p->pending);
		p->pending--;
		/* with marks, no nibble of a node may be stored before the node's mark */
		for (; !room && g->cfg.marks && p->pending; p->pending--) {
			take_nibble(p, p->used - p->pending);
			g->n.windows++;
		}
	}
	if (vector && room) {
		g->queue[g->queued].vector = vector;
		g->queue[g->queued++].stamp = g->stamp;
	} else if (vector) {
		g->status |= VEC;
		g->n.windows += ones(vector);
		g->n.windows_dropped++;
		g->loss.ports |= vector;
		g->loss.windows++;
	}
}

/* ---- frames ---- */

static void fetch(struct hm_golden *g)
{
	g->frame = (struct frame){.word = {0, 0, g->queue[0].vector, g->queue[0].stamp}};
	g->queued--;
	memmove(g->queue, g->queue + 1, g->queued * sizeof(g->queue[0]));
}

static void pop(struct hm_golden *g)
{
	for (unsigned int i = 0; i < g->cfg.nodes; i++)
		if (g->frame.vector >> i & 1)
			g->frame.nibbles[i < 8] |= take_nibble(&g->port[i], 0) << 4 * (i & 7);
}

/* ---- marks of loss ---- */

/* Returns whether the port waits for a mark that has not been stored yet. */
static bool waits(const struct port *p)
{
	return p->shut && !p->reopens;
}

/* Returns whether a mark may be made: all nibbles from before the loss must be in frames and,
 * after an overrun, half of the frame FIFO must be free. */
static bool mark_due(const struct hm_golden *g)
{
	const unsigned int room = g->cfg.depth - g->frames;

	if (!g->cfg.marks || !g->loss.open || !room ||
	    (g->loss.block && 2 * room < g->cfg.depth))
		return false;
	for (unsigned int i = 0; i < g->cfg.nodes; i++)
		if (waits(&g->port[i]) && g->port[i].used)
			return false;
	return true;
}

/* Makes the frame that is built the mark. */
static void make_mark(struct hm_golden *g)
{
	const uint32_t frames =
		g->loss.frames < UINT32_MAX ? (uint32_t)g->loss.frames : UINT32_MAX;
	uint32_t last = g->loss.last;

	for (unsigned int i = 0; i < g->cfg.nodes; i++) {
		struct port *p = &g->port[i];

		/* nibbles of this window are lost, too */
		if (waits(p))
			last = g->stamp;
		p->reopens = p->shut;
	}
	g->frame =
		(struct frame){.word = {g->loss.first, frames, HM_MARK | g->loss.nodes, last}};
	g->loss.open = g->loss.block = false;
	g->loss.nodes = 0;
	g->loss.frames = 0;
}

/* Records the losses of a clock at its end. @last: a window ended in it. */
static void note_losses(struct hm_golden *g, uint32_t stamp, bool last)
{
	if (!g->cfg.marks)
		return;
	for (unsigned int i = 0; i < g->cfg.nodes; i++) {
		struct port *p = &g->port[i];

		if (last && p->reopens)
			p->shut = p->reopens = false;
		p->shut |= g->loss.ports >> i & 1;
	}
	g->busy |= g->loss.ports;
	if (g->loss.dropped) {
		const uint32_t window = g->frame.stamp;

		/* it is earlier than the window of nibbles that ports lose now, but not always
		 * than that of nibbles lost before */
		if (!g->loss.open || (!g->loss.block && (int32_t)(window - g->loss.first) < 0))
			g->loss.first = window;
		g->loss.last = g->frame.stamp;
		g->loss.frames++;
		g->loss.block = true;
	} else if (g->loss.ports && !g->loss.open) {
		g->loss.first = stamp;
	}
	g->loss.open |= g->loss.dropped || g->loss.ports;
	g->loss.nodes |= g->loss.dropped | g->loss.ports;
	g->loss.frames += g->loss.windows;
	g->loss.dropped = g->loss.ports = 0;
	g->loss.windows = 0;
}

/* ---- the builder ---- */

static bool is_mark(const struct hm_golden *g)
{
	return g->frame.vector & HM_MARK;
}

static void finish(struct hm_golden *g)
{
	const unsigned int nibbles = is_mark(g) ? 0 : ones(g->frame.vector);

	if (g->room) {
		g->stored[(g->first + g->frames++) % g->cfg.depth] = g->frame;
		g->count++;
		g->n.stored += nibbles;
		g->n.frames_stored += !is_mark(g);
		g->n.marks_stored += is_mark(g);
	} else {
		g->loss.dropped = (uint16_t)g->frame.vector;
		g->status |= FRAME;
		if (g->lost != UINT32_MAX)
			g->lost++;
		g->n.frames += nibbles;
		g->n.frames_dropped++;
	}
}

/* Makes a clock of the frame builder; the first clock of a frame is the one in which the
 * builder finds a vector. */
static void build(struct hm_golden *g, bool room, bool mark)
{
	switch (g->phase) {
	case 0:
		if (mark) {
			make_mark(g);
			g->phase = 2;
		} else if (g->queued) {
			fetch(g);
			g->phase = 2;
		}
		return;
	case 2:
		if (!is_mark(g))
			pop(g);
		break;
	case 3:
		g->room = room && (is_mark(g) || !g->loss.block);
		break;
	case BUILD:
		finish(g);
		g->phase = 0;
		return;
	}
	g->phase++;
}

/* ---- registers ---- */

static uint32_t next_word(struct hm_golden *g)
{
	const struct frame *f = &g->stored[g->first];
	const uint32_t value = g->frames ? f->word[g->word] : 0;

	if (g->frames && ++g->word == WORDS) {
		if (!(f->vector & HM_MARK))
			g->n.read += ones(f->vector);
		g->word = 0;
		g->first = (g->first + 1) % g->cfg.depth;
		g->frames--;
	}
	return value;
}

static void access_register(struct hm_golden *g, const struct hm_golden_clock *c)
{
	if (c->write) {
		if (c->addr == HYPERMON_CTRL) {
			g->clear = c->wdata & HYPERMON_CTRL_RST_MASK;
			if (!g->clear) {
				g->enable = c->wdata & HYPERMON_CTRL_ENABLE_MASK;
				g->code = (c->wdata & HYPERMON_CTRL_WINDOW_MASK) >>
					  HYPERMON_CTRL_WINDOW_LSB;
			}
		}
		return;
	}
	g->answer = c->addr == HYPERMON_FRAME ? next_word(g) : 0;
}

/* Returns the result of a read; these registers are read as they are after the clock in which
 * the transfer takes effect. */
static void answer(struct hm_golden *g, uint32_t addr)
{
	/* the modulus is large enough to make the number of buffered frames unambiguous: 4096,
	 * or 4 x depth if the depth exceeds 1024 */
	const uint32_t modulus = g->cfg.depth > 1024 ? 4 * g->cfg.depth : 4096;

	if (addr == HYPERMON_STATUS)
		g->answer = g->status;
	else if (addr == HYPERMON_COUNT)
		g->answer = g->count % modulus;
	else if (addr == HYPERMON_LOST)
		g->answer = g->lost;
}

/* ---- the clock ---- */

void hm_golden_show(const struct hm_golden *g, struct hm_golden_state *st)
{
	const bool done = g->phase == BUILD;

	*st = (struct hm_golden_state){
		g->clock + 1 == g->length, g->stamp,	    g->queued, g->queued,
		done && g->room,	   done && !g->room};
}

static bool any_port_busy(const struct hm_golden *g)
{
	for (unsigned int i = 0; i < g->cfg.nodes; i++)
		if (g->port[i].pending || g->port[i].shut)
			return true;
	return false;
}

/* FIFO levels are those at the beginning of the clock: an item that is popped in this clock
 * still occupies its place. */
void hm_golden_step(struct hm_golden *g, const struct hm_golden_clock *c)
{
	const bool last = g->clock + 1 == g->length, clear = g->clear, enable = g->enable;
	const bool vector_room = g->queued < VECTORS, frame_room = g->frames < g->cfg.depth;
	const unsigned int code = g->code;
	const uint32_t stamp = g->stamp;
	const bool mark = mark_due(g);

	if (c->reset) {
		reset(g);
		g->held_in_reset = RELEASE;
		return;
	}
	if (g->held_in_reset) {
		g->held_in_reset--;
		return;
	}
	if (c->req)
		access_register(g, c);
	for (uint32_t v = enable ? c->edge : 0; v; v &= v - 1) {
		const unsigned int i = (unsigned int)__builtin_ctz(v);

		if (i < g->cfg.nodes)
			strobe(g, i, c->data >> 4 * i & 15);
	}
	build(g, frame_room, mark);
	if (last) {
		report(g, vector_room);
		g->stamp++;
		g->length = window(code);
	}
	note_losses(g, stamp, last);
	if (last)
		g->busy = any_port_busy(g);
	g->clock = last ? 0 : g->clock + 1;
	if (clear) {
		/* the presets apply only to the bus reset */
		reset(g);
		g->stamp = 0;
		g->lost = 0;
	}
	if (c->req && !c->write)
		answer(g, c->addr);
}

uint64_t hm_golden_quiet(const struct hm_golden *g)
{
	const uint64_t window = g->busy ? g->length - 1 - g->clock : UINT64_MAX;

	if (g->held_in_reset || g->clear)
		return 0;
	if (g->phase >= CHECKED)
		return BUILD - g->phase < window ? BUILD - g->phase : window;
	return g->phase || g->queued || g->loss.open ? 0 : window;
}

void hm_golden_skip(struct hm_golden *g, uint64_t clocks)
{
	const unsigned int left = g->length - g->clock;

	if (g->phase)
		g->phase += (unsigned int)clocks;
	if (clocks < left) {
		g->clock += (unsigned int)clocks;
		return;
	}
	/* the next window may have another length */
	clocks -= left;
	g->length = window(g->code);
	g->stamp += (uint32_t)(1 + clocks / g->length);
	g->clock = (unsigned int)(clocks % g->length);
}

/* ---- contents ---- */

uint32_t hm_golden_answer(const struct hm_golden *g)
{
	return g->answer;
}

unsigned int hm_golden_frames(const struct hm_golden *g)
{
	return g->frames;
}

unsigned int hm_golden_level(const struct hm_golden *g, unsigned int node)
{
	return g->port[node].used;
}

uint32_t hm_golden_status(const struct hm_golden *g)
{
	return g->status;
}

void hm_golden_count(const struct hm_golden *g, struct hm_golden_counts *n)
{
	*n = g->n;
	if (g->phase > 2 && !is_mark(g))
		n->held += ones(g->frame.vector);
	for (unsigned int i = 0; i < g->cfg.nodes; i++)
		n->held += g->port[i].used;
}
