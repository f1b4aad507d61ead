/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opens the fake board as the backend "sim:", for the test of surf_Open. The arguments "none"
 * and "fail" make a board that does not answer and an error; others must be empty.
 */
#include "fake.h"
#include <errno.h>
#include <string.h>

int surfsim_open(const char *args, struct device **dev);

static struct device_ops own_ops;

static void close_and_free(struct device *dev)
{
	fake_close((struct fake *)dev);
}

int surfsim_open(const char *args, struct device **dev)
{
	struct fake *f;

	if (!strcmp(args, "fail"))
		return -EMFILE;
	if (*args && strcmp(args, "none"))
		return -EINVAL;
	f = fake_open(4u << 20, 16u << 20);
	if (!f)
		return -ENOMEM;
	f->absent = !strcmp(args, "none");
	own_ops = *f->dev.ops;
	own_ops.close = close_and_free;
	f->dev.ops = &own_ops;
	*dev = &f->dev;
	return 0;
}
