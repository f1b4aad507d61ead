/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a threaded program, runs the recording on the simulated NUMAchine or on a model of
 * Rocket cores, and reports what its threads share, what that costs, and what a repair would
 * gain.
 */
#include "sharing.h"
#include "nm_gain.h"
#include "nm_rocket.h"
#include "nm_unseen.h"
#include "csv.h"
#include "number.h"
#include "starts_with.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: sharing [OPTION]... -- PROGRAM [ARGUMENT]...\n"
	"       sharing [OPTION]... --cc=COMMAND [-- ARGUMENT...]\n"
	"       sharing [OPTION]... --recording=FILE [--recording=FILE]...\n"
	"\n"
	"Records the memory accesses of a threaded program, runs the recording on a\n"
	"simulated machine with a processor for each thread, and prints which variables\n"
	"the threads share and how, those that cost most first, with source lines and\n"
	"threads. For each that could be repaired the same recording runs again with the\n"
	"variable padded, moved or replicated: references to memory and waiting before and\n"
	"after.\n"
	"\n"
	"A program that was not compiled for it runs under valgrind.\n"
	"\n"
	"  -c, --cc=COMMAND    compile and link the program with this command of gcc or\n"
	"                      clang, to which the options for recording are added\n"
	"  -r, --recording=FILE\n"
	"                      evaluate a recording of librecord instead of a program;\n"
	"                      several are runs of the same program, as by --runs\n"
	"  -f, --from=PLACE    leave out what happens before: FUNCTION (until one of its\n"
	"                      accesses), barrier:N (until a thread has passed N barriers)\n"
	"                      or references:N\n"
	"  -R, --runs=N        record N times: the verdict is what two thirds of the runs\n"
	"                      say; print how often each was given, and the smallest and\n"
	"                      largest figures (1)\n"
	"  -m, --most=N        record the first N references of a program under valgrind, and\n"
	"                      count the others (all)\n"
	"  -s, --sample=PERCENT\n"
	"                      record this part of the references of such a program, in phases\n"
	"                      of 100,000 (100)\n"
	"  -M, --machine=NAME  numachine, or rocket: Rocket cores on one memory, as those of\n"
	"                      examples/rocket; the report has the transfers, too (numachine)\n"
	"  -n, --findings=N    print the N most expensive ones only (10)\n"
	"  -u, --uses=N        print the N most frequent uses of each (12)\n"
	"  -t, --format=NAME   text, html, or for other programs json, csv or sarif (text)\n"
	"  -a, --fail-above=PERCENT\n"
	"                      exit status 3 if a finding has more than this part of all waiting\n"
	"  -C, --compare=FILE  print the differences to an earlier report in csv\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Exit status: 0 success, 1 error, 2 error in the command line, 3: see --fail-above.";

#define PAGE_BITS 14
#define MEMORY (UINT64_C(1) << 28)
/* largest number of lines that are examined, those with the most transfers first */
#define LINES_MOST 16384u
#define FINDINGS_MOST 1024u /* largest number of objects in the report */
#define DIVIDED_MOST 1024u  /* lines whose bytes are those of several objects ... */
#define OWNERS_MOST 64u	    /* ... at different times */
#define RUNS_MOST 64u
#define WORDS_MOST 4096u /* a program and its arguments */
#define GAIN_PERCENT 5	 /* minimum gain in per cent of the waiting time */

static struct {
	const char *cc, *recording[RUNS_MOST], *from;
	unsigned int recordings;
	char *const *program;
	uint64_t runs, findings, uses, most;
	double sample; /* per cent */
	enum { TEXT, JSON, CSV, SARIF, HTML } format;
	enum { NUMACHINE, ROCKET } machine;
	double fail_above; /* per cent; negative: never */
	const char *compare;
} want = {.runs = 1, .findings = 10, .uses = 12, .sample = 100, .fail_above = -1};

static char recorder[PATH_MAX]; /* program that records the given one; "": it does so itself */
static char folder[] = "/tmp/tallyboard-sharing.XXXXXX";
static struct nm nm;

/* verdicts other than an enum nm_pattern */
enum { CHANGES = NM_PATTERNS, NOT_FOUND };

/* Findings of all runs about the lines of an object, or about its pages. */
struct history {
	char title[TITLE];
	enum repair pages;		  /* NO_REPAIR: the findings are about lines */
	unsigned char verdict[RUNS_MOST]; /* enum nm_pattern, CHANGES or NOT_FOUND */
	unsigned int found, repaired;	  /* number of runs */
	uint64_t requests[2], waited[2];  /* least, most */
	double gain[2];
};

/* An object that has the same bytes as others, at other times. */
struct owner {
	char title[TITLE];
	struct nm_words *words; /* its uses of its lines */
};

/* A line of memory of the program, with its finding. */
struct place {
	const struct nm_words_line *line;
	unsigned int finding, range; /* range: number in the machine's replies */
	const struct owner *owner;   /* whose uses of the line these are; NULL: all uses */
	double share;		     /* of the transfers of the line */
};

static struct {
	struct nm_program *p;
	struct finding finding[FINDINGS_MOST];
	unsigned int findings;
	struct place place[LINES_MOST];
	unsigned int places;
	size_t unexamined; /* number of lines for which there is no place */
	size_t undivided; /* number of lines that are one object's, though others have them, too
			   */
	struct owner owner[OWNERS_MOST];
	unsigned int owners;
	struct cost all;
	char recording[64], from[128];
	int status;		    /* of a run of the program that has failed */
	int incomplete;		    /* why a recording is, an errno value */
	struct memtrace_from begin; /* the same as from */
} now;

/* The map of a replay on Rocket. */
static struct nm_rocket_range rocket[LINES_MOST * LINE];

static struct history history[FINDINGS_MOST];
static unsigned int histories;

/* ---- program ---- */

static bool in_file(const uint8_t *p, size_t n, const char *text)
{
	return memmem(p, n, text, strlen(text));
}

/* Returns whether a program records itself. */
static bool records(const uint8_t *p, size_t n)
{
	return in_file(p, n, "librecord: the file that RECORD") ||
	       in_file(p, n, "librecord.so");
}

/* Returns why a program cannot be recorded, or NULL. */
static const char *unfit(const uint8_t *p, size_t n)
{
	if (n > 2 && !memcmp(p, "#!", 2))
		return "is a script; name the compiled program that it runs";
	if (n < EI_NIDENT || memcmp(p, ELFMAG, SELFMAG))
		return "is not a program";
	if (records(p, n))
		return NULL;
	if (in_file(p, n, "libtsan.so") || in_file(p, n, "ThreadSanitizer"))
		return "is linked with the compiler's run time of -fsanitize=thread instead of "
		       "librecord, and cannot run under valgrind; link it with \"-lrecord -lz\", "
		       "or compile it without -fsanitize=thread";
	if (in_file(p, n, "__tsan_func_entry"))
		return "does not contain librecord; link it with \"-lrecord -lz\" instead of "
		       "-fsanitize=thread, or let --cc=\"gcc ...\" do it";
	if (p[EI_CLASS] != ELFCLASS64 || n < sizeof(Elf64_Ehdr) ||
	    ((const Elf64_Ehdr *)p)->e_machine != EM_X86_64)
		return "is not a program for x86-64, which alone can be recorded without being "
		       "compiled for it";
	if (in_file(p, n, "\xff Go buildinf:") || in_file(p, n, "libgo.so.") ||
	    in_file(p, n, "all goroutines are asleep"))
		return "is a program in Go, whose threads of its own (goroutines) and locks "
		       "the recorder does not know";
	if (in_file(p, n, "libjli.so"))
		return "runs a Java machine, which compiles while it runs: what threads share "
		       "has no names there";
	return NULL;
}

/* Returns the path of a program, found in the same way as by the shell. */
static bool find_program(const char *name, char path[PATH_MAX])
{
	const char *dirs = getenv("PATH");

	if (strchr(name, '/') || !dirs) {
		snprintf(path, PATH_MAX, "%s", name);
		return !access(path, X_OK);
	}
	for (; *dirs; dirs += strcspn(dirs, ":"), dirs += *dirs == ':') {
		snprintf(path, PATH_MAX, "%.*s/%s", (int)strcspn(dirs, ":"), dirs, name);
		if (!access(path, X_OK))
			return true;
	}
	errno = ENOENT;
	return false;
}

/* Returns the path of a file that belongs to this tool. */
static bool find_beside(const char *name, char path[PATH_MAX])
{
	static const char *const folders[] = {"/../", "/../../"}; /* that of a special build */
	const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 64);
	char *slash;

	path[n < 0 ? 0 : n] = '\0';
	slash = strrchr(path, '/');
	for (size_t i = 0; slash && i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(slash, 64, "%s%s", folders[i], name);
		if (!access(path, R_OK))
			return true;
	}
	return false;
}

/* Makes valgrind record the program, which does not record itself. */
static bool find_recorder(void)
{
	if (find_beside("lib/binrec", recorder))
		return true;
	util_error("%s does not record itself, and the recorder for such programs is missing: "
		   "it is built where valgrind is installed, on x86-64",
		   want.program[0]);
	*recorder = '\0';
	return false;
}

