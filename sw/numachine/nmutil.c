/* SPDX-License-Identifier: Apache-2.0 */
#include "nmutil.h"
#include "nm_fields.h"
#include "starts_with.h"
#include "textline.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int line_fn(void *arg, const char *text, size_t length, const char **wrong);

/* Passes all lines of a file to @fn, and NULL at its end; reports the first error and stops.
 * @checked: also reports that a file has no checksum; otherwise its last line must have an end.
 */
static bool read_lines(const char *path, line_fn *fn, void *arg, bool checked)
{
	static struct record_reader r;
	char message[4096 + 256], *text;
	size_t length;
	int n, err = record_open(&r, path);

	while (!err) {
		n = record_read_line(&r, &text, &length);
		if (n <= 0) {
			err = n;
			break;
		}
		r.wrong = NULL;
		err = fn(arg, text, length, &r.wrong);
	}
	if (!err && !checked && r.unended) {
		r.wrong = TEXTLINE_UNENDED;
		err = -EINVAL;
	}
	if (!err)
		err = fn(arg, NULL, 0, &r.wrong);
	if (err) {
		fprintf(stderr, "%s\n", record_message(&r, err, message, sizeof(message)));
		util_failed();
	} else if (checked && !r.checked) {
		fprintf(stderr, "%s: %s\n", r.name, CHECK_NONE);
	}
	record_close(&r);
	return !err;
}

static int table_line(void *arg, const char *text, size_t length, const char **wrong)
{
	struct nm_table_reader *r = arg;
	int err = text ? nm_table_line(r, text, length) : nm_table_end(r);

	*wrong = r->wrong;
	return err;
}

bool nmutil_table(const char *path, struct nm_table *table)
{
	struct nm_table_reader r;

	nm_table_begin(&r, table);
	return read_lines(path, table_line, &r, true);
}

static int names_line(void *arg, const char *text, size_t length, const char **wrong)
{
	return text ? nm_names_line(arg, text, length, wrong) : 0;
}

bool nmutil_names(const char *path, struct nm_names *names)
{
	return read_lines(path, names_line, names, false);
}

bool nmutil_labels(const char *path, struct nm_names *names, const struct nm_table *table,
		   const char *table_path)
{
	if (!nmutil_names(path, names))
		return false;
	if (!table->labels || !names->check || table->labels == names->check)
		return true;
	util_error("%s: these are not the labels with which %s was counted", nmutil_name(path),
		   nmutil_name(table_path));
	return false;
}

const char *nmutil_file(void)
{
	const char *path = util_argument(), *more = util_argument();

	if (more)
		util_usage("more than one file", more);
	return path ? path : "-";
}

