/* SPDX-License-Identifier: Apache-2.0 */
#include "memrecord.h"
#include "elfsyms.h"
#include "terminal.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#define IMAGES 64 /* that are recorded; of the others the number is counted */
#define COMMAND "== Command: "

struct image {
	int fd;
	gzFile out;
	char path[PATH_MAX + 16], command[1024], program[PATH_MAX];
	char start[32]; /* first line that counts, or "" */
	bool on, known, from_main;
	int pid;
	uint64_t lines, stores;
	size_t have;
	char buf[65536];
};

struct recording {
	const struct record_options *o;
	int listener;
	struct image *image[IMAGES];
	unsigned int images, open, refused;
	bool cut, failed;
};

/* ---- which program ---- */

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

/* The executable behind the first word of a command: a script's interpreter is what runs. */
static void find_program(struct image *m)
{
	char word[PATH_MAX], line[256] = "";
	const size_t n = strcspn(m->command, " ");
	FILE *f;

	snprintf(word, sizeof(word), "%.*s", (int)n, m->command);
	if (!in_path(word, m->program, sizeof(m->program))) {
		*m->program = 0;
		return;
	}
	f = fopen(m->program, "r");
	if (f && fgets(line, sizeof(line), f) && !strncmp(line, "#!", 2)) {
		char *at = line + 2 + strspn(line + 2, " \t");

		at[strcspn(at, " \t\n")] = 0;
		snprintf(m->program, sizeof(m->program), "%s", at);
	}
	if (f)
		fclose(f);
}

static void begin_image(struct image *m, const struct record_options *o)
{
	uint64_t start = 0;
	struct elf e;

	m->known = true;
	find_program(m);
	if (!o->whole && *m->program && !elf_open(&e, m->program))
		start = o->from ? elf_function(&e, o->from) : e.main;
	if (!o->whole && *m->program)
		elf_close(&e);
	if (start)
		snprintf(m->start, sizeof(m->start), "I  %08" PRIx64 ",", start);
	m->from_main = start && !o->from;
	m->on = !start && !o->from; /* an image without this function counts nothing */
}

/* ---- what valgrind prints ---- */

static void take_line(struct recording *r, struct image *m, const char *line, size_t n)
{
	const char *at;

	if (*line == '=') {
		at = strstr(line, COMMAND);
		if (at && !m->known) {
			snprintf(m->command, sizeof(m->command), "%s", at + strlen(COMMAND));
			m->pid = atoi(line + strspn(line, "="));
			begin_image(m, r->o);
		}
		return;
	}
	if (!m->on && *m->start && !strncmp(line, m->start, strlen(m->start)))
		m->on = true;
	if (!m->on || m->lines >= r->o->lines)
		return;
	if (++m->lines == r->o->lines)
		r->cut = true;
	m->stores += line[0] == ' ' && (line[1] == 'S' || line[1] == 'M');
	if (gzwrite(m->out, line, (unsigned int)n) != (int)n || gzputc(m->out, '\n') < 0)
		r->failed = true;
}

static bool receive(struct recording *r, struct image *m)
{
	ssize_t n = recv(m->fd, m->buf + m->have, sizeof(m->buf) - 1 - m->have, 0);
	char *line = m->buf, *end;

	if (n <= 0)
		return n < 0 && errno == EINTR;
	m->have += (size_t)n;
	m->buf[m->have] = 0;
	while ((end = memchr(line, '\n', m->have - (size_t)(line - m->buf)))) {
		*end = 0;
		take_line(r, m, line, (size_t)(end - line));
		line = end + 1;
	}
	m->have -= (size_t)(line - m->buf);
	memmove(m->buf, line, m->have);
	if (m->have == sizeof(m->buf) - 1)
		m->have = 0; /* no access is so long */
	return true;
}

static void accept_image(struct recording *r)
{
	const int fd = accept4(r->listener, NULL, NULL, SOCK_CLOEXEC);
	struct image *m;

	if (fd < 0)
		return;
	m = r->images < IMAGES ? calloc(1, sizeof(*m)) : NULL;
	if (!m) {
		r->refused++;
		close(fd);
		return;
	}
	snprintf(m->path, sizeof(m->path), "%s.%u", r->o->path, r->images);
	m->fd = fd;
	m->out = gzopen(m->path, "wb3");
	r->failed |= !m->out;
	r->image[r->images++] = m;
	r->open++;
}

static void drop_image(struct recording *r, struct image *m)
{
	close(m->fd);
	m->fd = -1;
	r->open--;
}

static volatile sig_atomic_t interrupted; /* by this signal, or 0 */

