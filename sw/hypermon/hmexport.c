/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a trace into the formats of other tools. */
#include "ctf.h"
#include "hm_analysis.h"
#include "hmfilter.h"
#include "hmsource.h"
#include "hmutil.h"
#include "outstream.h"
#include "version.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage_text[] =
	"Usage: hmexport [-f FORMAT] [-e TABLE] -o OUTPUT [TRACE]\n"
	"\n"
	"Converts the events of a HYPERMON trace, or its nibbles if there is no table,\n"
	"to the format of another tool. Lost data are marked.\n"
	"\n"
	"  -f, --format=FORMAT ctf   Common Trace Format, for babeltrace2, Trace Compass:\n"
	"                            a folder with a stream for each node\n"
	"                      json  trace events, for Perfetto\n"
	"                      default: the extension of OUTPUT\n" HMUTIL_TABLE_HELP
		HMUTIL_GUESS_HELP HMSOURCE_HELP HMFILTER_HELP
	"  -o, --output=OUTPUT output file, for ctf a folder; - is standard output\n"
	"  -h, --help          print this and exit\n" UTIL_HELP_REST "\n"
	"1 also when data were lost.";

/* Returns whether data were lost at an unknown place. */
static bool lost_anywhere(void)
{
	const struct hm_header *h = &hmutil_trace.header;

	return !h->marks && (h->status || h->lost);
}

static struct hm_decoder decoder;

/* Takes an event of a software recording, whose microseconds are used in place of windows. */
static void recorded_event(void *arg, const struct hm_event *e, uint64_t end);
static struct hmsource source = {.event = recorded_event};

static unsigned int guess;
static void json_break(void *arg, unsigned int node, uint64_t window);

/* Runs the trace through the decoder; afterwards the losses are known. */
static void decode(struct hm_decoder *d, const struct hm_table *table,
		   void (*on_event)(void *, const struct hm_event *),
		   void (*on_nibble)(void *, unsigned int, unsigned int, uint64_t),
		   void (*on_gap)(void *, const struct hm_gap *))
{
	hm_decoder_begin(d, table, hmutil_trace.header.window_ns, hmutil_trace.header.compact);
	if (source.soft) {
		source.arg = (void *)on_event;
		hmsource_run(&source, table);
		return;
	}
	if (table)
		d->on_event = on_event;
	else
		d->on_nibble = on_nibble;
	d->on_stray = hmutil_stray;
	d->on_gap = on_gap;
	d->on_break = table ? json_break : NULL;
	d->unmarked = table && hmutil_unmarked();
	d->guess = guess;
	hmutil_decode(d);
}

static void recorded_event(void *arg, const struct hm_event *e, uint64_t end)
{
	void (*const on_event)(void *, const struct hm_event *) =
		(void (*)(void *, const struct hm_event *))arg;

	(void)end;
	decoder.window = e->window;
	on_event(NULL, e);
}

static bool shown_nibble(unsigned int node, uint64_t window)
{
	return hmfilter_node(node) && hmfilter_ns(window * hmutil_trace.header.window_ns);
}

/* ---- Common Trace Format ---- */

enum { BOARD = HM_NODES, METADATA, FILES };

/* The output files: the streams of the nodes, the stream of the board's losses, and the
 * metadata. */
static struct file {
	char path[PATH_MAX];
	struct outstream out;
	struct ctf ctf;
	bool open, begun;
	uint64_t last; /* ns, of the last event */
} file[FILES];

static const struct ctf_clock ctf_clock = {"board", "HYPERMON's windows, since its reset",
					   1000000000};

/* Writes a field. Its name begins with _, which readers remove, because other names could be
 * keywords of the language. */
