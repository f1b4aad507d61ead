# SPDX-License-Identifier: Apache-2.0
# Checks that all lines with errors are reported, with file, line and column.
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
# of a file that is no source, a few errors and the number of others
seq 1000 >seq.bsel
binsel compile seq.bsel -o f.bit 2>errors
wc -l <errors
tail -2 errors
surf -b sim:trace=4,hist=4 -c 'fpga seq.bsel' 2>&1 | tail -1
seq 21 | binsel compile - -o f.bit 2>&1 | tail -1
ls
exit $status
