/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulated board and the machine around it as a server (surfd, hypermond, numachined): any
 * number of drivers reach the board over a Unix socket ("unix:/path"), while simulated time
 * advances without commands. unixdev.h describes the protocol.
 *
 * One thread serves requests, lets a slice of simulated time pass, and polls again. Each client
 * has a buffer for one request and one reply; while its answer is pending or unread, the server
 * reads nothing more from it, so that the memory per client is bounded. The server executes a
 * request of many words in parts, and reads files in another thread (struct simboard_task).
 * Unless a client holds the board, it therefore delays other clients by at most one such part.
 *
 * If a check of the simulation fails, the current request fails: its client and all waiting
 * clients get -EIO with the message, the board is marked as broken, and every access fails with
 * -EIO until a client sends "reset", which powers the board on again.
 *
 * The server serves processes of the same user and of root only (SO_PEERCRED). A file
 * SOCKET.lock is locked while the server lives, so that one socket has one server.
 */
#include "cmdline.h"
#include "printable.h"
#include "simboard.h"
#include "unixdev.h"
#include "starts_with.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define COMMANDS 64
#define CLIENTS_FROM 2 /* index of the first client in the list for ppoll() */
#define NS_PER_S 1000000000.0
/* Simulated time that passes before the server polls the clients again. */
#define SLICE SIM_US(50)
#define SLICE_MIN SIM_NS(100)
#define SLICE_MOST_NS 10000000 /* a slice ends after this real time */
#define LOOKS 16u	       /* steps of the simulation between two looks at the clock */
#define SLICE_REAL_NS 10e6     /* duration of a slice in real time under a speed limit, ns */
/* Speed without traffic and waiting clients, to leave the processor to other programs. */
#define IDLE_SPEED 0.01
#define IDLE_SLICE (2 * SLICE) /* twice the slice, to poll the clients less often */
#define ACCEPTED 64u	       /* maximum number of new clients per round */
/* After a request, the server waits this long for the client's next one before simulated time
 * passes. */
#define NEXT_REQUEST_NS 50000
/* Maximum number of such waits in succession, to limit the delay of waiting clients. */
#define REQUESTS_IN_TURN 100
/* A client that has not sent its hello, or the rest of a request, within this time is
 * dropped. */
#define HELLO_NS INT64_C(10000000000)
#define PART_NS INT64_C(30000000000)
/* The server ends this long after SIGTERM, even if a request is still running. */
#define END_S 5
#define LISTEN_FD 3 /* descriptor of a socket from socket activation */
/* Words of a request that are transferred before other clients are served. */
#define PART_WORDS 256u
/* A request of more words is executed in parts, after all requests that have less to do. */
#define WORDS_AT_ONCE 16u
/* Time for such parts, and for queued requests, before the clients are polled again, in ns. */
#define ROUND_NS 10000000
/* Time between two looks at a task of another thread, in ns. */
#define TASK_NS 1000000

struct client {
	int fd;
	bool known;    /* the client has sent its hello */
	int64_t since; /* when it connected, or sent the first part of a request */
	bool stale;    /* another client has changed state that drivers cache */
	/* the request waits until no other client holds the board */
	bool queued;
	uint64_t turn;	  /* position in the queue; the lowest is served first */
	int64_t patience; /* time of the monotonic clock, ns, at which the request is refused */
	/* a request that is answered later */
	struct unixdev_header asked;
	bool due, irq;
	struct simboard_wait wait;
	bool parts;	/* the current request is executed in parts */
	uint32_t words; /* number of its words that are done */
	size_t in;	/* bytes in @request */
	size_t out, sent;
	uint8_t request[UNIXDEV_BYTES], reply[UNIXDEV_BYTES];
};

struct server {
	struct simboard b;
	struct device *bus;
	int fd;
	bool full; /* no file descriptor is left for another client */
	struct client **client;
	struct pollfd *poll; /* the listening socket, the pipe of end(), then the clients */
	size_t n, room;
	size_t known;		 /* clients that have said hello */
	struct client **waiting; /* clients that wait for time or a task when a slice begins */
	size_t waits;
	size_t served;	       /* client whose part was executed last */
	struct client *holder; /* the client that holds the board, or NULL */
	uint64_t turns;
	sim_time target;   /* end of the current slice */
	int64_t slice_end; /* the same in real time */
	unsigned int looks;
	double credit_ns;	/* simulated time that may still pass under the speed limit */
	struct timespec when;	/* time at which credit was last added */
	bool asked;		/* a client was served in this round */
	const char *board;	/* arguments */
	struct client *current; /* client whose request is being executed, or NULL */
	bool opened, broken;	/* the board is open; one of its checks has failed */
	char failure[UNIXDEV_COMMAND];
	sigjmp_buf failed;
	struct stat made; /* the socket, if the server created it */
	char lock_path[PATH_MAX];
	int lock; /* descriptor of the lock file, or -1 */
};

/* The simulator may have threads, and a signal may reach any of them: the handler writes to a
 * pipe to wake the thread that waits for clients. */
static volatile sig_atomic_t ending;
static int wake[2];
/* path of the socket if this process has created it, or "" */
static char socket_path[sizeof(((struct sockaddr_un *)0)->sun_path)];

static void end(int sig)
{
	const int saved = errno;

	(void)sig;
	ending = 1;
	alarm(END_S);
	if (write(wake[1], "", 1) < 0)
		ending = 1; /* the pipe is full of such bytes */
	errno = saved;
}

