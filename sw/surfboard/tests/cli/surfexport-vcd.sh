# SPDX-License-Identifier: Apache-2.0
# Checks VCD after GTKWave's vcd2fst has read it and its fst2vcd has written it again.
. "$TOP/sw/surfboard/tests/export.bash"
again() { vcd2fst -v "$1" -f x.fst >/dev/null && fst2vcd -f x.fst | sed '/^\$date/,/^\$end/d;
	/^\$version/,/^\$end/d'; }
sample >t.trace
surfexport -o t.vcd t.trace
echo "status $?"
sed 's/surfexport [^ ]* /surfexport VERSION /' t.vcd
echo "again:"
again t.vcd
# every field of random entries, at the time at which the packet signal rises
random_trace 500 >r.trace
surfexport -o r.vcd r.trace
again r.vcd | awk '
	function show(  i, line) {
		if (!risen)
			return
		line = time
		for (i = 1; i <= n; i++)
			line = line " " value[name[i]]
		print line
		risen = 0
	}
	function number(bits,  i, v) {
		for (i = 1; i <= length(bits); i++)
			v = 2 * v + (substr(bits, i, 1) == "1")
		return v + 0
	}
	BEGIN { n = split("index sender latency overflow underflow color category words address be " \
		"interrupt", name) }
	$1 == "$var" { signal[$4] = $5; next }
	/^#/ { show(); time = substr($1, 2); next }
	/^b/ { value[signal[$2]] = number(substr($1, 2)); next }
	/^[01x]/ {
		s = signal[substr($1, 2)]
		value[s] = substr($1, 1, 1)
		if (s == "packet")
			risen = value[s] == "1"
	}
	END { show() }' >got
fields <r.trace >want
wc -l <want
cmp want got
# packets that are too close for the signal to fall between them
printf '000000 %08X 00000000 %08X 00000000\n' 1 5 2 6 3 6 4 8 | surfexport -f vcd -o - |
	sed '1,/^.end/d; 1,/^.end$/d'
surfexport -o e.vcd </dev/null && again e.vcd >/dev/null
echo "status $?"

#> status 1
#> $version surfexport VERSION $end
#> $comment
#> file: trace
#> board: surfboard
#> configuration: a "quoted" ?end \ name
#> clock: 10000000 Hz
#> latency unit: 100 ns
#> trigger: 00000b
#> lost packets dropped: 2
#> $end
#> $timescale 100 ns $end
#> $scope module surfboard $end
#> $var wire 1 A packet $end
#> $var wire 1 B trigger $end
#> $var wire 64 C lost [63:0] $end
#> $var wire 24 D index [23:0] $end
#> $var wire 6 E sender [5:0] $end
#> $var wire 6 F color [5:0] $end
#> $var wire 4 G category [3:0] $end
#> $var wire 11 H words [10:0] $end
#> $var wire 24 I latency [23:0] $end
#> $var wire 1 J overflow $end
#> $var wire 1 K underflow $end
#> $var wire 27 L address [26:0] $end
#> $var wire 4 M be [3:0] $end
#> $var wire 1 N interrupt $end
#> $upscope $end
#> $enddefinitions $end
#> $dumpvars
#> 0A
#> 0B
#> b10 C
#> bx D
#> bx E
#> bx F
#> bx G
#> bx H
#> bx I
#> xJ
#> xK
#> bx L
#> bx M
#> xN
#> $end
#> #4096
#> 1A
#> b1010 D
#> b1 E
#> b1 F
#> b1 G
#> b1 H
#> b110011 I
#> 0J
#> 0K
#> b1001000110100010100 L
#> b111 M
#> 0N
#> #4097
#> 0A
#> #4294971408
#> 1A
#> 1B
#> b1011 D
#> b10 E
#> b10 G
#> b10 H
#> b0 I
#> 1J
#> b1001000110100011000 L
#> 1N
#> #4294971409
#> 0A
#> #4295954448
#> 1A
#> b101 C
#> b1100 D
#> b11 E
#> b0 G
#> b10000000000 H
#> b1 I
#> 0J
#> 1K
#> b11111111111111111111111100 L
#> b1111 M
#> 0N
#> #4295954449
#> 0A
#> again:
#> $timescale
#> 	100ns
#> $end
#> $scope module surfboard $end
#> $var wire 1 ! packet $end
#> $var wire 1 " trigger $end
#> $var wire 64 # lost [63:0] $end
#> $var wire 24 $ index [23:0] $end
#> $var wire 6 % sender [5:0] $end
#> $var wire 6 & color [5:0] $end
#> $var wire 4 ' category [3:0] $end
#> $var wire 11 ( words [10:0] $end
#> $var wire 24 ) latency [23:0] $end
#> $var wire 1 * overflow $end
#> $var wire 1 + underflow $end
#> $var wire 27 , address [26:0] $end
#> $var wire 4 - be [3:0] $end
#> $var wire 1 . interrupt $end
#> $upscope $end
#> $enddefinitions $end
#> 0!
#> 0"
#> b0000000000000000000000000000000000000000000000000000000000000010 #
#> bxxxxxxxxxxxxxxxxxxxxxxxx $
#> bxxxxxx %
#> bxxxxxx &
#> bxxxx '
#> bxxxxxxxxxxx (
#> bxxxxxxxxxxxxxxxxxxxxxxxx )
#> x*
#> x+
#> bxxxxxxxxxxxxxxxxxxxxxxxxxxx ,
#> bxxxx -
#> x.
#> #4096
#> $dumpvars
#> 0.
#> b0111 -
#> b000000001001000110100010100 ,
#> 0+
#> 0*
#> b000000000000000000110011 )
#> b00000000001 (
#> b0001 '
#> b000001 &
#> b000001 %
#> b000000000000000000001010 $
#> 1!
#> $end
#> #4097
#> 0!
#> #4294971408
#> 1!
#> b000000000000000000001011 $
#> b000010 %
#> b0010 '
#> b00000000010 (
#> b000000000000000000000000 )
#> 1*
#> b000000001001000110100011000 ,
#> 1.
#> 1"
#> #4294971409
#> 0!
#> #4295954448
#> 1!
#> 0.
#> b011111111111111111111111100 ,
#> 0*
#> b000000000000000000000001 )
#> b10000000000 (
#> b0000 '
#> b000011 %
#> b000000000000000000001100 $
#> 1+
#> b1111 -
#> b0000000000000000000000000000000000000000000000000000000000000101 #
#> #4295954449
#> 0!
#> 500
#> #5
#> 1A
#> b0 D
#> b0 E
#> b0 F
#> b0 G
#> b10000000000 H
#> b1 I
#> 0J
#> 0K
#> b0 L
#> b0 M
#> 0N
#> #6
#> b10 I
#> b11 I
#> #7
#> 0A
#> #8
#> 1A
#> b100 I
#> #9
#> 0A
#> status 1
#2> t.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> t.trace: 5 or more packets were lost
#2> standard input: 2 packets are too near to the one before them to have a pulse of their own
#2> standard input: there is nothing in this file