static bool check_program(const char *name)
{
	char path[PATH_MAX];
	const char *wrong = NULL;
	struct stat st;
	void *p = MAP_FAILED;
	int fd = -1;

	if (find_program(name, path))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &st))
		p = mmap(NULL, st.st_size ? (size_t)st.st_size : 1, PROT_READ, MAP_PRIVATE, fd,
			 0);
	if (p == MAP_FAILED) {
		util_error("%s: %s", name, strerror(errno));
	} else {
		wrong = unfit(p, (size_t)st.st_size);
		if (!wrong && (want.most || want.sample < 100) &&
		    records(p, (size_t)st.st_size))
			wrong = "records itself, which --most and --sample do not limit";
		if (wrong)
			util_error("%s: %s", name, wrong);
		else if (!records(p, (size_t)st.st_size) && !find_recorder())
			wrong = "";
		munmap(p, (size_t)st.st_size);
	}
	if (fd >= 0)
		close(fd);
	return p != MAP_FAILED && !wrong;
}

/* Runs a command in a child process; returns its status, or -1 after a reported error. */
static int run_child(char *const *argv, const char *record)
{
	char most[32], sample[32];
	int status;
	const pid_t pid = fork();

	if (!pid) {
		if (record) {
			setenv("RECORD", record, 1);
			snprintf(most, sizeof(most), "%" PRIu64, want.most);
			setenv("RECORD_MOST", most, 1);
			snprintf(sample, sizeof(sample), "%g", want.sample);
			setenv("RECORD_SAMPLE", sample, 1);
			/* a thread that computes while it waits at a barrier of OpenMP does
			 * not differ from one in code that is not recorded */
			setenv("OMP_WAIT_POLICY", "passive", 0);
		}
		execvp(argv[0], argv);
		fprintf(stderr, "sharing: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		util_error("%s: %s", argv[0], strerror(errno));
		return -1;
	}
	return status;
}

static bool find_library(char path[PATH_MAX])
{
	if (find_beside("lib/librecord.a", path))
		return true;
	util_error("librecord.a is not beside this tool");
	return false;
}

/* Writes a file of the folder; @name: at most 31 characters. */
static bool write_text(const char *name, const char *text, const char *argument)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (f)
		fprintf(f, text, argument);
	if (!f || fclose(f)) {
		util_error("%s: %s", path, strerror(errno));
		return false;
	}
	return true;
}

/* A library libtsan that is librecord; gcc then links it for -fsanitize=thread. */
static const char stand_in[] = "INPUT ( \"%s\" -lz )\n";

/*
 * gcc replaces fills and copies by instructions after it has inserted the calls of the
 * recorder, and would do so with those of its C++ library, whatever the options: the library
 * calls the functions by these names.
 */
static const char fills[] =
	"#ifndef __ASSEMBLER__\n"
	"#pragma GCC system_header\n"
	"#ifdef __cplusplus\n"
	"#if __cplusplus >= 201103L\n"
	"#define RECORD_CONSTANT constexpr\n"
	"#else\n"
	"#define RECORD_CONSTANT\n"
	"#endif\n"
	"#define RECORD(name, type) extern \"C\" void *__tsan_##name(void *, type, __SIZE_TYPE__); "
	"static inline RECORD_CONSTANT void *record_##name(void *to, type of, __SIZE_TYPE__ n) "
	"{ return __builtin_is_constant_evaluated() ? __builtin_##name(to, of, n) "
	": __tsan_##name(to, of, n); }\n"
	"#else\n"
	"#define RECORD(name, type) void *__tsan_##name(void *, type, __SIZE_TYPE__); "
	"static inline void *record_##name(void *to, type of, __SIZE_TYPE__ n) "
	"{ return __tsan_##name(to, of, n); }\n"
	"#endif\n"
	"RECORD(memcpy, const void *)\n"
	"RECORD(memmove, const void *)\n"
	"RECORD(memset, int)\n"
	"#define __builtin_memcpy record_memcpy\n"
	"#define __builtin_memmove record_memmove\n"
	"#define __builtin_memset record_memset\n"
	"#endif\n";

/* Returns whether the first word of a command is a clang. */
static bool is_clang(const char *command)
{
	char word[PATH_MAX];

	snprintf(word, sizeof(word), "%.*s", (int)strcspn(command, " \t"), command);
	return strstr(word, "clang");
}

/* The compiler leaves calls of these functions to the C library, where they are recorded. */
#define CALLS                                                                                 \
	"-fno-builtin-memcpy -fno-builtin-mempcpy -fno-builtin-memmove -fno-builtin-memset "  \
	"-fno-builtin-bzero -fno-builtin-bcopy -fno-builtin-strcpy -fno-builtin-stpcpy "      \
	"-fno-builtin-strncpy -fno-builtin-stpncpy -fno-builtin-strcat -fno-builtin-strncat " \
	"-fno-builtin-strdup -fno-builtin-strndup -fno-builtin-sprintf -fno-builtin-snprintf"

static bool build(const char *command, char program[64])
{
	static char shell[2 * PATH_MAX + 4096];
	char library[PATH_MAX];
	char *const argv[] = {"/bin/sh", "-c", shell, NULL};
	int n;

	snprintf(program, 64, "%s/program", folder);
	if (!find_library(library) || !write_text("libtsan.so", stand_in, library) ||
	    !write_text("fills.h", "%s", fills))
		return false;
	/* binutils names wrong files for the version 5 of clang 14 */
	if (is_clang(command))
		n = snprintf(shell, sizeof(shell),
			     "%s -g -gdwarf-4 -gno-split-dwarf " CALLS
			     " -Xclang -fsanitize=thread "
			     "-mllvm -tsan-instrument-read-before-write=1 -o '%s' '%s' -lz",
			     command, program, library);
	else
		n = snprintf(shell, sizeof(shell),
			     "%s -g -gno-split-dwarf -fsanitize=thread -U_FORTIFY_SOURCE " CALLS
			     " -fno-tree-loop-distribute-patterns -include '%s/fills.h' "
			     "-L'%s' -o '%s'",
			     command, folder, folder, program);
	if (n < 0 || (size_t)n >= sizeof(shell)) {
		util_error("the command of --cc is too long");
		return false;
	}
	if (run_child(argv, NULL) || access(program, X_OK)) {
		util_error("no program: %s", shell);
		return false;
	}
	return true;
}

static bool record(void)
{
	static char *argv[WORDS_MOST + 2];
	int status;

	argv[0] = recorder;
	for (size_t i = 0; want.program[i]; i++)
		argv[i + 1] = want.program[i];
	fflush(stdout);
	status = run_child(*recorder ? argv : want.program, now.recording);
	if (status < 0)
		return false;
	if (WIFSIGNALED(status)) {
		util_error("%s was killed by signal %d (%s): there is no complete recording",
			   want.program[0], WTERMSIG(status), strsignal(WTERMSIG(status)));
		return false;
	}
	if (access(now.recording, R_OK)) {
		util_error("%s has written no recording; if it starts another program (exec), "
			   "give that one",
			   want.program[0]);
		return false;
	}
	if (WEXITSTATUS(status))
		now.status = WEXITSTATUS(status);
	return true;
}

/* ---- machine ---- */

static uint64_t named_number(const char *reply, const char *name)
{
	const size_t n = strlen(name);
	uint64_t v = 0;
	char *end;

	for (; *reply; reply += strcspn(reply, " "), reply += strspn(reply, " "))
		if (!strncmp(reply, name, n) && reply[n] == '=' &&
		    !number_read(reply + n + 1, &end, &v))
			return v;
	util_error("the answer of the simulated machine lacks %s", name);
	return 0;
}

/* Sends a command to the simulated machine. */
static bool ask(const char *command, char reply[NM_REPLY_BYTES])
{
	int err = nm_command(&nm, command, reply, NM_REPLY_BYTES);

	if (err)
		util_error("%s: %s", command, *reply ? reply : strerror(-err));
	return !err;
}

static bool ask_cost(const char *command, struct cost *c)
{
	char reply[NM_REPLY_BYTES];

	if (!ask(command, reply))
		return false;
	c->references += named_number(reply, "references");
	c->requests += named_number(reply, "requests");
	c->waited += named_number(reply, "waited");
	c->run = named_number(reply, "run");
	return true;
}

/*
 * The map of a replay. A page is in the station of the thread that uses it first, as Linux
 * places pages, unless a repair has another place for it.
 */
static FILE *map;
static unsigned int mapped; /* number of lines */
static uint64_t map_end;    /* the memory up to this address is in the map */

#define PLACE(station, addr) ((uint64_t)(station) << 28 | (addr))

/* Returns the station of the thread that first uses the page of an address. Successive threads
 * are in different stations. */
static unsigned int home_of(uint64_t addr)
{
	if (want.machine == ROCKET) /* which has one memory */
		return 0;
	return nm_program_first(now.p, addr >> PAGE_BITS) % NM_STATIONS;
}

static bool begin_map(void)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/map", folder);
	map = fopen(path, "w");
	mapped = 0;
	map_end = 0;
	if (!map)
		util_error("%s: %s", path, strerror(errno));
	return map;
}

