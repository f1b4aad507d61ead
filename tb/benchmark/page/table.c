/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static bool add_row(struct table *t, char *line)
{
	char *key = strchr(line, ','), *value = key ? strchr(key + 1, ',') : NULL;
	struct table_row *r;

	if (!value)
		return false;
	*key++ = *value++ = 0;
	if (!(t->rows & (t->rows - 1)) || !t->rows) {
		struct table_row *more =
			realloc(t->row, (t->rows ? 2 * t->rows : 1) * sizeof(*more));

		if (!more)
			return false;
		t->row = more;
	}
	r = &t->row[t->rows];
	if (strlen(line) >= sizeof(r->question) || strlen(key) >= sizeof(r->key) ||
	    strlen(value) >= sizeof(r->value))
		return false;
	strcpy(r->question, line);
	strcpy(r->key, key);
	strcpy(r->value, value);
	t->rows++;
	return true;
}

bool table_read(struct table *t, const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned int n = 0;
	char line[512];
	bool ok = true;

	memset(t, 0, sizeof(*t));
	if (!f)
		return false;
	while (ok && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		if (n++)
			ok = add_row(t, line);
	}
	fclose(f);
	if (!ok)
		fprintf(stderr, "%s:%u: not \"question,key,value\"\n", path, n);
	return ok;
}

void table_free(struct table *t)
{
	free(t->row);
	memset(t, 0, sizeof(*t));
}

bool table_is(const struct table_row *r, const char *question, const char *end)
{
	const size_t n = strlen(r->key), k = strlen(end);

	return !strcmp(r->question, question) && n > k && !strcmp(r->key + n - k, end);
}

const char *table_find(const struct table *t, const char *question, const char *key)
{
	for (size_t i = 0; i < t->rows; i++)
		if (!strcmp(t->row[i].key, key) && !strcmp(t->row[i].question, question))
			return t->row[i].value;
	return NULL;
}

/* ---- scores ---- */

static const char *const kinds[SCORE_KINDS] = {"counts", "values", "shares", "set",
					       "page",	 "equal",  "pairs"};

bool score_by_name(const char *name, enum score_kind *kind)
{
	for (unsigned int i = 0; i < SCORE_KINDS; i++)
		if (!strcmp(kinds[i], name)) {
			*kind = i;
			return true;
		}
	return false;
}

/* Returns the next row of the question in @a from row *@i on; NULL: there is none. */
static const struct table_row *next_row(const struct table *a, const char *question, size_t *i)
{
	while (*i < a->rows) {
		const struct table_row *r = &a->row[(*i)++];

		if (!strcmp(r->question, question))
			return r;
	}
	return NULL;
}

#define EACH_ROW(r, table, question) \
	for (size_t i_ = 0; ((r) = next_row(table, question, &i_)) != NULL;)

static double number_in(const struct table *t, const char *question, const char *key)
{
	const char *v = table_find(t, question, key);

	return v ? atof(v) : 0;
}

static double sum_of(const struct table *t, const char *question)
{
	const struct table_row *r;
	double sum = 0;

	EACH_ROW(r, t, question)
	sum += atof(r->value);
	return sum;
}

/* Returns the sum of the absolute differences between the answers / @by_a and the truths /
 * @by_t. */
static double differences(const char *q, const struct table *truth, const struct table *answer,
			  double by_t, double by_a)
{
	const struct table_row *r;
	double sum = 0;

	EACH_ROW(r, truth, q)
	sum += fabs(number_in(answer, q, r->key) / by_a - atof(r->value) / by_t);
	EACH_ROW(r, answer, q)
	if (!table_find(truth, q, r->key))
		sum += fabs(atof(r->value)) / by_a;
	return sum;
}

static double counts(const char *q, const struct table *truth, const struct table *answer)
{
	const double all = sum_of(truth, q);

	return all ? differences(q, truth, answer, all, all) : sum_of(answer, q) != 0;
}

