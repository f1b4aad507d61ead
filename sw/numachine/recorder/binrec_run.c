/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Usage: binrec PROGRAM [ARGUMENT]...
 *
 * Runs a program under the valgrind tool beside this file, and writes the recording that the
 * tool sends to the file that RECORD names, at most RECORD_MOST accesses; if there is
 * RECORD_SAMPLE, it records this percentage of them, in phases. Ends like the program: with its
 * exit status, or by its signal. There is no file if the recording is not complete.
 */
#include "binrec.h"
#include "recorder.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const options[] = {
	"--tool=binrec",
	"--command-line-only=yes",
	"--vgdb=no",
	"-q",
	"--fair-sched=yes", /* threads that wait for their turn get the processor in turn */
	"--max-threads=500",
	"--run-libc-freeres=no",
	"--run-cxx-freeres=no",
	/* a thread can leave before any instruction */
	"--vex-iropt-register-updates=allregs-at-each-insn",
	"--vex-guest-chase=no",
};
#define OPTIONS (sizeof(options) / sizeof(*options))

static int complain(const char *what, int err)
{
	fprintf(stderr, "binrec: %s: %s\n", what, strerror(err));
	return 1;
}

/* Starts the tool, as valgrind's own launcher does, which records @percent of the accesses. */
static void run_tool(char *const *program, int n, int to, double percent)
{
	char own[PATH_MAX], tool[PATH_MAX + 32], pipe[32], most[64], gap[64];
	const char *const limit = getenv("RECORD_MOST");
	const ssize_t bytes = readlink("/proc/self/exe", own, sizeof(own) - 1);
	const char **argv = calloc(OPTIONS + (size_t)n + 5, sizeof(*argv));

	if (bytes <= 0 || !argv)
		_exit(127);
	own[bytes] = '\0';
	snprintf(tool, sizeof(tool), "%s-amd64-linux", own);
	snprintf(pipe, sizeof(pipe), "--pipe=%d", to);
	snprintf(most, sizeof(most), "--most=%s", limit ? limit : "0");
	snprintf(gap, sizeof(gap), "--gap=%.0f", BINREC_PHASE * (100 / percent - 1));
	argv[0] = "valgrind";
	memcpy(argv + 1, options, sizeof(options));
	argv[OPTIONS + 1] = pipe;
	argv[OPTIONS + 2] = most;
	argv[OPTIONS + 3] = gap;
	memcpy(argv + OPTIONS + 4, program, (size_t)n * sizeof(*argv));
	setenv("VALGRIND_LAUNCHER", own, 1);
	unsetenv("RECORD");
	unsetenv("RECORD_MOST");
	unsetenv("RECORD_SAMPLE");
	execv(tool, (char *const *)argv);
	complain(tool, errno);
	_exit(127);
}

static bool read_all(int fd, void *to, size_t n)
{
	uint8_t *at = to;

	while (n) {
		const ssize_t k = read(fd, at, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		at += k;
		n -= (size_t)k;
	}
	return true;
}

/* What a module's file says of it. */
struct module {
	uint64_t base;
	const uint8_t *id;
	size_t id_bytes;
	uint64_t local; /* place of the thread-local variables if it is the program; 0: none */
};

static void read_notes(struct module *m, const uint8_t *p, const uint8_t *end)
{
	while (p + sizeof(ElfW(Nhdr)) <= end) {
		const ElfW(Nhdr) *n = (const void *)p;
		const uint8_t *desc = p + sizeof(*n) + (n->n_namesz + 3) / 4 * 4;

		if (n->n_type == NT_GNU_BUILD_ID && n->n_descsz <= 32 &&
		    desc + n->n_descsz <= end) {
			m->id = desc;
			m->id_bytes = n->n_descsz;
		}
		p = desc + (n->n_descsz + 3) / 4 * 4;
	}
}

/* @start: where the beginning of the file is in memory. */
static void read_headers(struct module *m, const uint8_t *p, size_t size, uint64_t start)
{
	const ElfW(Ehdr) *e = (const void *)p;
	bool loaded = false;

	for (unsigned int i = 0; i < e->e_phnum; i++) {
		const ElfW(Phdr) *h = (const void *)(p + e->e_phoff + i * sizeof(*h));

		if ((const uint8_t *)(h + 1) > p + size)
			return;
		if (h->p_type == PT_LOAD && !loaded) {
			m->base = start - (h->p_vaddr - h->p_offset);
			loaded = true;
		}
		if (h->p_type == PT_NOTE && h->p_offset <= size &&
		    h->p_filesz <= size - h->p_offset)
			read_notes(m, p + h->p_offset, p + h->p_offset + h->p_filesz);
		/* the thread-local variables of a program end where a thread's base is */
		if (h->p_type == PT_TLS && h->p_align)
			m->local = -((h->p_memsz + h->p_align - 1) & -h->p_align);
	}
}

static void put_module(const char *path, uint64_t start, bool program)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct module m = {0};
	struct stat st;
	uint8_t *p = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &st) && (size_t)st.st_size > sizeof(ElfW(Ehdr)))
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd >= 0)
		close(fd);
	if (p == MAP_FAILED)
		return;
	if (!memcmp(p, ELFMAG, SELFMAG)) {
		read_headers(&m, p, (size_t)st.st_size, start);
		recorder_out_module(path, m.base, m.id, m.id_bytes, program ? m.local : 0);
	}
	munmap(p, (size_t)st.st_size);
}

