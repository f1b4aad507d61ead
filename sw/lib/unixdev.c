/* SPDX-License-Identifier: Apache-2.0 */
#include "unixdev.h"
#include "number.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

struct unixdev {
	struct device dev; /* first */
	int fd;
	struct device_ops ops;
	int broken;   /* the error after which the connection is unusable */
	bool patient; /* the answer may take any time as long as the server lives */
	struct sockaddr_un address;
	/* times in ms: limit for connecting, for sending and for the answer to HELLO; limit for
	 * the answer to an access; time after which the client asks whether a server that does
	 * not answer still lives */
	unsigned int hello_ms, access_ms, silent_ms;
	uint32_t id;
	uint8_t buf[UNIXDEV_BYTES];
};

#define HELLO_MS 30000u
#define PATIENCE_MS (UNIXDEV_PATIENCE_US / 1000)
#define TIMEOUT_MOST_MS 100000000u

static int send_all(int fd, const uint8_t *p, size_t n)
{
	while (n) {
		ssize_t k = send(fd, p, n, MSG_NOSIGNAL);

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return -EHOSTDOWN;
		if (k < 0)
			return errno == ECONNRESET ? -EPIPE : -errno;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

static int open_limited(const char *path, unsigned int ms, struct device **dev);

/* Returns whether the server answers a new client; it does not if it is stopped, for example.
 * Only the lack of an answer counts: the socket may have been renamed since. */
static bool lives(const struct unixdev *u)
{
	struct device *another;
	const int err = open_limited(u->address.sun_path, u->hello_ms, &another);

	if (!err)
		another->ops->close(another);
	return err != -EHOSTDOWN;
}

static int receive_all(const struct unixdev *u, uint8_t *p, size_t n)
{
	while (n) {
		ssize_t k = recv(u->fd, p, n, 0);

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
			if (u->patient && lives(u))
				continue;
			return -EHOSTDOWN;
		}
		if (k <= 0)
			return k == 0 || errno == ECONNRESET ? -EPIPE : -errno;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

/* Returns whether the operation waits for simulated time, for which there is no limit in real
 * time. */
static bool takes_time(enum unixdev_op op)
{
	return op == UNIXDEV_RUN || op == UNIXDEV_WAIT_IRQ || op == UNIXDEV_CONTROL ||
	       op == UNIXDEV_HOLD;
}

/* Sets a time limit of the socket. */
static int set_limit(int fd, int option, unsigned int ms)
{
	const struct timeval limit = {ms / 1000, ms % 1000 * 1000L};

	return setsockopt(fd, SOL_SOCKET, option, &limit, sizeof(limit)) ? -errno : 0;
}

static int exchange(struct unixdev *u, struct unixdev_header *h, size_t payload)
{
	const struct unixdev_header sent = *h;
	int err;

	h->bytes = UNIXDEV_HEADER + (uint32_t)payload;
	h->id = u->id;
	unixdev_put_header(u->buf, h);
	err = send_all(u->fd, u->buf, h->bytes);
	if (!err)
		err = receive_all(u, u->buf, UNIXDEV_HEADER);
	if (err)
		return err;
	unixdev_get_header(u->buf, h);
	if (h->bytes < UNIXDEV_HEADER || h->bytes > UNIXDEV_BYTES || h->id != u->id ||
	    h->op != sent.op || (int32_t)h->addr > 0)
		return -EPROTO;
	u->id++;
	return receive_all(u, u->buf + UNIXDEV_HEADER, h->bytes - UNIXDEV_HEADER);
}

/*
 * Performs one request, with @payload bytes after the header in u->buf. If the result is 0,
 * @expected bytes of reply replace them. With @got, the reply may have any length, which is
 * stored in *got whatever the result is.
 */
static int request(struct unixdev *u, struct unixdev_header h, size_t payload, size_t expected,
		   size_t *got)
{
	int err = u->broken;

	if (err)
		return err;
	if (takes_time((enum unixdev_op)h.op) != u->patient) {
		u->patient = !u->patient;
		err = set_limit(u->fd, SO_RCVTIMEO, u->patient ? u->silent_ms : u->access_ms);
	}
	if (!err)
		err = exchange(u, &h, payload);
	if (!err && !got && !h.addr && h.bytes != UNIXDEV_HEADER + expected)
		err = -EPROTO;
	u->broken = err;
	if (err)
		return err;
	if (got)
		*got = h.bytes - UNIXDEV_HEADER;
	return (int32_t)h.addr;
}

static uint8_t *payload(struct unixdev *u)
{
	return u->buf + UNIXDEV_HEADER;
}

static int u_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	struct unixdev *u = (struct unixdev *)dev;
	const struct unixdev_header h = {.op = UNIXDEV_READ,
					 .space = (uint8_t)space,
					 .width = (uint8_t)width,
					 .addr = addr};
	int err = request(u, h, 0, 8, NULL);

	*value = err ? UINT64_MAX : get_le64(payload(u));
	return err;
}

static int u_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	struct unixdev *u = (struct unixdev *)dev;
	const struct unixdev_header h = {.op = UNIXDEV_WRITE,
					 .space = (uint8_t)space,
					 .width = (uint8_t)width,
					 .addr = addr};

	put_le64(payload(u), value);
	return request(u, h, 8, 0, NULL);
}

/* Performs one request for @n words, with a span unless @span is 0. */
static int read_part(struct unixdev *u, uint32_t addr, uint32_t span, uint32_t *words, size_t n)
{
	const struct unixdev_header h = {
		.op = UNIXDEV_READ_WORDS, .space = DEVICE_MEM, .width = 32, .addr = addr};
	int err;

	put_le32(payload(u), (uint32_t)n);
	put_le32(payload(u) + 4, span);
	err = request(u, h, span ? 8 : 4, 4 * n, NULL);
	for (size_t i = 0; i < n && !err; i++)
		words[i] = get_le32(payload(u) + 4 * i);
	return err;
}

static int u_read_words(struct device *dev, uint32_t addr, uint32_t *words, size_t n)
{
	int err = 0;

	while (n && !err) {
		const size_t part = n < UNIXDEV_WORDS ? n : UNIXDEV_WORDS;

		err = read_part((struct unixdev *)dev, addr, 0, words, part);
		words += part;
		addr += 4 * (uint32_t)part;
		n -= part;
	}
	return err;
}

/* Each part begins with the first register, so its length is a multiple of the span. */
static int u_read_port(struct device *dev, uint32_t addr, uint32_t span, uint32_t *words,
		       size_t n)
{
	const size_t most = UNIXDEV_WORDS - UNIXDEV_WORDS % span;
	int err = 0;

	while (n && !err) {
		const size_t part = n < most ? n : most;

		err = read_part((struct unixdev *)dev, addr, span, words, part);
		words += part;
		n -= part;
	}
	return err;
}

static int u_write_words(struct device *dev, uint32_t addr, const uint32_t *words, size_t n)
{
	struct unixdev *u = (struct unixdev *)dev;
	int err = 0;

	while (n && !err) {
		const size_t part = n < UNIXDEV_WORDS ? n : UNIXDEV_WORDS;
		const struct unixdev_header h = {.op = UNIXDEV_WRITE_WORDS,
						 .space = DEVICE_MEM,
						 .width = 32,
						 .addr = addr};

		for (size_t i = 0; i < part; i++)
			put_le32(payload(u) + 4 * i, words[i]);
		err = request(u, h, 4 * part, 0, NULL);
		words += part;
		addr += 4 * (uint32_t)part;
		n -= part;
	}
	return err;
}

static int u_number(struct device *dev, enum unixdev_op op, uint64_t v)
{
	struct unixdev *u = (struct unixdev *)dev;

	put_le64(payload(u), v);
	return request(u, (struct unixdev_header){.op = (uint8_t)op}, 8, 0, NULL);
}

static int u_wait_irq(struct device *dev, uint64_t timeout_us)
{
	return u_number(dev, UNIXDEV_WAIT_IRQ, timeout_us);
}

static int u_run(struct device *dev, uint64_t ns)
{
	return u_number(dev, UNIXDEV_RUN, ns);
}

static int u_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct unixdev *u = (struct unixdev *)dev;
	const size_t n = strlen(command);
	size_t got = 0;
	int err;

	if (n > UNIXDEV_COMMAND)
		return -EMSGSIZE;
	memcpy(payload(u), command, n);
	err = request(u, (struct unixdev_header){.op = UNIXDEV_CONTROL}, n, 0, &got);
	if (!size)
		return err;
	if (got >= size)
		got = size - 1;
	memcpy(reply, payload(u), got);
	reply[got] = 0;
	return err;
}

