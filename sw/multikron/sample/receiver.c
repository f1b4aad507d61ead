/* SPDX-License-Identifier: Apache-2.0 */
/* Receives the messages of sender.c and takes a sample for each one. Arguments: the port, and
 * the number of messages. */
#include <mk.h>
#include <arpa/inet.h>
#include <unistd.h>

#define RECEIVE_EVENT 20

static int receive_msg(int s)
{
	unsigned int number;

	return read(s, &number, sizeof(number)) == (ssize_t)sizeof(number);
}

int main(int argc, char **argv)
{
	struct sockaddr_in any = {.sin_family = AF_INET};
	const int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (argc != 3) {
		fprintf(stderr, "usage: receiver PORT COUNT\n");
		return 2;
	}
	any.sin_port = htons((uint16_t)atoi(argv[1]));
	if (s < 0 || bind(s, (struct sockaddr *)&any, sizeof(any))) {
		perror(argv[1]);
		return 1;
	}
	MK_DEFAULT_MAP();
	for (int i = 0; i < atoi(argv[2]); i++) {
		if (!receive_msg(s)) {
			perror(argv[1]);
			return 1;
		}
		mk_ts1 = RECEIVE_EVENT;
	}
	return 0;
}
