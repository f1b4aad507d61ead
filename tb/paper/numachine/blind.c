/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blind trial of the tool sharing: programs in C, drawn from a seed, are compiled, recorded and
 * judged by it. How each object is used follows from how it was drawn; the tool gets only the
 * program. --part=lines-SEED and --part=pages-SEED repeat a single program by its own seed,
 * which the message about a wrong verdict gives.
 */
#include "csv.h"
#include "number.h"
#include "paper.h"
#include "random.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAMS 200
#define PAGE_PROGRAMS 40
#define OBJECTS 6      /* of a program */
#define PAGE_OBJECTS 3 /* the same, of a program for pages */
#define THREADS_MOST 12
#define RECALL 97
#define PRECISION 99
#define DECIDED 95

static struct paper *paper;
static uint64_t state;
static char folder[64], tools[PATH_MAX];

/* Verdicts, and how many trials there were: [truth][verdict]. NONE: not in the report. */
enum verdict { NONE, FALSELY, TRULY, BOTH, MIGRATES, PRODUCED, CHANGES, UNDECIDED, VERDICTS };
static const char *const verdict_name[VERDICTS] = {
	[NONE] = "none",
	[FALSELY] = "false sharing",
	[TRULY] = "true sharing",
	[BOTH] = "shared truly and falsely",
	[MIGRATES] = "migratory",
	[PRODUCED] = "producer-consumer",
	[CHANGES] = "changes with time",
	[UNDECIDED] = "undecided",
};
enum place { STAY, MOVE, REPLICATE, PLACES };
static const char *const place_name[PLACES] = {
	[STAY] = "none",
	[MOVE] = "used by another station than its memory's",
	[REPLICATE] = "only read, by several stations",
};

/*
 * A page is in the memory of the station whose thread touches it first, as on Linux. It should
 * stay there if no other station makes most of the requests that reach its memory, and move to
 * one that does. Some pages are initialised by main() alone, others by the threads that use
 * them.
 */

/*
 * A use of an object, as text of C in which @ is the number of the object. N@ of the threads
 * use it: u@[0] to u@[N@ - 1], in ascending order; F@ is the first one. @object declares it,
 * @begin is executed by main(), @own by each user at its beginning, @use in each round by its
 * users. With @after, each round is a step between two barriers, and @after is executed after
 * the first one.
 */
struct use {
	const char *name;
	int truth;		  /* enum verdict, or enum place */
	unsigned int least, most; /* number of users; most 0: all threads */
	const char *object, *begin, *own, *use, *after;
};

