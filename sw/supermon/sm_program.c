/* SPDX-License-Identifier: Apache-2.0 */
#include "sm_program.h"
#include "number.h"
#include "words.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define WORDS 40
#define ALL_STATES 16
/* terms: 0 to 7 are control signals, 8 to 15 bits of the bin */
#define ONE 30
#define ZERO 31

enum { BANKS = 1, FORM = 2, HISTOGRAM = 4, BITS = 8, MATCH0 = 16 };

/* ---- words ---- */

static bool number(const char *text, uint64_t most, uint64_t *v)
{
	char *end;

	return !number_read(text, &end, v) && !*end && *v <= most;
}

/* Returns the number of the input @name: a control signal, or an input whose name is @letter
 * and a digit; -1 if there is none. */
static int input(const char *name, char letter, unsigned int count)
{
	static const char *const signals[] = {"write", "fetch", "uncached"};

	for (int i = 0; letter == 'c' && i < 3; i++)
		if (!strcmp(name, signals[i]))
			return i;
	if (name[0] != letter || name[1] < '0' || name[1] > '9' || name[2])
		return -1;
	return (unsigned int)(name[1] - '0') < count ? name[1] - '0' : -1;
}

/* Adds a condition on the inputs: control signals from bit @control on, the others, whose names
 * have @letter, from bit @other on. */
static const char *condition(struct sm_rule *r, const char *text, unsigned int control,
			     char letter, unsigned int other, unsigned int others)
{
	const bool negated = *text == '!' || !strcmp(text, "read");
	const char *name = !strcmp(text, "read") ? "write" : text + (*text == '!');
	int i = input(name, 'c', 8);
	unsigned int bit;

	if (i >= 0) {
		bit = control + (unsigned int)i;
	} else {
		i = input(name, letter, others);
		if (i < 0)
			return letter == 'm' ? "a condition is read, write, fetch, uncached, "
					       "c0 to c7 or m0 to m3, or its opposite with !"
					     : "a condition is read, write, fetch, uncached, "
					       "c0 to c7 or a0 to a7, or its opposite with !";
		bit = other + (unsigned int)i;
	}
	if (r->mask >> bit & 1)
		return "two conditions on one input";
	r->mask |= (uint16_t)(1u << bit);
	r->value |= (uint16_t)(!negated << bit);
	return NULL;
}

/* ---- settings ---- */

static const char *once(struct sm_program *p, unsigned int what)
{
	if (p->seen & what)
		return "said before";
	p->seen |= what;
	return NULL;
}

static const char *do_banks(struct sm_program *p, char *const words[], int n)
{
	for (int i = 0; i < 2; i++) {
		if (n != 3 || (strcmp(words[1 + i], "count") && strcmp(words[1 + i], "trace")))
			return "banks count|trace count|trace";
		p->mode.trace[i] = !strcmp(words[1 + i], "trace");
	}
	return once(p, BANKS);
}

static const char *do_form(struct sm_program *p, char *const words[], int n)
{
	if (n != 2 || (strcmp(words[1], "a") && strcmp(words[1], "b")))
		return "form a|b";
	p->mode.form_b = !strcmp(words[1], "b");
	return once(p, FORM);
}

static const char *do_histogram(struct sm_program *p, char *const words[], int n)
{
	static const char *const names[] = {"events", "clocks", "latency", "address"};

	for (unsigned int i = 0; i < 4 && n == 2; i++)
		if (!strcmp(words[1], names[i])) {
			p->mode.histogram = (enum sm_histogram)i;
			return once(p, HISTOGRAM);
		}
	return "histogram events|clocks|latency|address";
}

static const char *do_bits(struct sm_program *p, char *const words[], int n)
{
	unsigned int bits = 0;

	memset(p->bit, SM_NO_BIT, sizeof(p->bit));
	for (int i = 1; i < n; i++) {
		char *end;
		uint64_t low, high;

		if (number_read(words[i], &end, &low))
			return "a bit is a number";
		high = low;
		if ((*end && *end != '-') || (*end && !number(end + 1, 31, &high)) || low < 2 ||
		    high > 31 || high < low)
			return "a bit is 2 to 31, and a range LOW-HIGH";
		for (; low <= high; low++) {
			if (bits == SM_BIN_BITS)
				return "more than 15 bits";
			p->bit[bits++] = (uint8_t)(low - 2);
		}
	}
	return n < 2 ? "an argument is missing" : once(p, BITS);
}

/* ---- matches: automata over the chunks of the address, the highest first ---- */

enum { UNDECIDED, INSIDE, OUTSIDE, AT_FIRST, AT_LAST };

/* Returns the code after the next chunk of an address is looked up for a range; UNDECIDED if
 * all chunks so far equal those of both ends of the range. */
static unsigned int range_code(unsigned int code, unsigned int chunk, unsigned int first,
			       unsigned int last)
{
	const bool low = code == UNDECIDED || code == AT_FIRST;
	const bool high = code == UNDECIDED || code == AT_LAST;

	if (code == INSIDE || code > AT_LAST)
		return code == INSIDE ? INSIDE : OUTSIDE;
	if (code == OUTSIDE || (low && chunk < first) || (high && chunk > last))
		return OUTSIDE;
	if (low && chunk == first)
		return high && chunk == last ? UNDECIDED : AT_FIRST;
	return high && chunk == last ? AT_LAST : INSIDE;
}

