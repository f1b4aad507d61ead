# SPDX-License-Identifier: Apache-2.0
# Checks that the source of every installed configuration compiles to it, and has in its second line
# the question that it answers.
status=0
for source in "$TOP"/fpga-configs/*.bsel; do
	name=$(basename "$source" .bsel)
	binsel compile "$source" -o "$name.bit" || status=1
	cmp "$name.bit" "$TOP/fpga-configs/$name.bit" || status=1
	sed -n '2s/^# \(.*?\).*/\1/p' "$source" | grep -q . || {
		echo "$source:2: no question"
		status=1
	}
	binsel show "$name.bit" >"$name.bsel" || status=1
	binsel compile "$name.bsel" -o again.bit || status=1
	cmp "$name.bit" again.bit || status=1
	echo "$name"
done
exit $status

#> category-size
#> color-sender
#> identity
#> latency-sender
#> latency-size-coarse
#> sender-category-color
#> size-latency
#> size-sender
