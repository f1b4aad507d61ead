/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XDB_NAMES_H
#define XDB_NAMES_H
/* Names of the chips and events of the board xdbus. */
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define XDB_CHIPS 22u /* cc0 to 3, bw0.0 to 3.1, mqh0.0 to 1.3, ioc0 to 1 */
#define XDB_CHIP_NAME 8u

/* Stores the name of a chip, 0 to 21: cc0 (processor), bw0.1 (processor, bus), mqh0.1 (bus,
 * handler), ioc0 (bus). Returns @name. */
char *xdb_chip_name(unsigned int chip, char name[XDB_CHIP_NAME]);
/* Returns the first counter of a chip; *counters receives their number, 1 or 2. */
unsigned int xdb_chip_counter(unsigned int chip, unsigned int *counters);
/* Returns the name of an event of a chip, NULL: it has none with this number. */
const char *xdb_event_name(unsigned int chip, unsigned int event);
/* Returns a description of what the event counts; NULL as above. */
const char *xdb_event_text(unsigned int chip, unsigned int event);
/* Returns whether the event is the same for all handlers of a bus. */
bool xdb_event_of_bus(unsigned int chip, unsigned int event);

struct xdb_name {
	unsigned int chip, event;
};
/*
 * Reads CHIP:EVENT; CHIP may be a kind of chip (cc, bw, mqh, ioc) or a part of a name before
 * its point (mqh1), and means all these chips. Stores up to @size names; returns their number,
 * or -EINVAL.
 */
int xdb_names_parse(const char *text, struct xdb_name *names, size_t size);

#ifdef __cplusplus
}
#endif

#endif
