/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into Icarus Verilog's vvp, which looks up the class of an object at each load of a
 * variable: a third of its instructions are libstdc++'s __dynamic_cast, most of them
 * comparisons of class names. The answer depends on the classes alone, so it is kept by the
 * object's table of virtual functions, which tells its class, and by the class asked for.
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

/* not for the programs that a test runs */
__attribute__((constructor)) static void keep_to_vvp(void)
{
	unsetenv("LD_PRELOAD");
}

static struct {
	const void *table, *to;
	ptrdiff_t offset; /* of the result, from the object */
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
