/* SPDX-License-Identifier: Apache-2.0 */
#include "hmlib.h"
#include "hm_frame.h"
#include "device.h"
#include "hypermon_regs.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MIN 256u
#define DEPTH_MAX 65536u
#define POLL_US 50u
#define WINDOW_NS 800u

static const struct device_simulator simulator = {"libhypermonsim.so", "hypermonsim_open"};

/* ---- one access ---- */

static int get(struct hm *h, enum hm_reg reg, uint32_t *value)
{
	uint64_t v = 0;
	int err = h->dev->ops->read(h->dev, DEVICE_MEM, reg, 32, &v);

	*value = (uint32_t)v;
	return err;
}

static bool is_open(const struct hm *h)
{
	return h && h->dev;
}

/* ---- open, close ---- */

static int check_variant(const struct hm_variant *v)
{
	const unsigned int depth = v->depth ? v->depth : HM_DEPTH;

	if (v->nodes > HM_NODES || depth < DEPTH_MIN || depth > DEPTH_MAX ||
	    (depth & (depth - 1)) || (v->select && !v->compact) || (v->marks && v->compact))
		return -EINVAL;
	return 0;
}

static void take_variant(struct hm *h, const struct hm_variant *v)
{
	h->variant = *v;
	if (!v->nodes)
		h->variant.nodes = HM_NODES;
	if (!v->depth)
		h->variant.depth = HM_DEPTH;
	/* COUNT has at least enough bits for this modulus, so its value modulo 4 x depth is
	 * valid */
	h->modulus = 4 * h->variant.depth;
}

/* Initialises the handle's state after a reset. */
static void begun(struct hm *h)
{
	h->known = true;
	h->window_ns = WINDOW_NS;
	h->enabled = true;
	h->taken = 0;
	h->others = false;
}

static int ask_variant(struct hm *h)
{
	struct hm_variant v = {.seeded = true};
	char reply[HM_REPLY_BYTES];
	unsigned int words, select, marks = 0;
	int n, err = device_ask(h->dev, "variant", reply, sizeof(reply));

	if (err)
		return device_lacks_command(err) ? 0 : err;
	n = sscanf(reply, "nodes=%u depth=%u words=%u select=%u seed=%" SCNu64 " marks=%u",
		   &v.nodes, &v.depth, &words, &select, &v.seed, &marks);
	if (n < 5)
		return -EPROTO;
	v.compact = words;
	v.select = select;
	v.marks = marks;
	if (check_variant(&v))
		return -EPROTO;
	take_variant(h, &v);
	return 0;
}

int hm_open_device(struct hm *h, struct device *dev)
{
	uint32_t status;
	int err;

	if (!h)
		return -EBADF;
	memset(h, 0, sizeof(*h));
	if (!dev)
		return -EINVAL;
	h->dev = dev;
	take_variant(h, &(struct hm_variant){0});
	err = ask_variant(h);
	if (!err)
		err = get(h, HM_STATUS, &status);
	/* where nothing answers, a read gives ones; the board has no register that names it */
	if (!err && status & ~HYPERMON_STATUS_FIELDS)
		err = -ENODEV;
	if (err)
		h->dev = NULL;
	return err;
}

int hm_open(struct hm *h, const char *backend)
{
	struct device *dev;
	int err;

	if (!h)
		return -EBADF;
	memset(h, 0, sizeof(*h));
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = hm_open_device(h, dev);
	if (err)
		device_close(dev);
	else if (!backend || starts_with(backend, "sim:"))
		begun(h);
	h->own = !err;
	return err;
}

int hm_close(struct hm *h)
{
	if (!is_open(h))
		return -EBADF;
	if (h->own)
		device_close(h->dev);
	memset(h, 0, sizeof(*h));
	return 0;
}

int hm_set_variant(struct hm *h, const struct hm_variant *v)
{
	if (!is_open(h))
		return -EBADF;
	if (!v || check_variant(v))
		return -EINVAL;
	if (h->taken)
		return -EBUSY;
	take_variant(h, v);
	return 0;
}

const struct hm_variant *hm_get_variant(const struct hm *h)
{
	return &h->variant;
}

/* ---- registers ---- */

