/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attacks a server of a simulated board (surfd, hypermond, ...) and checks that it still
 * serves.
 *
 *	attack SERVER FOLDER [PERCENT]
 *
 * SERVER is the program, FOLDER the folder for its sockets, PERCENT the percentage of the full
 * counts (default 100: 6,000 hostile requests, 900 deaths of clients, 40 starts on a stale
 * socket, 10,000 random commands, 50 places where the disk is full).
 * Devices are nodes in FOLDER, which only root can create; those of the machine are not used.
 * Prints "ok NAME" or "FAIL NAME" for each attack, "skip NAME" for what this user cannot try,
 * then "N passed, N failed, N skipped". If it cannot start a process, its status is 1.
 */
#include "number.h"
#include "random.h"
#include "unixdev.h"
#include "starts_with.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define REQUESTS 6000
#define DEATHS 900
#define STARTS 40
#define RANDOM_COMMANDS 10000
#define DISK_POINTS 50
#define SILENT_CLIENTS 300
/* clients that transfer many words, and accesses of another client meanwhile */
#define CROWD 100
#define CROWD_READS 50
/* maximum CPU time of the server before another client gets its answer */
#define ANSWER_S 0.1
/* CPU time of the server after the end of a slow command in which answers are still measured,
 * and longest time of a measurement: with PERCENT of 100, below it, and below it of a command
 * that plays a recording, which works after its end */
#define SLOW_S 0.5
#define WATCH_S 10.
#define WATCH_SHORT_S 0.4
#define WATCH_PLAY_S 4.
#define TRIES 4 /* measurements of a command whose answer takes too long */
#define OTHER_USER 65534
#define MEMORY_DEVICES 1 /* major number */
/* largest share of the CPU that SILENT_CLIENTS may use: connections that say nothing, and idle
 * clients */
#define SILENT_SHARE 0.03
#define IDLE_SHARE 0.1
/* longest time for which a server may start, end, or keep a client that says nothing */
#define PATIENCE_S 30

static const char *server, *folder;
static char path[100];
static unsigned int percent = 100, passed, failed, skipped;
static uint64_t seed = 1;

static uint64_t draw(uint64_t below)
{
	return random_splitmix(&seed) % below;
}

static void verdict(const char *name, bool ok)
{
	printf("%s %s\n", ok ? "ok  " : "FAIL", name);
	fflush(stdout);
	passed += ok;
	failed += !ok;
}

static void skip(const char *name, const char *reason)
{
	printf("skip %s: %s\n", name, reason);
	fflush(stdout);
	skipped++;
}

/* fork() of a process that ends with this one. Without another process, no attack can go on. */
static pid_t start_process(void)
{
	const pid_t parent = getpid(), pid = fork();

	if (pid < 0) {
		perror("attack: fork");
		exit(1);
	}
	if (pid == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent))
		_exit(1);
	return pid;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void pause_ms(unsigned int ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* ---- servers ---- */

/* Starts the server. @files limits its descriptors and @bytes the size of a file; 0: no
 * limit. */
static pid_t start_server(const char *at, unsigned int files, unsigned int bytes)
{
	const pid_t pid = start_process();

	if (pid == 0) {
		const int null = open("/dev/null", O_RDWR);

		dup2(null, 1);
		dup2(null, 2);
		if (files)
			setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
		if (bytes)
			setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
		execl(server, server, at, (char *)NULL);
		_exit(127);
	}
	return pid;
}

static int connect_to(const char *at)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", at);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof(a))) {
		close(fd);
		return -1;
	}
	return fd;
}

static bool await_server(const char *at)
{
	const double end = now() + PATIENCE_S;
	int fd;

	while ((fd = connect_to(at)) < 0)
		if (now() > end)
			return false;
		else
			pause_ms(20);
	close(fd);
	return true;
}