/* Ends the server if the current request takes too long after SIGTERM. */
static void end_now(int sig)
{
	(void)sig;
	if (*socket_path)
		unlink(socket_path);
	_exit(UTIL_BAD_DATA);
}

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s: %s\n", simboard_kind.server, what, why);
	return UTIL_BAD_DATA;
}

/* ---- answers ---- */

/* Sends the answer, with the @n bytes that c->reply contains after the header. */
static void answer(struct client *c, const struct unixdev_header *asked, int result, size_t n)
{
	const struct unixdev_header h = {
		.bytes = UNIXDEV_HEADER + (uint32_t)n,
		.id = asked->id,
		.op = asked->op,
		.addr = (uint32_t)result,
	};

	unixdev_put_header(c->reply, &h);
	c->out = h.bytes;
	c->sent = 0;
	c->due = c->parts = false;
	c->words = 0;
}

static uint8_t *room(struct client *c)
{
	return c->reply + UNIXDEV_HEADER;
}

/* ---- requests ---- */

/* Marks the state that the drivers of all other clients cache as stale. */
static void changed_by(struct server *s, const struct client *c)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->client[i] != c)
			s->client[i]->stale = true;
}

/* Each handler gets the length of the payload. It returns false if the request violates the
 * protocol. */
static bool say_hello(struct client *c, const struct unixdev_header *h, const uint8_t *p,
		      size_t n)
{
	const uint32_t version = n == 8 ? get_le32(p + 4) : 0;

	if (n != 8 || memcmp(p, "SURF", 4))
		return false;
	c->known = version >= UNIXDEV_VERSION_MIN && version <= UNIXDEV_VERSION;
	memcpy(room(c), "SURF", 4);
	put_le32(room(c) + 4, c->known ? version : UNIXDEV_VERSION);
	answer(c, h, c->known ? 0 : -EPROTONOSUPPORT, 8);
	return true;
}

static bool read_value(struct server *s, struct client *c, const struct unixdev_header *h,
		       size_t n)
{
	uint64_t v = 0;
	int err;

	if (n || h->space >= DEVICE_SPACES)
		return false;
	err = s->bus->ops->read(s->bus, (enum device_space)h->space, h->addr, h->width, &v);
	put_le64(room(c), v);
	answer(c, h, err, err ? 0 : 8);
	return true;
}

static bool write_value(struct server *s, struct client *c, const struct unixdev_header *h,
			const uint8_t *p, size_t n)
{
	if (n != 8 || h->space >= DEVICE_SPACES)
		return false;
	answer(c, h,
	       s->bus->ops->write(s->bus, (enum device_space)h->space, h->addr, h->width,
				  get_le64(p)),
	       0);
	return true;
}

/* Returns where the part that begins at word c->words ends; @words: length of the request. */
static uint32_t part_end(const struct client *c, uint32_t words)
{
	return words - c->words > PART_WORDS ? c->words + PART_WORDS : words;
}

/* Answers the request, unless words are left: the rest is executed later. */
static void end_part(struct client *c, const struct unixdev_header *h, uint32_t end,
		     uint32_t words, int err, size_t bytes)
{
	c->parts = !err && end < words;
	c->words = end;
	if (!c->parts)
		answer(c, h, err, err ? 0 : bytes);
}

static bool read_words(struct server *s, struct client *c, const struct unixdev_header *h,
		       const uint8_t *p, size_t n)
{
	const uint32_t words = n == 4 || n == 8 ? get_le32(p) : UINT32_MAX;
	const uint32_t span = n == 8 ? get_le32(p + 4) : UNIXDEV_WORDS;
	uint32_t end;
	int err = 0;

	if (words > UNIXDEV_WORDS || h->space != DEVICE_MEM ||
	    (n == 8 && (!span || span > DEVICE_SPAN)))
		return false;
	end = part_end(c, words);
	for (uint32_t i = c->words; i < end && !err; i++) {
		uint64_t v = 0;

		err = s->bus->ops->read(s->bus, DEVICE_MEM, h->addr + 4 * (i % span), 32, &v);
		put_le32(room(c) + 4 * i, (uint32_t)v);
	}
	end_part(c, h, end, words, err, 4 * words);
	return true;
}

static bool write_words(struct server *s, struct client *c, const struct unixdev_header *h,
			const uint8_t *p, size_t n)
{
	const uint32_t words = (uint32_t)(n / 4), end = part_end(c, words);
	int err = 0;

	if (n % 4 || h->space != DEVICE_MEM)
		return false;
	for (uint32_t i = c->words; i < end && !err; i++)
		err = s->bus->ops->write(s->bus, DEVICE_MEM, h->addr + 4 * i, 32,
					 get_le32(p + 4 * i));
	end_part(c, h, end, words, err, 0);
	return true;
}

/* Answers when @v units of simulated time have passed or, with @irq, when the board interrupts.
 */
static bool wait_for_time(struct server *s, struct client *c, const struct unixdev_header *h,
			  size_t n, uint64_t v, uint64_t unit, bool irq)
{
	const sim_time now = sim_now(s->b.s);

	if (n != 8)
		return false;
	c->asked = *h;
	c->due = true;
	c->irq = irq;
	c->wait = (struct simboard_wait){
		.waiting = true,
		.until = v < (UINT64_MAX - now) / unit ? now + v * unit : UINT64_MAX,
	};
	return true;
}

