/* SPDX-License-Identifier: Apache-2.0 */
#include "campaign.h"
#include "number.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOLS "build/libexec"
/* A system event in run 4 of the one-word groups, as in Figure 83. */
#define EVENT_PS 250000000u
#define EVENT_READS 60

const struct campaign_entry campaign[SETTINGS] = {
	[LU_ON] = {"lu-on", "LU, combining", "4.3.1", &workload_lu, true, 0, 0, 5, 3, 8, 13},
	[LU_OFF] = {"lu-off", "LU, no combining", "4.3.2", &workload_lu, false, 0, 0, 5, 18, 23,
		    28},
	[OCEAN_ON] = {"ocean-on", "OCEAN, combining", "4.3.3", &workload_ocean, true, 0, 0, 2,
		      33, 35, 37},
	[OCEAN_OFF] = {"ocean-off", "OCEAN, no combining", "4.3.4", &workload_ocean, false, 0,
		       0, 2, 39, 41, 43},
	[RADIX_ON] = {"radix-on", "RADIX, combining", "4.3.5", &workload_radix, true, 0, 0, 5,
		      45, 50, 55},
	[RADIX_OFF] = {"radix-off", "RADIX, no combining", "4.3.6", &workload_radix, false, 0,
		       0, 5, 60, 65, 70},
	[WORD_1_ON] = {"word-1us-on", "SIMPLE, 1 word, 1 us, combining", "4.3.7",
		       &workload_simple, true, 1, 1, 5, 75, 0, 80},
	[WORD_1_OFF] = {"word-1us-off", "SIMPLE, 1 word, 1 us, no combining", "4.3.8",
			&workload_simple, false, 1, 1, 4, 85, 0, 89},
	[WORD_100_ON] = {"word-100us-on", "SIMPLE, 1 word, 100 us, combining", "4.3.9",
			 &workload_simple, true, 1, 100, 5, 93, 0, 98},
	[WORD_100_OFF] = {"word-100us-off", "SIMPLE, 1 word, 100 us, no combining", "4.3.10",
			  &workload_simple, false, 1, 100, 4, 103, 0, 107},
	[KWORD_1_ON] = {"kword-1us-on", "SIMPLE, 1 Kword, 1 us, combining", "4.3.11",
			&workload_simple, true, 1024, 1, 5, 111, 116, 121},
	[KWORD_1_OFF] = {"kword-1us-off", "SIMPLE, 1 Kword, 1 us, no combining", "4.3.12",
			 &workload_simple, false, 1024, 1, 5, 126, 0, 131},
	[KWORD_100_ON] = {"kword-100us-on", "SIMPLE, 1 Kword, 100 us, combining", "4.3.13",
			  &workload_simple, true, 1024, 100, 5, 136, 141, 146},
	[KWORD_100_OFF] = {"kword-100us-off", "SIMPLE, 1 Kword, 100 us, no combining", "4.3.14",
			   &workload_simple, false, 1024, 100, 5, 151, 0, 156},
};

/* ---- sizes ---- */

/* Makes the problem smaller if @percent is below 100: LU to a multiple of 32 above 40 %, RADIX
 * to a multiple of 4096 keys, at least 16384, SIMPLE to at least 4 steps, OCEAN to its smallest
 * grid. */
static void shorten(struct measure *m, unsigned int percent)
{
	const struct workload *w = m->workload;

	if (percent >= 100)
		return;
	if (w == &workload_lu) {
		m->size = w->fitted * (40 + percent * 60 / 100) / 100 / 32 * 32;
	} else if (w == &workload_ocean) {
		m->size = 128;
		m->steps = 1;
	} else if (w == &workload_radix) {
		m->size = w->fitted / 100 * percent / 4096 * 4096;
		if (m->size < 16384)
			m->size = 16384;
	} else if (m->group > 1) {
		m->steps = 512 * percent / (m->wait_us > 1 ? 1000 : 100);
		if (m->steps < 4)
			m->steps = 4;
	}
}

/* Adds the changes after the existing ones. */
static void apply(struct measure *m, const char *change)
{
	static char name[MEASURE_CHANGES][40];
	unsigned int k = 0;
	uint64_t value;
	char *end;
	int n;

	while (k < MEASURE_CHANGES && m->change[k].name)
		k++;
	for (; change && *change; change = strchr(change, ',')) {
		change += *change == ',';
		n = 0;
		if (k == MEASURE_CHANGES ||
		    sscanf(change, "%39[a-z0-9_]=%n", name[k], &n) != 1 || !n ||
		    number_read(change + n, &end, &value) || (*end && *end != ',')) {
			fprintf(stderr, "%s: not NAME=VALUE\n", change);
			exit(2);
		}
		if (strcmp(name[k], "combining") == 0)
			m->combining = value;
		else if (strcmp(name[k], "timeout_ps") == 0)
			m->timeout_ps = value;
		else if (strcmp(name[k], "group") == 0)
			m->group = (uint32_t)value;
		else
			m->change[k] = (struct measure_change){name[k], value}, k++;
	}
}

