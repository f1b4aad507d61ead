/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests complete runs of the programs of Table 2 (Malony, Reed 1990, 5.2) on one and two nodes,
 * without recording, with software recording and with hardware recording at delay 20: results,
 * times and records. make paper runs them on four and eight nodes
 * (tb/paper/hypermon/applications.c).
 */
#include "fnv1a.h"
#include "apptrial.h"
#include "unit.h"
#include <math.h>

#define DELAY 20
#define SEED 1
/* Numbers of nodes: 1 and 2; only 1 under the address sanitizer, which is too slow for both. */
#ifdef __SANITIZE_ADDRESS__
#define COUNTS 1u
#else
#define COUNTS 2u
#endif

static struct trial trials[APPS][COUNTS][3]; /* by number of nodes, and by kind: raw, software,
					      * hardware */
static const enum ipsc2_recording recordings[] = {IPSC2_RAW, IPSC2_SOFTWARE, IPSC2_HARDWARE};

#define ALL(a, k)                               \
	for (unsigned int a = 0; a < APPS; a++) \
		for (unsigned int k = 0; k < COUNTS; k++)

static int run_all(void)
{
	ALL(a, k)
	{
		for (unsigned int r = 0; r < 3; r++) {
			const struct apprun_config cfg = {.app = apps[a],
							  .nodes = 1u << k,
							  .recording = recordings[r],
							  .seed = SEED,
							  .delay = DELAY};

			if (trial_run(&trials[a][k][r], &cfg)) {
				fprintf(stderr, "%s on %u nodes does not run\n", apps[a]->name,
					1u << k);
				return -1;
			}
		}
	}
	return 0;
}

static int free_all(void)
{
	ALL(a, k)
	{
		for (unsigned int r = 0; r < 3; r++)
			trial_free(&trials[a][k][r]);
	}
	return 0;
}

static double seconds(unsigned int a, unsigned int k, enum ipsc2_recording r)
{
	return (double)trials[a][k][r].run.total / 1e12;
}

static double frames(unsigned int a, unsigned int k)
{
	return (double)trials[a][k][IPSC2_HARDWARE].run.stats.frames;
}

static double soft_bytes(unsigned int a, unsigned int k)
{
	return (double)trials[a][k][IPSC2_SOFTWARE].run.stats.soft_bytes;
}

static void within(unsigned int a, unsigned int k, const char *what, double ours, double low,
		   double high)
{
	if (!(ours >= low && ours <= high))
		fail_msg("%s on %u nodes: %s %g, not %g to %g", apps[a]->name, 1u << k, what,
			 ours, low, high);
}

static void near(unsigned int a, unsigned int k, const char *what, double ours, double paper,
		 double percent)
{
	within(a, k, what, ours, paper * (1 - percent / 100), paper * (1 + percent / 100));
}

/* ---- each program ---- */

static void result(void)
{
	const unsigned int a = unit_number;

	for (unsigned int EACH(k, 0); k < COUNTS; k++)
		for (unsigned int EACH(r, 0); r < 3; r++) {
			const struct apprun *run = &trials[a][k][r].run;

			if (run->wrong)
				fail_msg("%s on %u nodes: %s", apps[a]->name, 1u << k,
					 run->wrong);
			assert_true(run->total > 0);
			assert_int_equal(run->digest, trials[a][k][0].run.digest);
		}
}

static void raw_times(void)
{
	const unsigned int a = unit_number;

	for (unsigned int k = 0; k < COUNTS; k++)
		near(a, k, "raw time", seconds(a, k, IPSC2_RAW), table2[a][k].raw, 2);
}

static void order(void)
{
	const unsigned int a = unit_number;

	for (unsigned int EACH(k, 0); k < COUNTS; k++) {
		assert_true(seconds(a, k, IPSC2_RAW) < seconds(a, k, IPSC2_SOFTWARE));
		assert_true(seconds(a, k, IPSC2_SOFTWARE) < seconds(a, k, IPSC2_HARDWARE));
	}
}

