# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
# Devices, FIFOs, folders and dangling links must be refused.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 200 >trace
echo 'bin = latency' >source
full_disk out.bit binsel compile source -o out.bit
full_disk out traceFilter -o out trace
full_disk out rxtVlat -o out trace
full_disk out makeHist -o out trace
for format in vcd json pcapng; do full_disk out.$format surfexport -f $format -o out.$format trace; done
full_disk out.svg surfplot sizes -o out.svg trace
full_disk out.gnuplot surfplot sizes --script=out.gnuplot trace
mkfifo fifo
ln -s nothing dangling
mkdir folder
for name in fifo dangling folder; do run timeout 10 traceFilter -o $name trace; done
[ "$(id -u)" != 0 ] || mknod node c 1 3
if [ -c node ]; then
	traceFilter -o node trace 2>/dev/null && echo "a device was written"
	[ -c node ] || echo "the device is gone"
fi
[ -p fifo ] && [ -L dangling ]
