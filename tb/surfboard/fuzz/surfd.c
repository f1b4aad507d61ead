/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests of drivers to surfd. The input is everything that a client sends, once in one piece
 * and once in several pieces. The server must send one well-formed reply for each request, and
 * the same replies both times. Another client gets the board if, and only if, this client does
 * not hold it. The server uses a board without a simulator.
 */
#define main surfd_main
#include "../backend/simserver.c"
#undef main
#include "board.h"
#include "starts_with.h"

#define OUT_MAX (4u << 20)
#define MEMORY 4096 /* size of each memory in bytes; SIMMs of this size do not exist */

const struct simboard_kind simboard_kind = {.server = "surfd", .usage = "", .arguments = ""};

static struct fake *board;

/* ---- in place of the simulation ---- */

/* Contains only the time, which sim_now() reads from the first member. */
struct sim {
	sim_time now;
};

static struct sim sim;

int simboard_open(struct simboard *b, const char *args, bool serves)
{
	(void)b;
	(void)args;
	(void)serves;
	return -ENODEV;
}

void simboard_close(struct simboard *b)
{
	(void)b;
}

struct device *simboard_bus(struct simboard *b)
{
	(void)b;
	return &board->dev;
}

int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w)
{
	(void)b;
	*w = (struct simboard_wait){0};
	snprintf(reply, size, "%s", command);
	w->waiting = starts_with(command, "run");
	w->until = sim.now;
	return !starts_with(command, "bad") ? 0 : -EINVAL;
}

bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err)
{
	(void)b;
	(void)reply;
	(void)size;
	*err = 0;
	return w->waiting && sim.now >= w->until;
}

void simboard_poll_task(struct simboard *b)
{
	(void)b;
}

bool simboard_busy(struct simboard *b)
{
	(void)b;
	return false;
}

/* The checks of this board never fail, so the server needs no failure function. */
void sim_on_failure(struct sim *s, sim_failure_fn *fn, void *arg)
{
	(void)s;
	(void)fn;
	(void)arg;
}

bool sim_wait_for(struct sim *s, bool (*done)(void *), void *arg, sim_time limit)
{
	s->now += limit;
	return done(arg);
}

/* ---- the server with one client ---- */

/* Reads the bytes that the server has sent. */
static size_t receive_bytes(int fd, uint8_t *out, size_t used)
{
	ssize_t n;

	while ((n = recv(fd, out + used, OUT_MAX - used, MSG_DONTWAIT)) > 0) {
		used += (size_t)n;
		FUZZ_CHECK(used < OUT_MAX);
	}
	return used;
}

static struct client *add_client(struct server *s, int pair[2])
{
	struct client *c = calloc(1, sizeof(struct client));

	FUZZ_CHECK(c && make_room(s));
	FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
	c->fd = pair[0];
	s->client[s->n++] = c;
	return c;
}

/* The result in a reply: 0 or a negative error. */
static int32_t result(const uint8_t *reply)
{
	struct unixdev_header h;

	unixdev_get_header(reply, &h);
	return (int32_t)h.addr;
}

/* Checks the replies to a client that asks for the board, first without waiting, then with a
 * wait. */
static void check_hold(struct server *s)
{
	const bool held = s->holder;
	const struct unixdev_header h = {.bytes = UNIXDEV_HEADER + 8, .op = UNIXDEV_HOLD};
	uint8_t b[UNIXDEV_HEADER + 8] = {0}, out[UNIXDEV_HEADER + 4];
	struct client *c;
	int pair[2];
	ssize_t n;

	FUZZ_CHECK(s->n == 1 || !held);
	c = add_client(s, pair);
	c->known = true;
	unixdev_put_header(b, &h);
	FUZZ_CHECK(send(pair[1], b, sizeof(b), 0) == sizeof(b));
	FUZZ_CHECK(receive(s, c));
	serve_queue(s);
	n = recv(pair[1], out, sizeof(out), 0);
	FUZZ_CHECK(n == (ssize_t)(held ? UNIXDEV_HEADER : sizeof(out)));
	FUZZ_CHECK(result(out) == (held ? -EAGAIN : 0));
	if (held) {
		/* the request is queued, and the reply comes when the other client leaves */
		put_le64(b + UNIXDEV_HEADER, UINT64_MAX);
		FUZZ_CHECK(send(pair[1], b, sizeof(b), 0) == sizeof(b) && receive(s, c));
		serve_queue(s);
		FUZZ_CHECK(c->queued);
		remove_client(s, 0);
		serve_queue(s);
		FUZZ_CHECK(recv(pair[1], out, sizeof(out), 0) == sizeof(out));
		FUZZ_CHECK(result(out) == 0 && get_le32(out + UNIXDEV_HEADER) == 1);
	}
	FUZZ_CHECK(s->holder == c);
	remove_client(s, s->n - 1);
	FUZZ_CHECK(!s->holder);
	close(pair[1]);
}

