# SPDX-License-Identifier: Apache-2.0
# Checks that streams with a flipped bit in each part are refused with the position.
echo 'bin = latency' | binsel compile - -o good.bit
flip() {
	cp good.bit bad.bit
	byte=$(od -An -tu1 -j $(($1 / 8)) -N 1 good.bit)
	printf '%b' "\\0$(printf %o $((byte ^ (128 >> ($1 % 8)))))" |
		dd of=bad.bit bs=1 seek=$(($1 / 8)) conv=notrunc status=none
	binsel show bad.bit
	echo "status $?"
}
for bit in 3 9 20 35 37 40 46 47 100 305 325; do
	flip $bit
done
for bit in $(seq 0 327); do
	flip $bit 2>/dev/null
done | grep -c 'status 1'
head -c 40 good.bit >short.bit
binsel show short.bit
{ cat good.bit; printf '\377\377'; } >long.bit
binsel show long.bit
{ cat good.bit; printf '\376'; } >trailer.bit
binsel show trailer.bit
: >empty.bit
binsel show empty.bit
head -c 70000 /dev/zero | tr '\0' '\377' >ones.bit
binsel show ones.bit
binsel show missing.bit
binsel eval short.bit
