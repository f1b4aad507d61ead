/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads write the same objects in turn, each in another way. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ALIGNED __attribute__((aligned(64)))
#define TURNS 20

struct large {
	long v[32];
};

struct small {
	long v[4];
};

static char set8[64] ALIGNED, set64[64] ALIGNED, set128[128] ALIGNED, set4096[4096] ALIGNED;
static char by_strcpy[64] ALIGNED, by_stpcpy[64] ALIGNED, by_strncpy[64] ALIGNED,
	by_stpncpy[64] ALIGNED, by_strcat[64] ALIGNED, by_strncat[64] ALIGNED;
static char by_bzero[256] ALIGNED, by_bcopy[256] ALIGNED, by_memcpy[256] ALIGNED,
	by_mempcpy[256] ALIGNED, by_memmove[256] ALIGNED, by_copies[8192] ALIGNED,
	by_variable[256] ALIGNED, by_loop[256] ALIGNED;
static struct large by_zeros ALIGNED;
static struct small by_assignment ALIGNED, from[2];
static char source[2][8192] ALIGNED;
static volatile char by_constant[64] ALIGNED;
static volatile int variable_size = 256;
static pthread_barrier_t barrier;

static void *work(void *arg)
{
	const long k = (long)arg;

	for (int r = 0; r < TURNS; r++) {
		by_constant[0] = 7; /* immediately before a call */
		pthread_barrier_wait(&barrier);
		memset(set8, (int)k, 8);
		memset(set64, (int)k, 64);
		memset(set128, (int)k, 128);
		memset(set4096, (int)k, 4096);
		strcpy(by_strcpy, "a text whose length is known");
		stpcpy(by_stpcpy, "a text");
		strncpy(by_strncpy, "a text", 20);
		stpncpy(by_stpncpy, "a text", 4);
		by_strcat[0] = '\0';
		strcat(by_strcat, "two ");
		strcat(by_strcat, "words");
		strcpy(by_strncat, "two ");
		strncat(by_strncat, "words", 3);
		bzero(by_bzero, 256);
		bcopy(source[k], by_bcopy, 256);
		memcpy(by_memcpy, source[k], 256);
		mempcpy(by_mempcpy, source[k], 256);
		memmove(by_memmove, source[k], 256);
		memcpy(by_copies, source[k], sizeof(by_copies));
		memcpy(by_variable, source[k], (size_t)variable_size);
		for (int i = 0; i < 256; i++)
			by_loop[i] = (char)k;
		by_zeros = (struct large){{0}};
		by_assignment = from[k];
		__asm__ volatile("" : : : "memory");
	}
	return NULL;
}

/* Uses everything, so that no compiler omits a write. */
static unsigned int sum(const volatile void *p, size_t size)
{
	unsigned int s = 0;

	while (size--)
		s = 31 * s + ((const volatile unsigned char *)p)[size];
	return s;
}

#define SUM(object) sum(&(object), sizeof(object))

int main(void)
{
	pthread_t t[2];
	char *copy, *part, text[8];

	memset(source, 'x', sizeof(source));
	pthread_barrier_init(&barrier, NULL, 2);
	for (long k = 0; k < 2; k++)
		pthread_create(&t[k], NULL, work, (void *)k);
	for (int k = 0; k < 2; k++)
		pthread_join(t[k], NULL);
	copy = strdup(by_strcpy);
	part = strndup(by_strcpy, 6);
	printf("%s|%s|%s|%.64s|%s|%s|%s|%s\n", copy, by_stpcpy, by_strncpy, by_stpncpy,
	       by_strcat, by_strncat, part, by_strncpy + 19);
	printf("%td %td %td %td\n", stpcpy(text, "ab") - text, stpncpy(text, "abc", 2) - text,
	       stpncpy(text, "a", 5) - text, (char *)mempcpy(text, "abcd", 3) - text);
	free(copy);
	free(part);
	return (SUM(set8) + SUM(set64) + SUM(set128) + SUM(set4096) + SUM(by_bzero) +
		SUM(by_bcopy) + SUM(by_memcpy) + SUM(by_mempcpy) + SUM(by_memmove) +
		SUM(by_copies) + SUM(by_variable) + SUM(by_loop) + SUM(by_zeros) +
		SUM(by_assignment) + SUM(by_constant)) == 1;
}