/* Adds the memory up to an address, where the threads that use it first are. */
static void put_homes(uint64_t end)
{
	while (map_end < end) {
		const unsigned int station = home_of(map_end);
		const uint64_t start = map_end;

		do
			map_end = ((map_end >> PAGE_BITS) + 1) << PAGE_BITS;
		while (map_end < end && home_of(map_end) == station);
		map_end = map_end < end ? map_end : end;
		if (!station)
			continue;
		fprintf(map, "0x%" PRIx64 " %" PRIu64 " 0x%" PRIx64 "\n", start,
			map_end - start, PLACE(station, start));
		mapped++;
	}
}

/* Adds memory with another place than those before and after it; @how: text before the new
 * address, @owner: text after it. Returns the number of its range. */
static unsigned int put_map(uint64_t start, uint64_t bytes, const char *how, uint64_t to,
			    const char *owner)
{
	put_homes(start);
	fprintf(map, "0x%" PRIx64 " %" PRIu64 " %s0x%" PRIx64 "%s\n", start, bytes, how, to,
		owner);
	map_end = start + bytes;
	if (mapped < sizeof(rocket) / sizeof(*rocket))
		rocket[mapped] = (struct nm_rocket_range){start, bytes, to, {0}};
	return mapped++;
}

/* Adds what was counted in clocks of the cores. */
static void add_rocket(struct cost *sum, const struct nm_rocket_cost *c)
{
	sum->references += c->references;
	sum->requests += c->requests;
	sum->transfers += c->transfers;
	sum->waited += c->waited * NM_ROCKET_NS;
	sum->run = c->run * NM_ROCKET_NS;
}

static bool replay_on_rocket(struct cost *all)
{
	struct nm_rocket_cost c;
	char error[MEMTRACE_ERROR];

	if (nm_rocket_run(now.recording, want.from ? &now.begin : NULL, rocket, mapped, &c,
			  error)) {
		util_error("%s", error);
		return false;
	}
	add_rocket(all, &c);
	return true;
}

/* Runs the recording with the map. */
static bool replay(struct cost *all)
{
	char command[256];
	bool wrong;

	put_homes((uint64_t)nm_program_pages(now.p) << PAGE_BITS);
	wrong = fclose(map);
	if (wrong) {
		util_error("%s/map: %s", folder, strerror(errno));
		return false;
	}
	if (mapped)
		snprintf(command, sizeof(command), "replay %smap=%s/map %s", now.from, folder,
			 now.recording);
	else
		snprintf(command, sizeof(command), "replay %s%s", now.from, now.recording);
	*all = (struct cost){0};
	return want.machine == ROCKET ? replay_on_rocket(all) : ask_cost(command, all);
}

/* Adds the requests for a range by interval to *t. */
static bool add_times(unsigned int number, struct times *t)
{
	char command[32], reply[NM_REPLY_BYTES], *at;

	snprintf(command, sizeof(command), "range %u times", number);
	if (!ask(command, reply))
		return false;
	t->interval = named_number(reply, "interval");
	at = strstr(reply, "requests=");
	at = at ? at + strlen("requests=") : reply;
	for (unsigned int i = 0; i < INTERVALS; i++) {
		t->requests[i] += strtoull(at, &at, 10);
		at += *at == ',';
	}
	return true;
}

/* Adds what a range has cost to *c, and its requests by interval to
 * *t if a report shows them. */
static bool add_range(unsigned int number, struct cost *c, struct times *t)
{
	char command[32];

	if (want.machine == ROCKET) {
		add_rocket(c, &rocket[number].cost);
		return true;
	}
	snprintf(command, sizeof(command), "range %u", number);
	return ask_cost(command, c) &&
	       ((want.format != HTML && want.format != JSON) || add_times(number, t));
}

/* ---- findings ---- */

#define AND_MORE ", and others"

/* Appends a name to a list that does not contain it. */
static void add_name(char list[TITLE], const char *name)
{
	const size_t n = strlen(name), used = strlen(list);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ','))
			return;
	if (used + n + sizeof(AND_MORE) + 2 < TITLE)
		sprintf(list + used, "%s%s", used ? ", " : "", name);
	else if (used && used + sizeof(AND_MORE) <= TITLE && !strstr(list, AND_MORE))
		strcat(list, AND_MORE);
}

#define OBJECTS_MOST 64u /* of a line */

/* The objects of a line: their names, and how often they are used. */
struct named {
	uint64_t object, offset; /* as in a use; offset: only on a stack, otherwise 0 */
	char name[TITLE];
	uint64_t uses[3]; /* by enum kind_of_use */
	bool known;
	uint64_t bytes; /* that are used, a bit for each */
	uint32_t user;	/* the first one */
	bool several;	/* there are others */
};
enum kind_of_use { ANY, WRITES, SHARED }; /* SHARED: of bytes that threads share */

/* Returns the entry of an object, added if it was missing; NULL: there are too many objects. */
static struct named *named_object(struct named *list, size_t *n, const struct nm_words_line *l,
				  const struct nm_words_use *u)
{
	const uint64_t offset = nm_program_on_stack(u) ? u->offset : 0;
	struct nmutil_object o;
	struct named *new = &list[*n];

	for (size_t i = 0; i < *n; i++)
		if (list[i].object == u->object && list[i].offset == offset)
			return &list[i];
	if (*n == OBJECTS_MOST)
		return NULL;
	nmutil_object(now.p, l, u, &o);
	*new = (struct named){.object = u->object, .offset = offset, .known = o.known};
	snprintf(new->name, TITLE, "%.*s", (int)TITLE - 1, o.name);
	++*n;
	return new;
}

/* Returns how often the objects with the name of @of are used in this way. */
static uint64_t uses_of(const struct named *list, size_t n, const struct named *of,
			enum kind_of_use kind)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i].name, of->name))
			sum += list[i].uses[kind];
	return sum;
}

/* Stores the objects of a line in @list and returns their number. */
static size_t objects_of(const struct nm_words_line *l, struct named list[OBJECTS_MOST])
{
	bool shared[LINE];
	size_t n = 0;

	for (unsigned int i = 0; i < LINE; i++)
		shared[i] = nm_gain_shared(l, i);
	for (size_t i = 0; i < l->uses; i++) {
		const struct nm_words_use *u = &l->use[i];
		struct named *object = named_object(list, &n, l, u);

		if (!object)
			continue;
		object->uses[ANY] += u->count;
		object->uses[WRITES] += u->writes ? u->count : 0;
		object->uses[SHARED] += shared[u->offset] ? u->count : 0;
		object->user = object->bytes ? object->user : u->thread;
		object->several |= object->user != u->thread;
		for (unsigned int k = u->offset; k < u->offset + u->size && k < LINE; k++)
			object->bytes |= UINT64_C(1) << k;
	}
	return n;
}

/* Returns the name of the objects that are used most in this way or, if none is, at all. */
static const char *title_of(const struct named *list, size_t n, enum kind_of_use kind)
{
	const char *title = "";
	uint64_t most = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t count = uses_of(list, n, &list[i], kind);

		if (count > most) {
			title = list[i].name;
			most = count;
		}
	}
	return kind && !most ? title_of(list, n, ANY) : title;
}

/* Returns the finding with this title; NULL if there are too many findings. */
static struct finding *finding_of(const char *title, enum repair repair)
{
	struct finding *f;

	for (unsigned int i = 0; i < now.findings; i++)
		if (now.finding[i].repair == repair && !strcmp(now.finding[i].title, title))
			return &now.finding[i];
	if (now.findings == FINDINGS_MOST)
		return NULL;
	f = &now.finding[now.findings++];
	*f = (struct finding){.repair = repair};
	snprintf(f->title, sizeof(f->title), "%s", title);
	return f;
}

static int by_address(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->line->addr != y->line->addr)
		return x->line->addr < y->line->addr ? -1 : 1;
	return (x->owner > y->owner) - (x->owner < y->owner);
}

/* Finds the lines that several threads use and take from each other. */
static void choose_lines(void)
{
	const struct nm_words_line *const *line;
	const size_t lines = nm_words_lines(nm_program_words(now.p), &line);

	now.places = 0;
	now.unexamined = 0;
	for (size_t i = 0; i < lines; i++) {
		if (line[i]->threads < 2 || !(line[i]->true_sharing + line[i]->false_sharing))
			continue;
		if (now.places < LINES_MOST)
			now.place[now.places++] = (struct place){.line = line[i], .share = 1};
		else
			now.unexamined++;
	}
	qsort(now.place, now.places, sizeof(*now.place), by_address);
}

/* ---- objects that have the same bytes at different times ---- */

/* Returns the object with this name, added if it was missing; NULL: there are too many. */
static struct owner *owner_of(const char *title)
{
	struct owner *o = now.owner;

	while (o < now.owner + now.owners && strcmp(o->title, title))
		o++;
	if (o < now.owner + now.owners || now.owners == OWNERS_MOST)
		return o < now.owner + now.owners ? o : NULL;
	o->words = nm_words_open(LINE);
	if (!o->words)
		return NULL;
	now.owners++;
	snprintf(o->title, TITLE, "%s", title);
	return o;
}

