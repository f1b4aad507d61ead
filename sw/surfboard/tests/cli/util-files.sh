# SPDX-License-Identifier: Apache-2.0
# Checks that the same records give the same bytes, however they are divided into files and
# compressed.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 500 >trace
random_hist 500 >hist
rxtVlat trace >csv
# 3 records, 129 bytes, compressed with zstd
base64 -d >three.zst <<'END'
KLUv/QBo9QEAksYLDaBdxrDcz24jvPqzCQPAzMzMnK/9pZTi0N1r7zjQj1TyAYMYhGDre33DkyD8UH8E
AEBgIFeQ4rhWmQE=
END
try() {
	local name=$1 input=$2
	shift 2
	"$name" "$@" $input >whole
	split -n l/7 $input part.
	"$name" "$@" part.* >out
	same "$name seven files" whole out
	head -100 $input | "$name" "$@" - <(tail -n +101 $input) >out
	same "$name standard input first" whole out
	gzip -c $input | "$name" "$@" >out
	same "$name compressed" whole out
	{ head -100 $input | gzip; tail -n +101 $input | gzip; } >packed
	"$name" "$@" -o out packed
	same "$name two members" whole out
	"$name" -o out "$@" <packed
	same "$name packed input" whole out
	head -c 2000 packed >cut
	"$name" "$@" cut >out 2>message
	echo "$name status $?: $(sed 's/:[0-9]*:/:LINE:/' message)"
	rm part.*
}
every try
traceFilter three.zst
# the utilities must close files, also compressed ones
split -n l/300 trace many.
gzip many.a?
(ulimit -n 40 && traceFilter many.*) >out
same '300 files' trace out
