/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests the server of the simulated board as a process of its own: it must do the same as
 * "sim:" does in this process, and no client may harm another one.
 */
#include "../../sw/tests/unit.h"
#include "sbit.h"
#include "surfboard_regs.h"
#include "surflib.h"
#include "unixdev.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], path[96], backend[128];

static void make_folder(void)
{
	if (*folder)
		return;
	strcpy(folder, "/tmp/surfd-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/socket", folder);
	snprintf(backend, sizeof(backend), "unix:%s", path);
}

/* ---- the server ---- */

/* Starts surfd of build/libexec; @out receives its standard output. */
static pid_t spawn(char *const args[], int *out)
{
	char self[PATH_MAX] = "", program[PATH_MAX + 32];
	int fds[2];
	pid_t pid;

	make_folder();
	assert_true(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
	snprintf(program, sizeof(program), "%s/../../../libexec/surfd", dirname(self));
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* the kernel ends it when a test fails */
		dup2(fds[1], 1);
		close(fds[0]);
		close(fds[1]);
		execv(program, args);
		_exit(127);
	}
	close(fds[1]);
	*out = fds[0];
	return pid;
}

static pid_t start(const char *command)
{
	char *args[] = {"surfd", "-c", (char *)command, path, NULL};
	char line[256], expected[256];
	size_t n = 0;
	int out;
	pid_t pid;

	make_folder();
	pid = spawn(args, &out);
	while (n < sizeof(line) - 1 && read(out, line + n, 1) == 1 && line[n] != '\n')
		n++;
	line[n] = 0;
	close(out);
	snprintf(expected, sizeof(expected), "surfd: serving unix:%s", path);
	assert_string_equal(line, expected);
	return pid;
}