static void ctf_field(FILE *out, const struct hm_table *table, const struct hm_event_field *f)
{
	const struct hm_enum *e = &table->words[f->words];

	switch (f->kind) {
	case HM_TEXT:
		fprintf(out, "\t\tchar8_t _%s[%u];\n", f->name, f->bytes);
		break;
	case HM_ENUM:
		fputs("\t\tenum : uint8_t { ", out);
		for (unsigned int i = 0; i < e->count; i++)
			fprintf(out, "%s%s = %u", i ? ", " : "", e->word[i].word,
				e->word[i].value);
		fprintf(out, " } _%s;\n", f->name);
		break;
	default:
		fprintf(out,
			"\t\tinteger { size = %u; align = 8; signed = %s; base = %s; } _%s;\n",
			8u * f->bytes, f->kind == HM_SIGNED ? "true" : "false",
			f->kind == HM_HEX ? "hex" : "decimal", f->name);
	}
}

static void ctf_event_type(FILE *out, const struct hm_table *table, unsigned int id)
{
	const struct hm_event_type *t = &table->type[id];

	fputs("event {\n\tname = ", out);
	ctf_text(out, t->name);
	fprintf(out, ";\n\tid = %u;\n\tstream_id = 0;\n\tfields := struct {\n", id);
	for (unsigned int i = 0; i < t->fields; i++)
		ctf_field(out, table, &t->field[i]);
	if (!t->fields)
		fprintf(out, "\t\thex8_t data[%u];\n", t->length - 1u);
	fputs("\t};\n};\n\n", out);
}

static void ctf_metadata(FILE *out, const struct hm_table *table)
{
	const struct hm_header *h = &hmutil_trace.header;
	char names[HM_STATUS_TEXT];

	fputs("/* CTF 1.8 */\n\nenv {\n\ttracer_name = \"hmexport\";\n"
	      "\ttracer_version = \"" TOOLS_VERSION "\";\n\tboard = \"hypermon\";\n",
	      out);
	fprintf(out, "\tnodes = %u;\n\twindow_ns = %u;\n", h->nodes, h->window_ns);
	if (h->seeded)
		fprintf(out, "\tseed = \"%" PRIu64 "\";\n", h->seed);
	fprintf(out, "\tstatus = \"%s\";\n\tlost_frames = %" PRIu32 ";\n};\n\n",
		hm_status_text(h->status, names), h->lost);
	ctf_describe(out, &ctf_clock);
	fputs("typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; } := "
	      "char8_t;\n\n",
	      out);
	ctf_numbered_stream(out, 0,
			    "\tevent.context := struct { uint8_t node; uint8_t probable; };\n");
	fputs("/* Without events: a packet is missing if data were lost at unknown places. "
	      "*/\n",
	      out);
	ctf_numbered_stream(out, 1, "");
	for (unsigned int id = 1; table && id < 256; id++)
		if (table->type[id].length)
			ctf_event_type(out, table, id);
	if (!table)
		fputs("event {\n\tname = \"nibble\";\n\tid = 0;\n\tstream_id = 0;\n"
		      "\tfields := struct { hex8_t data; };\n};\n",
		      out);
}

static void ctf_put_event(unsigned int node, bool probable, unsigned int id, uint64_t ns,
			  const uint8_t *data, unsigned int length)
{
	struct file *f = &file[node];
	uint8_t head[16];
	unsigned int n = 0;

	if (!f->begun)
		ctf_start(&f->ctf, ns);
	f->begun = true;
	n += ctf_le(head + n, id, 1);
	n += ctf_le(head + n, ns, 8);
	n += ctf_le(head + n, node, 1);
	n += ctf_le(head + n, probable, 1);
	ctf_put(&f->ctf, head, n);
	ctf_put(&f->ctf, data, length);
	f->last = ns;
}

static void ctf_event(void *arg, const struct hm_event *e)
{
	(void)arg;
	const struct hm_event_type *t = e->type;
	uint8_t fields[HM_FIELDS * 16];
	unsigned int n = 0;

	if (!hmfilter_event(e))
		return;
	if (!t->fields) {
		ctf_put_event(e->node, e->probable, e->data[0], e->ns, e->data + 1,
			      e->length - 1);
		return;
	}
	for (unsigned int i = 0; i < t->fields; i++) {
		memcpy(fields + n, e->data + t->field[i].offset, t->field[i].bytes);
		n += t->field[i].bytes;
	}
	ctf_put_event(e->node, e->probable, e->data[0], e->ns, fields, n);
}

