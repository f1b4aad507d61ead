/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_REPORT_H
#define NM_REPORT_H
/*
 * Evaluation of the counters of the NUMAchine memory monitor (thesis, chapters 3 to 5). All
 * functions depend only on a table; -EINVAL: the table has the wrong mode.
 */
#include "nm_names.h"
#include "nmlib.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Histogram Statistics: commands by label and state of the line (4.5.5) ---- */

/* Mapped commands, Table 4.5. */
enum nm_command {
	NM_READ_REQ,
	NM_READ_RES,
	NM_REEX_REQ, /* exclusive read */
	NM_REEX_RES,
	NM_INVAL_RES,
	NM_UPGRADE_REQ,
	NM_WRITE_BACK_RES,
	NM_NACK,
};

/* States of a line; bit 0: invalid, bit 1: global. */
enum nm_line { NM_LV, NM_LI, NM_GV, NM_GI };

/* Columns of Table 4.7. */
enum {
	NM_HIT_READ,
	NM_HIT_REEX,
	NM_HIT_UPGRADE,
	NM_HIT_INVAL,
	NM_HIT_WRITE_BACK,
	NM_HIT_COLUMNS
};

/* Selection of events. -1: all. */
struct nm_filter {
	int label; /* mode 0: 0..511; mode 1: 0..15; 2: label / 2, 0..255; 3: 0..255 */
	int phase; /* mode 1 only; -EINVAL in the other modes */
	int locked;
	int half; /* half selected by the overflow bit */
};

#define NM_EVENTS_OF(label, phase) ((struct nm_filter){label, phase, -1, -1})
#define NM_ALL_EVENTS NM_EVENTS_OF(-1, -1)

struct nm_hits {
	uint64_t hit[4][NM_HIT_COLUMNS]; /* Table 4.7: [enum nm_line] */
	uint64_t responses;		 /* number of responses to reads and exclusive reads */
	uint64_t nacks;			 /* number of refused requests */
	uint64_t total;			 /* number of all events, the sum of those above */
};

int nm_hits(const struct nm_table *t, const struct nm_filter *f, struct nm_hits *h);
/* Returns the number of labels that the mode distinguishes: 512, 16 or 256; 0: not a histogram
 * mode. */
unsigned int nm_labels(enum nm_mode mode);
/* Returns the lowest label of the label memory that is counted as @label of the table. */
unsigned int nm_first_label(enum nm_mode mode, unsigned int label);
/* Returns the label of the table that counts @label of the label memory. */
unsigned int nm_counted_label(enum nm_mode mode, unsigned int label);

struct nm_sharing {
	uint64_t exclusive; /* number of exclusive reads */
	uint64_t taken;	    /* number of these that found the line held by another processor */
	bool suspect;	    /* taken is at least @least, and @share of exclusive */
};

struct nm_sharing nm_false_sharing(const struct nm_hits *h, double share, uint64_t least);
#define NM_SHARING_SHARE 0.25
#define NM_SHARING_LEAST 100

/* ---- Flyer Miles: accesses by page and station (4.5.3) ---- */

#define NM_PAGES 4096u
#define NM_PAGE_BYTES 16384u
#define NM_STATIONS 16u

struct nm_page {
	uint64_t access[NM_STATIONS], total;
};

int nm_pages(const struct nm_table *t, struct nm_page page[NM_PAGES]);

/*
 * Returns the station to which the page should move: a station other than @home with at least
 * @least accesses and more than @factor times those of all others together; -1: the page should
 * stay.
 */
int nm_migrate(const struct nm_page *p, unsigned int home, uint64_t least, double factor);
/* Returns whether two or more stations other than @home have at least @least accesses each. */
bool nm_shared_page(const struct nm_page *p, unsigned int home, uint64_t least);
#define NM_PAGE_LEAST 1000
#define NM_PAGE_FACTOR 2.0

/*
 * Returns whether any station requested a line of the page exclusively, according to the
 * counters of a histogram of the same run: 1 or 0; -1 if a part of the page has no label of its
 * own in @names.
 */
int nm_page_written(const struct nm_table *histogram, const struct nm_names *names,
		    unsigned int page);

/* ---- FIFO depth: transactions by depth found, processor and phase (4.5.4) ---- */

#define NM_DEPTHS 64u
#define NM_PROCESSORS 64u /* {station, processor of the station} */
#define NM_PHASES 16u

struct nm_queue {
	uint64_t count[NM_DEPTHS];
	uint64_t total;	  /* transactions */
	uint64_t waiting; /* sum of the depths they found */
};

/* Counts the depths that transactions found. @processor, @phase: -1 for all. */
int nm_queue(const struct nm_table *t, int processor, int phase, struct nm_queue *q);
/* Returns the number of transactions that found a depth of at least @depth. */
uint64_t nm_deep(const struct nm_queue *q, unsigned int depth);
#define NM_DEPTH_DEEP 16

/*
 * Computes the mean time of a transaction in the FIFO, in ns, by Little's law: the number of
 * transactions in the FIFO, summed over all clocks, divided by the number of transactions taken
 * from it. -ENODATA: there were none, or the table does not have the sum.
 */
int nm_mean_wait(const struct nm_table *t, double *ns);

/* A phase in which transactions found the FIFO deep. */
struct nm_burst {
	unsigned int phase;
	uint64_t deep, total; /* number of transactions of the phase that found the FIFO deep,
			       * and of all */
	uint64_t of[NM_PROCESSORS];    /* number for each processor that found the FIFO deep */
	uint64_t processors;	       /* a bit for each processor with at least half of
					* the largest of[] */
	uint64_t station[NM_STATIONS]; /* number of all transactions of the phase */
};

/* Finds the bursts, those with most deep transactions first; returns their number. */
unsigned int nm_bursts(const struct nm_table *t, unsigned int deep,
		       struct nm_burst burst[NM_PHASES]);
/*
 * Returns the page that at least half of the transactions of a burst's phase must have
 * accessed; -1: undecided. *least: the minimum number of these transactions. The tables are of
 * the same program; each may be NULL. @flyer counts accesses without phases: if a station has
 * more transactions than accesses to all other pages, the rest must have accessed this page.
 * @histogram, of mode 1, counts each label of a page in @names by phase, but not uncached
 * accesses, whose number for each page follows from @flyer.
 */
int nm_burst_page(const struct nm_burst *b, const struct nm_page *flyer,
		  const struct nm_table *histogram, const struct nm_names *names,
		  uint64_t *least);
/*
 * Finds at most @most pages that the burst's stations use most, and returns their number. A
 * histogram of these pages then decides which of them is the page of the burst.
 */
unsigned int nm_burst_candidates(const struct nm_burst *b, const struct nm_page flyer[NM_PAGES],
				 unsigned int most, uint16_t page[]);

#ifdef __cplusplus
}
#endif

#endif