const char *nmutil_name(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

void nmutil_losses(const struct nm_table *t, const char *prefix)
{
	if (t->accesses)
		util_print(
			"%sthe time ended before the program: %d %% of its accesses were counted, "
			"%" PRIu64 " of %" PRIu64,
			prefix, (int)nmutil_percent(t->made, t->accesses), t->made,
			t->accesses);
	if (t->second)
		util_print("%sLOST: a second overflow came before the first was served",
			   prefix);
	if (t->missed)
		util_print("%sLOST: %" PRIu32 "%s events missed", prefix, t->missed,
			   t->missed == UINT16_MAX ? " or more" : "");
	if (t->second || t->missed)
		util_flaw("data were lost");
}

static const char *numbered_name(const char *what, unsigned int number, const char *name)
{
	static char text[2][NM_NAME_BYTES + 32];
	static int turn;

	turn = !turn;
	snprintf(text[turn], sizeof(text[turn]), name ? "%s %u (%s)" : "%s %u", what, number,
		 name);
	return text[turn];
}

const char *nmutil_label(const struct nm_names *names, enum nm_mode mode, unsigned int label)
{
	const unsigned int first = nm_first_label(mode, label);
	const char *name = nm_label_name(names, first);

	for (size_t i = 0; !name && i < names->ranges; i++)
		if (nm_counted_label(mode, names->range[i].label) == label)
			name = names->range[i].name;
	return numbered_name("label", first, name);
}

const char *nmutil_phase(const struct nm_names *names, unsigned int phase)
{
	return numbered_name("phase", phase, nm_phase_name(names, phase));
}

double nmutil_percent(uint64_t part, uint64_t all)
{
	return all ? 100 * (double)part / (double)all : 0;
}

uint64_t nmutil_time(const char *text)
{
	uint64_t ns = 0;
	int err = util_time(text, &ns);

	if (err)
		util_usage(err == -ERANGE ? "time too long" : "not a time, such as 10us or 5ms",
			   text);
	return ns;
}

/* ---- reports ---- */

static const struct nm_page *sorted;

/* Compares two pages: the most used page first, then by number. */
static int compare(const void *a, const void *b)
{
	const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;

	if (sorted[x].total != sorted[y].total)
		return sorted[x].total < sorted[y].total ? 1 : -1;
	return x - y;
}

static void print_page(const struct nm_page *page, unsigned int p)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "page 0x%03X at 0x%07X: %" PRIu64 " accesses,", p,
			 p * NM_PAGE_BYTES, page->total);

	for (unsigned int s = 0; s < NM_STATIONS; s++)
		if (page->access[s])
			n += snprintf(text + n, sizeof(text) - (size_t)n, " %u:%" PRIu64, s,
				      page->access[s]);
	util_print("%s", text);
}

unsigned int nmutil_pages(const struct nm_page page[NM_PAGES], uint16_t order[NM_PAGES],
			  uint64_t most)
{
	unsigned int used = 0;

	for (unsigned int p = 0; p < NM_PAGES; p++)
		if (page[p].total)
			order[used++] = (uint16_t)p;
	sorted = page;
	qsort(order, used, sizeof(*order), compare);
	for (unsigned int i = 0; i < used && i < most; i++)
		print_page(&page[order[i]], order[i]);
	return used;
}

double nmutil_mean(const struct nm_queue *q)
{
	return q->total ? (double)q->waiting / (double)q->total : 0;
}

void nmutil_queue(const char *who, const struct nm_queue *q, unsigned int deep)
{
	util_print("%s: %" PRIu64 " transactions, mean depth %.3f, %.1f %% at %u or more, "
		   "waiting %" PRIu64,
		   who, q->total, nmutil_mean(q), nmutil_percent(nm_deep(q, deep), q->total),
		   deep, q->waiting);
}

void nmutil_hits(const char *title, const struct nm_hits *h)
{
	static const char *const lines[] = {"LV", "LI", "GV", "GI"};

	util_print("%s: %" PRIu64 " events", title, h->total);
	util_print("     %12s %14s %12s %12s %12s", "Read", "Read Exclusive", "Upgrade",
		   "Invalidate", "Writeback");
	for (int i = 0; i < 4; i++)
		util_print("  %s %12" PRIu64 " %14" PRIu64 " %12" PRIu64 " %12" PRIu64
			   " %12" PRIu64,
			   lines[i], h->hit[i][0], h->hit[i][1], h->hit[i][2], h->hit[i][3],
			   h->hit[i][4]);
	util_print("  responses %" PRIu64 ", negative acknowledgements %" PRIu64, h->responses,
		   h->nacks);
}

/* ---- recorded programs ---- */

struct nm_program *nmutil_program(char *const *path, size_t n, unsigned int line_bytes)
{
	char error[MEMTRACE_ERROR];
	struct nm_program *p;
	const char *incomplete;
	int why;

	if (nm_program_open(&p, path, n, line_bytes, error)) {
		fprintf(stderr, "%s\n", error);
		util_failed();
		return NULL;
	}
	incomplete = nm_program_incomplete(p, &why);
	if (incomplete)
		util_flaw("%s: the recording is incomplete: %s", incomplete, strerror(why));
	nmutil_variables(p);
	return p;
}

