/* SPDX-License-Identifier: Apache-2.0 */
/* hmfake SOCKET: serves one fake board to the tools under test, until it is killed. */
#include "fake.h"
#include "../../tests/serve.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	struct fake *f = fake_open(0, false);
	int fd = argc == 2 ? serve_listen(argv[1]) : -1;

	if (!f || fd < 0) {
		fprintf(stderr, "hmfake: %s\n", argc == 2 ? strerror(-fd) : "which socket?");
		return 1;
	}
	puts("ready");
	fflush(stdout);
	while (!serve_client(fd, &f->dev))
		;
	return 1;
}
