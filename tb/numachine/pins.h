/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINS_H
#define PINS_H
/*
 * Pins by number, from one list of names:
 *
 *	#define PINS(X) X(reset_n) X(ad)
 *	enum { PINS(PIN_NUMBER) P_NUMBER };			P_reset_n, P_ad, how many
 *	static const char *const names[] = {PINS(PIN_NAME)};	"reset_n", "ad"
 */
#define PIN_NUMBER(name) P_##name,
#define PIN_NAME(name) #name,

#endif
