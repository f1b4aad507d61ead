# SPDX-License-Identifier: Apache-2.0
# Tests the 190 configurations, and addresses of some of them.
# shows S96-MUX-002 S96-MUX-004
. "$TOP/sw/tests/tools.bash"
spm-address --list >list
wc -l <list
tail -n +2 list | cut -d, -f1 | sort -u | wc -l
tail -n +2 list | cut -d, -f2 | sort -u | wc -l
tail -n +2 list | cut -d, -f2 | tr -cd 'L\n' | sort | uniq -c | sed 's/^ *//'
head -4 list
printf '0xC9043\n\n# a comment\n823427\n' | run spm-address 'L0 L1 L2 T C'
echo 0x00E017 | run spm-address sender,size
echo 0xFFFFF | run spm-address latency
printf 'address,sender,size\n0x000403,3,4\n' >queue
run spm-address 'sender size' queue
printf '5\n0x1000000\n6\n' >wrong
run spm-address 'sender size' wrong
echo '12 13' | run spm-address 'sender size'
