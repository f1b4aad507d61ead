# SPDX-License-Identifier: Apache-2.0
# Checks that threads which run one after the other do not seem to share a line falsely, whatever
# orders them; and that the report names what orders or runs beside them without being recorded.
# shows NM-DIA-017 NM-DIA-022
cd "$TOP/sw/numachine/tests/programs" || exit
for kind in 0 1 2 3 4 5 6 7 8; do
	echo "$kind: $(sharing -u 0 --cc="gcc -O1 -DKIND=$kind order.c -pthread" |
		sed -n 's/^[0-9]*\. half: \([^:]*\):.*/\1/p; /^[0-9]* [0-9] [0-9]$/p' | tr '\n' ' ')"
done
cd "$OLDPWD" || exit
cat >fork.c <<'END'
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	volatile int *p =
		mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct sembuf up = {0, 1, 0};
	const int set = semget(IPC_PRIVATE, 1, 0600);

	if (!fork()) {
		(*p)++;
		_exit(0);
	}
	wait(NULL);
	(*p)++;
	return semop(set, &up, 1) || semctl(set, 0, IPC_RMID);
}
END
sharing --cc='gcc fork.c' | grep '^not recorded'
# the process that vfork makes ends in the memory of its parent, which is recorded on
cat >vfork.c <<'END'
#include <unistd.h>
int many[100];
int main(void)
{
	if (!vfork())
		_exit(0);
	for (volatile int i = 0; i < 100; i++)
		many[i]++;
	return 0;
}
END
sharing --cc='gcc -g -O1 vfork.c' | cut -d, -f1,2
# nothing is left to record: the program runs in another process, or becomes another program
cat >gone.c <<'END'
#include <unistd.h>
int n;
int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		execl("/bin/true", "true", (char *)NULL);
	if (!fork())
		n++;
	_exit(0);
}
END
sharing --cc='gcc -g -O1 gone.c'
gcc -g gone.c -o gone
sharing -- ./gone exec

#> 0: 639200 0 0 false sharing 
#> 1: 639200 0 0 
#> 2: 639200 0 0 
#> 3: 639200 0 0 
#> 4: 639200 0 0 
#> 5: 639200 0 0 
#> 6: 639200 0 0 
#> 7: 639200 0 0 
#> 8: 639200 0 0 
#> not recorded: the order of threads by semop; threads that take turns by them seem to run at the same time
#> not recorded: what processes that fork makes do, also in memory that they share with this one
#> 1 threads, 200 references
#> the threads take no data from each other
#> not recorded: what processes that vfork makes do, also in memory that they share with this one
#2> sharing: the program made no access that was recorded: what processes that fork makes do is not
#2> sharing: ./gone has written no recording; if it starts another program (exec), give that one
# exit status 1
