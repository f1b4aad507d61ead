/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_frame.h"
#include "checksum.h"
#include "number.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const status_name[] = {"FRAME", "VEC", "NODE", "LATE"};
#define STATUS_BITS (sizeof(status_name) / sizeof(*status_name))

char *hm_status_text(uint32_t status, char text[HM_STATUS_TEXT])
{
	size_t used = 0;

	strcpy(text, "none");
	for (size_t i = 0; i < STATUS_BITS; i++)
		if (status >> i & 1)
			used += (size_t)snprintf(text + used, HM_STATUS_TEXT - used, "%s%s",
						 used ? " " : "", status_name[i]);
	return text;
}

void hm_header_put(char text[HM_HEADER_BYTES], const struct hm_header *h)
{
	char names[HM_STATUS_TEXT];
	int n = snprintf(text, HM_HEADER_BYTES,
			 "# hypermon trace 1\n"
			 "# board: hypermon\n"
			 "# format: %s\n"
			 "# nodes: %u\n"
			 "# window: %u ns\n"
			 "# clock: %u Hz\n",
			 h->compact ? "words" : "frames", h->nodes, h->window_ns, HM_CLOCK_HZ);

	if (h->checked)
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n, CHECK_HEADER "\n");
	if (h->marks)
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n, "# marks: on\n");
	if (h->seeded)
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n, "# seed: %" PRIu64 "\n",
			      h->seed);
	if (h->at_end)
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n, "# status: at end\n");
	else
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n,
			      "# status: %" PRIu32 " %s\n# lost frames: %" PRIu32 "\n",
			      h->status, hm_status_text(h->status, names), h->lost);
	if (h->counted && !h->at_end)
		n += snprintf(text + n, HM_HEADER_BYTES - (size_t)n, "# frames: %" PRIu64 "\n",
			      h->frames);
	memset(text + n, ' ', HM_HEADER_BYTES - (size_t)n);
	text[HM_HEADER_BYTES - 1] = '\n';
}

/* Reads a number up to @max that is followed by @end or a blank. */
static bool number(const char *text, uint64_t max, const char *end, uint64_t *value)
{
	char *after;

	return !number_read(text, &after, value) && *value <= max &&
	       (!strcmp(after, end) || (*end == ' ' && !*after));
}

enum { NODES, WINDOW, SEED, STATUS, LOST, FORMAT, BOARD, CLOCK, FRAMES, MARKS, CHECK, NAMES };

static const char *value(struct hm_header *h, int name, const char *text)
{
	uint64_t v = 0;
	char *end;

	switch (name) {
	case NODES:
		if (!number(text, HM_NODES, "", &v) || !v)
			return "nodes are 1 to 16";
		h->nodes = (unsigned int)v;
		break;
	case WINDOW:
		if (!number(text, 800, " ns", &v) || (v != 800 && v != 400 && v != 200))
			return "the window is 800, 400 or 200 ns";
		h->window_ns = (unsigned int)v;
		break;
	case SEED:
		if (!number(text, UINT64_MAX, "", &v))
			return "the seed is no number";
		h->seeded = true;
		h->seed = v;
		break;
	case STATUS:
		h->at_end = !strcmp(text, "at end");
		if (!h->at_end && (number_read(text, &end, &v) || !strchr(" ", *end)))
			return "the status is no number";
		if (v > 15)
			return "the status has four bits";
		h->status = (uint32_t)v;
		break;
	case LOST:
		if (!number(text, UINT32_MAX, "", &v))
			return "lost frames is not a number";
		h->lost = (uint32_t)v;
		break;
	case FORMAT:
		h->compact = !strcmp(text, "words");
		if (!h->compact && strcmp(text, "frames"))
			return "the format is frames or words";
		break;
	case BOARD:
		if (strcmp(text, "hypermon"))
			return "this is not the board hypermon";
		break;
	case CLOCK:
		if (strcmp(text, "20000000 Hz"))
			return "the clock is not 20000000 Hz";
		break;
	case MARKS:
		h->marks = !strcmp(text, "on");
		if (!h->marks && strcmp(text, "off"))
			return "marks are on or off";
		break;
	case CHECK:
		h->checked = !strcmp(text, "CRC-32");
		if (!h->checked)
			return "the checksum is not a CRC-32";
		break;
	case FRAMES:
		if (!number(text, UINT64_MAX, "", &v))
			return "frames is not a number";
		h->counted = true;
		h->frames = v;
		break;
	}
	return NULL;
}

/* Reads a header line without its line feed. */
static const char *header_line(struct hm_header *h, unsigned int *seen, char *line)
{
	static const char *const names[NAMES] = {"nodes",	"window", "seed",  "status",
						 "lost frames", "format", "board", "clock",
						 "frames",	"marks",  "check"};
	char *colon = strchr(line, ':');

	if (!starts_with(line, "# "))
		return "a header line begins with #";
	if (!colon || colon[1] != ' ')
		return "a header line is # NAME: VALUE";
	*colon = 0;
	for (int i = 0; i < NAMES; i++) {
		if (strcmp(line + 2, names[i]))
			continue;
		if (*seen >> i & 1)
			return "this line occurs twice";
		*seen |= 1u << i;
		return value(h, i, colon + 2);
	}
	return NULL; /* the line belongs to a later version */
}

int hm_header_get(struct hm_header *h, const char text[HM_HEADER_BYTES], unsigned int *line,
		  const char **wrong)
{
	static const char magic[] = "# hypermon trace 1\n";
	const unsigned int must = 1u << WINDOW | 1u << FORMAT | 1u << STATUS | 1u << NODES;
	const char *what = NULL;
	unsigned int seen = 0, n = 1;
	char copy[HM_HEADER_BYTES + 1], *at, *end;

	*h = HM_HEADER;
	memcpy(copy, text, HM_HEADER_BYTES);
	copy[HM_HEADER_BYTES] = 0;
	if (strncmp(copy, magic, sizeof(magic) - 1))
		what = "this is not a HYPERMON trace";
	else if (copy[HM_HEADER_BYTES - 1] != '\n')
		what = "the header does not end with a line feed";
	for (at = copy + sizeof(magic) - 1; !what && *at != ' ' && (end = strchr(at, '\n'));
	     at = end + 1) {
		*end = 0;
		n++;
		what = header_line(h, &seen, at);
	}
	if (!what && strspn(at, " \n") != strlen(at)) {
		n++;
		what = "the header ends with blanks";
	}
	if (!what && ((seen & must) != must || (!h->at_end && !(seen >> LOST & 1)))) {
		n++;
		what = "format, nodes, window, status or lost frames are missing";
	}
	if (!what && h->marks && h->compact) {
		n++;
		what = "a board with compact frames has no marks";
	}
	if (!what)
		return 0;
	if (line)
		*line = n;
	if (wrong)
		*wrong = what;
	return -EINVAL;
}
