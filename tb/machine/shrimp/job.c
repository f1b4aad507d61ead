/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"
#include "outstream.h"
#include "tally.h"
#include "terminal.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKLOADS "tb/machine/workload"
#define RECORDER "memrec"
#define RECORD_LINES 100000000

static bool have_valgrind(void)
{
	return system("command -v valgrind >/dev/null 2>&1") == 0;
}

static int spawn(char *const argv[])
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		return complain("fork: %s", strerror(errno));
	if (pid == 0) {
		execv(argv[0], argv);
		complain("%s: %s", argv[0], strerror(errno));
		_exit(127);
	}
	if (waitpid(pid, &status, 0) < 0)
		return complain("%s: %s", argv[0], strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}

const char *job_file(const char *name, char path[PATH_MAX])
{
	/* the program is in build/bin, or in lib/tallyboard/bin */
	static const char *const tops[] = {"../..", "../../../share/tallyboard"};
	char own[PATH_MAX], *slash;
	ssize_t n = readlink("/proc/self/exe", own, sizeof(own) - 1);

	own[n > 0 ? n : 0] = 0;
	slash = strrchr(own, '/');
	if (slash)
		*slash = 0;
	for (unsigned int i = 0; i < 2; i++) {
		const int k = snprintf(path, PATH_MAX, "%s/%s/%s", own, tops[i], name);

		if (k < PATH_MAX && !access(path, R_OK))
			return path;
	}
	snprintf(path, PATH_MAX, "%s", name);
	return path;
}

/* Records one of the project's programs into the output folder. */
static int record_ours(struct job *j, const struct job_options *o)
{
	char script[PATH_MAX];
	char *argv[] = {script, "-o", j->trace, j->name, NULL};

	job_file(WORKLOADS "/record", script);
	snprintf(j->trace, sizeof(j->trace), "%s/%s.trace.gz", o->output, j->name);
	return spawn(argv) ? complain("%s: not recorded", j->name) : 0;
}

/* Records the program of the options. */
static int record_theirs(struct job *j, const struct job_options *o)
{
	char recorder[PATH_MAX], places[PATH_MAX], output[PATH_MAX];
	struct record_options r = {.argv = o->program,
				   .recorder = recorder,
				   .path = j->trace,
				   .output = output,
				   .places = places,
				   .whole = o->whole,
				   .from = o->from,
				   .lines = RECORD_LINES};
	int err;

	snprintf(j->trace, sizeof(j->trace), "%s/%s.recording", o->output, j->name);
	if ((size_t)snprintf(places, sizeof(places), "%s/%s.places", o->output, j->name) >=
	    sizeof(places))
		return complain("%s: name too long", o->output);
	snprintf(output, sizeof(output), "%s/%s.output", o->output, j->name);
	if (access(job_file("build/lib/" RECORDER, recorder), X_OK))
		job_file("../../lib/tallyboard/lib/" RECORDER, recorder);
	if (access(recorder, X_OK))
		return complain("the recorder %s is missing: "
				"it is built where valgrind is installed, on x86-64",
				recorder);
	err = record_program(&r, &j->record);
	if (err)
		rmdir(o->output); /* which stays if there is something else in it */
	else if (places_open(&j->places, j->record.program, j->record.entry, places))
		err = complain("out of memory");
	return err;
}

/* Names the job after a program or a recording, without folder and extension. */
static void set_name(struct job *j, const char *from)
{
	const char *end = from + strlen(from), *begin = end;
	size_t n = 0;

	while (begin > from && begin[-1] != '/')
		begin--;
	for (; begin < end && *begin != '.' && n < sizeof(j->name) - 1; begin++) {
		const char c = *begin;
		const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
				   (c >= 'A' && c <= 'Z') || c == '-';

		j->name[n++] = plain ? c : '_';
	}
	if (n == 0)
		j->name[n++] = '_';
	j->name[n] = 0;
}

/* Returns whether a file is a program; a recording is text, or compressed. */
static bool is_program(const char *path)
{
	char begin[4] = "";
	struct stat st;
	FILE *f = stat(path, &st) || !S_ISREG(st.st_mode) ? NULL : fopen(path, "r");

	if (!f)
		return false;
	begin[fread(begin, 1, sizeof(begin) - 1, f)] = 0;
	fclose(f);
	return !strcmp(begin, "\x7f"
			      "EL") ||
	       starts_with(begin, "#!");
}

static int find_recording(struct job *j, const struct job_options *o, const char *name)
{
	char file[PATH_MAX], script[PATH_MAX];

	set_name(j, name);
	if (o->program)
		return record_theirs(j, o);
	if (strcmp(name, "radix") && strcmp(name, "lu")) {
		if (is_program(name)) {
			rmdir(o->output); /* which stays if there is something in it */
			return complain("%s is a program, not a recording; to measure it: "
					"demo [OPTION]... -- %s",
					name, name);
		}
		snprintf(j->trace, sizeof(j->trace), "%s", name);
		return 0;
	}
	if (o->record) {
		/* an installation contains only the recordings */
		if (access(job_file(WORKLOADS "/record", script), X_OK))
			return complain("--record needs the sources of the programs");
		if (!have_valgrind())
			return complain("--record needs valgrind");
		return record_ours(j, o);
	}
	snprintf(file, sizeof(file), WORKLOADS "/%s.trace.gz", name);
	if (access(job_file(file, j->trace), R_OK)) {
		snprintf(file, sizeof(file), "surfboard/%s.trace.gz", name);
		job_file(file, j->trace);
	}
	return 0;
}

