/* SPDX-License-Identifier: Apache-2.0 */
/* Loads the compiled models at run time, so that a program links none of them. */
#include "model.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name)                              \
	{                                           \
#name, offsetof(struct model, name) \
	}
static const struct {
	const char *name; /* of the exported function, after "<model>_" */
	size_t offset;	  /* of its pointer in struct model */
} functions[] = {
	FUNCTION(open),	      FUNCTION(close),		FUNCTION(eval),
	FUNCTION(find),	      FUNCTION(pin_width),	FUNCTION(pin_is_output),
	FUNCTION(pin_ptr),    FUNCTION(wave_open),	FUNCTION(wave_dump),
	FUNCTION(wave_close), FUNCTION(coverage_write), FUNCTION(pulse),
	FUNCTION(clock_bit),  FUNCTION(set_time),	FUNCTION(on_text),
	FUNCTION(stopped),    FUNCTION(simulator),
};

/* Opens lib<name><suffix>.so; on failure the file and the reason are stored in @error. */
static void *open_library(const char *name, const char *suffix, char *error, unsigned int size)
{
	char file[128];
	void *library;

	snprintf(file, sizeof(file), "lib%s%s.so", name, suffix);
	library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!library) /* the text of dlerror() begins with the file */
		snprintf(error, size, "%s", dlerror());
	return library;
}

bool model_load(struct model *m, const char *name, char *error, unsigned int size)
{
	const char *kind = getenv("MODEL");
	char text[128];
	void *f;

	m->library = NULL;
	*error = 0;
	if (kind && *kind && strcmp(kind, "fast") != 0 && strcmp(kind, "verilator") != 0) {
		snprintf(error, size, "MODEL=%s: verilator or fast", kind);
		return false;
	}
	m->library = open_library(name, kind && *kind == 'f' ? "_fast" : "", error, size);
	if (!m->library)
		return false;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		snprintf(text, sizeof(text), "%s_%s", name, functions[i].name);
		f = dlsym(m->library, text);
		if (!f) {
			snprintf(error, size, "the library of %s has no function %s", name,
				 text);
			return false;
		}
		memcpy((char *)m + functions[i].offset, &f, sizeof(f));
	}
	return true;
}
