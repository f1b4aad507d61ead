/* SPDX-License-Identifier: Apache-2.0 */
#include "sharing.h"
#include "csv.h"
#include "style.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const repair_name[] = {
	[NO_REPAIR] = "", [PAD] = "padded", [MOVE] = "moved", [REPLICATE] = "replicated"};

/* Returns a string of JSON, valid until the fourth call after this one. */
static const char *quoted(const char *text)
{
	static char buffer[4][6 * TITLE + 3];
	static unsigned int turn;
	char *const start = buffer[turn++ % 4], *at = start;

	*at++ = '"';
	for (; *text && at < start + 6 * TITLE - 6; text++)
		if (*text == '"' || *text == '\\')
			at += sprintf(at, "\\%c", *text);
		else if ((unsigned char)*text < ' ')
			at += sprintf(at, "\\u%04x", (unsigned int)*text);
		else
			*at++ = *text;
	strcpy(at, "\"");
	return start;
}

/* Divides "FILE:LINE"; returns the line, 0: not known. */
static unsigned long divide_place(const char *place, char file[TITLE])
{
	const char *colon = strrchr(place, ':');

	snprintf(file, TITLE, "%.*s", (int)(colon ? colon - place : 0), place);
	return colon ? strtoul(colon + 1, NULL, 10) : 0;
}

static void put_json_uses(const struct report *r, const struct finding *f)
{
	const struct nm_words_line *l = f->worst;

	for (size_t i = 0; l && i < l->uses; i++) {
		const struct nm_words_use *u = &l->use[i];
		char file[TITLE];
		const unsigned long line =
			divide_place(nmutil_source(r->p, u->thread, u->pc, true, NULL), file);

		util_print("   {\"thread\": %" PRIu32
			   ", \"offset\": %u, \"bytes\": %u, \"writes\": %s, "
			   "\"atomic\": %s, \"count\": %" PRIu64
			   ", \"file\": %s, \"line\": %lu}%s",
			   u->thread, u->offset, u->size, u->writes ? "true" : "false",
			   u->atomic ? "true" : "false", u->count, quoted(file), line,
			   i + 1 < l->uses ? "," : "");
	}
}

static void put_json_cost(const struct report *r, const char *name, const struct cost *c)
{
	char transfers[64] = "";

	if (r->transfers)
		snprintf(transfers, sizeof(transfers), ", \"transfers\": %" PRIu64,
			 c->transfers);
	util_print("  \"%s\": {\"requests\": %" PRIu64 ", \"waited_ns\": %" PRIu64 "%s},", name,
		   c->requests, c->waited, transfers);
}

static void put_json_times(const struct report *r, const char *name, const struct times *t)
{
	char list[22 * INTERVALS] = "";
	size_t n = 0;

	if (r->transfers) /* Rocket's model has no intervals */
		return;
	for (unsigned int i = 0; i < INTERVALS; i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s%" PRIu64, i ? ", " : "",
				      t->requests[i]);
	util_print("  \"%s\": {\"interval_ns\": %" PRIu64 ", \"requests\": [%s]},", name,
		   t->interval, list);
}