static int end(pid_t pid, int sig)
{
	int status;

	assert_int_equal(kill(pid, sig), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static long resident_kb(pid_t pid)
{
	char name[64], line[128];
	long kb = -1;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%ld/status", (long)pid);
	f = fopen(name, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "VmRSS: %ld", &kb) == 1)
			break;
	fclose(f);
	assert_true(kb > 0);
	return kb;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- actions of a driver ---- */

static void command(struct surf *s, const char *text)
{
	char reply[SURF_REPLY_BYTES];

	if (surf_command(s, text, reply, sizeof(reply)))
		fail_msg("%s: %s", text, reply);
}

/* Returns a number from the reply to "status". */
static uint64_t status(struct surf *s, const char *name)
{
	char reply[SURF_REPLY_BYTES], *at;

	assert_int_equal(surf_command(s, "status", reply, sizeof(reply)), 0);
	at = strstr(reply, name);
	assert_non_null(at);
	return strtoull(at + strlen(name), NULL, 10);
}

struct result {
	uint32_t reg[SURF_REGS];
	uint32_t trace[4 * 300], bins[64];
	char status[SURF_REPLY_BYTES];
};

/* Makes a measurement: loads the selector, sends 300 packets, and reads histogram and trace. */
static int measure(const char *name, const char *traffic, struct result *r)
{
	struct surf_experiment e = {
		.bins = 64, .iemr = 2, .pclr = 0x15, .acdr = 12 << 11, .htcr = 7};
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf s = {0};
	uint32_t c = 0;
	int err = surf_Open(&s, name);

	if (err)
		return err;
	memset(r, 0, sizeof(*r));
	memset(map.sel, SBIT_ZERO, sizeof(map.sel));
	for (unsigned int i = 0; i < 6; i++)
		map.sel[i] = (uint8_t)(sbit_variables[SBIT_COLOR].first + i); /* bin = color */
	sbit_compile(&map, stream);
	e.stream = stream;
	e.stream_bytes = sizeof(stream);
	err = surf_begin(&s, &e);
	if (!err)
		err = surf_command(&s, traffic, NULL, 0);
	if (!err)
		err = surf_WaitException(&s, 1000, &c);
	if (!err)
		err = c == 2 ? surf_ClearException(&s) : -EPROTO;
	if (!err)
		err = surf_command(&s, "drain", NULL, 0);
	if (!err)
		err = surf_PutReg(&s, SURF_HTCR, 0);
	for (int i = 0; !err && i < SURF_REGS; i++)
		err = surf_GetReg(&s, surf_regs[i], &r->reg[i]);
	if (!err)
		err = surf_GetTMem(&s, 0, r->trace, sizeof(r->trace), NULL, NULL);
	if (!err)
		err = surf_GetHMem(&s, 0, r->bins, sizeof(r->bins), NULL, NULL);
	if (!err)
		err = surf_command(&s, "status", r->status, sizeof(r->status));
	surf_Close(&s);
	return err;
}

#define TRAFFIC "generate count=300 words=1-9 x=1-3 color=0-63 period=1080ns-3us seed=%d"

/* Compares sizes, senders, colors and words of the traces; the times depend on the phases of
 * the clocks. */
static void equal(const struct result *a, const struct result *b, bool times)
{
	uint32_t sum = 0;

	assert_memory_equal(a->bins, b->bins, sizeof(a->bins));
	for (int i = 0; i < 64; i++)
		sum += a->bins[i];
	assert_int_equal(sum, 300);
	assert_int_equal(a->reg[SURF_NUMBER_TECR], 300);
	if (times) {
		assert_memory_equal(a->trace, b->trace, sizeof(a->trace));
		assert_memory_equal(a->reg, b->reg, sizeof(a->reg));
	} else {
		assert_int_equal(a->reg[SURF_NUMBER_WCDR], b->reg[SURF_NUMBER_WCDR]);
		for (int EACH(i, 0); i < 300; i++) {
			assert_int_equal(a->trace[4 * i] >> 24, b->trace[4 * i] >> 24);
			assert_int_equal(a->trace[4 * i + 1] >> 12, b->trace[4 * i + 1] >> 12);
			assert_int_equal(a->trace[4 * i + 3], b->trace[4 * i + 3]);
		}
	}
}

/* Makes the same measurement through both backends, and repeats it: on a paused server no
 * result depends on real time. */
static void same_as_sim(void)
{
	static struct result sim, server, again;
	char traffic[128];
	pid_t pid;

	snprintf(traffic, sizeof(traffic), TRAFFIC, 5);
	assert_int_equal(measure("sim:", traffic, &sim), 0);
	for (int EACH(i, 0); i < 2; i++) {
		pid = start("pause");
		assert_int_equal(measure(backend, traffic, i ? &again : &server), 0);
		assert_int_equal(end(pid, SIGTERM), 0);
	}
	equal(&sim, &server, false);
	equal(&server, &again, true);
	assert_string_equal(server.status, again.status);
}

struct job {
	pthread_t thread;
	char traffic[128];
	struct result r;
	int err;
};

static void *run_job(void *arg)
{
	struct job *j = arg;

	j->err = measure("sim:", j->traffic, &j->r);
	return NULL;
}

/* Checks that several boards in one process, one in each thread, are independent of each
 * other. */
static void several_boards(void)
{
	static struct job alone, job[4];

	for (int EACH(i, 0); i < 4; i++) {
		snprintf(job[i].traffic, sizeof(job[i].traffic), TRAFFIC, i / 2);
		assert_int_equal(pthread_create(&job[i].thread, NULL, run_job, &job[i]), 0);
	}
	for (int EACH(i, 0); i < 4; i++) {
		pthread_join(job[i].thread, NULL);
		assert_int_equal(job[i].err, 0);
	}
	for (int EACH(i, 0); i < 4; i++) {
		strcpy(alone.traffic, job[i].traffic);
		run_job(&alone);
		assert_int_equal(alone.err, 0);
		equal(&alone.r, &job[i].r, true);
	}
	assert_memory_not_equal(job[0].r.trace, job[2].r.trace, sizeof(alone.r.trace));
}

/* ---- several clients ---- */

static void *wait_for_trigger(void *arg)
{
	struct surf s = {0};
	uint32_t c = 0;
	int *err = arg;

	*err = surf_Open(&s, backend);
	if (!*err)
		*err = surf_WaitException(&s, 50000, &c);
	if (!*err && c != 2)
		*err = -EPROTO;
	surf_Close(&s);
	return NULL;
}

/* One client waits for an event that another client causes; all see the same time. */
static void shares_the_board(void)
{
	const pid_t pid = start("speed 0.05");
	struct surf s = {0}, other = {0};
	pthread_t thread;
	uint64_t before;
	int err = 1;

	assert_int_equal(surf_Open(&s, backend), 0);
	assert_int_equal(surf_PutReg(&s, SURF_HTCR, 1), 0);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 2), 0);
	assert_int_equal(pthread_create(&thread, NULL, wait_for_trigger, &err), 0);
	command(&s, "run 1ms"); /* by now the other client is waiting */
	command(&s, "generate count=1");
	pthread_join(thread, NULL);
	assert_int_equal(err, 0);
	assert_int_equal(surf_Open(&other, backend), 0);
	before = status(&s, "time: ");
	command(&other, "run 2ms");
	assert_true(status(&s, "time: ") >= before + 2000000);
	assert_int_equal(status(&other, "sent: "), 1);
	surf_Close(&other);
	surf_Close(&s);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* Checks that time passes by itself unless the server is paused, and not faster than the set
 * rate. */
static void passes_time(void)
{
	const pid_t pid = start("generate period=100us");
	struct surf s = {0};
	uint64_t t[2], sent;
	double began, took;

	assert_int_equal(surf_Open(&s, backend), 0);
	command(&s, "speed 0.002");
	t[0] = status(&s, "time: ");
	began = seconds();
	usleep(300000);
	t[1] = status(&s, "time: ");
	took = seconds() - began;
	assert_true(t[1] > t[0]);
	assert_true((double)(t[1] - t[0]) < took * 0.002 * 1e9 * 1.1 + 100000);
	command(&s, "pause");
	t[0] = status(&s, "time: ");
	usleep(50000);
	assert_int_equal(status(&s, "time: "), t[0]);
	command(&s, "speed max");
	command(&s, "run 1ms");
	assert_int_equal(status(&s, "time: ") / 1000 - t[0] / 1000, 1000);
	sent = status(&s, "sent: ");
	command(&s, "resume");
	while (status(&s, "sent: ") < sent + 5)
		usleep(1000);
	assert_int_equal(surf_command(&s, "generate", NULL, 0), -EBUSY);
	command(&s, "stop");
	command(&s, "drain 1ms");
	surf_Close(&s);
	assert_int_equal(end(pid, SIGINT), 0);
	assert_int_equal(access(path, F_OK), -1);
}

/* ---- accesses that belong together ---- */

#define CLIENTS 8

/* Returns the value that client @i writes into ACDR, with the TSIZE
 * that surf_Open() expects. */
static uint32_t own_acdr(int i)
{
	const uint32_t bits = (uint32_t)(i + 1) * 0x1234567 & 0xFFFFFFF;

	return surf_set(bits, SURF_ACDR_IMAGE_TSIZE, 2);
}

static uint32_t own_hfcr(int i)
{
	return SURF_HFCR(0x111 * i + 5, 0xFF0 - 0x101 * i);
}

/* Returns whether @v was written by one of the @n clients or is the value from before them. */
static bool is_one_of(uint32_t v, uint32_t (*own)(int), int n, uint32_t before)
{
	for (int i = 0; i < n; i++)
		if (v == own(i))
			return true;
	return v == before;
}

static const struct {
	uint32_t acdr, hfcr;
} untouched = {0x80, SURF_HFCR(7, 7)};

enum { FAILS = 1, ACDR_MIXED, HFCR_MIXED, SELECTOR_MIXED, MEMORY_MIXED };

/* Clears and writes the client's own windows of both memories. */
static int use_memories(struct surf *s, int me, uint32_t round)
{
	uint32_t w[2][256], seen[256];
	const uint32_t at = (uint32_t)me * sizeof(w[0]);
	int err;

	memset(w[0], 0, sizeof(w[0]));
	for (uint32_t i = 0; i < 256; i++)
		w[1][i] = (uint32_t)me << 24 | round << 12 | i;
	for (int k = 0; k < 2; k++) {
		err = surf_PutTMem(s, at, w[k], sizeof(w[k]), NULL, NULL);
		if (!err)
			err = surf_PutHMem(s, at, w[k], sizeof(w[k]), NULL, NULL);
		if (!err)
			err = surf_GetTMem(s, at, seen, sizeof(seen), NULL, NULL);
		if (!err && memcmp(seen, w[k], sizeof(seen)))
			return MEMORY_MIXED;
		if (!err)
			err = surf_GetHMem(s, at, seen, sizeof(seen), NULL, NULL);
		if (!err && memcmp(seen, w[k], sizeof(seen)))
			return MEMORY_MIXED;
		if (err)
			return FAILS;
	}
	return 0;
}

static int use_registers(struct surf *s, int me, int n, uint32_t round)
{
	static const struct sbit_map map;
	uint8_t stream[SBIT_BYTES];
	uint32_t v;

	if (surf_PutReg(s, SURF_ACDR, own_acdr(me)) || surf_GetReg(s, SURF_ACDR, &v))
		return FAILS;
	if (!is_one_of(v, own_acdr, n, untouched.acdr))
		return ACDR_MIXED;
	if (surf_PutReg(s, SURF_HFCR, own_hfcr(me)) || surf_GetReg(s, SURF_HFCR, &v))
		return FAILS;
	if (!is_one_of(v, own_hfcr, n, untouched.hfcr))
		return HFCR_MIXED;
	/* accesses that must not be separated are made while the client holds the board */
	if (surf_hold(s) || surf_GetReg(s, SURF_WCDR, &v) || surf_PutReg(s, SURF_WCDR, v + 1) ||
	    surf_release(s))
		return FAILS;
	sbit_compile(&map, stream);
	return round % 4 == 0 && surf_ConfigHAS(s, stream, sizeof(stream)) ? SELECTOR_MIXED : 0;
}

/* Repeats all driver functions that need more than one access. */
static int hammer(int me, int n, uint32_t rounds)
{
	int result = 0;

	for (uint32_t round = 0; !result && round < rounds; round++) {
		struct surf s = {0};

		if (surf_Open(&s, backend))
			return FAILS;
		result = use_registers(&s, me, n, round);
		if (!result)
			result = use_memories(&s, me, round);
		if (surf_Close(&s) && !result)
			result = FAILS;
	}
	return result;
}

static void many_clients(int n, uint32_t rounds)
{
	const pid_t server = start("pause");
	struct surf s = {0};
	pid_t client[CLIENTS];
	uint32_t v;

	assert_int_equal(surf_Open(&s, backend), 0);
	assert_int_equal(surf_PutReg(&s, SURF_HTCR, 0), 0);
	assert_int_equal(surf_PutReg(&s, SURF_WCDR, 0), 0);
	for (int EACH(i, 0); i < n; i++) {
		client[i] = fork();
		assert_true(client[i] >= 0);
		if (client[i] == 0)
			_exit(hammer(i, n, rounds));
	}
	for (int EACH(i, 0); i < n; i++) {
		int status;

		assert_int_equal(waitpid(client[i], &status, 0), client[i]);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
	}
	assert_int_equal(surf_GetReg(&s, SURF_ACDR, &v), 0);
	assert_true(is_one_of(v, own_acdr, n, untouched.acdr));
	assert_int_equal(surf_GetReg(&s, SURF_WCDR, &v), 0);
	assert_int_equal(v, (uint32_t)n * rounds);
	surf_Close(&s);
	assert_int_equal(end(server, SIGTERM), 0);
}

static void two_clients(void)
{
	many_clients(2, 40);
}

static void eight_clients(void)
{
	many_clients(CLIENTS, 12);
}

struct waiter {
	pthread_t thread;
	struct device *d;
	uint32_t *turn, got; /* the turn in which each client got the board */
	int err;
};

static void *take_turn(void *arg)
{
	struct waiter *w = arg;
	bool changed;

	w->err = w->d->ops->hold(w->d, UINT64_MAX, &changed);
	w->got = (*w->turn)++;
	if (!w->err)
		w->err = w->d->ops->release(w->d, false);
	return NULL;
}

static void *write_word(void *arg)
{
	struct waiter *w = arg;

	w->err = w->d->ops->write(w->d, DEVICE_IO, 0xC84, 32, 0xD000C001);
	w->got = (*w->turn)++;
	return NULL;
}

/* Clients that wait for the holder get the board in the order of arrival, or give up at their
 * time limit. */
static void waits_in_turn(void)
{
	const pid_t pid = start("pause");
	struct waiter w[4];
	uint32_t turn = 0;
	struct device *d, *other;
	bool changed = true;
	double began;
	uint64_t v;

	assert_int_equal(unixdev_open(path, &d), 0);
	assert_int_equal(unixdev_open(path, &other), 0);
	assert_int_equal(d->ops->release(d, false), -EPERM);
	assert_int_equal(d->ops->hold(d, 0, &changed), 0);
	assert_false(changed);
	assert_int_equal(d->ops->hold(d, 0, &changed), -EALREADY);
	assert_int_equal(other->ops->release(other, false), -EPERM);
	assert_int_equal(other->ops->hold(other, 0, &changed), -EAGAIN);
	began = seconds();
	assert_int_equal(other->ops->hold(other, 200000, &changed), -EAGAIN);
	assert_true(seconds() - began >= 0.2);
	assert_int_equal(other->ops->read(other, DEVICE_IO, 0xC80, 32, &v), 0);
	assert_int_equal(v, SURFBOARD_EPIR_RESET);
	/* an address space that this bus does not have */
	assert_int_equal(other->ops->read(other, DEVICE_CONFIG, 0, 32, &v), -EOPNOTSUPP);
	assert_int_equal(other->ops->run(other, 1000), 0);
	for (int EACH(i, 0); i < 4; i++) {
		w[i] = (struct waiter){.turn = &turn};
		assert_int_equal(unixdev_open(path, &w[i].d), 0);
		assert_int_equal(pthread_create(&w[i].thread, NULL,
						i == 2 ? write_word : take_turn, &w[i]),
				 0);
		usleep(100000);
	}
	assert_int_equal(d->ops->read(d, DEVICE_IO, 0xC84, 32, &v), 0);
	assert_int_equal(v & 0xFFFF0000, 0); /* the other client's write waits as well */
	assert_int_equal(turn, 0);
	assert_int_equal(d->ops->release(d, true), 0);
	for (int EACH(i, 0); i < 4; i++) {
		pthread_join(w[i].thread, NULL);
		assert_int_equal(w[i].err, 0);
		w[i].d->ops->close(w[i].d);
	}
	assert_int_equal(turn, 4);
	assert_true(w[0].got < w[1].got && w[1].got < w[3].got);
	assert_int_equal(other->ops->hold(other, 0, &changed), 0);
	assert_true(changed);
	assert_int_equal(other->ops->release(other, false), 0);
	assert_int_equal(d->ops->hold(d, 0, &changed), 0);
	assert_false(changed); /* by itself */
	d->ops->close(d);
	other->ops->close(other);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* The server notifies a client that has cached ACDR when another client writes ACDR. A client
 * that only reads, or disconnects, does not invalidate the caches of the others. */
static void remembers_what_is_so(void)
{
	const pid_t pid = start("pause");
	struct surf a = {0}, b = {0};
	uint32_t v;

	assert_int_equal(surf_Open(&a, backend), 0);
	assert_int_equal(surf_PutReg(&a, SURF_ACDR, own_acdr(0)), 0);
	assert_int_equal(surf_PutReg(&a, SURF_IEMR, 2), 0);
	assert_int_equal(surf_Open(&b, backend), 0);
	assert_int_equal(surf_PutReg(&b, SURF_ACDR, own_acdr(1)), 0);
	/* while the board collects, the driver caches ACDR */
	assert_int_equal(surf_PutReg(&a, SURF_HTCR, 1), 0);
	assert_int_equal(surf_GetReg(&a, SURF_ACDR, &v), 0);
	assert_int_equal(v, own_acdr(1));
	assert_int_equal(surf_release(&a), -EPERM);
	assert_int_equal(surf_hold(&a), 0);
	assert_int_equal(surf_hold(&a), 0);
	assert_int_equal(surf_Close(&a), 0);
	assert_int_equal(surf_release(&a), -EBADF);
	assert_int_equal(surf_PutReg(&b, SURF_IEMR, 4), 0);
	assert_int_equal(surf_Open(&a, backend), 0);
	assert_int_equal(surf_Close(&a), 0);
	assert_int_equal(surf_GetReg(&b, SURF_IEMR, &v), 0);
	assert_int_equal(v, 4);
	assert_int_equal(surf_Close(&b), 0);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* ---- misbehaving clients ---- */

static int connect_raw(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	strcpy(a.sun_path, path);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	return fd;
}

static size_t put_request(uint8_t *p, enum unixdev_op op, uint32_t bytes, uint32_t addr)
{
	const struct unixdev_header h = {
		.bytes = bytes, .op = (uint8_t)op, .space = 1, .width = 32, .addr = addr};

	unixdev_put_header(p, &h);
	return UNIXDEV_HEADER;
}

static size_t put_hello(uint8_t *p)
{
	put_request(p, UNIXDEV_HELLO, UNIXDEV_HEADER + 8, 0);
	memcpy(p + UNIXDEV_HEADER, "SURF", 4);
	put_le32(p + UNIXDEV_HEADER + 4, UNIXDEV_VERSION);
	return UNIXDEV_HEADER + 8;
}

static size_t put_hold(uint8_t *p, uint64_t us)
{
	put_request(p, UNIXDEV_HOLD, UNIXDEV_HEADER + 8, 0);
	put_le64(p + UNIXDEV_HEADER, us);
	return UNIXDEV_HEADER + 8;
}

/* Checks that the server closes the connection, perhaps after some replies. */
static void is_thrown_out(int fd)
{
	struct timeval limit = {.tv_sec = 20};
	char buf[4096];
	ssize_t n;

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	while ((n = recv(fd, buf, sizeof(buf), 0)) > 0)
		;
	assert_true(n == 0 || errno == ECONNRESET);
	close(fd);
}

static void send_raw(int fd, const void *p, size_t n)
{
	const ssize_t k = send(fd, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);

	(void)k; /* the server may already have closed the connection */
}

/* Breaks one of the rules of the protocol, chosen by @way. */
static void break_a_rule(int way, uint64_t *seed)
{
	static uint8_t b[UNIXDEV_BYTES];
	const int fd = connect_raw();
	size_t n = 0;

	if (way >= 4)
		n = put_hello(b);
	switch (way) {
	case 0: /* random bytes; a length that is too large */
		for (n = 0; n < 200; n++)
			b[n] = (uint8_t)(random_xorshift(seed) >> 8) | 0x80;
		break;
	case 1: /* a request before hello */
		n = put_request(b, UNIXDEV_READ, UNIXDEV_HEADER, 0xD0000000);
		break;
	case 2: /* too short */
		n = put_request(b, UNIXDEV_HELLO, 15, 0);
		break;
	case 3: /* the first request is not hello */
		n = put_hello(b);
		b[UNIXDEV_HEADER]++;
		break;
	case 4: /* an undefined operation */
		n += put_request(b + n, (enum unixdev_op)(11 + random_xorshift(seed) % 200),
				 UNIXDEV_HEADER, 0);
		break;
	case 5: /* more words than a reply can hold */
		n += put_request(b + n, UNIXDEV_READ_WORDS, UNIXDEV_HEADER + 4, 0xC0000000);
		put_le32(b + n, UNIXDEV_WORDS + 1);
		n += 4;
		break;
	case 6: /* the payload has the wrong length */
		n += put_request(b + n, UNIXDEV_WRITE, UNIXDEV_HEADER + 7, 0xC0000000) + 7;
		break;
	case 7: /* one byte more than is allowed */
		n += put_request(b + n, UNIXDEV_WRITE_WORDS, UNIXDEV_BYTES + 1, 0xC0000000);
		break;
	case 8: /* a command with a 0 in it */
		n += put_request(b + n, UNIXDEV_CONTROL, UNIXDEV_HEADER + 4, 0);
		memcpy(b + n, "ru\0n", 4);
		n += 4;
		break;
	case 9: /* a hold without its time, while no client has the board */
		n += put_request(b + n, UNIXDEV_HOLD, UNIXDEV_HEADER, 0);
		break;
	case 10: /* random bytes while the client holds the board */
		n += put_hold(b + n, 0);
		n += put_request(b + n, (enum unixdev_op)200, UNIXDEV_HEADER, 0);
		break;
	case 11: /* RELEASE with an undefined flag "changed" */
		n += put_hold(b + n, 0);
		n += put_request(b + n, UNIXDEV_RELEASE, UNIXDEV_HEADER + 4, 0);
		put_le32(b + n, 2);
		n += 4;
		break;
	case 12: /* invalid spans, or a span with too many words */
	case 13:
	case 14:
		n += put_request(b + n, UNIXDEV_READ_WORDS, UNIXDEV_HEADER + 8, 0xD0000000);
		put_le32(b + n, way == 14 ? UNIXDEV_WORDS + 1 : 4);
		put_le32(b + n + 4, way == 12 ? 0 : way == 13 ? DEVICE_SPAN + 1 : 2);
		n += 8;
		break;
	case 15: /* an incomplete span */
		n += put_request(b + n, UNIXDEV_READ_WORDS, UNIXDEV_HEADER + 6, 0xD0000000);
		memset(b + n, 1, 6);
		n += 6;
		break;
	}
	send_raw(fd, b, n);
	is_thrown_out(fd);
}

#define WAYS 16

/* Begins an action, chosen by @way, and does not end it; returns the connection, which the
 * caller closes. */
static int leave(int way, uint64_t *seed)
{
	uint8_t b[256];
	const int fd = connect_raw();
	size_t n = put_hello(b);

	switch (way) {
	case 0: /* at once */
		n = 0;
		break;
	case 1: /* in the middle of a header */
		n += put_request(b + n, UNIXDEV_READ, UNIXDEV_HEADER, 0xD0000000) - 5;
		break;
	case 2: /* in the middle of a payload */
		n += put_request(b + n, UNIXDEV_WRITE_WORDS, UNIXDEV_HEADER + 400, 0xC0000000) +
		     50;
		break;
	case 3: /* during a wait without a limit */
		n += put_request(b + n, UNIXDEV_WAIT_IRQ, UNIXDEV_HEADER + 8, 0);
		put_le64(b + n, UINT64_MAX);
		n += 8;
		break;
	case 4: /* before the reply */
		n += put_request(b + n, UNIXDEV_READ_WORDS, UNIXDEV_HEADER + 4, 0xC0000000);
		put_le32(b + n, 16);
		n += 4;
		break;
	case 5: /* while it holds the board, or waits for it */
		n += put_hold(b + n, UINT64_MAX);
		break;
	case 6: /* in the middle of an action while it holds the board */
		n += put_hold(b + n, UINT64_MAX);
		n += put_request(b + n, UNIXDEV_WRITE, UNIXDEV_HEADER + 8, 0xD0000008) - 1;
		break;
	}
	send_raw(fd, b, n);
	if (random_xorshift(seed) & 0x10000)
		usleep(500);
	return fd;
}

#define LEAVES 7

#define LEAVES_HOLDING 5 /* from this way on the client holds the board */

/* Sends requests without end and never reads a reply. */
static int never_reads(void)
{
	uint8_t b[UNIXDEV_HEADER + 4];
	const int fd = connect_raw();
	uint8_t hello[UNIXDEV_HEADER + 8];

	send_raw(fd, hello, put_hello(hello));
	put_request(b, UNIXDEV_READ_WORDS, sizeof(b), 0xC0000000);
	put_le32(b + UNIXDEV_HEADER, 1024);
	for (int i = 0; i < 5000; i++)
		send_raw(fd, b, sizeof(b));
	return fd;
}

/* Memory that the server has freed but that the address sanitizer keeps in its quarantine. */
#ifdef __SANITIZE_ADDRESS__
#define QUARANTINE_KB 65536
#else
#define QUARANTINE_KB 0
#endif

static void survives_anybody(void)
{
	static struct result alone, amidst;
	const pid_t pid = start("pause");
	int open_fds[40], n = 0;
	uint64_t seed = 77;
	char traffic[128];
	double began;
	long before;

	snprintf(traffic, sizeof(traffic), TRAFFIC, 8);
	assert_int_equal(measure(backend, traffic, &alone), 0);
	before = resident_kb(pid);
	for (int EACH(i, 0); i < 10; i++)
		open_fds[n++] = never_reads();
	for (int EACH(round, 0); round < 30; round++) {
		for (int EACH(way, 0); way < WAYS; way++)
			break_a_rule(way, &seed);
		for (int EACH(way, 0); way < LEAVES; way++) {
			const int fd = leave(way, &seed);

			if (round < 5 && way < LEAVES_HOLDING)
				open_fds[n++] = fd;
			else
				close(fd);
		}
	}
	/* idle clients do not delay the server and cost only the memory of their buffers */
	began = seconds();
	assert_int_equal(measure(backend, traffic, &amidst), 0);
	assert_true(seconds() - began < 30);
	equal(&alone, &amidst, false);
	assert_in_range(resident_kb(pid), 1, before + 300 * n + 8192 + QUARANTINE_KB);
	while (n)
		close(open_fds[--n]);
	assert_int_equal(measure(backend, traffic, &amidst), 0);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* Performs random accesses and commands in all states of the board: no action of a driver may
 * end the simulation. */
static void survives_any_access(void)
{
	static const char *const commands[] = {"run 1us",
					       "run 20us",
					       "run 150ns",
					       "stop",
					       "external 1",
					       "external 0",
					       "status",
					       "reset power",
					       "reset bus",
					       "reset global",
					       "generate count=50",
					       "generate words=1-40 period=1us-2us count=20",
					       "generate words=1024 count=3",
					       "drain 50us"};
	const pid_t pid = start("pause");
	uint32_t ebcr = 0xD000C401;
	uint64_t seed = 99, v, ok = 0;
	struct device *d;
	char reply[64];

	assert_int_equal(unixdev_open(path, &d), 0);
	for (int EACH(i, 0); i < 6000; i++) {
		const uint64_t r = random_xorshift(&seed) >> 8, what = r % 100;
		const unsigned int width = 8u << (r >> 8) % 4;
		const uint32_t any = (uint32_t)(random_xorshift(&seed) >> 8);
		uint32_t at = any & ~7u;
		int err;

		if (what >= 85) {
			err = d->ops->control(d, commands[(r >> 8) % 14], reply, sizeof(reply));
			assert_true(err != -EPIPE && err != -EPROTO);
			continue;
		}
		if (what >= 80) {
			/* in most cases the board is enabled at the usual addresses */
			ebcr = r >> 8 & 3 ? 0xD000C001 | (any & 0x700) : any;
			err = d->ops->write(d, DEVICE_IO, SURF_EBCR, 32, ebcr);
			assert_int_equal(err, 0);
			continue;
		}
		if (what < 50)
			at = (ebcr & surf_mask(SURF_EBCR_RBASE)) | (at & 0x38);
		else if (what < 76)
			at = surf_get(ebcr, SURF_EBCR_MBASE) << 27 | (at & 0x7FFFFF8);
		err = r >> 12 & 1 ? d->ops->write(d, DEVICE_MEM, at, width, r >> 20 & 0xFFFF)
				  : d->ops->read(d, DEVICE_MEM, at, width, &v);
		assert_true(err == 0 || err == -EIO);
		ok += !err;
	}
	assert_true(ok > 1000);
	d->ops->close(d);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* The server refuses a version that it does not support and names its own; the client may try
 * again. */
static void other_version(void)
{
	static const struct {
		uint32_t asked, named;
		int result;
	} cases[] = {
		{UNIXDEV_VERSION + 1, UNIXDEV_VERSION, -EPROTONOSUPPORT},
		{UNIXDEV_VERSION_MIN - 1, UNIXDEV_VERSION, -EPROTONOSUPPORT},
		{0, UNIXDEV_VERSION, -EPROTONOSUPPORT},
		{UNIXDEV_VERSION_MIN, UNIXDEV_VERSION_MIN, 0},
		{UNIXDEV_VERSION, UNIXDEV_VERSION, 0},
	};
	const pid_t pid = start("pause");
	int fd = connect_raw();

	for (size_t EACH(i, 0); i < sizeof(cases) / sizeof(*cases); i++) {
		uint8_t b[UNIXDEV_HEADER + 8];
		struct unixdev_header h;

		put_hello(b);
		put_le32(b + UNIXDEV_HEADER + 4, cases[i].asked);
		send_raw(fd, b, sizeof(b));
		assert_int_equal(recv(fd, b, sizeof(b), MSG_WAITALL), sizeof(b));
		unixdev_get_header(b, &h);
		assert_int_equal((int32_t)h.addr, cases[i].result);
		assert_int_equal(get_le32(b + UNIXDEV_HEADER + 4), cases[i].named);
	}
	close(fd);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* Reads of several registers in turn return the same as single reads, whatever the number of
 * registers and the length. */
static void reads_a_port(void)
{
	static uint32_t words[UNIXDEV_WORDS + 100];
	const pid_t pid = start("pause");
	struct device *d;
	struct surf s = {0};
	uint64_t reg[DEVICE_SPAN];

	assert_int_equal(surf_Open(&s, backend), 0);
	assert_int_equal(unixdev_open(path, &d), 0);
	for (uint32_t EACH(i, 0); i < DEVICE_SPAN; i++)
		assert_int_equal(d->ops->read(d, DEVICE_MEM, 0xD0000000 + 4 * i, 32, &reg[i]),
				 0);
	for (uint32_t EACH(span, 1); span <= DEVICE_SPAN; span++) {
		const size_t n = span == 3 ? UNIXDEV_WORDS + 100 : 3 * span + 1;

		assert_int_equal(device_read_port(d, 0xD0000000, span, words, n), 0);
		for (size_t EACH(i, 0); i < n; i++)
			assert_int_equal(words[i], reg[i % span]);
	}
	assert_int_equal(device_read_port(d, 0xD0000000, 0, words, 1), -EINVAL);
	assert_int_equal(device_read_port(d, 0xD0000000, DEVICE_SPAN + 1, words, 1), -EINVAL);
	assert_int_equal(device_read_port(d, 0xE0000000, 2, words, 4), -EIO);
	d->ops->close(d);
	assert_int_equal(surf_Close(&s), 0);
	assert_int_equal(end(pid, SIGTERM), 0);
}

/* ---- the socket file ---- */

static int fails(const char *socket)
{
	char *args[] = {"surfd", (char *)socket, NULL};
	int out, status;
	const pid_t pid = spawn(args, &out);

	close(out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void socket_file(void)
{
	char file[128], text[8] = "";
	struct surf s = {0};
	struct stat st;
	pid_t pid;
	int fd;

	pid = start("pause");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(fails(path), 1); /* the socket is in use and stays in use */
	assert_int_equal(surf_Open(&s, backend), 0);
	assert_int_equal(surf_PutReg(&s, SURF_IEMR, 2), 0);
	assert_int_equal(end(pid, SIGKILL), -SIGKILL);
	assert_int_equal(surf_PutReg(&s, SURF_WCDR, 0), -EPIPE);
	assert_int_equal(surf_Close(&s), -EPIPE);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(surf_Open(&s, backend), -ECONNREFUSED);
	pid = start("pause"); /* the new server replaces the one that was killed */
	assert_int_equal(surf_Open(&s, backend), 0);
	assert_int_equal(surf_Close(&s), 0);
	assert_int_equal(end(pid, SIGTERM), 0);
	assert_int_equal(surf_Open(&s, backend), -ENOENT);
	/* a file that is not a socket is not removed */
	snprintf(file, sizeof(file), "%s/file", folder);
	fd = open(file, O_RDWR | O_CREAT, 0600);
	assert_int_equal(write(fd, "mine", 4), 4);
	assert_int_equal(fails(file), 1);
	assert_int_equal(pread(fd, text, 8, 0), 4);
	close(fd);
	unlink(file);
	assert_int_equal(fails("/nowhere/at/all"), 1);
	assert_int_equal(rmdir(folder), 0); /* the folder is empty */
}

static const struct unit units[] = {
	UNIT(same_as_sim, "SB-LIB-001 SB-LIB-021"),
	UNIT(several_boards, ""),
	UNIT(shares_the_board, "SB-LIB-023"),
	UNIT(passes_time, ""),
	UNIT(two_clients, "SB-LIB-006 SB-LIB-007 SB-LIB-010 SB-LIB-011 SB-LIB-021"),
	UNIT(eight_clients, "SB-LIB-006 SB-LIB-007 SB-LIB-010 SB-LIB-011 SB-LIB-021"),
	UNIT(waits_in_turn, ""),
	UNIT(remembers_what_is_so, ""),
	UNIT(survives_anybody, ""),
	UNIT(survives_any_access, ""),
	UNIT(other_version, ""),
	UNIT(reads_a_port, ""),
	UNIT(socket_file, ""),
};

UNIT_MAIN(units)