/* Reads all connections until the program has ended, or a signal came. */
static int follow(struct recording *r, pid_t pid)
{
	int status = 0;
	bool ended = false;

	while ((!ended || r->open) && !r->failed && !interrupted) {
		struct pollfd p[IMAGES + 1] = {{.fd = r->listener, .events = POLLIN}};
		const unsigned int n = r->images;

		for (unsigned int i = 0; i < n; i++)
			p[i + 1] = (struct pollfd){.fd = r->image[i]->fd, .events = POLLIN};
		poll(p, n + 1, ended ? 1000 : 50);
		for (unsigned int i = 0; i < n; i++)
			if (p[i + 1].revents && !receive(r, r->image[i]))
				drop_image(r, r->image[i]);
		if (p[0].revents)
			accept_image(r);
		if (r->cut && !ended)
			kill(-pid, SIGKILL);
		if (!ended && waitpid(pid, &status, WNOHANG) == pid)
			ended = true;
	}
	if (!ended) {
		kill(-pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	return status;
}

/* ---- running ---- */

static void interrupt(int sig)
{
	interrupted = sig;
}

/* The program and this one end by the signal; of the recording nothing is left. */
static void end_interrupted(struct recording *r)
{
	char folder[PATH_MAX], *slash;

	for (unsigned int i = 0; i < r->images; i++)
		unlink(r->image[i]->path);
	if (r->o->log)
		unlink(r->o->log);
	unlink(r->o->output);
	snprintf(folder, sizeof(folder), "%s", r->o->path);
	slash = strrchr(folder, '/');
	if (slash) {
		*slash = 0;
		rmdir(folder); /* which stays if there is something else in it */
	}
	signal(interrupted, SIG_DFL);
	raise(interrupted);
}

static int listen_locally(struct recording *r, unsigned int *port)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
				.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof(a);

	r->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (r->listener < 0 || bind(r->listener, (struct sockaddr *)&a, sizeof(a)) ||
	    listen(r->listener, SOMAXCONN) ||
	    getsockname(r->listener, (struct sockaddr *)&a, &n))
		return complain("recording: %s", strerror(errno));
	*port = ntohs(a.sin_port);
	return 0;
}

static pid_t start_valgrind(const struct record_options *o, unsigned int port)
{
	static const char *const fixed[] = {"valgrind",
					    "--tool=lackey",
					    "--trace-mem=yes",
					    "--trace-children=yes",
					    "--child-silent-after-fork=yes",
					    "--vgdb=no"};
	enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };
	const char **argv;
	char socket_option[64];
	unsigned int n = 0;
	pid_t pid;

	while (o->argv[n])
		n++;
	argv = calloc(FIXED + n + 2, sizeof(*argv));
	if (!argv)
		return -1;
	memcpy(argv, fixed, sizeof(fixed));
	snprintf(socket_option, sizeof(socket_option), "--log-socket=127.0.0.1:%u", port);
	argv[FIXED] = socket_option;
	memcpy(argv + FIXED + 1, o->argv, n * sizeof(*argv));
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		const int out = open(o->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);

		setpgid(0, 0);
		if (out >= 0) {
			dup2(out, 1);
			dup2(out, 2);
		}
		if (o->preload) {
			setenv("LD_PRELOAD", o->preload, 1);
			setenv("TALLYBOARD_ALLOCATIONS", o->log, 1);
		}
		execvp("valgrind", (char *const *)argv);
		_exit(127);
	}
	if (pid > 0)
		setpgid(pid, pid);
	free(argv);
	return pid;
}

/* Keeps the recording with the most stores. */
static int keep_one(struct recording *r, struct record_result *out)
{
	struct image *best = NULL;
	int err = 0;

	for (unsigned int i = 0; i < r->images; i++) {
		struct image *m = r->image[i];

		if (m->fd >= 0)
			close(m->fd);
		if (m->out && gzclose(m->out) != Z_OK)
			r->failed = true;
		if (!best || m->stores > best->stores)
			best = m;
	}
	if (r->failed)
		err = complain("%s: cannot be written", r->o->path);
	else if (!best || !best->stores)
		err = r->o->from
			      ? complain("no store was recorded: no program calls its function "
					 "%s",
					 r->o->from)
			      : complain("no store was recorded: %s",
					 best && best->from_main ? "main() was not reached"
								 : "the program did not run");
	else if (rename(best->path, r->o->path))
		err = complain("%s: %s", r->o->path, strerror(errno));
	if (best && !err) {
		out->images = r->images + r->refused;
		snprintf(out->command, sizeof(out->command), "%s", best->command);
		snprintf(out->program, sizeof(out->program), "%s", best->program);
		out->from_main = best->from_main;
		out->pid = best->pid;
		out->stores = best->stores;
		out->cut = best->lines >= r->o->lines;
	}
	for (unsigned int i = 0; i < r->images; i++) {
		if (err || r->image[i] != best)
			unlink(r->image[i]->path);
		free(r->image[i]);
	}
	return err;
}

int record_program(const struct record_options *o, struct record_result *out)
{
	enum { SIGNALS = 3 };
	static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	struct recording r = {.o = o, .listener = -1};
	struct sigaction old[SIGNALS];
	char found[PATH_MAX];
	unsigned int port = 0;
	pid_t pid;
	int err;

	memset(out, 0, sizeof(*out));
	if (!in_path("valgrind", found, sizeof(found)))
		return complain("valgrind is not installed");
	if (!in_path(o->argv[0], found, sizeof(found)))
		return complain("%s: no such program", o->argv[0]);
	err = listen_locally(&r, &port);
	if (err)
		return err;
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &(struct sigaction){.sa_handler = interrupt}, &old[i]);
	pid = start_valgrind(o, port);
	if (pid < 0) {
		close(r.listener);
		return complain("valgrind: %s", strerror(errno));
	}
	out->status = follow(&r, pid);
	kill(-pid, SIGKILL); /* what it has left running */
	close(r.listener);
	if (interrupted)
		end_interrupted(&r);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &old[i], NULL);
	return keep_one(&r, out);
}