int job_reader(const struct job *j, const struct job_options *o, struct lackey **l)
{
	int err = lackey_open(l, j->trace);

	if (err)
		return complain("%s: %s", j->trace, strerror(-err));
	if (o->from_marker)
		lackey_from_marker(*l);
	return 0;
}

int job_next(void *arg, struct lackey_access *a)
{
	return lackey_next(arg, a);
}

struct surveying {
	struct lackey *l;
	struct progress progress;
};

static void on_survey(void *arg, uint64_t done, uint64_t total)
{
	struct surveying *s = arg;

	progress_show(&s->progress, total ? (double)done / (double)total : 0,
		      lackey_lines(s->l));
}

static int survey(struct job *j, const struct job_options *o)
{
	struct surveying s;
	int err = job_reader(j, o, &s.l);

	if (err)
		return err;
	progress_begin(&s.progress, "lines", "%s: reading the recording", j->name);
	lackey_on_progress(s.l, on_survey, &s);
	err = survey_read(&j->survey, job_next, s.l);
	progress_end(&s.progress);
	if (err == -EBADMSG || err == -EIO)
		err = complain("%s", lackey_error(s.l));
	else if (err)
		err = complain("%s: %s", j->trace, strerror(-err));
	else if (!j->survey.stores)
		err = complain("%s: no store in it", j->trace);
	lackey_close(s.l);
	return err;
}

static int map_range(struct job *j, uint64_t addr, uint64_t bytes)
{
	int err = 0;

	for (uint64_t page = addr & ~(uint64_t)(PAGE_BYTES - 1); page < addr + bytes && !err;
	     page += PAGE_BYTES) {
		const size_t i = pagemap_count(j->map);

		err = pagemap_add(j->map, page, 1 + (unsigned int)(i % PAGEMAP_SENDERS),
				  (unsigned int)(i % 16), false);
		if (err == -EEXIST)
			err = 0;
	}
	return err;
}

/* Maps the pages of a variable, or those that a function has allocated. */
static int map_symbol(struct job *j, const char *name)
{
	uint64_t addr, bytes;
	size_t n = 0;
	int err = 0;

	for (; places_find(&j->places, name, n, &addr, &bytes) && !err; n++)
		err = map_range(j, addr, bytes);
	if (!n)
		return complain("%s: neither a variable nor a function that allocates in %s",
				name, *j->record.program ? j->record.program : j->trace);
	return err ? complain("%s: %s", name, strerror(-err)) : 0;
}

/* Maps the pages of the allocations of @bytes. */
static int map_allocation(struct job *j, uint64_t bytes)
{
	bool found = false;
	int err = 0;

	for (size_t i = 0; i < j->places.allocations && !err; i++) {
		const struct place_allocation *a = &j->places.allocation[i];

		if (a->bytes != bytes)
			continue;
		found = true;
		err = map_range(j, a->addr, bytes);
	}
	if (!found) {
		job_print_allocations(j);
		return complain("no allocation of %" PRIu64 " bytes", bytes);
	}
	return err ? complain("allocations of %" PRIu64 " bytes: %s", bytes, strerror(-err))
		   : 0;
}

static int find_map(struct job *j, const struct job_options *o)
{
	char why[PATH_MAX + 256];
	const char *trace = strstr(j->trace, ".trace");
	const char *end = trace ? trace : strstr(j->trace, ".recording");
	int err = 0;

	j->map = pagemap_open();
	if (!j->map)
		return complain("out of memory");
	for (unsigned int i = 0; i < o->maps && !err; i++)
		err = strchr(o->map[i], '=')
			      ? pagemap_parse(j->map, o->map[i], why, sizeof(why))
			      : pagemap_load(j->map, o->map[i], why, sizeof(why));
	for (unsigned int i = 0; i < o->symbols && !err; i++)
		if (map_symbol(j, o->symbol[i]))
			return 1;
	for (unsigned int i = 0; i < o->allocations && !err; i++)
		if (map_allocation(j, o->allocation[i]))
			return 1;
	if (o->allocations)
		snprintf(j->map_name, sizeof(j->map_name), "allocations of %" PRIu64 " bytes%s",
			 o->allocation[0], o->allocations > 1 || o->symbols ? ", ..." : "");
	else if (o->symbols)
		snprintf(j->map_name, sizeof(j->map_name), "symbol %s%s", o->symbol[0],
			 o->symbols > 1 ? ", ..." : "");
	else if (o->maps)
		snprintf(j->map_name, sizeof(j->map_name), "%s%s", o->map[0],
			 o->maps > 1 ? ", ..." : "");
	else if (end && !o->program) {
		snprintf(j->map_name, sizeof(j->map_name), "%.*s.map", (int)(end - j->trace),
			 j->trace);
		if (access(j->map_name, R_OK) == 0)
			err = pagemap_load(j->map, j->map_name, why, sizeof(why));
	}
	if (err)
		return complain("%s", why);
	if (pagemap_count(j->map))
		return 0;
	if (o->maps)
		return complain("%s: no page in it", j->map_name);
	err = survey_map(&j->survey, j->map, o->pages);
	snprintf(j->map_name, sizeof(j->map_name), "the %zu busiest pages",
		 pagemap_count(j->map));
	return err ? complain("page map: %s", strerror(-err)) : 0;
}

