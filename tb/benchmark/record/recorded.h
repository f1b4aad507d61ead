/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORDED_H
#define RECORDED_H
/* Names of the functions and variables of a program that librecord recorded. */
#include "recording.h"
#include "run.h"

struct recorded;

/* Sets program, functions and objects of @r. NULL: the file cannot be read, or no memory. */
struct recorded *recorded_open(const char *path, struct run *r);
/* Returns the number of the function that made the last reference of a processor;
 * RUN_FUNCTIONS - 1: a function without a number. */
unsigned int recorded_function(const struct recorded *d, const struct recording *r,
			       unsigned int processor);
void recorded_close(struct recorded *d);

#endif
