/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_H_
#define MODEL_H_
/* The functions of a compiled model, as its header build/include/<model>.h describes them. */
#include <stdbool.h>
#include <stdint.h>

struct model {
	void *library;	 /* of dlopen() */
	bool writes_vcd; /* a fast model; the others dump FST */
	void *(*open)(const char *scope, uint32_t jitter);
	void (*close)(void *m);
	void (*eval)(void *m);
	/* see struct evaluate; fast models have these, others NULL */
	void (*pulse)(void *m, uint64_t rising);
	uint64_t (*pulse_bit)(unsigned int pin);
	int (*find)(const char *name);
	const char *(*pin_name)(unsigned int pin);
	unsigned int (*pin_width)(unsigned int pin);
	int (*pin_is_output)(unsigned int pin);
	void *(*pin_ptr)(void *m, unsigned int pin);
	int (*wave_open)(void *m, const char *path);
	void (*wave_dump)(void *m, uint64_t time_ps);
	void (*wave_close)(void *m);
	int (*coverage_write)(void *m, const char *path);
};

/*
 * Loads lib<name>_fast.so or, if there is none, lib<name>.so; MODEL=fast or MODEL=reference in
 * the environment selects one of them. dlopen() searches for it in LD_LIBRARY_PATH and in the
 * folder that the RUNPATH of the program or library names. The library stays loaded for the
 * life of the process, because threads may share instances. False: it cannot be loaded or lacks
 * a function; the reason is stored in @error, truncated to @size bytes.
 */
bool model_load(struct model *m, const char *name, char *error, unsigned int size);

#endif
