# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that surfd simulates, and "tallyboard watch", which finds the tool.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/surfboard" surfd
begin surfd -c pause node >/dev/null
echo 'bin[9:0] = size' >size.bsel
surf -b unix:node -c "fpga size.bsel; acdr.lat_n = 6; htcr = 2
	generate count=200 words=4 x=1; drain; generate count=30 words=8 x=2; drain" >/dev/null
views_of node
surfd-watch -i 100ms --bins 8 unix:node | tail -n +5
run surfd-watch --bins 5000 node
surfd-watch --server node