/* Returns whether threads share each of two known objects through the same bytes. */
static bool takes_turns(const struct named *a, const struct named *b)
{
	return a->known && b->known && a->bytes & b->bytes && strcmp(a->name, b->name) &&
	       a->several && b->several && a->uses[WRITES] && b->uses[WRITES];
}

/* A line whose bytes several objects have, one after the other. */
static struct divided {
	const struct nm_words_line *line;
	struct named object[OBJECTS_MOST];
	struct owner *owner[OBJECTS_MOST]; /* of each object; NULL: it is there at all times */
	size_t objects;
	struct owner *last;  /* who used the line last */
} divided[DIVIDED_MOST + 1]; /* in the order of the addresses */
static unsigned int divisions;

/* Adds a line if it is such a line. */
static void divide(const struct nm_words_line *l)
{
	struct divided *d = &divided[divisions];
	bool any = false, left = false;

	d->line = l;
	d->last = NULL;
	d->objects = objects_of(l, d->object);
	for (size_t i = 0; i < d->objects; i++) {
		d->owner[i] = NULL;
		for (size_t k = 0; k < d->objects && !d->owner[i]; k++)
			if (takes_turns(&d->object[i], &d->object[k])) {
				d->owner[i] = owner_of(d->object[i].name);
				left |= !d->owner[i];
			}
		any |= d->owner[i] != NULL;
	}
	left |= any && divisions == DIVIDED_MOST;
	divisions += any && divisions < DIVIDED_MOST;
	now.undivided += left;
}

static int compare_line(const void *addr, const void *of)
{
	const uint64_t key = *(const uint64_t *)addr,
		       x = ((const struct divided *)of)->line->addr;

	return (key > x) - (key < x);
}

static struct divided *find_divided(uint64_t addr)
{
	return bsearch(&addr, divided, divisions, sizeof(*divided), compare_line);
}

/* Adds an access to the object that uses its line then. */
static int add_use(void *arg, const struct nm_program_access *a)
{
	const uint64_t offset = a->addr % LINE, room = LINE - offset;
	struct nm_words_use u = {.thread = a->thread,
				 .offset = (uint16_t)offset,
				 .size = (uint16_t)(a->size < room ? a->size : room),
				 .writes = a->writes,
				 .atomic = a->atomic,
				 .pc = a->pc,
				 .object = a->object};
	struct divided *const d = find_divided(a->addr - offset);

	(void)arg;
	if (!d)
		return 0;
	u.object = nm_program_object_of_use(now.p, d->line, &u);
	for (size_t i = 0; i < d->objects; i++)
		if (d->object[i].object == u.object && d->owner[i] &&
		    (!nm_program_on_stack(&u) || d->object[i].offset == u.offset))
			d->last = d->owner[i];
	return d->last ? nm_words_access(d->last->words, u.thread, a->addr, u.size, u.writes,
					 u.atomic, u.pc, u.object)
		       : 0;
}

/* Replaces the place of a divided line by those of its objects. */
static void replace_place(struct place *whole)
{
	const struct nm_words_line *const l = whole->line;
	uint64_t all = 0;
	unsigned int n = 0;

	for (unsigned int i = 0; i < now.owners; i++) {
		const struct nm_words_line *of = nm_words_find(now.owner[i].words, l->addr);

		all += of ? of->true_sharing + of->false_sharing : 0;
	}
	for (unsigned int i = 0; i < now.owners && now.places < LINES_MOST; i++) {
		const struct nm_words_line *of = nm_words_find(now.owner[i].words, l->addr);
		const uint64_t sum = of ? of->true_sharing + of->false_sharing : 0;

		if (!sum)
			continue;
		*(n++ ? &now.place[now.places++] : whole) = (struct place){
			.line = of, .owner = &now.owner[i], .share = (double)sum / (double)all};
	}
}

/* Divides the uses of lines between the objects that have the same bytes at different times. */
static bool divide_lines(void)
{
	const unsigned int places = now.places;
	char error[MEMTRACE_ERROR];

	divisions = 0;
	now.undivided = 0;
	for (unsigned int i = 0; i < places; i++)
		if (now.place[i].line->threads > 1)
			divide(now.place[i].line);
	if (!divisions)
		return true;
	if (nm_program_accesses_again(now.p, true, add_use, NULL, error)) {
		util_error("%s", error);
		return false;
	}
	for (unsigned int i = 0; i < now.owners; i++)
		nm_words_finish(now.owner[i].words);
	for (unsigned int i = 0; i < places; i++)
		if (find_divided(now.place[i].line->addr))
			replace_place(&now.place[i]);
	qsort(now.place, now.places, sizeof(*now.place), by_address);
	return true;
}

static void forget_owners(void)
{
	while (now.owners)
		nm_words_close(now.owner[--now.owners].words);
}

/* Adds what a place costs to its finding: the part of its range that its owner has. */
static bool add_share(const struct place *p, struct finding *f)
{
	struct times times = {0};
	struct cost all = {0};

	if (!add_range(p->range, &all, &times))
		return false;
	f->before.references += (uint64_t)(p->share * (double)all.references + 0.5);
	f->before.requests += (uint64_t)(p->share * (double)all.requests + 0.5);
	f->before.waited += (uint64_t)(p->share * (double)all.waited + 0.5);
	f->before.transfers += (uint64_t)(p->share * (double)all.transfers + 0.5);
	f->times_before.interval = times.interval;
	for (unsigned int i = 0; i < INTERVALS; i++)
		f->times_before.requests[i] +=
			(uint64_t)(p->share * (double)times.requests[i] + 0.5);
	return true;
}

static bool find_objects(void)
{
	for (unsigned int i = 0; i < now.places; i++) {
		static struct named object[OBJECTS_MOST];
		const struct nm_words_line *l = now.place[i].line;
		const size_t n = objects_of(l, object);
		const struct owner *const owner = now.place[i].owner;
		/* True sharing is that of the shared bytes, however often others are used. Only
		 * writes make other transfers. */
		const char *title =
			owner ? owner->title
			      : title_of(object, n,
					 l->true_sharing > l->false_sharing ? SHARED : WRITES);
		struct finding *f = finding_of(title, NO_REPAIR);

		if (!f) {
			util_error("more than %u objects are shared", FINDINGS_MOST);
			return false;
		}
		now.place[i].finding = (unsigned int)(f - now.finding);
		for (size_t k = 0; k < n; k++)
			if (strcmp(object[k].name, title))
				add_name(f->others, object[k].name);
		nm_words_add(&f->sum, l);
		f->lines++;
		f->divided |= owner != NULL;
		if (!f->worst || l->true_sharing + l->false_sharing >
					 f->worst->true_sharing + f->worst->false_sharing)
			f->worst = l;
		if (!add_share(&now.place[i], f))
			return false;
	}
	for (unsigned int i = 0; i < now.findings; i++) {
		struct finding *const f = &now.finding[i];

		nm_diagnose_words(&f->d, &f->sum);
		f->depends = want.runs == 1 && nm_depends_on_run(&f->sum);
	}
	return true;
}

/* Runs the program unchanged. */
static bool measure(void)
{
	if (!begin_map())
		return false;
	for (unsigned int i = 0; i < now.places; i++) {
		const uint64_t addr = now.place[i].line->addr;

		now.place[i].range =
			i && now.place[i - 1].line->addr == addr
				? now.place[i - 1].range
				: put_map(addr, LINE, "", PLACE(home_of(addr), addr), "");
	}
	return replay(&now.all) && find_objects();
}

/* Runs the program with the lines of a finding divided. */
static bool pad(struct finding *f)
{
	uint64_t room = (uint64_t)nm_program_pages(now.p) << PAGE_BITS;
	struct nm_gain_part part[NM_GAIN_LINE];
	static unsigned int range[LINES_MOST * LINE];
	unsigned int parts = 0;

	if (!begin_map())
		return false;
	for (unsigned int i = 0; i < now.places; i++) {
		const struct nm_words_line *l = now.place[i].line;
		unsigned int n;

		if (now.place[i].finding != f - now.finding)
			continue;
		n = nm_gain_split(l, LINE, &room, part);
		for (unsigned int k = 0; k < n; k++)
			range[parts++] = put_map(part[k].start, part[k].bytes, "",
						 PLACE(home_of(l->addr), part[k].to), "");
	}
	if (room > MEMORY) {
		fclose(map);
		return true;
	}
	f->parts = parts;
	if (!replay(&f->all_after))
		return false;
	f->repair = PAD;
	f->all_before = now.all;
	for (unsigned int i = 0; i < parts; i++)
		if (!add_range(range[i], &f->after, &f->times_after))
			return false;
	return true;
}

/* Returns whether lines have transfers that no word requires, always or in a phase. */
static bool apart(const struct finding *f)
{
	bool any = f->d.pattern == NM_FALSE_SHARING || f->d.pattern == NM_BOTH_SHARING;

	for (unsigned int i = 0; i < f->phases; i++)
		any |= f->phase[i].pattern == NM_FALSE_SHARING ||
		       f->phase[i].pattern == NM_BOTH_SHARING;
	return any;
}

