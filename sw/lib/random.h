/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RANDOM_H
#define RANDOM_H
/* Repeatable random numbers of 64 bits: the same state gives the same sequence on every
 * machine. */
#include <stdint.h>

#define RANDOM_GOLDEN 0x9E3779B97F4A7C15u /* 2^64 divided by the golden ratio */

/* splitmix64; the state may be any number. It computes the states of the other generators from
 * a seed. */
static inline uint64_t random_splitmix(uint64_t *state)
{
	uint64_t z = *state += RANDOM_GOLDEN;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

/* Linear congruential generator with Knuth's constants (MMIX). Returns the new state, which may
 * be any number; bit k repeats after 2^(k+1) calls, so take the upper ones. */
static inline uint64_t random_lcg(uint64_t *state)
{
	return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

/* xorshift64*; the state must not be 0. */
static inline uint64_t random_xorshift(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545F4914F6CDD1Du;
}

/* xorshift128+; the state must not be all 0. */
static inline uint64_t random_xorshift128(uint64_t state[2])
{
	uint64_t a = state[0];
	const uint64_t b = state[1], sum = a + b;

	a ^= a << 23;
	state[0] = b;
	state[1] = a ^ b ^ a >> 18 ^ b >> 5;
	return sum;
}

#endif