#define WORDS "static _Alignas(64) volatile int o@[16];"
#define LOCK " static _Alignas(64) pthread_mutex_t sync@ = PTHREAD_MUTEX_INITIALIZER;"
static const struct use uses[] = {
	{"false sharing: each thread adds to its own word", FALSELY, 2, 0, WORDS, "", "",
	 "o@[me]++;", NULL},
	{"false sharing: each stores its own byte", FALSELY, 2, 0,
	 "static _Alignas(64) volatile char o@[64];", "", "", "o@[5 * me + 3] = (char)i;",
	 NULL},
	{"false sharing: one stores a word, others load others", FALSELY, 2, 4, WORDS, "", "",
	 "if (me == F@) o@[me] = i; else sum += o@[me];", NULL},
	{"false sharing: own words, with a lock", FALSELY, 2, 0, WORDS LOCK, "", "",
	 "pthread_mutex_lock(&sync@); o@[me] += i; pthread_mutex_unlock(&sync@);", NULL},
	{"false sharing: blocks of main()'s heap, one for each thread", FALSELY, 4, 0,
	 "static _Alignas(64) volatile long *p@[T];",
	 "for (int k = 0; k < T; k++) p@[k] = malloc(16 + @);", "", "(*p@[me])++;", NULL},
	{"false sharing: own words, and rarely one that all add to", FALSELY, 2, 0,
	 "static _Alignas(64) struct { volatile int own[14]; atomic_long all; } o@;", "", "",
	 "o@.own[me]++; if (i % 60 == 59) atomic_fetch_add(&o@.all, 1);", NULL},
	{"false sharing: own words between barriers", FALSELY, 2, 0, WORDS, "", "",
	 "for (int k = 0; k < 6; k++) o@[me] += k;", ""},
	{"false sharing: rows of 40 bytes, one for each thread", FALSELY, 2, 0,
	 "static _Alignas(64) volatile int o@[T][10];", "", "", "o@[me][i % 10] += i;", NULL},
	{"true sharing: all add to one word at once", TRULY, 2, 0,
	 "static _Alignas(64) atomic_long o@;", "", "", "atomic_fetch_add(&o@, 1);", NULL},
	{"true sharing: all store one word", TRULY, 2, 0, WORDS, "", "",
	 "if (i % 5) o@[2] = me; else sum += o@[2];", NULL},
	{"true sharing: in turn one stores, then all others load", TRULY, 3, 0, WORDS, "", "",
	 "if (me == u@[i % N@]) o@[1] = i;", "sum += o@[1];"},
	{"both: own words, and one that all often add to", BOTH, 2, 0,
	 "static _Alignas(64) struct { volatile int own[14]; atomic_long all; } o@;", "", "",
	 "o@.own[me]++; if (i % 2) atomic_fetch_add(&o@.all, 1);", NULL},
	{"migratory: a record with a lock", MIGRATES, 2, 0, WORDS LOCK, "", "",
	 "pthread_mutex_lock(&sync@); o@[0] += o@[1]; o@[1] += i; o@[2]++; "
	 "pthread_mutex_unlock(&sync@);",
	 NULL},
	{"migratory: a record with a lock of atomic words", MIGRATES, 2, 0,
	 WORDS " static _Alignas(64) atomic_flag sync@ = ATOMIC_FLAG_INIT;", "", "",
	 "while (atomic_flag_test_and_set_explicit(&sync@, memory_order_acquire)) sched_yield(); "
	 "o@[4] += i; o@[5] ^= o@[4]; atomic_flag_clear_explicit(&sync@, memory_order_release);",
	 NULL},
	{"migratory: a record of whose turn it is between barriers", MIGRATES, 2, 0, WORDS, "",
	 "", "if (me == u@[i % N@]) { o@[0] += i; o@[3] += o@[0]; }", ""},
	{"producer-consumer: one stores, others load after a barrier", PRODUCED, 2, 0, WORDS,
	 "", "", "if (me == F@) { o@[0] = i; o@[1] = -i; }",
	 "if (me != F@) sum += o@[0] + o@[1];"},
	{"producer-consumer: one stores, others load, with a lock", PRODUCED, 2, 0, WORDS LOCK,
	 "", "",
	 "pthread_mutex_lock(&sync@); if (me == F@) { o@[0] = i; o@[1] = -i; } else sum += o@[0] + "
	 "o@[1]; pthread_mutex_unlock(&sync@);",
	 NULL},
	{"producer-consumer: one stores, one loads, with semaphores", PRODUCED, 2, 2,
	 WORDS " static _Alignas(64) sem_t sync_put@; static _Alignas(64) sem_t sync_got@;",
	 "sem_init(&sync_put@, 0, 0); sem_init(&sync_got@, 0, 1);", "",
	 "if (me == F@) { sem_wait(&sync_got@); o@[0] = i; o@[7] = i; sem_post(&sync_put@); } else { "
	 "sem_wait(&sync_put@); sum += o@[0] - o@[7]; sem_post(&sync_got@); }",
	 NULL},
	{"producer-consumer: a ring of eight words", PRODUCED, 2, 2,
	 WORDS " static _Alignas(64) atomic_int sync_put@; static _Alignas(64) atomic_int "
	       "sync_got@;",
	 "", "",
	 "if (me == F@) { while (i - atomic_load_explicit(&sync_got@, memory_order_acquire) == 8) "
	 "sched_yield(); o@[i % 8] = i; "
	 "atomic_store_explicit(&sync_put@, i + 1, memory_order_release); } else { "
	 "while (atomic_load_explicit(&sync_put@, memory_order_acquire) == i) sched_yield(); "
	 "sum += o@[i % 8]; atomic_store_explicit(&sync_got@, i + 1, memory_order_release); }",
	 NULL},
	{"producer-consumer: a stencil, a line of each thread", PRODUCED, 2, 0,
	 "static _Alignas(64) volatile long o@[T][8];", "", "",
	 "for (int k = 0; k < 8; k++) o@[me][k] += k;", "sum += o@[(me + 1) % T][0];"},
	{"producer-consumer: partial sums in lines of their own", PRODUCED, 2, 0,
	 "static _Alignas(64) volatile long o@[T][8];", "", "", "o@[me][0] += i;",
	 "for (int k = 0; me == 0 && k < T; k++) sum += o@[k][0];"},
	{"private: padded counters", NONE, 2, 0, "static _Alignas(64) volatile long o@[T][8];",
	 "", "", "o@[me][0]++;", NULL},
	{"private: padded counters that main() has set", NONE, 2, 0,
	 "static _Alignas(64) volatile long o@[T][8];",
	 "for (int k = 0; k < T; k++) o@[k][0] = k;", "", "o@[me][0]++;", NULL},
	{"private: padded counters between barriers", NONE, 2, 0,
	 "static _Alignas(64) volatile long o@[T][8];", "", "",
	 "for (int k = 0; k < 6; k++) o@[me][k] += k;", ""},
	{"private: a block of the heap of each thread", NONE, 2, 0,
	 "static _Alignas(64) struct { _Alignas(64) volatile long *at; } p@[T];", "",
	 "p@[me].at = malloc(40 + @); p@[me].at[0] = 0;", "p@[me].at[0] += i;", NULL},
	{"private: an array on the stack of each thread", NONE, 2, 0, "", "",
	 "volatile long v@[8] = {0};", "v@[i % 8] += i;", NULL},
	{"private: a variable of each thread", NONE, 2, 0,
	 "static _Thread_local volatile long o@;", "", "", "o@ += i;", NULL},
	{"read only: a table that main() fills", NONE, 2, 0, WORDS,
	 "for (int k = 0; k < 8; k++) o@[k] = k;", "", "sum += o@[i % 8];", NULL},
};

