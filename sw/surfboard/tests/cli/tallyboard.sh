# SPDX-License-Identifier: Apache-2.0
# Tests the front command with one board; ci/checks/test-install has those with all.
. "$TOP/sw/tests/tools.bash"
completion() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_tallyboard
	echo "$*:" "${COMPREPLY[@]}"
}
completion tallyboard serve surf
completion tallyboard serve surfboard --b
completion tallyboard help surfb
completion tallyboard se
completion tallyboard surf
tallyboard help surfboard | grep -A1 '^Serve'
tallyboard help | head -4
boards() { sed 's/\(the boards:\)[^)]*/\1 .../'; } # any number of them
run tallyboard serve | boards
run tallyboard serve nothing node | boards
run tallyboard help 'no\such'
(
	tallyboard serve surfboard -c pause node >ready &
	trap 'kill $!; wait' EXIT
	until [ -s ready ]; do sleep 0.05; done
	cat ready
	tallyboard surf -b unix:node -c 'show epir'
)

#> tallyboard serve surf: surfboard
#> tallyboard serve surfboard --b: --board
#> tallyboard help surfb: surfboard
#> tallyboard se: serve
#> tallyboard surf: surfexport surfplot surf surflines
#> Serve a board
#>   surfd            serve a simulated SHRIMP node with its SurfBoard
#> Usage: tallyboard TOOL [ARGUMENT]...
#>        tallyboard serve BOARD [OPTION]... SOCKET
#>        tallyboard watch [OPTION]... SOCKET
#>        tallyboard help [TOOL|BOARD|tools]
#> $ tallyboard serve
#> ! tallyboard: serve needs a board; the boards: ...
#> status 2
#> $ tallyboard serve nothing node
#> ! tallyboard: no board "nothing" (the boards: ...)
#> status 2
#> $ tallyboard help no\such
#> ! tallyboard: no tool or board "no\such" (tallyboard help lists them)
#> status 2
#> surfd: serving unix:node
#> EPIR 1000464E  PNUM_L 1  REV 0  PNUM_H 00  MFR 464E
