# SPDX-License-Identifier: Apache-2.0
# Tests a measurement on a simulated board: program, trace, histogram, restore.
# shows SM-SW-001
. "$TOP/sw/tests/tools.bash"
cat >fetches <<-'END'
	banks trace count       # of a sort
	match 0 range 0x100000 0x1fffff
	state * fetch m0 : trace count
	state * : count
	user fetch write
END
run smon -c clear -c 'load fetches' -c start -c 'sim sort 2' -c 'sim drain' -c stop -c status \
	-c trace -c histogram
smon -c clear -c 'load fetches' -c start -c 'sim sort 3' -c 'sim drain' -c stop -c histogram \
	-o table
cat >address <<-'END'
	histogram address
	bits 2-4 12
	state 0 read : count goto 1
	state 1 : count goto 0
END
run smon -c 'load address' -c 'restore table' -c 'read 0 4' -c start -c 'sim workload private 20' \
	-c 'sim drain' -c stop -c histogram
# cut off, damaged, not a histogram
head -c -60 table >cut
run smon -c 'restore cut'
sed 's/^2,/3,/' table >damaged
run smon -c 'restore damaged'
printf '# file: supermon histogram\nbin,count\n1,2\n' >open
run smon -c 'restore open'
printf '# file: supermon histogram\nbin,count\n5,2\n1,2\n' >order
run smon -c 'restore order'
run smon -c 'restore fetches'
run smon -c 'restore nowhere'