/* Writes CTRL; other handles are notified. */
static int put_ctrl(struct hm *h, uint32_t value)
{
	int err = device_hold(h->dev, &h->hold, &h->others);

	if (err)
		return err;
	h->hold.changed = true;
	return device_release(h->dev, &h->hold,
			      h->dev->ops->write(h->dev, DEVICE_MEM, HM_CTRL, 32, value));
}

int hm_reset(struct hm *h)
{
	int err;

	if (!is_open(h))
		return -EBADF;
	err = put_ctrl(h, HM_CTRL_RST);
	if (!err)
		begun(h);
	return err;
}

int hm_control(struct hm *h, unsigned int window_ns, bool enable)
{
	uint32_t code;
	int err;

	if (!is_open(h))
		return -EBADF;
	switch (window_ns) {
	case 800:
		code = 0;
		break;
	case 400:
		code = 1;
		break;
	case 200:
		code = 2;
		break;
	default:
		return -EINVAL;
	}
	/* multiplies by the value of the field's lowest bit */
	code *= (uint32_t)HM_CTRL_WINDOW & -(uint32_t)HM_CTRL_WINDOW;
	err = put_ctrl(h, code | (enable ? HM_CTRL_ENABLE : 0));
	if (err)
		return err;
	h->window_ns = window_ns;
	h->enabled = enable;
	return 0;
}

static int get_open(struct hm *h, enum hm_reg reg, uint32_t *value)
{
	if (!is_open(h))
		return -EBADF;
	return value ? get(h, reg, value) : -EINVAL;
}

int hm_status(struct hm *h, uint32_t *status)
{
	return get_open(h, HM_STATUS, status);
}

int hm_count(struct hm *h, uint32_t *count)
{
	return get_open(h, HM_COUNT, count);
}

int hm_lost(struct hm *h, uint32_t *lost)
{
	return get_open(h, HM_LOST, lost);
}

/* Computes the number of buffered frames from @count. */
static int buffered(const struct hm *h, uint32_t count, uint32_t *frames)
{
	/* a compact frame has at least two words, half of a frame of the paper */
	const uint32_t most = h->variant.depth * (h->variant.compact ? 2 : 1);

	*frames = 0;
	if (!h->known)
		return -ENODATA;
	*frames = (count - h->taken) % h->modulus;
	if (*frames <= most && !h->others)
		return 0;
	*frames = 0;
	return -EPROTO;
}

int hm_buffered(struct hm *h, uint32_t *frames)
{
	uint32_t count;
	int err = get_open(h, HM_COUNT, &count);

	if (err || !frames)
		return err ? err : -EINVAL;
	return buffered(h, count, frames);
}

int hm_get_state(struct hm *h, struct hm_state *s)
{
	int err;

	if (!is_open(h) || !s)
		return is_open(h) ? -EINVAL : -EBADF;
	*s = (struct hm_state){.window_ns = h->window_ns, .enabled = h->enabled};
	err = get(h, HM_STATUS, &s->status);
	if (!err)
		err = get(h, HM_COUNT, &s->count);
	if (!err)
		err = get(h, HM_LOST, &s->lost);
	if (err)
		return err;
	s->known = !buffered(h, s->count, &s->buffered);
	return 0;
}

/* ---- frames ---- */

int hm_set_cost(struct hm *h, uint32_t ns_per_frame)
{
	if (!is_open(h))
		return -EBADF;
	h->cost_ns = ns_per_frame;
	return 0;
}

/* Returns whether the fields of all nodes that have no nibble are 0, as in every frame. */
static bool fields_fit(const uint32_t w[HM_FRAME_WORDS])
{
	for (unsigned int i = 0; i < 2; i++) {
		uint32_t nodes = i ? w[2] & 0xFF : w[2] >> 8 & 0xFF;

		/* a bit of each node becomes the lowest bit of its field */
		nodes = (nodes | nodes << 12) & 0x000F000F;
		nodes = (nodes | nodes << 6) & 0x03030303;
		nodes = (nodes | nodes << 3) & 0x11111111;
		if (w[i] & ~(nodes * 15))
			return false;
	}
	return true;
}

