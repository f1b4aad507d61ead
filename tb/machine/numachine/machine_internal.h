/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_MACHINE_INTERNAL_H
#define NM_MACHINE_INTERNAL_H
/* Internal interface of the files of the machine: machine.c (processors), network.c (time,
 * queues, routes), netcache.c (network caches), pages.c. */
#include "machine.h"

#define STATIONS MACHINE_STATIONS
#define PAGES_OF_STATION (1u << (MACHINE_LOCAL_BITS - MACHINE_PAGE_BITS))
#define PAGES (16 * PAGES_OF_STATION)
#define NOBODY 0xFF
/* clocks per round of the time wheel; later events stay for several rounds */
#define WHEEL 4096u
#define MOVES 64u

/* Each of four rings connects four stations and the global ring. */
#define RINGS 4
#define GATEWAY 4u    /* the node of a ring that is its connection to the global ring */
#define RING_NODES 5u /* four stations and the gateway */
#define RING_OF(station) ((station) >> 2)
#define NODE_OF(station) ((station)&3)

/* Queues. */
#define BUS(s) (s)
#define NETCACHE(s) (STATIONS + (s))
#define LINK(ring, node) (2 * STATIONS + RING_NODES * (ring) + (node))
#define GLOBAL(ring) (2 * STATIONS + RING_NODES * RINGS + (ring))
#define QUEUES (GLOBAL(0) + RINGS)
#define STAGES 16

struct event {
	struct event *next;
	uint64_t at;
	enum { RESUME, ENTER, FORWARD, FREE } kind;
};

enum message_kind {
	TO_CARD,   /* a request, write-back or acknowledgement reaches the home memory */
	TO_CACHE,  /* a request of a processor reaches its network cache */
	FROM_HOME, /* the answer or order of a memory card reaches a network cache */
	REPLY,	   /* an answer reaches a processor */
	INTERVENE, /* an order to give a line back reaches a processor that owns it */
	SNOOP,	   /* an invalidation reaches the processors of a station */
	MULTICAST, /* an invalidation is at the home, and goes from there to the other
		    * stations */
};

/* An invalidation that is sent to several stations. */
struct multicast {
	unsigned int left; /* number of stations that it has not reached yet */
	uint8_t requester, phase;
	struct multicast *all, *unused; /* lists of the machine */
};

struct message {
	struct event e;
	struct message *next; /* in a queue */
	uint64_t since;	      /* in the queue */
	enum message_kind kind;
	enum card_message_kind what; /* FROM_HOME, REPLY */
	uint8_t station;	     /* destination */
	uint8_t processor;	     /* sender or receiver */
	uint8_t phase, words, stage, stages, mask;
	uint8_t route[STAGES];
	uint16_t cmd;
	bool exclusive;
	bool kept;    /* write-back: the processor keeps a copy */
	bool special; /* access to the monitor */
	bool memory;  /* the reply comes from a memory; @found is the state there */
	bool returns; /* SNOOP: acknowledges @multicast */
	bool writes;  /* SNOOP: afterwards @value is written back to the home */
	enum card_state found;
	uint32_t addr; /* address in the machine: the home station, and the address there */
	uint32_t value;
	uint8_t filter;
	struct multicast *multicast;
};

struct queue {
	struct message *first, **last;
	bool busy;
	struct event free;
	unsigned int n, longest;
	uint64_t changed, area; /* clock of the last change of n; integral of n up to then */
	uint64_t messages, waited, worked;
};

/* An entry of a secondary cache */
struct cached {
	uint32_t tag; /* line of the machine + 1; 0: none */
	uint32_t value;
	bool owned;
};

struct processor {
	struct event e;
	bool ended, at_barrier, again, waits, parked;
	struct machine_ref ref;
	uint16_t cmd;  /* command of the current request */
	uint32_t addr; /* address of the current request in the machine */
	uint64_t sent;
	uint32_t penalty; /* clocks that the processor loses */
	struct cached *cache;
	uint32_t *primary;
	struct machine_processor stats;
};

enum netlock { FREE_LINE, READING, OWNING, LOCAL_GIVE, EVICTING, GIVING };
enum netstate { NET_INVALID, NET_SHARED, NET_OWNED };