/* Returns the CPU time of all threads of the process, in s. */
static double used_time(pid_t pid)
{
	struct timespec t = {0};
	clockid_t id;

	if (!clock_getcpuclockid(pid, &id))
		clock_gettime(id, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Waits for the process to end and returns its exit status. If it uses @seconds of CPU time, or
 * uses none for @seconds, it is killed and the result is -1: the load of the computer does not
 * matter. */
static int await_end(pid_t pid, double seconds)
{
	const double most = used_time(pid) + seconds;
	double end = now() + seconds, used = 0;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		const double t = used_time(pid);

		if (t > used + 0.001) {
			used = t;
			end = now() + seconds;
		}
		if (now() > end || t > most) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return -1;
		}
		pause_ms(10);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int command(struct device *dev, const char *text, char reply[UNIXDEV_COMMAND])
{
	return dev->ops->control(dev, text, reply, UNIXDEV_COMMAND);
}

/* Returns whether the server works: a client connects, lets time pass, and gets an answer from
 * the board. */
static bool serves(void)
{
	char reply[UNIXDEV_COMMAND];
	struct device *dev;
	bool ok;

	if (unixdev_open(path, &dev))
		return false;
	ok = !command(dev, "run 20us", reply) && !command(dev, "status", reply) && *reply;
	dev->ops->close(dev);
	return ok;
}

/* ---- attacks ---- */

static size_t hello(uint8_t *p)
{
	unixdev_put_header(
		p, &(struct unixdev_header){.bytes = UNIXDEV_HEADER + 8, .op = UNIXDEV_HELLO});
	memcpy(p + UNIXDEV_HEADER, "SURF", 4);
	put_le32(p + UNIXDEV_HEADER + 4, UNIXDEV_VERSION);
	return UNIXDEV_HEADER + 8;
}

/* Makes a request with a random payload and a header that may be wrong, in the
 * @size bytes at @p; returns its length. */
static size_t hostile_request(uint8_t *p, size_t size)
{
	size_t n = draw(8) ? draw(64) : draw(size - UNIXDEV_HEADER);

	for (size_t i = 0; i < UNIXDEV_HEADER + n; i++)
		p[i] = (uint8_t)draw(256);
	if (draw(10))
		put_le32(p, (uint32_t)(UNIXDEV_HEADER + n)); /* the correct length */
	if (draw(10))
		p[8] = (uint8_t)(1 + draw(UNIXDEV_RELEASE + 1));
	if (draw(2))
		p[9] = (uint8_t)draw(4);
	if (draw(2))
		p[10] = (uint8_t)(8u << draw(4));
	if (p[8] == UNIXDEV_RUN || p[8] == UNIXDEV_WAIT_IRQ || p[8] == UNIXDEV_HOLD)
		/* limit the waiting time, which could be years */
		memset(p + UNIXDEV_HEADER, 0, 8);
	return UNIXDEV_HEADER + n;
}

static void hostile_requests(void)
{
	static uint8_t p[UNIXDEV_BYTES];
	const unsigned int count = REQUESTS * percent / 100;
	unsigned int sent = 0;

	while (sent < count) {
		const int fd = connect_to(path);
		size_t n;

		if (fd < 0)
			break;
		if (draw(20) && send(fd, p, hello(p), MSG_NOSIGNAL) < 0)
			break;
		for (unsigned int i = 0; i < 10; i++, sent++) {
			n = hostile_request(p, 2000);
			if (send(fd, p, n - (draw(10) ? 0 : draw(n)),
				 MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
				break;
			while (recv(fd, p, sizeof(p), MSG_DONTWAIT) > 0)
				;
		}
		close(fd);
	}
	verdict("hostile requests", sent >= count && serves());
}

/* Clients are killed while they hold the board, wait for it, or wait for time. */
static void dying_clients(void)
{
	const unsigned int count = DEATHS * percent / 100;
	unsigned int died = 0;

	while (died < count) {
		pid_t pid[3];

		for (unsigned int i = 0; i < 3; i++, died++) {
			pid[i] = start_process();
			if (pid[i] == 0) {
				struct device *dev;
				bool changed;

				if (unixdev_open(path, &dev))
					_exit(1);
				if (i < 2)
					dev->ops->hold(dev, 1000000, &changed);
				dev->ops->run(dev, UINT64_MAX / 2000);
				_exit(0);
			}
		}
		pause_ms((unsigned int)draw(8));
		for (unsigned int i = 0; i < 3; i++) {
			kill(pid[i], SIGKILL);
			waitpid(pid[i], NULL, 0);
		}
	}
	verdict("clients that die while they hold or wait", serves());
}

/* A failing check ends its request and all waiting requests with an error; the board is broken
 * until it is reset. */
static void failing_check(void)
{
	char reply[UNIXDEV_COMMAND] = "";
	struct device *a, *b;
	uint64_t v;
	bool ok;
	pid_t pid;

	if (unixdev_open(path, &a) || unixdev_open(path, &b)) {
		verdict("a failing check", false);
		return;
	}
	pid = start_process();
	if (pid == 0) {
		struct device *waits;

		_exit(unixdev_open(path, &waits) ||
		      waits->ops->run(waits, UINT64_MAX / 2000) != -EIO);
	}
	pause_ms(300);
	ok = command(a, "fail", reply) == -EIO && strstr(reply, "broken until reset") &&
	     strstr(reply, "as requested");
	verdict("a failing check is an error of its request", ok);
	verdict("... and of those that wait", await_end(pid, PATIENCE_S) == 0);
	ok = b->ops->read(b, DEVICE_MEM, 0, 32, &v) == -EIO &&
	     command(b, "status", reply) == -EIO && strstr(reply, "broken until reset");
	verdict("... the board is broken for all", ok);
	verdict("... until reset", !command(b, "reset", reply) && serves());
	a->ops->close(a);
	b->ops->close(b);
}

/* Files that never end or never begin, and requests that take for ever. */
static void endless_work(void)
{
	char reply[UNIXDEV_COMMAND], fifo[100], text[200];
	const double began = now();
	struct device *dev;
	struct stat st;
	bool ok;

	snprintf(fifo, sizeof(fifo), "%s/fifo", folder);
	mkfifo(fifo, 0600);
	if (unixdev_open(path, &dev)) {
		verdict("endless files", false);
		return;
	}
	ok = true;
	snprintf(text, sizeof(text), "play %s", fifo);
	ok &= command(dev, text, reply) < 0;
	command(dev, "workload page 1073741824", reply);
	verdict("endless files and counts", ok && now() - began < PATIENCE_S && serves());
	snprintf(text, sizeof(text), "wave %s", fifo);
	ok = command(dev, text, reply) < 0 && strstr(reply, "not a regular file") &&
	     !stat(fifo, &st) && S_ISFIFO(st.st_mode);
	verdict("waves into a FIFO are refused", ok);
	dev->ops->close(dev);
	unlink(fifo);
}

/* ---- files that a command leads to ---- */

static void in_folder(char *text, size_t size, const char *name)
{
	snprintf(text, size, "%s/%s", folder, name);
}

static bool write_file(const char *name, const char *content)
{
	char file[200];
	FILE *f;

	in_folder(file, sizeof(file), name);
	f = fopen(file, "w");
	return f && fputs(content, f) >= 0 && !fclose(f);
}

static bool holds(const char *name, const char *content)
{
	char file[200], text[256] = "";
	FILE *f;

	in_folder(file, sizeof(file), name);
	f = fopen(file, "r");
	if (f) {
		text[fread(text, 1, sizeof(text) - 1, f)] = 0;
		fclose(f);
	}
	return !strcmp(text, content);
}

static bool is_server(const char *name)
{
	const size_t n = strlen(server), m = strlen(name);

	return n >= m && !strcmp(server + n - m, name);
}

/* The server must answer each of these commands soon and with an error. FOLDER replaces %s. */
static const char *const hostile_paths[] = {
	"play %s/fifo",
	"play %s/to-fifo",
	"play %s/zero",
	"play %s/node",
	"play %s/.",
	"play /proc/kmsg",
	"play %s/x.trace map=%s/fifo",
	"play %s/x.trace map=%s/zero",
	"play %s/x.trace map=%s/huge",
	"play %s/beside.trace",
	"play %s/long.trace map=%s/long",
	"wave %s/fifo",
	"wave %s/to-fifo",
	"wave %s/zero",
	"wave %s/.",
	"wave %s/dangling",
	"wave %s/none/w.vcd",
	"cable %s/fifo",
	"cable %s/to-fifo",
	"cable %s/zero",
	"cable %s/.",
	"cable %s/dangling",
	"play 5 %s/fifo",
	"play 5 %s/x.trace %s/fifo",
};

static bool make_hostile_files(void)
{
	static const struct {
		const char *name;
		unsigned int minor;
	} nodes[] = {{"zero", 5}, {"node", 11}}; /* the devices /dev/zero and /dev/kmsg */
	char file[200], target[200];
	bool ok = true;

	in_folder(file, sizeof(file), "fifo");
	ok &= !mkfifo(file, 0600) || errno == EEXIST;
	in_folder(target, sizeof(target), "to-fifo");
	ok &= !symlink("fifo", target) || errno == EEXIST;
	in_folder(target, sizeof(target), "dangling");
	ok &= !symlink("nothing", target) || errno == EEXIST;
	in_folder(target, sizeof(target), "beside.map");
	ok &= !symlink("fifo", target) || errno == EEXIST;
	for (unsigned int i = 0; i < 2 && !geteuid(); i++) {
		in_folder(file, sizeof(file), nodes[i].name);
		ok &= !mknod(file, S_IFCHR | 0600, makedev(MEMORY_DEVICES, nodes[i].minor)) ||
		      errno == EEXIST;
	}
	ok &= write_file("x.trace", " S 1000,4\n S 2000,4\n");
	ok &= write_file("beside.trace", " S 1000,4\n S 2000,4\n");
	ok &= write_file("long.trace", " S 1000,4\n S 2000,4\n");
	in_folder(file, sizeof(file), "long");
	ok &= write_file("huge", "") && write_file("long", "");
	ok &= !truncate(file, 2000000);
	in_folder(file, sizeof(file), "huge");
	return ok && !truncate(file, INT64_C(2) << 30);
}

static void remove_hostile_files(void)
{
	static const char *const names[] = {"fifo",	  "to-fifo", "dangling", "beside.map",
					    "zero",	  "node",    "x.trace",	 "beside.trace",
					    "long.trace", "long",    "huge"};
	char file[200];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		in_folder(file, sizeof(file), names[i]);
		unlink(file);
	}
}

static void hostile_files(void)
{
	char reply[UNIXDEV_COMMAND], text[500];
	struct device *dev;
	struct stat st;
	bool ok = make_hostile_files(), is;

	if (unixdev_open(path, &dev)) {
		verdict("hostile files", false);
		return;
	}
	for (size_t i = 0; i < sizeof(hostile_paths) / sizeof(*hostile_paths); i++) {
		const double began = now();

		snprintf(text, sizeof(text), hostile_paths[i], folder, folder);
		/* numachined ignores a map beside a recording, and answers before it reads the
		 * recording */
		is = (command(dev, text, reply) < 0 ||
		      (is_server("numachined") &&
		       (strstr(text, "beside") || strstr(text, "kmsg")))) &&
		     now() - began < 10;
		if (!is)
			printf("     %s: %.1f s, '%.80s'\n", text, now() - began, reply);
		ok &= is;
	}
	in_folder(text, sizeof(text), "fifo");
	ok &= !lstat(text, &st) && S_ISFIFO(st.st_mode);
	in_folder(text, sizeof(text), "dangling");
	ok &= !lstat(text, &st) && S_ISLNK(st.st_mode);
	in_folder(text, sizeof(text), "zero");
	ok &= geteuid() || (!lstat(text, &st) && S_ISCHR(st.st_mode));
	verdict("devices, FIFOs, links and endless files at every name are refused",
		ok && serves());
	dev->ops->close(dev);
	remove_hostile_files();
}

/* Dumps waves beside files with the names of a dump's temporary files, and through a link. */
static void files_beside(void)
{
	static const char *const beside[] = {"u.fst.part", "u.fst.vcd", "u.fst.hier",
					     "u.fst.part.hier", "target"};
	char reply[UNIXDEV_COMMAND], text[300], file[200];
	struct device *dev;
	struct stat st;
	bool ok = write_file("u.fst", "old");

	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++)
		ok &= write_file(beside[i], "precious");
	in_folder(file, sizeof(file), "link.fst");
	unlink(file);
	ok &= !symlink("target", file);
	in_folder(file, sizeof(file), "u.fst");
	ok &= !chmod(file, 0640) && !unixdev_open(path, &dev);
	for (unsigned int i = 0; i < 2 && ok; i++) {
		snprintf(text, sizeof(text), "wave %s/%s", folder, i ? "link.fst" : "u.fst");
		ok &= !command(dev, text, reply) && !command(dev, "run 5us", reply) &&
		      !command(dev, "wave off", reply);
	}
	for (size_t i = 0; i + 1 < sizeof(beside) / sizeof(*beside); i++)
		ok &= holds(beside[i], "precious");
	ok &= !stat(file, &st) && st.st_size > 3 && (st.st_mode & 07777) == 0640;
	in_folder(file, sizeof(file), "link.fst");
	ok &= !lstat(file, &st) && S_ISLNK(st.st_mode) && !holds("target", "precious");
	verdict("a dump changes only its own file, keeps its mode, and follows a link", ok);
	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
		in_folder(file, sizeof(file), beside[i]);
		unlink(file);
	}
	if (ok)
		dev->ops->close(dev);
}

/* ---- every command in every state ---- */

/* Documented commands; each # is replaced by a random number up to the number after it. */
static const struct {
	const char *server, *command;
} commands[] = {
	{"", "run #20us"},
	{"", "drain #50us"},
	{"", "time"},
	{"", "status"},
	{"", "pause"},
	{"", "resume"},
	{"", "speed max"},
	{"", "wave %s/r.vcd"},
	{"", "wave off"},
	{"surfd", "reset power"},
	{"surfd", "reset bus"},
	{"surfd", "reset global"},
	{"surfd", "external #1"},
	{"surfd", "stop"},
	{"surfd", "stop"},
	{"surfd", "generate count=#9 period=1us-3us words=1-#1023 seed=#99"},
	{"surfd", "generate period=500ns words=#1023"},
	{"surfd", "workload simple nodes=2"},
	{"surfd", "play %s/r.packets loop=#3"},
	{"surfd", "play %s/r.trace pages=#9"},
	{"shrimp96d", "reset power"},
	{"shrimp96d", "reset bus"},
	{"shrimp96d", "reset global"},
	{"shrimp96d", "stop"},
	{"shrimp96d", "stop"},
	{"shrimp96d", "generate count=#9 period=1us-3us words=1-#1023 seed=#99"},
	{"shrimp96d", "generate period=500ns words=#1023"},
	{"shrimp96d", "workload simple nodes=2"},
	{"shrimp96d", "play %s/r.packets loop=#3"},
	{"shrimp96d", "play %s/r.trace pages=#9"},
	{"hypermond", "variant"},
	{"hypermond", "port #15 #31"},
	{"hypermond", "stop"},
	{"hypermond", "event #15 1 #255 #255"},
	{"hypermond", "reset"},
	{"hypermond", "generate nodes=#15 count=#9 delay=#99 length=4 id=#254"},
	{"hypermond", "generate delay=#99"},
	{"hypermond", "program matmul nodes=4"},
	{"hypermond", "program simplex nodes=16 delay=#99"},
	{"numachined", "card"},
	{"numachined", "workload private #50"},
	{"numachined", "workload mix #20"},
	{"numachined", "workload page #50"},
	{"numachined", "start #65535 #65535"},
	{"numachined", "start #65535 #65535 valid"},
	{"numachined", "start #65535 #65535 lock local"},
	{"numachined", "random #200 #9"},
	{"numachined", "random #200"},
	{"numachined", "stop"},
	{"numachined", "fifo #99"},
	{"numachined", "fifo -#99"},
	{"numachined", "processor #63"},
	{"numachined", "trouble"},
	{"numachined", "play #99 %s/r.trace"},
	{"numachined", "replay %s/r.trace"},
	{"numachined", "replay map=%s/r.map %s/r.trace"},
	{"numachined", "range #1"},
	{"numachined", "page #16383"},
	{"multikrond", "load disk #80"},
	{"multikrond", "load network #80"},
	{"multikrond", "load none"},
	{"multikrond", "pins #65535"},
	{"multikrond", "cpu #255"},
	{"multikrond", "cable %s/r.cable"},
	{"multikrond", "reset"},
	{"multikrond", "bus"},
	{"multikrond", "reset"},
};
#define COMMANDS (sizeof(commands) / sizeof(*commands))

/* Copies the command @from and replaces each # by a random number or, with @most, by the
 * largest one. */
static void random_text(char *text, size_t size, const char *from, bool most)
{
	size_t n = 0;

	for (; *from && n + 100 < size; from++) {
		if (*from == '#') {
			char *end;
			const unsigned long long max = strtoull(from + 1, &end, 10);

			n += (size_t)snprintf(text + n, size - n, "%llu",
					      most ? max : (unsigned long long)draw(max + 1));
			from = end - 1;
		} else if (*from == '%') {
			n += (size_t)snprintf(text + n, size - n, "%s", folder);
			from++;
		} else {
			text[n++] = *from;
		}
	}
	text[n] = 0;
}

/* Performs a random access to the board, as a driver does between commands. */
static void random_access(struct device *dev)
{
	uint32_t words[16];
	uint64_t v;

	if (draw(2))
		dev->ops->read(dev, DEVICE_MEM, (uint32_t)draw(4096) * 4, 32, &v);
	else
		dev->ops->read_words(dev, (uint32_t)draw(4096) * 4, words, 1 + draw(16));
}

static void random_commands(void)
{
	static const char name[] = "random sequences of documented commands break no board";
	const unsigned int count = RANDOM_COMMANDS * percent / 100;
	char text[400] = "", last[400] = "", reply[UNIXDEV_COMMAND] = "";
	struct device *dev;
	unsigned int done = 0;
	int err = unixdev_open(path, &dev);
	bool ok;

	if (err) {
		printf("     no connection: %s\n", strerror(-err));
		verdict(name, false);
		return;
	}
	ok = write_file("r.packets", "1us\n+2us words=9\n") &&
	     write_file("r.trace", " S 1000,4\n S 2000,8\n L 1000,4\n M 3000,4\n") &&
	     write_file("r.map", "0 64 0x10000000\n64 64 copy 1\n");

	for (; ok && done < count;) {
		const size_t i = draw(COMMANDS);

		if (!is_server(commands[i].server))
			continue;
		strcpy(last, text);
		random_text(text, sizeof(text), commands[i].command, false);
		err = command(dev, text, reply);
		ok = err != -EPIPE && (err != -EIO || !strstr(reply, "broken"));
		if (!draw(4))
			random_access(dev);
		done++;
	}
	if (!ok)
		printf("     after %u commands, '%s' and '%s': %s: %.300s\n", done, last, text,
		       strerror(-err), reply);
	verdict(name, ok && done >= count && !command(dev, "wave off", reply) &&
			      !command(dev, "resume", reply) && serves());
	dev->ops->close(dev);
}

/* ---- answers to others ---- */

/* CPU time of the server's main thread, in s. */
static double server_time(pid_t pid)
{
	char name[64];
	unsigned long long ns = 0;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%ld/task/%ld/schedstat", (long)pid, (long)pid);
	f = fopen(name, "r");
	if (!f || fscanf(f, "%llu", &ns) != 1)
		ns = 0;
	if (f)
		fclose(f);
	return (double)ns * 1e-9;
}

/* Commands with their worst arguments; the commands before | only prepare the board. "read
 * words" and "write words": requests for the maximum number of words. */
static const struct {
	const char *server, *command;
} slow[] = {
	{"", "read words"},
	{"", "write words"},
	{"", "run 1s"},
	{"", "drain 1s"},
	{"", "wave %s/l.fst"},
	{"", "wave %s/l.fst|run 1s"},
	{"", "wave %s/l.fst;run 2ms|wave off"},
	{"", "wave %s/l.vcd;run 1ms|wave off"},
	{"surfd", "reset power"},
	{"surfd", "reset bus"},
	{"surfd", "reset global"},
	{"surfd", "generate"},
	{"surfd", "play %s/bomb.gz"},
	{"surfd", "play %s/stores.gz"},
	{"surfd", "play %s/instructions.gz"},
	{"surfd", "play %s/foreign.gz map=%s/f.map"},
	{"surfd", "play %s/recording"},
	{"surfd", "play %s/calls map=%s/f.map"},
	{"surfd", "workload ocean nodes=64"},
	{"surfd", "workload radix nodes=64"},
	{"surfd", "workload lu nodes=64 size=512"},
	{"shrimp96d", "reset power"},
	{"shrimp96d", "reset bus"},
	{"shrimp96d", "reset global"},
	{"shrimp96d", "generate"},
	{"shrimp96d", "play %s/bomb.gz"},
	{"shrimp96d", "play %s/stores.gz"},
	{"shrimp96d", "play %s/instructions.gz"},
	{"shrimp96d", "play %s/foreign.gz map=%s/f.map"},
	{"shrimp96d", "play %s/recording"},
	{"shrimp96d", "play %s/calls map=%s/f.map"},
	{"shrimp96d", "workload ocean nodes=64"},
	{"hypermond", "reset"},
	{"hypermond", "generate"},
	{"hypermond", "generate|stop"},
	{"hypermond", "port 0 1"},
	{"hypermond", "event 1 1 2 3"},
	{"hypermond", "program place nodes=16"},
	{"hypermond", "program simplex nodes=16"},
	{"numachined", "random 1000000 1"},
	{"numachined", "fifo 1000000"},
	{"numachined", "workload page 1000000"},
	{"numachined", "workload false 1000000"},
	{"numachined", "workload mix 1000000"},
	{"numachined", "start 0 0"},
	{"numachined", "play %s/stores.gz"},
	{"numachined", "play %s/instructions.gz"},
	{"numachined", "play %s/foreign.gz"},
	{"numachined", "play %s/recording"},
	{"numachined", "play %s/calls"},
	{"numachined", "play from=references:1000000000000 %s/recording"},
	{"numachined", "replay %s/stores.gz"},
	{"numachined", "replay %s/recording"},
	{"numachined", "replay map=%s/l.map %s/recording"},
	{"multikrond", "load network 80"},
	{"multikrond", "load network 80;run 1ms|reset"},
	{"multikrond", "cable %s/l.cable"},
};

/* Starts a child process that sends the command and waits for its end. */
static pid_t send_command(const char *text)
{
	const pid_t pid = start_process();

	if (pid == 0) {
		static uint32_t words[UNIXDEV_WORDS];
		char reply[UNIXDEV_COMMAND];
		struct device *dev;

		if (unixdev_open(path, &dev))
			_exit(1);
		if (!strcmp(text, "read words"))
			dev->ops->read_words(dev, 0, words, UNIXDEV_WORDS);
		else if (!strcmp(text, "write words"))
			dev->ops->write_words(dev, 0, words, UNIXDEV_WORDS);
		else
			command(dev, text, reply);
		_exit(0);
	}
	return pid;
}

/* Sends the commands before |, and returns the command after it. */
static const char *prepare(struct device *dev, char *text)
{
	char reply[UNIXDEV_COMMAND], *last = strchr(text, '|'), *save = NULL;

	if (!last)
		return text;
	*last = 0;
	for (char *c = strtok_r(text, ";", &save); c; c = strtok_r(NULL, ";", &save))
		command(dev, c, reply);
	return last + 1;
}

/* Returns the longest CPU time that the server takes to answer "time" while it executes @text
 * and the work that @text has started. Measures until the server has used SLOW_S of CPU time
 * after the end of the command, or until time is up. */
static double longest_answer(struct device *dev, pid_t server_pid, const char *text)
{
	const double most = percent >= 100		? WATCH_S
			    : starts_with(text, "play") ? WATCH_PLAY_S
							: WATCH_SHORT_S;
	const double end = now() + most;
	const double enough = percent < 100 ? SLOW_S / 5 : SLOW_S;
	const pid_t pid = send_command(text);
	char reply[UNIXDEV_COMMAND];
	double longest = 0, ended = 0;
	bool runs = true;

	while (now() < end && (runs || server_time(server_pid) < ended + enough)) {
		const double began = server_time(server_pid);

		command(dev, "time", reply);
		if (server_time(server_pid) - began > longest)
			longest = server_time(server_pid) - began;
		if (runs && waitpid(pid, NULL, WNOHANG)) {
			runs = false;
			ended = server_time(server_pid);
		}
	}
	if (runs) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return longest;
}

/* Makes files that take long to read; ci/checks/attack makes the recording. */
static bool make_bombs(void)
{
	const unsigned int share = percent < 10 ? 10 : percent > 100 ? 100 : percent;
	char text[1000];

	snprintf(
		text, sizeof(text),
		"cd '%s' && { head -c %u /dev/zero | tr '\\0' '\\n'; echo 1us; } | "
		"gzip -1 >bomb.gz && yes ' S 1000,4' 2>&- | head -n %u | gzip -1 >stores.gz && "
		"{ echo ' S 1000,4'; yes 'I  1000,4' 2>&- | head -n %u; echo ' S 1000,4'; } | "
		"gzip -1 >instructions.gz && "
		"{ for s in 1 2 4 8 4 2 1; do echo \" S 1000,$s\"; done; echo ' S 1001,1'; "
		"yes ' L 2000,4' 2>&- | head -n %u; echo ' S 1000,4'; } | gzip -1 >foreign.gz "
		"&& echo 1000=2:1 >f.map && "
		"seq 0 65535 | awk '{ print 64 * $1, 64, \"copy\" }' >l.map",
		folder, share * 3000000, share * 60000, share * 100000, share * 300000);
	return !system(text);
}

/* The longest answer so far. */
struct worst {
	double s;
	char command[300];
};

/* Measures the command again if the time is too long: on a busy computer the server may have
 * worked while this process had no processor. */
static void slow_command(struct device *dev, pid_t server_pid, const char *from,
			 struct worst *worst)
{
	static const char *const after[] = {"stop", "load none", "resume", "wave off"};
	char reply[UNIXDEV_COMMAND], text[300], shown[300];
	double least = 1e9;

	for (unsigned int i = 0; i < TRIES && least > ANSWER_S; i++) {
		double s;

		random_text(text, sizeof(text), from, true);
		strcpy(shown, text);
		s = longest_answer(dev, server_pid, prepare(dev, text));
		least = s < least ? s : least;
		for (size_t k = 0; k < sizeof(after) / sizeof(*after); k++)
			command(dev, after[k], reply);
	}
	if (least > ANSWER_S)
		printf("     %.0f ms: %s\n", 1e3 * least, shown);
	if (least > worst->s) {
		worst->s = least;
		strcpy(worst->command, shown);
	}
}

static void slow_commands(pid_t server_pid)
{
	struct device *dev;
	bool ok = make_bombs() && !unixdev_open(path, &dev);
	struct worst worst = {0, ""};

	for (size_t i = 0; ok && i < sizeof(slow) / sizeof(*slow); i++)
		if (is_server(slow[i].server))
			slow_command(dev, server_pid, slow[i].command, &worst);
	for (size_t i = 0; ok && percent >= 100 && i < COMMANDS; i++)
		if (is_server(commands[i].server))
			slow_command(dev, server_pid, commands[i].command, &worst);
	printf("     longest answer to another client: %.1f ms of the server's time (%s)\n",
	       1e3 * worst.s, worst.command);
	verdict("another client is answered within 100 ms",
		ok && worst.s < ANSWER_S && serves());
	if (ok)
		dev->ops->close(dev);
}

/* Another client is answered soon while many clients transfer as many words as a request may
 * have, one request after the other. */
static void crowd(pid_t server_pid)
{
	static uint32_t words[UNIXDEV_WORDS];
	const unsigned int n = percent < 100 ? CROWD / 2 : CROWD;
	char reply[UNIXDEV_COMMAND];
	struct device *dev;
	double worst = 0, sum = 0;
	pid_t pid[CROWD];
	uint64_t v;
	bool ok = !unixdev_open(path, &dev) && !command(dev, "pause", reply);

	for (unsigned int i = 0; i < n; i++) {
		pid[i] = start_process();
		if (pid[i] == 0) {
			struct device *other;

			if (unixdev_open(path, &other))
				_exit(1);
			for (;;)
				if (i % 4)
					other->ops->read_words(other, 0, words, UNIXDEV_WORDS);
				else
					other->ops->write_words(other, 0, words, UNIXDEV_WORDS);
		}
	}
	pause_ms(1000);
	for (unsigned int i = 0; i < CROWD_READS && ok; i++) {
		const double began = server_time(server_pid);
		double s;

		dev->ops->read(dev, DEVICE_MEM, 0, 32, &v);
		s = server_time(server_pid) - began;
		sum += s;
		worst = s > worst ? s : worst;
		pause_ms(1);
	}
	for (unsigned int i = 0; i < n; i++) {
		kill(pid[i], SIGKILL);
		waitpid(pid[i], NULL, 0);
	}
	printf("     with %u clients that transfer %u words at a time: %.1f ms of the server's\n"
	       "     time in the mean, %.1f at most\n",
	       n, UNIXDEV_WORDS, 1e3 * sum / CROWD_READS, 1e3 * worst);
	ok = ok && !command(dev, "resume", reply);
	verdict("a crowd of clients with long requests does not delay another",
		ok && worst < ANSWER_S && serves());
	if (ok)
		dev->ops->close(dev);
}

/* The server tolerates connections that send nothing, or only a hello. */
static void idle_clients(pid_t server_pid)
{
	struct device *dev[SILENT_CLIENTS] = {0};
	int fd[SILENT_CLIENTS];
	double began, none, silent, known;
	const unsigned int ms = percent < 100 ? 500 : 2000;
	char reply[UNIXDEV_COMMAND];
	bool ok = !unixdev_open(path, &dev[0]) && !command(dev[0], "pause", reply);

	if (ok)
		dev[0]->ops->close(dev[0]);
	dev[0] = NULL;
	pause_ms(500);
	began = server_time(server_pid);
	pause_ms(ms);
	none = server_time(server_pid) - began;
	for (unsigned int i = 0; i < SILENT_CLIENTS; i++)
		ok &= (fd[i] = connect_to(path)) >= 0;
	pause_ms(500);
	began = server_time(server_pid);
	pause_ms(ms);
	silent = server_time(server_pid) - began;
	for (unsigned int i = 0; i < SILENT_CLIENTS; i++)
		close(fd[i]);
	ok &= !unixdev_open(path, &dev[0]);
	pause_ms(500);
	began = server_time(server_pid);
	pause_ms(ms);
	known = server_time(server_pid) - began;
	for (unsigned int i = 1; i < SILENT_CLIENTS; i++)
		ok &= !unixdev_open(path, &dev[i]);
	pause_ms(500);
	began = server_time(server_pid);
	pause_ms(ms);
	printf("     of %u ms the server uses %.0f ms without clients, "
	       "%.0f ms with %u silent connections,\n"
	       "     %.0f ms with one idle client and %.0f ms with %u\n",
	       ms, 1e3 * none, 1e3 * silent, SILENT_CLIENTS, 1e3 * known,
	       1e3 * (server_time(server_pid) - began), SILENT_CLIENTS);
	ok &= silent - none < SILENT_SHARE * ms / 1000 &&
	      server_time(server_pid) - began - known < IDLE_SHARE * ms / 1000;
	for (unsigned int i = 0; i < SILENT_CLIENTS; i++)
		if (dev[i])
			dev[i]->ops->close(dev[i]);
	verdict("300 silent clients cost nothing", ok && serves());
}

/* ---- deadlines of clients ---- */

static struct {
	const char *what;
	unsigned int s; /* limit of unixdev.h */
	pid_t pid;	/* a client that waits, or 0 */
} deadlines[] = {
	{"a client gives up a server that does not say hello", 30, 0},
	{"a client gives up a server that accepts no connection", 30, 0},
	{"a client gives up a server that does not answer an access", 90, 0},
	{"a client gives up a server that stops during a command", 90, 0},
};
#define SHORT_S 2 /* limit of the last two checks if PERCENT is below 100 */
static pid_t stopped_server;

/* Starts a client that must fail with -EHOSTDOWN at its time limit: without @dev when it
 * connects, with @dev in an access or (@run) in a call that lets time pass. */
static pid_t patient_client(const char *at, struct device *dev, bool run, double limit)
{
	const double began = now();
	const pid_t pid = start_process();
	uint64_t v;
	int err;

	if (pid)
		return pid;
	if (!dev)
		err = unixdev_open(at, &dev);
	else
		err = run ? dev->ops->run(dev, 1000)
			  : dev->ops->read(dev, DEVICE_MEM, 0, 32, &v);
	_exit(err != -EHOSTDOWN || now() - began < limit - 1 ||
	      now() - began > limit + PATIENCE_S);
}

/* Makes a listening socket whose queue of connections is full. */
static int full_socket(const char *at)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", at);
	unlink(at);
	if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, 0))
		return -1;
	return connect_to(at) < 0 ? -1 : fd;
}

