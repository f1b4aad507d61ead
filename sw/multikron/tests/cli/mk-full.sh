# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/multikron/tests/mk.bash"
gawk 'BEGIN { for (i = 0; i < 500; i++) printf "%d %d\n", 10 * i, i % 2 ? 20 : 10 }' | events >cable
checked <cable >mk.dat
echo "1 10 20 \"whole\"" >interval.info
full_disk out mk_expand -o out
full_disk out mk_rpt -o out
full_disk out mk_s16d -o out cable
for format in json ctf; do full_disk out.$format mk_export -o out.$format; done
full_disk out.svg mk_plot time -o out.svg
full_disk s mk_plot time --script=s
board b fill=32 config=3201
full_disk out tallyboard mk_mem_test -o out 0 16
full_disk out tallyboard test_mk -w 10ms -o out
full_disk out tallyboard mk_sample_test -o out
full_disk out tallyboard mk_nite_test -n 1 -o out
full_disk out mk_pci -t 10ms -o out
full_disk out mk_rdsample -f out
full_disk out mk_status -o out
cat >probes.c <<-'END'
	#include <mkprobe.h>
	int main(void)
	{
		for (int i = 0; i < 10; i++)
			MK_PROBE("stage");
	}
END
build probes
MK_BOARD=sim: full_disk mk.dat ./probes

#> mk_expand -o out: full disks are reported
#> mk_rpt -o out: full disks are reported
#> mk_s16d -o out cable: full disks are reported
#> mk_export -o out.json: full disks are reported
#> mk_export -o out.ctf: full disks are reported
#> mk_plot time -o out.svg: full disks are reported
#> mk_plot time --script=s: full disks are reported
#> tallyboard mk_mem_test -o out 0 16: full disks are reported
#> tallyboard test_mk -w 10ms -o out: full disks are reported
#> tallyboard mk_sample_test -o out: full disks are reported
#> tallyboard mk_nite_test -n 1 -o out: full disks are reported
#> mk_pci -t 10ms -o out: full disks are reported
#> mk_rdsample -f out: full disks are reported
#> mk_status -o out: full disks are reported
#> ./probes: full disks are reported
