# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that hypermond simulates: no losses, and an overrun.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/hypermon" hypermond
begin hypermond -c 'generate nodes=0-2 count=20' -c drain -c pause board >/dev/null
views_of board
begin hypermond -b depth=256 -c 'generate nodes=0-3 count=200' -c drain -c pause lossy >/dev/null
tallyboard watch -i 100ms lossy | grep '^lost'
run hypermond-watch --bins 8 board
