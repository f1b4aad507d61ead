# SPDX-License-Identifier: Apache-2.0
# sharing ended by a signal leaves no folder in /tmp.
. "$TOP/sw/numachine/tests/nm.bash"
cat >compiler <<-'END'
	#!/bin/sh
	trap '' HUP INT TERM
	folder=$(echo "$@" | sed 's/.* -L\([^ ]*\).*/\1/')
	echo "$folder" >folder.new
	mv folder.new folder
	while [ -d "$folder" ]; do sleep 0.02; done
END
chmod +x compiler
for number in HUP INT TERM; do
	rm -f folder
	env --default-signal=INT sharing --cc=./compiler &
	until [ -e folder ]; do sleep 0.02; done
	kill -s $number $!
	{ wait $!; } 2>/dev/null
	echo "$number: status $?"
	sed 's/\.[^.]*$/.X/' folder
	ls -d "$(cat folder)" 2>/dev/null && rm -r "$(cat folder)"
done
true

#> HUP: status 129
#> /tmp/tallyboard-sharing.X
#> INT: status 130
#> /tmp/tallyboard-sharing.X
#> TERM: status 143
#> /tmp/tallyboard-sharing.X
