# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch a.hm table
offer hmdump ''
offer hmdump -
offer hmrecord -b ''
offer hmrecord -w ''
offer hmrecord -n ''
offer hmrecord --
offer hmstat -e ''
offer hmstat --r
offer hmsplit -d ''
offer hmexport -f ''
offer hmexport --format = j
offer hmplot ''
offer hmplot rate a
offer hmplot rate --script = ''
offer hmsize -r ''
offer hmstatus -
offer hypermond -
offer hypermond -b ''
offer hypermond -c p

#> hmdump : a.hm table
#> hmdump -: --event --events --guess --help --node --output --soft --sort --time --version --where -S -e -g -h -o -t
#> hmrecord -b : mmap: sim: unix:
#> hmrecord -w : 200 400 800
#> hmrecord -n :
#> hmrecord --: --board --command --cost --depth --frames --groups --help --idle --marks --output --time --version --window --words
#> hmstat -e : a.hm table
#> hmstat --r: --rates
#> hmsplit -d : a.hm table
#> hmexport -f : ctf json
#> hmexport --format = j: json
#> hmplot : merging messages nodes rate scaling states
#> hmplot rate a: a.hm
#> hmplot rate --script = : a.hm table
#> hmsize -r :
#> hmstatus -: --board --command --help --output --reset --version --window -b -c -h -o -r -w
#> hypermond -: --board --command --help --version -b -c -h
#> hypermond -b : depth= marks= nodes= seed= select= wave= words=
#> hypermond -c p: pause port program