struct netline {
	uint32_t tag, value; /* line of the machine + 1 */
	uint8_t state, lock, copies, owner, requester, phase;
	uint8_t give;	/* order of the home that came while the line was locked: 1 shared, 2
			 * exclusive */
	bool exclusive; /* the request for which the line is locked is exclusive */
};

struct page {
	uint8_t home;
	bool known, frozen;
	uint16_t frame;
	uint16_t copies;  /* stations with a copy */
	uint16_t *frames; /* frame of the copy in each station */
};

struct move {
	enum { MOVE, REPLICATE, COLLAPSE } kind;
	uint32_t page;
	uint16_t stations;
	bool done;
	uint64_t until;
};

struct station {
	struct machine *m;
	struct card *card[2];
	bool active[2], shown[2];
	uint64_t seen[2]; /* clock up to which an idle card has been simulated */
	struct card_pins pins[2];
	struct netline *net;
	uint32_t *page_of;   /* for each frame: page of the program + 1 */
	uint16_t *under_way; /* for each frame: number of messages in transit */
};

struct machine {
	struct machine_config cfg;
	struct nm_params k;
	unsigned int bits; /* address bits within a line */
	uint32_t cache_mask, primary_mask, net_mask;
	uint64_t now, random;
	struct event *slot[WHEEL], **slot_end[WHEEL];
	uint64_t events;
	struct message *unused;
	struct multicast *multicasts, *unused_multicasts;
	struct queue queue[QUEUES];
	struct station s[STATIONS];
	struct processor p[MACHINE_PROCESSORS];
	struct page *page;
	uint32_t **truth; /* for each page: the value last stored in each line */
	struct move move[MOVES];
	unsigned int moves, running;
	unsigned int barrier; /* number of processors at the barrier */
	const char *wrong;
	struct machine_stats stats;
};

static inline unsigned int home_of(uint32_t addr)
{
	return addr >> MACHINE_LOCAL_BITS;
}

static inline uint32_t local_of(uint32_t addr)
{
	return addr & ((1u << MACHINE_LOCAL_BITS) - 1);
}

static inline uint32_t line_of_addr(const struct machine *m, uint32_t addr)
{
	return addr >> m->bits;
}

void machine_fail(struct machine *m, const char *what);

/* network.c */
void event_add(struct machine *m, struct event *e, uint64_t clocks);
struct message *message_new(struct machine *m, enum message_kind kind, uint32_t addr);
void message_free(struct machine *m, struct message *g);
void message_via(struct message *g, unsigned int queue);
/* Sets the route of a message: the links from one station's node to another's. */
void message_ring(struct message *g, unsigned int from, unsigned int to);
/* Sends the message after @clocks. */
void message_send(struct machine *m, struct message *g, uint64_t clocks);
void message_happen(struct machine *m, struct event *e);
unsigned int bus_clocks(const struct machine *m, const struct message *g);
bool network_use(const struct machine *m, unsigned int i, struct machine_use *u);
unsigned int card_words(const struct machine *m);

/* machine.c */
void message_arrived(struct machine *m, struct message *g);
void processor_resume(struct machine *m, unsigned int p, uint64_t clocks);
void drop_copies(struct machine *m, unsigned int station, unsigned int mask, uint32_t addr);
/* Sends a request, write-back or acknowledgement to the home memory without using the bus of
 * the sender's station. */
void send_home(struct machine *m, unsigned int from, unsigned int p, unsigned int phase,
	       uint16_t cmd, uint32_t addr, uint32_t value);
void count_sent(struct machine *m, unsigned int p, uint16_t cmd, uint32_t addr, bool special);
/* Must be called before anything is passed to a card that may be idle. */
void wake_card(struct machine *m, unsigned int station, unsigned int board);
unsigned int board_of(const struct machine *m, uint32_t addr);
void card_give(struct machine *m, unsigned int station, const struct card_transaction *t);

/* netcache.c */
void netcache_request(struct machine *m, struct message *g);
void netcache_message(struct machine *m, struct message *g);

/* pages.c */
struct page *page_at(struct machine *m, uint32_t addr);
/* Translates an address of the program to an address in the machine. */
uint32_t page_translate(const struct machine *m, const struct page *g, uint32_t addr,
			unsigned int station);
uint32_t *truth_of(struct machine *m, uint32_t addr);
void page_collapse(struct machine *m, uint32_t addr);
void pages_clock(struct machine *m);

#endif
