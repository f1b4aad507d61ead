/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rates of samples and the two kinds of buffer (NISTIR 5993, 1.3, 2.4, 2.6, 2.7): to local
 * memory and through the external cable, peak and sustained; and the samples that are kept when
 * the memory is full.
 */
#include "le.h"
#include "paper.h"
#include "station.h"
#include <math.h>
#include <unistd.h>

#define CAPACITY 838860.0
#define WORDS_OF_SAMPLE 5

struct rates {
	double peak, sustained; /* samples/s */
	bool complete;		/* all samples arrived, and none was lost */
};

static uint64_t words_through_cable(struct station *t)
{
	return s16d_words(pc_cable(t->pc));
}

/* Returns the number of samples that have arrived after the first @from words. */
static double arrived(struct station *t, bool local, uint64_t from)
{
	uint32_t pointer;

	if (!local)
		return (double)(words_through_cable(t) - from) / (2 * WORDS_OF_SAMPLE);
	station_ok(t, mk_get_pointer(&t->mk, &pointer), "pointer");
	return (double)(pointer - from) / WORDS_OF_SAMPLE;
}

static void count_right(void *arg, const struct mk_sample *s)
{
	uint64_t *n = arg;

	*n += s->data == *n && !s->lost;
}

/* Returns whether the bytes of the cable are exactly the samples 0 to @n - 1. */
static bool cable_is_complete(struct station *t, uint64_t n)
{
	uint64_t right = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint8_t bytes[MK_RESOURCE_BYTES];
		struct mk_sample s;

		for (unsigned int k = 0; k < MK_TRACE_BYTES; k += 2) {
			const uint16_t w = s16d_word(pc_cable(t->pc), i * 10 + k / 2);

			bytes[k] = (uint8_t)(w >> 8);
			bytes[k + 1] = (uint8_t)w;
		}
		mk_sample_decode(bytes, &s);
		count_right(&right, &s);
	}
	return right == n && words_through_cable(t) == n * 10;
}

/* Takes @n samples as fast as the processor can; it waits while the FIFO is full. The first
 * samples enter the FIFOs at the processor's rate, which is the peak. */
static struct rates measure(struct paper *p, bool local, sim_time ack, uint64_t n,
			    sim_time pause)
{
	const uint64_t burst = 40;
	struct rates r = {0};
	struct station t;
	sim_time began;
	uint64_t right = 0;
	uint32_t lost;

	station_open(&t, NULL, paper_seed(p), 0);
	s16d_set_delay(pc_cable(t.pc), ack, 0);
	if (!local)
		station_ok(&t, mk_change_config(&t.mk, MK_CONFIG_LOCAL, 0), "LOCAL");
	began = sim_now(t.s);
	for (uint64_t i = 0; i < n; i++) {
		if (i == burst)
			r.peak = (double)burst * 1e12 / (double)(sim_now(t.s) - began);
		station_ok(&t, mk_trace(&t.mk, 0, (uint32_t)i), "sample");
		sim_wait(t.s, pause);
	}
	/* the FIFOs were full all the time; samples that are still in them have not arrived */
	r.sustained = arrived(&t, local, 0) * 1e12 / (double)(sim_now(t.s) - began);
	station_ok(&t, mk_run(&t.mk, 2000000), "time");
	station_ok(&t, mk_get_overruns(&t.mk, &lost), "OVRCNT");
	if (local)
		r.complete = station_samples(&t, count_right, &right) == n && right == n;
	else
		r.complete = cable_is_complete(&t, n);
	r.complete = r.complete && !lost;
	station_close(&t);
	return r;
}

static void print_rates(FILE *f, const char *way, const struct rates *r)
{
	fprintf(f, "%s,%.0f,%.0f\n", way, r->peak, r->sustained);
}

static bool is_slower(const struct rates *a, const struct rates *b)
{
	return a->sustained < 0.95 * b->sustained;
}

static bool has_peak(const struct rates *r)
{
	return r->peak > 1.1 * r->sustained;
}

