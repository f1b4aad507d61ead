/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opens the fake board as the backend "sim:", for the test of hm_open. The argument "fail"
 * makes an error; others must be empty.
 */
#include "fake.h"
#include <errno.h>
#include <string.h>

int hypermonsim_open(const char *args, struct device **dev);

static struct device_ops own_ops;

static void close_and_free(struct device *dev)
{
	fake_close((struct fake *)dev);
}

int hypermonsim_open(const char *args, struct device **dev)
{
	struct fake *f;

	if (!strcmp(args, "fail"))
		return -EMFILE;
	if (*args)
		return -EINVAL;
	f = fake_open(0, false);
	if (!f)
		return -ENOMEM;
	own_ops = *f->dev.ops;
	own_ops.close = close_and_free;
	f->dev.ops = &own_ops;
	*dev = &f->dev;
	return 0;
}
