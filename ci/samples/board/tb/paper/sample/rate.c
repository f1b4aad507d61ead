/* SPDX-License-Identifier: Apache-2.0 */
/* The rate that the sample board counts, for events of several densities. */
#include "paper.h"
#include "samplelib.h"
#include "sampleboard.h"
#include <math.h>

#define STEP 20u /* per cent */

/* Counts for @clocks; returns the counted events per clock. */
static double counted_rate(struct paper *p, unsigned int percent, uint64_t clocks)
{
	struct sim *s = sim_new(NULL, 0, paper_seed(p));
	struct smp_count count = {0};
	struct sampleboard *b;
	struct smp driver;

	if (!s)
		return NAN;
	b = sampleboard_open(s, false);
	if (!smp_open_device(&driver, b->dev) && !smp_start(&driver)) {
		b->percent = percent;
		b->left = UINT64_MAX;
		sim_wait_cycles(b->clk, (unsigned int)clocks);
		b->left = 0;
		sim_wait_cycles(b->clk, 2);
		smp_get_count(&driver, &count);
		smp_close(&driver);
	}
	sim_delete(s);
	return (double)count.events / (double)clocks;
}

int main(int argc, char **argv)
{
	struct paper *p = paper_begin(argc, argv, "sample", "rate", "Counted rate");
	const uint64_t clocks = paper_length(p, 10000, 1000);
	FILE *f = paper_csv(p, "rates",
			    "percent of clocks with an event,counted events per clock");
	double all = 0;

	for (unsigned int percent = STEP; percent <= 100; percent += STEP) {
		all = counted_rate(p, percent, clocks);
		fprintf(f, "%u,%.4f\n", percent, all);
	}
	paper_csv_end(p, f);
	paper_value(p, &(struct paper_value){.what = "counted rate, an event in every clock",
					     .unit = "events per clock",
					     .digits = 3,
					     .published = 1,
					     .ours = all,
					     .low = 0.999,
					     .high = 1.001,
					     .kind = PAPER_PREDICTED});
	paper_figure(p, "rates", "Counted rate against the rate of events",
		     "set xlabel 'clocks with an event (%)'\n"
		     "set ylabel 'counted events per clock'\n"
		     "set yrange [0:1.1]\n"
		     "plot 'rates.csv' using 1:2 with linespoints title 'counted'\n");
	return paper_end(p);
}
