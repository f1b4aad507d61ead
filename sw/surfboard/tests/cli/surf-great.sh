# SPDX-License-Identifier: Apache-2.0
# Checks that a sparse file of 3 GB with one line without an end is not read into memory.
. "$TOP/sw/tests/tools.bash"
truncate -s 3G great
run surf -b sim:trace=0,hist=0 -c 'load state great'
run surf -b sim:trace=0,hist=0 great
run surf -b sim:trace=0,hist=0 <great

#> $ surf -b sim:trace=0,hist=0 -c load state great
#> ! -c:1: great:1: line too long
#> status 1
#> $ surf -b sim:trace=0,hist=0 great
#> ! great:1: line too long
#> status 1
#> $ surf -b sim:trace=0,hist=0
#> > 
#> ! standard input: Message too long
#> status 1
