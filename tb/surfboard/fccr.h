/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCCR_H
#define FCCR_H
/* Bits of FCCR by their names in the report, from the register table. */
#include "surflib.h"

enum {
	FCCR_PROG = SURF_FCCR_PROG,
	FCCR_CFG = SURF_FCCR_CFG,
	FCCR_ERR = SURF_FCCR_ERR,
	FCCR_DONE = SURF_FCCR_DONE,
	FCCR_STATE = FCCR_PROG | FCCR_CFG | FCCR_ERR | FCCR_DONE,
	FCCR_HELD = FCCR_PROG | FCCR_CFG | FCCR_ERR, /* PROG is 1 */
	FCCR_LOADING = FCCR_CFG,
	FCCR_FAULTY = FCCR_CFG | FCCR_ERR,
};

#endif
