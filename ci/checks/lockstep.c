/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares Verilator's model with a fast model: both get the same clocks, inputs and resets,
 * and every output is compared after each step. Clock edges coincide at random; sometimes many
 * inputs change, sometimes one; a pin that the arguments declare rare seldom leaves its usual
 * value.
 *
 * The first half of the edges is random. The second half, of at most 500,000 edges, is guided
 * by the coverage of the nets of the fast model: both values of each bit, and for nets of up to
 * 5 bits all values and their frequency. Short random walks start from the same state, each in
 * a child process, until one reaches a new or rare value; the next walks start from there. If
 * many walks find nothing, the last one continues.
 *
 *	lockstep REFERENCE.so FAST.so MODEL EDGES SEED CLOCK... [-- RARE=USUAL...]
 *
 * EDGES is the total number of rising edges of all clocks.
 *
 * Status 1 with the first difference, or a message that hardly any net changes; otherwise 0
 * with the coverage of the nets.
 */
#include "number.h"
#include "random.h"
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PINS 1024
#define WORDS 64
#define GUIDED 500000 /* maximum number of guided edges */
#define WALK 24	      /* steps */
#define SAMPLE 16     /* random steps between two looks at the nets */
#define BLOCK 8	      /* nets compared with one memcmp() */
/* maximum number of unsuccessful walks from a state that a search has found ... */
#define PATIENCE 100
#define HASTE 16 /* ... and from any other state */
#define LEAST 8	 /* minimum number of walks from each state */
/* percentage of all rises and falls of nets below which the model hardly runs */
#define LEAST_SEEN 14
#define FEW 5	      /* maximum width of a net whose values are counted */
#define RARE_VALUE 64 /* a value taken at most this often is rare */

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

static uint64_t rnd(void)
{
	return random_xorshift(&seed);
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

static struct model load(const char *path, const char *model, void **handle)
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
	if (handle)
		*handle = library;
	m.instance = m.open("tb", (uint32_t)seed | 1);
	if (!m.instance) {
		fprintf(stderr, "lockstep: %s cannot be opened\n", path);
		exit(2);
	}
	return m;
}

/* ---- values that the nets of the fast model have had ---- */

/* The progress, in memory that all processes share. */
static struct progress {
	uint64_t step, edges, difference;
	struct seen {
		uint64_t zeros, ones; /* sets of bits that have been 0, and that have been
				       * 1 */
		/* how often the net took each value; 255: at least 255 times */
		uint8_t entered[1 << FEW];
	} net[];
} * progress;
static unsigned int net_words;
static unsigned int *net_width; /* width of each net */
static uint64_t *net_value, *net_was;
static void (*net_values)(const void *m, uint64_t *v);

static void open_progress(void *library, const char *model)
{
	unsigned int (*width)(unsigned int word);

	*(void **)&width = symbol(library, model, "net_width");
	*(void **)&net_values = symbol(library, model, "net_values");
	while (width(net_words))
		net_words++;
	net_width = calloc(net_words + 1, sizeof(*net_width));
	net_value = calloc(net_words + BLOCK, sizeof(*net_value));
	net_was = calloc(net_words + BLOCK, sizeof(*net_was));
	progress = mmap(NULL, sizeof(*progress) + net_words * sizeof(progress->net[0]),
			PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!net_width || !net_value || !net_was || progress == MAP_FAILED) {
		fputs("lockstep: out of memory\n", stderr);
		exit(2);
	}
	for (unsigned int i = 0; i < net_words; i++)
		net_width[i] = width(i);
}

/* Records the current value of a net. Returns whether it is new or rare. */
static bool look_at(unsigned int i)
{
	struct seen *seen = &progress->net[i];
	const uint64_t v = net_value[i], unlike = v ^ net_was[i];
	bool found;

	if (!unlike)
		return false;
	net_was[i] = v;
	found = (v & unlike & ~seen->ones) || (~v & unlike & ~seen->zeros);
	seen->ones |= v & unlike;
	seen->zeros |= ~v & unlike;
	if (net_width[i] <= FEW) {
		seen->entered[v] += seen->entered[v] < 255;
		found |= seen->entered[v] <= RARE_VALUE;
	}
	return found;
}

