/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CARD_H
#define CARD_H
/*
 * The NUMAchine memory card around its monitor (thesis, 4.1 to 4.3): input FIFO, DRAM service
 * time, and the directory protocol with its four line states, lock bit and negative
 * acknowledgements. The model advances in clocks of 20 ns: card_clock() runs one clock and
 * returns the state of the monitor's pins in it.
 *
 * A transaction changes the directory at the moment it is taken from the FIFO; @after of each
 * message is the number of clocks from then until the message leaves the card. If others have
 * copies of a line, the card gives it exclusively only after these copies are invalidated: the
 * line stays locked until CARD_INVALIDATE has been delivered and has returned as Inval_Res
 * through the input FIFO, like a multicast that returns to its sender.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CARD_CLOCK_NS 20

/* Commands, Table 4.4: bits 9..0. */
enum {
	CARD_READ_REQ = 0x008,
	CARD_READ_RES = 0x000,
	CARD_REEX_REQ = 0x028,
	CARD_REEX_RES = 0x020,
	CARD_INVAL_RES = 0x0C0,
	CARD_UPGRADE_REQ = 0x0C8,
	CARD_WRITE_BACK = 0x080,
	CARD_NONBLOCK_READ = 0x048,  /* less than a line; not coherent */
	CARD_NONBLOCK_WRITE = 0x068, /* less than a line; not coherent */
	CARD_NACK = 0x010,	     /* added to the command of a refused request */
};

enum card_state { CARD_LV, CARD_LI, CARD_GV, CARD_GI };

/* Directory entry of a line. */
struct card_line {
	enum card_state state;
	bool locked;
	uint8_t processors; /* one bit for each processor of this station that has a copy */
	uint8_t filter;	    /* rings in bits 7..4, their stations in bits 3..0 */
	uint32_t value;	    /* value of the line, represented by one word */
	/* The request for which the line is locked. */
	uint16_t waiting;
	uint8_t requester, phase;
	enum card_state found; /* the state that the request found */
	bool bare;	       /* the answer has no data, because the requester has a copy */
};

struct card_transaction {
	uint8_t processor; /* sender: station << 2 | processor of the station */
	uint8_t phase;	   /* 0..15 */
	uint16_t cmd;
	uint32_t addr; /* 28 bits */
	uint32_t value;
	/* An access to a special function or to the monitor, which the monitor does not
	 * count. */
	bool special;
	uint32_t tag; /* special functions: number returned with the answer */
};

/* Messages that leave the card. */
enum card_message_kind {
	CARD_DATA,	 /* a copy of the line */
	CARD_OWN,	 /* the line exclusively, or the grant of an upgrade */
	CARD_REFUSED,	 /* refused: the requester must try again */
	CARD_INVALIDATE, /* to all holders except @processor: to @processors of this station and
			  * the stations of @filter */
	CARD_GIVE,	 /* to the owner: write back, and keep a copy unless @exclusive */
	CARD_DONE,	 /* end of a noncoherent read or write, or of a special function */
	CARD_COPY,	 /* multicast: a copy of the line for the stations of @filter */
};

struct card_message {
	enum card_message_kind kind;
	uint8_t processor; /* receiver, or requester */
	uint8_t owner;	   /* CARD_GIVE: the owner; any processor of the owner's station if it
			    * is another station */
	uint8_t processors, filter;
	bool exclusive;
	uint32_t addr, value;
	uint8_t phase;	       /* of the request */
	unsigned int after;    /* clocks until it leaves the card */
	bool data;	       /* carries a line */
	enum card_state found; /* the state that the request found: the memory state indicator
				* (3.3.3) */
};

typedef void card_send_fn(void *arg, const struct card_message *m);

