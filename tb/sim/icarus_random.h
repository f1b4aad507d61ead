/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ICARUS_RANDOM_H
#define ICARUS_RANDOM_H
/*
 * Replaces $random, $urandom and $urandom_range of vvp, which start at the same number in each
 * run: without an argument they follow the test's option --seed. With a seed of their own,
 * $random(seed) and $urandom(seed) return the numbers of the standard (IEEE 1364-2005, 17.9.3).
 */
void icarus_random(void);

#endif
