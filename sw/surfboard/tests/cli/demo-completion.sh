# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers, and that it offers
# every long option of the help.
. "$TOP/sw/tests/tools.bash"
touch a.trace
offer demo ''
offer demo -c ''
offer demo --boundary =
offer demo --boundary = 2
offer demo --map = a
offer demo -- surfexp
offer demo --fr
offer compare ''
offer compare -
for tool in demo compare; do
	offer "$tool" -- | cut -d: -f2 | tr ' ' '\n' | grep -- --. >offered
	$tool --help | grep -o '^ *\(-., \|    \)--[a-z-]*' | grep -o -- '--[a-z-]*' | sort -u |
		comm -3 - offered
done

#> demo : a.trace lu radix
#> demo -c : both off on
#> demo --boundary =: 1024 2048 256 4096 512
#> demo --boundary = 2: 2048 256
#> demo --map = a: a.trace
#> demo -- surfexp: surfexport
#> demo --fr: --from --from-marker
#> compare : a.trace
#> compare -: --help --output --version -h -o