static int u_hold(struct device *dev, uint64_t timeout_us, bool *changed)
{
	struct unixdev *u = (struct unixdev *)dev;
	int err;

	put_le64(payload(u), timeout_us);
	err = request(u, (struct unixdev_header){.op = UNIXDEV_HOLD}, 8, 4, NULL);
	*changed = !err && get_le32(payload(u));
	return err;
}

static int u_release(struct device *dev, bool changed)
{
	struct unixdev *u = (struct unixdev *)dev;

	put_le32(payload(u), changed);
	return request(u, (struct unixdev_header){.op = UNIXDEV_RELEASE}, 4, 0, NULL);
}

static void u_close(struct device *dev)
{
	close(((struct unixdev *)dev)->fd);
	free(dev);
}

static const struct device_ops ops = {
	.read = u_read,
	.write = u_write,
	.read_words = u_read_words,
	.write_words = u_write_words,
	.read_port = u_read_port,
	.wait_irq = u_wait_irq,
	.run = u_run,
	.control = u_control,
	.hold = u_hold,
	.release = u_release,
	.close = u_close,
};

/* Finds a version that both sides support: first tries that of the client, then that of the
 * server. */
static int agree_on_version(struct unixdev *u, uint32_t *version)
{
	size_t got = 0;
	int err;

	memcpy(payload(u), "SURF", 4);
	put_le32(payload(u) + 4, *version);
	err = request(u, (struct unixdev_header){.op = UNIXDEV_HELLO}, 8, 0, &got);
	if ((!err || err == -EPROTONOSUPPORT) && (got != 8 || memcmp(payload(u), "SURF", 4)))
		return -EPROTO;
	if (!err && get_le32(payload(u) + 4) != *version)
		return -EPROTO;
	*version = got == 8 ? get_le32(payload(u) + 4) : 0;
	return err;
}

