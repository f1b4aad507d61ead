/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the fake card as the backend "sim:", for the test of nm_open. */
#include "fake.h"
#include <errno.h>

int numachinesim_open(const char *args, struct device **dev);

static struct device_ops own_ops;

static void close_and_free(struct device *dev)
{
	fake_close((struct fake *)dev);
}

int numachinesim_open(const char *args, struct device **dev)
{
	struct fake *f;

	if (*args)
		return -EINVAL;
	f = fake_open(false, false);
	if (!f)
		return -ENOMEM;
	own_ops = *f->dev.ops;
	own_ops.close = close_and_free;
	f->dev.ops = &own_ops;
	*dev = &f->dev;
	return 0;
}
