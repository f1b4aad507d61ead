/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the fake monitor as the backend "sim:", for the test of spm_open. */
#include "fake.h"
#include <errno.h>

int shrimp96sim_open(const char *args, struct device **dev);

static struct device_ops own_ops;

static void close_and_free(struct device *dev)
{
	fake_close((struct fake *)dev);
}

int shrimp96sim_open(const char *args, struct device **dev)
{
	struct fake *f;

	if (*args && *args != '?')
		return -EINVAL;
	f = fake_open(false);
	if (!f)
		return -ENOMEM;
	if (*args)
		f->epir = 0x1000464E; /* product id of a SurfBoard */
	own_ops = *f->dev.ops;
	own_ops.close = close_and_free;
	f->dev.ops = &own_ops;
	*dev = &f->dev;
	return 0;
}
