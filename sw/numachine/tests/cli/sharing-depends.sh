# SPDX-License-Identifier: Apache-2.0
# Checks which findings of a single run say that another run may have another verdict: those that
# differ between ten recordings (see the long check "stable"), and not those that do not differ.
# shows NM-DIA-024
programs=$TOP/sw/numachine/tests/programs
library=$(dirname "$(command -v sharing)")/../lib/librecord.a
# the programs, and two kinds of gain.c
for program in 12 producer_consumer c11 lock_counter false_sharing 8 migratory; do
	echo "== $program"
	source=$programs/$program.c options=-O1
	[ -e "$source" ] || source=$programs/gain.c options="-O1 -DKIND=$program"
	# shellcheck disable=SC2086 # two options
	gcc -g -fno-builtin -fsanitize=thread $options -c "$source" -o program.o &&
		gcc program.o "$library" -lz -pthread -o program &&
		sharing -u 0 -o report -- ./program >output || exit
	awk '/^[0-9]+\. / { said = / ([1-9][0-9]|100) % of all$/ ? $2 : "" }
		/another run/ && said { print said $0 }' report
done
echo '== other reports'
sharing -t json --cc="gcc -O1 $programs/c11.c -pthread" | tail -n +2 |
	jq -c '.findings[] | [.object, .depends_on_run]' | grep -e turn -e record | sort
sharing -t html --cc="gcc -O1 $programs/c11.c -pthread" | grep -o 'another run [^<]*' | uniq
sharing -u 0 --runs=2 --cc="gcc -O1 $programs/c11.c -pthread" | grep -c 'another run' || :

#> == 12
#> == producer_consumer
#> written:   another run may have another verdict, which --runs=N shows
#> == c11
#> turn:   another run may have another verdict, which --runs=N shows
#> == lock_counter
#> == false_sharing
#> == 8
#> == migratory
#> == other reports
#> ["record",false]
#> ["turn",true]
#> another run may have another verdict, which --runs=N shows
#> 0
