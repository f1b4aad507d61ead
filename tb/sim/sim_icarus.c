/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Icarus Verilog: the test program is a VPI module. It runs in a coroutine of its own,
 * which yields to the simulator whenever time must pass or values must settle.
 *
 * After a put, values are stable at the read-write synchronisation of the same time
 * step, that is after all non-blocking assignments.
 */
#include "backend.h"
#include "coroutine.h"
#include "icarus_random.h"
#include "icarus_stops.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#define STACK (16u << 20)

struct ipin {
	vpiHandle h;
	uint64_t value; /* known bits; X and Z read 0 */
	unsigned int width;
};

static struct { /* Icarus runs one simulation per process */
	struct coroutine *test;
	sim_time now;
	bool open, ended;
	int status;
	const char *model, *wave;
	char stopped[1024]; /* the statement that stopped the simulation, "file:line: what"; "":
			     * none */
} run;

extern void vpip_set_return_value(int value);

static void to_test(void)
{
	if (run.ended || coroutine_resume(run.test))
		return;
	run.ended = true;
	fflush(stdout);
	fflush(stderr);
	vpip_set_return_value(run.status);
	vpi_control(vpiFinish, 0);
}

static PLI_INT32 resume(p_cb_data d)
{
	(void)d;
	to_test();
	return 0;
}

static void yield_for(PLI_INT32 reason, sim_time delay)
{
	s_vpi_time t = {vpiSimTime, (PLI_UINT32)(delay >> 32), (PLI_UINT32)delay, 0};
	s_cb_data cb = {.reason = reason, .cb_rtn = resume, .time = &t};

	vpi_free_object(vpi_register_cb(&cb));
	coroutine_suspend(run.test);
}

static uint64_t known(const s_vpi_vecval *v, unsigned int width)
{
	uint64_t x = (uint32_t)(v[0].aval & ~v[0].bval);

	if (width > 32)
		x |= (uint64_t)(uint32_t)(v[1].aval & ~v[1].bval) << 32;
	return width < 64 ? x & (((uint64_t)1 << width) - 1) : x;
}

static PLI_INT32 changed(p_cb_data d)
{
	struct ipin *p = (struct ipin *)d->user_data;

	p->value = known(d->value->value.vector, p->width);
	return 0;
}

static int i_settle(void *arg)
{
	(void)arg;
	yield_for(cbReadWriteSynch, 0);
	return *run.stopped != 0;
}

static void *i_open(const char *model, uint32_t jitter, struct evaluate *eval)
{
	(void)jitter; /* vvp gets the jitter seed as a plusarg */
	if (run.open || (run.model && strcmp(model, run.model) != 0))
		return NULL;
	run.open = true;
	*eval = (struct evaluate){.all = i_settle};
	return &run;
}

static void i_close(void *b)
{
	(void)b;
}

static const char *i_simulator(void *b)
{
	static char name[32];
	s_vpi_vlog_info info;

	(void)b;
	if (!vpi_get_vlog_info(&info))
		return "icarus";
	snprintf(name, sizeof(name), "icarus %.*s", (int)strcspn(info.version, " "),
		 info.version);
	return name;
}

static const char *i_stopped(void *b)
{
	(void)b;
	return *run.stopped ? run.stopped : NULL;
}

static bool i_pin(void *b, const char *name, struct sim_pin *p)
{
	char path[96];
	struct ipin *ip = calloc(1, sizeof(*ip));
	s_vpi_value v = {.format = vpiVectorVal};
	s_vpi_time t = {.type = vpiSuppressTime};
	s_cb_data cb = {.reason = cbValueChange, .cb_rtn = changed, .time = &t, .value = &v};

	(void)b;
	if (!ip)
		return false;
	snprintf(path, sizeof(path), "tb.%s", name);
	ip->h = vpi_handle_by_name(path, NULL);
	if (!ip->h || vpi_get(vpiSize, ip->h) > 64) {
		free(ip);
		return false;
	}
	ip->width = (unsigned int)vpi_get(vpiSize, ip->h);
	vpi_get_value(ip->h, &v);
	ip->value = known(v.value.vector, ip->width);
	p->output = vpi_get(vpiType, ip->h) == vpiNet;
	if (p->output) {
		cb.obj = ip->h;
		cb.user_data = (PLI_BYTE8 *)ip;
		vpi_register_cb(&cb);
	}
	p->ptr = &ip->value;
	p->bytes = 8;
	p->width = ip->width;
	p->backend = ip;
	return true;
}

