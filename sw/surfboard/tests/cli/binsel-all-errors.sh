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

#> status 1
#> 21
#> seq.bsel:20:1: 'bin' expected before '2'
#> seq.bsel:1000:1: the last of 980 more errors
#> -c:1: seq.bsel:1000:1: the last of 980 more errors
#> standard input:21:1: 'bin' expected before '2'
#> errors
#> f.bsel
#> seq.bsel
#2> f.bsel:2:10: unknown name 'speed'; the names are latency, sender, color, category, size, address, phase
#2> f.bsel:3:6: bin has bits 23..0 only
#2> f.bsel:6:12: bin[3:2] has 2 bits, size[1:1] has 1
#2> standard input:2:10: unknown name 'speed'; the names are latency, sender, color, category, size, address, phase
#2> standard input:3:6: bin has bits 23..0 only
#2> standard input:6:12: bin[3:2] has 2 bits, size[1:1] has 1
# exit status 1
