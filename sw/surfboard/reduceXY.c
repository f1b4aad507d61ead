/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces a CSV file to the points that a plot of a given size can show (TR-596-99 B.2.2). */
#include "decimal.h"
#include "util.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MAX (1u << 20) /* dots */
#define DOTS_MAX (1u << 28) /* largest number of dots; one bit for each makes 32 MB */

static const char usage_text[] =
	"Usage: tallyboard reduceXY -x LOW:HIGH -y LOW:HIGH [OPTION]... [FILE]...\n"
	"       tallyboard reduceXY -h -x LOW:HIGH [-y LOW:HIGH] [OPTION]... [FILE]...\n"
	"\n"
	"Reduces CSV lines \"x,y\" for a plot: keeps only the first of all points on one dot\n"
	"of the output device. Points outside the ranges are removed; a range includes both\n"
	"ends.\n"
	"\n"
	"  -x, --x=LOW:HIGH    range of the graph\n"
	"  -y, --y=LOW:HIGH\n"
	"  -W, --width=INCHES  size of the graph (6 x 4)\n"
	"  -H, --height=INCHES\n"
	"  -r, --resolution=DPI\n"
	"                      dots per inch of the device (300)\n"
	"  -h, --histogram     y is a count: combine all lines that fall on one dot in x\n"
	"                      into one line, with the first x and the sum of the counts\n"
	"\n"
	"A first line without any number, and lines that begin with #, are copied unchanged.\n"
	"\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"      --help          print this and exit\n" UTIL_HELP_REST;

/* One direction of the graph. */
struct axis {
	bool given;
	double low, high, inches;
	double dot; /* width of a dot in units of the axis */
	uint32_t dots;
};

static void parse_range(struct axis *a, char *text)
{
	char *colon = strchr(text, ':');

	if (a->given)
		util_usage("range given twice", text);
	if (!colon)
		util_usage("not a range", text);
	a->given = true;
	*colon = '\0';
	a->low = util_real(text);
	a->high = util_real(colon + 1);
	*colon = ':';
	if (!(a->low < a->high) || !isfinite(a->high - a->low))
		util_usage("not a range", text);
}

static double parse_positive(char *text)
{
	double v = util_real(text);

	if (v <= 0)
		util_usage("not above 0", text);
	return v;
}

static void set_dots(struct axis *a, double dpi)
{
	double dots = a->inches * dpi;

	if (dots > SIDE_MAX)
		util_usage("too many dots", NULL);
	a->dot = (a->high - a->low) / dots;
	a->dots = (uint32_t)ceil(dots);
}

/* Finds the dot of a value; returns false if the value is out of range. The upper end is on the
 * last dot. */
static bool find_dot(const struct axis *a, double v, uint32_t *dot)
{
	double at;

	if (a->given && (v < a->low || v > a->high))
		return false;
	at = (v - a->low) / a->dot;
	*dot = at < a->dots ? (uint32_t)at : a->dots - 1;
	return true;
}

struct point {
	struct decimal x, y;
	const char *x_text; /* text of the number in the line */
	size_t x_length;
};

/* Parses the two fields of a line. */
static bool parse_point(char *text, char *stop, struct point *p)
{
	char *from, *to, *end = csv_number(text, stop, &p->x, &from, &to);

	if (!end)
		return util_wrong("field 1 is not a number");
	p->x_text = from;
	p->x_length = (size_t)(to - from);
	if (end == stop)
		return util_wrong("not two fields");
	end = csv_number(end + 1, stop, &p->y, &from, &to);
	if (!end)
		return util_wrong("field 2 is not a number");
	return end == stop || util_wrong("not two fields");
}

/* Returns whether this is the first point on its dot. */
static bool first_on_dot(uint8_t *hit, uint64_t dot)
{
	const uint8_t bit = (uint8_t)(1 << dot % 8);
	const bool first = !(hit[dot / 8] & bit);

	hit[dot / 8] |= bit;
	return first;
}

/* ---- histogram ---- */

/* The points on a dot of the x axis, combined. */
struct column {
	char *x;       /* x of the first point; NULL: there is no point */
	int64_t count; /* exact sum of the integers */
	double more;   /* sum of the other numbers */
};

