# SPDX-License-Identifier: Apache-2.0
# All lines with errors are reported, with file, line and column.
cat >f.bsel <<'END'
# three wrong lines
bin[0] = speed
  bin[24] = 0
bin[1] = size[1]

bin[3:2] = size[1]
END
binsel compile f.bsel -o f.bit
echo "status $?"
binsel compile - -o f.bit <f.bsel
status=$?
ls
exit $status
