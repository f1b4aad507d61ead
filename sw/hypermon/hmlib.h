/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HMLIB_H
#define HMLIB_H
/*
 * libhm, the driver of HYPERMON's event capture board (Malony, Reed 1990, 3.3), over a
 * struct device, for the I/O node that reads it.
 *
 * All functions return 0 or a negative errno value; none prints or exits. Common errors are
 * -EBADF for a handle that is not open, -EINVAL for a bad argument, and those of the device:
 * -EIO when nothing answers, -ETIMEDOUT when the bus hangs.
 *
 * The caller owns the handle, which only one thread may use at a time. Only one handle should
 * read a board: the number of buffered frames is known only to a handle that has read all
 * frames since the reset. A board of "unix:" may have several handles; each function is atomic,
 * and reading frames fails with -EPROTO if another handle has read some, set CTRL or reset the
 * board. -EAGAIN: another program held the board for a minute.
 */
#include "device.h"
#include "hm_frame.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers: HM_CTRL, HM_STATUS, ... their byte offsets on the bus, from the register table. */
enum hm_reg {
#define REG(name, space, offset, reset, text) HM_##name = offset,
#define FIELD(reg, name, msb, lsb, access, text)
#include "hypermon_regs.def"
#undef REG
#undef FIELD
};

/* Fields: HM_STATUS_FRAME, HM_CTRL_ENABLE, ...: their bits. */
enum hm_field {
#define REG(name, space, offset, reset, text)
#define FIELD(reg, name, msb, lsb, access, text) \
	HM_##reg##_##name = (int)(UINT32_MAX >> (31 - (msb)) & UINT32_MAX << (lsb)),
#include "hypermon_regs.def"
#undef REG
#undef FIELD
};

/* Variant of a board. Zeros stand for the board of the paper. */
struct hm_variant {
	unsigned int nodes; /* 1..16; 0: 16 */
	unsigned int depth; /* depth of the frame FIFO, a power of two, 256..65536; 0: 1024 */
	bool compact;	    /* WORD_PORT: compact frames */
	bool select;	    /* SELECT_TS */
	bool marks;	    /* MARKS: loss marks among the frames, which count as frames */
	bool seeded;
	uint64_t seed; /* seed of a simulation */
};

/* A board. The fields are private; a handle that was zeroed is closed. */
struct hm {
	struct device *dev;
	bool own; /* the handle owns dev and closes it */
	struct hm_variant variant;
	unsigned int modulus; /* modulus of COUNT */
	bool known;	      /* a reset was seen, so the next members are valid */
	unsigned int window_ns;
	bool enabled;
	uint32_t taken;	  /* number of frames read since the reset, modulo 2^32 */
	uint32_t cost_ns; /* hm_set_cost() */
	struct device_hold hold;
	bool others; /* another handle has read frames or set the board since the reset */
};

/*
 * Opens the board that @backend names; NULL means "sim:".
 *
 *	"sim:" or "sim:ARGUMENTS"	a board simulated in this process with its nodes,
 *					by libhypermonsim.so; arguments, separated by
 *					commas: nodes=N, depth=N, words=0|1, select=0|1,
 *					marks=0|1 (-EINVAL if there is no compiled model of
 *					this board), seed=N, wave=FILE
 *	"unix:PATH"			a board that another process serves: hypermond(1)
 *	"mmap:slot=none[,mem=FILE][,offset=N]"
 *					a mapped board, mmapdev.h; the registers are at
 *					offset
 *
 * Registers are 32-bit accesses of DEVICE_MEM at their offsets. Opening does not change the
 * board: its frames can only be read after hm_reset(), except on a simulated board, which
 * starts in the reset state. A board that supports the command "variant" (struct device_ops,
 * control) reports its variant; otherwise the board of the paper is assumed until
 * hm_set_variant().
 *
 * -EPROTONOSUPPORT for an unknown backend; -ELIBACC if the backend's library cannot be loaded,
 * -ELIBBAD if it is not such a library; -ENODEV where STATUS has bits that the board has not,
 * as if nothing answers.
 */
int hm_open(struct hm *hm, const char *backend);
/* Opens the board that @dev accesses. The caller must close @dev. */
int hm_open_device(struct hm *hm, struct device *dev);
/* Closes the handle; the board continues capturing. */
int hm_close(struct hm *hm);

/* Must be called before the first frame is read; -EBUSY afterwards. */
int hm_set_variant(struct hm *hm, const struct hm_variant *v);
const struct hm_variant *hm_get_variant(const struct hm *hm);

/* Empties the board, clears STATUS, COUNT, LOST and the time; capture on, windows of 800 ns. */
int hm_reset(struct hm *hm);
/* Writes CTRL: windows of 800, 400 or 200 ns, from the next window on; capture on or off. */
int hm_control(struct hm *hm, unsigned int window_ns, bool enable);

int hm_status(struct hm *hm, uint32_t *status); /* HM_STATUS_FRAME | ..., sticky */
int hm_count(struct hm *hm, uint32_t *count);	/* the value of COUNT */
int hm_lost(struct hm *hm, uint32_t *lost);	/* number of frames dropped; UINT32_MAX: at
						 * least this number */