static void soft_times(void)
{
	const unsigned int a = unit_number;

	raw_times();
	for (unsigned int k = 0; k < COUNTS; k++)
		near(a, k, "software time", seconds(a, k, IPSC2_SOFTWARE), table2[a][k].soft,
		     3);
}

static void hard_times(void)
{
	const unsigned int a = unit_number;

	for (unsigned int k = 0; k < COUNTS; k++)
		near(a, k, "hardware time", seconds(a, k, IPSC2_HARDWARE), table2[a][k].hard,
		     8);
}

static void soft_volume(void)
{
	const unsigned int a = unit_number;

	for (unsigned int EACH(k, 0); k < COUNTS; k++) {
		near(a, k, "software bytes", soft_bytes(a, k), table2[a][k].soft_bytes, 3);
		assert_int_equal(trials[a][k][IPSC2_SOFTWARE].run.stats.soft_lost, 0);
	}
}

static void hard_volume(void)
{
	const unsigned int a = unit_number;

	for (unsigned int k = 0; k < COUNTS; k++)
		if (table2[a][k].hard_bytes)
			near(a, k, "hardware bytes", 16 * frames(a, k), table2[a][k].hard_bytes,
			     10);
}

/* ---- perturbation and volume ---- */

static void contrast(void)
{
	for (unsigned int EACH(k, 0); k < COUNTS; k++) {
		assert_true(seconds(MATMUL, k, IPSC2_HARDWARE) <=
			    1.03 * seconds(MATMUL, k, IPSC2_RAW));
		if (k)
			assert_true(seconds(PLACE, k, IPSC2_HARDWARE) >
				    1.5 * seconds(PLACE, k, IPSC2_RAW));
	}
}

static void soft_perturbation(void)
{
	ALL(a, k)
	{
		within(a, k, "software time over raw time",
		       seconds(a, k, IPSC2_SOFTWARE) / seconds(a, k, IPSC2_RAW), 1, 1.09);
	}
}

static void volumes(void)
{
	ALL(a, k)
	{
		within(a, k, "hardware over software bytes",
		       16 * frames(a, k) / soft_bytes(a, k), 20, 40);
	}
}

static void recording_cost(void)
{
	ALL(a, k)
	{
		within(a, k, "us of a node for a frame",
		       (seconds(a, k, IPSC2_HARDWARE) - seconds(a, k, IPSC2_RAW)) * (1u << k) /
			       frames(a, k) * 1e6,
		       20, 36);
	}
}

static void no_overrun(void)
{
	ALL(a, k)
	{
		const struct ipsc2_stats *st = &trials[a][k][IPSC2_HARDWARE].run.stats;

		assert_int_equal(st->status, 0);
		assert_int_equal(st->lost, 0);
		assert_int_equal(st->valid, st->nibbles);
	}
}

static void single_nibbles(void)
{
	ALL(a, k)
	{
		within(a, k, "share of frames with one nibble",
		       (double)trials[a][k][IPSC2_HARDWARE].run.stats.frames_of[1] /
			       frames(a, k),
		       0.85, 1);
	}
}

/* ---- the paper's own table ---- */

static void published(void)
{
	unsigned int volumes_seen = 0, rates = 0;

	for (unsigned int EACH(a, 0); a < APPS; a++)
		for (unsigned int EACH(k, 0); k < 4; k++) {
			const struct table2_row *r = &table2[a][k];

			assert_true(fabs(r->soft_bytes / r->soft - r->soft_rate) <= 1);
			rates++;
			if (!r->hard_bytes)
				continue;
			assert_int_equal(r->hard_bytes % 16, 0);
			volumes_seen++;
			assert_true(fabs(r->hard_bytes / r->hard - r->hard_rate) <= 1);
			rates++;
		}
	assert_int_equal(volumes_seen, 15);
	assert_int_equal(rates, 31);
}

