/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows a debugging assertion (SPDT 1996, 4.3) in a user's program, with the driver and a
 * simulated monitor: node 2 must never write to pages of tag 3. The word that counts such
 * packets is preset to its largest value, so that the first such packet overflows it and raises
 * an interrupt.
 *
 *	cc example.c -I sw/lib -I sw/shrimp96 -I rtl/shrimp96 -L build/lib -lspm
 */
#include <stdio.h>
#include <string.h>
#include "spmlib.h"

static int sends(struct spm *m, const char *packets)
{
	char reply[SPM_REPLY_BYTES];
	int err = spm_command(m, packets, reply, sizeof(reply));

	return err ? err : spm_command(m, "drain", reply, sizeof(reply));
}

/* Sets the assertion: it covers packets of @sender to pages of @tag of less than 256 bytes and
 * with a latency below 2^16 ticks. */
static int assert_never(struct spm *m, unsigned int set, unsigned int sender, unsigned int tag)
{
	const struct spm_variables v = {.sender = (uint8_t)sender, .tag = (uint8_t)tag};
	const uint32_t word = spm_encode(set, &v);

	return spm_initialise_range(m, word, word, SPM_COUNT_MAX);
}

int main(void)
{
	struct spm_event event;
	struct spm_status st;
	unsigned int set = 0;
	size_t quiet = 1, events = 0;
	struct spm m;
	int err = spm_open(&m, "sim:", 0, 12);

	if (err) {
		fprintf(stderr, "no monitor: %s\n", strerror(-err));
		return 1;
	}
	err = spm_set_parse("sender L4 S2 tag", &set);
	err = err ? err : spm_set_multiplexers(&m, set);
	err = err ? err : assert_never(&m, set, 2, 3);
	err = err ? err : spm_start(&m);
	/* legal packets of nodes 0 and 1, and of node 2 to another page */
	err = err ? err : sends(&m, "generate count=500 x=0-1 color=3");
	err = err ? err : sends(&m, "generate count=100 x=2 color=4");
	err = err ? err : spm_read_queue(&m, &event, 1, &quiet);
	printf("%zu illegal packets among 600\n", quiet);
	/* an illegal packet */
	err = err ? err : sends(&m, "generate count=1 x=2 color=3");
	err = err ? err : spm_wait_events(&m, 1000, &event, 1, &events);
	if (!err)
		printf("illegal: sender %u wrote to a page of tag %u\n", event.v.sender,
		       event.v.tag);
	err = err ? err : spm_get_status(&m, &st);
	if (err)
		fprintf(stderr, "%s\n", strerror(-err));
	spm_close(&m);
	return err || quiet || events != 1 || event.v.sender != 2 || event.v.tag != 3 ||
	       st.lost || st.arrived != 601;
}