static bool pad_all(void)
{
	for (unsigned int i = 0; i < now.findings; i++) {
		struct finding *f = &now.finding[i];

		if (apart(f) && 100 * f->before.waited >= now.all.waited && !pad(f))
			return false;
	}
	return true;
}

/* ---- pages ---- */

/* Stores the advice for a page. */
static bool ask_page(size_t page, enum repair *repair, unsigned int *station)
{
	static const enum repair repairs_of[NM_ADVICES] = {
		[NM_MOVE] = MOVE, [NM_REPLICATE] = REPLICATE};
	char command[32], reply[NM_REPLY_BYTES], name[8];
	struct nm_page requests = {0};

	snprintf(command, sizeof(command), "page %zu", page);
	if (!ask(command, reply))
		return false;
	for (unsigned int s = 0; s < NM_STATIONS; s++) {
		snprintf(name, sizeof(name), "s%u", s);
		requests.access[s] = named_number(reply, name);
		requests.total += requests.access[s];
	}
	*repair = repairs_of[nm_gain_page(&requests, named_number(reply, "writes"),
					  home_of((uint64_t)page << PAGE_BITS), station)];
	return true;
}

/* Returns the object in the most used line of a page. */
static void page_title(size_t page, char title[TITLE])
{
	static struct named object[OBJECTS_MOST];
	const struct nm_words_line *best = NULL;

	for (uint64_t addr = page << PAGE_BITS; addr < (page + 1) << PAGE_BITS; addr += LINE) {
		const struct nm_words_line *l = nm_words_find(nm_program_words(now.p), addr);

		if (l && (!best || l->reads + l->writes > best->reads + best->writes))
			best = l;
	}
	snprintf(title, TITLE, "%s",
		 best ? title_of(object, objects_of(best, object), ANY) : "");
}

#define PAGES_MOST (MEMORY >> PAGE_BITS)

static struct {
	size_t page;
	struct finding *f;
	unsigned int station, range;
} moved[PAGES_MOST];
static unsigned int moves;

static bool choose_pages(void)
{
	const size_t pages = nm_program_pages(now.p);

	moves = 0;
	for (size_t i = 0; i < pages && moves < PAGES_MOST; i++) {
		unsigned int station;
		char title[TITLE];
		enum repair r;

		if (!ask_page(i, &r, &station))
			return false;
		if (r == NO_REPAIR)
			continue;
		page_title(i, title);
		moved[moves].page = i;
		moved[moves].f = finding_of(title, r);
		if (!moved[moves].f)
			break;
		moved[moves].station = station;
		moved[moves].f->pages_to[station]++;
		moved[moves++].f->lines++;
	}
	return true;
}

#define PAGE_BYTES (UINT64_C(1) << PAGE_BITS)

/* Measures what the pages of all findings cost where they are. */
static bool measure_pages(void)
{
	struct cost all;

	if (!begin_map())
		return false;
	for (unsigned int i = 0; i < moves; i++) {
		const uint64_t start = (uint64_t)moved[i].page << PAGE_BITS;

		moved[i].range =
			put_map(start, PAGE_BYTES, "", PLACE(home_of(start), start), "");
	}
	if (!replay(&all))
		return false;
	for (unsigned int i = 0; i < moves; i++) {
		moved[i].f->all_before = all;
		if (!add_range(moved[i].range, &moved[i].f->before, &moved[i].f->times_before))
			return false;
	}
	return true;
}

/* Runs the program with the pages of a finding at the recommended stations. @initialise: the
 * threads there initialise them, and the accesses of others before are left out. */
static bool run_pages(struct finding *f, bool initialise)
{
	f->initialised = initialise;
	if (!begin_map())
		return false;
	for (unsigned int i = 0; i < moves; i++) {
		const uint64_t start = (uint64_t)moved[i].page << PAGE_BITS;
		char owner[16] = "";

		if (moved[i].f != f)
			continue;
		if (initialise)
			snprintf(owner, sizeof(owner), " %u", moved[i].station);
		if (f->repair == REPLICATE)
			moved[i].range = put_map(start, PAGE_BYTES,
						 "copy=", PLACE(home_of(start), start), "");
		else
			moved[i].range = put_map(start, PAGE_BYTES, "",
						 PLACE(moved[i].station, start), owner);
	}
	if (!replay(&f->all_after))
		return false;
	f->after = (struct cost){0};
	f->times_after = (struct times){0};
	for (unsigned int i = 0; i < moves; i++)
		if (moved[i].f == f && !add_range(moved[i].range, &f->after, &f->times_after))
			return false;
	return true;
}

/* Runs the program with the pages of a finding moved or replicated. Other threads initialise
 * moved pages by at most two accesses to each byte; what uses them more often stays. */
static bool move(struct finding *f)
{
	if (!run_pages(f, f->repair == MOVE))
		return false;
	return left_out(f) <= 2 * PAGE_BYTES * f->lines || run_pages(f, false);
}

static bool move_all(void)
{
	if (want.machine == ROCKET)
		return true;
	if (!choose_pages() || (moves && !measure_pages()))
		return false;
	for (unsigned int i = 0; i < now.findings; i++)
		if (pages_of(&now.finding[i]) && !move(&now.finding[i]))
			return false;
	return true;
}

/* ---- gain ---- */

/* Returns the reduction of the waiting time of all threads by the repair, in per cent of the
 * time that they waited for this finding before it. */
static double gain(const struct finding *f)
{
	return f->before.waited
		       ? 100 * ((double)f->all_before.waited - (double)f->all_after.waited) /
				 (double)f->before.waited
		       : 0;
}

static bool worth(const struct finding *f)
{
	if (pages_of(f))
		return gain(f) >= GAIN_PERCENT;
	return f->before.requests && f->d.pattern != NM_PRIVATE &&
	       f->d.pattern != NM_READ_SHARED && f->d.transfers >= 10;
}

/* ---- phases ---- */

/* Adds an access to the search for the phases of the object in its line. */
static int add_access(void *arg, const struct nm_program_access *a)
{
	const struct nm_words_line line = {.addr = a->addr & ~(uint64_t)(LINE - 1)};
	const struct place key = {.line = &line};
	/* a line whose bytes are those of several objects is divided in time already */
	const struct place *found =
		bsearch(&key, now.place, now.places, sizeof(*now.place), by_address);
	struct nm_phases *search = found ? now.finding[found->finding].search : NULL;

	(void)arg;
	return search ? nm_phases_access(search, a->thread, a->addr, a->size, a->writes,
					 a->reference)
		      : 0;
}

/* Ends a reading of the recording; sets *more if a search requires another one. */
static int end_reading(bool *more)
{
	int err = 0;

	*more = false;
	for (unsigned int i = 0; i < now.findings; i++) {
		struct finding *f = &now.finding[i];
		const int n = f->search ? nm_phases_finish(f->search) : 0;

		*more |= n > 0;
		err = n < 0 ? n : err;
		if (!f->search || n > 0)
			continue;
		f->phases = nm_phases_found(f->search, f->phase);
		nm_phases_close(f->search);
		f->search = NULL;
	}
	return err;
}

/* Finds the phases of all findings. */
static bool find_phases(void)
{
	char error[MEMTRACE_ERROR] = "no memory";
	bool more = false;
	int err = 0;

	for (unsigned int i = 0; i < now.findings && !err; i++) {
		struct finding *f = &now.finding[i];

		if (!worth(f))
			continue;
		f->search = nm_phases_open(LINE, f->sum.reads + f->sum.writes);
		err = f->search ? 0 : -ENOMEM;
		more = true;
	}
	while (more && !err) {
		err = nm_program_accesses_again(now.p, false, add_access, NULL, error);
		if (!err)
			err = end_reading(&more);
	}
	for (unsigned int i = 0; i < now.findings; i++)
		nm_phases_close(now.finding[i].search);
	if (err)
		util_error("%s", error);
	return !err;
}

static void print_phases(const struct finding *f)
{
	char text[1024] = "";

	for (unsigned int i = 0; i < f->phases; i++) {
		const size_t used = strlen(text);

		if (i)
			snprintf(text + used, sizeof(text) - used,
				 ", after %" PRIu64 " references %s", f->phase[i].from,
				 nm_pattern_name(f->phase[i].pattern));
		else
			snprintf(text, sizeof(text), "first %s",
				 nm_pattern_name(f->phase[i].pattern));
	}
	util_print("   %s", text);
}

/* ---- report ---- */

static int by_cost(const void *a, const void *b)
{
	const struct finding *x = *(const struct finding *const *)a,
			     *y = *(const struct finding *const *)b;

	if (x->before.waited != y->before.waited)
		return x->before.waited < y->before.waited ? 1 : -1;
	return x < y ? -1 : 1;
}