static void rates(struct paper *p)
{
	const uint64_t n = paper_length(p, 60000, 2000);
	const struct rates local = measure(p, true, SIM_NS(100), n, 0);
	const struct rates cable = measure(p, false, SIM_NS(100), n, 0);
	const struct rates slow = measure(p, false, SIM_NS(1000), n / 10, 0);
	/* samples so seldom that no FIFO fills up */
	const struct rates seldom_cable = measure(p, false, SIM_NS(100), 400, SIM_US(20));
	const struct rates seldom = measure(p, true, SIM_NS(100), 400, SIM_US(20));
	FILE *f;

	paper_section(p, "Rates (2.4, 2.6)");
	paper_text(p,
		   "A processor takes %llu trace samples as fast as it can; "
		   "when there is no room it waits. The peak is that of the first 40, "
		   "which the FIFOs hold; sustained is what arrives. "
		   "The host at the cable acknowledges each 16-bit word after 100 ns, "
		   "or after 1 us.",
		   (unsigned long long)n);
	f = paper_csv(p, "rates", "way,peak samples/s,sustained samples/s");
	print_rates(f, "local memory", &local);
	print_rates(f, "cable (100 ns)", &cable);
	print_rates(f, "cable (1 us)", &slow);
	paper_csv_end(p, f);
	paper_value(p,
		    &(struct paper_value){.what = "sustained rate to local memory",
					  .unit = "samples/s",
					  .published = NAN,
					  .ours = local.sustained,
					  .low = 100000,
					  .high = 1000000, /* the FIFO is written at 20 MHz */
					  .kind = PAPER_CHECK});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = is_slower(&cable, &local) && is_slower(&slow, &cable) &&
				 local.complete && cable.complete && slow.complete,
			.what = "the average rate through the cable is lower than to local memory, "
				"and no sample is lost by either way",
			.shows = "MK-EXA-009",
			.ablation = "a sample each 20 us, which both ways can carry",
			.survives = is_slower(&seldom_cable, &seldom)});
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = has_peak(&local) && has_peak(&cable),
			.what = "the FIFOs take samples faster for a while than they leave them (peak rate): "
				"10 % and more",
			.ablation = "a sample each 20 us",
			.survives = has_peak(&seldom) && has_peak(&seldom_cable)});
}

/* ---- buffers ---- */

struct kept {
	/* number of samples in order, and numbers of the first and the last of them */
	uint64_t samples, first, last;
	bool broken; /* others follow */
	uint32_t pointer;
};

static void keep(struct kept *k, const uint8_t *bytes)
{
	struct mk_sample s;

	mk_sample_decode(bytes, &s);
	if (!k->samples)
		k->first = s.data;
	else if (s.data != k->last + 1)
		k->broken = true;
	if (k->broken)
		return;
	k->last = s.data;
	k->samples++;
}

static void take_samples(struct station *t, uint32_t pointer, uint64_t from, uint64_t n)
{
	station_ok(t, mk_set_pointer(&t->mk, pointer), "pointer");
	for (uint64_t i = 0; i < n; i++)
		station_ok(t, mk_trace(&t->mk, 0, (uint32_t)(from + i)), "sample");
	station_settle(t);
}

/* Fills the beginning of the memory with @n - @room samples, then takes @n more into a buffer
 * whose pointer starts @room samples before its end. @n samples are read from there on. */
static struct kept fill(struct paper *p, bool simple, uint32_t room, uint64_t n)
{
	const uint32_t begin = MK_MEMORY_WORDS - WORDS_OF_SAMPLE * room;
	struct kept k = {0};
	struct station t;

	station_open(&t, NULL, paper_seed(p), 0);
	station_ok(&t, mk_change_config(&t.mk, MK_CONFIG_WRAPB, simple ? MK_CONFIG_WRAPB : 0),
		   "WRAPB");
	take_samples(&t, 0, 0, n - room);
	take_samples(&t, begin, n - room, n);
	station_ok(&t, mk_get_pointer(&t.mk, &k.pointer), "pointer");
	for (uint64_t i = 0; i < n; i++) {
		uint8_t bytes[MK_TRACE_BYTES];

		for (unsigned int w = 0; w < WORDS_OF_SAMPLE; w++)
			pc_memory(t.pc,
				  (uint32_t)(begin + WORDS_OF_SAMPLE * i + w) % MK_MEMORY_WORDS,
				  bytes + 4 * w, 4);
		keep(&k, bytes);
	}
	station_close(&t);
	return k;
}

static void buffers(struct paper *p)
{
	const uint32_t room = 40;
	const uint64_t n = 140;
	const struct kept simple = fill(p, true, room, n), ring = fill(p, false, room, n);

	paper_section(p, "Simple and circular buffer (1.3, 2.7)");
	paper_text(p,
		   "%llu samples into a memory that has room for %u before its end, and %llu "
		   "older ones at its beginning, in both modes.",
		   (unsigned long long)n, room, (unsigned long long)(n - room));
	paper_value(p, &(struct paper_value){.what = "samples that fit into the memory",
					     .unit = "",
					     .published = CAPACITY,
					     .ours = floor(MK_MEMORY_WORDS / WORDS_OF_SAMPLE),
					     .low = CAPACITY,
					     .high = CAPACITY,
					     .kind = PAPER_GIVEN});
	paper_statement(p,
			&(struct paper_statement){
				.holds = simple.samples == room && simple.first == n - room &&
					 simple.pointer == 0x400000,
				.what = "a simple buffer keeps the oldest samples; "
					"the pointer stops at its maximum",
				.ablation = "a circular buffer",
				.survives = ring.samples == room});
	paper_statement(
		p, &(struct paper_statement){
			   .holds = ring.samples == n && ring.first == n - room &&
				    ring.pointer == 0x400000 + WORDS_OF_SAMPLE * (n - room),
			   .what = "a circular buffer keeps the newest samples; "
				   "the upper bits of the pointer count the wraps",
			   .ablation = "a simple buffer",
			   .survives = simple.samples == n});
}