/* Fills the tables of match @k: with @range for addresses @a to @b, otherwise for addresses
 * with the value @a in the bits @b. */
static void compile_match(struct sm_program *p, unsigned int k, bool range, uint32_t a,
			  uint32_t b)
{
	for (unsigned int w = 0; w < SM_MATCH_WORDS; w++) {
		const unsigned int stage = w >> 9, shift = 24 - 6 * stage;
		const unsigned int code = w >> 6 & 7, chunk = w & 63;
		const unsigned int x = a >> shift & 63, y = b >> shift & 63;
		unsigned int next;

		if (range)
			next = range_code(code, chunk, x, y);
		else
			next = code == UNDECIDED && ((chunk ^ x) & y) == 0 ? UNDECIDED
									   : OUTSIDE;
		if (stage == 4)
			next = next != OUTSIDE;
		p->match[w] = (uint16_t)((p->match[w] & ~(7u << 3 * k)) | next << 3 * k);
	}
}

static const char *do_match(struct sm_program *p, char *const words[], int n)
{
	const bool range = n > 2 && !strcmp(words[2], "range");
	uint64_t k, a, b;

	if (n != 5 || (!range && strcmp(words[2], "value")))
		return "match N range FIRST LAST, or match N value VALUE MASK";
	if (!number(words[1], 3, &k))
		return "a match is 0 to 3";
	if (!number(words[3], UINT32_MAX, &a) || !number(words[4], UINT32_MAX, &b))
		return "an address is a number up to 0xFFFFFFFF";
	if (range && a > b)
		return "the first address is above the last";
	if (!range && b & 3)
		return "the monitor does not see bits 0 and 1 of an address";
	compile_match(p, (unsigned int)k, range, (uint32_t)(a >> 2), (uint32_t)(b >> 2));
	return once(p, MATCH0 << k);
}

/* ---- rules ---- */

static const char *do_state(struct sm_program *p, char *const words[], int n)
{
	struct sm_rule r = {.stays = true};
	uint64_t v = ALL_STATES;
	const char *wrong;
	int i = 2;

	if (p->machines == SM_RULES)
		return "more than 256 rules of the machine";
	if (n < 2 || (strcmp(words[1], "*") && !number(words[1], 15, &v)))
		return "a state is 0 to 15, or *";
	r.state = (uint8_t)v;
	for (; i < n && strcmp(words[i], ":"); i++) {
		wrong = condition(&r, words[i], 4, 'm', 0, 4);
		if (wrong)
			return wrong;
	}
	if (i == n)
		return "no : before the actions";
	while (++i < n) {
		if (!strcmp(words[i], "trace")) {
			r.action |= SM_ENTRY_TRACE;
		} else if (!strcmp(words[i], "count")) {
			r.action |= SM_ENTRY_COUNT;
		} else if (!strcmp(words[i], "goto") && i + 1 < n && r.stays) {
			if (!number(words[++i], 15, &v))
				return "a state is 0 to 15";
			r.action |= (uint8_t)v;
			r.stays = false;
		} else {
			return "an action is trace, count or goto N";
		}
	}
	p->machine[p->machines++] = r;
	return NULL;
}

/* A bit of the user state. */
static const char *term(const char *name, uint8_t *t)
{
	int i = input(name, 'c', 8);

	if (i < 0) {
		i = input(name, 'a', 8);
		i = i < 0 ? i : i + 8;
	}
	if (i < 0 && (!strcmp(name, "0") || !strcmp(name, "1")))
		i = *name == '1' ? ONE : ZERO;
	*t = (uint8_t)i;
	return i < 0 ? "a bit of the user state is a0 to a7, a control signal, 0 or 1" : NULL;
}

static const char *do_user(struct sm_program *p, char *const words[], int n)
{
	struct sm_rule r = {0};
	const char *wrong = NULL;
	uint64_t v = 0;
	int terms = 0, i;

	if (p->functions == SM_RULES)
		return "more than 256 rules of the function";
	while (1 + terms < n && strcmp(words[1 + terms], ":"))
		terms++;
	if (!terms || terms > (int)SM_BIN_BITS)
		return "a user state has 1 to 15 bits";
	if (terms == 1 && number(words[1], UINT32_MAX, &v)) {
		if (v >= SM_BANK_WORDS)
			return "a user state is 0 to 32767";
		r.user = (uint16_t)v;
	} else {
		r.terms = (uint8_t)terms;
		for (i = 0; i < terms && !wrong; i++)
			wrong = term(words[1 + i], &r.term[i]);
	}
	for (i = 2 + terms; i < n && !wrong; i++)
		wrong = condition(&r, words[i], 0, 'a', 8, 8);
	if (wrong)
		return wrong;
	p->function[p->functions++] = r;
	return NULL;
}

