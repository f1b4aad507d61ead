/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_rocket.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE 64u /* bytes; given: Rocket's configuration */
#define HARTS 64u

/*
 * Clocks, given: what the hub and the caches take, as their Verilog and the first program of
 * examples/rocket/draw show it.
 */
#define READ 33u     /* from one request to the next for a line that no cache has modified */
#define TRANSFER 64u /* for a line that a cache has modified */
#define PROBE 10u    /* from a request to the loss of the line by others */
#define AFTER 3u     /* from the end of a request to the next instruction */

/*
 * Clocks, fitted on the first programs of the classes false, true, migratory and lookalike of
 * examples/rocket/draw; the other sixteen are predicted.
 */
#define ACCESS 6u    /* an access that hits, with the instructions around it */
#define BARRIER 328u /* of the C library, from the last arrival on */

/* Clocks, given: times of the memory of examples/rocket (tb/device/ddr.c). */
#define REFRESH 28u	  /* length of a refresh, in which the memory answers no request */
#define REFRESH_EACH 780u /* from the begin of a refresh to that of the next */

/* Given: the heap of picolibc. A block follows a word with its size, and blocks follow each
 * other without gaps; the first begins a line after that word. */
#define HEAP_WORD 8u
#define HEAP_AT (UINT64_C(1) << 56) /* physical addresses of the heap's lines */

/* What a cache has of a line. */
enum copy { NONE, SHARED, ALONE, MODIFIED };

struct line {
	uint64_t addr; /* number of the line */
	uint64_t free; /* time at which the hub has ended the last request of this line */
	uint8_t copy[HARTS];
};

struct hart {
	uint64_t clock; /* earliest begin of the next event */
	uint64_t done;	/* time at which the last one took effect */
	bool waits;	/* for another thread's event */
	bool polls;	/* the word of the last access, until it changes */
	bool ended;
	uint64_t polled, pc; /* the last access, if it was an atomic read; otherwise 0 */
	struct memtrace_event e;
	uint64_t at; /* of the event's bytes, the first that has not been accessed */
	bool busy;   /* with this event */
	/* the line of the last access, and the range in which that was; NULL: none */
	struct line *line;
	struct nm_rocket_range *range;
	bool asks, writes; /* has asked the hub for this line, to write to it */
	bool got;	   /* has this line for the access that asked for it */
	uint64_t asked;	   /* when */
};

/* A heap block, and where the cores have it. */
struct block {
	uint64_t addr, bytes, to;
};

struct machine {
	struct line **slot;
	size_t slots, lines;
	struct hart hart[HARTS];
	unsigned int harts;
	unsigned int first;  /* hart whose request is at the hub's input; HARTS: none */
	unsigned int last;   /* hart whose request was there before */
	uint64_t came;	     /* time at which the request came to the input */
	uint64_t taken;	     /* time at which the hub took the one before */
	struct block *block; /* by ascending address */
	size_t blocks, room;
	uint64_t heap; /* end of the last block that was made */
	struct nm_rocket_range *range;
	size_t ranges;
	struct nm_rocket_cost *all;
	const struct memtrace_layout *layout;
	bool begun;
	uint64_t start;
};

static size_t slot_of(const struct machine *m, uint64_t addr)
{
	size_t i = (size_t)(addr * 0x9E3779B97F4A7C15u >> 20) & (m->slots - 1);

	while (m->slot[i] && m->slot[i]->addr != addr)
		i = (i + 1) & (m->slots - 1);
	return i;
}

/* Doubles the table of lines. */
static bool grow(struct machine *m)
{
	struct machine more = {.slots = m->slots ? 2 * m->slots : 1024};

	more.slot = calloc(more.slots, sizeof(struct line *));
	if (!more.slot)
		return false;
	for (size_t i = 0; i < m->slots; i++)
		if (m->slot[i])
			more.slot[slot_of(&more, m->slot[i]->addr)] = m->slot[i];
	free(m->slot);
	m->slot = more.slot;
	m->slots = more.slots;
	return true;
}

/* Returns the line with this number; NULL: no memory. */
static struct line *line_of(struct machine *m, uint64_t addr)
{
	struct line **l;

	if (2 * m->lines >= m->slots && !grow(m))
		return NULL;
	l = &m->slot[slot_of(m, addr)];
	if (!*l) {
		*l = calloc(1, sizeof(**l));
		if (*l) {
			(*l)->addr = addr;
			m->lines++;
		}
	}
	return *l;
}

static void free_lines(struct machine *m)
{
	for (size_t i = 0; i < m->slots; i++)
		free(m->slot[i]);
	free(m->slot);
}