/* Starts a program of binutils; returns its standard output, or NULL. */
static FILE *start_program(char *const *argv, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	FILE *out = NULL;
	int fd[2];

	if (pipe(fd))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addclose(&actions, fd[0]);
	if (!posix_spawnp(pid, argv[0], &actions, NULL, argv, environ))
		out = fdopen(fd[0], "r");
	posix_spawn_file_actions_destroy(&actions);
	close(fd[1]);
	if (!out)
		close(fd[0]);
	return out;
}

static bool end_program(FILE *out, pid_t pid)
{
	int status = -1;

	fclose(out);
	return waitpid(pid, &status, 0) == pid && !status;
}

/* Returns whether the file is a header of the compiler or the system, or of Rust's library,
 * which may be inlined. */
static bool is_library(const char *place)
{
	const char *const rust = strstr(place, "/rust");

	return starts_with(place, "/usr/include/") || starts_with(place, "/usr/lib/") ||
	       strstr(place, "/include/c++/") || (rust && strstr(rust, "/library/"));
}

/* Stores function and place of an address in @text, one line each. Of functions that are
 * inlined there it takes the innermost one outside the library or, if all are in the library,
 * the innermost one. */
static bool ask_addr2line(const char *path, uint64_t addr, char text[2 * NM_PROGRAM_NAME])
{
	char number[32], *function = NULL, *place = NULL;
	char *const argv[] = {"addr2line", "-i", "-f", "-C", "-e", (char *)path, number, NULL};
	size_t function_room = 0, place_room = 0;
	bool any = false, outside = false;
	FILE *out;
	pid_t pid;

	snprintf(number, sizeof(number), "0x%" PRIx64, addr);
	out = start_program(argv, &pid);
	if (!out)
		return false;
	while (textline_read(&function, &function_room, out) > 0 &&
	       textline_read(&place, &place_room, out) > 0) {
		if (outside || (any && is_library(place)))
			continue;
		outside = !is_library(place);
		any = true;
		/* a name that contains those of templates may be longer than there is room */
		function[strcspn(function, "\n")] = '\0';
		snprintf(text, 2 * NM_PROGRAM_NAME, "%.*s\n%.*s", NM_PROGRAM_NAME - 2, function,
			 NM_PROGRAM_NAME - 1, place);
	}
	free(function);
	free(place);
	return end_program(out, pid) && any && strchr(text, '\n');
}

/* Does the same but keeps the last answers, because starting addr2line takes milliseconds. */
static bool look_up_place(const char *path, uint64_t addr, char text[2 * NM_PROGRAM_NAME])
{
	static struct {
		uint64_t addr;
		char path[256], text[2 * NM_PROGRAM_NAME];
		bool found;
	} known[256], *k;

	k = &known[(addr ^ addr >> 8) % 256];
	if (strlen(path) >= sizeof(k->path))
		return ask_addr2line(path, addr, text);
	if (k->addr != addr || strcmp(k->path, path)) {
		k->found = ask_addr2line(path, addr, k->text);
		k->addr = addr;
		strcpy(k->path, path);
	}
	memcpy(text, k->text, sizeof(k->text));
	return k->found;
}

/*
 * Returns whether a line belongs to a table without end, which readelf 2.44 may print for
 * location lists of versions 4 and 5 in one program: "    [13094157] 0". No table has more
 * entries than the file has bytes.
 */
static bool is_endless(const char *line, off_t bytes)
{
	const char *number = after_prefix(line, "    [");

	return number && strtoll(number, NULL, 10) > bytes;
}

