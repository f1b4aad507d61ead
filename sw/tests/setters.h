/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SETTERS_H
#define SETTERS_H
/*
 * Tests all setters of a driver on a device that records: each may change only the fields that
 * it names, and must keep every other bit of their registers, including reserved bits, at both
 * values.
 *
 * A driver reads the register, changes the field and writes. It may write without reading if
 * the register has no field that can be written and read back, if the caller gives the whole
 * register, or if the paper counts bus writes (whole). In this case the setter must name all
 * fields that can be written, so that a field that is added to the table makes the test fail.
 */
#include "../lib/device.h"
#include "unit.h"
#include <errno.h>

/* A field of the register table, with the address of its register. */
struct setters_field {
	const char *reg, *access;
	enum device_space space;
	uint32_t addr, mask;
};

#define SETTERS_PLACES 4
struct setter {
	const char *name; /* name in the header of the driver */
	int (*set)(void *driver);
	struct {
		const char *reg;
		uint32_t mask; /* bits of the named fields */
		bool whole;
	} at[SETTERS_PLACES];
	const char *other; /* reason why it sets no register; set is then NULL */
};

/* Entry of a setter of the fields SETS(register, bits), or of all fields, SETS_ALL. */
#define SETTER(function, call, ...)                                  \
	{                                                            \
		.name = function, .set = call, .at = { __VA_ARGS__ } \
	}
#define SETS(register, bits)                              \
	{                                                 \
		.reg = register, .mask = (uint32_t)(bits) \
	}
#define SETS_ALL(register, bits)                                         \
	{                                                                \
		.reg = register, .mask = (uint32_t)(bits), .whole = true \
	}
#define SETS_NO_REGISTER(function, why)        \
	{                                      \
		.name = function, .other = why \
	}

struct setters {
	const char *header; /* path of the driver's header */
	const char *prefix; /* prefix of its functions */
	const struct setter *setter;
	size_t setters;
	const struct setters_field *field;
	size_t fields;
	void *driver;
	/* Opens the driver; it may use setters_poke() for values that the driver must read. */
	int (*open)(void *driver, struct device *dev);
	int (*close)(void *driver);
};

/* ---- the device: registers keep the value written ---- */

#define SETTERS_CELLS 1024
static struct setters_device {
	struct device dev;
	uint32_t background;
	struct setters_cell {
		enum device_space space;
		uint32_t addr, value;
	} cell[SETTERS_CELLS], before[SETTERS_CELLS];
	size_t cells, writes; /* before[]: the register before each write; written[]: the value
			       * written */
	uint32_t written[SETTERS_CELLS];
} setters_device;

static struct setters_cell *setters_cell(enum device_space space, uint32_t addr)
{
	struct setters_device *d = &setters_device;

	for (size_t i = 0; i < d->cells; i++)
		if (d->cell[i].space == space && d->cell[i].addr == addr)
			return &d->cell[i];
	assert_true(d->cells < SETTERS_CELLS);
	d->cell[d->cells] = (struct setters_cell){space, addr, d->background};
	return &d->cell[d->cells++];
}

static inline void setters_poke(enum device_space space, uint32_t addr, uint32_t value)
{
	setters_cell(space, addr)->value = value;
}

static int setters_read(struct device *dev, enum device_space space, uint32_t addr,
			unsigned int width, uint64_t *value)
{
	(void)dev;
	if (space == DEVICE_CONFIG)
		return -EOPNOTSUPP;
	*value = setters_cell(space, addr)->value;
	if (width == 64)
		*value |= (uint64_t)setters_cell(space, addr + 4)->value << 32;
	return 0;
}

static int setters_write(struct device *dev, enum device_space space, uint32_t addr,
			 unsigned int width, uint64_t value)
{
	struct setters_device *d = &setters_device;
	struct setters_cell *c;

	(void)dev;
	if (space == DEVICE_CONFIG)
		return -EOPNOTSUPP;
	assert_int_equal(width, 32);
	c = setters_cell(space, addr);
	assert_true(d->writes < SETTERS_CELLS);
	d->before[d->writes] = *c;
	d->written[d->writes++] = (uint32_t)value;
	c->value = (uint32_t)value;
	return 0;
}

static struct device *setters_open(uint32_t background)
{
	static const struct device_ops ops = {.read = setters_read, .write = setters_write};

	memset(&setters_device, 0, sizeof(setters_device));
	setters_device.background = background;
	setters_device.dev.ops = &ops;
	return &setters_device.dev;
}

/* ---- the check ---- */

/* Returns the bits of the fields of @reg with one of the accesses. */
static uint32_t setters_bits(const struct setters *t, const char *reg, const char *accesses)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < t->fields; i++)
		if (!strcmp(t->field[i].reg, reg) && strstr(accesses, t->field[i].access))
			bits |= t->field[i].mask;
	return bits;
}

