# SPDX-License-Identifier: Apache-2.0
# Tests the four uses of rtl/shrimp96/README.md, and a program on the simulated machine.
. "$TOP/sw/tests/tools.bash"
awk '/^## Four uses/ { on = 1 } /^## Block/ { on = 0 } /^```/ { code = !code; next }
	on && code' "$TOP/rtl/shrimp96/README.md" >uses
grep -c '^spm' uses
bash -e uses
run spm -c 'config sender size' -c start -c 'sim workload simple nodes=4 size=1024 steps=1' \
	-c 'sim drain 1s' -c stop -c 'sim status' -c 'histogram 0 0x1fff' | sed 's/^time: .*/time/'
run spm -c 'sim workload chess'
run spm -c 'sim play nothing.trace'
run spm -c 'histogram 5'
run spm -c 'histogram 5 4'
run spm -c 'histogram 0 0x100000'