/* Returns the variables of a thread's program with their fields, which are kept to the end. */
static const struct nm_fields *fields_of(const struct nm_program *p, uint32_t thread)
{
	static struct {
		char *path;
		struct nm_fields fields;
	} known[NM_PROGRAM_MOST];
	const char *path = nm_program_file(p, thread);
	static const char *const dumps[] = {"--debug-dump=info", "--debug-dump=loc",
					    "--debug-dump=Ranges",
					    "--hex-dump=.debug_rnglists"};
	char *argv[] = {"readelf",    "--decompress",
			NULL,	      "--debug-dump=no-follow-links",
			(char *)path, NULL};
	struct stat file;
	char *line = NULL;
	size_t i, size = 0;
	FILE *out;
	pid_t pid;

	for (i = 0; i < NM_PROGRAM_MOST && known[i].path; i++)
		if (!strcmp(known[i].path, path))
			return &known[i].fields;
	if (i == NM_PROGRAM_MOST || !*path)
		return NULL;
	known[i].path = strdup(path);
	if (!known[i].path)
		return NULL;
	if (stat(path, &file))
		file.st_size = 0;
	for (size_t d = 0; d < sizeof(dumps) / sizeof(*dumps); d++) {
		argv[2] = (char *)dumps[d];
		out = start_program(argv, &pid);
		if (!out)
			break;
		while (getline(&line, &size, out) > 0)
			if (strstr(line, "dwo_name") || nm_fields_line(&known[i].fields, line))
				break; /* the fields are in a file of -gsplit-dwarf */
			else if (is_endless(line, file.st_size)) {
				util_flaw("%s: readelf misreads its debug information; some "
					  "variables on stacks have no name",
					  path);
				break;
			}
		/* readelf ends with 1 after a warning, for example about location lists of two
		 * compilers; the lists that it printed are right */
		if (!end_program(out, pid) && d == 0) {
			nm_fields_free(&known[i].fields);
			break;
		}
	}
	free(line);
	return &known[i].fields;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *nmutil_source_path(const struct nm_program *p, uint32_t thread, uint64_t pc,
			       bool call, char *function)
{
	static char text[2 * NM_PROGRAM_NAME];
	const char *path;
	uint64_t addr;
	char *place, *end;

	if (function)
		*function = '\0';
	if (nm_program_place(p, thread, pc, &path, &addr) &&
	    look_up_place(path, addr - call, text)) {
		place = strchr(text, '\n');
		*place++ = '\0';
		/* the line may be "/a b/file.c:12 (discriminator 2)" */
		place[strcspn(place, "\n")] = '\0';
		end = strstr(place, " (discriminator ");
		if (end)
			*end = '\0';
		/* if the file is unknown, the name is only that of the symbol before the
		 * address */
		if (function && text[0] != '?' && place[0] != '?')
			snprintf(function, NM_PROGRAM_NAME, "%.*s", (int)NM_PROGRAM_NAME - 1,
				 text);
		/* line 0 marks code that the compiler added */
		if (place[0] != '?' && !strstr(place, ":?") && !strstr(place, ":0"))
			return place;
		snprintf(text, sizeof(text), "%.400s+0x%" PRIx64, base_name(path), addr);
		return text;
	}
	snprintf(text, sizeof(text), "0x%" PRIx64, pc);
	return text;
}

const char *nmutil_source(const struct nm_program *p, uint32_t thread, uint64_t pc, bool call,
			  char *function)
{
	return base_name(nmutil_source_path(p, thread, pc, call, function));
}

bool nmutil_in_library(const struct nm_program *p, uint32_t thread, uint64_t pc)
{
	char number[32], line[NM_PROGRAM_NAME] = "", place[NM_PROGRAM_NAME] = "";
	char *argv[] = {"addr2line", "-i", "-e", NULL, number, NULL};
	const char *path;
	bool library = true;
	uint64_t addr;
	FILE *out;
	pid_t pid;

	if (!nm_program_place(p, thread, pc, &path, &addr) ||
	    starts_with(base_name(path), "libc.so"))
		return true;
	argv[3] = (char *)path;
	snprintf(number, sizeof(number), "0x%" PRIx64, addr - 1);
	out = start_program(argv, &pid);
	if (!out)
		return false;
	while (fgets(line, sizeof(line), out)) {
		snprintf(place, sizeof(place), "%s", line);
		library &= place[0] == '?' || is_library(place);
	}
	end_program(out, pid);
	return library;
}

/* Finds the address and the size of a function in a file. */
static bool find_function(const char *path, const char *name, uint64_t *addr, uint64_t *size)
{
	char *argv[] = {"nm", "-S", "-C", "--defined-only", (char *)path, NULL};
	char line[2 * NM_PROGRAM_NAME], type;
	bool found = false;
	FILE *out;
	pid_t pid;
	int n;

	out = start_program(argv, &pid);
	if (!out)
		return false;
	while (fgets(line, sizeof(line), out)) {
		line[strcspn(line, "\n")] = '\0';
		n = 0;
		if (found ||
		    sscanf(line, "%" SCNx64 " %" SCNx64 " %c %n", addr, size, &type, &n) < 3 ||
		    !n || !strchr("tTwW", type))
			continue;
		/* the name of a C++ function is followed by its parameters */
		found = !strncmp(line + n, name, strlen(name)) &&
			(!line[n + (int)strlen(name)] || line[n + (int)strlen(name)] == '(');
	}
	return end_program(out, pid) && found;
}

bool nmutil_function(const char *recording, const char *name, uint64_t *low, uint64_t *high)
{
	char error[MEMTRACE_ERROR];
	struct memtrace *m;
	bool found = false;
	uint64_t size;

	if (memtrace_open(&m, recording, error))
		return false;
	for (size_t i = 0; i < memtrace_info(m)->modules && !found; i++) {
		const struct memtrace_module *o = &memtrace_info(m)->module[i];

		found = find_function(o->path, name, low, &size);
		*low += o->base;
		*high = *low + size;
	}
	memtrace_close(m);
	return found;
}

/* Finds the function at a return address and its variable, and keeps the last answers. */
static bool find_variable(void *arg, const char *path, uint64_t pc,
			  const struct nm_program_frame *frame, uint64_t *function,
			  uint64_t *variable)
{
	static struct known {
		uint64_t pc, function, variable;
		int64_t from_frame, from_stack;
		bool found;
	} known[4096];
	struct known *const k = &known[(pc + 8191 * (uint64_t)frame->from_frame) % 4096];
	const struct nm_program *const p = arg;

	/* only the variables of the program itself are read */
	if (strcmp(path, nm_program_file(p, 0)) || !fields_of(p, 0))
		return false;
	if (k->pc != pc || k->from_frame != frame->from_frame ||
	    k->from_stack != frame->from_stack) {
		*k = (struct known){.pc = pc,
				    .from_frame = frame->from_frame,
				    .from_stack = frame->from_stack};
		k->found = nm_fields_variable(fields_of(p, 0), pc - 1, frame->from_frame,
					      frame->from_stack, &k->function, &k->variable);
	}
	*function = k->function;
	*variable = k->variable;
	return k->found;
}

void nmutil_variables(struct nm_program *p)
{
	nm_program_variables(p, find_variable, p);
}

static uint64_t allocation_of(const struct nm_program *p, const struct nm_words_use *u,
			      uint64_t pc)
{
	const uint64_t *stack = NULL;
	const unsigned int n = nm_program_stack(p, u, &stack);

	if (!pc || !nmutil_in_library(p, u->thread, pc))
		return pc;
	for (unsigned int i = 0; i < n; i++)
		if (!nmutil_in_library(p, u->thread, stack[i]))
			return stack[i];
	return pc;
}

/* Finds the variable of a function in the stack of a thread. */
static bool local_variable(const struct nm_program *p, const struct nm_words_line *l,
			   const struct nm_words_use *u, struct nmutil_object *o)
{
	struct nm_program_frame frame;
	char function[NM_PROGRAM_NAME], name[NM_PROGRAM_NAME] = "";
	const struct nm_fields *fields;
	const char *path;
	uint64_t pc;

	if (!nm_program_frame(p, l, u, &frame) ||
	    !nm_program_place(p, frame.thread, frame.pc, &path, &pc))
		return false;
	nmutil_source(p, frame.thread, frame.pc, true, function);
	/* remove the parameters that follow the name of a C++ function */
	function[strcspn(function, "(")] = '\0';
	fields = strcmp(path, nm_program_file(p, frame.thread)) ? NULL
								: fields_of(p, frame.thread);
	if (fields && nm_fields_local(fields, pc - 1, frame.from_frame, frame.from_stack, name,
				      o->field, sizeof(o->field), &o->offset)) {
		o->known = true;
		snprintf(o->name, sizeof(o->name), "%.200s of %.200s() in thread %" PRIu32,
			 name, function, frame.thread);
	} else if (*function) {
		snprintf(o->name, sizeof(o->name), "stack of %.400s() in thread %" PRIu32,
			 function, frame.thread);
	}
	return true;
}

/* Removes the hashes in the name of a Rust variable: "app::STATS::h0123456789abcdef", or
 * "app[123abc]::STATS". */
static void remove_hashes(char *name)
{
	static const char hex[] = "0123456789abcdef";
	char *at = name;
	size_t n = strlen(name);

	if (n > 19 && starts_with(name + n - 19, "::h") && strspn(name + n - 16, hex) == 16)
		name[n - 19] = '\0';
	while ((at = strchr(at, '['))) {
		n = strspn(++at, hex);
		if (starts_with(at + n, "]::"))
			memmove(at - 1, at + n + 1, strlen(at + n));
	}
}

/* Stores the name in the source of a C++ or Rust variable, "app::stats" for "_ZN3appL5statsE".
 * Returns false if c++filt does not know it. */
static bool demangle(const char *symbol, char name[NM_PROGRAM_NAME])
{
	static struct {
		char symbol[NM_PROGRAM_NAME], name[NM_PROGRAM_NAME];
	} known[64];
	static unsigned int next;
	char *const argv[] = {"c++filt", (char *)symbol, NULL};
	FILE *out;
	pid_t pid;
	size_t i = 0;

	while (i < 64 && strcmp(known[i].symbol, symbol))
		i++;
	if (i == 64) {
		i = next++ % 64;
		snprintf(known[i].symbol, NM_PROGRAM_NAME, "%s", symbol);
		known[i].name[0] = '\0';
		out = start_program(argv, &pid);
		if (out && !fgets(known[i].name, NM_PROGRAM_NAME, out))
			known[i].name[0] = '\0';
		if (out && !end_program(out, pid))
			known[i].name[0] = '\0';
		known[i].name[strcspn(known[i].name, "\n")] = '\0';
		remove_hashes(known[i].name);
	}
	strcpy(name, known[i].name);
	return *name && strcmp(name, symbol);
}

/* Replaces the symbol of a C++ or Rust variable, which may be followed by its thread, by its
 * name in the source; returns the length of the name, and in *own where its last part begins.
 */
static size_t name_variable(char text[NM_PROGRAM_NAME], size_t *own)
{
	const size_t n = strcspn(text, " ");
	char symbol[NM_PROGRAM_NAME], name[NM_PROGRAM_NAME], rest[NM_PROGRAM_NAME];
	const char *at;

	*own = 0;
	snprintf(symbol, sizeof(symbol), "%.*s", (int)n, text);
	if ((!starts_with(symbol, "_Z") && !starts_with(symbol, "_R")) ||
	    !demangle(symbol, name))
		return n;
	strcpy(rest, text + n);
	snprintf(text, NM_PROGRAM_NAME, "%.300s%.200s", name, rest);
	while ((at = strstr(text + *own, "::")))
		*own = (size_t)(at - text) + 2;
	return strlen(text) - strlen(rest);
}

void nmutil_object(const struct nm_program *p, const struct nm_words_line *l,
		   const struct nm_words_use *u, struct nmutil_object *o)
{
	const struct nm_fields *fields;
	uint64_t pc;
	size_t n, own;

	o->field[0] = '\0';
	o->known = true;
	if (nm_program_object(p, l, u, o->name, &o->offset, &pc)) {
		/* the name of a thread-local variable is followed by its thread */
		n = name_variable(o->name, &own);
		snprintf(o->field, sizeof(o->field), "%.*s", (int)(n - own), o->name + own);
		n -= own;
		fields = fields_of(p, u->thread);
		if (!fields || !nm_fields_name(fields, o->field, sizeof(o->field), o->offset))
			o->field[0] = '\0';
		else
			memmove(o->field, o->field + n, strlen(o->field + n) + 1);
		return;
	}
	o->known = false;
	if (local_variable(p, l, u, o))
		return;
	o->known = pc;
	pc = allocation_of(p, u, pc);
	n = strlen(o->name);
	if (pc)
		snprintf(o->name + n, sizeof(o->name) - n, "%s",
			 nmutil_source(p, u->thread, pc, true, NULL));
}

const char *nmutil_thread(const struct nm_program *p, uint32_t thread)
{
	static char text[NM_PROGRAM_NAME + 128];
	const struct memtrace_thread *t;
	char function[NM_PROGRAM_NAME];
	size_t which;

	nm_program_thread(p, thread, &which, &t);
	nmutil_source(p, thread, t->start, false, function);
	if (t->name[0])
		snprintf(text, sizeof(text), "thread %" PRIu32 " (%s)", thread, t->name);
	else if (function[0])
		snprintf(text, sizeof(text), "thread %" PRIu32 " (%s)", thread, function);
	else
		snprintf(text, sizeof(text), "thread %" PRIu32, thread);
	return text;
}

static int compare_uses(const void *a, const void *b)
{
	const struct nm_words_use *x = *(const struct nm_words_use *const *)a,
				  *y = *(const struct nm_words_use *const *)b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->writes != y->writes)
		return x->writes ? 1 : -1;
	return (x->pc > y->pc) - (x->pc < y->pc);
}