void sharing_json(const struct report *r)
{
	util_print("{\"threads\": %u, \"references\": %" PRIu64 ", \"requests\": %" PRIu64
		   ", \"waited_ns\": %" PRIu64 ", \"run_ns\": %" PRIu64 ",",
		   nm_program_threads(r->p), r->all.references, r->all.requests, r->all.waited,
		   r->all.run);
	util_print("\"recorded\": %" PRIu64 ", \"made\": %" PRIu64 ",",
		   nm_program_accesses(r->p),
		   nm_program_accesses(r->p) + nm_program_left(r->p));
	util_print("\"notes\": [");
	for (unsigned int i = 0; i < r->notes; i++)
		util_print(" %s%s", quoted(r->note[i]), i + 1 < r->notes ? "," : "");
	util_print("],");
	util_print("\"findings\": [");
	for (unsigned int i = 0; i < r->findings; i++) {
		const struct finding *f = r->finding[i];

		util_print(" {\"object\": %s, \"verdict\": %s, \"%s\": %u, \"percent\": %.2f,",
			   quoted(f->title), quoted(f->verdict),
			   pages_of(f) ? "pages" : "lines", f->lines, f->share);
		util_print("  \"depends_on_run\": %s,", f->depends ? "true" : "false");
		put_json_cost(r, "cost", &f->before);
		put_json_times(r, "times", &f->times_before);
		util_print("  \"repair\": %s, \"left_out\": %" PRIu64 ",",
			   f->repair ? quoted(repair_name[f->repair]) : "null", left_out(f));
		if (f->repair) {
			put_json_cost(r, "cost_after", &f->after);
			put_json_times(r, "times_after", &f->times_after);
			put_json_cost(r, "program_before", &f->all_before);
			put_json_cost(r, "program_after", &f->all_after);
		}
		util_print("  \"in_the_same_lines\": %s, \"uses\": [", quoted(f->others));
		put_json_uses(r, f);
		util_print("  ]}%s", i + 1 < r->findings ? "," : "");
	}
	util_print("]}");
}

void sharing_csv(const struct report *r)
{
	for (unsigned int i = 0; i < r->notes; i++)
		util_print("# %s", r->note[i]);
	util_print(
		"object,verdict,lines,pages,requests,waited ns,percent of all waiting,repair,"
		"requests after,waited ns after");
	for (unsigned int i = 0; i < r->findings; i++) {
		const struct finding *f = r->finding[i];
		char object[2 * TITLE + 3], verdict[256], after[64] = ",", size[16];

		if (f->repair)
			snprintf(after, sizeof(after), "%" PRIu64 ",%" PRIu64,
				 f->after.requests, f->after.waited);
		snprintf(size, sizeof(size), pages_of(f) ? ",%u" : "%u,", f->lines);
		util_print("%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%.2f,%s,%s",
			   csv_cell(f->title, object, sizeof(object)),
			   csv_cell(f->verdict, verdict, sizeof(verdict)), size,
			   f->before.requests, f->before.waited, f->share,
			   repair_name[f->repair], after);
	}
}

/* Returns the use of a line with the most accesses whose place is known; its place is in @file
 * and *number. */
static bool main_place(const struct report *r, const struct finding *f, char file[TITLE],
		       unsigned long *number)
{
	const struct nm_words_line *l = f->worst;
	uint64_t most = 0;

	for (size_t i = 0; l && i < l->uses; i++) {
		const struct nm_words_use *u = &l->use[i];
		char name[TITLE];
		const unsigned long line =
			u->count > most ? divide_place(nmutil_source_path(r->p, u->thread,
									  u->pc, true, NULL),
						       name)
					: 0;

		if (!line)
			continue;
		most = u->count;
		memcpy(file, name, TITLE);
		*number = line;
	}
	return most;
}

/* Returns the URI (RFC 3986) of a file, relative to the current folder if it is below it. */
static const char *uri_of(const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789-._~/";
	static char uri[3 * PATH_MAX + 8];
	char real[PATH_MAX], here[PATH_MAX];
	size_t n;
	char *at = uri;

	if (realpath(path, real))
		path = real;
	n = getcwd(here, sizeof(here)) ? strlen(here) : 0;
	if (n && !strncmp(path, here, n) && path[n] == '/')
		path += n + 1;
	else if (*path == '/')
		at += sprintf(at, "file://");
	for (; *path && at < uri + sizeof(uri) - 4; path++)
		at += sprintf(at, strchr(plain, *path) ? "%c" : "%%%02X",
			      (unsigned int)(unsigned char)*path);
	*at = '\0';
	return uri;
}