/* Returns whether what was read is a frame or a mark of loss. */
static bool is_frame(const struct hm *h, const uint32_t *w)
{
	if (h->variant.compact)
		return hm_compact_vector(w[0]) &&
		       hm_compact_words(w[0]) ==
			       1u + hm_compact_stamped(w[0]) + hm_ones(hm_compact_vector(w[0]));
	if (hm_is_mark(w))
		return hm_frame_vector(w) && !(w[2] & ~(HM_MARK | 0xFFFF));
	return w[2] && w[2] <= 0xFFFF && fields_fit(w);
}

/* Reads a frame into @w, which must hold the longest frame; *n receives its number of words. */
static int read_frame(struct hm *h, uint32_t *w, unsigned int *n)
{
	unsigned int size = h->variant.compact ? 1 : HM_FRAME_WORDS;
	int err = 0;

	for (*n = 0; !err && *n < size; ++*n) {
		err = get(h, HM_FRAME, &w[*n]);
		if (h->variant.compact && !*n)
			size = hm_compact_words(w[0]);
		if (!err && size > HM_COMPACT_WORDS)
			err = -EPROTO;
	}
	return !err && !is_frame(h, w) ? -EPROTO : err;
}

int hm_read_frames(struct hm *h, uint32_t *buffer, size_t room, size_t *words, size_t *frames)
{
	const size_t longest =
		is_open(h) && h->variant.compact ? HM_COMPACT_WORDS : HM_FRAME_WORDS;
	uint32_t count, there;
	unsigned int n;
	int err;

	if (!is_open(h))
		return -EBADF;
	if (!buffer || !words || !frames || room < longest)
		return -EINVAL;
	*words = *frames = 0;
	err = device_hold(h->dev, &h->hold, &h->others);
	if (err)
		return err;
	err = get(h, HM_COUNT, &count);
	if (!err)
		err = buffered(h, count, &there);
	while (!err && *frames < there && room - *words >= longest) {
		err = read_frame(h, buffer + *words, &n);
		if (err) {
			h->known = false;
			h->hold.changed = true;
			break;
		}
		h->taken++;
		h->hold.changed = true;
		*words += n;
		++*frames;
		if (h->cost_ns && h->dev->ops->run)
			err = h->dev->ops->run(h->dev, h->cost_ns);
	}
	return device_release(h->dev, &h->hold, err);
}

int hm_wait(struct hm *h, uint64_t timeout_us)
{
	uint32_t frames;
	int err;

	for (;;) {
		const uint64_t step = timeout_us < POLL_US ? timeout_us : POLL_US;

		err = hm_buffered(h, &frames);
		if (err || frames)
			return err;
		if (!timeout_us)
			return -ETIMEDOUT;
		err = device_run(h->dev, 1000 * step);
		if (err)
			return err;
		timeout_us -= step;
	}
}

int hm_run(struct hm *h, uint64_t ns)
{
	return is_open(h) ? device_run(h->dev, ns) : -EBADF;
}

int hm_time(struct hm *h, uint64_t *ns)
{
	if (!is_open(h))
		return -EBADF;
	return ns ? device_time(h->dev, ns) : -EINVAL;
}

int hm_command(struct hm *h, const char *command, char *reply, size_t size)
{
	return is_open(h) ? device_command(h->dev, command, reply, size) : -EBADF;
}

/* ---- samples of groups ---- */

void hm_groups_add(struct hm_groups *g, bool compact, const uint32_t *buffer, size_t words,
		   size_t frames)
{
	uint32_t first = 0, last = 0;
	bool any = false;

	if (!frames)
		return;
	if (g->samples >= g->room || g->samples >= HM_GROUP_SAMPLES) {
		g->skipped++;
		return;
	}
	if (!compact) {
		first = hm_frame_stamp(buffer);
		last = hm_frame_stamp(buffer + words - HM_FRAME_WORDS);
	}
	for (size_t at = 0; compact && at < words; at += hm_compact_words(buffer[at])) {
		if (!hm_compact_stamped(buffer[at]))
			continue;
		last = buffer[at + 1];
		first = any ? first : last;
		any = true;
	}
	g->sample[g->samples++] =
		(struct hm_group){.frames = (uint32_t)frames, .windows = last - first};
}
