/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulated board and the machine around it as a server (surfd, hypermond, numachined): any
 * number of drivers reach the board over a Unix socket ("unix:/path"), while its time passes by
 * itself. unixdev.h describes the protocol.
 *
 * One thread: it serves requests, lets a slice of simulated time pass, and polls again. A
 * client has room for one request and one reply; while its answer is due or unread, nothing
 * more is read from it. So a client can make another one wait for no longer than its request
 * takes, unless it holds the board, and uses no memory but its own.
 */
#include "cmdline.h"
#include "simboard.h"
#include "unixdev.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define COMMANDS 64
#define CLIENTS_FROM 2 /* in the list for ppoll() */
#define NS_PER_S 1000000000.0
/* Time that passes before the clients are looked at again. */
#define SLICE SIM_US(50)
#define SLICE_MIN SIM_NS(100)
#define SLICE_REAL_NS 10e6 /* the same under a speed limit, in real time */
/* With no traffic and no waiting client, the processor is left to other programs. */
#define IDLE_SPEED 0.01
/* Who has just asked may ask again within this time before simulated time passes. */
#define NEXT_REQUEST_NS 50000
/* ... but not more often than this, to limit the delay of waiting clients. */
#define REQUESTS_IN_TURN 100

struct client {
	int fd;
	bool known; /* has said hello */
	bool stale; /* another one has changed what drivers remember of the board */
	/* a request that waits until no other client holds the board */
	bool queued;
	uint64_t turn;	  /* the lowest is first */
	int64_t patience; /* on the monotonic clock, in ns: then it is refused */
	/* an answer that is due later */
	struct unixdev_header asked;
	bool due, irq;
	struct simboard_wait wait;
	size_t in; /* bytes in @request */
	size_t out, sent;
	uint8_t request[UNIXDEV_BYTES], reply[UNIXDEV_BYTES];
};

struct server {
	struct simboard b;
	struct device *bus;
	int fd;
	bool full; /* no descriptor is left for another client */
	struct client **client;
	struct pollfd *poll; /* the listening socket, the pipe of end(), then the clients */
	size_t n, room;
	struct client *holder; /* of the board, or NULL */
	uint64_t turns;
	sim_time target;      /* of the slice */
	double credit_ns;     /* simulated time that the speed limit has left */
	struct timespec when; /* credit was last given */
	bool asked;	      /* a client was served in this round */
};

/* The simulator may have threads, and a signal goes to any of them: the pipe wakes the one
 * that waits for clients. */
static volatile sig_atomic_t ending;
static int wake[2];

static void end(int sig)
{
	const int saved = errno;

	(void)sig;
	ending = 1;
	if (write(wake[1], "", 1) < 0)
		ending = 1; /* the pipe is full of them */
	errno = saved;
}

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s: %s\n", simboard_kind.server, what, why);
	return UTIL_BAD_DATA;
}

/* ---- answers ---- */

/* The answer with @n bytes that are in c->reply behind the header. */
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
	c->due = false;
}

static uint8_t *room(struct client *c)
{
	return c->reply + UNIXDEV_HEADER;
}

/* ---- requests ---- */

/* What other drivers remember of the board is no longer so. */
static void changed_by(struct server *s, const struct client *c)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->client[i] != c)
			s->client[i]->stale = true;
}