static void i_put(struct sim_pin *p)
{
	struct ipin *ip = p->backend;
	s_vpi_vecval vec[2] = {{.aval = (PLI_INT32)ip->value},
			       {.aval = (PLI_INT32)(ip->value >> 32)}};
	s_vpi_value v = {.format = vpiVectorVal, .value.vector = vec};

	vpi_put_value(ip->h, &v, NULL, vpiNoDelay);
}

static void i_advance(void *b, sim_time now)
{
	(void)b;
	yield_for(cbAfterDelay, now - run.now);
	run.now = now;
}

/* The wrapper dumps to the file that the plusarg wave names. */
static bool i_wave_open(void *b, const char *path)
{
	vpiHandle h = vpi_handle_by_name("tb.wave_on", NULL);
	s_vpi_value v = {.format = vpiIntVal, .value.integer = 1};

	(void)b;
	if (!h || !run.wave || strcmp(run.wave, path) != 0) {
		errno = EINVAL;
		return false;
	}
	vpi_put_value(h, &v, NULL, vpiNoDelay);
	return true;
}

/* vvp ends the dump after the test, and does not report a full disk. */
static bool i_wave_close(void *b)
{
	(void)b;
	return true;
}

const struct backend sim_backend = {
	.name = "icarus",
	.open = i_open,
	.close = i_close,
	.simulator = i_simulator,
	.stopped = i_stopped,
	.pin = i_pin,
	.put = i_put,
	.advance = i_advance,
	.wave_open = i_wave_open,
	.wave_close = i_wave_close,
};

/* ---- start-up ---- */

static const char *plusarg(int argc, char **argv, const char *name)
{
	const size_t n = strlen(name);

	for (int i = 0; i < argc; i++)
		if (argv[i][0] == '+' && strncmp(argv[i] + 1, name, n) == 0)
			return argv[i] + 1 + n;
	return NULL;
}

/* The test program's own arguments follow "--" on vvp's command line. */
static void test_main(void *arg)
{
	s_vpi_vlog_info info;
	char *own[64] = {"test"};
	int n = 1, i = 0;

	(void)arg;
	vpi_get_vlog_info(&info);
	run.model = plusarg(info.argc, info.argv, "model=");
	run.wave = plusarg(info.argc, info.argv, "wave=");
	while (i < info.argc && strcmp(info.argv[i], "--") != 0)
		i++;
	for (i++; i < info.argc && n < 63; i++)
		own[n++] = info.argv[i];
	run.status = sim_main(n, own);
}

static PLI_INT32 start(p_cb_data d)
{
	s_vpi_time t = {.type = vpiSimTime};
	s_cb_data cb = {.reason = cbReadWriteSynch, .cb_rtn = resume, .time = &t};

	(void)d;
	run.test = coroutine_open(STACK, test_main, NULL);
	if (!run.test) {
		perror("stack of the test");
		vpip_set_return_value(1);
		vpi_control(vpiFinish, 1);
		return 0;
	}
	/* the test starts after the wrapper's registers have their initial values */
	vpi_register_cb(&cb);
	return 0;
}

static void startup(void)
{
	s_cb_data cb = {.reason = cbStartOfSimulation, .cb_rtn = start};

	vpi_register_cb(&cb);
	icarus_stops(run.stopped, sizeof(run.stopped));
	icarus_random();
}

void (*vlog_startup_routines[])(void) = {startup, NULL};
