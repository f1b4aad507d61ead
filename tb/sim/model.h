/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_H_
#define MODEL_H_
/* The functions of a compiled model, as its header build/include/<model>.h describes them. */
#include <stdbool.h>
#include <stdint.h>

struct model {
	void *library; /* handle from dlopen() */
	void *(*open)(const char *scope, uint32_t jitter);
	void (*close)(void *m);
	int (*eval)(void *m);
	int (*pulse)(void *m, uint64_t clocks);
	uint64_t (*clock_bit)(unsigned int pin);
	const char *(*simulator)(void);
	void (*set_time)(void *m, uint64_t time_ps);
	void (*on_text)(void *m, void (*fn)(void *arg, const char *text), void *arg);
	const char *(*stopped)(const void *m);
	int (*find)(const char *name);
	unsigned int (*pin_width)(unsigned int pin);
	int (*pin_is_output)(unsigned int pin);
	void *(*pin_ptr)(void *m, unsigned int pin);
	int (*wave_open)(void *m, const char *path);
	void (*wave_dump)(void *m, uint64_t time_ps);
	int (*wave_close)(void *m);
	int (*coverage_write)(void *m, const char *path);
};

/*
 * Loads lib<name>.so, which Verilator made; with MODEL=fast in the environment
 * lib<name>_fast.so. dlopen() searches for it in LD_LIBRARY_PATH and in the folder that the
 * RUNPATH of the program or library names. The library stays loaded for the life of the
 * process, because threads may share instances. False: it cannot be loaded or lacks a function;
 * the reason is stored in @error, truncated to @size bytes.
 */
bool model_load(struct model *m, const char *name, char *error, unsigned int size);

#endif
