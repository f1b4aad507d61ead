/* SPDX-License-Identifier: Apache-2.0 */
/* model_load() for a program that is linked with one model, MODEL, and loads no libraries. */
#include "model.h"
#include MODEL_H
#include <stdio.h>
#include <string.h>

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define STR2(x) #x
#define STR(x) STR2(x)
#define F(name) .name = CAT(MODEL, _##name)

bool model_load(struct model *m, const char *name, char *error, unsigned int size)
{
	if (strcmp(name, STR(MODEL)) != 0) {
		snprintf(error, size, "this program has the model %s only", STR(MODEL));
		return false;
	}
	*m = (struct model){
		F(open),       F(close),	  F(eval),	F(find),      F(pin_name),
		F(pin_width),  F(pin_is_output),  F(pin_ptr),	F(wave_open), F(wave_dump),
		F(wave_close), F(coverage_write), F(pulse),	F(clock_bit), F(set_time),
		F(on_text),    F(stopped),	  F(simulator),
	};
	return true;
}
