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
LD_LIBRARY_PATH=/nowhere try -b unix:missing -c show