static bool column_add(struct column *c, const struct point *p)
{
	const struct decimal *y = &p->y;
	int64_t sum;

	if (!c->x) {
		c->x = strndup(p->x_text, p->x_length);
		if (!c->x)
			return util_wrong(strerror(ENOMEM));
	}
	if (!y->exact || y->exponent) {
		c->more += y->value;
		return true;
	}
	if (__builtin_add_overflow(
		    c->count, y->negative ? -(int64_t)y->digits : (int64_t)y->digits, &sum))
		return util_wrong("sum of counts too large");
	c->count = sum;
	return true;
}

static void write_columns(struct column *columns, uint32_t n)
{
	char text[64];

	for (uint32_t i = 0; i < n; i++) {
		int length;

		if (!columns[i].x)
			continue;
		if (columns[i].more != 0)
			length = snprintf(text, sizeof(text), ",%.15g\n",
					  (double)columns[i].count + columns[i].more);
		else
			length = snprintf(text, sizeof(text), ",%lld\n",
					  (long long)columns[i].count);
		record_write_text(&util_out, columns[i].x, strlen(columns[i].x));
		record_write_text(&util_out, text, (size_t)length);
		free(columns[i].x);
	}
}

struct reduction {
	struct axis x, y;
	bool histogram;
	struct column *columns; /* with histogram */
	uint8_t *hit;		/* otherwise: a bit for each dot that has a point */
};

static void parse_options(struct reduction *r)
{
	double dpi = 300;
	int c;

	while ((c = util_option(NULL)) != -1) {
		if (c == 'x' || c == 'y')
			parse_range(c == 'x' ? &r->x : &r->y, optarg);
		else if (c == 'W' || c == 'H')
			(c == 'W' ? &r->x : &r->y)->inches = parse_positive(optarg);
		else if (c == 'r')
			dpi = parse_positive(optarg);
		else
			r->histogram = true;
	}
	if (!r->x.given || (!r->y.given && !r->histogram))
		util_usage("range missing", r->x.given ? "-y" : "-x");
	set_dots(&r->x, dpi);
	set_dots(&r->y, dpi);
	if (!r->histogram && (uint64_t)r->x.dots * r->y.dots > DOTS_MAX)
		util_usage("too many dots", NULL);
}

/* Combines the point of a line, or copies the line if it is the first one on its dot. Returns
 * false on an error. */
static bool reduce_line(struct reduction *r, char *text, size_t length)
{
	struct point p = {0};
	uint32_t dx, dy;

	if (!parse_point(text, text + length, &p))
		return false;
	if (!find_dot(&r->x, p.x.value, &dx) || !find_dot(&r->y, p.y.value, &dy))
		return true;
	if (r->histogram)
		return column_add(&r->columns[dx], &p);
	if (first_on_dot(r->hit, (uint64_t)dy * r->x.dots + dx))
		util_write_line(text, length);
	return true;
}

int main(int argc, char **argv)
{
	struct reduction r = {.x = {.inches = 6}, .y = {.inches = 4}};
	bool first = true, going = true;
	char *text;
	size_t length;

	util_begin("reduceXY", usage_text, argc, argv);
	parse_options(&r);
	util_open();
	if (r.histogram)
		r.columns = calloc(r.x.dots, sizeof(*r.columns));
	else
		r.hit = calloc((uint64_t)r.x.dots * r.y.dots / 8 + 1, 1);
	if (!r.columns && !r.hit) {
		util_error("%s", strerror(ENOMEM));
		going = false;
	}
	while (going && util_line(&text, &length)) {
		char *stop = text + length;
		const bool comment = csv_is_comment(text, stop);

		if (comment || (first && csv_is_header(text, stop))) {
			first = first && comment;
			if (!csv_is_blank(text, stop))
				util_write_line(text, length);
			continue;
		}
		first = false;
		going = reduce_line(&r, text, length);
	}
	if (r.columns)
		write_columns(r.columns, r.x.dots);
	free(r.columns);
	free(r.hit);
	return util_end();
}