#define PAGES "static _Alignas(16384) volatile long o@[4096];"
#define EACH_LINE "for (int k = 0; k < 4096; k += 8) "
#define OWN_PAGES "static _Alignas(16384) volatile long o@[T][4096];"
static const struct use page_uses[] = {
	{"stay: each thread fills and uses pages of its own", STAY, 2, 0, OWN_PAGES, "",
	 EACH_LINE "o@[me][k] = k;", EACH_LINE "o@[me][k] += k;", NULL},
	{"stay: the thread that fills it uses it, others rarely", STAY, 2, 0, PAGES, "",
	 "if (me == F@) " EACH_LINE "o@[k] = k;",
	 "if (me == F@) " EACH_LINE "o@[k] += k; else if (i % 4 == 3) sum += o@[8 * i];", NULL},
	{"stay: all threads use it alike", STAY, 4, 0, PAGES, EACH_LINE "o@[k] = k;", "",
	 EACH_LINE "if (k / 8 % N@ == (unsigned)(i + me) % N@) o@[k] += k;", NULL},
	{"stay: one fills it again and again, others read it", STAY, 3, 0, PAGES, "", "",
	 "if (me == F@) " EACH_LINE "o@[k] = i;", "if (me != F@) " EACH_LINE "sum += o@[k];"},
	{"move: main() fills it, one thread uses it", MOVE, 1, 1, PAGES, EACH_LINE "o@[k] = k;",
	 "", EACH_LINE "o@[k] += k;", NULL},
	{"move: main() fills it, one thread reads it", MOVE, 1, 1, PAGES,
	 EACH_LINE "o@[k] = k;", "", EACH_LINE "sum += o@[k];", NULL},
	{"move: main() fills pages, each thread uses its own", MOVE, 2, 0, OWN_PAGES,
	 "for (int t = 0; t < T; t++) " EACH_LINE "o@[t][k] = k;", "",
	 EACH_LINE "o@[me][k] += k;", NULL},
	{"replicate: main() fills a table, all threads read it", REPLICATE, 4, 0, PAGES,
	 EACH_LINE "o@[k] = k;", "", EACH_LINE "sum += o@[k];", NULL},
};

#define USES (sizeof(uses) / sizeof(*uses))
#define PAGE_USES (sizeof(page_uses) / sizeof(*page_uses))

static unsigned int lines[VERDICTS][VERDICTS], pages[PLACES][PLACES];
static unsigned int trials[USES], wrong[USES], undecided[USES];
static unsigned int page_trials[PAGE_USES], page_wrong[PAGE_USES];
static unsigned int with_barriers, strangers;
/* how programs are recorded */
enum { WITH_GCC, WITH_CLANG, AS_BINARY, WAYS };
static unsigned int ways[WAYS];
static char recorded[PATH_MAX + 256]; /* the command for the last program */

