# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0, in every form of the
# option.
binsel --help >a && binsel -h >b && cmp a b && cat a
binsel --version | sed 's/ [^ ]*$/ VERSION/'
binsel --help >/dev/full
echo "status $?"

#> Usage: binsel compile FILE.bsel -o FILE.bit
#>        binsel show FILE.bit
#>        binsel eval FILE.bit [VARIABLE=VALUE]...
#>        binsel check [-m MB] [-l BITS] FILE
#>
#> Compiles and prints configurations of the SurfBoard's bin selector.
#>
#>   compile  compile a configuration from a source
#>   show     check a configuration and print it as a source
#>   eval     print the bin of a packet, six hexadecimal digits
#>   check    check whether a board can count with a configuration, compiled or
#>            not
#>
#>   -o, --output=FILE  where to write the configuration
#>   -m, --memory=MB    check: the board's histogram memory, 4, 16 (default) or 64
#>   -l, --latency=BITS check: bits of latency that the board measures, twice
#>                      ACDR.LAT_N, 0 to 24 (default)
#>       --check        the same as the command check
#>   -h, --help         print this and exit
#>       --version      print the version and exit
#>
#> FILE may be - for standard input or output. The variables are latency, sender,
#> color, category and size, with revision 3 also address and phase, decimal or 0x
#> hexadecimal, default 0.
#>
#> Exit status: 0 success, 1 error in a file, 2 error in the command line.
#> binsel VERSION
#> status 1
#2> standard output: No space left on device
