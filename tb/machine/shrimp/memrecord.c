/* SPDX-License-Identifier: Apache-2.0 */
#include "memrecord.h"
#include "../recorder/memrec.h"
#include "outfile.h"
#include "terminal.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ACCESSES ".accesses"
#define PLACES ".places"
#define PROGRAM_MESSAGES "messages" /* of valgrind */
#define PROGRAM_OUTPUT "output"
#define THREADS_MOST "4000" /* at once, in the recorded program; valgrind's default is 500 */
#define LOOK_NS 20000000    /* time between two checks of the process */
/* number of such checks between two checks of the recordings' lengths */
#define CUT_LOOKS 25

/* The recordings are in a folder that only this user may enter. */
struct recording {
	const struct record_options *o;
	char folder[PATH_MAX];
	int fd; /* of the folder */
	unsigned int images;
	bool failed;		  /* one of the recordings is incomplete */
	char best[PATH_MAX + 32]; /* path without its extension */
	struct memrec_header header;
};

/* ---- files ---- */

static bool in_path(const char *word, char *path, size_t size)
{
	const char *at = getenv("PATH");

	if (strchr(word, '/'))
		return (size_t)snprintf(path, size, "%s", word) < size && !access(path, X_OK);
	for (; at && *at; at += strcspn(at, ":"), at += *at == ':') {
		const int n = (int)strcspn(at, ":");

		if ((size_t)snprintf(path, size, "%.*s/%s", n, at, word) < size &&
		    !access(path, X_OK))
			return true;
	}
	return false;
}

static bool is_script(const char *path)
{
	char begin[2] = "";
	FILE *f = fopen(path, "r");
	const bool script = f && fread(begin, 1, 2, f) == 2 && !memcmp(begin, "#!", 2);

	if (f)
		fclose(f);
	return script;
}

/*
 * Prepares the command that starts the recorder and stores it in @path. Debian's valgrind is a
 * script that sets variables for every program and then executes its own path with ".bin"
 * appended. The same script starts the recorder, through a name in the folder, so that a
 * program has the same environment as with any other tool of valgrind. The script does not
 * quote its path, so the path leads through /proc, because that of the folder may contain
 * spaces.
 */
static int prepare_start(struct recording *r, const char *valgrind, char *path, size_t size)
{
	const bool script = is_script(valgrind);
	char real[PATH_MAX];

	r->fd = open(r->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->fd < 0 || !realpath(r->o->recorder, real) ||
	    symlinkat(real, r->fd, "valgrind.bin") ||
	    (script && (!realpath(valgrind, real) || symlinkat(real, r->fd, "valgrind"))))
		return complain("%s: %s", r->folder, strerror(errno));
	snprintf(path, size, "/proc/%d/fd/%d/valgrind%s", (int)getpid(), r->fd,
		 script ? "" : ".bin");
	return 0;
}

static void remove_folder(const struct recording *r)
{
	DIR *d = opendir(r->folder);
	struct dirent *e;

	while (d && (e = readdir(d)))
		unlinkat(dirfd(d), e->d_name, 0); /* all entries except . and .. */
	if (d)
		closedir(d);
	rmdir(r->folder);
	if (r->fd >= 0)
		close(r->fd);
}

static bool read_header(const char *path, struct memrec_header *h)
{
	FILE *f = fopen(path, "r");
	const bool good = f && fread(h, sizeof(*h), 1, f) == 1 &&
			  !memcmp(h->magic, MEMREC_MAGIC, sizeof(h->magic));

	if (f)
		fclose(f);
	return good;
}

/* Finds the recording with the most stores. True: one of them has reached its limit. */
static bool look(struct recording *r)
{
	DIR *d = opendir(r->folder);
	struct dirent *e;
	bool cut = false;

	r->images = 0;
	*r->best = 0;
	while (d && (e = readdir(d))) {
		char path[PATH_MAX + 288];
		const size_t n = strlen(e->d_name);
		struct memrec_header h;

		snprintf(path, sizeof(path), "%s/%s", r->folder, e->d_name);
		if (n < strlen(ACCESSES) ||
		    strcmp(e->d_name + n - strlen(ACCESSES), ACCESSES) ||
		    !read_header(path, &h))
			continue;
		r->images++;
		r->failed |= (h.flags & MEMREC_FAILED) != 0;
		cut |= (h.flags & MEMREC_CUT) != 0;
		if (*r->best && h.stores <= r->header.stores)
			continue;
		r->header = h;
		snprintf(r->best, sizeof(r->best), "%.*s",
			 (int)(strlen(path) - strlen(ACCESSES)), path);
	}
	if (d)
		closedir(d);
	return cut;
}

