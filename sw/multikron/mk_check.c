/* SPDX-License-Identifier: Apache-2.0 */
#include "mk_check.h"
#include <inttypes.h>

uint64_t mk_check_errors;

void mk_check(const char *what, uint64_t expected, uint64_t found)
{
	if (expected == found)
		return;
	mk_check_errors++;
	util_print("%s: expected %0*" PRIX64 ", found %0*" PRIX64, what,
		   (expected | found) >> 32 ? 16 : 8, expected,
		   (expected | found) >> 32 ? 16 : 8, found);
}

bool mk_check_done(int err, const char *what)
{
	mk_check_errors += err != 0;
	return mkutil_ok(err, what);
}

bool mk_check_select_cpu(unsigned int cpu)
{
	return mk_check_done(mk_change_config(&mkutil_board, MK_CONFIG_CPU_ID, 1u << cpu),
			     "configuration register");
}

bool mk_check_read_sample(uint32_t word, bool resource, uint8_t *bytes, struct mk_sample *s)
{
	const size_t n = resource ? MK_RESOURCE_BYTES : MK_TRACE_BYTES;

	if (!mkutil_read_bytes(word, bytes, n / 4)) {
		mk_check_errors++;
		return false;
	}
	mk_check("kind of the sample (header bit 7)", resource, bytes[0] >> 7);
	if (bytes[0] >> 7 != resource)
		return false;
	mk_sample_decode(bytes, s);
	return true;
}