void sharing_sarif(const struct report *r)
{
	util_print("{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", "
		   "\"version\": \"2.1.0\",");
	util_print("\"runs\": [{\"tool\": {\"driver\": {\"name\": \"tallyboard sharing\", "
		   "\"version\": \"%s\"}},",
		   TOOLS_VERSION);
	util_print("\"invocations\": [{\"executionSuccessful\": true, "
		   "\"toolExecutionNotifications\": [");
	for (unsigned int i = 0; i < r->notes; i++)
		util_print(" {\"level\": \"note\", \"message\": {\"text\": %s}}%s",
			   quoted(r->note[i]), i + 1 < r->notes ? "," : "");
	util_print("]}],");
	util_print("\"results\": [");
	for (unsigned int i = 0; i < r->findings; i++) {
		const struct finding *f = r->finding[i];
		char text[2 * TITLE], file[TITLE];
		unsigned long line;
		const bool placed = main_place(r, f, file, &line);

		snprintf(text, sizeof(text),
			 "%s: %s: %" PRIu64 " requests to memory, "
			 "%.0f %% of all waiting",
			 f->title, f->verdict, f->before.requests, f->share);
		util_print(
			" {\"ruleId\": %s, \"level\": \"warning\", \"message\": {\"text\": %s}%s",
			quoted(f->verdict), quoted(text), placed ? "," : "}");
		if (placed)
			util_print(
				"  \"locations\": [{\"physicalLocation\": {\"artifactLocation\": "
				"{\"uri\": %s}, \"region\": {\"startLine\": %lu}}}]}",
				quoted(uri_of(file)), line);
		if (i + 1 < r->findings)
			util_print(" ,");
	}
	util_print("]}]}");
}

/* ---- page ---- */

/* Returns text for HTML, valid until the fourth call after this one. */
static const char *escaped(const char *text)
{
	static char buffer[4][6 * TITLE + 8];
	static unsigned int turn;
	char *const start = buffer[turn++ % 4], *at = start;

	for (; *text && at < start + 6 * TITLE; text++)
		if (strchr("&<>\"", *text))
			at += sprintf(at, "&#%d;", *text);
		else
			*at++ = *text;
	*at = '\0';
	return start;
}

static const char style[] =
	"<style>body{font:16px/1.4 " STYLE_FONT ";max-width:60em;margin:auto;padding:0 1em;"
	"color:#111;background:#fff}"
	"div{overflow-x:auto}table{border-collapse:collapse;margin:.5em 0}"
	"td,th{padding:.1em .5em;text-align:right;white-space:nowrap}"
	"th:first-child,td:first-child{text-align:left}"
	".line td,.line th{padding:0;font-size:12px;text-align:left}"
	".line th:first-child{padding-right:.5em}"
	".line td{width:11px;min-width:11px;height:1.4em;border:1px solid #bbb;text-align:center}"
	".r{background:" STYLE_READ "}.w{background:" STYLE_WRITTEN
	"}pre{background:" STYLE_CODE ";padding:.5em;"
	"overflow-x:auto}b{background:" STYLE_WRITTEN "}h2{overflow-wrap:anywhere}"
	"p{overflow-wrap:anywhere}figure{margin:1em 0}"
	"svg{display:block;width:100%;height:6em;border-bottom:1px solid " STYLE_AXIS "}"
	"path{vector-effect:non-scaling-stroke;stroke-width:2}"
	".axis{display:flex;justify-content:space-between;margin:0}"
	"i{display:inline-block;width:1em;height:.8em;margin-left:1em}"
	"path.before{fill:" STYLE_SENDING "}i.before{background:" STYLE_SENDING "}"
	"path.after{fill:none;stroke:" STYLE_ALARM "}i.after{background:" STYLE_ALARM
	"}</style>";