/* Stores to which stations the pages of a finding move. */
static void name_targets(const struct finding *f, char *text, size_t size)
{
	unsigned int stations = 0;
	size_t n;

	for (unsigned int s = 0; s < NM_STATIONS; s++)
		stations += f->pages_to[s] > 0;
	n = (size_t)snprintf(text, size, "%s",
			     stations == 1    ? " to the station of"
			     : f->initialised ? ", each page to the station of the thread that "
						"initialises it then:"
					      : " to the stations of");
	for (unsigned int s = 0; s < NM_STATIONS && n < size; s++)
		if (f->pages_to[s] && stations > 1)
			n += (size_t)snprintf(text + n, size - n, "%s thread %u (%u page%s)",
					      text[n - 1] == ')' ? "," : "", s, f->pages_to[s],
					      f->pages_to[s] > 1 ? "s" : "");
		else if (f->pages_to[s])
			snprintf(text + n, size - n, " thread %u%s", s,
				 f->initialised ? ", which initialises it" : "");
}

static void print_gain(const struct finding *f)
{
	static const char *const what[] = {
		[PAD] = "padded", [MOVE] = "moved", [REPLICATE] = "replicated"};
	const double less = 100 - nmutil_percent(f->all_after.waited, f->all_before.waited);
	char how[512] = "";

	if (f->repair == NO_REPAIR)
		return;
	if (f->repair == MOVE)
		name_targets(f, how, sizeof(how));
	if (f->repair == PAD)
		snprintf(how, sizeof(how), ", %u parts with lines of their own", f->parts);
	util_print("   %s%s: requests %" PRIu64 " -> %" PRIu64 ", waiting %s -> %s",
		   what[f->repair], how, f->before.requests, f->after.requests,
		   nmutil_us(f->before.waited), nmutil_us(f->after.waited));
	util_print("   whole program: requests %" PRIu64 " -> %" PRIu64 ", waiting %s -> %s "
		   "(%.0f %% %s), run time %s -> %s",
		   f->all_before.requests, f->all_after.requests,
		   nmutil_us(f->all_before.waited), nmutil_us(f->all_after.waited),
		   less < 0 ? -less : less, less < 0 ? "more" : "less",
		   nmutil_us(f->all_before.run), nmutil_us(f->all_after.run));
	if (left_out(f))
		util_print("   the %" PRIu64 " references by which other threads initialise it "
			   "are left out",
			   left_out(f));
}

static unsigned int verdict_of(const struct finding *f)
{
	return f->phases ? CHANGES : f->d.pattern;
}

static const char *verdict_name(unsigned int verdict)
{
	return verdict == CHANGES ? "changes with time" : nm_pattern_name(verdict);
}

static struct history *history_of(const struct finding *f)
{
	struct history *h = history;

	while (h < history + histories &&
	       (h->pages != pages_of(f) || strcmp(h->title, f->title)))
		h++;
	return h;
}

static unsigned int runs_with(const struct history *h, unsigned int verdict)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < want.runs; i++)
		n += h->verdict[i] == verdict;
	return n;
}

/* Returns the verdict on which at least two thirds of the deciding runs agree; NM_UNDECIDED:
 * there is none. */
static unsigned int agreed(const struct history *h)
{
	const unsigned int decided = h->found - runs_with(h, NM_UNDECIDED);

	for (unsigned int v = 1; v < NOT_FOUND; v++)
		if (decided && 3 * runs_with(h, v) >= 2 * decided)
			return v;
	return NM_UNDECIDED;
}

/* Returns whether at least two thirds of the runs with this finding have a repair for it. */
static bool repairs(const struct history *h)
{
	return 3 * h->repaired >= 2 * h->found;
}

static void print_history(const struct history *h)
{
	char verdicts[256] = "";

	for (unsigned int v = 0; v < NOT_FOUND && h->pages == NO_REPAIR; v++) {
		const unsigned int n = runs_with(h, v);
		const size_t used = strlen(verdicts);

		if (n)
			snprintf(verdicts + used, sizeof(verdicts) - used, "%s%s in %u",
				 used ? ", " : ": ", verdict_name(v), n);
	}
	util_print("   found in %u of %" PRIu64 " runs%s; requests %" PRIu64 " to %" PRIu64
		   ", waiting %s to %s",
		   h->found, want.runs, verdicts, h->requests[0], h->requests[1],
		   nmutil_us(h->waited[0]), nmutil_us(h->waited[1]));
	if (repairs(h))
		util_print("   the repair saves %.0f to %.0f %% of its waiting", h->gain[0],
			   h->gain[1]);
}

static const char *pages_text(enum repair pages)
{
	return pages == MOVE ? "used by another station than its memory's"
			     : "only read, by several stations";
}

/* Prints a finding about lines with a verdict, which may be another than that of the current
 * run. */
static void print_lines(unsigned int number, const struct finding *f, unsigned int verdict)
{
	const bool same = verdict == verdict_of(f);
	const char *why = verdict ? "" : same ? nm_doubt_text(f->d.doubt) : "the runs disagree";

	util_print("%u. %s: %s%s%s%s: %u line%s, %" PRIu64 " requests, waiting %s, "
		   "%.0f %% of all",
		   number, f->title, verdict_name(verdict), *why ? " (" : "", why,
		   *why ? ")" : "", f->lines, f->lines > 1 ? "s" : "", f->before.requests,
		   nmutil_us(f->before.waited),
		   nmutil_percent(f->before.waited, now.all.waited));
	if (f->depends)
		util_print("   " DEPENDS);
	if (same && verdict == CHANGES)
		print_phases(f);
	if (same && verdict == NM_BOTH_SHARING)
		util_print("   %.0f %% of its transfers are required by no word",
			   nmutil_percent(f->sum.false_sharing,
					  f->sum.true_sharing + f->sum.false_sharing));
	if (f->divided)
		util_print(
			"   other variables have its bytes at other times; their requests are "
			"divided like their transfers");
	if (want.machine == ROCKET)
		util_print("   transfers: %" PRIu64, f->before.transfers);
	if (*f->others)
		util_print("   in the same lines: %s", f->others);
	nmutil_uses(now.p, f->worst, want.uses);
}

static void print_pages(unsigned int number, const struct finding *f)
{
	util_print("%u. %s: %s: %u page%s, %" PRIu64 " requests, waiting %s, %.0f %% of all",
		   number, f->title, pages_text(f->repair), f->lines, f->lines > 1 ? "s" : "",
		   f->before.requests, nmutil_us(f->before.waited),
		   nmutil_percent(f->before.waited, now.all.waited));
}

static void print_finding(unsigned int number, const struct finding *f)
{
	const struct history *h = history_of(f);
	const bool several = want.runs > 1 && h < history + histories;

	if (pages_of(f))
		print_pages(number, f);
	else
		print_lines(number, f, several ? agreed(h) : verdict_of(f));
	if (!several || repairs(h))
		print_gain(f);
	if (several)
		print_history(h);
}

/* Prints the findings of at least half of the runs that run @shown does not have. */
static void print_absent(unsigned int shown)
{
	for (const struct history *h = history; h < history + histories; h++) {
		if (h->verdict[shown] != NOT_FOUND || 2 * h->found < want.runs)
			continue;
		util_print("not in this run: %s: %s", h->title,
			   h->pages ? pages_text(h->pages) : verdict_name(agreed(h)));
		print_history(h);
	}
}

/* Returns which part of the program's references was recorded; "": all. */
static const char *recorded_part(void)
{
	static char text[128];
	const uint64_t made = nm_program_accesses(now.p), all = made + nm_program_left(now.p);
	const uint64_t phases = nm_program_phases(now.p);
	const double percent = nmutil_percent(made, all);

	if (made == all)
		return "";
	if (phases)
		snprintf(text, sizeof(text),
			 "%" PRIu64 " of %" PRIu64 " references, %.2g %%, in %" PRIu64
			 " phases",
			 made, all, percent, phases);
	else
		snprintf(text, sizeof(text),
			 "the first %" PRIu64 " of %" PRIu64 " references, %.0f %%", made, all,
			 percent);
	return text;
}

static struct report to_report;

__attribute__((format(printf, 1, 2))) static void note(const char *fmt, ...)
{
	va_list list;

	if (to_report.notes == NOTES_MOST)
		return;
	va_start(list, fmt);
	vsnprintf(to_report.note[to_report.notes++], NOTE, fmt, list);
	va_end(list);
}

#define MACHINE "machine: " /* of a report; without this note it is NUMAchine */

#define OTHERS "not in this report: "

static const char *machine_name(void)
{
	return want.machine == ROCKET ? "rocket" : "numachine";
}

/* Notes with what the figures were made. */
static void note_conditions(void)
{
	to_report.notes = 0;
	if (want.machine != NUMACHINE)
		note(MACHINE "%s", machine_name());
	if (want.from)
		note("left out: what happens before %s", want.from);
	if (now.status)
		note("the program ended with status %d", now.status);
	if (now.incomplete)
		note("the recording is incomplete: %s", strerror(now.incomplete));
}

