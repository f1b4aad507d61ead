/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attacks a server of a simulated board (surfd, hypermond, ...) and checks that it still
 * serves.
 *
 *	attack SERVER FOLDER [PERCENT]
 *
 * SERVER is the program, FOLDER the folder for its sockets, PERCENT the percentage of the full
 * counts (default 100: 6,000 hostile requests, 900 deaths of clients, 40 starts on a stale
 * socket).
 * Prints "ok NAME" or "FAIL NAME" for each attack, then "N passed, N failed, 0 skipped".
 */
#include "random.h"
#include "unixdev.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define REQUESTS 6000
#define DEATHS 900
#define STARTS 40
#define OTHER_USER 65534
#define SILENT_S 10 /* of a client that never says hello */
#define PATIENCE_S 30

static const char *server, *folder;
static char path[100];
static unsigned int percent = 100, passed, failed;
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

/* Descriptors are limited to @files and a file to @bytes, unless that is 0. */
static pid_t start_server(const char *at, unsigned int files, unsigned int bytes)
{
	const pid_t pid = fork();

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

/* Status of the end, or -1 if it does not end within @seconds and is killed. */
static int await_end(pid_t pid, double seconds)
{
	const double end = now() + seconds;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (now() > end) {
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

/* A client connects, time passes, the board answers, and nothing of it is broken. */
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

/* A request with a header that may be wrong, and a payload that is. */
static size_t hostile_request(uint8_t *p, size_t size)
{
	size_t n = draw(8) ? draw(64) : draw(size - UNIXDEV_HEADER);

	for (size_t i = 0; i < UNIXDEV_HEADER + n; i++)
		p[i] = (uint8_t)draw(256);
	if (draw(10))
		put_le32(p, (uint32_t)(UNIXDEV_HEADER + n)); /* a length that is right */
	if (draw(10))
		p[8] = (uint8_t)(1 + draw(UNIXDEV_RELEASE + 1));
	if (draw(2))
		p[9] = (uint8_t)draw(4);
	if (draw(2))
		p[10] = (uint8_t)(8u << draw(4));
	if (p[8] == UNIXDEV_RUN || p[8] == UNIXDEV_WAIT_IRQ || p[8] == UNIXDEV_HOLD)
		memset(p + UNIXDEV_HEADER, 0, 8); /* no wait of years */
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
		sent += !count;
		close(fd);
	}
	verdict("hostile requests", sent >= count && serves());
}

/* Clients end while they hold the board, wait for it, or wait for time. */
static void dying_clients(void)
{
	const unsigned int count = DEATHS * percent / 100;
	unsigned int died = 0;

	while (died < count) {
		pid_t pid[3];

		for (unsigned int i = 0; i < 3; i++, died++) {
			pid[i] = fork();
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

/* A failing check is an error of its request and of those that wait; the board is broken until
 * reset. */
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
	pid = fork();
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
	ok = command(dev, "play /dev/zero", reply) < 0;
	snprintf(text, sizeof(text), "play %s", fifo);
	ok &= command(dev, text, reply) < 0;
	command(dev, "workload page 1073741824", reply);
	verdict("endless files and counts", ok && now() - began < PATIENCE_S && serves());
	ok = command(dev, "wave /dev/full", reply) < 0 && strstr(reply, "not a regular file");
	snprintf(text, sizeof(text), "wave %s", fifo);
	ok &= command(dev, text, reply) < 0;
	ok &= !stat("/dev/full", &st) && S_ISCHR(st.st_mode) && !stat(fifo, &st) &&
	      S_ISFIFO(st.st_mode);
	verdict("waves into a device or a FIFO are refused", ok);
	dev->ops->close(dev);
	unlink(fifo);
}

static void another_user(void)
{
	const pid_t pid = geteuid() ? -1 : fork();

	if (pid < 0) {
		verdict("another user (only root can try)", geteuid() != 0);
		return;
	}
	chmod(folder, 0755);
	chmod(path, 0777); /* as if a careless user had opened it */
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

/* Two servers start on the socket that a killed one has left: one of them serves. */
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

/* A server ends and leaves the socket that another program has put there. */
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

/* Connections that never say hello use up the descriptors, until they are dropped. */
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
	ok = ok && !unixdev_open(at, &dev); /* waits for the time-out of the others */
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
	pid = fork();
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

/* Whether a dump to @name that grows too large is an error with place and reason, leaves
 * nothing of its own, and leaves the file of that name as it was. */
static bool wave_refused(struct device *dev, const char *name)
{
	char file[120], part[140], text[140], reply[UNIXDEV_COMMAND], kept[8] = "";
	FILE *f;
	bool ok;

	snprintf(file, sizeof(file), "%s/%s", folder, name);
	f = fopen(file, "w");
	ok = f && fputs("old", f) >= 0;
	if (f)
		fclose(f);
	snprintf(text, sizeof(text), "wave %s", file);
	ok = ok && !command(dev, text, reply) && !command(dev, "run 2ms", reply);
	ok = ok && command(dev, "wave off", reply) < 0 && strstr(reply, file) &&
	     strstr(reply, "File too large");
	f = fopen(file, "r");
	ok = ok && f && fgets(kept, sizeof(kept), f) && !strcmp(kept, "old");
	if (f)
		fclose(f);
	snprintf(part, sizeof(part), "%s.part", file);
	ok = ok && access(part, F_OK);
	snprintf(part, sizeof(part), "%s.vcd", file);
	return ok && access(part, F_OK);
}

/* A wave dump fills the disk: here a file may have 64 KB. */
static void full_disk(void)
{
	static const char *const names[] = {"w.vcd", "w.fst"};
	char text[140], file[120], reply[UNIXDEV_COMMAND];
	const pid_t pid = start_server(path, 0, 65536);
	struct device *dev;
	bool ok = await_server(path) && !unixdev_open(path, &dev);

	for (unsigned int i = 0; i < 2 && ok; i++)
		ok = wave_refused(dev, names[i]);
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
	char lock[120];
	pid_t pid;
	int end;

	if (argc < 3 || argc > 4) {
		fputs("Usage: attack SERVER FOLDER [PERCENT]\n", stderr);
		return 2;
	}
	server = argv[1];
	folder = argv[2];
	if (argc == 4)
		percent = (unsigned int)atoi(argv[3]);
	snprintf(path, sizeof(path), "%s/socket", folder);
	snprintf(lock, sizeof(lock), "%s.lock", path);
	signal(SIGPIPE, SIG_IGN);
	pid = start_server(path, 0, 0);
	verdict("the server starts", await_server(path) && serves());
	hostile_requests();
	dying_clients();
	failing_check();
	endless_work();
	another_user();
	socket_names();
	verdict("the server lives", waitpid(pid, NULL, WNOHANG) == 0 && serves());
	kill(pid, SIGTERM);
	end = await_end(pid, PATIENCE_S);
	verdict("it ends, and leaves neither socket nor lock",
		end == 0 && access(path, F_OK) && access(lock, F_OK));
	stale_sockets();
	exchanged_socket();
	full_disk();
	silent_clients();
	given_socket();
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