/* Starts clients of a stopped server, which wait for their time limits while the other attacks
 * run. */
static void begin_deadlines(void)
{
	char at[100], full[100], name[130];
	struct device *dev, *other;

	snprintf(at, sizeof(at), "%s/stopped", folder);
	snprintf(name, sizeof(name), "timeout=%u,%s", SHORT_S * 1000, at);
	snprintf(full, sizeof(full), "%s/crowded", folder);
	stopped_server = start_server(at, 0, 0);
	if (!await_server(at) || unixdev_open(percent < 100 ? name : at, &dev) ||
	    unixdev_open(percent < 100 ? name : at, &other) || full_socket(full) < 0)
		return;
	kill(stopped_server, SIGSTOP);
	deadlines[0].pid = patient_client(at, NULL, false, deadlines[0].s);
	deadlines[1].pid = patient_client(full, NULL, false, deadlines[1].s);
	deadlines[2].pid =
		patient_client(at, dev, false, percent < 100 ? SHORT_S : deadlines[2].s);
	/* this client asks after that time whether the server is alive */
	deadlines[3].pid =
		patient_client(at, other, true, percent < 100 ? 2 * SHORT_S : deadlines[3].s);
}

static void end_deadlines(void)
{
	for (size_t i = 0; i < sizeof(deadlines) / sizeof(*deadlines); i++)
		verdict(deadlines[i].what,
			deadlines[i].pid > 0 && await_end(deadlines[i].pid, 120) == 0);
	kill(stopped_server, SIGKILL);
	waitpid(stopped_server, NULL, 0);
}

