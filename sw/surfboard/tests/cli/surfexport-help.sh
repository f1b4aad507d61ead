# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0.
surfexport --help >a && surfexport -h >b && cmp a b && cat a
surfexport --version | sed 's/ [^ ]*$/ VERSION/'
surfexport --help >/dev/full
echo "status $?"

#> Usage: surfexport [-f FORMAT] -o OUTPUT [TRACE]
#>
#> Converts a SurfBoard trace to the format of another tool.
#>
#>   -f, --format=FORMAT  pcapng  for Wireshark
#>                        ctf     Common Trace Format, for babeltrace2, Trace Compass
#>                        vcd     for waveform viewers
#>                        json    trace events, for Perfetto
#>                        default: the extension of OUTPUT
#>   -o, --output=OUTPUT  file, for ctf a folder; - is standard output
#>   -h, --help           print this and exit
#>       --version        print the version and exit
#>
#> TRACE is standard input if it is - or missing. If the trace memory has wrapped, the
#> trace is rotated to begin with the oldest packet; this requires a file, not a pipe.
#> Packets that several taps recorded out of order are sorted by their times; a note
#> says how many. The clock of the times is that of the file's header.
#>
#> Exit status: 0 success, 1 error in a file, or packets were lost, 2 error in the
#> command line.
#> surfexport VERSION
#> status 1
#2> standard output: No space left on device
