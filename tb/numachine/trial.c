/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"
#include <string.h>

struct nmbus_access trial_access(const struct card_pins *p)
{
	return (struct nmbus_access){.ad = p->ad,
				     .cmd = p->cmd,
				     .valid = p->valid,
				     .lock = p->lock,
				     .local_global = p->local_global,
				     .counts = true,
				     .data = p->ad != 0,
				     .special = p->sf_start,
				     .fifo = !p->fifo_cnt_en   ? 0
					     : p->fifo_cnt_dir ? 1
							       : -1};
}

static unsigned int trial_station(const struct trial *t)
{
	return t->elsewhere ? t->elsewhere - 1 : t->station;
}

static bool clock_machine(void *arg, struct nmbus_access *a)
{
	struct trial *t = arg;
	const unsigned int station = trial_station(t);
	const struct card_pins *p = machine_pins(t->machine, station, 0);
	const char *wrong;

	if (t->attached) {
		t->acks = t->acks << 1 | (unsigned int)sim_get(t->ack);
		card_monitor(machine_card_of(t->machine, station, 0), sim_get(t->busy),
			     t->acks >> t->ack_later & 1);
	}
	wrong = machine_clock(t->machine, NULL);

	if (wrong)
		SIM_FAIL(t->s, "%s", wrong);
	if (t->watch)
		t->watch(t->watch_arg, p);
	*a = trial_access(p);
	t->trace = (t->trace ^ p->ad ^ (uint64_t)p->cmd << 20 ^ (uint64_t)a->fifo ^
		    (uint64_t)p->mon_start << 40 ^ (uint64_t)p->sf_start << 41) *
		   0x9E3779B97F4A7C15u;
	return p->mon_start;
}

void trial_begin(struct sim *s, struct trial *t, const struct machine_config *cfg,
		 enum nm_mode mode)
{
	const struct trial asked = *t;

	if (t->m)
		monitor_clear(t->m);
	memset(t, 0, sizeof(*t));
	t->s = s;
	t->m = asked.m ? asked.m : monitor_start(s);
	t->attached = asked.attached;
	t->ack_later = asked.ack_later;
	t->elsewhere = asked.elsewhere;
	t->watch = asked.watch;
	t->watch_arg = asked.watch_arg;
	t->station = cfg->card.station;
	t->ack = sim_pin(s, "sf_ack");
	t->busy = sim_pin(s, "busy");
	monitor_geometry(t->m, cfg->card.line128, cfg->card.boards2);
	t->machine = machine_open(cfg);
	SIM_CHECK(s, t->machine, "no memory");
	if (t->attached)
		card_attach(machine_card_of(t->machine, trial_station(t), 0));
	SIM_EQ(s, (uint64_t)nm_open_device(&t->nm, nmbus_device(t->m->bus)), 0,
	       "nm_open_device");
	nm_set_station(&t->nm, trial_station(t));
	/* like nm_begin(), but without clearing the counters, which are 0 after power-on */
	t->table.mode = mode;
	SIM_EQ(s, (uint64_t)nm_acknowledge(&t->nm), 0, "nm_acknowledge");
	SIM_EQ(s, (uint64_t)nm_set_interrupt(&t->nm, true), 0, "nm_set_interrupt");
	SIM_EQ(s, (uint64_t)nm_read_queued(&t->nm, &t->nm.queued), 0, "nm_read_queued");
	SIM_EQ(s, (uint64_t)nm_set_mode(&t->nm, mode), 0, "nm_set_mode");
}

/* Like nm_end(), but reads the counters from the SRAM model, which saves 32,768 accesses. */
void trial_collect(struct trial *t)
{
	struct nm_state st;
	uint64_t queued;

	SIM_EQ(t->s, (uint64_t)nm_set_mode(&t->nm, NM_OFF), 0, "nm_set_mode");
	monitor_settle(t->m);
	SIM_EQ(t->s, (uint64_t)nm_get_state(&t->nm, &st), 0, "nm_get_state");
	SIM_CHECK(t->s, !st.pending && !st.missed, "nothing is lost");
	if (t->table.mode == NM_DEPTH) {
		SIM_EQ(t->s, (uint64_t)nm_read_queued(&t->nm, &queued), 0, "nm_read_queued");
		t->table.waits = true;
		t->table.waited = (queued - t->nm.queued) & NM_QUEUED_MAX;
	}
	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		t->table.count[k] += sram_peek(t->m->counters, k);
}

void trial_start(struct trial *t)
{
	nmbus_traffic(t->m->bus, clock_machine, t);
}

/* Runs until the machine has ended, and serves overflows meanwhile. */
void trial_run(struct trial *t)
{
	trial_start(t);
	while (!machine_done(t->machine))
		nm_serve(&t->nm, &t->table, 20);
	nmbus_traffic(t->m->bus, NULL, NULL);
	nmbus_fifo(t->m->bus, 0);
	trial_collect(t);
	SIM_CHECK(t->s, !t->table.second, "nothing is lost");
	monitor_compare(t->m);
}

void trial_end(struct trial *t)
{
	monitor_digest(t->m);
	nm_close(&t->nm);
	machine_close(t->machine);
}

uint64_t trial_counted(const struct trial *t)
{
	uint64_t n = 0;

	for (unsigned int k = 0; k < NM_COUNTERS; k++)
		n += t->table.count[k];
	return n;
}

uint64_t trial_taken(const struct trial *t)
{
	struct card_stats st;

	card_get_stats(machine_card_of(t->machine, trial_station(t), 0), &st);
	return st.taken;
}

void trial_label(struct trial *t, uint32_t start, uint32_t bytes, unsigned int label)
{
	SIM_EQ(t->s, (uint64_t)nm_label(&t->nm, start, bytes, label), 0, "nm_label");
}

struct nm_hits trial_hits(const struct trial *t, int label, int phase)
{
	struct nm_hits h;

	nm_hits(&t->table, &NM_EVENTS_OF(label, phase), &h);
	return h;
}
