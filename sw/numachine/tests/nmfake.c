/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nmfake SOCKET [REGISTER=VALUE | COUNTER=VALUE | report=TEXT]...: serves one fake card to the
 * tools under test, until it is killed. report: what it says as the server numachined.
 * REGISTER: status, config, enable, overflowed. At each access each counter named by
 * "event=COUNTER" counts once.
 */
#include "../../tests/serve.h"
#include "fake.h"
#include "starts_with.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned int event[16], events;

static void count(struct fake *f)
{
	for (unsigned int i = 0; i < events; i++)
		fake_event(f, event[i]);
}

static bool set(struct fake *f, const char *text)
{
	const char *value = strchr(text, '=');
	const struct {
		const char *name;
		uint32_t *reg;
	} regs[] = {{"status", &f->status},
		    {"config", &f->config},
		    {"enable", &f->enable},
		    {"overflowed", &f->overflowed}};
	uint32_t v;

	if (!value)
		return false;
	if (starts_with(text, "report=")) {
		f->server = "numachined";
		f->report = value + 1;
		return true;
	}
	v = (uint32_t)strtoul(value + 1, NULL, 0);
	for (size_t i = 0; i < 4; i++)
		if (!strncmp(text, regs[i].name, (size_t)(value - text))) {
			*regs[i].reg = v;
			return true;
		}
	if (starts_with(text, "event=") && events < 16)
		event[events++] = v % NM_COUNTERS;
	else
		f->counter[strtoul(text, NULL, 0) % NM_COUNTERS] = v;
	return true;
}

int main(int argc, char **argv)
{
	struct fake *f = fake_open(false, false);
	int fd = argc > 1 ? serve_listen(argv[1]) : -1;

	for (int i = 2; f && i < argc; i++)
		if (!set(f, argv[i]))
			return 2;
	if (!f || fd < 0) {
		fprintf(stderr, "nmfake: %s\n", argc > 1 ? strerror(-fd) : "which socket?");
		return 1;
	}
	f->card = "station=3 board=0 order=0 seed=1";
	f->meanwhile = count;
	puts("ready");
	fflush(stdout);
	while (!serve_client(fd, &f->dev))
		;
	return 1;
}
