# SPDX-License-Identifier: Apache-2.0
# Reading ACDR shifts it, and TSIZE has other values during this time. Checks that none of them sets
# TC, also not the largest one, which is written for a while when the state is saved.
surf -b sim:trace=0,hist=0 -c 'htcr = 0; acdr = 02006080
tecr = 10; iscr = 3fff; show acdr; show iscr
iemr = 1; show acdr; show iscr; show iemr
iemr = 0; tecr = 400000; iscr = 3fff; show acdr; save state s; show iscr
tecr = 100000; show acdr; show iscr'
echo "status $?"

#> ACDR 02006080  SENDID 1  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 2
#> ISCR 00000000
#> ACDR 02006080  SENDID 1  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 2
#> ISCR 00000000
#> IEMR 00000001  TC
#> ACDR 02006080  SENDID 1  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 2
#> ISCR 00000000
#> ACDR 02006080  SENDID 1  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 2
#> ISCR 00000001  TC
#> status 0