/* Returns all replies to @data, which is sent @piece bytes at a time; sets *stays if the server
 * kept the connection. */
static size_t converse(const uint8_t *data, size_t size, size_t piece, uint8_t *out,
		       bool *stays)
{
	struct server s = {.fd = -1, .b = {.s = &sim}};
	size_t sent = 0, used = 0;
	int pair[2];

	board = fuzz_board(0, MEMORY, MEMORY);
	sim.now = 0;
	s.bus = &board->dev;
	add_client(&s, pair);
	while (s.n && used < OUT_MAX / 2) {
		const size_t n = size - sent < piece ? size - sent : piece;
		struct client *c = s.client[0];

		if (n && send(pair[1], data + sent, n, MSG_DONTWAIT) == (ssize_t)n)
			sent += n;
		/* this loop does the same as serve_clients(); a pending reply comes after some
		 * time */
		if (c->due)
			sim.now = c->wait.until;
		answer_waiting(&s);
		continue_parts(&s);
		if (s.n && !c->due && !c->words && !c->out && !receive(&s, c))
			remove_client(&s, 0);
		used = receive_bytes(pair[1], out, used);
		if (s.n && c->out && !send_reply(c))
			remove_client(&s, 0);
		if (s.n && sent == size && !c->due && !c->words && !c->out) {
			int left = 0;

			if (recv(pair[0], &left, 1, MSG_PEEK | MSG_DONTWAIT) <= 0)
				break;
		}
	}
	*stays = s.n;
	check_hold(&s);
	if (s.n)
		remove_client(&s, 0);
	close(pair[1]);
	free(s.client);
	free(s.waiting);
	free(s.poll);
	return used;
}

/* Checks that the replies are complete, in order, and match the requests. */
static void check(const uint8_t *request, size_t size, const uint8_t *reply, size_t n)
{
	while (n) {
		struct unixdev_header q, a;

		FUZZ_CHECK(n >= UNIXDEV_HEADER && size >= UNIXDEV_HEADER);
		unixdev_get_header(request, &q);
		unixdev_get_header(reply, &a);
		FUZZ_CHECK(a.bytes >= UNIXDEV_HEADER && a.bytes <= UNIXDEV_BYTES &&
			   a.bytes <= n && q.bytes <= size);
		FUZZ_CHECK(a.id == q.id && a.op == q.op && (int32_t)a.addr <= 0);
		FUZZ_CHECK(!a.addr || a.bytes == UNIXDEV_HEADER || a.op == UNIXDEV_CONTROL ||
			   a.op == UNIXDEV_HELLO);
		request += q.bytes;
		size -= q.bytes;
		reply += a.bytes;
		n -= a.bytes;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t out[2][OUT_MAX];
	bool stays[2];
	size_t n, m;

	n = converse(data, size, SIZE_MAX, out[0], &stays[0]);
	m = converse(data, size, 1u + (size ? data[size - 1] % 64 : 0), out[1], &stays[1]);
	/* the replies do not depend on time, except those to WAIT_IRQ on a board that is never
	 * idle */
	FUZZ_CHECK(n == m && stays[0] == stays[1] && !memcmp(out[0], out[1], n));
	check(data, size, out[0], n);
	return 0;
}