/* Prints the bytes of a line (columns) that each thread (rows) reads and writes. */
static void put_drawing(const struct report *r, const struct nm_words_line *l)
{
	util_print("<div><table class=line><tr><th>byte</th>");
	for (unsigned int i = 0; i < LINE; i += 8)
		util_print("<th colspan=8>%u</th>", i);
	util_print("</tr>");
	for (uint32_t t = 0; t < nm_program_threads(r->p); t++) {
		char how[LINE] = {0};
		bool any = false;

		for (size_t i = 0; i < l->uses; i++) {
			const struct nm_words_use *u = &l->use[i];

			for (unsigned int k = 0; u->thread == t && k < u->size; k++)
				if (u->offset + k < LINE && how[u->offset + k] != 'w')
					how[u->offset + k] = u->writes ? 'w' : 'r';
			any |= u->thread == t;
		}
		if (!any)
			continue;
		util_print("<tr><th>%s</th>", escaped(nmutil_thread(r->p, t)));
		for (unsigned int i = 0; i < LINE; i++)
			util_print(how[i] ? "<td class=%c>%c</td>" : "<td></td>", how[i],
				   how[i]);
		util_print("</tr>");
	}
	util_print("</table></div><p>r: the thread reads the byte; w: it writes it</p>");
}

/* Returns the number of intervals until the last request. */
static unsigned int used_intervals(const struct times *t)
{
	unsigned int n = t->interval ? INTERVALS : 0;

	while (n && !t->requests[n - 1])
		n--;
	return n;
}

static double most_rate(const struct times *t)
{
	double most = 0;

	for (unsigned int i = 0; i < used_intervals(t); i++)
		if ((double)t->requests[i] / (double)t->interval > most)
			most = (double)t->requests[i] / (double)t->interval;
	return most;
}

#define CURVE_WIDTH 1000
#define CURVE_HEIGHT 100

/* Prints the steps of a curve; @end: time at the right, in ns; @most: rate at the top. */
static void put_curve(const struct times *t, uint64_t end, double most, const char *name)
{
	const unsigned int n = used_intervals(t);
	char path[64 * INTERVALS];
	size_t used = 0;

	for (unsigned int i = 0; i < n; i++)
		used += (size_t)snprintf(
			path + used, sizeof(path) - used, "V%.1fH%.1f",
			CURVE_HEIGHT *
				(1 - (double)t->requests[i] / (double)t->interval / most),
			CURVE_WIDTH * (double)((i + 1) * t->interval) / (double)end);
	if (n)
		util_print("<path class=%s d=\"M0 %d%sV%d\"></path>", name, CURVE_HEIGHT, path,
			   CURVE_HEIGHT);
}

/* Prints the requests over time, without the repair and with it. */
static void put_times(const struct finding *f)
{
	const struct times *before = &f->times_before, *after = &f->times_after;
	const uint64_t end_before = used_intervals(before) * before->interval;
	const uint64_t end_after = used_intervals(after) * after->interval;
	const uint64_t end = end_before > end_after ? end_before : end_after;
	const double most = fmax(most_rate(before), most_rate(after));

	if (!end)
		return;
	util_print(
		"<figure><figcaption>requests over time, at most %.1f in a microsecond</figcaption>",
		1000 * most);
	util_print("<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=none role=img "
		   "aria-label=\"requests over time\">",
		   CURVE_WIDTH, CURVE_HEIGHT);
	put_curve(before, end, most, "before");
	put_curve(after, end, most, "after");
	util_print("</svg><p class=axis><span>0</span><span><i class=before></i> as it is");
	if (f->repair)
		util_print("<i class=after></i> %s", repair_name[f->repair]);
	util_print("</span><span>%s</span></p></figure>", nmutil_us(end));
}

/* Prints a line of the source and those around it; nothing if the file is not here. */
static void put_source(const char *file, unsigned long line)
{
	FILE *f = fopen(file, "r");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		return;
	util_print("<pre>");
	for (unsigned long n = 1; n <= line + 2 && getline(&text, &size, f) > 0; n++) {
		text[strcspn(text, "\n")] = '\0';
		if (n + 2 >= line)
			util_print(n == line ? "<b>%5lu  %s</b>" : "%5lu  %s", n,
				   escaped(text));
	}
	util_print("</pre>");
	free(text);
	fclose(f);
}

