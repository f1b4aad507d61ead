/* SPDX-License-Identifier: Apache-2.0 */
/* model_load() for a program that is linked with its models and loads no libraries. models.h
 * includes their headers and names them: MODELS(ONE) is ONE(model) for each of them. */
#include "model.h"
#include "models.h"
#include <stdio.h>
#include <string.h>

#define FUNCTION(model, name) .name = model##_##name
#define ONE(m)                                                                         \
	{#m,                                                                           \
	 {FUNCTION(m, open), FUNCTION(m, close), FUNCTION(m, eval), FUNCTION(m, find), \
	  FUNCTION(m, pin_width), FUNCTION(m, pin_is_output), FUNCTION(m, pin_ptr),    \
	  FUNCTION(m, wave_open), FUNCTION(m, wave_dump), FUNCTION(m, wave_close),     \
	  FUNCTION(m, coverage_write), FUNCTION(m, pulse), FUNCTION(m, clock_bit),     \
	  FUNCTION(m, set_time), FUNCTION(m, on_text), FUNCTION(m, stopped),           \
	  FUNCTION(m, simulator)}},
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