/* ---- records ---- */

static void classes(void)
{
	uint64_t of_class[3] = {0};

	ALL(a, k)
	{
		for (unsigned int EACH(r, 1); r < 3; r++) {
			const struct trial *t = &trials[a][k][r];

			assert_int_equal(t->strays, 0);
			for (unsigned int EACH(id, 0); id < 256; id++) {
				const struct nx2_record *n = nx2_find(id);

				/* all generated records were found */
				assert_int_equal(t->records[id], t->run.os.records[id]);
				assert_true(n || !t->records[id]);
				if (n)
					of_class[n->class] += t->records[id];
			}
		}
	}
	for (unsigned int EACH(i, 0); i < 3; i++)
		assert_true(of_class[i] > 0);
}

static void lengths(void)
{
	uint64_t of[14] = {0}, all = 0, four = 0;

	ALL(a, k)
	{
		for (unsigned int EACH(r, 1); r < 3; r++)
			for (unsigned int EACH(id, 0); id < 256; id++) {
				const uint64_t n = trials[a][k][r].run.os.records[id];

				if (!n)
					continue;
				assert_in_range(nx2_find(id)->bytes, 2, 13);
				of[nx2_find(id)->bytes] += n;
			}
	}
	for (unsigned int i = 2; i <= 13; i++) {
		all += of[i];
		four += i >= 4 ? of[i] : 0;
	}
	assert_true(of[2] > 0 && of[13] > 0);
	assert_true(2 * four > all);
}

static void same_records(void)
{
	ALL(a, k)
	{
		const struct trial *soft = &trials[a][k][IPSC2_SOFTWARE];
		const struct trial *hard = &trials[a][k][IPSC2_HARDWARE];

		for (unsigned int EACH(i, 0); i < 1u << k; i++) {
			assert_int_equal(soft->found[i], soft->left[i]);
			assert_int_equal(hard->left[i], soft->found[i]);
			assert_int_equal(hard->found[i], soft->found[i]);
			assert_int_not_equal(soft->left[i], FNV1A_BEGIN);
		}
	}
}

/* ---- Figures 10 to 13 ---- */

