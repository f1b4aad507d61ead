/* SPDX-License-Identifier: Apache-2.0 */
#include "fake.h"
#include "hypermon_regs.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_WRAP \
	4096u /* COUNT is modulo this number, or modulo 4 * depth if that is larger */

/* ---- time ---- */

static void store(struct fake *f, const struct fake_frame *frame)
{
	if (f->stored_count - f->stored_first >= f->depth) {
		f->status |= HYPERMON_STATUS_FRAME_MASK;
		f->lost += f->lost != UINT32_MAX;
		return;
	}
	if (f->stored_count == f->stored_room) {
		f->stored_room = f->stored_room ? 2 * f->stored_room : 1024;
		f->stored = realloc(f->stored, f->stored_room * sizeof(*f->stored));
		if (!f->stored)
			abort();
	}
	f->stored[f->stored_count++] = *frame;
	f->count++;
}

static void pass_time(struct fake *f, uint64_t ns)
{
	f->now += ns;
	while (f->come < f->coming && f->to_come[f->come].at <= f->now)
		store(f, &f->to_come[f->come++]);
}

static void reset(struct fake *f)
{
	f->status = f->count = f->lost = 0;
	f->ctrl = HYPERMON_CTRL_ENABLE_MASK;
	f->now = 0;
	f->position = 0;
	f->stored_first = f->stored_count;
	f->come = f->coming; /* the frames that the nodes had not yet sent are removed, too */
	f->node_time = 0;
}

void fake_frame(struct fake *f, uint64_t at, const uint32_t *words, unsigned int n)
{
	struct fake_frame *to;

	if (f->coming == f->room) {
		f->room = f->room ? 2 * f->room : 1024;
		f->to_come = realloc(f->to_come, f->room * sizeof(*f->to_come));
		if (!f->to_come)
			abort();
	}
	to = &f->to_come[f->coming++];
	*to = (struct fake_frame){.at = at, .words = n};
	memcpy(to->word, words, 4 * n);
	pass_time(f, 0);
}

void fake_nibble(struct fake *f, uint64_t window, unsigned int node, unsigned int nibble)
{
	uint32_t w[4] = {0, 0, 1u << node, (uint32_t)window};

	w[node < 8] = nibble << 4 * (node & 7);
	fake_frame(f, (window + 1) * HM_WINDOW_NS, w, 4);
}

/* ---- registers ---- */

static uint32_t next_word(struct fake *f)
{
	const struct fake_frame *frame;
	uint32_t word;

	if (f->stored_first == f->stored_count)
		return 0;
	frame = &f->stored[f->stored_first];
	word = frame->word[f->position++];
	if (f->position == frame->words) {
		f->position = 0;
		f->stored_first++;
	}
	return word;
}

/* Starts an access; returns 0, or the error that the test has set for it. */
static int begin_access(struct fake *f, enum device_space space, uint32_t addr,
			unsigned int width)
{
	if (space != DEVICE_MEM || width != 32 || addr % 4 || addr > 0xFFFC)
		return -EOPNOTSUPP;
	if (f->fail_with && !f->fail_after--)
		return f->fail_with;
	pass_time(f, FAKE_ACCESS_NS);
	return 0;
}

static void note(struct fake *f, bool write, uint32_t addr, uint64_t value)
{
	if (f->logged < sizeof(f->log) / sizeof(*f->log))
		f->log[f->logged] = (struct fake_access){write, addr, value};
	f->logged++;
	f->hold.bare += (write || addr == HYPERMON_FRAME) && !f->hold.held;
}

static int fake_read(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t *value)
{
	struct fake *f = (struct fake *)dev;
	int err = begin_access(f, space, addr, width);

	if (err)
		return err;
	switch (addr) {
	case HYPERMON_STATUS:
		*value = f->status;
		break;
	case HYPERMON_COUNT:
		*value = f->count % (f->depth > HM_DEPTH ? 4 * f->depth : COUNT_WRAP);
		break;
	case HYPERMON_FRAME:
		*value = next_word(f);
		break;
	case HYPERMON_LOST:
		*value = f->lost;
		break;
	default:
		*value = 0;
	}
	note(f, false, addr, *value);
	return 0;
}

