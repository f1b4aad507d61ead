/* SPDX-License-Identifier: Apache-2.0 */
#include "apps.h"
#include "random.h"

const struct app *const apps[APPS] = {[SIMPLEX] = &app_simplex,
				      [LIFE] = &app_life,
				      [MATMUL] = &app_matmul,
				      [PLACE] = &app_place};

struct app_sizes app_sizes = {.simplex_rows = 426,
			      .simplex_ratio = 8,
			      .life_generations = 2031,
			      .life_alive = 115,
			      .life_density = 0.45,
			      .life_falloff = 0.89,
			      .place_temperatures = 195};

uint32_t app_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((random_splitmix(state) >> 32) * n >> 32);
}

double app_uniform(uint64_t *state)
{
	return (double)(random_splitmix(state) >> 11) / 0x1p53;
}
