# SPDX-License-Identifier: Apache-2.0
# Plays a recording of a threaded program: thread n runs on node n, and the order of its locks is
# kept.
library=$(dirname "$(command -v surf)")/../lib/librecord.a
cat >turns.c <<'END'
#include <pthread.h>
#include <stdio.h>

/* Threads 1 to 3 take turns; in each they write six words to a page of their own. */
struct {
	int word[1024];
} page[4] __attribute__((aligned(4096)));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void *work(void *arg)
{
	const int me = (int)(long)arg;

	for (int round = 0; round < 5; round++) {
		pthread_mutex_lock(&lock);
		while (turn % 3 != me - 1)
			pthread_cond_wait(&changed, &lock);
		for (int i = 0; i < 6; i++)
			page[me].word[32 * round + 4 * i] = round;
		turn++;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (long i = 1; i < 4; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 1; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%d turns\n", turn);
	return 0;
}
END
gcc -g -O1 -fsanitize=thread -c turns.c && gcc turns.o "$library" -lz -o turns || exit
RECORD=recording ./turns
cat >script <<'END'
htcr.frs=0; acdr.lat_n=c
clear histogram 0 ff
ticr=0; tecr=0; wcdr=0
htcr.wen=1; htcr.ten=1
play recording pages=4 combining=off
drain 100ms
htcr=0
save trace trace 0 ff
END
surf -b sim:trace=4,hist=4 script 2>&1 | grep -v entries
echo 'senders of the words, in the order in which they were sent:'
# time sent = time received - latency; the page of the locks is also mapped, and has fewer words
grep -v '^#' trace | gawk '{ print strtonum("0x" $4) - strtonum("0x" substr($2, 3)),
	strtonum("0x" substr($2, 1, 2)) / 4, substr($3, 4, 2) }' |
	sort -n | gawk '{ sender[NR] = $2; page[NR] = $3; n[$3]++ }
		END { for (i = 1; i <= NR; i++) if (n[page[i]] == 30) turns = turns " " sender[i];
			print turns }' | sed 's/\(.\)\( \1\)*/\1/g; s/  */ /g'
echo '== a damaged one'
head -c 400 recording >cut
surf -b sim:trace=4,hist=4 -c 'play cut' 2>&1 | sed 's/byte [0-9]*/byte N/'

#> 15 turns
#> senders of the words, in the order in which they were sent:
#>  1 2 3 1 2 3 1 2 3 1 2 3 1 2 3
#> == a damaged one
#> -c:1: cut: byte N: the file ends here without an end block; the program was killed, or the file was cut
