# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
# Devices, FIFOs, folders and dangling links must be refused.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 200 >trace
echo 'bin = latency' >source
full_disk out.bit binsel compile source -o out.bit
random_hist 200 >hist
tallyboard rxtVlat trace >csv
full() { full_disk out tallyboard $1 -o out "${@:3}" $2; }
every full
for format in vcd json pcapng; do
	full_disk out.$format surfexport -f $format -o out.$format trace
done
full_disk out.ctf surfexport -o out.ctf trace
full_disk out.svg surfplot sizes -o out.svg trace
full_disk out.gnuplot surfplot sizes --script=out.gnuplot trace
for what in state fifo; do full_disk out surf -b sim:trace=0,hist=0 -c "save $what out"; done
for what in trace histogram; do
	full_disk out surf -b sim:trace=4,hist=4 -c "save $what out 0 9"
done
mkfifo fifo
ln -s nothing dangling
mkdir folder
for name in fifo dangling folder; do run timeout 10 tallyboard traceFilter -o $name trace; done
[ "$(id -u)" != 0 ] || mknod node c 1 3
if [ -c node ]; then
	tallyboard traceFilter -o node trace 2>/dev/null && echo "a device was written"
	[ -c node ] || echo "the device is gone"
fi
[ -p fifo ] && [ -L dangling ]

#> binsel compile source -o out.bit: full disks are reported
#> tallyboard traceCheck -o out trace: full disks are reported
#> tallyboard makeHist -o out trace: full disks are reported
#> tallyboard sizeHist -o out trace: full disks are reported
#> tallyboard latHist -o out trace: full disks are reported
#> tallyboard pageHist -o out trace: full disks are reported
#> tallyboard rxtVlat -o out trace: full disks are reported
#> tallyboard traceFilter -o out -s 3-60 -l 2-0xFFF000 trace: full disks are reported
#> tallyboard histfold -o out -m 0x0FFFF0 hist: full disks are reported
#> tallyboard hist3dcsv -o out 23:12 7:0 hist: full disks are reported
#> tallyboard scale -o out -f 2 -m 0.5 csv: full disks are reported
#> tallyboard reduceXY -o out -x 0:8000000000 -y 0:100 csv: full disks are reported
#> surfexport -f vcd -o out.vcd trace: full disks are reported
#> surfexport -f json -o out.json trace: full disks are reported
#> surfexport -f pcapng -o out.pcapng trace: full disks are reported
#> surfexport -o out.ctf trace: full disks are reported
#> surfplot sizes -o out.svg trace: full disks are reported
#> surfplot sizes --script=out.gnuplot trace: full disks are reported
#> surf -b sim:trace=0,hist=0 -c save state out: full disks are reported
#> surf -b sim:trace=0,hist=0 -c save fifo out: full disks are reported
#> surf -b sim:trace=4,hist=4 -c save trace out 0 9: full disks are reported
#> surf -b sim:trace=4,hist=4 -c save histogram out 0 9: full disks are reported
#> $ timeout 10 tallyboard traceFilter -o fifo trace
#> ! fifo: not a regular file; use - and redirect standard output
#> status 1
#> $ timeout 10 tallyboard traceFilter -o dangling trace
#> ! dangling: No such file or directory
#> status 1
#> $ timeout 10 tallyboard traceFilter -o folder trace
#> ! folder: Is a directory
#> status 1
