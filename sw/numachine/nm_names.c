/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_names.h"
#include "le.h"
#include "number.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define BLANK " \t"
#define LENGTH (1u << 28) /* size of the memory that an address can name, in bytes */

/* Returns the next word of *at, or NULL. */
static char *word(char **at)
{
	char *w = *at + strspn(*at, BLANK);

	*at = w + strcspn(w, BLANK);
	if (**at)
		*(*at)++ = '\0';
	return *w ? w : NULL;
}

/* Returns the rest of the line without blanks around it. */
static const char *rest_of_line(char *at)
{
	char *end;

	at += strspn(at, BLANK);
	end = at + strlen(at);
	while (end > at && strchr(BLANK, end[-1]))
		*--end = '\0';
	return at;
}

/* Reads a number up to @max; returns false if @text is NULL or not such a number. K and M after
 * it multiply it by 1024 and 1048576. */
static bool number(const char *text, uint64_t max, uint64_t *value)
{
	unsigned int shift = 0;
	char *end;

	if (!text || number_read(text, &end, value))
		return false;
	if (*end == 'K' || *end == 'M')
		shift = *end++ == 'K' ? 10 : 20;
	if (*end || *value > max >> shift)
		return false;
	*value <<= shift;
	return true;
}

static int take_name(char name[NM_NAME_BYTES], char *at, const char **wrong)
{
	const char *text = rest_of_line(at);

	*wrong = !*text ? "no name" : "name longer than 63 characters";
	if (!*text || strlen(text) >= NM_NAME_BYTES)
		return -EINVAL;
	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7F) {
			*wrong = "a control character in the name";
			return -EINVAL;
		}
	strcpy(name, text);
	return 0;
}

static int phase_line(struct nm_names *n, char *at, const char **wrong)
{
	uint64_t phase;

	*wrong = "a phase is 0 to 15";
	if (!number(word(&at), 15, &phase))
		return -EINVAL;
	*wrong = "the phase has a name";
	if (n->phase[phase][0])
		return -EINVAL;
	return take_name(n->phase[phase], at, wrong);
}

/* Adds a range to the checksum, which is the CRC of gzip; the name of the range is not
 * included. */
static uint32_t range_check(uint32_t check, const struct nm_range *r)
{
	uint8_t bytes[20];

	put_le64(bytes, r->start);
	put_le64(bytes + 8, r->length);
	put_le32(bytes + 16, r->label);
	return (uint32_t)crc32_z(check, bytes, sizeof(bytes));
}

static int range_line(struct nm_names *n, char *start, char *at, const char **wrong)
{
	struct nm_range r = {0}, *more;
	uint64_t label = 0;

	*wrong = "a start address is a number below 0x10000000";
	if (!number(start, LENGTH - 1, &r.start))
		return -EINVAL;
	*wrong = "a range has at least 1 byte and ends at 0x10000000 at the latest";
	if (!number(word(&at), LENGTH - r.start, &r.length) || !r.length)
		return -EINVAL;
	*wrong = "a label is a number from 0 to 511";
	if (!number(word(&at), NM_LABEL_MAX, &label))
		return -EINVAL;
	r.label = (unsigned int)label;
	if (take_name(r.name, at, wrong))
		return -EINVAL;
	*wrong = "overlaps a range above";
	for (size_t i = 0; i < n->ranges; i++)
		if (r.start < n->range[i].start + n->range[i].length &&
		    n->range[i].start < r.start + r.length)
			return -EINVAL;
	if (n->ranges == n->room) {
		more = realloc(n->range, (n->room + 64) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		n->range = more;
		n->room += 64;
	}
	n->range[n->ranges++] = r;
	n->check = range_check(n->check, &r);
	return 0;
}

int nm_names_line(struct nm_names *n, const char *text, size_t length, const char **wrong)
{
	char line[512], *at = line, *first;

	*wrong = "a byte 0";
	if (memchr(text, '\0', length))
		return -EINVAL;
	*wrong = "line too long";
	if (length >= sizeof(line))
		return -EINVAL;
	memcpy(line, text, length);
	line[length] = '\0';
	line[strcspn(line, "#\r")] = '\0';
	first = word(&at);
	if (!first)
		return 0;
	return strcmp(first, "phase") ? range_line(n, first, at, wrong)
				      : phase_line(n, at, wrong);
}

void nm_names_free(struct nm_names *n)
{
	free(n->range);
	*n = (struct nm_names){0};
}

const char *nm_label_name(const struct nm_names *n, unsigned int label)
{
	for (size_t i = 0; i < n->ranges; i++)
		if (n->range[i].label == label)
			return n->range[i].name;
	return NULL;
}

const char *nm_phase_name(const struct nm_names *n, unsigned int phase)
{
	return phase < 16 && n->phase[phase][0] ? n->phase[phase] : NULL;
}