/* ---- users ---- */

/* A client refuses the server of another user, which could forge its answers. */
static void foreign_server(void)
{
	char at[100], own[80];
	struct device *dev;
	pid_t pid;
	bool ok;

	if (geteuid()) {
		skip("a client refuses the server of another user", "only root can try");
		return;
	}
	snprintf(own, sizeof(own), "%s/other", folder);
	snprintf(at, sizeof(at), "%s/socket", own);
	ok = !mkdir(own, 0700) && !chown(own, OTHER_USER, (gid_t)-1);
	pid = start_process();
	if (pid == 0) {
		struct sockaddr_un a = {.sun_family = AF_UNIX};
		const int fd = socket(AF_UNIX, SOCK_STREAM, 0);

		snprintf(a.sun_path, sizeof(a.sun_path), "%s", at);
		if (setuid(OTHER_USER) || bind(fd, (struct sockaddr *)&a, sizeof(a)) ||
		    listen(fd, 5))
			_exit(1);
		pause();
	}
	ok = ok && await_server(at) && unixdev_open(at, &dev) == -EPERM;
	verdict("a client refuses the server of another user", ok);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	unlink(at);
	rmdir(own);
}

static void another_user(void)
{
	pid_t pid;

	if (geteuid()) {
		skip("another user is not served", "only root can try");
		return;
	}
	chmod(folder, 0755);
	chmod(path, 0777); /* as if a careless user had made it writable for all */
	pid = start_process();
	if (pid == 0) {
		struct device *dev;

		_exit(setuid(OTHER_USER) || !unixdev_open(path, &dev));
	}
	verdict("another user is not served", await_end(pid, PATIENCE_S) == 0 && serves());
	chmod(path, 0600);
}

