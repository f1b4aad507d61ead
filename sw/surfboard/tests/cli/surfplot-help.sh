# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0.
surfplot --help >a && surfplot -h >b && cmp a b && cat a
surfplot --version | sed 's/ [^ ]*$/ VERSION/'
surfplot --help >/dev/full
echo "status $?"

#> Usage: surfplot KIND [OPTION]... [FILE]
#>
#> Plots a trace or a histogram of the SurfBoard.
#>
#>   sizes      number of packets by size
#>   latencies  number of packets by latency
#>   time       latency against receive time, from the first packet on
#>   joint      joint distribution of two variables
#>
#>   -o, --output=PICTURE  .svg or .png; default: a character plot
#>   -x, --x=AXIS          a range of the axis, FROM:TO; for joint a variable,
#>                         VARIABLE or VARIABLE=FROM:TO; default latency
#>   -y, --y=AXIS          the same for the other axis; default size
#>   -s, --surface         joint: a surface instead of a map
#>   -l, --linear          counts on a linear scale
#>   -t, --title=TEXT      title of the picture
#>   -c, --config=F.bsel   FILE is a histogram made with this configuration;
#>   -b, --bits=STATEMENT  the same, with one statement: 'bin[11:0] = latency[11:0]'
#>       --script=FILE     write the gnuplot script, with its data; - is standard
#>                         output. With -o the script draws that picture, which is
#>                         drawn as well; without -o it makes a character plot
#>   -h, --help            print this and exit
#>       --version         print the version and exit
#>
#> Variables are size, latency, sender, color, category, address, phase, and for a trace
#> page and time.
#> FROM and TO are numbers, for latency and time in us or with the unit ms or s; one of
#> them may be omitted. FILE is standard input if it is - or missing.
#>
#> Exit status: 0 success, 1 error in a file, or data were lost, 2 error in the command
#> line.
#> surfplot VERSION
#> status 1
#2> standard output: No space left on device
