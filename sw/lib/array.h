/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARRAY_H
#define ARRAY_H
/* Arrays that grow by one element at a time. */
#include <stdlib.h>
#include <string.h>

/*
 * Extends an array of @n elements of @size bytes by one zeroed element and returns it; @array
 * is the address of the pointer to the first element, NULL if n is 0. Returns NULL, with the
 * array unchanged, if there is no memory. The array has room for the next power of two of
 * elements, so it must have been made by this function alone.
 */
static inline void *array_more(void *array, size_t *n, size_t size)
{
	void **a = array;
	char *p = *a;

	if (!(*n & (*n - 1))) {
		p = realloc(p, (*n ? 2 * *n : 1) * size);
		if (!p)
			return NULL;
		*a = p;
	}
	p += (*n)++ * size;
	memset(p, 0, size);
	return p;
}

#endif
