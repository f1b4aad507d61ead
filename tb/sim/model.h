/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_H_
#define MODEL_H_
/* The compiled models that a program is linked with, by name. */
#include <stdbool.h>
#include <stdint.h>

struct model {
	const char *name;
	void *(*open)(const char *scope, uint32_t jitter);
	void (*close)(void *m);
	void (*eval)(void *m);
	int (*find)(const char *name);
	unsigned int (*width)(unsigned int pin);
	int (*is_output)(unsigned int pin);
	void *(*ptr)(void *m, unsigned int pin);
	int (*wave_open)(void *m, const char *path);
	void (*wave_dump)(void *m, uint64_t time_ps);
	void (*wave_close)(void *m);
	int (*coverage_write)(void *m, const char *path);
};

extern const struct model *const models[]; /* ends with NULL */

#endif