/* Reads the path of the executable and its command from the recording. */
static void read_names(const struct recording *r, struct record_result *out)
{
	char path[PATH_MAX + 64], text[PATH_MAX + 4096] = "", *at = text;
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s" ACCESSES, r->best);
	f = fopen(path, "r");
	if (f && !fseek(f, (long)sizeof(r->header), SEEK_SET))
		n = fread(text, 1, sizeof(text) - 1, f);
	if (f)
		fclose(f);
	if (n > r->header.bytes - sizeof(r->header))
		n = r->header.bytes - sizeof(r->header);
	snprintf(out->program, sizeof(out->program), "%.*s", PATH_MAX - 1, text);
	while ((at += strlen(at) + 1) < text + n) {
		const size_t have = strlen(out->command);

		snprintf(out->command + have, sizeof(out->command) - have, "%s%s",
			 have ? " " : "", at);
	}
}

/* ---- running ---- */

static volatile sig_atomic_t interrupted; /* the signal that has interrupted the program, or
					   * 0 */

static void interrupt(int sig)
{
	interrupted = sig;
}

/* Stops all processes that the program has left running, in its process group or outside of
 * it. */
static void stop_rest(pid_t group)
{
	char path[64];
	long child;
	FILE *f;

	kill(-group, SIGKILL);
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	for (;;) {
		f = fopen(path, "r");
		if (!f || fscanf(f, "%ld", &child) != 1)
			break;
		fclose(f);
		kill((pid_t)child, SIGKILL);
		waitpid((pid_t)child, NULL, 0);
	}
	if (f)
		fclose(f);
}

/* Waits until the program has ended, a recording has reached its limit, or a signal has
 * come. */
static int follow(struct recording *r, pid_t pid)
{
	static const struct timespec pause = {.tv_nsec = LOOK_NS};
	int status = 0;
	pid_t ended = 0;

	for (unsigned int i = 1; !interrupted && !ended; i++) {
		ended = waitpid(pid, &status, WNOHANG);
		if (!ended && i % CUT_LOOKS == 0 && look(r))
			break;
		if (!ended)
			nanosleep(&pause, NULL);
	}
	if (!ended) {
		kill(-pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	stop_rest(pid);
	return status;
}

/* Ends the program and this process by the signal, and removes the recording. */
static void end_interrupted(const struct recording *r)
{
	char folder[PATH_MAX], *slash;

	remove_folder(r);
	snprintf(folder, sizeof(folder), "%s", r->o->path);
	slash = strrchr(folder, '/');
	if (slash) {
		*slash = 0;
		rmdir(folder); /* which stays if there is something else in it */
	}
	signal(interrupted, SIG_DFL);
	raise(interrupted);
}

static pid_t start(const struct recording *r, const char *path, const char *valgrind)
{
	const struct record_options *o = r->o;
	char folder[PATH_MAX + 16], lines[32], from[PATH_MAX], messages[PATH_MAX + 64];
	const char *fixed[] = {"valgrind",
			       "--tool=memrec",
			       "--command-line-only=yes",
			       "--trace-children=yes",
			       "--vgdb=no",
			       "--max-threads=" THREADS_MOST,
			       "--sigill-diagnostics=yes",
			       messages,
			       folder,
			       lines,
			       o->from	  ? from
			       : o->whole ? "--whole"
					  : "-q"};
	enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };
	const char **argv;
	unsigned int n = 0;
	pid_t pid;

	while (o->argv[n])
		n++;
	argv = calloc(FIXED + n + 1, sizeof(*argv));
	if (!argv)
		return -1;
	snprintf(messages, sizeof(messages), "--log-file=%s/" PROGRAM_MESSAGES, r->folder);
	snprintf(folder, sizeof(folder), "--folder=%s", r->folder);
	snprintf(lines, sizeof(lines), "--lines=%" PRIu64, o->lines);
	snprintf(from, sizeof(from), "--start=%s", o->from ? o->from : "");
	memcpy(argv, fixed, sizeof(fixed));
	memcpy(argv + FIXED, o->argv, n * sizeof(*argv));
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		const int out =
			openat(r->fd, PROGRAM_OUTPUT,
			       O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);

		setpgid(0, 0);
		if (out < 0)
			_exit(126);
		dup2(out, 1);
		dup2(out, 2);
		setenv("_", valgrind, 1); /* set as by a shell that starts valgrind */
		execv(path, (char *const *)argv);
		_exit(127);
	}
	if (pid > 0)
		setpgid(pid, pid);
	free(argv);
	return pid;
}

