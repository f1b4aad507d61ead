# SPDX-License-Identifier: Apache-2.0
# Checks that a tool that a signal ends leaves no file, and that an existing file stays, or is
# replaced with its owner and permissions. The error of a CTF trace on a full disk must name the
# reason.
. "$TOP/sw/tests/tools.bash"
good='000000 00000001 00000002 00000003 00000004'
echo before >out.trace
chmod 640 out.trace
for signal in TERM HUP KILL; do
	mkfifo in
	tallyboard traceFilter -o out.trace in &
	exec 3>in
	yes "$good" 2>/dev/null | head -n 20000 >&3
	kill -$signal $!
	wait $! 2>/dev/null
	exec 3>&-
	rm in
	ls
	cat out.trace
done
echo "$good" | tallyboard traceFilter -o out.trace >/dev/null 2>&1
stat -c %a out.trace
echo "$good" >one.trace
(ulimit -f 0; surfexport -f json -o full.json one.trace 2>&1) | cat
echo "-> ${PIPESTATUS[0]}"

#> out.trace
#> before
#> out.trace
#> before
#> out.trace
#> before
#> 640
#> full.json: File too large
#> -> 1