static void ctf_nibble(void *arg, unsigned int node, unsigned int nibble, uint64_t window)
{
	const uint8_t data = (uint8_t)nibble;

	(void)arg;
	if (!shown_nibble(node, window))
		return;
	ctf_put_event(node, false, 0, window * hmutil_trace.header.window_ns, &data, 1);
}

/* Writes an empty block for a gap of the node. */
static void ctf_gap(void *arg, const struct hm_gap *g)
{
	struct file *f = &file[g->node];
	uint64_t from;

	(void)arg;
	if (!f->begun) {
		f->last = decoder.stats.first * hmutil_trace.header.window_ns;
		ctf_start(&f->ctf, f->last);
	}
	f->begun = true;
	from = g->from_ns > f->last ? g->from_ns : f->last;
	ctf_block_end(&f->ctf, from, 0);
	f->ctf.number++;
	f->last = g->to_ns > from ? g->to_ns : from;
	ctf_block_begin(&f->ctf, f->last);
}

static bool ctf_open(const char *folder)
{
	for (unsigned int i = 0; i < FILES; i++) {
		struct file *f = &file[i];
		int n, err = 0;

		if (i < HM_NODES)
			n = snprintf(f->path, PATH_MAX, "%s/node%02u", folder, i);
		else
			n = snprintf(f->path, PATH_MAX, "%s/%s", folder,
				     i == BOARD ? "board" : "metadata");
		if (n >= PATH_MAX)
			err = -ENAMETOOLONG;
		else if (i >= HM_NODES || i < hmutil_trace.header.nodes)
			err = outstream_open(&f->out, f->path);
		else
			continue;
		if (err) {
			util_error("%s: %s", f->path, outpath_reason(err));
			return false;
		}
		f->open = true;
		f->ctf = (struct ctf){
			.out = f->out.stream, .stream = i == BOARD, .numbered = true};
	}
	return true;
}

static void ctf_write(const struct hm_table *table)
{
	const struct hm_stats *s = &decoder.stats;
	const unsigned int window_ns = hmutil_trace.header.window_ns;

	decode(&decoder, table, ctf_event, ctf_nibble, ctf_gap);
	for (unsigned int i = 0; i < HM_NODES; i++) {
		if (!file[i].begun && file[i].open)
			ctf_start(&file[i].ctf, s->first * window_ns);
		if (file[i].open)
			ctf_block_end(&file[i].ctf,
				      file[i].begun ? file[i].last : s->first * window_ns, 0);
	}
	ctf_start(&file[BOARD].ctf, s->first * window_ns);
	if (lost_anywhere()) {
		ctf_block_end(&file[BOARD].ctf, s->first * window_ns, 0);
		file[BOARD].ctf.number++;
		ctf_block_begin(&file[BOARD].ctf, (s->last + 1) * window_ns);
		ctf_block_end(&file[BOARD].ctf, (s->last + 1) * window_ns, 0);
	} else {
		ctf_block_end(&file[BOARD].ctf, s->last * window_ns, 0);
	}
	ctf_metadata(file[METADATA].out.stream, table);
}

static void export_ctf(const char *folder, const struct hm_table *table)
{
	bool made, keep;
	const int wrong = ctf_make_folder(folder, &made);

	if (wrong) {
		util_error("%s: %s", folder,
			   wrong == -EEXIST ? "the folder is not empty"
					    : outpath_reason(wrong));
		return;
	}
	keep = ctf_open(folder);
	if (keep)
		ctf_write(table);
	for (unsigned int i = 0; i < FILES; i++) {
		int err = file[i].open ? outstream_close(&file[i].out, keep) : 0;

		if (err && keep) {
			util_error("%s: %s", file[i].path, outpath_reason(err));
			keep = false;
		}
		/* the file belongs to an earlier export of a board with more nodes */
		if (keep && !file[i].open)
			unlink(file[i].path);
	}
	if (!keep && made) {
		for (unsigned int i = 0; i < FILES; i++)
			unlink(file[i].path);
		rmdir(folder);
	}
}

/* ---- trace events ---- */

/* Prints nanoseconds in microseconds, the unit of the format. */
#define US "%" PRIu64 ".%03u"
#define US_OF(ns) (ns) / 1000, (unsigned int)((ns) % 1000)

