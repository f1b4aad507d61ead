# SPDX-License-Identifier: Apache-2.0
# Checks that the rates of 100 intervals, multiplied by the length of an interval, are the frames.
# shows HM-TOOL-007
. "$TOP/sw/hypermon/tests/hm.bash"
# 1000 windows: two frames in each of the first 100, one in each of the last ten
{
	for ((i = 0; i < 100; i++)); do printf '0 1 1 %X\n' $((5000 + i)); done
	for ((i = 990; i < 1000; i++)); do printf '0 1 1 %X\n' $((5000 + i)); done
} | words | cat <(header) - >t
hmstat -r t >r
echo "status $?"
sed -n '1,4p;12,13p;101,$p' r
awk -F, '!/^#/ { n++; sum += $3; frames += $2 } /interval of/ { split($1, w, " "); s = w[4] }
	END { printf "%d intervals, %.3f frames, %d\n", n, sum * s, frames }' r
cat t | run hmstat -r
header | run hmstat -r
header >none
run hmstat -r none