/* Writes the program, or the other modules; a module is a file whose beginning is mapped. */
static void put_modules(FILE *maps, const char *program, bool itself)
{
	char line[RECORDER_LONGEST + 128], last[RECORDER_LONGEST] = "";

	rewind(maps);
	while (fgets(line, sizeof(line), maps)) {
		unsigned long start, offset;
		int at = 0;

		line[strcspn(line, "\n")] = '\0';
		if (sscanf(line, "%lx-%*x %*s %lx %*s %*s %n", &start, &offset, &at) < 2 ||
		    !at || line[at] != '/' || offset || !strcmp(line + at, last))
			continue;
		snprintf(last, sizeof(last), "%s", line + at);
		if (itself == !strcmp(last, program) && !strstr(last, "/valgrind/") &&
		    !strstr(last, "/binrec-"))
			put_module(last, start, itself);
	}
}

/* What the tool sends at the end. */
struct end {
	uint64_t threads, incomplete, left; /* number of accesses that were only counted */
	uint64_t phases;
	uint64_t unordered;
};

/* Packs what the tool sends. Returns whether it has sent the end. */
static bool pack(int from, struct end *end)
{
	static uint8_t contents[MEMTRACE_CONTENTS];
	FILE *const maps = tmpfile();
	char program[RECORDER_LONGEST + 1] = "";
	struct binrec_message m = {0};

	while (maps && m.kind != MEMTRACE_END && read_all(from, &m, sizeof(m)) &&
	       m.size <= sizeof(contents) && read_all(from, contents, m.size)) {
		if (m.kind == MEMTRACE_EVENTS)
			recorder_out_block(MEMTRACE_EVENTS, m.thread, contents, m.size,
					   m.events);
		else if (m.kind == MEMTRACE_INFORMATION)
			recorder_out_items(contents, m.size);
		else if (m.kind == BINREC_PROGRAM)
			snprintf(program, sizeof(program), "%.*s", (int)m.size, contents);
		else if (m.kind == BINREC_MAPS)
			fwrite(contents, 1, m.size, maps);
		else
			memcpy(end, contents, sizeof(*end));
	}
	if (maps && m.kind == MEMTRACE_END) {
		put_modules(maps, program, true);
		put_modules(maps, program, false);
		rewind(maps);
		recorder_out_maps(fileno(maps));
	}
	if (maps)
		fclose(maps);
	return maps && m.kind == MEMTRACE_END;
}

int main(int argc, char **argv)
{
	const char *const path = getenv("RECORD"), *const sample = getenv("RECORD_SAMPLE");
	const double percent = sample ? atof(sample) : 100;
	int ends[2], status, err;
	struct end end = {0};
	bool complete;
	pid_t pid;

	if (argc < 2 || !path) {
		fputs("Usage: RECORD=FILE binrec PROGRAM [ARGUMENT]...\n", stderr);
		return 2;
	}
	if (!(percent > 0 && percent <= 100)) {
		fprintf(stderr, "binrec: RECORD_SAMPLE=%s: a percentage above 0\n", sample);
		return 2;
	}
	if (pipe(ends))
		return complain("pipe", errno);
	pid = fork();
	if (pid < 0)
		return complain("fork", errno);
	if (!pid) {
		close(ends[0]);
		run_tool(argv + 1, argc - 1, ends[1], percent);
	}
	close(ends[1]);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	err = recorder_out_open(path, pid);
	if (err)
		complain(path, -err);
	complete = pack(ends[0], &end);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (err)
		return 1;
	if (complete && end.left)
		recorder_out_item(MEMTRACE_LEFT, &end.left, 1);
	if (complete && end.phases)
		recorder_out_item(MEMTRACE_PHASES, &end.phases, 1);
	if (complete && end.unordered)
		recorder_out_item(MEMTRACE_UNORDERED, &end.unordered, 1);
	if (complete)
		err = recorder_out_close((uint32_t)end.threads, (int)end.incomplete);
	else
		recorder_out_abort();
	if (err)
		return complain(path, -err);
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return WEXITSTATUS(status);
}