/* Notes what the recording does not contain. */
static void note_unseen(void)
{
	struct nm_unseen u;

	if (*recorded_part())
		note("recorded: %s", recorded_part());
	if (now.unexamined)
		note("not examined: %zu lines that threads take from each other, those with the "
		     "fewest transfers; %u are",
		     now.unexamined, LINES_MOST);
	if (now.undivided)
		note("not divided: %zu lines whose bytes several variables have at different times; "
		     "each is counted as one variable's",
		     now.undivided);
	if (nm_program_unordered(now.p))
		note("not recorded: the order of threads by plain accesses to some of their "
		     "atomic or polled variables, of which there are too many");
	if (nm_unseen(&u, nm_program_file(now.p, 0)))
		return;
	if (!u.records) { /* valgrind has seen all of its accesses */
		u.fills = false;
		*u.writes = '\0';
	}
	if (u.fills)
		note("not recorded: fills and copies that gcc replaced by instructions; "
		     "compile with -fno-builtin -fno-tree-loop-distribute-patterns");
	if (u.split)
		note("not read: debug information in .dwo files; compile with "
		     "-gno-split-dwarf for names and source lines");
	if (*u.writes)
		note("not recorded: what functions of the C library write into the "
		     "program's memory: %s",
		     u.writes);
	if (*u.orders)
		note("not recorded: the order of threads by %s; threads that take turns by "
		     "them seem to run at the same time",
		     u.orders);
	if (*u.forks)
		note("not recorded: what processes that %s makes do, also in memory that "
		     "they share with this one",
		     u.forks);
}

/* Returns the verdict that the text report gives, too. */
static const char *final_verdict(const struct finding *f)
{
	const struct history *h = history_of(f);
	const bool several = want.runs > 1 && h < history + histories;

	if (pages_of(f))
		return pages_text(f->repair);
	return verdict_name(several ? agreed(h) : verdict_of(f));
}

/* ---- comparison ---- */

/* Returns the current finding of a line of an earlier report; NULL: there is none. */
static const struct finding *same_finding(const struct finding *const *order, unsigned int n,
					  const char *object, const char *verdict)
{
	const bool pages =
		!strcmp(verdict, pages_text(MOVE)) || !strcmp(verdict, pages_text(REPLICATE));

	for (unsigned int i = 0; i < n; i++)
		if (!strcmp(order[i]->title, object) &&
		    (pages_of(order[i]) != NO_REPAIR) == pages)
			return order[i];
	return NULL;
}

/* columns of a report in csv */
enum {
	OBJECT,
	VERDICT,
	LINES,
	PAGES,
	REQUESTS,
	WAITED,
	PERCENT,
	REPAIR,
	REQUESTS_AFTER,
	WAITED_AFTER,
	COLUMNS
};

static bool is_number(const char *text)
{
	uint64_t v;

	return number_whole(text, 0, UINT64_MAX, &v);
}

/* Divides a line of a report in csv; returns whether it is one, and complete. */
static bool read_cells(char *line, bool title, char *cell[COLUMNS])
{
	const bool complete = strchr(line, '\n');
	char *at = line;
	unsigned int n = 0;

	line[strcspn(line, "\r\n")] = '\0';
	do
		cell[n++] = csv_next(&at);
	while (at && n < COLUMNS);
	if (!complete || at || n < COLUMNS || !cell[n - 1])
		return false;
	return title ? !strcmp(cell[OBJECT], "object") && !strcmp(cell[WAITED], "waited ns")
		     : is_number(cell[REQUESTS]) && is_number(cell[WAITED]);
}

/* What the notes of an earlier report say. */
struct earlier {
	char machine[32];
	bool cut; /* it has not all findings */
};

static void read_note(const char *line, struct earlier *e)
{
	const char *text = line + strspn(line, "# ");

	sscanf(text, MACHINE "%31s", e->machine);
	e->cut |= after_prefix(text, OTHERS) != NULL;
	util_print("%s: %.*s", want.compare, (int)strcspn(text, "\n"), text);
}

static bool same_machine(const struct earlier *e)
{
	if (!strcmp(e->machine, machine_name()))
		return true;
	util_error("%s: a report of machine %s, not %s", want.compare, e->machine,
		   machine_name());
	return false;
}

/* Prints what became of the findings of an earlier report, and which are new. */
static void print_comparison(const struct finding *const *order, unsigned int n)
{
	static bool known[FINDINGS_MOST];
	FILE *f = fopen(want.compare, "r");
	char *line = NULL, *cell[COLUMNS];
	size_t size = 0;
	struct earlier earlier = {.machine = "numachine"};
	bool first = true, wrong = false;
	unsigned int number = 0;

	if (!f) {
		util_error("%s: %s", want.compare, strerror(errno));
		return;
	}
	while (getline(&line, &size, f) > 0) {
		const struct finding *same;

		number++;
		if (first && *line == '#') {
			read_note(line, &earlier);
			continue;
		}
		wrong = first && !same_machine(&earlier);
		if (wrong)
			break;
		wrong = !read_cells(line, first, cell);
		if (wrong) {
			util_error("%s:%u: not a report in csv", want.compare, number);
			break;
		}
		if (first) {
			util_print("compared with %s:", want.compare);
			first = false;
			continue;
		}
		same = same_finding(order, n, cell[OBJECT], cell[VERDICT]);
		for (unsigned int i = 0; i < n; i++)
			known[i] |= order[i] == same;
		util_print("   %s: requests %s -> %" PRIu64 ", waiting %s -> %s%s",
			   cell[OBJECT], cell[REQUESTS], same ? same->before.requests : 0,
			   nmutil_us(strtoull(cell[WAITED], NULL, 10)),
			   nmutil_us(same ? same->before.waited : 0), same ? "" : ": gone");
	}
	if (ferror(f))
		util_error("%s: %s", want.compare, strerror(errno));
	else if (first && !wrong)
		util_error("%s: not a report in csv: it has no title line", want.compare);
	for (unsigned int i = 0; i < n && !first; i++)
		if (!known[i])
			util_print("   %s: new%s: requests %" PRIu64 ", waiting %s",
				   order[i]->title, earlier.cut ? ", or left out there" : "",
				   order[i]->before.requests,
				   nmutil_us(order[i]->before.waited));
	free(line);
	fclose(f);
}

/* Returns whether a finding costs more than --fail-above allows. */
static bool report(unsigned int shown)
{
	static void (*const write_report[])(const struct report *r) = {[JSON] = sharing_json,
								       [CSV] = sharing_csv,
								       [SARIF] = sharing_sarif,
								       [HTML] = sharing_html};
	static const struct finding *order[FINDINGS_MOST];
	struct report *r = &to_report;
	unsigned int n = 0;
	bool above = false;

	r->transfers = want.machine == ROCKET;
	for (unsigned int i = 0; i < now.findings; i++) {
		struct finding *f = &now.finding[i];

		if (!worth(f))
			continue;
		f->verdict = final_verdict(f);
		f->share = nmutil_percent(f->before.waited, now.all.waited);
		above |= want.fail_above >= 0 && f->share > want.fail_above;
		order[n++] = f;
	}
	qsort(order, n, sizeof(*order), by_cost);
	note_conditions();
	note_unseen();
	if (want.format != TEXT) {
		r->p = now.p;
		r->finding = order;
		r->findings = n < want.findings ? n : (unsigned int)want.findings;
		r->all = now.all;
		if (r->findings < n)
			note(OTHERS "%u of %u findings, which cost less", n - r->findings, n);
		r->uses = want.uses;
		write_report[want.format](r);
		return above;
	}
	if (want.runs > 1)
		util_print("run %u of %" PRIu64 ", which agrees most with the others:",
			   shown + 1, want.runs);
	util_print("%u threads, %" PRIu64 " references, %" PRIu64 " requests to memory, "
		   "waiting %s of all threads, run time %s",
		   nm_program_threads(now.p), now.all.references, now.all.requests,
		   nmutil_us(now.all.waited), nmutil_us(now.all.run));
	if (!n)
		util_print("the threads take no data from each other");
	for (unsigned int i = 0; i < n && i < want.findings; i++)
		print_finding(i + 1, order[i]);
	if (n > want.findings)
		util_print("and %u others", n - (unsigned int)want.findings);
	print_absent(shown);
	if (want.compare)
		print_comparison(order, n);
	for (unsigned int i = 0; i < r->notes; i++)
		util_print("%s", r->note[i]);
	return above;
}

static void widen(uint64_t range[2], uint64_t v, bool first)
{
	range[0] = first || v < range[0] ? v : range[0];
	range[1] = first || v > range[1] ? v : range[1];
}

static void remember(unsigned int run)
{
	for (unsigned int i = 0; i < now.findings; i++) {
		const struct finding *f = &now.finding[i];
		struct history *h = history_of(f);
		const double g = gain(f);

		if (!worth(f))
			continue;
		if (h == history + FINDINGS_MOST)
			return;
		if (h == history + histories) {
			histories++;
			memcpy(h->title, f->title, TITLE);
			h->pages = pages_of(f);
			memset(h->verdict, NOT_FOUND, sizeof(h->verdict));
		}
		widen(h->requests, f->before.requests, !h->found);
		widen(h->waited, f->before.waited, !h->found);
		h->found++;
		h->verdict[run] = (unsigned char)verdict_of(f);
		if (!f->repair)
			continue;
		h->gain[0] = !h->repaired || g < h->gain[0] ? g : h->gain[0];
		h->gain[1] = !h->repaired || g > h->gain[1] ? g : h->gain[1];
		h->repaired++;
	}
}

