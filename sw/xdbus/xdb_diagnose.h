/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_DIAGNOSE_H
#define XDB_DIAGNOSE_H
/*
 * What the counts of a run say about its bottlenecks (thesis, 2.3.2). The counts name chips: a
 * handler, a bus, a processor. They never name an address, a line or a part of the program, and
 * do not tell false sharing from true sharing; the findings say so.
 */
#include "xdb_names.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define XDB_EVENT_KINDS 16u

/* A count, or what is computed from counts. */
struct xdb_estimate {
	double value; /* negative: not known, because an event was not counted */
	double error; /* standard error; 0: exact; negative: not known, see struct xdb_want */
};

/* Counts of a run by chip and event. */
struct xdb_profile {
	double clocks; /* of the run */
	struct xdb_estimate count[XDB_CHIPS][XDB_EVENT_KINDS];
};
void xdb_profile_clear(struct xdb_profile *p);
/* The names of all events that xdb_diagnose() uses; an event of a bus is assigned to one of its
 * handlers. Returns their number, at most XDB_DIAGNOSE_NAMES. */
#define XDB_DIAGNOSE_NAMES 100u
unsigned int xdb_diagnose_names(struct xdb_name names[XDB_DIAGNOSE_NAMES]);

enum xdb_problem {
	XDB_BANK_CONFLICT, /* one handler of a bus has far more than its share */
	XDB_BUS_IMBALANCE, /* one bus has far more than its share */
	XDB_SATURATION,	   /* packets wait for the bus nearly always */
	XDB_BROADCASTS,	   /* a large share of the accesses are broadcast writes */
	XDB_SWAPS,	   /* ... are swaps */
	XDB_SHARING,	   /* processors take blocks from each other */
	XDB_BULK,	   /* the I/O unit moves a large share of the blocks */
	XDB_IO_CACHE,	   /* the I/O cache misses often */
	XDB_SLOW_PIO,	   /* programmed I/O takes long */
	XDB_PROBLEMS
};

/* Limits of the findings, as fractions unless stated otherwise. */
#define XDB_LIMIT_ACCESSES 500	 /* minimum accesses of a bus, to judge its handlers */
#define XDB_LIMIT_HANDLER 0.5	 /* share of one handler in the accesses of a bus */
#define XDB_LIMIT_QUEUE 0.3	 /* and share of the clocks in which its queue is not empty */
#define XDB_LIMIT_BUS 0.7	 /* share of one bus in the busy clocks */
#define XDB_LIMIT_USED 0.2	 /* and occupancy of this bus */
#define XDB_LIMIT_OCCUPIED 0.9	 /* occupancy of a bus */
#define XDB_LIMIT_BROADCASTS 0.3 /* share of the accesses */
#define XDB_LIMIT_SWAPS 0.2
#define XDB_LIMIT_TAKEN 0.1 /* blocks taken or updated by others, per own request */
#define XDB_LIMIT_RATE 1e-3 /* and per clock */
#define XDB_LIMIT_MOVES 0.5 /* share of the blocks */
#define XDB_LIMIT_LOOKS 100 /* minimum number of accesses of an I/O cache, to judge it */
#define XDB_LIMIT_MISSES 0.5
#define XDB_LIMIT_PIO 100.0	/* clocks of an operation */
#define XDB_LIMIT_PIO_PART 0.05 /* share of the clocks in which one waits for its reply */

struct xdb_finding {
	enum xdb_problem problem;
	bool undecided;	    /* the estimates allow a value on either side of the limit */
	unsigned int place; /* chip of handler or I/O cache; number of bus or processor; 0 */
	struct xdb_estimate value; /* what the limit is for */
};
#define XDB_FINDINGS 64u
/* A value exceeds a limit if it does so by more than XDB_SURE standard errors, and is undecided
 * within as many of them; with an unknown error each value above the limit is undecided.
 * Returns the number of findings. What was not counted is not judged. */
#define XDB_SURE 2.0
unsigned int xdb_diagnose(const struct xdb_profile *p, struct xdb_finding f[XDB_FINDINGS]);
/* Describes a finding, and what the counts cannot tell about it. Returns @text. */
char *xdb_finding_text(const struct xdb_finding *f, char *text, size_t size);

/* Returns the share of the clocks in which a bus is occupied by packets, each with two clocks
 * of arbitration; an upper limit, because the packets of a burst share these clocks. At most 1;
 * negative: not known. */
struct xdb_estimate xdb_occupancy(const struct xdb_profile *p, unsigned int bus);
/* Returns the share of a bus's packet cycles that the requests of a kind, 0 to 7, and their
 * replies use; negative: not known. */
struct xdb_estimate xdb_kind_share(const struct xdb_profile *p, unsigned int bus,
				   unsigned int kind);
/* Writes a share in per cent to @text: "54 %", of an estimate "54 +- 8 %" (XDB_SURE standard
 * errors, unless these round to 0), without a known error "about 54 %". An estimate above 100 %
 * whose error allows 100 % is written as 100 %. Returns @text. */
#define XDB_SHARE_TEXT 64
char *xdb_share_text(struct xdb_estimate share, char text[XDB_SHARE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
