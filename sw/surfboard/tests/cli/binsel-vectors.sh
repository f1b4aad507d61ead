# SPDX-License-Identifier: Apache-2.0
# Checks the two streams that are known bit by bit.
hex() { od -An -v -tx1 "$1" | tr -d ' \n' | tr a-f A-F; echo; }
echo 'bin = latency' >identity.bsel
printf 'bin[11:0] = latency[11:0]\nbin[21:12] = size\n' >makehist.bsel
for f in identity makehist; do
	binsel compile $f.bsel -o $f.bit || exit
	hex $f.bit
done