static int hello(struct unixdev *u)
{
	uint32_t version = UNIXDEV_VERSION;
	int err = set_limit(u->fd, SO_RCVTIMEO, u->hello_ms);

	if (!err)
		err = agree_on_version(u, &version);
	if (err == -EPROTONOSUPPORT && version >= UNIXDEV_VERSION_MIN &&
	    version < UNIXDEV_VERSION)
		err = agree_on_version(u, &version);
	if (version < 3)
		u->ops.read_port = NULL;
	return err ? err : set_limit(u->fd, SO_RCVTIMEO, u->access_ms);
}

/* Refuses the server of another user: it could forge answers and would see all data written. */
static int check_user(int fd)
{
	struct ucred peer;
	socklen_t n = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n))
		return -errno;
	return peer.uid == geteuid() || peer.uid == 0 ? 0 : -EPERM;
}

static int connect_to(const struct unixdev *u)
{
	/* this also limits connect(), which waits while the server's queue is full */
	const int err = set_limit(u->fd, SO_SNDTIMEO, u->hello_ms);

	if (err)
		return err;
	if (connect(u->fd, (const struct sockaddr *)&u->address, sizeof(u->address)))
		return errno == EAGAIN ? -EHOSTDOWN : -errno;
	return check_user(u->fd);
}

/* @ms: all time limits; 0: the defaults */
static int open_limited(const char *path, unsigned int ms, struct device **dev)
{
	struct unixdev *u;
	int err = 0;

	if (!*path)
		return -EINVAL;
	if (strlen(path) >= sizeof(u->address.sun_path))
		return -ENAMETOOLONG;
	u = calloc(1, sizeof(*u));
	if (!u)
		return -ENOMEM;
	u->address.sun_family = AF_UNIX;
	strcpy(u->address.sun_path, path);
	u->hello_ms = ms ? ms : HELLO_MS;
	u->access_ms = ms ? ms : PATIENCE_MS + HELLO_MS; /* others may hold the board */
	u->silent_ms = ms ? ms : PATIENCE_MS;
	u->ops = ops;
	u->dev.ops = &u->ops;
	u->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (u->fd < 0) {
		err = -errno;
		free(u);
		return err;
	}
	err = connect_to(u);
	if (!err)
		err = hello(u);
	if (err)
		u_close(&u->dev);
	else
		*dev = &u->dev;
	return err;
}

int unixdev_open(const char *path, struct device **dev)
{
	static const char word[] = "timeout=";
	uint64_t ms = 0;
	char *end;

	if (!strncmp(path, word, strlen(word))) {
		if (number_read(path + strlen(word), &end, &ms) || *end != ',' || !ms ||
		    ms > TIMEOUT_MOST_MS)
			return -EINVAL;
		path = end + 1;
	}
	return open_limited(path, (unsigned int)ms, dev);
}
