/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UNIXDEV_H
#define UNIXDEV_H
/*
 * Device backend "unix:" for a board that another process on this computer serves over a Unix
 * stream socket, and version 3 of the protocol.
 *
 * The client sends a request and waits for the reply before it sends the next one. Both have
 * a header of 16 bytes and a payload; numbers are little endian.
 *
 *	offset	size	request			reply
 *	0	4	total bytes, header included, 16 to UNIXDEV_BYTES
 *	4	4	any number		the same number
 *	8	1	operation		the same operation
 *	9	1	space, 0 to 2		0
 *	10	1	width in bits		0
 *	11	1	0			0
 *	12	4	address			result: 0 or a negative errno value
 *
 *	operation	payload of the request	payload of the reply, if the result is 0
 *	HELLO		"SURF", version (4)	"SURF", version (4)
 *	READ		-			value (8)
 *	WRITE		value (8)		-
 *	READ_WORDS	number of words (4),	the words (4 each)
 *			and optionally span (4)
 *	WRITE_WORDS	the words (4 each)	-
 *	WAIT_IRQ	microseconds (8)	-
 *	RUN		nanoseconds (8)		-
 *	CONTROL		the command, no 0	the answer, no 0; also after an error
 *	HOLD		microseconds (8)	changed by others (4): 0 or 1
 *	RELEASE		changed (4): 0 or 1	-
 *
 * HELLO is the first request, with the client's version. The server answers with the same
 * version, or rejects an unknown version with -EPROTONOSUPPORT and its own version as payload;
 * the client may then try another version. Version 2 has no span. A server closes the
 * connection on any violation of these rules.
 *
 * READ_WORDS reads consecutive words, UNIXDEV_WORDS at most; with a span, 1 to DEVICE_SPAN,
 * word i is read at address + 4 * (i modulo span).
 *
 * Operations are those of struct device_ops, spaces those of enum device_space.
 *
 * From HOLD to RELEASE the board belongs to one client: WRITE, WRITE_WORDS, CONTROL and HOLD
 * of others are queued in the order of arrival, and fail with -EAGAIN after
 * UNIXDEV_PATIENCE_US of real time, HOLD after its own limit. READ and READ_WORDS are executed
 * at once; a client whose reads change the board must hold it. The end of a connection
 * releases the board. HOLD by the client that already holds the board fails with -EALREADY,
 * RELEASE without HOLD with -EPERM.
 */
#include "device.h"
#include "le.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UNIXDEV_VERSION 3
#define UNIXDEV_VERSION_MIN 2
#define UNIXDEV_HEADER 16u
#define UNIXDEV_WORDS 16384u /* maximum number of words in one request */
#define UNIXDEV_BYTES (UNIXDEV_HEADER + 4 * UNIXDEV_WORDS)
#define UNIXDEV_COMMAND 4096u /* maximum length of a command and of an answer */
#define UNIXDEV_PATIENCE_US 60000000u

enum unixdev_op {
	UNIXDEV_HELLO = 1,
	UNIXDEV_READ,
	UNIXDEV_WRITE,
	UNIXDEV_READ_WORDS,
	UNIXDEV_WRITE_WORDS,
	UNIXDEV_WAIT_IRQ,
	UNIXDEV_RUN,
	UNIXDEV_CONTROL,
	UNIXDEV_HOLD,
	UNIXDEV_RELEASE,
};

struct unixdev_header {
	uint32_t bytes, id;
	uint8_t op, space, width;
	uint32_t addr; /* in a reply, the result */
};

static inline void unixdev_put_header(uint8_t p[UNIXDEV_HEADER], const struct unixdev_header *h)
{
	put_le32(p, h->bytes);
	put_le32(p + 4, h->id);
	p[8] = h->op;
	p[9] = h->space;
	p[10] = h->width;
	p[11] = 0;
	put_le32(p + 12, h->addr);
}

static inline uint8_t unixdev_op(const uint8_t p[UNIXDEV_HEADER])
{
	return p[8];
}

static inline void unixdev_get_header(const uint8_t p[UNIXDEV_HEADER], struct unixdev_header *h)
{
	*h = (struct unixdev_header){.bytes = get_le32(p),
				     .id = get_le32(p + 4),
				     .op = unixdev_op(p),
				     .space = p[9],
				     .width = p[10],
				     .addr = get_le32(p + 12)};
}

/*
 * Connects to the server at @path, before which "timeout=MS," may set the time limit in ms, 1
 * to 100000000, within which the server must answer. The defaults are 30 s for the connection,
 * and 90 s for an access, because another client may hold the board for 60 s. Calls that let
 * simulated time pass (run, wait_irq, control, hold) take as long as the server lives: after
 * the time limit (default 60 s) without an answer the client asks with a second connection. The
 * device is freed by its close().
 *
 * Errors are those of socket and connect, -EINVAL (no path, or a wrong time limit),
 * -ENAMETOOLONG, -EPROTONOSUPPORT (another version), -EPROTO (not such a server), -EPERM (the
 * server runs as another user who is not root), -EHOSTDOWN (no answer within the time limit).
 * Later, -EPIPE: the server is gone; -EPROTO: it violated the protocol; -EHOSTDOWN: no answer
 * within the time limit. After these every call fails the same way.
 */
int unixdev_open(const char *path, struct device **dev);

#ifdef __cplusplus
}
#endif

#endif
