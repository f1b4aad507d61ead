# SPDX-License-Identifier: Apache-2.0
# Tests help, version, and errors in the command line.
try() {
	"$@"
	echo "-> $?"
}
try tallyboard serve surfboard --help
tallyboard serve surfboard --version | sed 's/[0-9][0-9.]*$/N/'
try tallyboard serve surfboard
try tallyboard serve surfboard a b
try tallyboard serve surfboard --nonsense a
try tallyboard serve surfboard -b trace=5 socket
try tallyboard serve surfboard -b wave=/nowhere/w.fst socket
try tallyboard serve surfboard -c 'play nothing' socket
try tallyboard serve surfboard -c 'run' socket
try tallyboard serve surfboard -c 'generate count=3' -c 'drain 1us' socket
try tallyboard serve surfboard /nowhere/socket
try tallyboard serve surfboard "$(printf '%0200d' 0)"
echo file > plain
try tallyboard serve surfboard plain
cat plain
ls

#> Usage: tallyboard serve surfboard [OPTION]... SOCKET
#>
#> Simulates a SHRIMP node with its SurfBoard and serves it on the Unix socket SOCKET:
#> any number of programs can open it as unix:SOCKET. Ends on SIGINT and SIGTERM.
#>
#>   -b, --board=ARGUMENTS   separated by commas: trace=MB and hist=MB, the memories
#>                           (0, 4, 16 or 64; default 16), revision=1|2, seed=N,
#>                           wave=FILE
#>   -c, --command=COMMAND   execute this command first, for instance
#>                           'generate period=10us', 'pause' or 'speed 0.01'; may be
#>                           repeated
#>   -h, --help              print this and exit
#>       --version           print the version and exit
#>
#> Exit status: 0 success, 1 error, 2 error in the command line.
#> -> 0
#> surfd N
#> -> 2
#> -> 2
#> -> 2
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> file
#> plain
#2> surfd: no socket
#2> Try 'tallyboard serve surfboard --help'.
#2> surfd: more than one socket: b
#2> Try 'tallyboard serve surfboard --help'.
#2> surfd: unknown option: --nonsense
#2> Try 'tallyboard serve surfboard --help'.
#2> surfd: trace=5: the arguments of a board are trace=MB and hist=MB (0, 4, 16 or 64), revision=1|2, seed=N, wave=FILE, separated by commas
#2> surfd: wave=/nowhere/w.fst: No such file or directory
#2> surfd: play nothing: nothing: No such file or directory
#2> surfd: run: something is missing (run TIME)
#2> surfd: drain 1us: packets are still being sent
#2> surfd: /nowhere/socket: No such file or directory
#2> surfd: 00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000: File name too long
#2> surfd: plain: exists and is not a socket
