/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spmfake SOCKET [REGISTER=VALUE | WORD=COUNT | event=ADDRESS | big=1 | fail=N]...: serves
 * one fake monitor to the tools under test, until it is killed. REGISTER: stat, mode, mux,
 * tcnt, arrv, lost. The access after N others fails.
 */
#include "../../tests/serve.h"
#include "fake.h"
#include "starts_with.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool set(struct fake *f, const char *text)
{
	static const struct {
		const char *name;
		enum spm_reg reg;
	} regs[] = {{"stat", SPM_STAT}, {"mode", SPM_MODE}, {"mux", SPM_MUX},
		    {"tcnt", SPM_TCNT}, {"arrv", SPM_ARRV}, {"lost", SPM_LOST}};
	const char *value = strchr(text, '=');
	uint64_t v;

	if (!value)
		return false;
	v = strtoull(value + 1, NULL, 0);
	for (size_t i = 0; i < sizeof(regs) / sizeof(*regs); i++)
		if (!strncmp(text, regs[i].name, (size_t)(value - text))) {
			*fake_register(f, regs[i].reg) = (uint32_t)v;
			return true;
		}
	if (starts_with(text, "event="))
		fake_event(f, (uint32_t)v);
	else if (starts_with(text, "big="))
		f->big = v;
	else if (starts_with(text, "fail=")) {
		f->fail_after = v;
		f->fail_with = -EIO;
	} else
		f->memory[strtoul(text, NULL, 0) & (SPM_WORDS - 1)] = v;
	return true;
}

int main(int argc, char **argv)
{
	struct fake *f = fake_open(true);
	int fd = argc > 1 ? serve_listen(argv[1]) : -1;

	if (f)
		f->big = false;
	for (int i = 2; f && i < argc; i++)
		if (!set(f, argv[i]))
			return 2;
	if (!f || fd < 0) {
		fprintf(stderr, "spmfake: %s\n", argc > 1 ? strerror(-fd) : "which socket?");
		return 1;
	}
	f->card = "fake";
	f->fill_polls = 2;
	puts("ready");
	fflush(stdout);
	while (!serve_client(fd, &f->dev))
		;
	return 1;
}