static int fake_write(struct device *dev, enum device_space space, uint32_t addr,
		      unsigned int width, uint64_t value)
{
	struct fake *f = (struct fake *)dev;
	int err = begin_access(f, space, addr, width);

	if (err)
		return err;
	note(f, true, addr, value);
	if (addr == HYPERMON_CTRL && value & HYPERMON_CTRL_RST_MASK)
		reset(f);
	else if (addr == HYPERMON_CTRL)
		f->ctrl = (uint32_t)value;
	return 0;
}

static int fake_run(struct device *dev, uint64_t ns)
{
	struct fake *f = (struct fake *)dev;

	f->passed += ns;
	pass_time(f, ns);
	return 0;
}

/* ---- commands ---- */

/* Writes the sending node's port: makes a frame for each nibble, 32 windows (25.6 us) apart. */
static void port(void *arg, uint32_t value)
{
	struct fake *f = arg;

	if (value & ~f->node_level & HM_STROBE) {
		fake_nibble(f, f->node_time / HM_WINDOW_NS, f->node_number, value & 0xF);
		f->node_time += 32 * HM_WINDOW_NS;
	}
	f->node_level = value;
}

/* Command "event NODE BYTE...": the node sends an event. */
static int send_event(struct fake *f, const char *text)
{
	uint8_t bytes[HM_EVENT_BYTES];
	unsigned int n = 0;
	char *end;

	f->node_number = (unsigned int)strtoul(text, &end, 0);
	while (*end && n < sizeof(bytes))
		bytes[n++] = (uint8_t)strtoul(end, &end, 0);
	if (f->node_time < f->now)
		f->node_time = f->now;
	f->node = (struct hm_node){.port = port, .arg = f};
	return hm_event(&f->node, bytes, n);
}

/* Command "frames N STEP VECTOR": makes N frames, STEP windows apart, whose nibbles count
 * up. */
static int make_frames(struct fake *f, const char *text)
{
	unsigned int n, step, vector;
	uint64_t window = f->now / HM_WINDOW_NS;

	if (sscanf(text, "%u %u %x", &n, &step, &vector) != 3)
		return -EINVAL;
	for (unsigned int i = 0; i < n; i++, window += step) {
		uint32_t w[4] = {0, 0, vector, (uint32_t)window};

		for (unsigned int node = 0; node < HM_NODES; node++)
			if (vector >> node & 1)
				w[node < 8] |= (i & 15) << 4 * (node & 7);
		fake_frame(f, (window + 1) * HM_WINDOW_NS, w, 4);
	}
	return 0;
}

static int fake_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct fake *f = (struct fake *)dev;
	const char *arguments;

	*reply = 0;
	if (!strcmp(command, "variant"))
		snprintf(reply, size, "nodes=%u depth=%u words=%d select=0 seed=7", f->nodes,
			 f->depth, f->compact);
	else if (!strcmp(command, "time"))
		snprintf(reply, size, "%" PRIu64, f->now);
	else if ((arguments = after_prefix(command, "event ")))
		return send_event(f, arguments);
	else if ((arguments = after_prefix(command, "frames ")))
		return make_frames(f, arguments);
	else if ((arguments = after_prefix(command, "status ")))
		f->status |= (uint32_t)strtoul(arguments, NULL, 0);
	else if ((arguments = after_prefix(command, "run ")))
		pass_time(f, 1000 * strtoull(arguments, NULL, 0)); /* us */
	else {
		snprintf(reply, size, "no such command: %s", command);
		return -EINVAL;
	}
	return 0;
}

/* ---- open, close ---- */

static void close_device(struct device *dev)
{
	((struct fake *)dev)->closed = true;
}

struct fake *fake_open(unsigned int depth, bool compact)
{
	static const struct device_ops ops = {.read = fake_read,
					      .write = fake_write,
					      .run = fake_run,
					      .control = fake_control,
					      .hold = fake_take_hold,
					      .release = fake_release,
					      .close = close_device};
	struct fake *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->dev.ops = &ops;
	f->depth = depth ? depth : HM_DEPTH;
	f->nodes = HM_NODES;
	f->compact = compact;
	f->ctrl = HYPERMON_CTRL_ENABLE_MASK;
	return f;
}

void fake_close(struct fake *f)
{
	free(f->to_come);
	free(f->stored);
	free(f);
}
