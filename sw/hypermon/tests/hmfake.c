/* SPDX-License-Identifier: Apache-2.0 */
/* hmfake SOCKET: serves one fake board to the tools under test, until it is killed. */
#include "fake.h"
#include "../../tests/serve.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	struct fake *f;
	int fd;

	if (argc != 2) {
		fprintf(stderr, "Usage: hmfake SOCKET\n");
		return 2;
	}
	f = fake_open(0, false);
	fd = f ? serve_listen(argv[1]) : -ENOMEM;
	if (fd < 0) {
		fprintf(stderr, "hmfake: %s: %s\n", argv[1], strerror(-fd));
		return 1;
	}
	puts("ready");
	fflush(stdout);
	while (!serve_client(fd, &f->dev))
		;
	return 1;
}