static bool setters_is(const struct setters *t, const char *reg, const struct setters_cell *c)
{
	for (size_t i = 0; i < t->fields; i++)
		if (!strcmp(t->field[i].reg, reg))
			return t->field[i].space == c->space && t->field[i].addr == c->addr;
	fail_msg("no register %s", reg);
	return false;
}

/* Checks that write number @w of @s keeps all bits that are not named. */
static void setters_check_write(const struct setters *t, const struct setter *s, size_t w)
{
	const struct setters_cell *const before = &setters_device.before[w];
	const uint32_t value = setters_device.written[w];

	for (size_t k = 0; k < SETTERS_PLACES && s->at[k].reg; k++) {
		const char *const reg = s->at[k].reg;
		const uint32_t rw = setters_bits(t, reg, "RW"),
			       acts = setters_bits(t, reg, "W1C W1S WO"),
			       ro = setters_bits(t, reg, "RO"), named = s->at[k].mask;
		const uint32_t kept = s->at[k].whole || !rw ? 0 : before->value;
		const uint32_t changed = (value ^ kept) & ~named & ~acts & ~ro;

		if (!setters_is(t, reg, before))
			continue;
		if (changed)
			fail_msg("%s changes bits %08X of %s: %08X became %08X", s->name,
				 changed, reg, before->value, value);
		if (value & acts & ~named)
			fail_msg("%s writes 1 to bits %08X of %s, which act", s->name,
				 value & acts & ~named, reg);
		if (s->at[k].whole && rw & ~named)
			fail_msg("%s writes all of %s, and names no field with bits %08X",
				 s->name, reg, rw & ~named);
		return;
	}
	fail_msg("%s writes to %s %08X, which it does not name", s->name,
		 before->space == DEVICE_IO ? "I/O" : "memory", before->addr);
}

/* Returns whether this is the name of a setter. */
static bool setters_is_setter(const char *name)
{
	static const char *const words[] = {
		"_set",	  "_Set",	  "_Put",	"_control", "_enable", "_disable",
		"_clear", "_Clear",	  "_change",	"_select",  "_start",  "_stop",
		"_reset", "_acknowledge", "_increment", "_allow",   "_Config"};

	if (strstr(name, "_get_") || strstr(name, "_Get"))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(name, words[i]))
			return true;
	return false;
}

/* Checks that every setter that the header declares is in the list. */
static void setters_check_header(const struct setters *t)
{
	FILE *const f = fopen(t->header, "r");
	char line[300], name[64], format[32];
	size_t found = 0;

	assert_non_null(f);
	snprintf(format, sizeof(format), "int %s%%40[A-Za-z0-9_](", t->prefix);
	while (fgets(line, sizeof(line), f)) {
		bool known = false;

		strcpy(name, t->prefix);
		if (sscanf(line, format, name + strlen(t->prefix)) != 1 ||
		    !setters_is_setter(name))
			continue;
		for (size_t i = 0; i < t->setters && !known; i++)
			known = !strcmp(t->setter[i].name, name);
		if (!known)
			fail_msg("%s is not in the list of setters", name);
		found++;
	}
	fclose(f);
	assert_int_equal(found, t->setters);
}

static void setters_check(const struct setters *t)
{
	setters_check_header(t);
	for (size_t i = 0; i < t->setters; i++) {
		const struct setter *const s = &t->setter[i];

		for (unsigned int ones = 0; s->set && ones < 2; ones++) {
			assert_int_equal(t->open(t->driver, setters_open(-ones)), 0);
			setters_device.writes = 0;
			if (s->set(t->driver))
				fail_msg("%s failed", s->name);
			if (!setters_device.writes)
				fail_msg("%s writes nothing", s->name);
			for (size_t w = 0; w < setters_device.writes; w++)
				setters_check_write(t, s, w);
			t->close(t->driver);
		}
		if (!s->set && !s->other)
			fail_msg("%s: neither a register nor a reason", s->name);
	}
}

/* The program of a driver: @type is its handle; setter, fields, open_it and close_it are the
 * members of struct setters. */
#define SETTERS_MAIN(type, path, begin)                                                      \
	static void setters(void)                                                            \
	{                                                                                    \
		static type driver;                                                          \
                                                                                             \
		setters_check(&(struct setters){.header = path,                              \
						.prefix = begin,                             \
						.setter = setter,                            \
						.setters = sizeof(setter) / sizeof(*setter), \
						.field = fields,                             \
						.fields = sizeof(fields) / sizeof(*fields),  \
						.driver = &driver,                           \
						.open = open_it,                             \
						.close = close_it});                         \
	}                                                                                    \
	static const struct unit units[] = {UNIT(setters, "")};                              \
	UNIT_MAIN(units)

#endif
