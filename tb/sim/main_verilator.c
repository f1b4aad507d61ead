/* SPDX-License-Identifier: Apache-2.0 */
#include "backend.h"

int main(int argc, char **argv)
{
	return sim_main(argc, argv);
}
