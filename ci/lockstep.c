/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two instances of a compiled model side by side, one evaluated as Verilator made it, one
 * with our short cuts. Clocks rise and fall in any company, inputs change at random, many
 * of them or one, now and then one that is called rare. All outputs must be the same after
 * each step. For a while the one with short cuts sees the clock pins, for a while it is told
 * what rises after the inputs have changed; and while it sees the pins, it is now and then
 * without short cuts, too.
 *
 *	lockstep MODEL STEPS SEED CLOCK... [-- RARE=USUAL...]
 *
 * Status 1 and the first difference, or 0.
 */
#include "model.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PINS 512
#define WHILE 1000 /* steps */

enum kind { INPUT, CLOCK, RARE, OUTPUT };

static struct pin {
	enum kind kind;
	unsigned int bytes, usual;
	unsigned int clock; /* its bit, of the model with short cuts */
	uint64_t mask;
	unsigned char *at[2]; /* in either instance */
} pins[PINS];

static uint64_t seed;

static uint64_t rnd(void) /* xorshift64* */
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 0x2545F4914F6CDD1Du;
}

static uint64_t get(const struct pin *p, int instance)
{
	uint64_t v = 0;

	memcpy(&v, p->at[instance], p->bytes);
	return v;
}

/* True when the value is a new one. */
static int put(const struct pin *p, uint64_t v)
{
	const int changed = get(p, 0) != (v & p->mask);

	v &= p->mask;
	memcpy(p->at[0], &v, p->bytes);
	memcpy(p->at[1], &v, p->bytes);
	return changed;
}

int main(int argc, char **argv)
{
	const struct model *m = NULL;
	void *exact, *quick;
	uint64_t steps, quicker = 0;
	int can_be_told = 0; /* it has short cuts: then some pins are sampled */
	int without = 0;     /* it does not take them now */
	unsigned int n;

	for (const struct model *const *t = models; argc > 4 && *t; t++)
		if (strcmp((*t)->name, argv[1]) == 0)
			m = *t;
	if (!m) {
		fputs("usage: lockstep MODEL STEPS SEED CLOCK... [-- RARE=USUAL...]\n", stderr);
		return 2;
	}
	steps = strtoull(argv[2], NULL, 10);
	seed = strtoull(argv[3], NULL, 10) * 0x9E3779B97F4A7C15u | 1;
	exact = m->open("tb", (uint32_t)seed | 1);
	quick = m->open("tb", (uint32_t)seed | 1);
	if (!exact || !quick)
		return 2;
	m->exact(exact, 1);
	for (n = 0; n < PINS && m->width(n); n++) {
		const unsigned int w = m->width(n);

		can_be_told |= m->is_sampled(n);
		if (w > 64)
			return 2;
		pins[n] = (struct pin){
			.kind = m->is_output(n) ? OUTPUT : INPUT,
			.bytes = w <= 8	   ? 1
				 : w <= 16 ? 2
				 : w <= 32 ? 4
					   : 8,
			.mask = UINT64_MAX >> (64 - w),
			.at = {m->ptr(exact, n), m->ptr(quick, n)},
		};
	}
	for (int i = 4, rare = 0; i < argc; i++) {
		char name[64];
		int pin;

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(argv[i], "="), argv[i]);
		if (strcmp(name, "--") == 0) {
			rare = 1;
			continue;
		}
		pin = m->find(name);
		if (pin < 0) {
			fprintf(stderr, "lockstep: no pin %s\n", name);
			return 2;
		}
		pins[pin].kind = rare ? RARE : CLOCK;
		if (!rare)
			pins[pin].clock = m->clock_bit((unsigned int)pin);
		if (!rare && !pins[pin].clock) {
			fprintf(stderr, "lockstep: the model has no clock %s\n", name);
			return 2;
		}
		pins[pin].usual = rare && argv[i][strlen(argv[i]) - 1] == '1';
	}
	for (uint64_t step = 0; step < steps; step++) {
		const int inputs_move = rnd() % 3 == 0, rare_move = rnd() % 200 == 0;
		const int told = can_be_told && step / WHILE % 2;
		const uint64_t one = rnd() % (2 * n); /* below n: this input alone */
		unsigned int rising = 0, high = 0;
		int comb = 0;

		for (unsigned int i = 0; i < n; i++) {
			const struct pin *p = &pins[i];
			int changed = 0;

			if (p->kind == INPUT && inputs_move &&
			    (one < n ? one == i : rnd() >> 20 & 1))
				changed = put(p, rnd());
			else if (p->kind == RARE)
				changed = put(p, rare_move ? rnd() >> 20 & 1 : p->usual);
			comb |= changed && !m->is_sampled(i);
		}
		if (told)
			m->eval(exact);
		for (unsigned int i = 0; i < n; i++) {
			const struct pin *p = &pins[i];

			if (p->kind != CLOCK)
				continue;
			rising |= put(p, rnd() >> 20 & 1) && get(p, 0) ? p->clock : 0;
			high |= get(p, 0) ? p->clock : 0;
		}
		m->eval(exact);
		quicker += !comb;
		if (without ? told || rnd() % 4 == 0 : !told && rnd() % 20 == 0)
			m->exact(quick, without = !without);
		if (told)
			m->rise(quick, rising, comb);
		else if (comb)
			m->eval(quick);
		else
			m->clock(quick);
		for (unsigned int i = 0; i < n; i++)
			if (get(&pins[i], 0) != get(&pins[i], 1)) {
				printf("step %" PRIu64 ", pin %u: %" PRIX64 ", with short cuts "
				       "%" PRIX64 "\n",
				       step, i, get(&pins[i], 0), get(&pins[i], 1));
				return 1;
			}
		if (told && step % WHILE == WHILE - 1)
			m->level(quick, high);
	}
	printf("%" PRIu64 " steps, %" PRIu64 " of them clocks alone\n", steps, quicker);
	m->close(exact);
	m->close(quick);
	return 0;
}
