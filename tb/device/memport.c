/* SPDX-License-Identifier: Apache-2.0 */
#include "memport.h"
#include <stdio.h>
#include <stdlib.h>

struct memport {
	struct sim *s;
	struct sim_pin *req, *write, *addr, *be, *wdata, *ack, *rdata;
	uint32_t *word, words;
	bool waiting, answered;
	unsigned int least, most, left; /* clocks until the answer */
	uint64_t was;			/* write, address and byte enables of the request */
	uint32_t was_data;
};

static void answer(struct memport *m, bool write, uint32_t *w)
{
	const unsigned int be = (unsigned int)sim_get(m->be);

	for (unsigned int i = 0; write && i < 4; i++)
		if (be >> i & 1)
			*w = (*w & ~(0xFFu << 8 * i)) | (m->was_data & 0xFFu << 8 * i);
	/* read data are valid in the clock of the answer only */
	sim_put(m->rdata, write ? sim_random(m->s) & UINT32_MAX : *w);
	sim_put(m->ack, 1);
	m->waiting = false;
	m->answered = true;
}

static void on_clk(void *arg)
{
	struct memport *m = arg;
	const bool req = sim_get(m->req), write = sim_get(m->write);
	const uint32_t addr = (uint32_t)sim_get(m->addr);
	const uint64_t now = (uint64_t)write << 63 | sim_get(m->be) << 32 | addr;

	if (m->answered) {
		SIM_CHECK(m->s, !req, "m_req is 1 in the clock after m_ack");
		sim_put(m->ack, 0);
		sim_put(m->rdata, sim_random(m->s) & UINT32_MAX);
		m->answered = false;
		return;
	}
	SIM_CHECK(m->s, req || !m->waiting, "m_req falls without m_ack");
	if (!req)
		return;
	if (!m->waiting) {
		SIM_CHECK(m->s, write || sim_get(m->be) == 15, "a read of some lanes");
		m->waiting = true;
		m->was = now;
		m->was_data = (uint32_t)sim_get(m->wdata);
		m->left = (unsigned int)sim_range(m->s, m->least, m->most);
	}
	SIM_CHECK(m->s, now == m->was && m->was_data == sim_get(m->wdata),
		  "a request changes before m_ack");
	if (m->left)
		m->left--;
	else
		answer(m, write, &m->word[addr & (m->words - 1)]);
}

static struct sim_pin *pin(struct memport *m, const char *prefix, const char *name)
{
	char full[32];

	snprintf(full, sizeof(full), "%s_%s", prefix, name);
	return sim_pin(m->s, full);
}

static void close_port(void *arg)
{
	struct memport *m = arg;

	free(m->word);
	free(m);
}

struct memport *memport_open(struct sim *s, struct sim_clock *clk, const char *prefix,
			     uint32_t words)
{
	struct memport *m = calloc(1, sizeof(*m));

	SIM_CHECK(s, m, "out of memory");
	m->s = s;
	m->words = words;
	m->most = 6;
	m->word = calloc(words, sizeof(*m->word));
	SIM_CHECK(s, m->word, "out of memory");
	m->req = pin(m, prefix, "req");
	m->write = pin(m, prefix, "write");
	m->addr = pin(m, prefix, "addr");
	m->be = pin(m, prefix, "be");
	m->wdata = pin(m, prefix, "wdata");
	m->ack = pin(m, prefix, "ack");
	m->rdata = pin(m, prefix, "rdata");
	sim_put(m->ack, 0);
	sim_on(clk, SIM_RISE, on_clk, m);
	sim_cleanup(s, close_port, m);
	return m;
}

void memport_set_wait(struct memport *m, unsigned int least, unsigned int most)
{
	m->least = least;
	m->most = most;
}
