# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch table names
offer nmon ''
offer nmon -
offer nmon -b ''
offer nmon count ''
offer nmon -b sim: watch h
offer nmon label ''
offer nmon -l ''
offer nmon-pages ''
offer nmon-pages --
offer nmon-queue -p ''
offer nmon-lines -k ''
offer nmon-lines --lines = u
offer nmplot ''
offer nmplot -
offer nmplot pages ''
offer nmplot lines -L ''
offer nmplot depths --script ''
offer numachined -
offer numachined ''
offer numachined -b ''
offer numachined --board = l
offer numachined -c s

#> nmon : clear count label mode processors read search status watch
#> nmon -: --board --command --help --labels --output --station --version -b -c -h -l -o -s
#> nmon -b : mmap: sim: unix:
#> nmon count : depth flyer histogram0 histogram1 histogram2 histogram3 off
#> nmon -b sim: watch h: histogram0 histogram1 histogram2 histogram3
#> nmon label : names table
#> nmon -l : names table
#> nmon-pages : names table
#> nmon-pages --: --accesses --by-label --csv --factor --help --labels --output --pages --station --version
#> nmon-queue -p :
#> nmon-lines -k : locked unlocked
#> nmon-lines --lines = u: unlocked
#> nmplot : depths labels lines pages waiting
#> nmplot -: --help --label --labels --number --output --phase --script --title --version -L -h -l -n -o -p -t
#> nmplot pages : names table
#> nmplot lines -L :
#> nmplot depths --script : names table
#> numachined -: --board --command --help --version -b -c -h
#> numachined : names table
#> numachined -b : board= boards= line= order= pipelined= seed= station= wave=
#> numachined --board = l: line=
#> numachined -c s: speed start status stop