/* Records the current values of all nets. Returns whether one of them is new or rare. */
static bool look(const struct model *fast)
{
	bool found = false;

	net_values(fast->instance, net_value);
	for (unsigned int i = 0; i < net_words; i += BLOCK)
		if (memcmp(&net_value[i], &net_was[i], BLOCK * sizeof(*net_value)))
			for (unsigned int k = i; k < i + BLOCK && k < net_words; k++)
				found |= look_at(k);
	return found;
}

static double share_seen(void)
{
	double seen = 0, all = 0;

	for (unsigned int i = 0; i < net_words; i++) {
		seen += __builtin_popcountll(progress->net[i].ones) +
			__builtin_popcountll(progress->net[i].zeros);
		all += 2 * net_width[i];
	}
	return 100 * seen / all;
}

/* ---- steps ---- */

struct run {
	struct model a, b;
	unsigned int n; /* pins */
	unsigned int width[PINS], clocks;
	uint64_t edges;
	uint32_t clock_level[PINS];
	unsigned int input_rate, rare_rate; /* such pins change in one of this many steps */
};

static void compare(const struct run *r)
{
	for (unsigned int i = 0; i < r->n; i++) {
		uint32_t va[WORDS], vb[WORDS];
		const size_t words = (r->width[i] + 31) / 32;

		r->a.get(r->a.instance, i, va);
		r->b.get(r->b.instance, i, vb);
		if (memcmp(va, vb, words * sizeof(*va)) == 0)
			continue;
		printf("step %" PRIu64 ": %s is", progress->step, r->a.name(i));
		for (size_t w = words; w--;)
			printf(" %08" PRIX32, va[w]);
		printf(" in the first,");
		for (size_t w = words; w--;)
			printf(" %08" PRIX32, vb[w]);
		printf(" in the second\n");
		fflush(stdout);
		progress->difference = 1;
		_exit(1);
	}
}

/* Chooses a new value for an input: a random one, one near the current one, or the value of a
 * net. */
static void choose_value(const struct run *r, unsigned int pin, uint32_t *v)
{
	const unsigned int width = r->width[pin], bit = (unsigned int)(rnd() >> 20) % width;
	const unsigned int how = rnd() >> 20 & 15;
	uint64_t net;

	r->b.get(r->b.instance, pin, v);
	switch (how) {
	case 0:
		v[bit / 32] ^= 1u << bit % 32;
		return;
	case 1:
		memset(v, rnd() >> 20 & 1 ? 0xFF : 0, (width + 31) / 32 * sizeof(*v));
		return;
	case 2:
		v[0] += rnd() >> 20 & 1 ? 1 : -1u;
		return;
	case 3:
		net = net_value[(rnd() >> 20) % net_words] >> (rnd() >> 20 & 1 ? 0 : bit % 64);
		v[0] = (uint32_t)net;
		if (width > 32)
			v[1] = (uint32_t)(net >> 32);
		return;
	default:
		for (unsigned int w = 0; w < (width + 31) / 32; w++)
			v[w] = (uint32_t)(rnd() >> 16);
	}
}

/* Makes one step: new inputs and clock levels, evaluation, comparison. */
static void step(struct run *r)
{
	const bool inputs_move = rnd() % r->input_rate == 0;
	const bool rare_move = rnd() % r->rare_rate == 0;
	const bool clocks_move = rnd() % 8 != 0;
	/* if below n: the index of the only input that changes */
	const uint64_t one = rnd() % (2 * r->n);

	for (unsigned int i = 0; i < r->n; i++) {
		const unsigned int width = r->width[i];
		uint32_t v[WORDS];

		switch (pins[i].kind) {
		case INPUT:
			if (!inputs_move || !(one < r->n ? one == i : rnd() >> 20 & 1))
				continue;
			choose_value(r, i, v);
			break;
		case RARE:
			v[0] = rare_move ? rnd() >> 20 & 1 : pins[i].usual;
			break;
		case CLOCK:
			if (!clocks_move)
				continue;
			v[0] = r->clocks == 1 ? !r->clock_level[i] : rnd() >> 20 & 1;
			progress->edges += v[0] & ~r->clock_level[i];
			r->clock_level[i] = v[0];
			break;
		default:
			continue;
		}
		if (width % 32)
			v[width / 32] &= (1u << width % 32) - 1;
		r->a.put(r->a.instance, i, v);
		r->b.put(r->b.instance, i, v);
	}
	r->a.eval(r->a.instance);
	r->b.eval(r->b.instance);
	progress->step++;
	compare(r);
}