static unsigned int draw(unsigned int n)
{
	return (unsigned int)((random_lcg(&state) >> 33) % n);
}

/* ---- programs ---- */

struct object {
	const struct use *use;
	unsigned int number, users, user[THREADS_MOST];
	int found; /* the verdict */
};

struct program {
	FILE *f;
	unsigned int threads, objects;
	struct object object[OBJECTS];
};

/* Writes a line of the source. */
__attribute__((format(printf, 2, 3))) static void put(struct program *g, const char *fmt, ...)
{
	va_list list;

	va_start(list, fmt);
	vfprintf(g->f, fmt, list);
	va_end(list);
	putc('\n', g->f);
}

/* Writes a line with the number of an object in place of each @. */
static void put_use(struct program *g, const struct object *o, const char *before,
		    const char *text, const char *after)
{
	fputs(before, g->f);
	for (; *text; text++)
		if (*text == '@')
			fprintf(g->f, "%u", o->number);
		else
			putc(*text, g->f);
	put(g, "%s", after);
}

/* Writes a line that only the users of an object execute. */
static void put_of_users(struct program *g, const struct object *o, const char *text)
{
	char users[64];
	unsigned int mask = 0;

	for (unsigned int i = 0; i < o->users; i++)
		mask |= 1u << o->user[i];
	snprintf(users, sizeof(users), "\t\tif (0x%x >> me & 1) { ", mask);
	if (*text)
		put_use(g, o, o->users == g->threads ? "\t\t{ " : users, text, " }");
}

static void draw_object(struct program *g, const struct use *u)
{
	struct object *o = &g->object[g->objects];
	unsigned int most = u->most ? u->most : g->threads, k = 0;

	*o = (struct object){.use = u, .number = g->objects++};
	o->users = u->least + draw(most - u->least + 1);
	/* what all threads have a part of is used by all */
	if (strstr(u->object, "[T]") || strstr(u->use, "% T"))
		o->users = g->threads;
	for (unsigned int t = 0; t < g->threads; t++)
		if (draw(g->threads - t) < o->users - k)
			o->user[k++] = t;
}

/* Returns whether users of an object wait for each other in each round. */
static bool waits(const struct use *u)
{
	return strstr(u->use, "sync") && !u->after;
}

/*
 * An object is only used as its text says while all its users make their rounds at the same
 * time: one that waits for a lock with many others in each round is still in its first rounds
 * when one that does not has made all of them, and then nobody shares the object. So all
 * threads use a lock if only some of the users of another object did. (Two threads that wait
 * for each other are fast enough.)
 */
static void keep_step(struct program *g)
{
	unsigned int mask[OBJECTS] = {0};

	for (unsigned int i = 0; i < g->objects; i++)
		for (unsigned int k = 0; k < g->object[i].users; k++)
			mask[i] |= 1u << g->object[i].user[k];
	for (unsigned int i = 0; i < g->objects; i++) {
		struct object *const o = &g->object[i];
		bool apart = false;

		for (unsigned int k = 0; k < g->objects; k++)
			apart |= (mask[k] & mask[i]) && (mask[k] & ~mask[i]);
		if (!apart || !waits(o->use) || o->use->most)
			continue;
		o->users = g->threads;
		for (unsigned int t = 0; t < g->threads; t++)
			o->user[t] = t;
	}
}

/* Waiting until all threads are there: the function meet(). */
static const char *const barriers[] = {
	"static _Alignas(64) pthread_barrier_t sync_all;\n"
	"#define BEGIN pthread_barrier_init(&sync_all, NULL, T)\n"
	"static void meet(void) { pthread_barrier_wait(&sync_all); }\n",
	"static _Alignas(64) struct { pthread_mutex_t m; pthread_cond_t c; int n, turn; } sync_all = "
	"{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};\n"
	"#define BEGIN\n"
	"static void meet(void) { pthread_mutex_lock(&sync_all.m); const int was = sync_all.turn; "
	"if (++sync_all.n == T) { sync_all.n = 0; sync_all.turn++; "
	"pthread_cond_broadcast(&sync_all.c); } while (sync_all.turn == was) "
	"pthread_cond_wait(&sync_all.c, &sync_all.m); pthread_mutex_unlock(&sync_all.m); }\n",
	"static _Alignas(64) atomic_int sync_n; static _Alignas(64) atomic_int sync_turn;\n"
	"#define BEGIN\n"
	"static void meet(void) { const int was = atomic_load(&sync_turn); "
	"if (atomic_fetch_add(&sync_n, 1) == T - 1) { atomic_store(&sync_n, 0); "
	"atomic_store(&sync_turn, was + 1); } else while (atomic_load(&sync_turn) == was) "
	"sched_yield(); }\n",
};

