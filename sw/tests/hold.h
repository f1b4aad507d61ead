/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_HOLD_H
#define FAKE_HOLD_H
/* Provides hold() and release() of a fake device, which return the results that the test has
 * set and record the calls. */
#include "device.h"
#include <errno.h>

struct fake_hold {
	bool held;
	bool others;	/* others have changed the board; the next hold() reports it */
	bool elsewhere; /* another client holds the board forever */
	unsigned int holds, changes;
	unsigned int bare; /* number of accesses without a hold, which the fake counts */
};

/* A fake device must begin with these members. */
struct fake_held_device {
	struct device dev;
	struct fake_hold hold;
};

static inline int fake_take_hold(struct device *dev, uint64_t timeout_us, bool *changed)
{
	struct fake_hold *h = &((struct fake_held_device *)dev)->hold;

	(void)timeout_us;
	if (h->elsewhere || h->held)
		return h->held ? -EALREADY : -EAGAIN;
	h->held = true;
	h->holds++;
	*changed = h->others;
	h->others = false;
	return 0;
}

static inline int fake_release(struct device *dev, bool changed)
{
	struct fake_hold *h = &((struct fake_held_device *)dev)->hold;

	if (!h->held)
		return -EPERM;
	h->held = false;
	h->changes += changed;
	return 0;
}

#endif
