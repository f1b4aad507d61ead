/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two threads use the two halves of a line, one after the other. They are ordered by
 *   KIND=0  nothing  1  a pipe  2  an eventfd  3  sockets  4  sigwait()  5  a signal handler
 *        6  a semaphore  7  vectors of a pipe  8  messages of a socket
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static _Alignas(64) volatile long half[8];
static int from, to;
static sem_t done;
static pthread_t second;
static volatile sig_atomic_t arrived;

static void handle(int number)
{
	arrived = number;
}

static void *first(void *arg)
{
	char c = 1;
	struct iovec part = {&c, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	long n = 1;

	for (int i = 0; i < 800; i++)
		half[0] += i;
	if (KIND == 1)
		n = write(to, &c, 1);
	if (KIND == 2)
		n = !eventfd_write(to, 1);
	if (KIND == 3)
		n = send(to, &c, 1, 0);
	if (KIND == 4 || KIND == 5)
		n = !pthread_kill(second, SIGUSR1);
	if (KIND == 6)
		n = !sem_post(&done);
	if (KIND == 7)
		n = writev(to, &part, 1);
	if (KIND == 8)
		n = sendmsg(to, &message, 0);
	return n == 1 ? NULL : arg;
}

static void *then(void *arg)
{
	sigset_t set;
	eventfd_t value;
	char c;
	struct iovec part = {&c, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	long n = 1;
	int number;

	sigemptyset(&set);
	if (KIND == 5)
		pthread_sigmask(SIG_SETMASK, &set, NULL);
	while (KIND == 5 && !arrived)
		usleep(100);
	sigaddset(&set, SIGUSR1);
	if (KIND == 1)
		n = read(from, &c, 1);
	if (KIND == 2)
		n = !eventfd_read(from, &value);
	if (KIND == 3)
		n = recv(from, &c, 1, 0);
	if (KIND == 4)
		n = !sigwait(&set, &number);
	if (KIND == 6)
		n = !sem_wait(&done);
	if (KIND == 7)
		n = readv(from, &part, 1);
	if (KIND == 8)
		n = recvmsg(from, &message, 0);
	for (int i = 0; i < 800; i++)
		half[1] += i;
	return n == 1 ? NULL : arg;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handle}, old;
	pthread_t t;
	sigset_t set;
	void *failed[2];
	int fd[2] = {0};

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR1, NULL, &old);
	if (old.sa_handler != handle || signal(SIGUSR2, handle) != SIG_DFL ||
	    signal(SIGUSR2, SIG_IGN) != handle || signal(SIGUSR2, SIG_DFL) != SIG_IGN)
		return 1;
	sem_init(&done, 0, 0);
	if (KIND == 2)
		fd[0] = fd[1] = eventfd(0, 0);
	else if (KIND == 3 || KIND == 8 ? socketpair(AF_UNIX, SOCK_STREAM, 0, fd) : pipe(fd))
		return 1;
	from = fd[0];
	to = fd[1];
	pthread_create(&second, NULL, then, (void *)half);
	pthread_create(&t, NULL, first, (void *)half);
	pthread_join(t, &failed[0]);
	pthread_join(second, &failed[1]);
	printf("%ld %d %d\n", half[0] + half[1], failed[0] != NULL, failed[1] != NULL);
	return 0;
}
