/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SNI_H
#define SNI_H
/*
 * The SNI board's side of connectors J2 and J3: sends packets beat by beat on
 * the Stage-1 clock (TR-596-99 A.1, A.2). Pins change on the falling edge. The model keeps the
 * minimum timing, 18 clocks from header to header and 4 from the last beat to the next header,
 * unless break_rules is set.
 */
#include "packet.h"
#include "sim.h"

struct sni;

struct sni_timing {
	unsigned int start_to_start; /* minimum clocks from header to header; 0 means 18 */
	unsigned int end_to_start;   /* minimum clocks from last beat to header; 0 means 4 */
	unsigned int idle_max;	     /* maximum number of additional random clocks */
	unsigned int gap_percent;    /* chance of a pause before a beat ... */
	unsigned int gap_max;	     /* ... of at most this many clocks */
	bool break_rules;	     /* the two minima above may be below 18 and 4 */
	/* drive random levels on each lane while it is undefined: on all lanes while PMEN_L is
	 * high, on S_EOD_L during header and time stamp, on S_COLOR after the header */
	bool noise;
};

/* Drives the pins named @prefix and the name ("s_data" or "a2_s_data", ...). */
struct sni *sni_open(struct sim *s, struct sim_clock *clk_s1, const char *prefix);
void sni_close(struct sni *n);
void sni_set_timing(struct sni *n, const struct sni_timing *t);
/* Called when the link is free: fills in the next packet and returns true, or returns false if
 * there is none yet; it is then called again at each clock. */
typedef bool sni_source_fn(void *arg, struct packet *p);
void sni_set_source(struct sni *n, sni_source_fn *fn, void *arg);
/* A source that returns false may call this to be asked again only at time @when. */
void sni_ask_at(struct sni *n, sim_time when);
/* Called when the header of a packet is sent (before the next call of the source) and,
 * with @end set, when its last beat is sent. */
typedef void sni_sent_fn(void *arg, const struct packet *p, bool end);
void sni_on_sent(struct sni *n, sni_sent_fn *fn, void *arg);
/* Sends one packet and returns when its last beat is on the link; if @cut is not 0, only
 * the first @cut beats are sent and the packet is never ended. */
void sni_send(struct sni *n, const struct packet *p, unsigned int cut);
/* Models a reset of the machine: aborts the packet on the link and removes the source. */
void sni_cut(struct sni *n);
bool sni_idle(const struct sni *n);	   /* no packet is on the link or queued by
					    * sni_send() */
uint64_t sni_packets(const struct sni *n); /* packets sent completely so far */
uint64_t sni_words(const struct sni *n);

#endif
