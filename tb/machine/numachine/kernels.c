/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"
#include <stdlib.h>
#include <string.h>

#define PRIVATE 0x000000u
#define PAGES 0x400000u
#define SHARED 0x800000u
#define FALSE 0x808000u
#define RECORD 0x810000u
#define QUEUE 0x818000u
#define LINE 128u /* the longer line size, so that data are separate with both sizes */
#define THINK 200u

typedef bool reference_fn(const struct kernel *k, unsigned int p, unsigned int i,
			  struct machine_ref *r);

struct kernel {
	reference_fn *part[8];
	uint8_t phase[8];
	unsigned int parts, n, home; /* number of parts, references per part, station of the
				      * memory */
	/* for each processor: current part, and references made in it */
	unsigned int at[MACHINE_PROCESSORS], done[MACHINE_PROCESSORS];
	bool crossed[MACHINE_PROCESSORS]; /* the barrier before the current part has been
					   * passed */
};

/* Each of these functions fills in reference @i of processor @p; false: the processor has no
 * such reference in this part. */

static bool private_data(const struct kernel *k, unsigned int p, unsigned int i,
			 struct machine_ref *r)
{
	(void)k;
	r->kind = i % 4 ? MACHINE_READ : MACHINE_WRITE;
	r->addr = PRIVATE + p * 65536 + i * 8 % 65536;
	return true;
}

static bool shared_data(const struct kernel *k, unsigned int p, unsigned int i,
			struct machine_ref *r)
{
	(void)k;
	(void)p;
	r->addr = SHARED + i * 8 % 32768;
	return true;
}

static bool false_data(const struct kernel *k, unsigned int p, unsigned int i,
		       struct machine_ref *r)
{
	(void)i;
	if (p >> 2 != k->home || (p & 3) > 1)
		return false;
	r->kind = MACHINE_WRITE;
	r->addr = FALSE + (p & 3) * 8;
	return true;
}

static bool padded_data(const struct kernel *k, unsigned int p, unsigned int i,
			struct machine_ref *r)
{
	if (!false_data(k, p, i, r))
		return false;
	r->addr = FALSE + (p & 3) * LINE;
	return true;
}

static bool migratory_data(const struct kernel *k, unsigned int p, unsigned int i,
			   struct machine_ref *r)
{
	(void)k;
	/* read, write, then the next record */
	r->kind = i % 2 ? MACHINE_WRITE : MACHINE_READ;
	r->addr = RECORD + (i / 2 + p) % 16 * LINE;
	return true;
}

static bool queue_data(const struct kernel *k, unsigned int p, unsigned int i,
		       struct machine_ref *r)
{
	const unsigned int producer = k->home << 2;

	r->addr = QUEUE + i / 3 % 32 * LINE;
	r->clocks = THINK;
	/* the producer writes, all wait, the consumers read, all wait */
	if (i % 3 == (p == producer ? 0 : 1))
		r->kind = p == producer ? MACHINE_WRITE : MACHINE_READ;
	else
		*r = (struct machine_ref){.kind = MACHINE_BARRIER, .phase = r->phase};
	return true;
}

static bool one_page(const struct kernel *k, unsigned int p, unsigned int i,
		     struct machine_ref *r)
{
	(void)k;
	if (p >> 2 != 9 && (p >> 2 || i % 5))
		return false;
	r->kind = MACHINE_UNCACHED;
	r->addr = PAGES + i * 8 % 16384;
	return true;
}

static bool at_once(const struct kernel *k, unsigned int p, unsigned int i,
		    struct machine_ref *r)
{
	(void)k;
	r->kind = MACHINE_UNCACHED;
	r->addr = PAGES + p * LINE + i * 8 % LINE;
	r->clocks = 0;
	return true;
}

static bool spread_out(const struct kernel *k, unsigned int p, unsigned int i,
		       struct machine_ref *r)
{
	at_once(k, p, i, r);
	/* random times, so that the processors never run in step */
	r->clocks = 64 * THINK / 4 + ((p * 1000003u ^ i * 7919u) * 2654435761u >> 22);
	return true;
}

const char *const kernel_names[] = {"private",	 "shared", "false", "padded",
				    "migratory", "queue",  "page",  "burst",
				    "spread",	 "mix",	   NULL};

static const struct {
	unsigned int parts;
	reference_fn *part[8];
	uint8_t phase[8];
} kernels[] = {
	{1, {private_data}, {0}},
	{1, {shared_data}, {1}},
	{1, {false_data}, {2}},
	{1, {padded_data}, {2}},
	{1, {migratory_data}, {3}},
	{1, {queue_data}, {4}},
	{1, {one_page}, {0}},
	{3, {spread_out, at_once, spread_out}, {2, 3, 4}},
	{3, {spread_out, spread_out, spread_out}, {2, 3, 4}},
	{5,
	 {private_data, shared_data, false_data, migratory_data, queue_data},
	 {0, 1, 2, 3, 4}},
};

/* Returns whether there is a barrier before a part; there is none between the parts of
 * "spread". */
static bool barrier_before(const struct kernel *k, unsigned int part)
{
	return k->part[part] != spread_out || (part && k->part[part - 1] != spread_out);
}

static bool next(void *arg, unsigned int p, struct machine_ref *r)
{
	struct kernel *k = arg;

	while (k->at[p] < k->parts) {
		const unsigned int part = k->at[p];

		if (!k->crossed[p] && barrier_before(k, part)) {
			k->crossed[p] = true;
			*r = (struct machine_ref){.kind = MACHINE_BARRIER,
						  .phase = k->phase[part]};
			return true;
		}
		while (k->done[p] < k->n) {
			*r = (struct machine_ref){.kind = MACHINE_READ,
						  .phase = k->phase[part],
						  .clocks = THINK +
							    (p * 37 + k->done[p] * 11) % 64};
			if (k->part[part](k, p, k->done[p]++, r))
				return true;
			if (k->done[p] == 1)
				break; /* the processor has no references in this part */
		}
		k->done[p] = 0;
		k->crossed[p] = false;
		k->at[p]++;
	}
	return false;
}

struct kernel *kernel_open(const char *name, unsigned int n, struct machine_config *cfg)
{
	struct kernel *k;

	for (unsigned int i = 0; kernel_names[i]; i++) {
		if (strcmp(name, kernel_names[i]))
			continue;
		k = calloc(1, sizeof(*k));
		if (!k)
			return NULL;
		memcpy(k->part, kernels[i].part, sizeof(k->part));
		memcpy(k->phase, kernels[i].phase, sizeof(k->phase));
		k->parts = kernels[i].parts;
		k->n = n;
		k->home = cfg->card.station;
		cfg->next = next;
		cfg->arg = k;
		return k;
	}
	return NULL;
}

void kernel_close(struct kernel *k)
{
	free(k);
}
