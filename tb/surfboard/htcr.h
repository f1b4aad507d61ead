/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HTCR_H
#define HTCR_H
/* Bits of HTCR by their names in the report, from the register table. */
#include "surflib.h"

enum {
	TEN = SURF_HTCR_TEN,
	HEN = SURF_HTCR_HEN,
	WEN = SURF_HTCR_WEN,
	TRG = SURF_HTCR_TRG,
	FRS = SURF_HTCR_FRS,
	PRS = SURF_HTCR_PRS,
	ALL = TEN | HEN | WEN,
};

#endif