/* ---- a long experiment ---- */

/* Writes the file as mk_rdsample does, reading the memory through the bus. */
static uint64_t write_file(struct paper *p, struct station *t, uint32_t words, const char *path)
{
	FILE *f = fopen(path, "w");
	uint32_t w[4096];
	uint64_t bytes = 0;

	for (uint32_t at = 0, n; f && at < words; at += n) {
		n = words - at < 4096 ? words - at : 4096;
		station_ok(t, mk_read_memory(&t->mk, at, w, n), "local memory");
		for (uint32_t i = 0; i < n; i++) {
			uint8_t b[4];

			put_le32(b, w[i]);
			bytes += 4 * fwrite(b, 4, 1, f);
		}
		paper_progress(p, "words read", (double)at / (double)words);
	}
	if (!f || fclose(f))
		exit(1);
	return bytes;
}

/* Returns whether all samples enter a memory that has room for half of them while the FIFO
 * holds the others. */
static bool fits_into_half(struct paper *p)
{
	const uint32_t n = 40, first = MK_MEMORY_WORDS - n * MK_TRACE_WORDS / 2;
	struct station t;
	uint32_t pointer;

	station_open(&t, NULL, paper_seed(p), 0);
	station_ok(&t, mk_change_config(&t.mk, MK_CONFIG_WRAPB, MK_CONFIG_WRAPB), "WRAPB");
	station_ok(&t, mk_set_pointer(&t.mk, first), "pointer");
	for (uint32_t i = 0; i < n; i++)
		station_ok(&t, mk_trace(&t.mk, 0, i), "sample");
	station_settle(&t);
	station_ok(&t, mk_get_pointer(&t.mk, &pointer), "pointer");
	station_close(&t);
	return pointer - first == n * MK_TRACE_WORDS;
}

static void collect(struct paper *p)
{
	const uint64_t n = paper_length(p, 800001, 4000);
	char path[] = "/tmp/mklong.XXXXXX";
	static struct mk_reader reader;
	struct station t;
	struct mk_sample s;
	uint64_t right = 0, all = 0, bytes;
	uint32_t lost, pointer;
	const int fd = mkstemp(path);

	paper_section(p, "A long experiment (Abstract, 1.3)");
	paper_text(p, "%llu trace samples in one run, then read from the memory into a file.",
		   (unsigned long long)n);
	if (fd < 0)
		exit(1);
	close(fd);
	station_open(&t, NULL, paper_seed(p), 0);
	for (uint64_t i = 0; i < n; i++) {
		station_ok(&t, mk_trace(&t.mk, 0, (uint32_t)i), "sample");
		if (i % 10000 == 0)
			paper_progress(p, "samples", (double)i / (double)n);
	}
	station_settle(&t);
	station_ok(&t, mk_get_pointer(&t.mk, &pointer), "pointer");
	station_ok(&t, mk_get_overruns(&t.mk, &lost), "OVRCNT");
	bytes = write_file(p, &t, pointer, path);
	station_close(&t);
	if (mk_reader_open(&reader, path))
		exit(1);
	for (; mk_reader_next(&reader, &s) == 1; all++)
		count_right(&right, &s);
	mk_reader_close(&reader);
	remove(path);
	paper_statement(
		p,
		&(struct paper_statement){
			.holds = all == n && right == n && !lost && bytes == n * MK_TRACE_BYTES,
			.what = "over 800,000 trace samples are collected in local memory in one experiment, "
				"each of them right",
			.shows = "MK-EXA-007",
			.ablation = "half the memory that the samples need",
			.survives = fits_into_half(p),
			.shortened = n < 800001});
}

int main(int argc, char **argv)
{
	static const struct paper_constant constants[] = {
		{"acknowledge of the host at the cable", "ns", 100, PAPER_UNCLASSIFIED,
		 "the rate of the S16D interface is not in the paper",
		 "rate through the cable"},
		{NULL, NULL, 0, PAPER_UNCLASSIFIED, NULL, NULL}};
	struct paper *p = paper_begin(argc, argv, "multikron", "rates",
				      "Rates and buffers (1.3, 2.4, 2.6)");

	paper_constants(p, constants);
	rates(p);
	buffers(p);
	collect(p);
	return paper_end(p);
}
