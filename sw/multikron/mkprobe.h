/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MKPROBE_H
#define MKPROBE_H
/*
 * Measures the time that a program spends in its stages:
 *
 *	#include <mkprobe.h>
 *
 *	MK_PROBE("read");
 *	read_input();
 *	MK_PROBE("sort");
 *	sort_lines();
 *	MK_PROBE("write");
 *	write_output();
 *
 * Each MK_PROBE() ends the current stage of the thread and begins the stage that it names. At
 * the end of the program the lengths of all stages are printed on standard error, and mk.dat
 * and interval.info are written to the current directory for mk_expand(1), mk_rpt(1) and
 * mk_plot(1).
 *
 * While the program runs, its probes are in the file mk.probes.PID of the current directory.
 * If it ends by _exit(), a signal or exec, the file stays, and mk_rpt --recover=FILE makes the
 * report.
 *
 * The board is that of mk_open(NULL). If it is mapped into the process, the probes are stores,
 * and the time is the board's. To any other board, such as a simulated one, the probes are
 * sent at the end, as fast as it takes them. The times are then those of the program's own
 * clock, CLOCK_MONOTONIC, in ticks of 100 ns; the board's samples only show that no probe was
 * lost or reordered. The report says so, and gives the largest error of each interval.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the log and the board, which takes its time, so that no stage contains it. Returns true
 * in the first call of the program: mk_stage_report() must then be called at the end. */
bool mk_stage_prepare(void);
/* Begins the stage @name, whose number is kept in *@stage (0 before the first call) for the
 * next call with the same name. Returns true in the first call of a program that has not called
 * mk_stage_prepare(), with the same meaning. */
bool mk_stage_begin(unsigned int *stage, const char *name);
/* Ends the stage of this thread without beginning another one; the end of the thread does the
 * same. */
void mk_stage_end(void);
/*
 * Prints the report on @out and writes mk.dat and interval.info to @folder. Later probes have
 * no effect. A child process that only forks is not measured: the call does nothing there. 0,
 * or a negative errno value of mk_open(3), the board or a file; -ENODATA if there were no
 * probes; -EBADMSG if the board's samples are not those of the probes; -ERANGE if an interval
 * can be off by more than 1 us and 5 % of the mean of its stage.
 */
int mk_stage_report(FILE *out, const char *folder);
/* Prints on @out which programs have left their probes in @folder because they ended without a
 * report: by _exit(), a signal, or the execution of another program. */
void mk_stage_left(FILE *out, const char *folder);
/* Makes the report and the files of such a program from the file @path with its probes, and
 * removes this file. Same errors as mk_stage_report(); -EBADMSG also for another file. */
int mk_stage_recover(FILE *out, const char *path, const char *folder);

static inline void mk_probe_at_exit(void)
{
	const int err = mk_stage_report(stderr, ".");

	if (err)
		fprintf(stderr, "MK_PROBE: %s\n", strerror(-err));
}

static inline void mk_probe_first(void)
{
	atexit(mk_probe_at_exit);
	/* there is no stage to end; the linker binds the function, so that no later call waits
	 * for that in a stage */
	mk_stage_end();
}

#define MK_PROBE(name)                                                                   \
	do {                                                                             \
		static unsigned int mk_stage;                                            \
                                                                                         \
		if (!__atomic_load_n(&mk_stage, __ATOMIC_RELAXED) && mk_stage_prepare()) \
			mk_probe_first();                                                \
		mk_stage_begin(&mk_stage, name);                                         \
	} while (0)
#define MK_PROBE_END() mk_stage_end()

#ifdef __cplusplus
}
#endif

#endif