/* Each receives the length of the payload. False if the request violates the protocol. */
static bool say_hello(struct client *c, const struct unixdev_header *h, const uint8_t *p,
		      size_t n)
{
	const bool same = n == 8 && get_le32(p + 4) == UNIXDEV_VERSION;

	if (n != 8 || memcmp(p, "SURF", 4))
		return false;
	c->known = same;
	memcpy(room(c), "SURF", 4);
	put_le32(room(c) + 4, UNIXDEV_VERSION);
	answer(c, h, same ? 0 : -EPROTONOSUPPORT, 8);
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

static bool read_words(struct server *s, struct client *c, const struct unixdev_header *h,
		       const uint8_t *p, size_t n)
{
	const uint32_t words = n == 4 ? get_le32(p) : UINT32_MAX;
	int err = 0;

	if (words > UNIXDEV_WORDS || h->space != DEVICE_MEM)
		return false;
	for (uint32_t i = 0; i < words && !err; i++) {
		uint64_t v = 0;

		err = s->bus->ops->read(s->bus, DEVICE_MEM, h->addr + 4 * i, 32, &v);
		put_le32(room(c) + 4 * i, (uint32_t)v);
	}
	answer(c, h, err, err ? 0 : 4 * words);
	return true;
}

static bool write_words(struct server *s, struct client *c, const struct unixdev_header *h,
			const uint8_t *p, size_t n)
{
	int err = 0;

	if (n % 4 || h->space != DEVICE_MEM)
		return false;
	for (size_t i = 0; i < n && !err; i += 4)
		err = s->bus->ops->write(s->bus, DEVICE_MEM, h->addr + (uint32_t)i, 32,
					 get_le32(p + i));
	answer(c, h, err, 0);
	return true;
}

/* The answer comes when @ps have passed, or with @irq when the board interrupts. */
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
	if (!err && !strncmp(command, "reset", 5))
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

static bool carry_out(struct server *s, struct client *c)
{
	const uint8_t *p = c->request + UNIXDEV_HEADER;
	struct unixdev_header h;
	size_t n;

	unixdev_get_header(c->request, &h);
	n = h.bytes - UNIXDEV_HEADER;
	if (!c->known && h.op != UNIXDEV_HELLO)
		return false;
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

/* The request of @c has to wait for others. */
static bool must_wait(const struct server *s, const struct client *c)
{
	if (!c->known || s->holder == c || (!s->holder && !first_queued(s)))
		return false;
	switch (c->request[8]) {
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

	if (c->request[8] == UNIXDEV_HOLD) {
		if (get_le32(c->request) != UNIXDEV_HEADER + 8)
			return false;
		us = get_le64(c->request + UNIXDEV_HEADER);
	}
	c->queued = true;
	c->turn = s->turns++;
	c->patience = real_ns() + (int64_t)(us < most ? us : most) * 1000;
	return true;
}

/* Nanoseconds until the first queued request times out; negative: none is queued. */
static int64_t patience(const struct server *s)
{
	const int64_t now = first_queued(s) ? real_ns() : 0;
	int64_t least = -1;

	for (size_t i = 0; i < s->n; i++) {
		const struct client *c = s->client[i];
		const int64_t left = c->patience > now ? c->patience - now : 0;

		if (c->queued && (least < 0 || left < least))
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

/* Missing bytes of the current request; 0 when it is complete. */
static size_t lacking(const struct client *c)
{
	if (c->in < UNIXDEV_HEADER)
		return UNIXDEV_HEADER - c->in;
	return get_le32(c->request) - c->in;
}

/* Reads what there is of one request and carries it out. False: the client is to go. */
static bool receive(struct server *s, struct client *c)
{
	size_t n;

	while ((n = lacking(c))) {
		const ssize_t k = recv(c->fd, c->request + c->in, n, MSG_DONTWAIT);

		if (k < 0)
			return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
		if (k == 0)
			return false;
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
	return carry_out(s, c) && send_reply(c);
}

static void remove_client(struct server *s, size_t i)
{
	if (s->holder == s->client[i]) {
		s->holder = NULL; /* in an unknown state */
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
	struct client **clients;
	struct pollfd *polls;

	if (s->n < s->room)
		return true;
	clients = realloc(s->client, room * sizeof(struct client *));
	if (clients)
		s->client = clients;
	polls = realloc(s->poll, (room + CLIENTS_FROM) * sizeof(*polls));
	if (polls)
		s->poll = polls;
	if (clients && polls)
		s->room = room;
	return clients && polls;
}

static void accept_client(struct server *s)
{
	const int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct client *c;

	if (fd < 0) {
		/* one day a client leaves */
		s->full = errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
		return;
	}
	c = make_room(s) ? calloc(1, sizeof(*c)) : NULL;
	if (!c) {
		close(fd);
		return;
	}
	c->fd = fd;
	s->client[s->n++] = c;
}

/* Executes queued requests in order, while no client holds the board. */
static void serve_queue(struct server *s)
{
	struct client *c;

	while (!s->holder && (c = first_queued(s))) {
		c->queued = false;
		s->asked = true;
		if (!carry_out(s, c) || !send_reply(c))
			remove_client(s, index_of(s, c));
	}
	for (size_t i = s->n; i-- > 0;) {
		struct unixdev_header h;

		c = s->client[i];
		if (!c->queued || c->patience > real_ns())
			continue;
		c->queued = false;
		unixdev_get_header(c->request, &h);
		answer(c, &h, -EAGAIN, 0);
		if (!send_reply(c))
			remove_client(s, i);
	}
}

/* Waits up to @ns (negative: for ever) for requests, and serves them. */
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
			.events = (short)(c->out		? POLLOUT
					  : c->due || c->queued ? 0
								: POLLIN),
		};
	}
	if (ppoll(s->poll, n + CLIENTS_FROM, least < 0 ? NULL : &t, NULL) <= 0)
		return;
	/* backwards: the last one takes the place of one that goes */
	for (size_t i = n; i-- > 0;) {
		const short happened = s->poll[i + CLIENTS_FROM].revents;
		struct client *c = s->client[i];
		bool stays = true;

		if (!happened)
			continue;
		if (c->out && (happened & POLLOUT))
			stays = send_reply(c);
		else if (!c->out && !c->due && !c->queued && (happened & POLLIN))
			stays = receive(s, c);
		else
			stays = !(happened & (POLLERR | POLLHUP | POLLNVAL));
		if (!stays)
			remove_client(s, i);
	}
	if (s->poll[0].revents)
		accept_client(s);
}

/* ---- time ---- */

static bool interrupted(struct server *s)
{
	return s->bus->ops->wait_irq(s->bus, 0) == 0;
}

/* Whether the answer of @c is due; it is then *err and the text in c->reply. */
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

	if (sim_now(s->b.s) >= s->target)
		return true;
	for (size_t i = 0; i < s->n; i++)
		if (s->client[i]->due && waited(s, s->client[i], &err))
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

static bool anybody_waits(const struct server *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->client[i]->due)
			return true;
	return false;
}

/*
 * How long to wait for clients before time passes, in nanoseconds; negative: for ever.
 * *slice is how much then passes.
 */
static int64_t pace(struct server *s, sim_time *slice)
{
	const bool waits = anybody_waits(s), busy = waits || simboard_busy(&s->b);
	double speed = s->b.speed, lacks;
	struct timespec now;

	*slice = 0;
	if (!waits && (s->b.paused || (!busy && !s->n)))
		return -1;
	if (!busy && (speed <= 0 || speed > IDLE_SPEED))
		speed = IDLE_SPEED;
	*slice = SLICE;
	if (speed <= 0) {
		/* reset the credit; time that ran without a limit is not charged */
		clock_gettime(CLOCK_MONOTONIC, &s->when);
		s->credit_ns = 0;
		return s->asked ? NEXT_REQUEST_NS : 0;
	}
	if (speed * SLICE_REAL_NS * 1000 < (double)SLICE)
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
		return lacks < NS_PER_S ? (int64_t)lacks + 1 : (int64_t)NS_PER_S;
	}
	return s->asked ? NEXT_REQUEST_NS : 0;
}

static void run(struct server *s)
{
	unsigned int asked = 0;

	clock_gettime(CLOCK_MONOTONIC, &s->when);
	while (!ending) {
		sim_time slice;

		serve_clients(s, pace(s, &slice));
		serve_queue(s);
		if (slice && (!s->asked || ++asked == REQUESTS_IN_TURN)) {
			asked = 0;
			s->credit_ns -= (double)slice / 1000;
			if (s->credit_ns > (double)slice / 1000)
				s->credit_ns = 0; /* what is not used in time is lost */
			s->target = sim_now(s->b.s) + slice;
			sim_wait_for(s->b.s, slice_over, s, 2 * slice);
		}
		answer_waiting(s);
	}
}

/* ---- start and end ---- */

/* A socket without a listener was left by a killed server. */
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
	return refused;
}

static int listen_at(struct server *s, const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	const mode_t mask = umask(0177); /* what a board writes, its owner writes */
	struct stat st;
	int err = 0;

	if (strlen(path) >= sizeof(a.sun_path)) {
		umask(mask);
		return complain(path, strerror(ENAMETOOLONG));
	}
	strcpy(a.sun_path, path);
	s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0 || bind(s->fd, (struct sockaddr *)&a, sizeof(a)))
		err = errno;
	if (err == EADDRINUSE && stale(&a) && unlink(path) == 0)
		err = bind(s->fd, (struct sockaddr *)&a, sizeof(a)) ? errno : 0;
	umask(mask);
	if (!err && listen(s->fd, SOMAXCONN)) {
		err = errno;
		unlink(path);
	}
	if (!err)
		return UTIL_DONE;
	if (s->fd >= 0)
		close(s->fd);
	if (err == EADDRINUSE && lstat(path, &st) == 0 && !S_ISSOCK(st.st_mode))
		return complain(path, "exists and is not a socket");
	return complain(path, strerror(err));
}

