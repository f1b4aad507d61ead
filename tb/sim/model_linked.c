/* SPDX-License-Identifier: Apache-2.0 */
/* model_load() for a program that is linked with its models and loads no libraries. models.h
 * includes their headers and names them: MODELS(ONE) is ONE(model) for each of them. */
#include "model.h"
#include "models.h"
#include <stdio.h>
#include <string.h>

#define F(model, name) .name = model##_##name
#define ONE(m)                                                                  \
	{#m,                                                                    \
	 {F(m, open), F(m, close), F(m, eval), F(m, find), F(m, pin_width),     \
	  F(m, pin_is_output), F(m, pin_ptr), F(m, wave_open), F(m, wave_dump), \
	  F(m, wave_close), F(m, coverage_write), F(m, pulse), F(m, clock_bit), \
	  F(m, set_time), F(m, on_text), F(m, stopped), F(m, simulator)}},
static const struct {
	const char *name;
	struct model model;
} models[] = {MODELS(ONE)};

bool model_load(struct model *m, const char *name, char *error, unsigned int size)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (strcmp(name, models[i].name) == 0) {
			*m = models[i].model;
			return true;
		}
	snprintf(error, size, "this program does not have the model");
	return false;
}
