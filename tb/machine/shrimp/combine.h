/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COMBINE_H
#define COMBINE_H
/*
 * The part of a sending SHRIMP network interface that combines snooped memory accesses into
 * packets (TR-596-99 2.2.1). A packet in progress is completed
 *
 *	by a snooped read of any address,
 *	by a snooped write to any other address than the next word, mapped or not,
 *	by a write of part of a word, which is a packet of its own with its byte enables,
 *	when it has reached a multiple of the boundary,
 *	when no word has been added to it during the time-out, if one is set,
 *	when combining is switched off; then every word is a packet.
 */
#include <stdbool.h>
#include <stdint.h>

enum combine_why {
	COMBINE_OFF,	  /* combining is off */
	COMBINE_READ,	  /* a read was snooped */
	COMBINE_OTHER,	  /* a write to another address was snooped */
	COMBINE_PART,	  /* a write of part of a word */
	COMBINE_BOUNDARY, /* the boundary is reached */
	COMBINE_TIMEOUT,  /* the time-out has passed */
	COMBINE_END,	  /* the program has ended */
	COMBINE_WHYS,
};

struct combine_packet {
	uint64_t first_ps; /* time at which its first word was written */
	uint64_t done_ps;  /* time at which it was completed */
	uint64_t addr;	   /* address of its first word in the sender's memory */
	const void *page;  /* the page argument of the write */
	uint16_t words;	   /* 1..1024 */
	uint8_t be;	   /* byte enables; if not 15, the packet has one word */
	enum combine_why why;
};

typedef void combine_fn(void *arg, const struct combine_packet *p);

struct combine {
	bool on;
	uint32_t boundary;   /* bytes: 256, 512, 1024, 2048 or 4096 */
	uint64_t timeout_ps; /* 0: none */
	combine_fn *emit;
	void *arg;
	/* private */
	bool open;
	uint64_t last_ps;
	struct combine_packet p;
};

/* Initializes @c. False: the boundary is not one of the five. */
bool combine_init(struct combine *c, bool on, uint32_t boundary, uint64_t timeout_ps,
		  combine_fn *emit, void *arg);
void combine_switch(struct combine *c, uint64_t ps, bool on);
/*
 * Processes snooped accesses, in the order of time. @addr is a multiple of 4, @be has a bit for
 * each of the four bytes that is written, @page is NULL if the page is not mapped. A write
 * produces at most two packets, every other call at most one.
 */
void combine_write(struct combine *c, uint64_t ps, uint64_t addr, uint8_t be, const void *page);
/* Completes the packet in progress if this write cannot be added to it; does not process the
 * write. */
void combine_before_write(struct combine *c, uint64_t ps, uint64_t addr, uint8_t be,
			  const void *page);
void combine_read(struct combine *c, uint64_t ps);
/* Says that there is no access up to @ps. Returns true if this completed a packet. */
bool combine_idle(struct combine *c, uint64_t ps);
void combine_end(struct combine *c, uint64_t ps);
/* Returns a text of one or two words for each reason. */
const char *combine_why_text(enum combine_why why);

#endif
