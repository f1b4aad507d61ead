/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A replacement for libstdc++'s __dynamic_cast, preloaded into Icarus Verilog's vvp. vvp casts
 * an object at each load of a variable and spends a third of its instructions in
 * __dynamic_cast, mostly comparing class names. The result depends only on the two classes, so
 * it is cached under the address of the object's virtual function table, which identifies its
 * class, and the class asked for.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef void *dynamic_cast(const void *object, const void *from, const void *to,
			   ptrdiff_t hint);
dynamic_cast __dynamic_cast;

#define ENTRIES 1024u /* a power of two; vvp uses about 100 */
#define NOT_OF_CLASS PTRDIFF_MIN

/* so that the programs that a test runs do not preload it */
__attribute__((constructor)) static void keep_to_vvp(void)
{
	unsetenv("LD_PRELOAD");
}

static struct {
	const void *table, *to;
	ptrdiff_t offset; /* offset of the result from the object */
} answers[ENTRIES];

void *__dynamic_cast(const void *object, const void *from, const void *to, ptrdiff_t hint)
{
	static dynamic_cast *library;
	const void *table = *(const void *const *)object;
	const size_t i = ((uintptr_t)table / 8 + (uintptr_t)to / 8 * 31) % ENTRIES;
	char *result;

	if (answers[i].table == table && answers[i].to == to)
		return answers[i].offset == NOT_OF_CLASS ? NULL
							 : (char *)object + answers[i].offset;
	if (!library)
		library = (dynamic_cast *)dlsym(RTLD_NEXT, "__dynamic_cast");
	result = library(object, from, to, hint);
	answers[i].table = table;
	answers[i].to = to;
	answers[i].offset = result ? result - (char *)object : NOT_OF_CLASS;
	return result;
}
