# SPDX-License-Identifier: Apache-2.0
# Checks that a signal ends a long transfer and leaves no incomplete file.
surf -b sim:trace=4,hist=16 -c 'show pclr; save histogram h; show ttcr' >out 2>err &
# the file has no name until it is complete
until [ -n "$(find /proc/$!/fd -lname "$PWD/*(deleted)" 2>/dev/null)" ]; do sleep 0.02; done
kill -INT $!
wait $!
echo "status $?"
cat out err
ls

#> status 130
#> PCLR 00000000  LED 0  CAT 0
#> -c:1: HISTOGRAM: interrupted
#> err
#> out
