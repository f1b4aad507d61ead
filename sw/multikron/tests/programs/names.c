/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Probes as other people write them: names in variables, with quotes, and long ones; more names
 * than there are stages; children and threads that end within a stage, a thread that is still
 * running at the end, and a main thread that ends before the others. The argument is what to
 * do.
 */
#include <mkprobe.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_NAME "a function with a long name, in a namespace within another namespace: "

static void stage(const char *name)
{
	MK_PROBE(name);
}

static void names(void)
{
	for (int i = 0; i < 5; i++) {
		stage("one");
		stage("two");
		stage(LONG_NAME "first");
		stage(LONG_NAME "second");
		MK_PROBE("a \"quoted\" name");
		MK_PROBE("three");
		MK_PROBE("a \"quoted\" name");
	}
}

static void many(void)
{
	char name[16];

	for (int i = 0; i < 2100; i++) {
		snprintf(name, sizeof(name), "%d", i % 1050);
		stage(name);
	}
}

static void children(void)
{
	for (int i = 0; i < 3; i++) {
		pid_t child;

		stage("parent");
		child = fork();
		if (!child) {
			stage("child");
			exit(0);
		}
		waitpid(child, NULL, 0);
	}
}

static sem_t goes_on;

static void *in_thread(void *endless)
{
	stage("first");
	stage("last");
	while (endless) {
		stage("for ever");
		sem_post(&goes_on);
		usleep(100);
	}
	return NULL;
}

static void threads(void *endless)
{
	pthread_t t;

	sem_init(&goes_on, 0, 0);
	pthread_create(&t, NULL, in_thread, endless);
	if (!endless)
		pthread_join(t, NULL);
	for (int i = 0; endless && i < 3; i++)
		sem_wait(&goes_on);
}

static volatile sig_atomic_t came;

static void handle(int signal)
{
	(void)signal;
	stage("handler");
	came = 1;
}

/* The timer's signals may come at any place of a probe. */
static void signals(void)
{
	signal(SIGALRM, handle);
	for (int i = 0; i < 10; i++) {
		came = 0;
		ualarm(20, 0);
		while (!came)
			stage("main");
	}
}

static void *wait_for_main(void *main_thread)
{
	pthread_join(*(pthread_t *)main_thread, NULL);
	stage("after main()");
	return NULL;
}

int main(int argc, char **argv)
{
	static pthread_t self;
	pthread_t t;

	if (argc < 2)
		return 2;
	switch (*argv[1]) {
	case 'n':
		names();
		break;
	case 'm':
		many();
		break;
	case 'c':
		children();
		break;
	case 't':
		threads(NULL);
		break;
	case 'e':
		threads(argv);
		break;
	case 's':
		signals();
		break;
	case 'p':
		self = pthread_self();
		stage("main()");
		pthread_create(&t, NULL, wait_for_main, &self);
		pthread_exit(NULL);
	}
	return 0;
}
