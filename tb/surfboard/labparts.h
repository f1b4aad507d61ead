/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LABPARTS_H
#define LABPARTS_H
/* Internal interface of the parts of the page's board (lab.h). */
#include "simboard.h"
#include "surflib.h"

/* Returns the driver's handle of the board; NULL: no board is open, or a check has failed. */
struct surf *lab_surf(void);
struct simboard *lab_simboard(void); /* the open board; NULL: none */
/* Discards the shell and the waves of the old board when a new one is opened. */
void lab_forget_board(void);

#endif