static double mean(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

static void figure10(void)
{
	double rate[TRIAL_INTERVALS], last = 0;

	for (unsigned int EACH(k, 0); k < COUNTS; k++) {
		trial_rates(&trials[SIMPLEX][k][IPSC2_HARDWARE], rate);
		assert_true(mean(rate, TRIAL_INTERVALS) > last);
		last = mean(rate, TRIAL_INTERVALS);
	}
}

static void figure12(void)
{
	double rate[TRIAL_INTERVALS];

	for (unsigned int EACH(k, 0); k < COUNTS; k++) {
		const struct trial *t = &trials[MATMUL][k][IPSC2_HARDWARE];
		uint64_t all = 0, slices = 0;
		double most = 0, median;

		trial_rates(t, rate);
		median = trial_median(rate, TRIAL_INTERVALS);
		for (unsigned int i = 90; i < 100; i++)
			most = fmax(most, rate[i]);
		within(MATMUL, k, "maximum at the end over median", most / median, 5, 100);
		within(MATMUL, k, "first interval over median", rate[0] / median, 0, 2);
		for (size_t i = t->ms / 10; i < t->ms * 9 / 10; i++) {
			all += t->found_ms[i];
			slices += t->slices[i];
		}
		assert_true(2 * slices > all);
	}
}

/* The machine's records match the tools' table of events. */
static void events_file(void)
{
	static struct hm_table ours, tools;
	char message[200];

	trial_table(&ours);
	assert_int_equal(
		hm_table_read(&tools, "sw/hypermon/nx2.events", message, sizeof(message)), 0);
	assert_false(tools.bytes);
	for (unsigned int EACH(id, 0); id < HM_ID_SUMMARY; id++) {
		assert_int_equal(tools.type[id].length, ours.type[id].length);
		assert_string_equal(tools.type[id].name, ours.type[id].name);
	}
	/* every byte that the machine fills has a field, except unused ones */
	assert_int_equal(tools.type[NX2_SEND].field[2].offset, 3);
	assert_int_equal(tools.type[NX2_SEND].field[2].bytes, 2);
	assert_int_equal(tools.type[NX2_SEND].other, NX2_RECEIVE);
	assert_int_equal(tools.type[NX2_GLOBAL_RECEIVE].other, NX2_GLOBAL_SEND);
}

static const size_t sent_lengths[] = {65534, 65535, 65536, 131072};
static unsigned int recorded_lengths[64], length_records;

static void note_length(void *arg, unsigned int node, ipsc2_time local, const uint8_t *data,
			unsigned int length)
{
	(void)arg;
	(void)node;
	(void)local;
	(void)length;
	if (data[0] == NX2_CALL || data[0] == NX2_SEND || data[0] == NX2_RECEIVE)
		recorded_lengths[length_records++ % 64] = data[3] | (unsigned int)data[4] << 8;
}

static void long_sender(struct ipsc2_node *n, void *arg)
{
	static uint8_t data[131072];

	nx2_begin(arg, n, "sender");
	for (size_t i = 0; i < 4; i++)
		nx2_csend(arg, n, 1, 1, data, sent_lengths[i]);
}

static void long_receiver(struct ipsc2_node *n, void *arg)
{
	nx2_begin(arg, n, "receiver");
	for (size_t EACH(i, 0); i < 4; i++)
		assert_int_equal(nx2_crecv(arg, n, 0, 1, NULL, sent_lengths[i]),
				 sent_lengths[i]);
}

/* A record has 16 bits for a length: the largest stands for all longer ones, too. */
static void long_messages(void)
{
	struct nx2 os = {.recording = IPSC2_SOFTWARE, .on_record = note_length};
	const struct ipsc2_config cfg = {
		.nodes = 2, .recording = IPSC2_SOFTWARE, .os = nx2_os, .os_arg = &os};
	struct ipsc2 *m = ipsc2_open(&cfg);

	length_records = 0;
	assert_non_null(m);
	assert_int_equal(ipsc2_start(m, 0, long_sender, &os), 0);
	assert_int_equal(ipsc2_start(m, 1, long_receiver, &os), 0);
	assert_true(ipsc2_read(m, &ipsc2_experiment, IPSC2_S(60)) >= 0);
	assert_int_equal(length_records, 16);
	for (unsigned int EACH(i, 0); i < 16; i++)
		assert_in_range(recorded_lengths[i], 65534, 65535);
	ipsc2_close(m);
}

/* OF: one test with a program of the paper; ALL_OF: all tests with it */
#define OF(program, test, app)                                                    \
	{                                                                         \
		.name = program "_" #test, .fn = test, .shows = "", .number = app \
	}
#define ALL_OF(program, app)                                                             \
	OF(program, result, app), OF(program, order, app), OF(program, soft_times, app), \
		OF(program, hard_times, app), OF(program, soft_volume, app),             \
		OF(program, hard_volume, app)

static const struct unit units[] = {
	ALL_OF("simplex", SIMPLEX),
	ALL_OF("life", LIFE),
	ALL_OF("matmul", MATMUL),
	ALL_OF("place", PLACE),
	UNIT(contrast, ""),
	UNIT(soft_perturbation, ""),
	UNIT(volumes, ""),
	UNIT(recording_cost, ""),
	UNIT(no_overrun, ""),
	UNIT(single_nibbles, ""),
	UNIT(published, "HM-APP-034"),
	UNIT(classes, ""),
	UNIT(lengths, ""),
	UNIT(long_messages, ""),
	UNIT(events_file, ""),
	UNIT(same_records, ""),
	UNIT(figure10, ""),
	UNIT(figure12, ""),
};

UNIT_MAIN_GROUP(units, run_all, free_all)
