# SPDX-License-Identifier: Apache-2.0
# Tests help, version, and errors in the command line.
try() {
	"$@"
	echo "-> $?"
}
try surfd --help
surfd --version | sed 's/[0-9][0-9.]*$/N/'
try surfd
try surfd a b
try surfd --nonsense a
try surfd -b trace=5 socket
try surfd -b wave=/nowhere/w.fst socket
try surfd -c 'play nothing' socket
try surfd -c 'run' socket
try surfd -c 'generate count=3' -c 'drain 1us' socket
try surfd /nowhere/socket
try surfd "$(printf '%0200d' 0)"
echo file > plain
try surfd plain
cat plain
ls