static bool control(struct server *s, struct client *c, const struct unixdev_header *h,
		    const uint8_t *p, size_t n)
{
	char command[UNIXDEV_COMMAND + 1];
	int err;

	if (n > UNIXDEV_COMMAND || memchr(p, 0, n))
		return false;
	memcpy(command, p, n);
	command[n] = 0;
	err = simboard_command(&s->b, command, (char *)room(c), UNIXDEV_COMMAND, &c->wait);
	if (!err && starts_with(command, "reset"))
		changed_by(s, c);
	if (!err && c->wait.waiting) {
		c->asked = *h;
		c->due = true;
		c->irq = false;
	} else {
		answer(c, h, err, strlen((char *)room(c)));
	}
	return true;
}

static bool hold(struct server *s, struct client *c, const struct unixdev_header *h, size_t n)
{
	if (n != 8)
		return false;
	if (s->holder) {
		answer(c, h, -EALREADY, 0);
		return true;
	}
	s->holder = c;
	put_le32(room(c), c->stale);
	c->stale = false;
	answer(c, h, 0, 4);
	return true;
}

static bool release(struct server *s, struct client *c, const struct unixdev_header *h,
		    const uint8_t *p, size_t n)
{
	if (n != 4 || get_le32(p) > 1)
		return false;
	if (s->holder != c) {
		answer(c, h, -EPERM, 0);
		return true;
	}
	s->holder = NULL;
	if (get_le32(p))
		changed_by(s, c);
	answer(c, h, 0, 0);
	return true;
}

/* ---- a board that has failed ---- */

static bool send_reply(struct client *c);
static void remove_client(struct server *s, size_t i);

static void on_failure(void *arg, const char *what)
{
	struct server *s = arg;

	snprintf(s->failure, sizeof(s->failure), "%s", what);
	siglongjmp(s->failed, 1);
}

static int open_board(struct server *s)
{
	int err = simboard_open(&s->b, s->board, true);

	if (err)
		return err;
	s->opened = true;
	s->bus = simboard_bus(&s->b);
	sim_on_failure(s->b.s, on_failure, s);
	return 0;
}

/* Answers an access to a broken board. */
static void answer_broken(struct server *s, struct client *c, const struct unixdev_header *h)
{
	size_t n = 0;

	if (h->op == UNIXDEV_CONTROL)
		n = (size_t)snprintf(
			(char *)room(c), UNIXDEV_COMMAND,
			"a check of the simulated board failed; it is broken until reset: "
			"%.3000s",
			s->failure);
	answer(c, h, -EIO, n);
}

/* Called after a failing check: the current request and all waiting requests end with an
 * error. */
static void break_board(struct server *s)
{
	struct unixdev_header h;

	s->broken = true;
	fprintf(stderr,
		"%s: a check of the simulated board failed; it is broken until reset: %s\n",
		simboard_kind.server, s->failure);
	for (size_t i = s->n; i-- > 0;) {
		struct client *c = s->client[i];

		if (c == s->current)
			unixdev_get_header(c->request, &h);
		else if (c->due)
			h = c->asked;
		else if (c->parts)
			unixdev_get_header(c->request, &h);
		else
			continue;
		answer_broken(s, c, &h);
		if (!send_reply(c))
			remove_client(s, i);
	}
	s->current = NULL;
}

/* Powers the board on again. */
static void reopen_board(struct server *s, struct client *c, const struct unixdev_header *h)
{
	const bool paused = s->b.paused;
	const double speed = s->b.speed;
	int err;

	if (s->opened)
		simboard_close(&s->b);
	s->opened = false;
	err = open_board(s);
	if (!err) {
		s->broken = false;
		s->b.paused = paused;
		s->b.speed = speed;
		s->b.threads = true;
	}
	changed_by(s, c);
	answer(c, h, err, 0);
}

static bool carry_out_broken(struct server *s, struct client *c, const struct unixdev_header *h,
			     const uint8_t *p, size_t n)
{
	switch (h->op) {
	case UNIXDEV_HELLO:
		return say_hello(c, h, p, n);
	case UNIXDEV_HOLD:
		return hold(s, c, h, n);
	case UNIXDEV_RELEASE:
		return release(s, c, h, p, n);
	case UNIXDEV_CONTROL:
		if (n == 5 && !memcmp(p, "reset", 5))
			reopen_board(s, c, h);
		else
			answer_broken(s, c, h);
		return true;
	default:
		answer_broken(s, c, h);
		return h->op > UNIXDEV_HELLO && h->op <= UNIXDEV_RELEASE;
	}
}

static bool carry_out_request(struct server *s, struct client *c)
{
	const uint8_t *p = c->request + UNIXDEV_HEADER;
	struct unixdev_header h;
	size_t n;

	unixdev_get_header(c->request, &h);
	n = h.bytes - UNIXDEV_HEADER;
	if (!c->known && h.op != UNIXDEV_HELLO)
		return false;
	if (s->broken)
		return carry_out_broken(s, c, &h, p, n);
	switch (h.op) {
	case UNIXDEV_HELLO:
		return say_hello(c, &h, p, n);
	case UNIXDEV_READ:
		return read_value(s, c, &h, n);
	case UNIXDEV_WRITE:
		return write_value(s, c, &h, p, n);
	case UNIXDEV_READ_WORDS:
		return read_words(s, c, &h, p, n);
	case UNIXDEV_WRITE_WORDS:
		return write_words(s, c, &h, p, n);
	case UNIXDEV_WAIT_IRQ:
		return wait_for_time(s, c, &h, n, get_le64(p), SIM_US(1), true);
	case UNIXDEV_RUN:
		return wait_for_time(s, c, &h, n, get_le64(p), SIM_NS(1), false);
	case UNIXDEV_CONTROL:
		return control(s, c, &h, p, n);
	case UNIXDEV_HOLD:
		return hold(s, c, &h, n);
	case UNIXDEV_RELEASE:
		return release(s, c, &h, p, n);
	default:
		return false;
	}
}

