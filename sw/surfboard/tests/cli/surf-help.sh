# SPDX-License-Identifier: Apache-2.0
# Checks that HELP prints the text of the report, word for word; HELP MORE prints the other
# commands.
# shows SB-CLI-005
surf -c help >help
cat >report <<'REPORT'
Available Commands:
  QUIT          - Quit Program
  EXIT          - Quit Program
  HELP          - Show this message
  SHOW          - Display Registers
  DO <filename> - Execute Commands in file
  CLEAR <memtype> - Clear Memory
  FPGA <filename> - Load FPGA configuration
  LOAD <memtype> <filename> - Load Memory from file
  SAVE <memtype> <filename> - Save Memory to file
  <register> = <value> - Modify Register

Where:
  <memtype> - TRACE, HISTOGRAM, or FIFO
  <register> - A register or register.field
  <value>    - An unsigned integer. Hex by default.
              End with decimal point to specify decimal.

REPORT
cmp help report && echo same
surf -c 'HELP MORE'
surf -c 'help ttcr; help hfcr; help acdr.lat_n'
surf -c 'help acdr.none'
surf --help
surf --version | sed 's/[0-9.]*$/N/'

#> same
#> More Commands:
#>   HELP [MORE | <register>]
#>       Describe a register and its fields
#>   SHOW [<register>]
#>       Display one register; without a name, all registers
#>   CLEAR <memtype> [<first> [<last>]]
#>       Clear only these bins or trace entries
#>   FPGA <filename>
#>       A .bsel file is compiled; all others are loaded as they are
#>   LOAD <memtype> <filename>
#>       Also of files compressed by gzip or zstd; STATE: see SAVE
#>   SAVE <memtype> <filename> [<first> [<last>]]
#>       Save only these bins or trace entries;
#>       STATE: all registers, both memories and the FIFO
#>   TIMEBASE [<frequency>]
#>       Clock of the receive times, for the files that are saved: a number and
#>       Hz, kHz, MHz or GHz; unless it is set, what the core says, or 10 MHz
#>       on the board of the report
#>   TAPS [CLEAR]
#>       Name, kind, packets and losses of the taps around a core, or clear their counters
#>   WAIT [<time>]
#>       Wait for an interrupt, show and clear its conditions
#>
#> Of a simulated board only (<time>: a number and ns, us, ms or s):
#>   RUN <time>
#>       Let time pass
#>   DRAIN [<time>]
#>       Let time pass until all packets are processed
#>   PLAY <filename> [loop=<n>]
#>       Send the packets of a file, or those of a
#>       program recorded by valgrind, as time passes
#>   WORKLOAD LU | OCEAN | RADIX | SIMPLE [nodes=<n>] [combine=on|off]
#>            [boundary=<bytes>] [system=on|off] [size=<n>] [steps=<n>]
#>            [group=<words>] [wait=<us>] [seed=<n>]
#>       Run a program on a SHRIMP multicomputer; node 0 has the board
#>   GENERATE [count=<n>] [period=<times>] [words=<n>] [x=<n>] [y=<n>]
#>            [color=<n>] [category=<n>] [addr=<n>] [be=<n>] [irq=<n>]
#>            [latency=<times>] [seed=<n>]
#>       Send random packets as time passes; <n> and <times> are a value
#>       or a range (1-16, 5us-20us), decimal, or hexadecimal after 0x
#>   STOP
#>       Send no further packet
#>   STATUS
#>       Time, traffic, packets sent and dropped, wires
#>   EXTERNAL 0 | 1
#>       Release or pull the external line
#>   RESET POWER | BUS | GLOBAL
#>       Reset the board and enable it again
#>   WAVE <filename> | OFF
#>       Start or end a wave dump (FST)
#>   PAUSE
#>       Let time pass on request only
#>   RESUME
#>       Let time pass by itself again
#>   SPEED <ratio> | MAX
#>       Limit the ratio of simulated time to real time
#>
#> On a line, commands are separated by ; and # begins a comment. A file name with
#> blanks is enclosed in double quotes. - is standard input or output.
#> TTCR  trace trigger configuration
#>   EIP     8       external input polarity, 1 = inverted
#>   EOP     7       external output polarity, 1 = inverted
#>   MEOD    6       ECDR.DATA drives the external output
#>   MEI     5       the external input drives the external output
#>   MBV     4       the bin overflow condition drives the external output
#>   MODE    3..2    position of the trigger in the trace: 0 beginning, 1 middle, 2 end
#>   QUAL    1..0    trigger on: 0 any packet, 1 external input, 2 bin overflow, 3 either
#> HFCR  histogram FIFO control: EMPTY low, EMPTY high, FULL low, FULL high in turn
#>   FULL    27..16  ISCR.FAF is 1 while fewer slots than this are free
#>   EMPTY   11..0   ISCR.FPF is 1 while this many slots are in use
#> ACDR  application configuration data, a 28-bit shift register
#>   LAT_N   14..11  latency window is 2*LAT_N bits wide, 1..12; 0, as after power-on: any latency is too large
#> Usage: surf [-b BOARD] [-c COMMANDS | SCRIPT]
#>        surf -b BOARD --probe=FIRST-LAST
#>
#> User interface to the SurfBoard. HELP lists the commands of the report, HELP
#> MORE the additional ones.
#>
#>   -b, --board=BOARD       sim:[ARGUMENTS], a board simulated in this process (the
#>                           default), unix:PATH, a board simulated by surfd, or
#>                           mmap:ARGUMENTS, uart:DEVICE or etherbone:HOST, a real
#>                           board
#>   -c, --command=COMMANDS  execute these commands, separated by ; or newlines
#>       --probe=FIRST-LAST  list the cores at these bus addresses, in hexadecimal
#>   -h, --help              print this and exit
#>       --version           print the version and exit
#>
#> Commands come from SCRIPT (-: standard input), or after a prompt from standard input.
#> COMMANDS and SCRIPT end at the first error; at the prompt surf continues.
#>
#> Exit status: 0 success, 1 a command failed, or something is missing in what SAVE
#> wrote, 2 error in the command line. At a terminal commands do not change it.
#> surf N
#2> -c:1: ACDR has no field none
