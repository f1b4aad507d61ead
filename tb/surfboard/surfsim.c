/* SPDX-License-Identifier: Apache-2.0 */
#include "surfsim.h"
#include "simboard.h"

int surfsim_open(const char *args, struct device **dev)
{
	return simboard_device(args, dev);
}
