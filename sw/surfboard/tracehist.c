/* SPDX-License-Identifier: Apache-2.0 */
#include "tracehist.h"
#include "surfutil.h"
#include <inttypes.h>
#include <string.h>

int tracehist_main(int argc, char **argv, const char *name, const char *usage, uint32_t size,
		   uint32_t (*number)(const uint32_t w[4]))
{
	static struct bins bins;
	struct trace_record t;
	uint64_t count;
	int err;

	util_begin(name, usage, argc, argv);
	while (util_option(NULL) != -1)
		;
	util_open();
	err = bins_open(&bins, size);
	while (!err && util_trace(&t))
		err = bins_add(&bins, number(t.word), 1);
	if (err)
		util_error("%s", strerror(-err));
	for (uint32_t i = 0; !err && bins_next(&bins, &i, &count); i++)
		record_write_csv(&util_out, (const uint64_t[]){i, count}, 2);
	util_note_losses();
	bins_close(&bins);
	return util_end();
}

void util_bins(struct bins *bins, int err)
{
	uint64_t count, first_count = 0, excess = 0;
	uint32_t first = 0;

	if (err)
		util_error("%s", strerror(-err));
	for (uint32_t i = 0; !err && bins_next(bins, &i, &count); i++) {
		if (count > UINT32_MAX && excess++ == 0) {
			first = i;
			first_count = count;
		}
		record_write_hist(&util_out, &(struct hist_record){
						     i, count > UINT32_MAX ? UINT32_MAX
									   : (uint32_t)count});
	}
	if (excess)
		util_error("bin %06" PRIX32 ": count %" PRIu64 " does not fit into 32 bits",
			   first, first_count);
	if (excess > 1)
		util_error("nor do %" PRIu64 " more counts", excess - 1);
	bins_close(bins);
}