/* Gives a file in the folder its final name, and the mode of a new file. */
static int move(const char *begin, const char *end, const char *to)
{
	const mode_t mask = umask(0);
	char from[PATH_MAX + 64];
	int err;

	umask(mask);
	snprintf(from, sizeof(from), "%s%s", begin, end);
	err = chmod(from, 0666 & ~mask) ? -errno : outfile_move(from, to);
	return err ? complain("%s: %s", to, outpath_reason(err)) : 0;
}

/* Reports the lines with which valgrind says why it cannot start. */
static void report_reason(const char *path)
{
	static const char own[] = "valgrind: ";
	char line[512];
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, own, strlen(own)))
			complain("%s", line);
	}
	if (f)
		fclose(f);
}

/* Reports in valgrind's words why valgrind could not go on; returns 0 if it could. @killed: an
 * illegal instruction has killed the program. */
static int report_stop(const struct recording *r, bool killed)
{
	static const char crash[] = "the 'impossible' happened:";
	static const char unknown[] = "Unrecognised instruction";
	char path[PATH_MAX + 64], line[512];
	bool crashed = false;
	int err = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/" PROGRAM_MESSAGES, r->folder);
	f = fopen(path, "r");
	while (!err && f && fgets(line, sizeof(line), f)) {
		const char *what = strstr(line, unknown);

		line[strcspn(line, "\n")] = 0;
		if (crashed)
			err = complain("valgrind: %s", line + strspn(line, " "));
		else if (killed && what)
			err = complain("valgrind: %s", what);
		crashed |= strstr(line, crash) != NULL;
	}
	if (f)
		fclose(f);
	return err;
}

/* Keeps the recording with the most stores. */
static int keep_one(struct recording *r, struct record_result *out)
{
	const struct record_options *o = r->o;
	const bool illegal = WIFSIGNALED(out->status) && WTERMSIG(out->status) == SIGILL;

	look(r);
	if (report_stop(r, illegal))
		return 1;
	if (r->failed || (WIFSIGNALED(out->status) && WTERMSIG(out->status) == SIGXFSZ))
		return complain("%s: the recording cannot be written", o->path);
	if (*r->best)
		read_names(r, out);
	else
		report_reason(o->output);
	out->images = r->images;
	out->entry = r->header.entry;
	out->from_main = r->header.flags & MEMREC_MAIN;
	out->stores = r->header.stores;
	out->cut = r->header.flags & MEMREC_CUT;
	if (!*r->best || !out->stores)
		return o->from ? complain(
					 "no store was recorded: no program calls its function "
					 "%s",
					 o->from)
			       : complain("no store was recorded: %s",
					  *r->best ? "main() was not reached"
						   : "the program did not run");
	return move(r->best, ACCESSES, o->path) || move(r->best, PLACES, o->places);
}

int record_program(const struct record_options *o, struct record_result *out)
{
	enum { SIGNALS = 3 };
	static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	struct recording r = {.o = o, .fd = -1};
	struct sigaction old[SIGNALS];
	char found[PATH_MAX], valgrind[PATH_MAX], path[64];
	pid_t pid;
	int err;

	memset(out, 0, sizeof(*out));
	if (!in_path("valgrind", valgrind, sizeof(valgrind)))
		return complain("valgrind is not installed");
	if (!in_path(o->argv[0], found, sizeof(found)))
		return complain("%s: no such program", o->argv[0]);
	if ((size_t)snprintf(r.folder, sizeof(r.folder), "%s.XXXXXX", o->path) >=
		    sizeof(r.folder) ||
	    !mkdtemp(r.folder))
		return complain("%s: %s", o->path, strerror(errno));
	err = prepare_start(&r, valgrind, path, sizeof(path));
	if (err) {
		remove_folder(&r);
		return err;
	}
	/* a signal that is ignored remains ignored, also in the program */
	for (int i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &old[i]) && old[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &(struct sigaction){.sa_handler = interrupt},
				  NULL);
	/* processes that the program leaves running become children of this one */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid = start(&r, path, valgrind);
	if (pid < 0)
		err = complain("valgrind: %s", strerror(errno));
	else
		out->status = follow(&r, pid);
	if (interrupted)
		end_interrupted(&r);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &old[i], NULL);
	if (!err)
		err = move(r.folder, "/" PROGRAM_OUTPUT, o->output) || keep_one(&r, out);
	remove_folder(&r);
	return err;
}
