/* SPDX-License-Identifier: Apache-2.0 */
/* Tests what a processor executes of a recording of valgrind's lackey. */
#include "../../../sw/tests/unit.h"
#include "recording.h"
#include <unistd.h>

#define MOST 32

struct executed {
	struct machine_ref ref[MOST];
	unsigned int n;
	uint64_t clocks; /* of instructions and of waiting */
};

/* What processor @p executes of a recording of these lines, @most references at most. */
static struct executed play(const char *text, unsigned int p, uint64_t most)
{
	char path[] = "/tmp/recording.XXXXXX", *paths[] = {path};
	const int fd = mkstemp(path);
	struct machine_config cfg = {.processors = MACHINE_PROCESSORS};
	const char *file, *error;
	struct executed e = {.n = 0};
	struct recording *r;
	struct machine_ref ref;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	r = recording_open(paths, 1, most, &cfg, &file, &error);
	assert_non_null(r);
	while (e.n < MOST && cfg.next(cfg.arg, p, &ref)) {
		/* MACHINE_THINK itself takes a clock */
		e.clocks += ref.clocks + (ref.kind == MACHINE_THINK);
		if (ref.kind != MACHINE_THINK)
			e.ref[e.n++] = ref;
	}
	assert_true(e.n < MOST);
	assert_null(recording_error(r));
	recording_close(r);
	unlink(path);
	return e;
}

static void check_refs(const struct executed *e, const char *kinds, const uint32_t *addr)
{
	assert_int_equal(e->n, strlen(kinds));
	for (unsigned int EACH(i, 0); i < e->n; i++) {
		assert_int_equal(e->ref[i].kind,
				 kinds[i] == 'R' ? MACHINE_READ : MACHINE_WRITE);
		assert_int_equal(e->ref[i].addr, addr[i]);
	}
}

/* An instruction that modifies memory loads and stores. */
static void modify(void)
{
	const struct executed e = play("I  1,1\n M 4010,4\n L 4020,4\n", 0, 0);

	check_refs(&e, "RWR", (const uint32_t[]){0x10, 0x10, 0x20});
	assert_int_equal(e.clocks, 1);
}

/* An access that is in several lines of 64 bytes, also of two pages, is one for each. */
static void across_lines(void)
{
	struct executed e = play(" S 403c,8\n L 7fe0,64\n M 4078,16\n", 0, 0);

	check_refs(&e, "WWRRRWRW",
		   (const uint32_t[]){0x3C, 0x40, 0x3FE0, 0x4000, 0x78, 0x78, 0x80, 0x80});
	e = play(" S 403c,8\n L 7fe0,64\n", 0, 3);
	check_refs(&e, "WWR", (const uint32_t[]){0x3C, 0x40, 0x3FE0});
}

/* Appends a line of an instruction @n times. */
static void add_instructions(char *text, unsigned int n)
{
	text += strlen(text);
	while (n--)
		text += sprintf(text, "I  1,1\n");
}

/* Each instruction takes a clock, whatever is before and after it. */
static void instructions(void)
{
	static char text[131072];
	struct executed e;

	add_instructions(text, 10000);
	strcat(text, " L 4000,8\n");
	add_instructions(text, 300);
	strcat(text, " L 4008,8\n");
	add_instructions(text, 77);
	e = play(text, 0, 0);
	assert_int_equal(e.n, 2);
	assert_int_equal(e.clocks, 10377);
}

/* A long recording without markers is the work of processor 0. */
static void without_markers(void)
{
	static char text[131072];
	struct executed e;

	add_instructions(text, 10000);
	strcat(text, " L 4000,8\n");
	e = play(text, 0, 0);
	assert_int_equal(e.n, 1);
	e = play(text, 4, 0);
	assert_int_equal(e.n, 0);
}

static const struct unit units[] = {
	UNIT(without_markers, "NM-REC-004"),
	UNIT(modify, "NM-REC-004"),
	UNIT(across_lines, "NM-REC-004"),
	UNIT(instructions, "NM-REC-004"),
};

UNIT_MAIN(units)
