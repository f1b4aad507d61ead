# SPDX-License-Identifier: Apache-2.0
# Runs the programs on the board in RTL: test programs, samples through the cable and to memory, the
# utilisation of the bus, a board without MultiKron_vc, and commands of the simulated board.
# shows MK-MT-001 MK-TM-004 MK-ST-001 MK-ST-002 MK-NT-001 MK-CAB-011 MK-SS-004 MK-UTL-006
. "$TOP/sw/multikron/tests/mk.bash"
run tallyboard mk_mem_test -b sim: 4190000 4304
run tallyboard test_mk -b sim: -w 10ms
run tallyboard mk_nite_test -b sim: -n 2 -s 1
tallyboard mk_sample_test -b sim: | grep -v '^  [0-9A-F][0-9A-F] '
mk_status -b sim:vc=0 | grep vc
mk_status -b sim: | grep vc:
run mk_status -b sim:vc=2
run mk_status -b sim: --command='load tape'
run mk_status -b sim: --command='load disk 99'
run mk_status -b sim: --command=what
# the same workload of 1000 events, to memory and through the cable
cat >prog.c <<-'END'
	#include <mk.h>
	int main(int argc, char **argv)
	{
		MK_DEFAULT_MAP();
		if (argc > 1 && mk_change_config(&mk_default, MK_CONFIG_LOCAL, 0))
			return 1;
		for (int i = 0; i < 500; i++) {
			mk_ts0 = 10;
			mk_rs1 = 15;
			mk_ts0 = 20;
		}
		return mk_run(&mk_default, 1000000) ||
			(argc > 1 && mk_command(&mk_default, argv[1], NULL, 0));
	}
END
lib=$(dirname "$(command -v mk_expand)")/../lib
sanitize=
case $lib in *sanitized*) sanitize=-fsanitize=address,undefined ;; esac
cc $sanitize -Wall -Wextra -Werror -I"$TOP/sw/multikron" -I"$TOP/rtl/multikron" prog.c \
	"$lib/libmk.a" -lz -ldl -lpthread -Wl,-rpath,"$lib" -o prog
begin tallyboard serve multikron -c pause mk0 >/dev/null
export MK_BOARD=unix:mk0
./prog && mk_rdsample -f memory
./prog "cable $PWD/words" && mk_s16d -o cable words
MK_BOARD=sim: full_disk sent ./prog 'cable sent'
for f in memory cable; do
	mk_expand $f | cut -d' ' -f1,4 >$f.text
	wc -l <$f.text
	cp $f mk.dat
	echo '3 10 15 20 "first" "second"' >interval.info
	mk_rpt | awk '/ticks$/ { print $3 }'
done
cmp memory.text cable.text && echo 'the same samples'
mk_status --command=status | sed -n 's/^cable words: //p'
mk_status --command=bus | head -1 | sed 's/[0-9][0-9]*/N/g'
# a load of the bus, compared with the count of the bus
for load in 'disk 50' 'network 25' none; do
	mk_pci -i --command="load $load" --command=bus -t 2ms >a
	mk_pci --command=bus -t 1us | head -1 | cat a - | gawk -v kind="$load" '
	function near(a, b) { return a - b < 1 && b - a < 1 }
	/^clocks/ {
		match($0, /clocks=([0-9]*) devsel=([0-9]*) own=([0-9]*)/, now)
		clocks = now[1] - was[1]
		busy = 100 * (now[2] - was[2]) / clocks
		own = 100 * (now[3] - was[3]) / clocks
		for (i in now) was[i] = now[i]
	}
	/^PCI/ && !seen++ { said_busy = $3 + 0; said_own = $7 + 0 }
	END {
		print kind ": " (near(said_busy, busy) && near(said_own, own) ?
			"within a point of the bus" : said_busy " " busy " " said_own " " own),
			(kind ~ /none/ ? said_busy < 1 : said_busy > 10) ? "" : said_busy
	}'
done

#> $ tallyboard mk_mem_test -b sim: 4190000 4304
#> 4304 words from word 4190000 on: right
#> status 0
#> $ tallyboard test_mk -b sim: -w 10ms
#> source address register 0: right
#> resource sample: right
#> memory, words 0 to 2047: right
#> timestamp: 10943 before, 110947 after
#> ticks: 100004 in 10000360 ns, expected 100003: right
#> status 0
#> $ tallyboard mk_nite_test -b sim: -n 2 -s 1
#> seed: 1
#> pass 1, memory right, samples right, registers right
#> pass 2, memory right, samples right, registers right
#> passes: 2, errors: 0
#> status 0
#> trace sample, CPU id 0:
#>   pointer 5
#> trace sample, CPU id 1:
#>   pointer 10
#> resource sample, CPU id 0:
#>   pointer 31
#> resource sample, CPU id 1:
#>   pointer 52
#> $ mk_status -b sim:vc=2
#> ! mk_status: sim:vc=2: the arguments are vc=0|1, seed=N and wave=FILE, separated by commas
#> status 1
#> $ mk_status -b sim: --command=load tape
#> ! mk_status: load tape: 'tape' is wrong (load disk|network|none [PERCENT])
#> status 1
#> $ mk_status -b sim: --command=load disk 99
#> ! mk_status: load disk 99: '99' is wrong (load disk|network|none [PERCENT])
#> status 1
#> $ mk_status -b sim: --command=what
#> ! mk_status: what: 'what' is not a command
#> status 1
#> ./prog cable sent: full disks are reported
#> 1500
#> 500
#> 500
#> 500
#> 1500
#> 500
#> 500
#> 500
#> the same samples
#> 31000
#> clocks=N devsel=N own=N
#> disk 50: within a point of the bus 
#> network 25: within a point of the bus 
#> none: within a point of the bus 
