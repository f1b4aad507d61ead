/* SPDX-License-Identifier: Apache-2.0 */
/* Tests files of the packets that arrived at a node: a written file is read back, a damaged one
 * is rejected. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include "arrivals.h"
#include "unit.h"

static const struct arrival some[] = {
	{{.tx = 0x1FFFFFFFFFFF,
	  .addr = 0x7FFFFFC,
	  .first = 0xFFFFFFFF,
	  .words = 1024,
	  .x = 63,
	  .y = 63,
	  .color = 63,
	  .be = 15,
	  .irq = true},
	 0},
	{{.tx = 1, .words = 1, .be = 3, .x = 2, .y = 1}, 5000},
	{{.words = 9}, 5000},
	{{.tx = 77, .words = 2, .color = 4}, UINT64_MAX},
};
static const struct arrivals_head head = {
	.node = 12, .seed = UINT64_MAX, .start_ps = 123456789, .start_tick = 0xFFFFFFFFFFF};
static char folder[] = "/tmp/arrivals-XXXXXX", path[PATH_MAX];

static int write_some(size_t n)
{
	struct arrivals_file w;
	int err = arrivals_create(&w, folder, 12);

	snprintf(path, sizeof(path), "%s", w.path);
	for (size_t i = 0; i < n && !err; i++)
		err = arrivals_add(&w, &some[i]);
	return err ? err : arrivals_commit(&w, &head);
}

static void test_round_trip(void)
{
	const size_t most = sizeof(some) / sizeof(some[0]);
	char why[256];

	for (size_t EACH(n, 0); n <= most; n++) {
		struct arrivals all;

		assert_int_equal(write_some(n), 0);
		assert_true(arrivals_read(&all, path, why));
		assert_int_equal(all.n, n);
		assert_memory_equal(&all.head, &head, sizeof(head));
		for (size_t EACH(i, 0); i < n; i++) {
			const struct packet *p = &all.a[i].p, *q = &some[i].p;

			assert_int_equal(all.a[i].rx_ps, some[i].rx_ps);
			assert_int_equal(p->tx, q->tx);
			assert_int_equal(p->addr, q->addr);
			assert_int_equal(p->first, q->first);
			assert_int_equal(p->words, q->words);
			assert_int_equal(p->x, q->x);
			assert_int_equal(p->y, q->y);
			assert_int_equal(p->color, q->color);
			assert_int_equal(p->be, q->be);
			assert_int_equal(p->irq, q->irq);
		}
		arrivals_free(&all);
	}
	assert_non_null(strstr(path, "/node-0012.packets"));
}

/* Writes @text with a correct end line. */
static void put(const char *text)
{
	struct check c = {0};
	char end[CHECK_LINE];
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	check_add(&c, text, strlen(text));
	check_end_line(&c, end);
	fputs(text, f);
	fwrite(end, 1, sizeof(end), f);
	fclose(f);
}

static void refused(const char *because)
{
	struct arrivals all;
	char why[256] = "";

	assert_false(arrivals_read(&all, path, why));
	assert_null(all.a);
	if (strcmp(why, because))
		fail_msg("\"%s\" is not \"%s\"", why, because);
}

#define BEGIN                                                                             \
	"# packets of a SHRIMP node: time/ps transmit-time address first-word words x y " \
	"color "                                                                          \
	"enables interrupt\n# check: CRC-32\n"
#define RUN "# node 1 seed 2 start 3 tick 00000000004\n"

static void test_errors(void)
{
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{"", "not a file of the packets of a SHRIMP node"},
		{"# something else\n", "not a file of the packets of a SHRIMP node"},
		{BEGIN, "the line that describes the run is missing"},
		{BEGIN "5 1 2 3 1 0 0 0 0 0\n", "the line that describes the run is missing"},
		{BEGIN "5 1 2 3 1 0 0 0 0\n" RUN, "line 3: not a packet"},
		{BEGIN "5 1 2 3 1 0 0 0 0 0 0\n" RUN, "line 3: not a packet"},
		{BEGIN "\n" RUN, "line 3: not a packet"},
		{BEGIN "5 1 2 3 0 0 0 0 0 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1025 0 0 0 0 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 64 0 0 0 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 0 64 0 0 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 0 0 64 0 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 0 0 0 16 0\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 0 0 0 0 2\n" RUN, "line 3: a field is out of its range"},
		{BEGIN "5 1 2 3 1 0 0 0 0 0\n4 1 2 3 1 0 0 0 0 0\n" RUN,
		 "line 4: time goes back"},
		{BEGIN "# node 1 seed 2 start 3\n",
		 "line 3: not a line that describes the run"},
		{BEGIN RUN RUN, "line 4: text behind the line that describes the run"},
		{BEGIN RUN "5 1", "line 4: the line has no end"},
	};

	for (size_t EACH(i, 0); i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		put(wrong[i].text);
		refused(wrong[i].why);
	}
	put(BEGIN RUN);
	assert_int_equal(truncate(path, 60), 0);
	refused(CHECK_CUT);
	assert_int_equal(unlink(path), 0);
	refused("No such file or directory");
}

/* Every changed byte and every truncation is detected. */
static void test_damage(void)
{
	char text[4096], why[256];
	struct arrivals all;
	size_t n;
	FILE *f;

	assert_int_equal(write_some(3), 0);
	f = fopen(path, "r");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text), f);
	fclose(f);
	for (size_t i = 0; i < n; i++) {
		f = fopen(path, "w");
		text[i] ^= 1;
		fwrite(text, 1, n, f);
		text[i] ^= 1;
		fclose(f);
		if (arrivals_read(&all, path, why))
			fail_msg("byte %zu of %zu may be changed", i, n);
		f = fopen(path, "w");
		fwrite(text, 1, i, f);
		fclose(f);
		if (arrivals_read(&all, path, why))
			fail_msg("%zu of %zu bytes are enough", i, n);
	}
}

static void test_no_folder(void)
{
	struct arrivals_file w;

	assert_int_equal(arrivals_create(&w, "/nonexistent", 1), -ENOENT);
	arrivals_abort(&w);
	/* an aborted file leaves nothing behind */
	assert_int_equal(arrivals_create(&w, folder, 99), 0);
	assert_int_equal(arrivals_add(&w, &some[0]), 0);
	arrivals_abort(&w);
	unlink(path);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
}

static int make_folder(void)
{
	return !mkdtemp(folder);
}

static int remove_folder(void)
{
	unlink(path);
	return rmdir(folder);
}

static const struct unit units[] = {
	UNIT(test_round_trip, ""),
	UNIT(test_errors, ""),
	UNIT(test_damage, ""),
	UNIT(test_no_folder, ""),
};

UNIT_MAIN_GROUP(units, make_folder, remove_folder)
