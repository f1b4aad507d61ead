/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EACH_H
#define EACH_H
/*
 * Loops whose variables are printed if a check within them fails, or a check in a function that
 * the loop calls. This loop prints "with i = 3" after the message of the check:
 *
 *	for (unsigned int EACH(i, 0); i < 4; i++)
 *		SIM_EQ(s, word[i], want[i], "word");
 *
 * A variable is listed from its declaration to the end of its scope, and printed with the value
 * that it has at the failure.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Declares the integer @var with the value @first and lists it. The type stands before it. */
#define EACH(var, first)                          \
	var __attribute__((cleanup(each_end_))) = \
		(each_begin_(#var, (void *)&(var), sizeof(var), EACH_KIND_(var)), (first))
/* Lists @var, an integer or a text, up to the end of the enclosing block: for a loop that does
 * not declare its variable. Of a text, the first line is printed. */
#define EACH_OF(var)                                                                   \
	struct each_variable each_of_ __attribute__((cleanup(each_of_end_), unused)) = \
		each_begin_(#var, (void *)&(var), sizeof(var), EACH_KIND_(var))

enum each_kind { EACH_UNSIGNED, EACH_SIGNED, EACH_TEXT };
/* clang-format off */
#define EACH_KIND_(var) _Generic((var), char *: EACH_TEXT, const char *: EACH_TEXT, \
	default: (__typeof__(var))-1 < (__typeof__(var))1 ? EACH_SIGNED : EACH_UNSIGNED)
/* clang-format on */

struct each_variable {
	const char *name;
	const void *value;
	size_t bytes;
	enum each_kind kind;
};

#define EACH_DEEPEST 16 /* further variables are not listed */

struct each_list {
	struct each_variable at[EACH_DEEPEST];
	unsigned int count;
};
/* one for all files of a program */
__attribute__((weak)) _Thread_local struct each_list each_list_;

static inline struct each_variable each_begin_(const char *name, void *value, size_t bytes,
					       enum each_kind kind)
{
	const struct each_variable v = {name, value, bytes, kind};

	if (each_list_.count < EACH_DEEPEST)
		each_list_.at[each_list_.count++] = v;
	return v;
}

/* Removes the variable, and with it those whose scopes a longjmp() has left. */
static inline void each_end_(const void *var)
{
	for (unsigned int i = each_list_.count; i-- > 0;)
		if (each_list_.at[i].value == var) {
			each_list_.count = i;
			break;
		}
}

static inline void each_of_end_(const struct each_variable *v)
{
	each_end_(v->value);
}

static inline uint64_t each_bits_(const struct each_variable *v)
{
	return v->bytes == 1   ? *(const uint8_t *)v->value
	       : v->bytes == 2 ? *(const uint16_t *)v->value
	       : v->bytes == 4 ? *(const uint32_t *)v->value
			       : *(const uint64_t *)v->value;
}

/* Prints the listed variables and empties the list, as the failure leaves their scopes. */
static inline void each_print(const char *file, int line)
{
	const unsigned int count = each_list_.count;

	for (unsigned int i = 0; i < count; i++) {
		const struct each_variable *v = &each_list_.at[i];
		const unsigned int unused = 64 - 8 * (unsigned int)v->bytes;
		const uint64_t bits = each_bits_(v);
		const char *text = (const char *)(uintptr_t)bits;

		if (i)
			fprintf(stderr, ", ");
		else
			fprintf(stderr, "%s:%d: with ", file, line);
		if (v->kind == EACH_TEXT)
			fprintf(stderr, "%s = \"%.*s\"", v->name, (int)strcspn(text, "\n"),
				text);
		else if (v->kind == EACH_SIGNED)
			fprintf(stderr, "%s = %" PRId64, v->name,
				(int64_t)(bits << unused) >> unused);
		else
			fprintf(stderr, "%s = %" PRIu64, v->name, bits);
	}
	if (count)
		fputc('\n', stderr);
	each_list_.count = 0;
}

#endif