#define ALLOCATIONS_SHOWN 10

struct allocation_rank {
	const struct place_allocation *a;
	uint64_t stores;
};

static int by_stores(const void *a, const void *b)
{
	const struct allocation_rank *x = a, *y = b;

	if (x->stores != y->stores)
		return x->stores < y->stores ? 1 : -1;
	return x->a < y->a ? -1 : x->a > y->a;
}

/* Returns whether the memory of an allocation was allocated again later; then only the later
 * allocation counts. */
static bool allocated_again(const struct places *p, size_t i)
{
	const struct place_allocation *a = &p->allocation[i];

	for (size_t k = i + 1; k < p->allocations; k++) {
		const struct place_allocation *b = &p->allocation[k];

		if (a->addr < b->addr + b->bytes && b->addr < a->addr + a->bytes)
			return true;
	}
	return false;
}

void job_print_allocations(const struct job *j)
{
	const struct places *p = &j->places;
	struct allocation_rank *r = calloc(p->allocations + 1, sizeof(*r));
	char stores[TALLY_NUMBER];
	size_t n = 0;

	for (size_t i = 0; r && i < p->allocations; i++) {
		const struct place_allocation *a = &p->allocation[i];

		if (allocated_again(p, i))
			continue;
		r[n].a = a;
		for (uint64_t page = a->addr & ~(uint64_t)(PAGE_BYTES - 1);
		     page < a->addr + a->bytes; page += PAGE_BYTES)
			r[n].stores += survey_stores(&j->survey, page);
		n += r[n].stores > 0;
	}
	if (n) {
		qsort(r, n, sizeof(*r), by_stores);
		printf("allocations of a page and more, by the stores to their pages\n"
		       "         bytes       stores  allocated by\n");
		for (size_t i = 0; i < n && i < ALLOCATIONS_SHOWN; i++)
			printf("  %12" PRIu64 " %12s  %s\n", r[i].a->bytes,
			       tally_number(stores, r[i].stores), places_caller(p, r[i].a));
		if (n > ALLOCATIONS_SHOWN)
			printf("  ... and %zu more with fewer stores\n", n - ALLOCATIONS_SHOWN);
	}
	free(r);
}

#define PAGES_SHOWN 20

int job_save_map(const struct job *j, const struct job_options *o)
{
	char path[PATH_MAX], what[200], number[TALLY_NUMBER];
	const size_t n = pagemap_count(j->map);
	static struct outstream out;
	FILE *f;
	int err;

	if ((size_t)snprintf(path, sizeof(path), "%s/%s.pages.map", o->output, j->name) >=
	    sizeof(path))
		return complain("%s: name too long", o->output);
	err = outstream_open(&out, path);
	if (err)
		return complain("%s: %s", path, outpath_reason(err));
	f = out.stream;
	fprintf(f, "# pages of %s: page=sender:color # stores, what it holds\n", j->name);
	printf("pages      %zu, saved in %s\n", n, path);
	printf("  page        node color       stores  holds\n");
	for (size_t i = 0; i < n; i++) {
		const struct pagemap_entry *e = pagemap_at(j->map, i);
		const uint64_t stores = survey_stores(&j->survey, e->page);

		places_describe(&j->places, e->page, PAGE_BYTES, what, sizeof(what));
		fprintf(f, "%" PRIx64 "=%u:%u%s # %" PRIu64 ", %s\n", e->page, e->sender,
			e->color & 15, e->irq ? ":1" : "", stores, what);
		if (i < PAGES_SHOWN)
			printf("  %-12" PRIx64 "%3u %5u %12s  %s\n", e->page, e->sender,
			       e->color & 15, tally_number(number, stores), what);
	}
	if (n > PAGES_SHOWN)
		printf("  ... and %zu more in the file\n", n - PAGES_SHOWN);
	err = outstream_close(&out, true);
	return err ? complain("%s: %s", path, outpath_reason(err)) : 0;
}

int job_open(struct job *j, const struct job_options *o, const char *name)
{
	int err;

	memset(j, 0, sizeof(*j));
	err = find_recording(j, o, name);
	if (!err)
		err = survey(j, o);
	return err ? err : find_map(j, o);
}

void job_close(struct job *j)
{
	survey_free(&j->survey);
	places_close(&j->places);
	pagemap_close(j->map);
}