/* Makes a random walk of @n steps from the seed @from; with @search it ends early when it finds
 * a new or rare value. Returns the number of steps, 0: found none. */
static unsigned int walk(struct run *r, uint64_t from, unsigned int n, bool search)
{
	static const unsigned int rates[] = {1, 2, 3, 8};

	seed = from | 1;
	r->input_rate = rates[rnd() >> 20 & 3];
	for (unsigned int i = 1; i <= n; i++) {
		step(r);
		if (look(&r->b) && search)
			return i;
	}
	return 0;
}

static void walk_guided(struct run *r)
{
	unsigned int found = 1;

	while (progress->edges < r->edges) {
		const int most = found ? PATIENCE : HASTE;
		uint64_t from = 0;

		found = 0;
		for (int tries = 0; tries < (found ? LEAST : most); tries++) {
			const uint64_t next = rnd();
			pid_t child;
			int status;

			fflush(stdout);
			child = fork();
			if (child == 0)
				_exit((int)walk(r, next, WALK, true));
			if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) {
				fputs("lockstep: a walk ended by a signal, "
				      "or none could begin\n",
				      stderr);
				exit(2);
			}
			if (progress->difference)
				exit(1);
			if (found)
				continue;
			from = next;
			found = (unsigned int)WEXITSTATUS(status);
		}
		walk(r, from, found ? found : WALK, false);
	}
}

int main(int argc, char **argv)
{
	static struct run r = {.input_rate = 3, .rare_rate = 200};
	uint64_t guided;
	void *fast;
	char *rest;

	if (argc < 7) {
		fputs("usage: lockstep REFERENCE.so FAST.so MODEL EDGES SEED CLOCK... [-- "
		      "RARE=USUAL...]\n",
		      stderr);
		return 2;
	}
	if (number_read(argv[4], &rest, &r.edges) || *rest || r.edges < 2) {
		fprintf(stderr, "lockstep: %s: EDGES is a number above 1\n", argv[4]);
		return 2;
	}
	guided = r.edges / 2 < GUIDED ? r.edges / 2 : GUIDED;
	if (number_read(argv[5], &rest, &seed) || *rest) {
		fprintf(stderr, "lockstep: %s: SEED is a number\n", argv[5]);
		return 2;
	}
	seed = seed * RANDOM_GOLDEN | 1;
	r.a = load(argv[1], argv[3], NULL);
	r.b = load(argv[2], argv[3], &fast);
	open_progress(fast, argv[3]);
	for (; r.a.width(r.n); r.n++) {
		if (r.n == PINS || r.a.width(r.n) > 32 * WORDS)
			return 2;
		r.width[r.n] = r.a.width(r.n);
		pins[r.n].kind = r.a.is_output(r.n) ? OUTPUT : INPUT;
	}
	for (int i = 6, rare = 0; i < argc; i++) {
		char name[64];
		int pin;

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(argv[i], "="), argv[i]);
		if (strcmp(name, "--") == 0) {
			rare = 1;
			continue;
		}
		pin = r.a.find(name);
		if (pin < 0) {
			fprintf(stderr, "lockstep: no pin %s\n", name);
			return 2;
		}
		pins[pin].kind = rare ? RARE : CLOCK;
		r.clocks += !rare;
		pins[pin].usual = rare && argv[i][strlen(argv[i]) - 1] == '1';
	}
	compare(&r);
	look(&r.b);
	while (progress->edges < r.edges - guided) {
		step(&r);
		if (progress->step % SAMPLE == 0)
			look(&r.b);
	}
	r.rare_rate = 5000; /* rarer resets, to reach deeper states */
	walk_guided(&r);
	printf("%" PRIu64 " steps, %" PRIu64
	       " rising edges, %.1f %% of the rises and falls of nets\n",
	       progress->step, progress->edges, share_seen());
	r.a.close(r.a.instance);
	r.b.close(r.b.instance);
	if (share_seen() < LEAST_SEEN) {
		puts("the models stand still; is a reset held active?");
		return 1;
	}
	return 0;
}