void campaign_path(const struct campaign_options *o, enum campaign_setting s, unsigned int run,
		   char *path, size_t size)
{
	snprintf(path, size, "%s/%s-%u", o->directory, campaign[s].name, run + 1);
}

void campaign_measure(const struct campaign_options *o, enum campaign_setting s,
		      unsigned int run, struct measure *m)
{
	const struct campaign_entry *e = &campaign[s];

	memset(m, 0, sizeof(*m));
	m->workload = e->workload;
	m->combining = e->combining;
	m->group = e->group;
	m->wait_us = e->wait_us;
	m->problem_seed = o->seed;
	m->seed = o->seed * 1000 + 10 * (uint64_t)s + run;
	m->selector = "size-sender";
	m->bins = 1 << 16;
	/* Only with SIMPLE another process competes for the processor. In the other programs
	 * every barrier would wait while it runs, which contradicts the run times of 4.4.2. */
	if (e->workload != &workload_simple)
		m->change[0] = (struct measure_change){"rival", 0};
	if (s == WORD_1_ON && run == 3) {
		m->interrupt_ps = EVENT_PS;
		m->interrupt_reads = EVENT_READS;
	}
	shorten(m, o->percent);
	apply(m, o->change);
}

/* ---- results ---- */

int campaign_keep(const struct measure *m)
{
	struct measure_result r;
	char path[600], command[1300];
	int err = measure_run(m, &r);
	FILE *f;

	/* A changed machine may send more than the board's link carries. Without a board there
	 * is no histogram, and rows about it fail. */
	if (err == -ENOBUFS) {
		struct measure without = *m;

		fprintf(stderr, "%s: recorded without a board: %s\n", m->path, r.error);
		measure_free(&r);
		without.no_board = true;
		err = measure_run(&without, &r);
		r.binned = 0;
	}
	if (err) {
		fprintf(stderr, "%s: %s\n", m->path, r.error);
		return 1;
	}
	snprintf(path, sizeof(path), "%s.result", m->path);
	f = fopen(path, "wb");
	if (!f || fwrite(&r, sizeof(r), 1, f) != 1 || fclose(f)) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return 1;
	}
	snprintf(command, sizeof(command), "zstd -q -f --rm '%s.trace'", m->path);
	if (system(command)) {
		fprintf(stderr, "%s.trace: zstd cannot compress it\n", m->path);
		return 1;
	}
	measure_free(&r);
	return 0;
}

int campaign_result(const char *path, struct measure_result *r)
{
	char name[600];
	size_t got;
	FILE *f;

	snprintf(name, sizeof(name), "%s.result", path);
	f = fopen(name, "rb");
	if (!f)
		return -errno;
	got = fread(r, sizeof(*r), 1, f);
	fclose(f);
	r->record = NULL;
	r->records = 0;
	return got == 1 ? 0 : -EIO;
}

/* ---- graphs ---- */

void campaign_command(const char *kind, const char *path, int page, uint64_t first,
		      char *command, size_t size)
{
	char filter[700], tool[200];

	if (page < 0)
		snprintf(filter, sizeof(filter), TOOLS "/traceFilter '%s.trace.zst'", path);
	else
		snprintf(filter, sizeof(filter), TOOLS "/traceFilter -p %d '%s.trace.zst'",
			 page, path);
	if (strcmp(kind, "latency") == 0)
		snprintf(tool, sizeof(tool), TOOLS "/latHist | " TOOLS "/scale -f 1 -m 0.1");
	else if (strcmp(kind, "size") == 0)
		snprintf(tool, sizeof(tool), TOOLS "/sizeHist");
	else /* units: seconds and microseconds */
		snprintf(tool, sizeof(tool),
			 TOOLS "/rxtVlat | " TOOLS "/scale -f 1 -m 1e-7 -a -%" PRIu64
			       ".%07" PRIu64 " -f 2 -m 0.1",
			 first / 10000000, first % 10000000);
	snprintf(command, size, "%s | %s", filter, tool);
}