static void least(uint64_t *time, uint64_t bound)
{
	*time = bound < *time ? bound : *time;
}

/* Returns when the memory has answered what it would answer at @time without refreshes. */
static uint64_t after_refresh(uint64_t time)
{
	const uint64_t since = time % REFRESH_EACH;

	return since < REFRESH ? time - since + REFRESH : time;
}

static void add_cost(struct machine *m, struct nm_rocket_range *r,
		     const struct nm_rocket_cost *c)
{
	struct nm_rocket_cost *const sums[] = {m->all, r ? &r->cost : NULL};

	for (unsigned int i = 0; i < 2 && sums[i] && m->begun; i++) {
		sums[i]->references += c->references;
		sums[i]->requests += c->requests;
		sums[i]->transfers += c->transfers;
		sums[i]->waited += c->waited;
	}
}

/* A hart asks the hub for its line. A cache that asks for the right to write to a line gives up
 * its copy. */
static void ask(struct hart *h, unsigned int number, bool writes, uint64_t time)
{
	h->asks = true;
	h->writes = writes;
	h->asked = time;
	if (writes)
		h->line->copy[number] = NONE;
}

/* Returns the time of the hub's next step; UINT64_MAX: no hart has asked for a line. */
static uint64_t hub_time(const struct machine *m)
{
	uint64_t time = UINT64_MAX;

	if (m->first < m->harts) {
		const struct line *l = m->hart[m->first].line;

		return PROBE + (l->free > m->came ? l->free : m->came);
	}
	for (unsigned int h = 0; h < m->harts; h++)
		if (m->hart[h].asks)
			least(&time, m->hart[h].asked);
	return time > m->taken ? time : m->taken + 1;
}

/* Takes a request to the hub's input: the harts take turns. */
static void choose_request(struct machine *m, uint64_t time)
{
	unsigned int h = m->last;

	do
		h = (h + 1) % m->harts;
	while (!m->hart[h].asks || m->hart[h].asked > time);
	m->first = m->last = h;
	m->came = time;
}

/*
 * The request at the hub's input takes effect at @time. Other caches lose the line, or, if the
 * hart only reads, the right to write to it; one that reads a line that no other has may write
 * to it. A request for a line that the hub is busy with stays at the input, and keeps all other
 * requests from the hub.
 */
static void serve(struct machine *m, uint64_t time)
{
	const unsigned int number = m->first;
	struct hart *h = &m->hart[number];
	struct line *l = h->line;
	struct nm_rocket_cost cost = {.requests = 1};
	bool shared = false;

	m->taken = time - PROBE;
	m->first = HARTS;
	for (unsigned int i = 0; i < m->harts; i++) {
		struct hart *other = &m->hart[i];

		if (i == number || l->copy[i] == NONE)
			continue;
		cost.transfers |= l->copy[i] == MODIFIED;
		l->copy[i] = h->writes ? NONE : SHARED;
		shared |= !h->writes;
		if (h->writes && other->polls && other->line == l && !other->asks)
			ask(other, i, false, time);
	}
	l->free = after_refresh(m->taken + (cost.transfers ? TRANSFER : READ));
	l->copy[number] = h->writes ? MODIFIED : shared ? SHARED : ALONE;
	h->asks = false;
	h->done = l->free;
	h->clock = l->free + AFTER;
	if (h->busy) {
		h->got = true;
		cost.waited = l->free - h->asked;
	}
	add_cost(m, h->range, &cost);
}

static void hub_step(struct machine *m, uint64_t time)
{
	if (m->first < m->harts)
		serve(m, time);
	else
		choose_request(m, time);
}

/* Returns the range of an address; NULL: none. */
static struct nm_rocket_range *range_of(const struct machine *m, uint64_t addr)
{
	size_t low = 0, high = m->ranges;

	while (low < high) {
		const size_t i = (low + high) / 2;
		struct nm_rocket_range *r = &m->range[i];

		if (addr < r->start)
			high = i;
		else if (addr - r->start >= r->bytes)
			low = i + 1;
		else
			return r;
	}
	return NULL;
}

/* Returns the number of heap blocks that begin at or below an address. */
static size_t blocks_up_to(const struct machine *m, uint64_t addr)
{
	size_t low = 0, high = m->blocks;

	while (low < high) {
		const size_t i = (low + high) / 2;

		if (m->block[i].addr <= addr)
			low = i + 1;
		else
			high = i;
	}
	return low;
}

/*
 * Places a heap block as the C library of the cores does. One that begins a line and fills it
 * is taken for one that had to begin a line. Blocks that were freed are not used again. Returns
 * 0 or -ENOMEM.
 */
