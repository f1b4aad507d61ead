/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends messages and takes a sample for each one (NISTIR 5993, 3.6). receiver.c runs on a
 * second computer, which has its own board. mk_rpt computes the transit times of the messages
 * from message.info and both mk.dat files, concatenated. Arguments: the receiver's address and
 * port, and the number of messages.
 */
#include <mk.h>
#include <netdb.h>
#include <unistd.h>

#define SEND_EVENT 10
#define PAUSE_US 1000 /* between two messages */

static int send_msg(int s, unsigned int number)
{
	return write(s, &number, sizeof(number)) == (ssize_t)sizeof(number);
}

int main(int argc, char **argv)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_DGRAM};
	struct addrinfo *to;
	int s, err;

	if (argc != 4) {
		fprintf(stderr, "usage: sender ADDRESS PORT COUNT\n");
		return 2;
	}
	err = getaddrinfo(argv[1], argv[2], &hints, &to);
	if (err) {
		fprintf(stderr, "sender: %s, port %s: %s\n", argv[1], argv[2],
			gai_strerror(err));
		return 1;
	}
	s = socket(to->ai_family, to->ai_socktype, 0);
	if (s < 0 || connect(s, to->ai_addr, to->ai_addrlen)) {
		perror(argv[1]);
		return 1;
	}
	MK_DEFAULT_MAP();
	for (unsigned int i = 0; i < (unsigned int)atoi(argv[3]); i++) {
		mk_ts1 = SEND_EVENT;
		if (!send_msg(s, i)) {
			perror(argv[1]);
			return 1;
		}
		usleep(PAUSE_US);
	}
	return 0;
}
