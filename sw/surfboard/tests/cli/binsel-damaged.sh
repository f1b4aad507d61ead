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

#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> 328
#> bin[23:0] = latency[23:0]
#2> bad.bit: bit 3: fewer than 8 leading ones
#2> bad.bit: bit 8: preamble is 6, expected 2
#2> bad.bit: bit 12: length count is 33096, but the stream has 328 bits
#2> bad.bit: bit 12: length count is 329, but the stream has 328 bits
#2> bad.bit: bit 36: no four ones after the length count
#2> bad.bit: bit 40: frame 0: start bit is 1
#2> bad.bit: bit 47: frame 0: check is 7, expected F
#2> bad.bit: bit 47: frame 0: check is F, expected 7
#2> bad.bit: bit 102: frame 5: check is D, expected 5
#2> bad.bit: bit 304: check word is 42B0, expected 02B0
#2> bad.bit: bit 320: postamble is 7B, expected 7F
#2> short.bit: bit 320: stream ends too early
#2> trailer.bit: bit 335: zero after the postamble
#2> empty.bit: bit 0: stream ends too early
#2> ones.bit: too long for a configuration
#2> missing.bit: No such file or directory
#2> short.bit: bit 320: stream ends too early
# exit status 1
