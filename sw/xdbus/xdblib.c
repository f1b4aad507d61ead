/* SPDX-License-Identifier: Apache-2.0 */
#include "xdblib.h"
#include "xdbus_regs.h"
#include <errno.h>

#define WRAP ((uint64_t)1 << 24)

static const struct device_simulator simulator = {"libxdbussim.so", "xdbussim_open"};

static bool is_open(const struct xdb *x)
{
	return x && x->dev;
}

/* ---- registers ---- */

int xdb_read(struct xdb *x, uint32_t offset, uint32_t *value)
{
	uint64_t v = 0;
	int err;

	if (!is_open(x))
		return -EBADF;
	if (!value)
		return -EINVAL;
	err = x->dev->ops->read(x->dev, DEVICE_MEM, offset, 32, &v);
	*value = (uint32_t)v;
	return err;
}

int xdb_write(struct xdb *x, uint32_t offset, uint32_t value)
{
	return is_open(x) ? x->dev->ops->write(x->dev, DEVICE_MEM, offset, 32, value) : -EBADF;
}

/* Prevents other users from changing the board. */
static int hold(struct xdb *x)
{
	bool others = false;

	return is_open(x) ? device_hold(x->dev, &x->hold, &others) : -EBADF;
}

static int release(struct xdb *x, int err)
{
	return device_release(x->dev, &x->hold, err);
}

/* ---- open and close ---- */

int xdb_open_device(struct xdb *x, struct device *dev)
{
	uint32_t id;
	int err;

	if (!x || !dev)
		return -EINVAL;
	*x = (struct xdb){.dev = dev};
	err = xdb_read(x, XDBUS_ID, &id);
	if (!err && id != XDBUS_ID_RESET)
		err = -ENODEV;
	if (err)
		*x = (struct xdb){0};
	return err;
}

int xdb_open(struct xdb *x, const char *backend)
{
	struct device *dev;
	int err;

	if (!x)
		return -EINVAL;
	err = device_open(backend, &simulator, &dev);
	if (err)
		return err;
	err = xdb_open_device(x, dev);
	if (err)
		device_close(dev);
	x->own = !err;
	return err;
}

int xdb_close(struct xdb *x)
{
	if (!is_open(x))
		return -EBADF;
	if (x->own)
		device_close(x->dev);
	*x = (struct xdb){0};
	return 0;
}

/* ---- control ---- */

int xdb_set_machine(struct xdb *x, unsigned int ways, unsigned int first, unsigned int io)
{
	if ((ways != 1 && ways != 2 && ways != 4) || first > 31 || io > 31)
		return -EINVAL;
	return xdb_write(x, XDBUS_SETUP,
			 io << XDBUS_SETUP_IO_LSB | first << XDBUS_SETUP_FIRST_LSB | ways / 2);
}

/* Changes CONTROL.RUN and keeps the other bits. */
static int set_run(struct xdb *x, bool run)
{
	uint32_t v;
	int err = hold(x);

	if (err)
		return err;
	err = xdb_read(x, XDBUS_CONTROL, &v);
	v = (v & ~XDBUS_CONTROL_RUN_MASK) | (run ? XDBUS_CONTROL_RUN_MASK : 0);
	return release(x, err ? err : xdb_write(x, XDBUS_CONTROL, v));
}

int xdb_start(struct xdb *x)
{
	return set_run(x, true);
}

int xdb_stop(struct xdb *x)
{
	return set_run(x, false);
}

/* ---- counters ---- */

/* Extends the count in @v, a value of COUNT or CHANGED, to 64 bits. */
static struct xdb_total extend(struct xdb *x, unsigned int counter, uint32_t v)
{
	const bool wrapped = v & XDBUS_COUNT0_WRAPPED_MASK;

	x->base[counter] += wrapped ? WRAP : 0;
	x->missed[counter] |= (v & XDBUS_COUNT0_MISSED_MASK) != 0;
	return (struct xdb_total){x->base[counter] + (v & XDBUS_COUNT0_COUNT_MASK),
				  x->missed[counter]};
}

int xdb_count(struct xdb *x, unsigned int counter, struct xdb_total *t)
{
	const uint32_t acks = counter < 32 ? XDBUS_WRAPPED0 : XDBUS_WRAPPED1;
	uint32_t v;
	int err;

	if (counter >= XDB_COUNTERS || !t)
		return -EINVAL;
	err = xdb_read(x, XDBUS_COUNT0 + 8 * counter, &v);
	if (err)
		return err;
	/* a wrap between the read and this write sets MISSED, which the next read finds */
	if (v & XDBUS_COUNT0_WRAPPED_MASK)
		err = xdb_write(x, acks, (uint32_t)1 << counter % 32);
	if (!err)
		*t = extend(x, counter, v);
	return err;
}

int xdb_choose(struct xdb *x, unsigned int counter, unsigned int event, struct xdb_total *last,
	       uint32_t *when)
{
	uint32_t changed = 0;
	int err;

	if (counter >= XDB_COUNTERS || event >= XDB_EVENT_NUMBERS)
		return -EINVAL;
	err = hold(x);
	if (err)
		return err;
	err = xdb_write(x, XDBUS_SELECT0 + 8 * counter, event);
	if (!err)
		err = xdb_read(x, XDBUS_CHANGED, &changed);
	if (!err && when)
		err = xdb_read(x, XDBUS_WHEN, when);
	err = release(x, err);
	if (err)
		return err;
	if (last)
		*last = extend(x, counter, changed);
	x->base[counter] = 0;
	x->missed[counter] = false;
	return 0;
}

/* ---- losses ---- */

int xdb_get_losses(struct xdb *x, struct xdb_losses *l)
{
	uint32_t flags, counts;
	int err = l ? xdb_read(x, XDBUS_FLAGS, &flags) : -EINVAL;

	if (!err)
		err = xdb_read(x, XDBUS_LOSSES, &counts);
	if (err)
		return err;
	*l = (struct xdb_losses){.wraps = counts & XDBUS_LOSSES_WRAPS_MASK,
				 .wrong = counts >> XDBUS_LOSSES_WRONG_LSB,
				 .queue = flags & XDBUS_FLAGS_QUEUE_MASK,
				 .read = flags & XDBUS_FLAGS_READ_MASK,
				 .pio = flags & XDBUS_FLAGS_PIO_MASK,
				 .packet = flags & XDBUS_FLAGS_PACKET_MASK};
	return 0;
}

int xdb_clear_losses(struct xdb *x)
{
	uint32_t v;
	int err = hold(x);

	if (err)
		return err;
	err = xdb_read(x, XDBUS_CONTROL, &v);
	if (!err)
		err = xdb_write(x, XDBUS_CONTROL, v | XDBUS_CONTROL_CLEAR_MASK);
	return release(x, err ? err : xdb_write(x, XDBUS_FLAGS, UINT32_MAX));
}

/* ---- time and simulation ---- */

int xdb_run(struct xdb *x, uint64_t ns)
{
	return is_open(x) ? device_run(x->dev, ns) : -EBADF;
}

int xdb_command(struct xdb *x, const char *command, char *reply, size_t size)
{
	return is_open(x) ? device_ask(x->dev, command, reply, size) : -EBADF;
}
