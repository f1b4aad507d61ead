# SPDX-License-Identifier: Apache-2.0
# Checks that the same records give the same bytes, however they are divided into files and
# compressed.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 500 >trace
random_hist 500 >hist
tallyboard rxtVlat trace >csv
# 3 records, 129 bytes, compressed with zstd
base64 -d >three.zst <<'END'
KLUv/QBo9QEAksYLDaBdxrDcz24jvPqzCQPAzMzMnK/9pZTi0N1r7zjQj1TyAYMYhGDre33DkyD8UH8E
AEBgIFeQ4rhWmQE=
END
try() {
	local name=$1 input=$2
	shift 2
	tallyboard "$name" "$@" $input >whole
	split -n l/7 $input part.
	tallyboard "$name" "$@" part.* >out
	same "$name seven files" whole out
	head -100 $input | tallyboard "$name" "$@" - <(tail -n +101 $input) >out
	same "$name standard input first" whole out
	gzip -c $input | tallyboard "$name" "$@" >out
	same "$name compressed" whole out
	{ head -100 $input | gzip; tail -n +101 $input | gzip; } >packed
	tallyboard "$name" "$@" -o out packed
	same "$name two members" whole out
	tallyboard "$name" -o out "$@" <packed
	same "$name packed input" whole out
	head -c 2000 packed >cut
	tallyboard "$name" "$@" cut >out 2>message
	echo "$name status $?: $(sed 's/:[0-9]*:/:LINE:/' message)"
	rm part.*
}
every try
tallyboard traceFilter three.zst
# the utilities must close files, also compressed ones
split -n l/300 trace many.
gzip many.a?
(ulimit -n 40 && tallyboard traceFilter many.*) >out
same '300 files' trace out

#> traceCheck seven files: same
#> traceCheck standard input first: same
#> traceCheck compressed: same
#> traceCheck two members: same
#> traceCheck packed input: same
#> traceCheck status 1: cut:LINE: compressed data end too early
#> makeHist seven files: same
#> makeHist standard input first: same
#> makeHist compressed: same
#> makeHist two members: same
#> makeHist packed input: same
#> makeHist status 1: cut:LINE: compressed data end too early
#> sizeHist seven files: same
#> sizeHist standard input first: same
#> sizeHist compressed: same
#> sizeHist two members: same
#> sizeHist packed input: same
#> sizeHist status 1: cut:LINE: compressed data end too early
#> latHist seven files: same
#> latHist standard input first: same
#> latHist compressed: same
#> latHist two members: same
#> latHist packed input: same
#> latHist status 1: cut:LINE: compressed data end too early
#> pageHist seven files: same
#> pageHist standard input first: same
#> pageHist compressed: same
#> pageHist two members: same
#> pageHist packed input: same
#> pageHist status 1: cut:LINE: compressed data end too early
#> rxtVlat seven files: same
#> rxtVlat standard input first: same
#> rxtVlat compressed: same
#> rxtVlat two members: same
#> rxtVlat packed input: same
#> rxtVlat status 1: cut:LINE: compressed data end too early
#> traceFilter seven files: same
#> traceFilter standard input first: same
#> traceFilter compressed: same
#> traceFilter two members: same
#> traceFilter packed input: same
#> traceFilter status 1: cut:LINE: compressed data end too early
#> histfold seven files: same
#> histfold standard input first: same
#> histfold compressed: same
#> histfold two members: same
#> histfold packed input: same
#> histfold status 1: cut:LINE: compressed data end too early
#> hist3dcsv seven files: same
#> hist3dcsv standard input first: same
#> hist3dcsv compressed: same
#> hist3dcsv two members: same
#> hist3dcsv packed input: same
#> hist3dcsv status 1: cut:LINE: compressed data end too early
#> scale seven files: same
#> scale standard input first: same
#> scale compressed: same
#> scale two members: same
#> scale packed input: same
#> scale status 1: cut:LINE: compressed data end too early
#> reduceXY seven files: same
#> reduceXY standard input first: same
#> reduceXY compressed: same
#> reduceXY two members: same
#> reduceXY packed input: same
#> reduceXY status 1: cut:LINE: compressed data end too early
#> 000000 04000033 10041000 00001000 00123457
#> 00000B 0A000000 20081001 00001010 80123467
#> 00000C 0D000001 00001001 000F1010 0FFFFFFF
#> 300 files: same
