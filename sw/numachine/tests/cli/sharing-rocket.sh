# SPDX-License-Identifier: Apache-2.0
# Predicts what the memory port of Rocket cores shows of programs in which four threads take turns,
# so that the numbers are known: make multicore runs them on the cores.
. "$TOP/sw/numachine/tests/nm.bash"
rocket=$TOP/examples/rocket/programs
drawn() { # MACRO...
	sharing --machine=rocket --from=barrier:1 -t json -o out.json --cc="gcc -std=gnu11 -O1 -pthread \
		-DNAME=marks -DROUNDS=50 -DWORK=20 -DFIRST=1 $* -I$rocket $rocket/drawn.c \
		$rocket/node_host.c" >printed || cat printed
}
# 200 turns: each takes the two lines from the hart before; the record is read and then written, the
# turn is written, and read by the three harts that poll it
drawn -DCLASS=MIGRATORY -DAPART=1 -DPADDED=0
jq -c '[.findings[] | [.object, .verdict, .cost.transfers] +
	if .object == "marks" then [.cost.requests]
	else [.cost.requests > 750 and .cost.requests <= 800] end] | sort[]' out.json
# the repair of false sharing has no transfers
drawn -DCLASS=FALSE_SHARING -DAPART=1 -DPADDED=0
jq -c '.findings[] |
	[.object, .verdict, .cost.transfers > 100, .repair, .cost_after.transfers]' out.json
drawn -DCLASS=FALSE_SHARING -DAPART=1 -DPADDED=1
jq -c '.findings' out.json
# a page has no place: no finding, and no station
sharing --machine=rocket --cc="gcc -O1 -DKIND=0 $TOP/sw/numachine/tests/programs/pages.c -pthread" |
	grep -c -e page -e station
sharing -M dash -- true
echo "status $?"

#> ["marks","migratory",199,399]
#> ["turn","migratory",199,true]
#> ["marks","false sharing",true,"padded",0]
#> []
#> 0
#> status 2
#2> sharing: unknown machine: dash
#2> Try 'sharing --help'.
