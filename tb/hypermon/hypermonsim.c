/* SPDX-License-Identifier: Apache-2.0 */
#include "hypermonsim.h"
#include "simboard.h"

int hypermonsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
