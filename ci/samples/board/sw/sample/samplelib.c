/* SPDX-License-Identifier: Apache-2.0 */
#include "samplelib.h"
#include "sample_regs.h"

unsigned int sample_after(unsigned int value, unsigned int clocks)
{
	return (value + clocks) & SAMPLE_CONTROL_COUNT_MASK;
}