/* Stores the number of frames that are stored and not yet read: COUNT minus the frames read.
 * -ENODATA if no reset was seen, -EPROTO if another handle has read frames or reset the
 * board. */
int hm_buffered(struct hm *hm, uint32_t *frames);

/* The values of all these functions. */
struct hm_state {
	bool known;		/* the next three are valid */
	unsigned int window_ns; /* as set by this handle or a reset, because CTRL cannot be
				 * read */
	bool enabled;
	uint32_t buffered;
	uint32_t status, count, lost;
};

int hm_get_state(struct hm *hm, struct hm_state *state);

/*
 * Sets the time that the I/O node spends on each frame in addition to its four transfers, such
 * as 800 ns for recording (5.1, footnote 5). On a simulated board this time passes in
 * hm_read_frames(); on a real board the work itself takes it, and the setting has no effect.
 */
int hm_set_cost(struct hm *hm, uint32_t ns_per_frame);

/*
 * Reads a group: COUNT once and then the frames that were buffered, but no more than fit into
 * @room words. *words and *frames are the numbers read, 0 if there were none. @room must be at
 * least 4, for a compact board 18. After an error of the device they are the numbers read
 * before it; the board then needs a reset. Errors as hm_buffered(); -EPROTO also if what was
 * read is no frame.
 */
int hm_read_frames(struct hm *hm, uint32_t *buffer, size_t room, size_t *words, size_t *frames);
/*
 * Waits until a frame is buffered, at most @timeout_us microseconds of the board's time,
 * polling every 50 us: 0 or -ETIMEDOUT.
 */
int hm_wait(struct hm *hm, uint64_t timeout_us);
/* Lets the board's time pass. */
int hm_run(struct hm *hm, uint64_t ns);
/* Reads the board's time in ns from an arbitrary origin: that of a simulated board (command
 * "time"), or real time. */
int hm_time(struct hm *hm, uint64_t *ns);

/*
 * Sends a simulated board a command; -EOPNOTSUPP on a real board, with an empty @reply. As
 * control of struct device_ops: one line; the answer, or an error message, is stored in
 * @reply, truncated to @size bytes (HM_REPLY_BYTES are enough).
 *
 *	variant		one line "nodes=N depth=N words=0|1 select=0|1 seed=N marks=0|1"
 *	run TIME	lets TIME of the board's time pass
 *	drain [TIME]	lets time pass until all nodes have sent and their nibbles are in
 *			frames; -ETIMEDOUT if that takes longer than TIME
 *	port NODE VALUE	one write to a node's port, six clocks of its 16 MHz long
 *	event NODE BYTE...
 *			sends an event as hm_event() does, by words, in the node's time
 *	generate [nodes=LIST] [count=N] [delay=N] [length=N] [id=N] [seed=N]
 *			makes nodes send events as time passes, and returns immediately. LIST:
 *			0-3 or 5 (all); count: events of each node, 0 until stop (0); delay:
 *			null loops between nibbles (20); length: bytes (4); id: first byte (1);
 *			the other bytes are random, from seed (1)
 *	program simplex|life|matmul|place [nodes=N] [delay=N] [sync=US]
 *			runs one of the paper's programs, under an operating system that
 *			records its events, as time passes; with sync the nodes send a
 *			synchronisation sequence every US microseconds
 *	stop		stops sending; events in progress are completed
 *	reset		reset of the bus; call hm_reset() after it
 *	wave FILE|off	starts or stops dumping waves (FST) to FILE
 *	time		ns since the start, in decimal
 *	pause, resume	for a server: after pause time passes only during accesses and run,
 *			after resume it passes by itself again
 *	speed RATIO|max	for a server: simulated time passes at most RATIO times as fast as
 *			real time
 *	status		lines "name: value": time (ns since the start), state (running,
 *			paused, or "on request" for "sim:"), speed, wave (FILE or off),
 *			nibbles (sent so far), nodes (sending), program
 *	sent		number of nibbles that each node has sent, from node 0 on
 *
 * TIME is a number with a unit: ns, us, ms, s. Other numbers are decimal, or hexadecimal after
 * 0x. -EINVAL: error in the command.
 */
#define HM_REPLY_BYTES 1024
int hm_command(struct hm *hm, const char *command, char *reply, size_t size);

/* ---- samples of groups (5.2.2, footnote 5) ---- */

#define HM_GROUP_SAMPLES 100000u

struct hm_group {
	uint32_t frames;
	uint32_t windows; /* number of windows from its first to its last frame, by their time
			   * stamps */
};

/* Initialize to zero, with the caller's array @sample of up to HM_GROUP_SAMPLES. */
struct hm_groups {
	struct hm_group *sample;
	size_t room;
	size_t samples;	  /* number of groups that are kept, the first ones */
	uint64_t skipped; /* number of later groups, which are not kept */
};

/* Adds a group read by hm_read_frames(); none if @frames is 0. */
void hm_groups_add(struct hm_groups *g, bool compact, const uint32_t *buffer, size_t words,
		   size_t frames);

#ifdef __cplusplus
}
#endif

#endif
