/* SPDX-License-Identifier: Apache-2.0 */
#include "ccsram.h"
#include "sparse.h"
#include <inttypes.h>

struct ccsram {
	struct sim *s;
	sim_time access, pulse;
	sim_time since, begin; /* last change of the address; start of the write pulse */
	uint32_t line;
	bool addressed, writing;
	struct sparse word;
};

uint16_t ccsram_peek(const struct ccsram *m, uint32_t line)
{
	return (uint16_t)sparse_get(&m->word, line);
}

void ccsram_poke(struct ccsram *m, uint32_t line, uint16_t word)
{
	SIM_CHECK(m->s, sparse_put(&m->word, line, word) == 0, "no memory");
}

void ccsram_fill(struct ccsram *m, uint16_t word)
{
	sparse_fill(&m->word, word);
}

void ccsram_address(struct ccsram *m, uint32_t line)
{
	if (m->writing)
		SIM_FAIL(m->s, "state SRAM: the address changes during a write");
	if (m->addressed && m->line == line)
		return;
	m->line = line;
	m->since = sim_now(m->s);
	m->addressed = true;
}

uint16_t ccsram_read(struct ccsram *m)
{
	if (m->writing || !m->addressed)
		SIM_FAIL(m->s, "state SRAM: read %s",
			 m->writing ? "during a write" : "without an address");
	if (sim_now(m->s) - m->since < m->access)
		SIM_FAIL(m->s, "state SRAM: read %" PRIu64 " ps after the address",
			 sim_now(m->s) - m->since);
	return ccsram_peek(m, m->line);
}

void ccsram_write_begin(struct ccsram *m)
{
	if (m->writing || !m->addressed)
		SIM_FAIL(m->s, "state SRAM: written %s",
			 m->writing ? "twice" : "without an address");
	m->writing = true;
	m->begin = sim_now(m->s);
}

void ccsram_write_end(struct ccsram *m, uint16_t word)
{
	if (!m->writing)
		SIM_FAIL(m->s, "state SRAM: the end of a write that has not begun");
	if (sim_now(m->s) - m->begin < m->pulse)
		SIM_FAIL(m->s, "state SRAM: a write pulse of %" PRIu64 " ps",
			 sim_now(m->s) - m->begin);
	m->writing = false;
	/* after a write the outputs need an access time again, as after a new address */
	m->since = sim_now(m->s);
	ccsram_poke(m, m->line, word);
}

static void ccsram_free(void *arg)
{
	struct ccsram *m = arg;

	sparse_free(&m->word);
	free(m);
}

struct ccsram *ccsram_open(struct sim *s, uint32_t lines, sim_time access, sim_time pulse)
{
	struct ccsram *m = calloc(1, sizeof(*m));

	SIM_CHECK(s, m != NULL, "no memory");
	sim_cleanup(s, ccsram_free, m);
	SIM_CHECK(s, lines >= SPARSE_PAGE && !(lines & (lines - 1)), "%" PRIu32 " lines",
		  lines);
	m->s = s;
	m->access = access;
	m->pulse = pulse;
	SIM_CHECK(s, sparse_init(&m->word, lines) == 0, "no memory");
	return m;
}
