/* SPDX-License-Identifier: Apache-2.0 */
/* Implements $random, $urandom and $urandom_range for vvp. */
#include "icarus_random.h"
#include "random.h"
#include "starts_with.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

static struct {
	bool begun;
	uint64_t state;
} numbers;

static void begin(void)
{
	s_vpi_vlog_info info;

	numbers.begun = true;
	numbers.state = 1;
	if (!vpi_get_vlog_info(&info))
		return;
	for (int i = 0; i < info.argc; i++)
		if (starts_with(info.argv[i], "--seed="))
			numbers.state = strtoull(info.argv[i] + 7, NULL, 10);
}

static uint32_t next_number(void)
{
	if (!numbers.begun)
		begin();
	return (uint32_t)(random_splitmix(&numbers.state) >> 32);
}

/* Returns the standard's number after @seed, between the smallest and largest of 32 bits. */
static int32_t standard_number(uint32_t *seed)
{
	const double low = INT32_MIN, high = INT32_MAX;
	uint32_t bits;
	float one_to_two;
	double r;

	if (!*seed)
		*seed = 259341593;
	*seed = 69069 * *seed + 1;
	bits = *seed >> 9 | 0x3F800000;
	memcpy(&one_to_two, &bits, sizeof(bits));
	r = (double)one_to_two;
	r += r * 0.00000011920928955078125;
	r = (high - low) * (r - 1) + low;
	r = (r - low) / 4294967295.0 * 4294967296.0 + low;
	return (int32_t)(r >= 0 ? r : r - 1);
}

static PLI_INT32 integer(vpiHandle h)
{
	s_vpi_value v = {.format = vpiIntVal};

	vpi_get_value(h, &v);
	return v.value.integer;
}

static PLI_INT32 calculate(PLI_BYTE8 *name)
{
	vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
	vpiHandle args = vpi_iterate(vpiArgument, call), arg[2] = {NULL, NULL};
	s_vpi_value v = {.format = vpiIntVal};

	for (int i = 0; args && i < 2 && (arg[i] = vpi_scan(args)); i++)
		;
	if (arg[0] && strcmp(name, "$urandom_range") == 0) {
		uint32_t high = (uint32_t)integer(arg[0]);
		uint32_t low = arg[1] ? (uint32_t)integer(arg[1]) : 0;

		if (low > high) {
			const uint32_t other = low;

			low = high;
			high = other;
		}
		v.value.integer = (PLI_INT32)(low + next_number() % ((uint64_t)high - low + 1));
	} else if (arg[0]) {
		uint32_t seed = (uint32_t)integer(arg[0]);
		const int32_t number = standard_number(&seed);

		v.value.integer = (PLI_INT32)seed;
		vpi_put_value(arg[0], &v, NULL, vpiNoDelay);
		v.value.integer = number;
	} else {
		v.value.integer = (PLI_INT32)next_number();
	}
	vpi_put_value(call, &v, NULL, vpiNoDelay);
	return 0;
}

static PLI_INT32 bits(PLI_BYTE8 *name)
{
	(void)name;
	return 32;
}

void icarus_random(void)
{
	static char names[][16] = {"$random", "$urandom", "$urandom_range"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		s_vpi_systf_data d = {.type = vpiSysFunc,
				      .sysfunctype = i ? vpiSizedFunc : vpiSizedSignedFunc,
				      .tfname = names[i],
				      .calltf = calculate,
				      .sizetf = bits,
				      .user_data = names[i]};

		vpi_register_systf(&d);
	}
}