static bool carry_out(struct server *s, struct client *c)
{
	bool stays;

	s->current = c;
	stays = carry_out_request(s, c);
	s->current = NULL;
	return stays;
}

/* ---- clients that wait for the holder of the board ---- */

static int64_t real_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The queued client whose turn it is, or NULL. */
static struct client *first_queued(const struct server *s)
{
	struct client *first = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct client *c = s->client[i];

		if (c->queued && (!first || c->turn < first->turn))
			first = c;
	}
	return first;
}

/* Returns whether the request of @c transfers so many words that others go first. */
static bool many_words(const struct client *c)
{
	const uint32_t bytes = get_le32(c->request);

	if (!c->known || bytes < UNIXDEV_HEADER + 4)
		return false;
	if (unixdev_op(c->request) == UNIXDEV_READ_WORDS)
		return get_le32(c->request + UNIXDEV_HEADER) > WORDS_AT_ONCE;
	return unixdev_op(c->request) == UNIXDEV_WRITE_WORDS &&
	       bytes > UNIXDEV_HEADER + 4 * WORDS_AT_ONCE;
}

/* Returns whether a client has a write request of which some words are still left. */
static bool write_in_parts(const struct server *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->client[i]->parts &&
		    unixdev_op(s->client[i]->request) == UNIXDEV_WRITE_WORDS)
			return true;
	return false;
}

/* Returns whether the request of @c must wait for other clients. */
static bool must_wait(const struct server *s, const struct client *c)
{
	if (c->known && unixdev_op(c->request) == UNIXDEV_HOLD && write_in_parts(s))
		return true;
	if (!c->known || s->holder == c || (!s->holder && !first_queued(s)))
		return false;
	switch (unixdev_op(c->request)) {
	case UNIXDEV_WRITE:
	case UNIXDEV_WRITE_WORDS:
	case UNIXDEV_CONTROL:
	case UNIXDEV_HOLD:
		return true;
	default:
		return false;
	}
}

static bool enqueue(struct server *s, struct client *c)
{
	uint64_t us = UNIXDEV_PATIENCE_US;
	const uint64_t most = INT64_MAX / 4000;

	if (unixdev_op(c->request) == UNIXDEV_HOLD) {
		if (get_le32(c->request) != UNIXDEV_HEADER + 8)
			return false;
		us = get_le64(c->request + UNIXDEV_HEADER);
	}
	c->queued = true;
	c->turn = s->turns++;
	c->patience = real_ns() + (int64_t)(us < most ? us : most) * 1000;
	return true;
}

/* Returns the time at which the client is dropped, unless it has sent its hello or the rest of
 * its request by then. */
static int64_t drop_at(const struct client *c)
{
	return !c->known ? c->since + HELLO_NS : c->in ? c->since + PART_NS : INT64_MAX;
}

/* Returns the nanoseconds until the first queued request times out or a client is dropped;
 * negative: never. */
static int64_t patience(const struct server *s)
{
	const int64_t now = real_ns();
	int64_t least = -1;

	for (size_t i = 0; i < s->n; i++) {
		const struct client *c = s->client[i];
		const int64_t end = c->queued ? c->patience : drop_at(c);
		const int64_t left = end > now ? end - now : 0;

		if (end != INT64_MAX && (least < 0 || left < least))
			least = left;
	}
	return least;
}

/* ---- clients ---- */

static bool send_reply(struct client *c)
{
	while (c->sent < c->out) {
		const ssize_t k = send(c->fd, c->reply + c->sent, c->out - c->sent,
				       MSG_NOSIGNAL | MSG_DONTWAIT);

		if (k < 0)
			return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
		c->sent += (size_t)k;
	}
	c->out = c->sent = 0;
	return true;
}

/* The number of missing bytes of the current request; 0: it is complete. */
static size_t lacking(const struct client *c)
{
	if (c->in < UNIXDEV_HEADER)
		return UNIXDEV_HEADER - c->in;
	return get_le32(c->request) - c->in;
}

/* Reads the available bytes of one request, and executes it if it is complete. False: the
 * client must be dropped. */
static bool receive(struct server *s, struct client *c)
{
	size_t n;

	while ((n = lacking(c))) {
		const ssize_t k = recv(c->fd, c->request + c->in, n, MSG_DONTWAIT);

		if (k < 0)
			return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
		if (k == 0)
			return false;
		if (!c->in && c->known)
			c->since = real_ns();
		c->in += (size_t)k;
		if (c->in == UNIXDEV_HEADER) {
			const uint32_t bytes = get_le32(c->request);

			if (bytes < UNIXDEV_HEADER || bytes > UNIXDEV_BYTES)
				return false;
		}
	}
	c->in = 0;
	s->asked = true;
	if (must_wait(s, c))
		return enqueue(s, c);
	c->parts = many_words(c);
	if (c->parts)
		return true; /* continue_parts() begins it */
	return carry_out(s, c) && send_reply(c);
}

static void remove_client(struct server *s, size_t i)
{
	if (s->holder == s->client[i]) {
		s->holder = NULL; /* the holder left the board in an unknown state */
		changed_by(s, s->client[i]);
	}
	close(s->client[i]->fd);
	free(s->client[i]);
	s->client[i] = s->client[--s->n];
	s->full = false;
}

static size_t index_of(const struct server *s, const struct client *c)
{
	size_t i = 0;

	while (s->client[i] != c)
		i++;
	return i;
}

