/* SPDX-License-Identifier: Apache-2.0 */
#include "xdb_names.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define EVENTS 16u

struct event {
	const char *name, *text;
};

static const struct event cc[EVENTS] = {
	[1] = {"internal", "misses of the internal cache"},
	[2] = {"external", "misses of the external cache"},
	[3] = {"writes", "writes to memory: UPDATE, INVALIDATE, SWAP and FLUSH requests"},
	[4] = {"latency", "clocks in which a read miss waits for its reply"},
	[7] = {"clocks", "clocks"}};
static const struct event bw[EVENTS] = {
	[1] = {"invalidated", "own blocks that others took: INVALIDATE, SWAP, BLOCK"},
	[2] = {"updated", "own blocks that others updated: UPDATE"},
	[3] = {"snooped", "requests of others for own blocks"},
	[7] = {"clocks", "clocks"}};
static const struct event mqh[EVENTS] = {
	[1] = {"accesses", "requests to this handler"},
	[2] = {"queue", "clocks in which its queue is not empty"},
	[3] = {"busy", "clocks in which the bus has a packet"},
	[4] = {"broadcasts", "UPDATE and INVALIDATE requests to this handler"},
	[5] = {"swaps", "SWAP requests to this handler"},
	[7] = {"clocks", "clocks"},
	[8] = {"read", "READ requests on the bus"},
	[9] = {"update", "UPDATE requests on the bus"},
	[10] = {"invalidate", "INVALIDATE requests on the bus"},
	[11] = {"swap", "SWAP requests on the bus"},
	[12] = {"flush", "FLUSH requests on the bus"},
	[13] = {"block", "BLOCK requests on the bus"},
	[14] = {"pio_read", "PIO_READ requests on the bus"},
	[15] = {"pio_write", "PIO_WRITE requests on the bus"}};
static const struct event ioc[EVENTS] = {
	[1] = {"moves", "blocks of the I/O unit: READ, FLUSH and BLOCK requests"},
	[2] = {"misses", "misses of the I/O cache"},
	[3] = {"pio", "programmed I/O operations"},
	[4] = {"pio_clocks", "clocks in which one has no reply yet"},
	[5] = {"looks", "accesses of the I/O cache"},
	[7] = {"clocks", "clocks"}};

/* Chips of one kind; their numbers and counters follow one another. */
static const struct kind {
	const char *name;
	const struct event *events;
	unsigned int first, chips, counter, counters;
	unsigned int parts; /* chips with the same number before the point; 1: no point */
} kinds[] = {{"cc", cc, 0, 4, 0, 2, 1},
	     {"bw", bw, 4, 8, 8, 1, 2},
	     {"mqh", mqh, 12, 8, 16, 2, 4},
	     {"ioc", ioc, 20, 2, 32, 2, 1}};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static const struct kind *kind_of(unsigned int chip)
{
	const struct kind *k = kinds;

	while (k < kinds + KINDS - 1 && chip >= k->first + k->chips)
		k++;
	return k;
}

char *xdb_chip_name(unsigned int chip, char name[XDB_CHIP_NAME])
{
	const struct kind *k = kind_of(chip);
	const unsigned int n = (chip - k->first) % 8;

	if (k->parts == 1)
		snprintf(name, XDB_CHIP_NAME, "%s%u", k->name, n);
	else
		snprintf(name, XDB_CHIP_NAME, "%s%u.%u", k->name, n / k->parts, n % k->parts);
	return name;
}

unsigned int xdb_chip_counter(unsigned int chip, unsigned int *counters)
{
	const struct kind *k = kind_of(chip);

	*counters = k->counters;
	return k->counter + (chip - k->first) * k->counters;
}

const char *xdb_event_name(unsigned int chip, unsigned int event)
{
	return chip < XDB_CHIPS && event < EVENTS ? kind_of(chip)->events[event].name : NULL;
}

const char *xdb_event_text(unsigned int chip, unsigned int event)
{
	return chip < XDB_CHIPS && event < EVENTS ? kind_of(chip)->events[event].text : NULL;
}

bool xdb_event_of_bus(unsigned int chip, unsigned int event)
{
	return kind_of(chip)->events == mqh && (event == 3 || event >= 8);
}

/* Returns whether the @n characters of @text are the name of the chip, of its kind, or the part
 * of its name before the point. */
static bool names_chip(const char *text, size_t n, unsigned int chip)
{
	char name[XDB_CHIP_NAME];
	const char *kind = kind_of(chip)->name;
	const char *point = strchr(xdb_chip_name(chip, name), '.');

	return (strlen(name) == n && !strncmp(text, name, n)) ||
	       (strlen(kind) == n && !strncmp(text, kind, n)) ||
	       (point && (size_t)(point - name) == n && !strncmp(text, name, n));
}

int xdb_names_parse(const char *text, struct xdb_name *names, size_t size)
{
	const size_t chip_length = strcspn(text, ":");
	size_t n = 0;

	if (text[chip_length] != ':')
		return -EINVAL;
	for (unsigned int chip = 0; chip < XDB_CHIPS; chip++)
		for (unsigned int e = 1; e < EVENTS && names_chip(text, chip_length, chip);
		     e++) {
			const char *name = xdb_event_name(chip, e);

			if (!name || strcmp(name, text + chip_length + 1))
				continue;
			if (n == size)
				return -EINVAL;
			names[n++] = (struct xdb_name){chip, e};
		}
	return n ? (int)n : -EINVAL;
}
