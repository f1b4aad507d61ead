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
printf '5\0 rest\n' | run spm-address 'sender size'
printf '%065d\n' 5 | run spm-address 'sender size'

# addresses of another configuration
printf 'address,sender,size\n0x000403,3,4\n' | run spm-address 'L0 L1 L2 T C'
printf '# config: I0 I1 S0 S1 S2\n# lost: 3\naddress,count,sender,size\n0x000403,9,3,4\n' >histogram
run spm-address 'sender size' histogram
run spm-address 'sender L4 S2 tag' histogram

# a line that was cut off may have another number
printf '0x000403\n0x0' | run spm-address 'sender size'

#> 191
#> 190
#> 190
#> 11 
#> 75 L
#> 60 LL
#> 33 LLL
#> 10 LLLL
#> 1 LLLLL
#> mux,nibbles,variables
#> 0x0000,I0 I1 L0 L1 L2,sender latency
#> 0x1240,I0 I1 L1 L2 L3,sender latency
#> 0x2480,I0 I1 L2 L3 L4,sender latency
#> $ spm-address L0 L1 L2 T C
#> address,latency,tag,category
#> 0x0C9043,67,9,12
#> 0x0C9083,131,9,12
#> status 0
#> $ spm-address sender,size
#> address,sender,size
#> 0x00E017,23,224
#> status 0
#> $ spm-address latency
#> address,latency
#> 0x0FFFFF,1048575
#> status 0
#> $ spm-address sender size queue
#> address,sender,size
#> 0x000403,3,4
#> status 0
#> $ spm-address sender size wrong
#> address,sender,size
#> 0x000005,5,0
#> ! wrong:2: not an address of 24 bits
#> status 1
#> $ spm-address sender size
#> address,sender,size
#> ! standard input:1: not an address of 24 bits
#> status 1
#> $ spm-address sender size
#> address,sender,size
#> ! standard input:1: not an address of 24 bits
#> status 1
#> $ spm-address sender size
#> address,sender,size
#> ! standard input:1: not an address of 24 bits
#> status 1
#> $ spm-address L0 L1 L2 T C
#> ! standard input:1: the addresses are those of another configuration
#> status 1
#> $ spm-address sender size histogram
#> # lost: 3
#> address,sender,size
#> 0x000403,3,4
#> status 1
#> $ spm-address sender L4 S2 tag histogram
#> ! histogram:1: the addresses are those of another configuration
#> status 1
#> $ spm-address sender size
#> address,sender,size
#> 0x000403,3,4
#> 0x000000,0,0
#> ! standard input: the last line has no end: is the file complete?
#> status 0