struct card_config {
	uint8_t station; /* 0..15 */
	uint8_t board;	 /* 0, or 1 with two boards */
	bool line128, boards2;
	bool word_mode;	   /* the depth counts words of the FIFO, not transactions */
	unsigned int fifo; /* capacity of the FIFO in transactions; 0: 64 */
	/* Clocks of a transaction that transfers a line: at least 9, or 17 for 128 bytes; 0: 7
	 * more than this minimum. */
	unsigned int with_data;
	unsigned int without; /* clocks of any other transaction, at least 4; 0: 6 */
};

/* The monitor's pins in a clock. */
struct card_pins {
	bool mon_start;
	bool sf_start; /* an access to the monitor, by an attached card */
	uint64_t ad;   /* with mon_start the address; in the next clocks the data of a write */
	uint16_t cmd;
	bool valid, lock, local_global; /* state of the line before the transaction */
	bool fifo_cnt_en, fifo_cnt_dir;
};

struct card_stats {
	uint64_t taken, nacks, invalidates;
	uint64_t left;	   /* transactions that left the FIFO, including special functions */
	uint64_t waited;   /* total clocks that these transactions spent in the FIFO */
	uint64_t depths;   /* transactions in the FIFO, summed over all clocks (3.4) */
	uint64_t busy;	   /* clocks of service */
	uint64_t found[4]; /* number of answers, by the state that the request found */
	unsigned int deepest;
};

/* Special functions on a range of lines (thesis, 4.3); each line takes a transaction's
 * clocks. */
enum card_function {
	CARD_SET_STATE, /* sets the directory entry to LV without copies, for system software */
	/* a line that is locked for a request stays so until the request has ended */
	CARD_LOCK,
	CARD_UNLOCK,
	CARD_MULTICAST, /* sends copies of the lines to stations; owned and locked lines are
			 * omitted */
};

struct card_special {
	enum card_function function;
	uint8_t processor;
	uint32_t addr; /* address of the first line */
	/* With two boards the lines of one board are every other line of the range; it leaves
	 * out the lines of the other board. */
	uint32_t lines;
	uint8_t filter; /* CARD_MULTICAST: the receiving stations */
};

struct card;

/* Opens a card. NULL: out of memory, or an invalid configuration. */
struct card *card_open(const struct card_config *cfg, card_send_fn *send, void *arg);
void card_close(struct card *c);

/* Adds a transaction that arrives at the card. It waits until the FIFO has room; at most one
 * enters the FIFO per clock. */
int card_receive(struct card *c, const struct card_transaction *t);
/* Runs one clock. */
void card_clock(struct card *c, struct card_pins *pins);
/* Returns whether no transaction waits or is being served. */
bool card_idle(const struct card *c);
unsigned int card_waiting(const struct card *c); /* transactions in the FIFO */
void card_get_stats(const struct card *c, struct card_stats *st);

/*
 * Attaches the card to a monitor and makes it obey the monitor's pins: the card starts no
 * transaction while the monitor is busy, and an access to the monitor lasts until the answer.
 * card_monitor() sets the state of the pins before each clock.
 */
void card_attach(struct card *c);
void card_monitor(struct card *c, bool busy, bool ack);
/* Runs @n clocks in which the card is idle. */
void card_pass(struct card *c, uint64_t n);
/* Adds a special function that arrives at the card. Returns 0, -ENOMEM, or -EINVAL: no such
 * function, or no line of this board. */
int card_special(struct card *c, const struct card_special *f);
/* Returns whether a transaction with one of these lines waits or is being served, or a line is
 * locked. */
bool card_uses(const struct card *c, uint32_t addr, uint32_t bytes);

/* Returns whether a line belongs to this board. */
bool card_has(const struct card *c, uint32_t addr);
/* Reads the directory entry of a line; LV for lines that were never requested. */
void card_look(const struct card *c, uint32_t addr, struct card_line *line);
/* Sets the directory entry of a line, for tests. */
int card_set(struct card *c, uint32_t addr, const struct card_line *line);
/* Return the filter mask of a station, and the stations of a filter mask. */
uint8_t card_filter(unsigned int station);
uint16_t card_stations(uint8_t filter);

#endif