static FILE *json;
static const struct hm_table *table_of_events;

/* ---- states as slices, messages as arrows ---- */

static struct hm_analysis analysis;
static uint64_t arrows;

static void json_state(void *arg, unsigned int node, enum hm_node_state state, uint64_t from,
		       uint64_t to)
{
	(void)arg;
	if (from < hmfilter_from())
		from = hmfilter_from();
	if (to > hmfilter_to())
		to = hmfilter_to();
	if (from < to && hmfilter_node(node) && state != HM_UNKNOWN && state != HM_ENDED)
		fprintf(json,
			",\n{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"state\",\"pid\":2,"
			"\"tid\":%u,\"ts\":" US ",\"dur\":" US "}",
			hm_state_names[state], node, US_OF(from), US_OF(to - from));
}

static void json_message(void *arg, const struct hm_message *m)
{
	static const char *const phase[] = {"\"s\"", "\"f\",\"bp\":\"e\""};
	const uint64_t at[] = {m->sent, m->received};
	const unsigned int node[] = {m->from, m->to};

	(void)arg;
	if (!hmfilter_node(m->from) || !hmfilter_node(m->to) || !hmfilter_ns(m->sent) ||
	    !hmfilter_ns(m->received))
		return;
	arrows++;
	for (unsigned int i = 0; i < 2; i++)
		fprintf(json,
			",\n{\"ph\":%s,\"name\":\"message\",\"cat\":\"message\",\"id\":%" PRIu64
			",\"pid\":2,\"tid\":%u,\"ts\":" US ",\"args\":{\"bytes\":%" PRIu32 "}}",
			phase[i], arrows, node[i], US_OF(at[i]), m->bytes);
}

static void json_analyse(const struct hm_event *e)
{
	const uint64_t end = decoder.window * hmutil_trace.header.window_ns;
	static bool failed;

	/* events that are not certain are not matched */
	if (e->probable || failed)
		return;
	failed = hm_analysis_event(&analysis, e, end) != 0;
	if (failed)
		util_flaw("%s: too many messages are in transit: no states and messages from "
			  "%" PRIu64 " ns on",
			  hmutil_trace.name, e->ns);
}

static void json_break(void *arg, unsigned int node, uint64_t window)
{
	(void)arg;
	hm_analysis_break(&analysis, node, window * hmutil_trace.header.window_ns);
}

/* ---- events ---- */

static void json_instant(unsigned int node, uint64_t ns, const char *name, const char *class)
{
	fputs(",\n{\"ph\":\"i\",\"s\":\"t\",\"name\":", json);
	ctf_text(json, name);
	fputs(",\"cat\":", json);
	ctf_text(json, class);
	fprintf(json, ",\"pid\":1,\"tid\":%u,\"ts\":" US ",\"args\":{", node, US_OF(ns));
}

static void json_event(void *arg, const struct hm_event *e)
{
	(void)arg;
	json_analyse(e);
	if (!hmfilter_event(e))
		return;
	json_instant(e->node, e->ns, e->type->name, e->type->class_name);
	if (!e->type->fields)
		fputs("\"data\":\"", json);
	for (unsigned int i = 1; !e->type->fields && i < e->length; i++)
		fprintf(json, "%s%02X%s", i > 1 ? " " : "", e->data[i],
			i + 1 < e->length ? "" : "\"");
	for (unsigned int i = 0; i < e->type->fields; i++) {
		const struct hm_event_field *f = &e->type->field[i];
		char text[HM_VALUE_TEXT];
		const bool number = f->kind == HM_UNSIGNED || f->kind == HM_SIGNED;

		fprintf(json, "%s\"%s\":", i ? "," : "", f->name);
		hm_field_text(table_of_events, f, e->data, text);
		if (number)
			fputs(text, json);
		else
			ctf_text(json, text);
	}
	fputs(e->probable ? ",\"probable\":true}}" : "}}", json);
}

