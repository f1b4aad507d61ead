/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_gain.h"
#include <string.h>

#define THREADS 64u /* further threads are not distinguished */
/* A thread that uses a byte at most this often only initialises it or reads it at the end of
 * the program. */
#define ONCE 2u
/* A page moves if one station makes at least this percentage of the requests, and is copied if
 * the other stations make this percentage. */
#define MOVE_PERCENT 60
#define COPY_PERCENT 40

/* The threads that use a byte and those that write it, one bit each. */
struct users {
	uint64_t all, writers;
};

/* A thread uses a byte if it makes at least USED_PERCENT of its accesses, or at least
 * RARE_PERCENT and more than ONCE. */
#define USED_PERCENT 10
#define RARE_PERCENT 1

/* Returns whether a thread with @n of @all accesses of a byte uses it. */
static bool uses_byte(uint64_t n, uint64_t all)
{
	return n &&
	       (100 * n >= USED_PERCENT * all || (n > ONCE && 100 * n >= RARE_PERCENT * all));
}

static struct users users_of(const struct nm_words_line *l, unsigned int byte)
{
	uint64_t n[THREADS] = {0}, writes[THREADS] = {0}, all = 0, all_writes = 0;
	struct users u = {0};

	for (size_t i = 0; i < l->uses; i++) {
		const struct nm_words_use *e = &l->use[i];

		if (byte < e->offset || byte >= (unsigned int)e->offset + e->size)
			continue;
		n[e->thread % THREADS] += e->count;
		all += e->count;
		writes[e->thread % THREADS] += e->writes ? e->count : 0;
		all_writes += e->writes ? e->count : 0;
	}
	for (unsigned int t = 0; t < THREADS; t++) {
		u.all |= (uint64_t)uses_byte(n[t], all) << t;
		u.writers |= (uint64_t)uses_byte(writes[t], all_writes) << t;
	}
	return u;
}

bool nm_gain_shared(const struct nm_words_line *l, unsigned int byte)
{
	const struct users u = users_of(l, byte);

	return u.writers && (u.all & (u.all - 1));
}

unsigned int nm_gain_split(const struct nm_words_line *l, unsigned int line_bytes,
			   uint64_t *room, struct nm_gain_part part[NM_GAIN_LINE])
{
	struct users group[NM_GAIN_LINE];
	unsigned int groups = 0, parts = 0, last = NM_GAIN_LINE;

	for (unsigned int i = 0; i < line_bytes; i++) {
		const struct users u = users_of(l, i);
		unsigned int g;

		if (!u.all) {
			last = NM_GAIN_LINE;
			continue;
		}
		for (g = 0; g < groups && memcmp(&group[g], &u, sizeof(u)); g++)
			;
		if (g == groups)
			group[groups++] = u;
		if (g == last) {
			part[parts - 1].bytes++;
			continue;
		}
		part[parts++] = (struct nm_gain_part){
			.start = l->addr + i,
			.to = (g ? *room + (uint64_t)(g - 1) * line_bytes : l->addr) + i,
			.bytes = 1};
		last = g;
	}
	*room += groups ? (uint64_t)(groups - 1) * line_bytes : 0;
	return parts;
}

enum nm_advice nm_gain_page(const struct nm_page *requests, uint64_t writes, unsigned int home,
			    unsigned int *to)
{
	const uint64_t all = requests->total, remote = all - requests->access[home];

	*to = home;
	for (unsigned int s = 0; s < NM_STATIONS; s++)
		if (s != home && (*to == home || requests->access[s] > requests->access[*to]))
			*to = s;
	if (all < NM_GAIN_REQUESTS)
		return NM_STAY;
	if (100 * requests->access[*to] >= MOVE_PERCENT * all)
		return NM_MOVE;
	/* a copy does not help the station that has the memory */
	return !writes && 100 * remote >= COPY_PERCENT * all ? NM_REPLICATE : NM_STAY;
}
