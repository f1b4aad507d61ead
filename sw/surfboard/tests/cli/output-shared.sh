# SPDX-License-Identifier: Apache-2.0
# Checks outputs in a folder that all users share, as /tmp: a link or file of another user under the
# name of the output, or a link on its path, is refused; links of the user and of the folder's owner
# are followed. Only root can create files of another user, and become one. Pipes that have a name
# are refused with the reason.
. "$TOP/sw/tests/tools.bash"
other=65534
echo '000000 00000001 00000002 00000003 00000004' >trace
echo 'bin = latency' >source
rm -rf shared && mkdir shared own && chmod 1777 shared && chmod 755 . own
echo private >own/private
# COMMAND OUTPUT...: must be refused and change nothing
refused() {
	local before
	before=$(ls -lAR; cat own/* 2>/dev/null)
	if "$@" >said 2>&1 || ! grep -q 'another user in a shared folder$' said; then
		echo "not refused: $*"
		cat said
	fi
	rm said
	[ "$(ls -lAR; cat own/* 2>/dev/null)" = "$before" ] || echo "changed: $*"
}
if [ "$(id -u)" = 0 ]; then
	ln -s ../own/private shared/link
	ln -s ../own/new shared/dangling
	ln -s ../own shared/folder
	ln -s ../shared/link own/second
	: >shared/empty
	chmod 666 shared/empty
	chown -h $other shared/*
	for name in link dangling folder/private empty ../own/second; do
		refused tallyboard traceFilter -o shared/$name trace
		refused tallyboard traceFilter -o "$PWD/shared/$name" trace
		refused binsel compile source -o shared/$name
		refused surfexport -f json -o shared/$name trace
		refused surfplot sizes --script=shared/$name trace
		refused surf -b sim:trace=0,hist=0 -c "save state shared/$name"
		refused surf -b sim: -c "wave shared/$name"
	done
	# the same link in a folder that is not shared
	chmod 755 shared
	tallyboard traceFilter -o shared/link trace && cmp own/private trace
	chmod 1777 shared
	# the user's own links and files; those of the folder's owner
	chown -h 0 shared/link shared/folder
	tallyboard traceFilter -o shared/link trace &&
		tallyboard traceFilter -o shared/folder/new trace && cmp own/new trace
	chown $other shared
	chown 1 shared/empty
	refused tallyboard traceFilter -o shared/empty trace
	chown $other shared/empty
	tallyboard traceFilter -o shared/empty trace
	[ "$(stat -c '%u %a' shared/empty)" = "$other 666" ] || ls -l shared/empty
fi
mkfifo fifo
for name in fifo >(cat) /dev/fd/5; do
	tallyboard traceFilter -o "$name" trace 5> >(cat)
done 2>&1 | sed 's:^/dev/fd/[0-9]*:PIPE:'
tallyboard traceFilter -o /proc/self/fd/5 trace 5>regular
cmp regular trace

#> fifo: not a regular file; use - and redirect standard output
#> PIPE: not a regular file; use - and redirect standard output
#> PIPE: not a regular file; use - and redirect standard output
