# SPDX-License-Identifier: Apache-2.0
# Checks that errors in the command line give exit status 2, and other errors 1.
try() {
	surf "$@"
	echo "status $?"
}
try -c
try -x
try --nonsense
try -c show -c help
try a b
try -c show a
try -b tcp:there -c show
try -b sim:none -c show
try -b sim:nonsense -c show
try missing
try -c ''
try -c 'show
fo'
try -c 'quit; foo'
try -b sim: -c 'show pclr'
surf --board=sim: --command='show pclr' >/dev/full
echo "status $?"
try --probe=5
try --probe=5-4
try --probe=0
try --probe=0-
try --probe='0- 5'
try --probe=0-5x
try --probe=0-100000000
try --probe=0-1 -c show
try --probe=0-fffff -b sim:
LD_LIBRARY_PATH=/nowhere try -b unix:missing -c show

#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 1
#> status 1
#> status 1
#> status 1
#> status 0
#> FCCR 00000EE7  TSPD E  HSPD E  DONE 0  ERR 1  CFG 1  PROG 1
#> ACDR 00000080  SENDID 0  CATMUX 0  LAT_S 00  LAT_N 0  TSIZE 2
#> TTCR 00000000  EIP 0  EOP 0  MEOD 0  MEI 0  MBV 0  MODE 0  QUAL 0
#> ECDR 00000000  DATA 0
#> PCLR 00000000  LED 0  CAT 0
#> ISCR 00000000
#> IEMR 00000000
#> HTCR 00000010  PRS 0  FRS 1  TRG 0  WEN 0  HEN 0  TEN 0
#> HFCDR -----  EMPTY 007  FULL 007
#> TPIR 00000000
#> TICR 00000000
#> TECR 00000000 (   0.)
#> WCDR 00000000 (   0.)
#> status 1
#> status 0
#> PCLR 00000000  LED 0  CAT 0
#> status 0
#> status 1
#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 2
#> status 1
#> status 1
#2> surf: option needs a value: -c
#2> Try 'surf --help'.
#2> surf: unknown option: -x
#2> Try 'surf --help'.
#2> surf: unknown option: --nonsense
#2> Try 'surf --help'.
#2> surf: commands are given twice: help
#2> Try 'surf --help'.
#2> surf: too many arguments: b
#2> Try 'surf --help'.
#2> surf: too many arguments: a
#2> Try 'surf --help'.
#2> surf: tcp:there: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#2> surf: sim:none: the arguments are trace=MB and hist=MB (0, 4, 16 or 64), revision=1|2, seed=N, wave=FILE, separated by commas
#2> surf: sim:nonsense: the arguments are trace=MB and hist=MB (0, 4, 16 or 64), revision=1|2, seed=N, wave=FILE, separated by commas
#2> missing: No such file or directory
#2> -c:2: fo: no such command; try HELP or HELP MORE
#2> standard output: No space left on device
#2> surf: not a range of addresses: 5
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 5-4
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 0
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 0-
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 0- 5
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 0-5x
#2> Try 'surf --help'.
#2> surf: not a range of addresses: 0-100000000
#2> Try 'surf --help'.
#2> surf: --probe takes no commands
#2> Try 'surf --help'.
#2> surf: sim:: no core at these addresses
#2> surf: unix:missing: No such file or directory
