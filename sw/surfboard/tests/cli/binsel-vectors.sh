# SPDX-License-Identifier: Apache-2.0
# Checks two streams against those that the specification gives whole (B.2.1, B.2.2 of the report).
hex() { od -An -v -tx1 "$1" | tr -d ' \n' | tr a-f A-F; echo; }
echo 'bin = latency' >identity.bsel
printf 'bin[11:0] = latency[11:0]\nbin[21:12] = size\n' >makehist.bsel
for f in identity makehist; do
	binsel compile $f.bsel -o $f.bit || exit
	hex $f.bit
done

#> FF2000148F00E0701403609017434077108274518B6186370718F720E44C9793128E568B597002B07F
#> FF2000148F00E0701403609017434077108274518B6506A6952AB4588B5574AF0614C45F33E11F2D7F
