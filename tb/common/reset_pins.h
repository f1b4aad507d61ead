/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESET_PINS_H
#define RESET_PINS_H
/* Test of a board's outputs in reset, from its pin list. */
#include "sim.h"

struct pin_row {
	const char *name, *dir, *domain;
};
/* #define PIN PIN_ROW, then #include the pin list. */
#define PIN_ROW(name, width, dir, domain) {#name, #dir, #domain},

/*
 * Checks that all outputs are inactive in reset: each bit 1 if the name ends in _n, else 0. x_o
 * is not checked, because its x_oe is 0. The outputs are inactive before the first clock after
 * power-on (Icarus), and from the instant at which a reset begins while the inputs change at
 * random. In the reset, the inputs are inactive, too.
 *
 * @levels: outputs with another value in reset, each between blanks: " irq=3 data=any ".
 * No device and no bus may be attached to the pins.
 */
void pins_reset(struct sim *s, const struct pin_row *rows, size_t count, const char *levels);

#endif