static int make_block(struct machine *m, uint64_t addr, uint64_t bytes)
{
	const size_t at = blocks_up_to(m, addr);
	uint64_t to = m->heap + HEAP_WORD;

	if (m->blocks == m->room) {
		const size_t room = m->room ? 2 * m->room : 64;
		struct block *more = realloc(m->block, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		m->block = more;
		m->room = room;
	}
	if (addr % LINE == 0 && bytes >= LINE)
		to = (to + LINE - 1) / LINE * LINE;
	memmove(m->block + at + 1, m->block + at, (m->blocks - at) * sizeof(*m->block));
	m->block[at] = (struct block){addr, bytes, to};
	m->blocks++;
	m->heap = to + (bytes + HEAP_WORD - 1) / HEAP_WORD * HEAP_WORD;
	return 0;
}

static void free_block(struct machine *m, uint64_t addr)
{
	const size_t n = blocks_up_to(m, addr);

	if (!n || m->block[n - 1].addr != addr)
		return;
	memmove(m->block + n - 1, m->block + n, (m->blocks - n) * sizeof(*m->block));
	m->blocks--;
}

/* Returns where the cores have an address, which is @physical here, in
 * the range @r or in none. */
static uint64_t place_of(const struct machine *m, uint64_t addr, uint64_t physical,
			 const struct nm_rocket_range *r)
{
	const size_t n = blocks_up_to(m, addr);
	const struct block *k = n ? &m->block[n - 1] : NULL;

	if (r && r->to != r->start)
		return r->to + (physical - r->start);
	if (k && addr - k->addr < k->bytes)
		return HEAP_AT + k->to + (addr - k->addr);
	return physical;
}

/*
 * Goes on with a hart's event: accesses its lines until one is missing. Returns 1 if all have
 * been accessed, 0 if not, or -ENOMEM.
 */
static int use_lines(struct machine *m, unsigned int number)
{
	struct hart *h = &m->hart[number];
	const struct memtrace_event *e = &h->e;
	const bool access = memtrace_is_access(e->kind);
	const bool writes = memtrace_writes(e->kind) || !access;
	const uint64_t end = e->addr + (access ? e->size : MEMTRACE_OBJECT_BYTES);

	while (h->at < end) {
		const uint64_t physical = memtrace_physical(m->layout, 0, h->at);
		struct nm_rocket_range *r = range_of(m, physical);
		const uint64_t place = place_of(m, h->at, physical, r);
		struct line *l = line_of(m, place / LINE);
		uint64_t next = h->at + LINE - place % LINE;

		if (!l)
			return -ENOMEM;
		h->line = l;
		h->range = r;
		if (!h->got && l->copy[number] < (writes ? ALONE : SHARED)) {
			ask(h, number, writes, h->clock);
			return 0;
		}
		if (writes && !h->got)
			l->copy[number] = MODIFIED;
		h->got = false;
		if (r)
			least(&next, h->at + (r->start + r->bytes - physical));
		h->at = next;
	}
	return 1;
}

static void add_reference(struct machine *m, const struct hart *h)
{
	add_cost(m, range_of(m, memtrace_physical(m->layout, 0, h->at)),
		 &(struct nm_rocket_cost){.references = 1});
}

/* Goes on with an access. Returns 0 or -ENOMEM. */
static int use(struct machine *m, unsigned int number)
{
	struct hart *h = &m->hart[number];
	const bool reads = h->e.kind == MEMTRACE_ATOMIC_READ;
	const int all = use_lines(m, number);

	if (all <= 0)
		return all;
	h->busy = false;
	/* a thread that reads the same word again waits for another one: its reads cost nothing
	 * until the word changes */
	if (!reads || h->polled != h->e.addr || h->pc != h->e.pc)
		h->clock += ACCESS;
	h->polled = reads ? h->e.addr : 0;
	h->pc = h->e.pc;
	return 0;
}

/*
 * A hart has come to an event before those that the recording has ahead of it. If it reads a
 * word there, it is in a loop that waits for another thread: the host ran that thread in time,
 * the cores do not. It reads the word now, and again each time it loses the line.
 */
static int wait_with(struct machine *m, unsigned int number)
{
	struct hart *h = &m->hart[number];
	int all;

	h->waits = true;
	if (h->polls || h->e.kind != MEMTRACE_ATOMIC_READ)
		return 0;
	h->polls = true;
	h->polled = h->e.addr;
	h->pc = h->e.pc;
	h->at = h->e.addr;
	all = use_lines(m, number);
	return all < 0 ? all : 0;
}

static void begin(struct machine *m)
{
	for (unsigned int h = 0; h < m->harts; h++)
		m->start = m->hart[h].clock > m->start ? m->hart[h].clock : m->start;
	for (unsigned int h = 0; h < m->harts; h++)
		m->hart[h].clock = m->start;
	m->begun = true;
}

/* Returns the hart with the least time that can go on; HARTS: none. */
static unsigned int next_hart(const struct machine *m)
{
	unsigned int best = HARTS;

	for (unsigned int h = 0; h < m->harts; h++)
		if (!m->hart[h].ended && !m->hart[h].waits && !m->hart[h].asks &&
		    (best == HARTS || m->hart[h].clock < m->hart[best].clock))
			best = h;
	return best;
}

/* Lets those that wait try again, not before the time of the hart that went on. */
static void wake(struct machine *m, uint64_t time)
{
	for (unsigned int h = 0; h < m->harts; h++) {
		struct hart *w = &m->hart[h];

		if (w->waits && w->clock < time)
			w->clock = time;
		w->waits = false;
	}
}

/* Begins the next event of a hart. Returns 0, or a negative errno value and a message. */
static int next_event(struct machine *m, struct memtrace_player *p, unsigned int hart,
		      struct memtrace_from *from, char error[MEMTRACE_ERROR])
{
	struct hart *h = &m->hart[hart];
	const uint64_t before = memtrace_played(p);
	const int got = memtrace_play(p, hart, &h->e);

	/* the last event of this hart has ended */
	if (memtrace_played(p) != before + (got == 1))
		wake(m, h->done);
	if (got == -EAGAIN)
		return wait_with(m, hart);
	if (got < 0)
		strcpy(error, memtrace_player_error(p, hart));
	if (got <= 0) {
		h->ended = true;
		return got;
	}
	h->polls = false;
	if (!m->begun && (!from || memtrace_begins(from, &h->e)))
		begin(m);
	h->done = h->clock;
	if (h->e.kind == MEMTRACE_ALLOCATE)
		return make_block(m, h->e.addr, h->e.size);
	if (h->e.kind == MEMTRACE_RELEASE_BLOCK)
		free_block(m, h->e.addr);
	if (h->e.kind == MEMTRACE_ACQUIRE && h->e.object == MEMTRACE_BARRIER) {
		h->clock += BARRIER;
	} else if (memtrace_touches(&h->e)) {
		h->busy = true;
		h->at = h->e.addr;
		add_reference(m, h);
		return use(m, hart);
	}
	return 0;
}

static int play(struct machine *m, struct memtrace_player *p, struct memtrace_from *from,
		char error[MEMTRACE_ERROR])
{
	for (;;) {
		const unsigned int hart = next_hart(m);
		const uint64_t hub = hub_time(m);
		int err = 0;

		if (hub != UINT64_MAX && (hart == HARTS || hub <= m->hart[hart].clock))
			hub_step(m, hub);
		else if (hart == HARTS)
			break;
		else if (m->hart[hart].busy)
			err = use(m, hart);
		else
			err = next_event(m, p, hart, from, error);
		if (err)
			return err;
	}
	for (unsigned int h = 0; h < m->harts; h++)
		if (m->begun && m->hart[h].clock > m->start + m->all->run)
			m->all->run = m->hart[h].clock - m->start;
	return 0;
}

int nm_rocket_run(const char *recording, const struct memtrace_from *from,
		  struct nm_rocket_range *range, size_t n, struct nm_rocket_cost *all,
		  char error[MEMTRACE_ERROR])
{
	struct machine m = {.first = HARTS, .range = range, .ranges = n, .all = all};
	struct memtrace_from *place = NULL;
	struct memtrace_player *player = NULL;
	struct memtrace_layout *layout = NULL;
	struct memtrace *trace = NULL;
	int err = memtrace_open(&trace, recording, error);

	if (err)
		return err;
	strcpy(error, "no memory");
	*all = (struct nm_rocket_cost){0};
	for (size_t i = 0; i < n; i++)
		range[i].cost = (struct nm_rocket_cost){0};
	m.harts = (unsigned int)memtrace_info(trace)->threads;
	if (m.harts > HARTS) {
		strcpy(error, "more than 64 threads");
		err = -E2BIG;
	}
	if (!err && from) {
		place = malloc(sizeof(*place));
		if (place)
			*place = *from;
		else
			err = -ENOMEM;
	}
	if (!err)
		err = memtrace_layout_open(&layout, &trace, 1);
	if (!err)
		err = memtrace_player_open(&player, trace);
	m.layout = layout;
	if (!err)
		err = play(&m, player, place, error);
	memtrace_player_close(player);
	if (layout)
		memtrace_layout_close(layout);
	memtrace_close(trace);
	free_lines(&m);
	free(m.block);
	free(place);
	return err;
}