/* Writes the rounds of some objects: those that need steps, or the others. */
static void put_rounds(struct program *g, unsigned int first, unsigned int after, bool steps,
		       unsigned int rounds)
{
	unsigned int n = 0;

	for (unsigned int i = first; i < after; i++)
		n += (g->object[i].use->after != NULL) == steps;
	if (!n)
		return;
	put(g, "\tfor (int i = 0; i < %u; i++) {", rounds);
	put(g, "\t\tfor (int k = 0; k < (me * %u + i * %u) %% %u; k++)\n\t\t\tsum += k;",
	    draw(7), draw(7), 1 + draw(12));
	for (unsigned int i = first; i < after; i++)
		if ((g->object[i].use->after != NULL) == steps)
			put_of_users(g, &g->object[i], g->object[i].use->use);
	if (steps) {
		put(g, "\t\tmeet();");
		for (unsigned int i = first; i < after; i++)
			if (g->object[i].use->after)
				put_of_users(g, &g->object[i], g->object[i].use->after);
		put(g, "\t\tmeet();");
	}
	put(g, "\t}");
}

/* Writes a program with drawn objects. @rounds: least number; @more: those that are drawn. */
static void put_program(struct program *g, unsigned int rounds, unsigned int more,
			unsigned int steps)
{
	const unsigned int half = draw(2) ? g->objects / 2 : g->objects;
	const char *barrier = barriers[draw(sizeof(barriers) / sizeof(*barriers))];
	bool meets = half < g->objects;

	put(g,
	    "#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
	    "#include <stdlib.h>\n#define T %u\n%s",
	    g->threads, barrier);
	for (unsigned int i = 0; i < g->objects; i++) {
		const struct object *o = &g->object[i];

		fprintf(g->f, "enum { F%u = %u, N%u = %u };\nstatic const int u%u[] = {", i,
			o->user[0], i, o->users, i);
		for (unsigned int k = 0; k < o->users; k++)
			fprintf(g->f, "%u, ", o->user[k]);
		put_use(g, o, "}; ", o->use->object, "");
		meets |= o->use->after != NULL;
	}
	put(g,
	    "static _Alignas(64) atomic_int sync_ready, sync_go;\nstatic void *work(void *arg)\n{\n"
	    "\tconst int me = (int)(long)arg;");
	put(g, "\tvolatile long sum = 0;");
	for (unsigned int i = 0; i < g->objects; i++) {
		const struct object *o = &g->object[i];

		/* a declaration is for all of the function */
		if (strstr(o->use->own, "v@"))
			put_use(g, o, "\t", o->use->own, "");
		else
			put_of_users(g, o, o->use->own);
	}
	/* otherwise the first thread can have ended when the last one is made, and a thread can
	 * touch a page before the one that fills it, and the page is then at its station */
	put(g, "\tatomic_fetch_add(&sync_ready, 1);\n"
	       "\twhile (!atomic_load(&sync_go))\n\t\tsched_yield();");
	put_rounds(g, 0, half, false, rounds + draw(more));
	put_rounds(g, 0, half, true, steps + draw(steps));
	if (half < g->objects)
		put(g, "\tmeet();");
	put_rounds(g, half, g->objects, false, rounds + draw(more));
	put_rounds(g, half, g->objects, true, steps + draw(steps));
	put(g, "\treturn (void *)sum;\n}\nint main(void)\n{\n\tpthread_t t[T];");
	put(g, "\tBEGIN;");
	for (unsigned int i = 0; i < g->objects; i++)
		put_use(g, &g->object[i], "\t", g->object[i].use->begin, "");
	put(g,
	    "\tfor (long k = 0; k < T; k++)\n\t\tpthread_create(&t[k], NULL, work, (void *)k);");
	put(g, "\twhile (atomic_load(&sync_ready) != T)\n\t\tsched_yield();");
	put(g, "\tatomic_store(&sync_go, 1);");
	put(g, "\tfor (int k = 0; k < T; k++)\n\t\tpthread_join(t[k], NULL);\n\treturn 0;\n}");
	with_barriers += meets;
}