static int compare_counts(const void *a, const void *b)
{
	const struct nm_words_use *x = *(const struct nm_words_use *const *)a,
				  *y = *(const struct nm_words_use *const *)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return compare_uses(a, b);
}

static void print_use(const struct nm_program *p, const struct nm_words_line *l,
		      const struct nm_words_use *u)
{
	char field[2 * NM_PROGRAM_NAME] = "", thread[NM_PROGRAM_NAME + 128];
	struct nmutil_object o;

	nmutil_object(p, l, u, &o);
	if (o.field[0])
		snprintf(field, sizeof(field), " (%.*s%s)", (int)strcspn(o.name, " "), o.name,
			 o.field);
	snprintf(thread, sizeof(thread), "%s", nmutil_thread(p, u->thread));
	util_print("  %s+%" PRIu64 "%s, %u bytes: %s: %" PRIu64 " %s%s at %s", o.name, o.offset,
		   field, u->size, thread, u->count, u->atomic ? "atomic " : "",
		   u->writes ? "writes" : "reads",
		   nmutil_source(p, u->thread, u->pc, true, NULL));
}

void nmutil_uses(const struct nm_program *p, const struct nm_words_line *l, size_t most)
{
	const struct nm_words_use **order = malloc(l->uses * sizeof(*order));
	const size_t n = l->uses < most ? l->uses : most;

	if (!order) {
		util_error("no memory");
		return;
	}
	for (size_t i = 0; i < l->uses; i++)
		order[i] = &l->use[i];
	qsort(order, l->uses, sizeof(*order), compare_counts);
	qsort(order, n, sizeof(*order), compare_uses);
	for (size_t i = 0; i < n; i++)
		print_use(p, l, order[i]);
	if (n < l->uses)
		util_print("  and %zu others", l->uses - n);
	free(order);
}

const char *nmutil_us(uint64_t ns)
{
	static char text[4][32];
	static unsigned int turn;

	turn = (turn + 1) % 4;
	snprintf(text[turn], sizeof(text[turn]), "%.1f us", (double)ns / 1000);
	return text[turn];
}