static bool make_room(struct server *s)
{
	const size_t room = s->room ? 2 * s->room : 16;
	struct client **clients, **waiting;
	struct pollfd *polls;

	if (s->n < s->room)
		return true;
	clients = realloc(s->client, room * sizeof(struct client *));
	if (clients)
		s->client = clients;
	waiting = realloc(s->waiting, room * sizeof(struct client *));
	if (waiting)
		s->waiting = waiting;
	polls = realloc(s->poll, (room + CLIENTS_FROM) * sizeof(*polls));
	if (polls)
		s->poll = polls;
	if (!clients || !waiting || !polls)
		return false;
	s->room = room;
	return true;
}

/* Returns whether the client may use the board: a board writes files as the server's user, so
 * other users are refused. */
static bool may_connect(int fd)
{
	struct ucred peer;
	socklen_t n = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n))
		return false;
	if (peer.uid == geteuid() || peer.uid == 0)
		return true;
	fprintf(stderr, "%s: user %u is not served\n", simboard_kind.server,
		(unsigned int)peer.uid);
	return false;
}

/* Accepts a client. False: no client is waiting, or it cannot be accepted now. */
static bool accept_client(struct server *s)
{
	const int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct client *c;

	if (fd < 0) {
		/* a descriptor becomes free when a client leaves */
		s->full = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
		return false;
	}
	c = may_connect(fd) && make_room(s) ? calloc(1, sizeof(*c)) : NULL;
	if (!c) {
		close(fd);
		return true;
	}
	c->fd = fd;
	c->since = real_ns();
	s->client[s->n++] = c;
	return true;
}

/* Executes queued requests in order, while no client holds the board. True: some must wait for
 * the next round. */
static bool serve_queue(struct server *s)
{
	const int64_t end = real_ns() + ROUND_NS;
	bool left = false;
	struct client *c;

	while (!s->holder && (c = first_queued(s)) && !write_in_parts(s)) {
		left = real_ns() >= end;
		if (left)
			break;
		c->queued = false;
		s->asked = true;
		if (!carry_out(s, c) || !send_reply(c))
			remove_client(s, index_of(s, c));
	}
	for (size_t i = s->n; i-- > 0;) {
		struct unixdev_header h;

		c = s->client[i];
		if (!c->queued && drop_at(c) <= real_ns()) {
			remove_client(s, i);
			continue;
		}
		if (!c->queued || c->patience > real_ns())
			continue;
		c->queued = false;
		unixdev_get_header(c->request, &h);
		answer(c, &h, -EAGAIN, 0);
		if (!send_reply(c))
			remove_client(s, i);
	}
	return left;
}

/* Waits up to @ns (negative: without limit) for requests, and serves them. */
static void serve_clients(struct server *s, int64_t ns)
{
	const int64_t queued = patience(s);
	const int64_t least = queued >= 0 && (ns < 0 || queued < ns) ? queued : ns;
	const struct timespec t = {least / 1000000000, least % 1000000000};
	const size_t n = s->n;

	s->asked = false;
	s->poll[0] = (struct pollfd){.fd = s->full && n ? -1 : s->fd, .events = POLLIN};
	s->poll[1] = (struct pollfd){.fd = wake[0], .events = POLLIN};
	for (size_t i = 0; i < n; i++) {
		const struct client *c = s->client[i];

		s->poll[i + CLIENTS_FROM] = (struct pollfd){
			.fd = c->fd,
			.events = (short)(c->out			    ? POLLOUT
					  : c->due || c->queued || c->parts ? 0
									    : POLLIN),
		};
	}
	if (ppoll(s->poll, n + CLIENTS_FROM, least < 0 ? NULL : &t, NULL) <= 0)
		return;
	/* backwards, because the last client takes the place of one that is dropped */
	for (size_t i = n; i-- > 0;) {
		const short happened = s->poll[i + CLIENTS_FROM].revents;
		struct client *c = s->client[i];
		bool stays = true;

		if (!happened)
			continue;
		if (c->out && (happened & POLLOUT))
			stays = send_reply(c);
		else if (!c->out && !c->due && !c->queued && !c->parts && (happened & POLLIN))
			stays = receive(s, c);
		else
			stays = !(happened & (POLLERR | POLLHUP | POLLNVAL));
		if (!stays)
			remove_client(s, i);
	}
	for (unsigned int i = 0; s->poll[0].revents && i < ACCEPTED && accept_client(s); i++)
		;
}

/* ---- time ---- */

static bool interrupted(struct server *s)
{
	return s->bus->ops->wait_irq(s->bus, 0) == 0;
}

/* Returns whether the answer to @c is due. If so, it is *err and the text in c->reply. */
static bool waited(struct server *s, struct client *c, int *err)
{
	if (c->irq && interrupted(s)) {
		*err = 0;
		return true;
	}
	*room(c) = 0;
	if (!simboard_waited(&s->b, &c->wait, (char *)room(c), UNIXDEV_COMMAND, err))
		return false;
	if (c->irq)
		*err = -ETIMEDOUT;
	return true;
}

static bool slice_over(void *arg)
{
	struct server *s = arg;
	int err;

	if (sim_now(s->b.s) >= s->target ||
	    (++s->looks % LOOKS == 0 && real_ns() >= s->slice_end))
		return true;
	for (size_t i = 0; i < s->waits; i++)
		if (waited(s, s->waiting[i], &err))
			return true;
	return false;
}