/* ---- lines ---- */

static const struct {
	const char *name;
	const char *(*fn)(struct sm_program *p, char *const words[], int n);
} verbs[] = {
	{"banks", do_banks}, {"form", do_form},	  {"histogram", do_histogram},
	{"bits", do_bits},   {"match", do_match}, {"state", do_state},
	{"user", do_user},
};

void sm_program_begin(struct sm_program *p)
{
	memset(p, 0, sizeof(*p));
	for (unsigned int i = 0; i < SM_BIN_BITS; i++)
		p->bit[i] = (uint8_t)i;
}

static const char *line_error(struct sm_program *p, char *line)
{
	char *words[WORDS];
	const int n = words_split(line, " \t", words, WORDS);

	if (n <= 0)
		return n ? "too many words" : NULL;
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		if (!strcmp(words[0], verbs[i].name))
			return verbs[i].fn(p, words, n);
	return "a line begins with banks, form, histogram, bits, match, state or user";
}

int sm_program_line(struct sm_program *p, const char *text, size_t length, const char **wrong)
{
	char line[512];

	*wrong = memchr(text, '\0', length) ? "a byte 0"
		 : length >= sizeof(line)   ? "the line is too long"
					    : NULL;
	if (*wrong)
		return -EINVAL;
	memcpy(line, text, length);
	line[length] = '\0';
	line[strcspn(line, "#\r")] = '\0';
	*wrong = line_error(p, line);
	return *wrong ? -EINVAL : 0;
}

/* Returns an error message if a rule has a match that no line defines, and would never hold. */
static const char *check_matches(const struct sm_program *p)
{
	static const char *const missing[] = {
		"a rule has the condition m0, but there is no line match 0",
		"a rule has the condition m1, but there is no line match 1",
		"a rule has the condition m2, but there is no line match 2",
		"a rule has the condition m3, but there is no line match 3"};
	unsigned int used = 0;

	for (unsigned int i = 0; i < p->machines; i++)
		used |= p->machine[i].mask;
	for (unsigned int k = 0; k < sizeof(missing) / sizeof(*missing); k++)
		if (used >> k & 1 && !(p->seen & MATCH0 << k))
			return missing[k];
	return NULL;
}

int sm_program_end(struct sm_program *p, const char **wrong)
{
	*wrong = !p->machines ? "there is no rule of the machine"
		 : p->mode.histogram == SM_CLOCKS && p->mode.trace[0] != p->mode.trace[1]
			 ? "a histogram of clocks needs both banks"
			 : check_matches(p);
	return *wrong ? -EINVAL : 0;
}

uint16_t sm_program_machine(const struct sm_program *p, unsigned int word)
{
	const unsigned int state = word >> 12, inputs = word & 0xFFF;

	for (unsigned int i = 0; i < p->machines; i++) {
		const struct sm_rule *r = &p->machine[i];

		if ((r->state == ALL_STATES || r->state == state) &&
		    (inputs & r->mask) == r->value)
			return (uint16_t)(r->action | (r->stays ? state : 0));
	}
	return (uint16_t)state;
}

uint16_t sm_program_function(const struct sm_program *p, unsigned int word)
{
	for (unsigned int i = 0; i < p->functions; i++) {
		const struct sm_rule *r = &p->function[i];
		uint16_t user = r->user;

		if ((word & r->mask) != r->value)
			continue;
		for (unsigned int k = 0; k < r->terms; k++)
			user = (uint16_t)(user << 1 |
					  (r->term[k] == ONE ||
					   (r->term[k] < 16 && word >> r->term[k] & 1)));
		return user;
	}
	return 0;
}

/* ---- loading ---- */

/* Writes a table; uses fill commands for long runs of one value. */
static int load_table(const struct sm_program *p, struct sm *m, enum sm_table table,
		      uint16_t (*value)(const struct sm_program *p, unsigned int word))
{
	uint16_t part[256];
	unsigned int same = 0, w = 0;
	int err = 0;

	while (w < SM_TABLE_WORDS && !err) {
		const uint16_t v = value(p, w);

		for (same = 1; w + same < SM_TABLE_WORDS && value(p, w + same) == v;)
			same++;
		if (same >= 16) {
			err = sm_fill_table(m, table, w, w + same - 1, v);
			w += same;
			continue;
		}
		for (same = 0; same < 256; same++)
			part[same] = value(p, w + same);
		same = SM_TABLE_WORDS - w < 256 ? SM_TABLE_WORDS - w : 256;
		err = sm_write_table(m, table, w, part, same);
		w += same;
	}
	return err;
}

int sm_program_load(const struct sm_program *p, struct sm *m)
{
	int err = sm_set_mode(m, &p->mode);

	if (!err)
		err = sm_set_bits(m, p->bit);
	if (!err)
		err = sm_write_table(m, SM_MATCHES, 0, p->match, SM_MATCH_WORDS);
	if (!err)
		err = load_table(p, m, SM_MACHINE, sm_program_machine);
	return err ? err : load_table(p, m, SM_FUNCTION, sm_program_function);
}
