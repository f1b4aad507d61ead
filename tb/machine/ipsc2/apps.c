/* SPDX-License-Identifier: Apache-2.0 */
#include "apps.h"

const struct app *const apps[APPS] = {&app_simplex, &app_life, &app_matmul, &app_place};

uint64_t app_random(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

uint32_t app_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((app_random(state) >> 32) * n >> 32);
}

uint64_t app_digest(uint64_t h, const void *data, size_t len)
{
	const uint8_t *p = data;

	while (len--)
		h = (h ^ *p++) * 0x100000001B3u;
	return h;
}
