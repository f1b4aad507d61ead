/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two builds of a model side by side: the same random clocks, inputs and resets, every output
 * compared after each step. Clock edges coincide at random; now many inputs change, now one; a
 * pin that is called rare leaves its usual value seldom.
 *
 *	lockstep A.so B.so MODEL STEPS SEED CLOCK... [-- RARE=USUAL...]
 *
 * Status 1 and the first difference, or 0.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PINS 1024
#define WORDS 64

struct model {
	void *instance;
	void *(*open)(const char *scope, uint32_t jitter);
	void (*close)(void *m);
	void (*eval)(void *m);
	const char *(*name)(unsigned int pin);
	unsigned int (*width)(unsigned int pin);
	int (*is_output)(unsigned int pin);
	int (*find)(const char *name);
	void (*get)(const void *m, unsigned int pin, uint32_t *words);
	void (*put)(void *m, unsigned int pin, const uint32_t *words);
};

enum kind { INPUT, CLOCK, RARE, OUTPUT };

static struct pin {
	enum kind kind;
	unsigned int usual;
} pins[PINS];

static uint64_t seed;

static uint64_t rnd(void) /* xorshift64* */
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 0x2545F4914F6CDD1Du;
}

static void *symbol(void *library, const char *model, const char *function)
{
	char name[128];
	void *p;

	snprintf(name, sizeof(name), "%s_%s", model, function);
	p = dlsym(library, name);
	if (!p) {
		fprintf(stderr, "lockstep: no function %s\n", name);
		exit(2);
	}
	return p;
}

static struct model load(const char *path, const char *model)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct model m;

	if (!library) {
		fprintf(stderr, "lockstep: %s\n", dlerror());
		exit(2);
	}
	*(void **)&m.open = symbol(library, model, "open");
	*(void **)&m.close = symbol(library, model, "close");
	*(void **)&m.eval = symbol(library, model, "eval");
	*(void **)&m.name = symbol(library, model, "pin_name");
	*(void **)&m.width = symbol(library, model, "pin_width");
	*(void **)&m.is_output = symbol(library, model, "pin_is_output");
	*(void **)&m.find = symbol(library, model, "find");
	*(void **)&m.get = symbol(library, model, "get_words");
	*(void **)&m.put = symbol(library, model, "put_words");
	m.instance = m.open("tb", (uint32_t)seed | 1);
	if (!m.instance) {
		fprintf(stderr, "lockstep: %s cannot be opened\n", path);
		exit(2);
	}
	return m;
}

static void compare(const struct model *a, const struct model *b, unsigned int n, uint64_t step)
{
	for (unsigned int i = 0; i < n; i++) {
		uint32_t va[WORDS], vb[WORDS];
		const size_t words = (a->width(i) + 31) / 32;

		a->get(a->instance, i, va);
		b->get(b->instance, i, vb);
		if (memcmp(va, vb, words * sizeof(*va)) == 0)
			continue;
		printf("step %" PRIu64 ": %s is", step, a->name(i));
		for (size_t w = words; w--;)
			printf(" %08" PRIX32, va[w]);
		printf(" in the first,");
		for (size_t w = words; w--;)
			printf(" %08" PRIX32, vb[w]);
		printf(" in the second\n");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	struct model a, b;
	uint64_t steps, edges = 0;
	unsigned int n;
	uint32_t clock_level[PINS] = {0};

	if (argc < 7) {
		fputs("usage: lockstep A.so B.so MODEL STEPS SEED CLOCK... [-- "
		      "RARE=USUAL...]\n",
		      stderr);
		return 2;
	}
	steps = strtoull(argv[4], NULL, 10);
	seed = strtoull(argv[5], NULL, 10) * 0x9E3779B97F4A7C15u | 1;
	a = load(argv[1], argv[3]);
	b = load(argv[2], argv[3]);
	for (n = 0; a.width(n); n++)
		if (n == PINS || a.width(n) > 32 * WORDS)
			return 2;
		else
			pins[n].kind = a.is_output(n) ? OUTPUT : INPUT;
	for (int i = 6, rare = 0; i < argc; i++) {
		char name[64];
		int pin;

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(argv[i], "="), argv[i]);
		if (strcmp(name, "--") == 0) {
			rare = 1;
			continue;
		}
		pin = a.find(name);
		if (pin < 0) {
			fprintf(stderr, "lockstep: no pin %s\n", name);
			return 2;
		}
		pins[pin].kind = rare ? RARE : CLOCK;
		pins[pin].usual = rare && argv[i][strlen(argv[i]) - 1] == '1';
	}
	compare(&a, &b, n, 0);
	for (uint64_t step = 1; step <= steps; step++) {
		const int inputs_move = rnd() % 3 == 0, rare_move = rnd() % 200 == 0;
		const int clocks_move = rnd() % 8 != 0;
		const uint64_t one = rnd() % (2 * n); /* below n: this input alone */

		for (unsigned int i = 0; i < n; i++) {
			uint32_t v[WORDS];

			switch (pins[i].kind) {
			case INPUT:
				if (!inputs_move || !(one < n ? one == i : rnd() >> 20 & 1))
					continue;
				for (unsigned int w = 0; w < (a.width(i) + 31) / 32; w++)
					v[w] = (uint32_t)(rnd() >> 16);
				break;
			case RARE:
				v[0] = rare_move ? rnd() >> 20 & 1 : pins[i].usual;
				break;
			case CLOCK:
				if (!clocks_move)
					continue;
				v[0] = rnd() >> 20 & 1;
				edges += v[0] & ~clock_level[i];
				clock_level[i] = v[0];
				break;
			default:
				continue;
			}
			if (a.width(i) % 32)
				v[a.width(i) / 32] &= (1u << a.width(i) % 32) - 1;
			a.put(a.instance, i, v);
			b.put(b.instance, i, v);
		}
		a.eval(a.instance);
		b.eval(b.instance);
		compare(&a, &b, n, step);
	}
	printf("%" PRIu64 " steps, %" PRIu64 " rising edges\n", steps, edges);
	a.close(a.instance);
	b.close(b.instance);
	return 0;
}