/* Writes a gap of a node as a slice of its time line. */
static void json_gap(void *arg, const struct hm_gap *g)
{
	char text[HMUTIL_GAP_TEXT];

	(void)arg;
	fprintf(json,
		",\n"
		"{\"ph\":\"X\",\"name\":\"not decoded\",\"cat\":\"gap\",\"pid\":1,\"tid\":%u,"
		"\"ts\":" US ",\"dur\":" US ",\"args\":{\"nibbles\":%" PRIu64
		",\"lost_frames\":%" PRIu64 ",\"text\":",
		g->node, US_OF(g->from_ns), US_OF(g->to_ns - g->from_ns), g->nibbles,
		g->frames);
	ctf_text(json, hmutil_gap_text(g, text));
	fputs("}}", json);
}

static void json_nibble(void *arg, unsigned int node, unsigned int nibble, uint64_t window)
{
	(void)arg;
	if (!shown_nibble(node, window))
		return;
	json_instant(node, window * hmutil_trace.header.window_ns, "nibble", "nibble");
	fprintf(json, "\"data\":\"%X\"}}", nibble);
}

static void json_write(const struct hm_table *table)
{
	const struct hm_header *h = &hmutil_trace.header;
	char names[HM_STATUS_TEXT];

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
	      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,"
	      "\"args\":{\"name\":\"HYPERMON\"}}",
	      json);
	for (unsigned int node = 0; node < h->nodes; node++)
		fprintf(json,
			",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%u,"
			"\"args\":{\"name\":\"node %u\"}}",
			node, node);
	table_of_events = table;
	hm_analysis_begin(&analysis, table, h->window_ns);
	analysis.on_state = json_state;
	analysis.on_message = json_message;
	for (unsigned int node = 0; table && node < h->nodes; node++)
		fprintf(json,
			",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":2,\"tid\":%u,"
			"\"args\":{\"name\":\"node %u\"}}",
			node, node);
	if (table)
		fputs(",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,"
		      "\"args\":{\"name\":\"states and messages\"}}",
		      json);
	decode(&decoder, table, json_event, json_nibble, json_gap);
	hm_analysis_end(&analysis);
	hm_analysis_free(&analysis);
	if (lost_anywhere())
		fprintf(json,
			",\n{\"ph\":\"i\",\"s\":\"g\",\"pid\":1,\"tid\":0,\"ts\":" US
			",\"name\":\"%" PRIu32 " frames lost, unknown where; STATUS %s\"}",
			US_OF(decoder.stats.last * h->window_ns), h->lost,
			hm_status_text(h->status, names));
	fprintf(json,
		"\n],\"otherData\":{\"board\":\"hypermon\",\"nodes\":%u,\"window_ns\":%u,"
		"\"status\":\"%s\",\"lost_frames\":%" PRIu32 "}}\n",
		h->nodes, h->window_ns, hm_status_text(h->status, names), h->lost);
}

static void export_json(const char *path, const struct hm_table *table)
{
	static struct outstream out;
	int err = outstream_open(&out, path);

	if (!err) {
		json = out.stream;
		json_write(table);
		err = outstream_close(&out, true);
	}
	if (err)
		util_error("%s: %s", strcmp(path, "-") ? path : "standard output",
			   outpath_reason(err));
}

/* ---- command line ---- */

int main(int argc, char **argv)
{
	static const struct util_word words[] = {HMFILTER_WORDS, {0}};
	const char *format = NULL, *output;
	const struct hm_table *table = NULL;
	bool ctf;
	int c;

	util_begin("hmexport", usage_text, argc, argv);
	while ((c = util_option(words)) != -1) {
		if (c == 'f')
			format = optarg;
		else if (c == 'g')
			guess = (unsigned int)util_number(optarg, 100);
		else if (c == 'S')
			source.soft = true;
		else if (!hmfilter_option(c, optarg))
			table = hmutil_table(optarg);
	}
	hmfilter_resolve(table);
	ctf = util_take_export(format, &output);
	util_open();
	if (source.soft)
		hmutil_trace.header = (struct hm_header){.nodes = HM_NODES, .window_ns = 1000};
	if (hmsource_open(&source, table, NULL)) {
		if (ctf)
			export_ctf(output, table);
		else
			export_json(output, table);
	}
	return util_end();
}
