/* SPDX-License-Identifier: Apache-2.0 */
/* mkfake SOCKET [FAULT]...: serves one fake board to the tools under
 * test, until it is killed. */
#include "fake.h"
#include "../../tests/serve.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	struct fake *f = fake_open();
	int fd = argc >= 2 ? serve_listen(argv[1]) : -1;

	if (!f || fd < 0) {
		fprintf(stderr, "mkfake: %s\n", argc >= 2 ? strerror(-fd) : "which socket?");
		return 1;
	}
	for (int i = 2; i < argc; i++)
		if (!fake_fault(f, argv[i])) {
			fprintf(stderr, "mkfake: no fault %s\n", argv[i]);
			return 1;
		}
	puts("ready");
	fflush(stdout);
	while (!serve_client(fd, &f->dev))
		;
	return 1;
}