#define PLACES_MOST 12u /* places of a finding whose source is shown */

static void put_places(const struct report *r, const struct finding *f)
{
	const struct nm_words_line *l = f->worst;
	char shown[PLACES_MOST][TITLE];
	unsigned int n = 0;

	util_print(
		"<div><table><tr><th>place</th><th>thread</th><th>bytes</th><th>accesses</th></tr>");
	for (size_t i = 0; i < l->uses && i < r->uses; i++) {
		const struct nm_words_use *u = &l->use[i];

		util_print("<tr><td>%s</td><td>%" PRIu32 "</td><td>%u to %u</td>"
			   "<td>%" PRIu64 " %s</td></tr>",
			   escaped(nmutil_source(r->p, u->thread, u->pc, true, NULL)),
			   u->thread, u->offset, u->offset + u->size - 1u, u->count,
			   u->writes ? "writes" : "reads");
	}
	util_print("</table></div>");
	for (size_t i = 0; i < l->uses && n < PLACES_MOST; i++) {
		const struct nm_words_use *u = &l->use[i];
		const char *place = nmutil_source(r->p, u->thread, u->pc, true, NULL);
		unsigned int k = 0;
		char file[TITLE];
		unsigned long line;

		snprintf(shown[n], TITLE, "%.*s", (int)TITLE - 1, place);
		while (strcmp(shown[k], shown[n]))
			k++;
		if (k < n)
			continue;
		line = divide_place(nmutil_source_path(r->p, u->thread, u->pc, true, NULL),
				    file);
		if (!line)
			continue;
		n++;
		util_print("<p>%s</p>", escaped(shown[n - 1]));
		put_source(file, line);
	}
}

static void put_row(const char *what, const struct cost *before, const struct cost *after)
{
	util_print("<tr><td>%s</td><td>%" PRIu64 "</td><td>%" PRIu64
		   "</td><td>%s</td><td>%s</td></tr>",
		   what, before->requests, after->requests, nmutil_us(before->waited),
		   nmutil_us(after->waited));
}

void sharing_html(const struct report *r)
{
	util_print("<!DOCTYPE html><html lang=en><head><meta charset=utf-8>");
	util_print("<meta name=viewport content=\"width=device-width\"><title>Sharing</title>");
	util_print("%s</head><body><h1>What the threads share</h1>", style);
	util_print("<p>%u threads, %" PRIu64 " references, %" PRIu64
		   " requests to memory, waiting %s "
		   "of all threads, run time %s</p>",
		   nm_program_threads(r->p), r->all.references, r->all.requests,
		   nmutil_us(r->all.waited), nmutil_us(r->all.run));
	for (unsigned int i = 0; i < r->notes; i++)
		util_print("<p>%s</p>", escaped(r->note[i]));
	if (!r->findings)
		util_print("<p>The threads take no data from each other.</p>");
	for (unsigned int i = 0; i < r->findings; i++) {
		const struct finding *f = r->finding[i];

		util_print("<h2>%u. %s: %s</h2>", i + 1, escaped(f->title),
			   escaped(f->verdict));
		util_print("<p>%u %s%s, %" PRIu64 " requests, waiting %s, %.0f %% of all</p>",
			   f->lines, pages_of(f) ? "page" : "line", f->lines > 1 ? "s" : "",
			   f->before.requests, nmutil_us(f->before.waited), f->share);
		if (f->depends)
			util_print("<p>" DEPENDS "</p>");
		if (f->repair) {
			util_print(
				"<div><table><tr><th>%s</th><th colspan=2>requests before, after</th>"
				"<th colspan=2>waiting before, after</th></tr>",
				repair_name[f->repair]);
			put_row("this", &f->before, &f->after);
			put_row("whole program", &f->all_before, &f->all_after);
			util_print("</table></div>");
		}
		put_times(f);
		if (!f->worst)
			continue;
		put_drawing(r, f->worst);
		put_places(r, f);
	}
	util_print("</body></html>");
}
