# SPDX-License-Identifier: Apache-2.0
# Reading ACDR shifts it, and TSIZE passes through other values; none of them sets TC, also
# not the largest one, which saving the state writes for a while.
surf -b sim:trace=0,hist=0 -c 'htcr = 0; acdr = 02006080
tecr = 10; iscr = 3fff; show acdr; show iscr
iemr = 1; show acdr; show iscr; show iemr
iemr = 0; tecr = 400000; iscr = 3fff; show acdr; save state s; show iscr
tecr = 100000; show acdr; show iscr'
echo "status $?"
