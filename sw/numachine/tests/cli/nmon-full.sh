# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/numachine/tests/nm.bash"
card m
full_disk table nmon -b unix:m -o table read
{ echo "0x0402 7"; echo "0x0403 9"; } | table flyer 'station: 0' >flyer
{ echo "3 100"; echo "$((2 << 10 | 63 << 4 | 3)) 50"; } | table depth 'order: thesis' >depth
{ echo "$(event 1 5 0 LV 0 3) 11"; echo "$(event 1 5 2 GI 0 3) 13"; } | table histogram1 >lines
full_disk out nmon-pages -o out flyer
full_disk out nmon-queue -o out depth
full_disk out nmon-lines -o out lines
full_disk out.svg nmplot pages -o out.svg flyer
full_disk s nmplot pages --script=s flyer
program=$TOP/sw/numachine/tests/programs/migratory.c
library=$(dirname "$(command -v nmon)")/../lib/librecord.a
gcc -g -O1 -fsanitize=thread -c "$program" -o a.o && gcc a.o "$library" -lz -o a || exit
RECORD=r ./a >/dev/null
# its threads make another recording each time
VARIES=1000 full_disk out env RECORD=out ./a
# a program that ignores the signal of the limit goes on, and says at its end what is missing
echo old >out
(trap '' XFSZ; { RECORD=out prlimit --fsize=20 ./a >/dev/null; } 2>&1; echo "status $?, $(<out)") |
	cat
mkfifo fifo
{ RECORD=fifo ./a >/dev/null; } 2>&1
# a program that goes to another folder
printf 'int chdir(const char *);\nint x;\nint main(void)\n{\n\tx = 1;\n\treturn chdir("/");\n}\n' \
	>away.c
gcc -fsanitize=thread -c away.c && gcc away.o "$library" -lz -o away && RECORD=recording ./away &&
	nmon-words recording >words && echo recorded
full_disk out nmon-words -o out r
full_disk out sharing --recording=r -o out

#> nmon -b unix:m -o table read: full disks are reported
#> nmon-pages -o out flyer: full disks are reported
#> nmon-queue -o out depth: full disks are reported
#> nmon-lines -o out lines: full disks are reported
#> nmplot pages -o out.svg flyer: full disks are reported
#> nmplot pages --script=s flyer: full disks are reported
#> env RECORD=out ./a: full disks are reported
#> librecord: the file that RECORD names cannot be written (File too large); nothing is recorded
#> status 0, old
#> librecord: the file that RECORD names cannot be written (not a regular file; use - and redirect standard output); nothing is recorded
#> recorded
#> nmon-words -o out r: full disks are reported
#> sharing --recording=r -o out: full disks are reported
