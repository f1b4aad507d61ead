# SPDX-License-Identifier: Apache-2.0
# Checks that sharing ends, and says what is missing, if readelf prints the location lists without
# end, as that of Debian 13 may.
mkdir bin
# shellcheck disable=SC2016 # for the script
printf '#!/bin/sh\ncase $* in *=loc*) exec yes "    [13094157] 0" ;; esac\nexec %s "$@"\n' \
	"$(command -v readelf)" >bin/readelf
chmod +x bin/readelf
export PATH=$PWD/bin:$PATH
sharing -o report --cc="gcc -O1 -pthread $TOP/sw/numachine/tests/programs/false_sharing.c" 2>&1 |
	sed 's,/.*/,,'
echo "status ${PIPESTATUS[0]}"
sed -n '2s/: 1 line.*//p' report

#> 1000 hits, 1000 misses
#> program: readelf misreads its debug information; some variables on stacks have no name
#> status 1
#> 1. counters: false sharing