static void answer_waiting(struct server *s)
{
	for (size_t i = s->n; i-- > 0;) {
		struct client *c = s->client[i];
		int err;

		if (!c->due || !waited(s, c, &err))
			continue;
		answer(c, &c->asked, err,
		       c->asked.op == UNIXDEV_CONTROL ? strlen((char *)room(c)) : 0);
		if (!send_reply(c))
			remove_client(s, i);
	}
}

/* Lists the waiting clients for slice_over(). True if one of them waits for time. */
static bool list_waiting(struct server *s)
{
	bool time = false;

	s->known = s->waits = 0;
	for (size_t i = 0; i < s->n; i++) {
		struct client *c = s->client[i];

		s->known += c->known;
		if (!c->due)
			continue;
		s->waiting[s->waits++] = c;
		time |= !c->wait.task;
	}
	return time;
}

/* Executes the next parts of requests of many words, one of each client in turn, for ROUND_NS.
 * True if some parts are still left. */
static bool continue_parts(struct server *s)
{
	const int64_t end = real_ns() + ROUND_NS;
	bool left = false;

	for (size_t k = s->n; k-- > 0 && s->n && real_ns() < end;) {
		struct client *c;

		s->served = (s->served + 1) % s->n;
		c = s->client[s->served];
		if (c->parts && (!carry_out(s, c) || (c->out && !send_reply(c))))
			remove_client(s, s->served);
	}
	for (size_t i = 0; i < s->n; i++)
		left |= s->client[i]->parts;
	return left;
}

/*
 * Nanoseconds to wait for clients before simulated time passes; negative: without limit. *slice
 * receives how much time then passes.
 */
static int64_t pace(struct server *s, sim_time *slice)
{
	const bool waits = list_waiting(s),
		   busy = waits || (!s->broken && simboard_busy(&s->b));
	double speed = s->b.speed, lacks;
	struct timespec now;

	*slice = 0;
	if (s->broken)
		return -1;
	if (!waits && (s->b.paused || (!busy && !s->known)))
		return s->b.task ? TASK_NS : -1;
	if (!busy && (speed <= 0 || speed > IDLE_SPEED))
		speed = IDLE_SPEED;
	*slice = busy ? SLICE : IDLE_SLICE;
	if (speed <= 0) {
		/* reset the credit; time that passed without a limit is not charged */
		clock_gettime(CLOCK_MONOTONIC, &s->when);
		s->credit_ns = 0;
		return s->asked ? NEXT_REQUEST_NS : 0;
	}
	if (speed * SLICE_REAL_NS * 1000 < (double)*slice)
		*slice = (sim_time)(speed * SLICE_REAL_NS * 1000);
	if (*slice < SLICE_MIN)
		*slice = SLICE_MIN;
	clock_gettime(CLOCK_MONOTONIC, &now);
	s->credit_ns += speed * ((double)(now.tv_sec - s->when.tv_sec) * NS_PER_S +
				 (double)(now.tv_nsec - s->when.tv_nsec));
	s->when = now;
	lacks = (double)*slice / 1000 - s->credit_ns;
	if (lacks > 0) {
		*slice = 0;
		lacks /= speed;
		if (s->b.task && lacks > TASK_NS)
			return TASK_NS;
		return lacks < NS_PER_S ? (int64_t)lacks + 1 : (int64_t)NS_PER_S;
	}
	return s->asked ? NEXT_REQUEST_NS : 0;
}

/* Returns whether the traffic has read what it needs for the slice. */
static bool read_ahead(struct server *s, sim_time slice)
{
	return !simboard_kind.ahead || simboard_kind.ahead(&s->b, sim_now(s->b.s) + 2 * slice);
}

static void run_slice(struct server *s, sim_time slice)
{
	s->credit_ns -= (double)slice / 1000;
	if (s->credit_ns > (double)slice / 1000)
		s->credit_ns = 0; /* unused credit expires */
	s->target = sim_now(s->b.s) + slice;
	s->slice_end = real_ns() + SLICE_MOST_NS;
	sim_wait_for(s->b.s, slice_over, s, 2 * slice);
}

static void run(struct server *s)
{
	/* static, because siglongjmp() leaves automatic variables undefined */
	static unsigned int asked;
	static bool left;

	clock_gettime(CLOCK_MONOTONIC, &s->when);
	if (sigsetjmp(s->failed, 1))
		break_board(s);
	while (!ending) {
		sim_time slice;

		const int64_t ns = pace(s, &slice);

		serve_clients(s, left ? 0 : ns);
		left = serve_queue(s);
		left |= continue_parts(s);
		list_waiting(s);
		s->asked |= left;
		if (slice && (!s->asked || ++asked >= REQUESTS_IN_TURN) &&
		    read_ahead(s, slice)) {
			asked = 0;
			run_slice(s, slice);
		}
		if (s->broken)
			continue;
		simboard_poll_task(&s->b);
		answer_waiting(s);
	}
}

/* ---- start and end ---- */

/* Reads the kernel's next messages about sockets: 1 if a socket is bound to the file @inode, 0
 * if there are more messages, -1 at the end. */
static int find_bound(int fd, uint64_t inode)
{
	static char buf[32768];
	ssize_t n = recv(fd, buf, sizeof(buf), 0);

	if (n <= 0)
		return -1;
	for (const struct nlmsghdr *h = (struct nlmsghdr *)buf; NLMSG_OK(h, (size_t)n);
	     h = NLMSG_NEXT(h, n)) {
		const struct rtattr *a;
		size_t size;

		if (h->nlmsg_type != SOCK_DIAG_BY_FAMILY)
			return -1;
		a = (const struct rtattr *)((const struct unix_diag_msg *)NLMSG_DATA(h) + 1);
		size = h->nlmsg_len - NLMSG_LENGTH(sizeof(struct unix_diag_msg));
		for (; RTA_OK(a, size); a = RTA_NEXT(a, size))
			if (a->rta_type == UNIX_DIAG_VFS &&
			    ((const struct unix_diag_vfs *)RTA_DATA(a))->udiag_vfs_ino == inode)
				return 1;
	}
	return 0;
}