/* Returns the run with the largest sum over its findings of the waiting time, doubled for a
 * finding with the agreed verdict. The last run wins a tie. */
static unsigned int typical_run(void)
{
	uint64_t most = 0;
	unsigned int best = 0;

	for (unsigned int i = 0; i < want.runs; i++) {
		uint64_t sum = 0;

		for (const struct history *h = history; h < history + histories; h++)
			if (h->verdict[i] != NOT_FOUND)
				sum += h->waited[1] * (h->verdict[i] == agreed(h) ? 2 : 1);
		if (sum >= most) {
			most = sum;
			best = i;
		}
	}
	return best;
}

/* ---- runs ---- */

/* Reads the place of --from; a function is looked up in the program of the recording. */
static bool read_from(struct memtrace_from *from)
{
	const char *text = want.from;
	uint64_t low, high;

	*now.from = '\0';
	if (!text)
		return true;
	if (!memtrace_read_from(text, from)) {
		snprintf(now.from, sizeof(now.from), "from=%s ", text);
		return true;
	}
	if (!nmutil_function(now.recording, text, &low, &high)) {
		util_error("--from=%s: the program has no such function, "
			   "and it is not barrier:N or references:N",
			   text);
		return false;
	}
	*from = (struct memtrace_from){
		.kind = MEMTRACE_FROM_FUNCTION, .low = low, .high = high};
	snprintf(now.from, sizeof(now.from), "from=pc:0x%" PRIx64 "-0x%" PRIx64 " ", low, high);
	return true;
}

static bool open_recording(void)
{
	char *const path[] = {now.recording, NULL};
	static struct memtrace_from from;
	char error[MEMTRACE_ERROR];
	struct nm_unseen u;
	int why;

	from = (struct memtrace_from){0};
	if (!read_from(&from))
		return false;
	now.begin = from;
	if (nm_program_open_from(&now.p, path, 1, LINE, want.from ? &from : NULL, error)) {
		util_error("%s", error);
		return false;
	}
	if (nm_program_incomplete(now.p, &why)) {
		now.incomplete = why;
		util_flaw("the recording is incomplete: %s", strerror(why));
	}
	if (nm_program_accesses(now.p))
		return true;
	if (!nm_unseen(&u, nm_program_file(now.p, 0)) && *u.forks)
		util_error(
			"the program made no access that was recorded: what processes that %s "
			"makes do is not",
			u.forks);
	else
		util_error(
			"the program made no access that was recorded%s",
			*recorder ? ""
				  : ": compile its sources with \"-g -fsanitize=thread\", too");
	return false;
}

/* Says so if --from leaves nothing to judge. */
static bool something_left(void)
{
	if (!want.from || now.all.references)
		return true;
	util_error("--from=%s: the program makes no reference after that", want.from);
	return false;
}

static bool analyse(void)
{
	forget_owners();
	nm_program_close(now.p);
	now.p = NULL;
	now.findings = 0;
	if (!open_recording())
		return false;
	nmutil_variables(now.p);
	choose_lines();
	return divide_lines() && measure() && something_left() && find_phases() && move_all() &&
	       pad_all();
}

/* Makes a link to a recording, which commands can name: without blanks. */
static bool link_recording(const char *recording)
{
	char path[PATH_MAX];

	if (realpath(recording, path) && !symlink(path, now.recording))
		return true;
	util_error("%s: %s", recording, strerror(errno));
	return false;
}

static void name_recording(unsigned int run)
{
	snprintf(now.recording, sizeof(now.recording), "%s/%02u.rec", folder, run);
}

/* Returns whether a finding costs more than --fail-above allows. */
static bool run_all(void)
{
	unsigned int run, shown;
	bool good = true, above = false;

	for (run = 0; run < want.runs && good; run++) {
		name_recording(run);
		good = (want.recordings ? link_recording(want.recording[run]) : record()) &&
		       analyse();
		if (good)
			remember(run);
	}
	shown = typical_run();
	if (good && shown + 1 < run) {
		name_recording(shown);
		good = analyse();
	}
	if (good)
		above = report(shown);
	forget_owners();
	nm_program_close(now.p);
	return above;
}

static void read_format(const char *name)
{
	static const char *const names[] = {[TEXT] = "text",
					    [JSON] = "json",
					    [CSV] = "csv",
					    [SARIF] = "sarif",
					    [HTML] = "html"};
	unsigned int i = 0;

	while (i < sizeof(names) / sizeof(*names) && strcmp(names[i], name))
		i++;
	if (i == sizeof(names) / sizeof(*names))
		util_usage("unknown format", name);
	want.format = i;
}

static void read_machine(const char *name)
{
	if (strcmp(name, "rocket") && strcmp(name, "numachine"))
		util_usage("unknown machine", name);
	want.machine = strcmp(name, "rocket") ? NUMACHINE : ROCKET;
}

/* Removes the folder, also in a signal handler. */
static void clean_up(void)
{
	static const char *const names[] = {"map", "libtsan.so", "fills.h", "program"};
	const int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		unlinkat(fd, names[i], 0);
	for (unsigned int i = 0; i < RUNS_MOST; i++) {
		const char name[] = {
			(char)('0' + i / 10), (char)('0' + i % 10), '.', 'r', 'e', 'c', '\0'};

		unlinkat(fd, name, 0);
	}
	close(fd);
	rmdir(folder);
}

static void end_by_signal(int number)
{
	clean_up();
	signal(number, SIG_DFL);
	raise(number);
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (signal(numbers[i], end_by_signal) == SIG_IGN)
			signal(numbers[i], SIG_IGN);
}

static void add_recording(const char *path)
{
	if (want.recordings == RUNS_MOST)
		util_usage("too many recordings", path);
	want.recording[want.recordings++] = path;
}

/* @what: the option and its smallest value, for a message */
static double read_percent(const char *text, double least, const char *what)
{
	const double percent = util_real(text);
	char wrong[64];

	snprintf(wrong, sizeof(wrong), "%s to 100 is expected", what);
	if (!(percent >= least && percent <= 100))
		util_usage(wrong, text);
	return percent;
}

/* Checks options that have no meaning together. */
static void check_options(void)
{
	if (want.recordings && (want.cc || want.runs > 1 || *want.program))
		util_usage("a recording is evaluated once, and without a program",
			   want.recording[0]);
	if (want.recordings && (want.most || want.sample < 100))
		util_usage("--most and --sample are for recording", want.recording[0]);
	if (want.compare && want.format != TEXT)
		util_usage("only a text has a comparison", want.compare);
}

static void parse(int argc, char **argv)
{
	int c;

	util_begin("sharing", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'c')
			want.cc = optarg;
		else if (c == 'r')
			add_recording(optarg);
		else if (c == 'f')
			want.from = optarg;
		else if (c == 'R')
			want.runs = util_number(optarg, RUNS_MOST);
		else if (c == 'm')
			want.most = util_number(optarg, UINT64_MAX);
		else if (c == 's')
			want.sample = read_percent(optarg, 0.001, "--sample from 0.001");
		else if (c == 'M')
			read_machine(optarg);
		else if (c == 'n')
			want.findings = util_number(optarg, FINDINGS_MOST);
		else if (c == 't')
			read_format(optarg);
		else if (c == 'a')
			want.fail_above = read_percent(optarg, 0, "--fail-above from 0");
		else if (c == 'C')
			want.compare = optarg;
		else
			want.uses = util_number(optarg, UINT32_MAX);
	}
	want.program = argv + optind;
	if (!want.runs)
		util_usage("no runs", NULL);
	check_options();
	if (want.recordings)
		want.runs = want.recordings;
	if (!want.recordings && !want.cc && !*want.program)
		util_usage("a program is missing", NULL);
	if ((unsigned int)(argc - optind) >= WORDS_MOST)
		util_usage("more than 4,095 words after the options", NULL);
}

/* Stores the program to be run in want.program: @built, with the arguments of the command. */
static bool prepare(char built[64])
{
	static char *argv[WORDS_MOST + 1];
	unsigned int n = 1;

	if (want.recordings)
		return true;
	if (want.cc) {
		if (!build(want.cc, built))
			return false;
		argv[0] = built;
		for (; want.program[n - 1]; n++)
			argv[n] = want.program[n - 1];
		want.program = argv;
	}
	return check_program(want.program[0]);
}

int main(int argc, char **argv)
{
	char built[64];
	bool above = false;
	int err;

	parse(argc, argv);
	util_open();
	catch_signals();
	if (!mkdtemp(folder)) {
		util_error("%s: %s", folder, strerror(errno));
		return util_end();
	}
	if (prepare(built)) {
		err = want.machine == NUMACHINE ? nm_open(&nm, "sim:") : 0;
		if (err)
			util_error("sim:: %s", strerror(-err));
		else
			above = run_all();
		if (!err && want.machine == NUMACHINE)
			nm_close(&nm);
	}
	clean_up();
	err = util_end();
	return !err && above ? 3 : err;
}