static void socket_names(void)
{
	const pid_t unnamed = start_server("", 0, 0), second = start_server(path, 0, 0);
	char plain[100];
	struct stat st;
	int fd;

	verdict("a socket without a name is refused", await_end(unnamed, PATIENCE_S) == 1);
	verdict("a second server on the socket is refused",
		await_end(second, PATIENCE_S) == 1 && serves());
	snprintf(plain, sizeof(plain), "%s/plain", folder);
	fd = open(plain, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	if (fd >= 0)
		close(fd);
	verdict("a file that is no socket is kept",
		await_end(start_server(plain, 0, 0), PATIENCE_S) == 1 && !stat(plain, &st));
	unlink(plain);
}

/* A server does not replace files that others have put in place of its lock file or socket. */
static void precious_files(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	char at[100], lock[120];
	struct stat st;
	bool ok;

	snprintf(at, sizeof(at), "%s/locked", folder);
	ok = write_file("locked.lock", "precious");
	verdict("a file in the place of the lock is kept",
		ok && await_end(start_server(at, 0, 0), PATIENCE_S) == 1 &&
			holds("locked.lock", "precious"));
	snprintf(lock, sizeof(lock), "%s.lock", at);
	unlink(lock);
	ok = !mkfifo(lock, 0600);
	verdict("a FIFO in the place of the lock is kept",
		ok && await_end(start_server(at, 0, 0), PATIENCE_S) == 1 && !stat(lock, &st) &&
			S_ISFIFO(st.st_mode));
	unlink(lock);
	snprintf(a.sun_path, sizeof(a.sun_path), "%s/bound", folder);
	ok = !bind(fd, (struct sockaddr *)&a, sizeof(a));
	verdict("a socket that is bound and does not listen yet is kept",
		ok && await_end(start_server(a.sun_path, 0, 0), PATIENCE_S) == 1 &&
			!lstat(a.sun_path, &st) && S_ISSOCK(st.st_mode));
	close(fd);
	unlink(a.sun_path);
}

/* Two servers start on the socket that a killed server has left: exactly one of them serves. */
static void stale_sockets(void)
{
	const unsigned int count = STARTS * percent / 100 + 1;
	unsigned int good = 0;
	char at[100];

	snprintf(at, sizeof(at), "%s/stale", folder);
	for (unsigned int i = 0; i < count; i++) {
		struct sockaddr_un a = {.sun_family = AF_UNIX};
		const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		int ends = 0, live = -1;
		pid_t pid[2];

		snprintf(a.sun_path, sizeof(a.sun_path), "%s", at);
		unlink(at);
		if (bind(fd, (struct sockaddr *)&a, sizeof(a)))
			break;
		close(fd);
		pid[0] = start_server(at, 0, 0);
		pid[1] = start_server(at, 0, 0);
		for (double end = now() + PATIENCE_S; !ends && now() < end; pause_ms(5))
			for (int k = 0; k < 2 && !ends; k++)
				if (waitpid(pid[k], NULL, WNOHANG) == pid[k]) {
					ends++;
					live = !k;
				}
		if (live < 0)
			live = 0;
		if (ends == 1 && await_server(at)) {
			kill(pid[live], SIGTERM);
			good += await_end(pid[live], PATIENCE_S) == 0 && access(at, F_OK);
		} else {
			kill(pid[0], SIGKILL);
			kill(pid[1], SIGKILL);
			waitpid(pid[0], NULL, 0);
			waitpid(pid[1], NULL, 0);
			break;
		}
	}
	verdict("of two servers on a stale socket one serves", good == count);
}

/* A server that ends does not remove a socket with which another program has replaced its
 * own. */
static void exchanged_socket(void)
{
	char at[100];
	struct stat st;
	pid_t pid;
	int fd;

	snprintf(at, sizeof(at), "%s/exchanged", folder);
	pid = start_server(at, 0, 0);
	if (!await_server(at)) {
		verdict("a foreign file in the place of the socket", false);
		return;
	}
	unlink(at);
	fd = open(at, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	close(fd);
	kill(pid, SIGTERM);
	verdict("a foreign file in the place of the socket is kept",
		await_end(pid, PATIENCE_S) == 0 && !stat(at, &st));
	unlink(at);
}

/* Connections that never send a hello use up the descriptors until the server drops them. */
static void silent_clients(void)
{
	int fd[64], last;
	char at[100], byte;
	struct device *dev;
	bool ok;
	pid_t pid;

	snprintf(at, sizeof(at), "%s/silent", folder);
	pid = start_server(at, 32, 0);
	ok = await_server(at);
	for (unsigned int i = 0; i < 64; i++)
		fd[i] = connect_to(at);
	/* unixdev_open() waits until the silent connections time out */
	ok = ok && !unixdev_open(at, &dev);
	if (ok)
		dev->ops->close(dev);
	last = fd[0];
	ok = ok && recv(last, &byte, 1, MSG_DONTWAIT) == 0;
	for (unsigned int i = 0; i < 64; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	kill(pid, SIGTERM);
	verdict("connections that never say hello are dropped",
		await_end(pid, PATIENCE_S) == 0 && ok);
}

/* The server is given its socket, as systemd does it. */
static void given_socket(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	struct device *dev = NULL;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	bool ok;
	pid_t pid;

	snprintf(a.sun_path, sizeof(a.sun_path), "%s/given", folder);
	unlink(a.sun_path);
	ok = !bind(fd, (struct sockaddr *)&a, sizeof(a)) && !listen(fd, 5);
	pid = start_process();
	if (pid == 0) {
		char own[32];

		if (fd != 3)
			dup2(fd, 3);
		snprintf(own, sizeof(own), "%ld", (long)getpid());
		dup2(open("/dev/null", O_WRONLY), 1);
		setenv("LISTEN_PID", own, 1);
		setenv("LISTEN_FDS", "1", 1);
		execl(server, server, (char *)NULL);
		_exit(127);
	}
	ok = ok && !unixdev_open(a.sun_path, &dev);
	if (dev)
		dev->ops->close(dev);
	kill(pid, SIGTERM);
	ok = await_end(pid, PATIENCE_S) == 0 && ok;
	verdict("a socket given by the caller is used, and left",
		ok && !access(a.sun_path, F_OK));
	unlink(a.sun_path);
	close(fd);
}

/* Returns whether a dump to @name that grows too large ends with an error that names the file
 * and the reason, leaves no other file, and keeps the old file of that name. */
static bool wave_refused(struct device *dev, pid_t pid, const char *name)
{
	const struct rlimit some = {512, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
	char file[120], part[140], text[140], reply[UNIXDEV_COMMAND], kept[8] = "";
	FILE *f;
	bool ok;

	snprintf(file, sizeof(file), "%s/%s", folder, name);
	f = fopen(file, "w");
	ok = f && fputs("old", f) >= 0;
	if (f)
		fclose(f);
	snprintf(text, sizeof(text), "wave %s", file);
	ok = ok && !command(dev, text, reply) && !command(dev, "run 1us", reply) &&
	     !prlimit(pid, RLIMIT_FSIZE, &some, NULL) && !command(dev, "run 2ms", reply);
	ok = ok && command(dev, "wave off", reply) < 0 && strstr(reply, file) &&
	     strstr(reply, "was not kept");
	prlimit(pid, RLIMIT_FSIZE, &all, NULL);
	f = fopen(file, "r");
	ok = ok && f && fgets(kept, sizeof(kept), f) && !strcmp(kept, "old");
	if (f)
		fclose(f);
	snprintf(part, sizeof(part), "%s.part", file);
	ok = ok && access(part, F_OK);
	snprintf(part, sizeof(part), "%s.vcd", file);
	return ok && access(part, F_OK);
}

/* Dumps waves while files are limited to @bytes. Returns whether the command failed and the old
 * file remains, or it succeeded and the new file is complete. */
static bool full_at(struct device *dev, pid_t pid, rlim_t bytes)
{
	const struct rlimit some = {bytes, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
	char text[300], reply[UNIXDEV_COMMAND];
	int err;

	snprintf(text, sizeof(text), "wave %s/full", folder);
	if (!write_file("full", "old") || command(dev, text, reply) ||
	    command(dev, "run 1us", reply) || prlimit(pid, RLIMIT_FSIZE, &some, NULL) ||
	    command(dev, "run 20us", reply))
		return false;
	err = command(dev, "wave off", reply);
	return !prlimit(pid, RLIMIT_FSIZE, &all, NULL) && (err < 0) == holds("full", "old");
}

static void full_disks(pid_t pid)
{
	const unsigned int points = DISK_POINTS * percent / 100 + 2;
	char reply[UNIXDEV_COMMAND], text[300];
	struct device *dev = NULL;
	bool ok = !unixdev_open(path, &dev);

	for (unsigned int i = 0; i < points && ok; i++)
		ok = full_at(dev, pid, i * i * 64);
	snprintf(text, sizeof(text), "ls -A '%s' | grep -q -e '[.]part' -e '^full[.]'", folder);
	verdict("a disk that is full at any place leaves the old file, and nothing else",
		ok && system(text) && serves());
	if (!dev)
		return;
	command(dev, "wave off", reply);
	dev->ops->close(dev);
}

/* A wave dump fills the disk, simulated by a limit of 512 bytes per file. */
static void full_disk(void)
{
	static const char *const names[] = {"w.vcd", "w.fst"};
	char text[140], file[120], reply[UNIXDEV_COMMAND];
	const pid_t pid = start_server(path, 0, 0);
	struct device *dev;
	bool ok = await_server(path) && !unixdev_open(path, &dev);

	for (unsigned int i = 0; i < 2 && ok; i++)
		ok = wave_refused(dev, pid, names[i]);
	verdict("a wave dump onto a full disk is an error and replaces nothing", ok);
	snprintf(file, sizeof(file), "%s/none/w.vcd", folder);
	snprintf(text, sizeof(text), "wave %s", file);
	ok = ok && command(dev, text, reply) < 0 && strstr(reply, file) &&
	     strstr(reply, "No such file");
	verdict("a wave dump into a folder that is not there is an error", ok);
	if (ok)
		dev->ops->close(dev);
	verdict("the server lives after it", waitpid(pid, NULL, WNOHANG) == 0 && serves());
	kill(pid, SIGTERM);
	await_end(pid, PATIENCE_S);
}

int main(int argc, char **argv)
{
	uint64_t value = 0;
	char lock[120], *rest;
	pid_t pid;
	int end;

	if (argc < 3 || argc > 4) {
		fputs("Usage: attack SERVER FOLDER [PERCENT]\n", stderr);
		return 2;
	}
	server = argv[1];
	folder = argv[2];
	if (argc == 4 &&
	    (number_read(argv[3], &rest, &value) || *rest || !value || value > 10000)) {
		fprintf(stderr, "attack: %s: PERCENT is 1 to 10000\n", argv[3]);
		return 2;
	}
	if (argc == 4)
		percent = (unsigned int)value;
	snprintf(path, sizeof(path), "%s/socket", folder);
	snprintf(lock, sizeof(lock), "%s.lock", path);
	signal(SIGPIPE, SIG_IGN);
	pid = start_server(path, 0, 0);
	verdict("the server starts", await_server(path) && serves());
	begin_deadlines();
	hostile_requests();
	dying_clients();
	failing_check();
	endless_work();
	hostile_files();
	files_beside();
	random_commands();
	full_disks(pid);
	slow_commands(pid);
	crowd(pid);
	idle_clients(pid);
	another_user();
	foreign_server();
	socket_names();
	precious_files();
	verdict("the server lives", waitpid(pid, NULL, WNOHANG) == 0 && serves());
	kill(pid, SIGTERM);
	end = await_end(pid, PATIENCE_S);
	if (end)
		printf("     exit status %d\n", end);
	verdict("it ends, and leaves neither socket nor lock",
		end == 0 && access(path, F_OK) && access(lock, F_OK));
	stale_sockets();
	exchanged_socket();
	full_disk();
	silent_clients();
	given_socket();
	end_deadlines();
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed != 0;
}