/* Returns whether a process has a socket bound to the file @st, even if it does not listen
 * yet. */
static bool is_bound(const struct stat *st)
{
	const struct {
		struct nlmsghdr h;
		struct unix_diag_req r;
	} ask = {.h = {.nlmsg_len = sizeof(ask),
		       .nlmsg_type = SOCK_DIAG_BY_FAMILY,
		       .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
		 .r = {.sdiag_family = AF_UNIX,
		       .udiag_states = UINT32_MAX,
		       .udiag_show = UDIAG_SHOW_VFS}};
	const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
	int found = 0;

	if (fd < 0)
		return false;
	if (send(fd, &ask, sizeof(ask), 0) == (ssize_t)sizeof(ask))
		while (!found)
			found = find_bound(fd, st->st_ino & UINT32_MAX);
	close(fd);
	return found > 0;
}

/* Returns whether the socket file was left by a killed server: no process has a socket bound to
 * it. */
static bool stale(const struct sockaddr_un *a)
{
	struct stat st;
	bool refused;
	int fd;

	if (lstat(a->sun_path, &st) || !S_ISSOCK(st.st_mode))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	refused = fd >= 0 && connect(fd, (const struct sockaddr *)a, sizeof(*a)) &&
		  errno == ECONNREFUSED;
	if (fd >= 0)
		close(fd);
	return refused && !is_bound(&st);
}

/* Opens the lock file or creates it. A file of that name that is not empty is no lock file and
 * is left alone. */
static int open_lock(struct server *s)
{
	struct stat st;

	s->lock = open(s->lock_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (s->lock >= 0)
		return 0;
	if (errno != EEXIST)
		return -errno;
	if (lstat(s->lock_path, &st))
		return errno == ENOENT ? -EAGAIN : -errno;
	if (!S_ISREG(st.st_mode) || st.st_size || st.st_uid != geteuid())
		return -ENOTSUP;
	s->lock = open(s->lock_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	return s->lock >= 0 ? 0 : errno == ENOENT ? -EAGAIN : -errno;
}

/*
 * Locks PATH.lock, so that no other server uses PATH; -EADDRINUSE if one does. An empty file,
 * which a killed server has left, is taken over. A server removes its lock file when it ends,
 * so the name may refer to another file by the time the lock is acquired.
 */
static int lock_socket(struct server *s, const char *path)
{
	struct stat locked, there;
	int err;

	if ((size_t)snprintf(s->lock_path, sizeof(s->lock_path), "%s.lock", path) >=
	    sizeof(s->lock_path))
		return -ENAMETOOLONG;
	for (;;) {
		err = open_lock(s);
		if (err == -EAGAIN)
			continue;
		if (err)
			return err;
		if (flock(s->lock, LOCK_EX | LOCK_NB)) {
			err = errno;
			close(s->lock);
			s->lock = -1;
			return err == EWOULDBLOCK ? -EADDRINUSE : -err;
		}
		if (!fstat(s->lock, &locked) && !lstat(s->lock_path, &there) &&
		    locked.st_ino == there.st_ino && locked.st_dev == there.st_dev)
			return 0;
		close(s->lock);
	}
}

static void unlock_socket(struct server *s)
{
	if (s->lock < 0)
		return;
	unlink(s->lock_path);
	close(s->lock);
	s->lock = -1;
}

/* Removes the socket, if it is the one that this server created. */
static void remove_socket(struct server *s, const char *path)
{
	struct stat st;

	*socket_path = 0;
	if (s->made.st_ino && !lstat(path, &st) && st.st_ino == s->made.st_ino &&
	    st.st_dev == s->made.st_dev)
		unlink(path);
	s->made.st_ino = 0;
}

static int bind_socket(struct server *s, const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int err = 0;

	strcpy(a.sun_path, path);
	s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0 || bind(s->fd, (struct sockaddr *)&a, sizeof(a)))
		err = errno;
	if (err == EADDRINUSE && stale(&a) && unlink(path) == 0)
		err = bind(s->fd, (struct sockaddr *)&a, sizeof(a)) ? errno : 0;
	if (err)
		return -err;
	if (lstat(path, &s->made))
		s->made.st_ino = 0;
	strcpy(socket_path, path);
	return listen(s->fd, SOMAXCONN) ? -errno : 0;
}

static int listen_at(struct server *s, const char *path)
{
	/* only the owner may use the board, because a board writes files as its owner */
	const mode_t mask = umask(0177);
	struct stat st;
	int err = 0;

	if (!*path)
		err = -EINVAL; /* a socket without a name is open to every user */
	else if (strlen(path) >= sizeof(socket_path))
		err = -ENAMETOOLONG;
	else if (!lstat(path, &st) && !S_ISSOCK(st.st_mode))
		err = -EEXIST;
	if (!err)
		err = lock_socket(s, path);
	if (!err)
		err = bind_socket(s, path);
	umask(mask);
	if (!err)
		return UTIL_DONE;
	remove_socket(s, path);
	unlock_socket(s);
	if (s->fd >= 0)
		close(s->fd);
	return complain(*path ? path : "the socket",
			err == -EEXIST	  ? "exists and is not a socket"
			: err == -ENOTSUP ? "its lock file exists, but is not a lock file"
			: err == -EINVAL  ? "has no name"
					  : strerror(-err));
}

/* Finds the socket that the caller has opened (systemd: Accept=no), as described in
 * sd_listen_fds(3). */
static bool socket_given(void)
{
	const char *pid = getenv("LISTEN_PID"), *fds = getenv("LISTEN_FDS");
	char own[32];

	snprintf(own, sizeof(own), "%ld", (long)getpid());
	return pid && fds && !strcmp(pid, own) && strcmp(fds, "0");
}

static int use_given_socket(struct server *s)
{
	struct sockaddr_un a;
	socklen_t n = sizeof(a), size = sizeof(int);
	int listens = 0;

	if (strcmp(getenv("LISTEN_FDS"), "1"))
		return complain("LISTEN_FDS", "more than one socket");
	if (getsockname(LISTEN_FD, (struct sockaddr *)&a, &n) || a.sun_family != AF_UNIX ||
	    getsockopt(LISTEN_FD, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) || !listens)
		return complain("descriptor 3", "not a Unix socket that listens");
	fcntl(LISTEN_FD, F_SETFD, FD_CLOEXEC);
	fcntl(LISTEN_FD, F_SETFL, O_NONBLOCK);
	s->fd = LISTEN_FD;
	return UTIL_DONE;
}

static bool command_done(void *arg)
{
	struct server *s = arg;
	struct client *c = s->client[0];
	int err;

	return ending ||
	       simboard_waited(&s->b, &c->wait, (char *)room(c), UNIXDEV_COMMAND, &err);
}

/* Executes the commands of the command line, before the socket is created. */
static int first_commands(struct server *s, const char *const *commands, int n)
{
	struct client c = {0};
	struct client *list = &c;
	char *reply = (char *)room(&c);
	int err = 0;

	s->client = &list;
	for (int i = 0; i < n && !err && !ending; i++) {
		err = simboard_command(&s->b, commands[i], reply, UNIXDEV_COMMAND, &c.wait);
		if (!err && c.wait.waiting) {
			sim_wait_for(s->b.s, command_done, s, UINT64_MAX / 4);
			simboard_waited(&s->b, &c.wait, reply, UNIXDEV_COMMAND, &err);
		}
		if (err)
			complain(commands[i], *reply ? reply : strerror(-err));
		else if (*reply)
			printf("%s\n", reply);
	}
	s->client = NULL;
	return err ? UTIL_BAD_DATA : UTIL_DONE;
}

static void close_all(struct server *s, const char *path)
{
	alarm(0); /* no request is running; a sanitizer's leak check may take longer */
	while (s->n)
		remove_client(s, 0);
	free(s->client);
	free(s->waiting);
	free(s->poll);
	if (s->fd >= 0) {
		if (path)
			remove_socket(s, path);
		close(s->fd);
	}
	unlock_socket(s);
	if (s->opened)
		simboard_close(&s->b);
}

static void say_ready(const char *path)
{
	char shown[PRINTABLE_MOST * sizeof(socket_path)];
	const size_t n = path ? printable(shown, path, strlen(path)) : 0;

	printf("%s: serving %s%.*s\n", simboard_kind.server,
	       path ? "unix:" : "the given socket", (int)n, shown);
}

/* @path NULL: the caller passed an open socket. */
static int run_server(const char *path, const char *board, const char *const *commands, int n)
{
	static struct server s; /* static, so that siglongjmp() preserves it */
	const struct sigaction on_end = {.sa_handler = end}, on_alarm = {.sa_handler = end_now};
	int err;

	s.fd = s.lock = -1;
	s.board = board;
	if (sigsetjmp(s.failed, 1)) {
		complain("the board", s.failure);
		s.client = NULL;
		s.n = 0;
		close_all(&s, path);
		return UTIL_BAD_DATA;
	}
	err = open_board(&s);
	if (err == -EINVAL)
		return complain(board, simboard_kind.arguments);
	if (err)
		return complain(*board ? board : "the board", strerror(-err));
	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK)) {
		simboard_close(&s.b);
		return complain("pipe", strerror(errno));
	}
	sigaction(SIGINT, &on_end, NULL);
	sigaction(SIGTERM, &on_end, NULL);
	sigaction(SIGHUP, &on_end, NULL);
	sigaction(SIGALRM, &on_alarm, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit returns an error */
	if (first_commands(&s, commands, n) || ending || !make_room(&s) ||
	    (path ? listen_at(&s, path) : use_given_socket(&s))) {
		s.fd = -1;
		close_all(&s, path);
		return ending ? UTIL_DONE : UTIL_BAD_DATA;
	}
	say_ready(path);
	if (fflush(stdout)) {
		close_all(&s, path);
		return complain("standard output", strerror(errno));
	}
	s.b.threads = true;
	run(&s);
	close_all(&s, path);
	return UTIL_DONE;
}

int main(int argc, char **argv)
{
	const char *board = "", *commands[COMMANDS];
	int c, n = 0;

	util_begin(simboard_kind.server, simboard_kind.usage, argc, argv);
	while ((c = util_getopt(NULL)) != -1) {
		if (c == 'b')
			board = optarg;
		else if (n == COMMANDS)
			util_usage("too many commands", optarg);
		else
			commands[n++] = optarg;
	}
	if (optind == argc && socket_given())
		return run_server(NULL, board, commands, n);
	if (argc - optind != 1)
		util_usage(optind < argc ? "more than one socket" : "no socket",
			   optind < argc ? argv[optind + 1] : NULL);
	return run_server(argv[optind], board, commands, n);
}