static bool command_done(void *arg)
{
	struct server *s = arg;
	struct client *c = s->client[0];
	int err;

	return ending ||
	       simboard_waited(&s->b, &c->wait, (char *)room(c), UNIXDEV_COMMAND, &err);
}

/* Before the socket is created. */
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
	while (s->n)
		remove_client(s, 0);
	free(s->client);
	free(s->poll);
	if (s->fd >= 0) {
		unlink(path);
		close(s->fd);
	}
	simboard_close(&s->b);
}

static int run_server(const char *path, const char *board, const char *const *commands, int n)
{
	struct server s = {.fd = -1};
	const struct sigaction on_end = {.sa_handler = end};
	int err = simboard_open(&s.b, board, true);

	if (err == -EINVAL)
		return complain(board, simboard_kind.arguments);
	if (err)
		return complain(*board ? board : "the board", strerror(-err));
	s.bus = simboard_bus(&s.b);
	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK)) {
		simboard_close(&s.b);
		return complain("pipe", strerror(errno));
	}
	sigaction(SIGINT, &on_end, NULL);
	sigaction(SIGTERM, &on_end, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (first_commands(&s, commands, n) || ending || !make_room(&s) ||
	    listen_at(&s, path)) {
		s.fd = -1;
		close_all(&s, path);
		return ending ? UTIL_DONE : UTIL_BAD_DATA;
	}
	printf("%s: serving unix:%s\n", simboard_kind.server, path);
	if (fflush(stdout)) {
		close_all(&s, path);
		return complain("standard output", strerror(errno));
	}
	run(&s);
	close_all(&s, path);
	return UTIL_DONE;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {
		{"board", required_argument, NULL, 'b'},
		{"command", required_argument, NULL, 'c'},
		{0},
	};
	const char *board = "", *commands[COMMANDS];
	int c, n = 0;

	util_begin(simboard_kind.server, simboard_kind.usage, argc, argv);
	while ((c = util_getopt("b:c:", longs)) != -1) {
		if (c == 'b')
			board = optarg;
		else if (n == COMMANDS)
			util_usage("too many commands", optarg);
		else
			commands[n++] = optarg;
	}
	if (argc - optind != 1)
		util_usage(optind < argc ? "more than one socket" : "no socket",
			   optind < argc ? argv[optind + 1] : NULL);
	return run_server(argv[optind], board, commands, n);
}