static double shares(const char *q, const struct table *truth, const struct table *answer)
{
	const double t = sum_of(truth, q), a = sum_of(answer, q);

	return t && a ? differences(q, truth, answer, t, a) / 2 : 1;
}

static double values(const char *q, const struct table *truth, const struct table *answer)
{
	const struct table_row *r;
	unsigned int n = 0;
	double sum = 0;

	EACH_ROW(r, truth, q)
	{
		const char *a = table_find(answer, q, r->key);
		const double t = atof(r->value);

		n++;
		sum += !a ? 1 : fmin(1, t ? fabs(atof(a) - t) / fabs(t) : atof(a) != 0);
	}
	return n ? sum / n : 0;
}

static double equal(const char *q, const struct table *truth, const struct table *answer)
{
	unsigned int n = 0, wrong = 0;
	const struct table_row *r;

	EACH_ROW(r, truth, q)
	{
		const char *a = table_find(answer, q, r->key);

		n++;
		wrong += !a || strcmp(a, r->value);
	}
	return n ? (double)wrong / n : 0;
}

static bool same_node(const char *a, const char *b)
{
	const size_t n = strcspn(a, ".");

	return n == strcspn(b, ".") && !strncmp(a, b, n);
}

static double pairs(const char *q, const struct table *truth, const struct table *answer)
{
	const struct table_row *r, *last = NULL;
	double wrong = 0;
	unsigned int n = 0;

	EACH_ROW(r, truth, q)
	{
		if (last && !same_node(last->key, r->key) &&
		    atof(last->value) != atof(r->value)) {
			const char *a = table_find(answer, q, last->key),
				   *b = table_find(answer, q, r->key);

			n++;
			wrong += !a || !b || atof(a) > atof(b) ? 1
				 : atof(a) == atof(b)	       ? 0.5
							       : 0;
		}
		last = r;
	}
	return n ? wrong / n : 0;
}

static double page(const char *q, const struct table *truth, const struct table *answer)
{
	static const char *const parts[] = {"page", "station"};
	const double gain = number_in(truth, q, "gain");

	for (unsigned int i = 0; i < 2; i++) {
		const char *t = table_find(truth, q, parts[i]),
			   *a = table_find(answer, q, parts[i]);

		if (!t && !a)
			continue;
		if (!t || !a || strcmp(t, a))
			return 1;
	}
	return gain ? fmin(1, fabs(number_in(answer, q, "gain") - gain) / gain) : 0;
}

static void set(struct score *s, const char *q, const struct table *truth,
		const struct table *answer)
{
	const struct table_row *r;

	EACH_ROW(r, truth, q)
	{
		const bool t = atof(r->value) != 0, a = number_in(answer, q, r->key) != 0;

		s->positive += t;
		s->named += a;
		s->right += t && a;
	}
}

void score_add(struct score *s, enum score_kind kind, const char *q, const struct table *truth,
	       const struct table *answer)
{
	static double (*const fn[SCORE_KINDS])(const char *, const struct table *,
					       const struct table *) = {
		counts, values, shares, NULL, page, equal, pairs};
	const struct table_row *r;
	unsigned int n = 0;
	double error;

	EACH_ROW(r, truth, q)
	n++;
	if (!n)
		return;
	s->programs++;
	EACH_ROW(r, answer, q)
	s->answered++;
	if (kind == SCORE_SET) {
		set(s, q, truth, answer);
		return;
	}
	error = fmin(1, fn[kind](q, truth, answer));
	s->sum += error;
	s->worst = fmax(s->worst, error);
}

double score_error(const struct score *s, enum score_kind kind)
{
	if (kind != SCORE_SET)
		return s->programs ? s->sum / s->programs : 0;
	/* 1 - F1 */
	return s->positive + s->named ? 1 - 2.0 * s->right / (s->positive + s->named) : 0;
}