static void fail(const char *what)
{
	fprintf(stderr, "blind: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- verdicts ---- */

/* Compiles and records the program, and opens the report. */
static FILE *judge(void)
{
	static char command[4 * PATH_MAX];
	static const char *const options[] = {"-O0", "-O1", "-O2", "-O3", "-Os"};
	const char *option = options[draw(sizeof(options) / sizeof(*options))];
	const unsigned int way = draw(WAYS);
	char program[128] = "-- ./blind";

	ways[way]++;
	if (way != AS_BINARY)
		snprintf(program, sizeof(program), "--cc='%s %s -w blind.c -pthread'",
			 way == WITH_GCC ? "gcc" : "clang", option);
	snprintf(recorded, sizeof(recorded),
		 "gcc %s -g -w blind.c -o blind -pthread && "
		 "%s/sharing -n 1024 --format=csv -o report %s",
		 option, tools, program);
	snprintf(command, sizeof(command), "cd %s && { %s; } > log 2>&1", folder, recorded);
	if (system(command)) {
		fprintf(stderr, "blind: %s: see %s/log\n", command, folder);
		exit(1);
	}
	snprintf(command, sizeof(command), "%s/report", folder);
	return fopen(command, "r");
}

/* Returns the object with this name in the report; NULL: it is none of those drawn. */
static struct object *object_of(struct program *g, const char *name)
{
	unsigned int number;

	if (strspn(name, "opv") == 1 && sscanf(name + 1, "%u", &number) == 1)
		return number < g->objects ? &g->object[number] : NULL;
	if (sscanf(name, "%u bytes allocated", &number) != 1)
		return NULL;
	number -= number < 40 ? 16 : 40;
	return number < g->objects ? &g->object[number] : NULL;
}

static int index_of(const char *const names[], int n, const char *text)
{
	int i = 0;

	while (i < n && strncmp(names[i], text, strlen(names[i])))
		i++;
	return i;
}

/* Stores the verdicts of a report, which are @names; others are left out. */
static void read_report(struct program *g, const char *const names[], int n)
{
	FILE *f = judge();
	char *line = NULL, *at;
	size_t size = 0;

	if (!f)
		fail("report");
	while (getline(&line, &size, f) > 0) {
		const char *name, *text;
		struct object *o;
		int found;

		line[strcspn(line, "\n")] = '\0';
		at = line;
		name = csv_next(&at);
		text = at ? csv_next(&at) : "";
		if (*line == '#')
			continue;
		if (!name || !text)
			fail("a line of the report");
		found = index_of(names, n, text);
		o = object_of(g, name);
		if (found == n)
			continue;
		if (o)
			o->found = found;
		else if (names == verdict_name && (found == FALSELY || found == BOTH))
			strangers++;
	}
	free(line);
	fclose(f);
}

/* Reports a wrong verdict, and keeps the program with the command that judged it. */
static void show_wrong(const struct object *o, uint64_t seed, bool of_pages, const char *found)
{
	char path[PATH_MAX];
	FILE *to, *from;
	int c;

	snprintf(path, sizeof(path), "%s/blind.c", folder);
	from = fopen(path, "r");
	snprintf(path, sizeof(path), "%s/blind-%" PRIu64 ".c", paper_output(paper), seed);
	fprintf(stderr, "blind: object %u (%s): %s: %s; --part=%s-%" PRIu64 " repeats it\n",
		o->number, o->use->name, found, path, of_pages ? "pages" : "lines", seed);
	to = fopen(path, "w");
	if (!from || !to)
		fail(path);
	fprintf(to, "/* %s */\n", recorded);
	while ((c = getc(from)) != EOF)
		putc(c, to);
	fclose(from);
	if (fclose(to))
		fail(path);
}

/* Draws a program, and has it judged. */
static void try_program(uint64_t seed, bool of_pages)
{
	static struct program g;
	char path[80];

	memset(&g, 0, sizeof(g));
	state = seed;
	draw(2);
	g.threads = 4 + draw(THREADS_MOST - 3);
	if (!of_pages && !draw(3))
		g.threads = 2;
	while (g.objects < (of_pages ? PAGE_OBJECTS : OBJECTS)) {
		const struct use *u =
			of_pages ? &page_uses[draw(PAGE_USES)] : &uses[draw(USES)];

		if (u->least <= g.threads)
			draw_object(&g, u);
	}
	keep_step(&g);
	snprintf(path, sizeof(path), "%s/blind.c", folder);
	g.f = fopen(path, "w");
	if (!g.f)
		fail(path);
	if (of_pages)
		put_program(&g, 4, 3, 3);
	else
		put_program(&g, 240, 240, 40);
	if (fclose(g.f))
		fail(path);
	read_report(&g, of_pages ? place_name : verdict_name, of_pages ? PLACES : VERDICTS);
	for (unsigned int i = 0; i < g.objects; i++) {
		const struct object *o = &g.object[i];
		const bool bad = o->found != o->use->truth;
		const size_t k = (size_t)(o->use - (of_pages ? page_uses : uses));

		if (bad)
			show_wrong(o, seed, of_pages,
				   (of_pages ? place_name : verdict_name)[o->found]);
		if (of_pages) {
			pages[o->use->truth][o->found]++;
			page_trials[k]++;
			page_wrong[k] += bad;
			continue;
		}
		lines[o->use->truth][o->found]++;
		trials[k]++;
		undecided[k] += o->found == UNDECIDED;
		wrong[k] += bad && o->found != UNDECIDED;
	}
}

/* ---- tables ---- */

static void put_share(FILE *f, unsigned int part, unsigned int whole)
{
	if (whole)
		fprintf(f, ",%.1f", 100.0 * part / whole);
	else
		fprintf(f, ",");
}

static void put_bound(const char *what, unsigned int part, unsigned int whole, double low,
		      const char *shows, bool shortened)
{
	paper_value(paper,
		    &(struct paper_value){.what = what,
					  .unit = "%",
					  .digits = 1,
					  .published = NAN,
					  .ours = whole ? 100.0 * part / whole : 100,
					  .low = low,
					  .high = 100,
					  .why = "our own bound: the thesis has no trials",
					  .shows = shows,
					  .kind = PAPER_CHECK,
					  .shortened = shortened});
}

/* Writes the table of truths and verdicts, of which the first @decided decide, and the bounds
 * of all objects together. */
static void confusion(const char *name, const unsigned int *table, const char *const names[],
		      unsigned int n, unsigned int decided, const char *shows, bool shortened)
{
	unsigned int right = 0, found = 0, sought = 0, all = 0, open = 0;
	char columns[512] = "truth";
	FILE *f;

	for (unsigned int v = 0; v < n; v++)
		snprintf(columns + strlen(columns), sizeof(columns) - strlen(columns),
			 ",\"%s\"", names[v]);
	strcat(columns, ",recall %,precision %");
	f = paper_csv(paper, name, columns);
	for (unsigned int k = 0; k < decided; k++) {
		unsigned int row = 0, column = 0;

		for (unsigned int v = 0; v < n; v++) {
			const unsigned int here = table[k * n + v];

			row += v < decided ? here : 0;
			column += v < decided ? table[v * n + k] : 0;
			all += here;
			open += v >= decided ? here : 0;
			right += k && v == k ? here : 0;
			found += v && v < decided ? here : 0;
			sought += k && v < decided ? here : 0;
		}
		if (!row && !column)
			continue;
		fprintf(f, "\"%s\"", names[k]);
		for (unsigned int v = 0; v < n; v++)
			fprintf(f, ",%u", table[k * n + v]);
		put_share(f, table[k * n + k], row);
		put_share(f, table[k * n + k], column);
		fprintf(f, "\n");
	}
	paper_csv_end(paper, f);
	/* in a short run a single error exceeds the bounds */
	paper_check(paper, right && 4 * right >= 3 * sought && 4 * right >= 3 * found,
		    "three in four findings are right, and three in four are found", NULL);
	put_bound("precision: findings that are right", right, found, PRECISION, shows,
		  shortened);
	put_bound("recall: what is shared and found as it is", right, sought, RECALL, shows,
		  shortened);
	put_bound("objects with a verdict", all - open, all, DECIDED, NULL, shortened);
}

static void kinds(const char *name, const struct use *use, size_t n, const unsigned int *of,
		  const unsigned int *bad, bool shortened)
{
	static const char each[] = "of each use at least 95 % are right";
	FILE *f = paper_csv(paper, name, "use,trials,wrong");
	bool right = true;

	for (size_t k = 0; k < n; k++) {
		fprintf(f, "\"%s\",%u,%u\n", use[k].name, of[k], bad[k]);
		right &= 20 * bad[k] <= of[k];
	}
	paper_csv_end(paper, f);
	if (shortened)
		paper_check_not_run(paper, each, NULL);
	else
		paper_check(paper, right, each, NULL);
}

static void try_programs(const char *what, unsigned int n, uint64_t seed, bool of_pages)
{
	uint64_t random = seed * RANDOM_GOLDEN + (of_pages ? 5 : 3);

	for (unsigned int i = 0; i < n; i++) {
		try_program(random_lcg(&random) >> 8, of_pages);
		paper_progress(paper, what, (double)(i + 1) / n);
	}
}

/* Repeats a program that show_wrong() named. Returns the exit status: 1, a verdict is wrong. */
static int try_part(const char *part)
{
	const bool of_pages = starts_with(part, "pages-");
	unsigned int bad = 0;
	uint64_t seed;
	char *end;

	if ((!of_pages && !starts_with(part, "lines-")) || number_read(part + 6, &end, &seed) ||
	    *end) {
		fprintf(stderr, "blind: not lines-SEED or pages-SEED: '%s'\n", part);
		return 2;
	}
	try_program(seed, of_pages);
	for (size_t k = 0; k < USES; k++)
		bad += wrong[k] + undecided[k];
	for (size_t k = 0; k < PAGE_USES; k++)
		bad += page_wrong[k];
	return bad > 0;
}

static int remove_folder(void)
{
	char command[80];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command) ? 1 : 0;
}

/* Finds the tools, which are beside the folder of this program. */
static void find_tools(void)
{
	const ssize_t n = readlink("/proc/self/exe", tools, sizeof(tools) - 16);
	char *slash;

	if (n < 0)
		fail("/proc/self/exe");
	tools[n] = '\0';
	for (int i = 0; i < 3 && (slash = strrchr(tools, '/')); i++)
		*slash = '\0';
	strcat(tools, "/bin");
}

int main(int argc, char **argv)
{
	unsigned int n, of_pages;
	uint64_t seed;
	int status;

	paper = paper_begin(argc, argv, "numachine", "blind",
			    "Verdicts of sharing on drawn programs");
	n = (unsigned int)paper_length(paper, PROGRAMS, 12);
	of_pages = (unsigned int)paper_length(paper, PAGE_PROGRAMS, 4);
	find_tools();
	snprintf(folder, sizeof(folder), "/tmp/blind.XXXXXX");
	if (!mkdtemp(folder))
		fail(folder);
	if (paper_part(paper)) {
		status = try_part(paper_part(paper));
		return paper_part_end(paper, remove_folder() ? 1 : status);
	}
	seed = paper_new_seed(paper);
	printf("blind: seed %" PRIu64 "\n", seed);
	paper_section(paper, "What threads share, in programs that are compiled and recorded");
	try_programs("blind", n, seed, false);
	paper_text(
		paper,
		"%u programs in C with %u objects each, compiled with -O0 to -O3 and -Os, recorded "
		"and judged by the tool sharing: %u compiled for it by gcc, %u by clang, and %u "
		"not compiled for it. %u have barriers, of POSIX, of a condition variable, or of "
		"atomic words that threads poll. They are drawn from the seed %" PRIu64
		", and each run draws another one, unless SEED names it. Objects that are "
		"undecided count neither for precision nor for recall. Of what threads use to "
		"wait for each other, %u verdicts were false sharing.",
		n, OBJECTS, ways[WITH_GCC], ways[WITH_CLANG], ways[AS_BINARY], with_barriers,
		seed, strangers);
	confusion("blind", &lines[0][0], verdict_name, VERDICTS, UNDECIDED, NULL, n < PROGRAMS);
	kinds("blind-kinds", uses, USES, trials, wrong, n < PROGRAMS);
	paper_section(paper,
		      "Where pages should be, in programs that are compiled and recorded");
	with_barriers = 0;
	try_programs("blind pages", of_pages, seed, true);
	paper_text(paper,
		   "%u programs with %u arrays of at least two pages each; %u have barriers.",
		   of_pages, PAGE_OBJECTS, with_barriers);
	confusion("blind-pages", &pages[0][0], place_name, PLACES, PLACES, "NM-DIA-011",
		  of_pages < PAGE_PROGRAMS);
	kinds("blind-pages-kinds", page_uses, PAGE_USES, page_trials, page_wrong,
	      of_pages < PAGE_PROGRAMS);
	status = paper_end(paper);
	return remove_folder() ? 1 : status;
}
