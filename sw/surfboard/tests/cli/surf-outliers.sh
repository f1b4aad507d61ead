# SPDX-License-Identifier: Apache-2.0
# Tests outlier capture of revision 2: the saved trace must have the packets around the large ones
# in the order of their arrival, although those before each are in a ring in the memory.
# shows SB-REV-010
cat >script <<'EOF'
htcr = 1
olsb = e
olpr.before = 5
olpr.after = 2
olcr.size = 1
generate count=200 period=2us words=1-16 seed=7
drain
show tecr
save trace t
EOF
surf -b sim:trace=4,hist=4,revision=2 script
echo "-> $?"
traceCheck t | head -2
# index, size in hexadecimal, and whether it is an outlier: each has five packets before it and two
# after it
awk '!/^#/ { s = int(strtonum("0x" $3) / 262144) % 1024; o = int(strtonum("0x" $5) / 536870912) % 4
	printf "%s %x%s\n", $1, s, o == 1 ? " outlier" : "" }' t
