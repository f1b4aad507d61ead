# SPDX-License-Identifier: Apache-2.0
# Checks where pages are and should be: a target for each page, no advice where the first use has
# placed a page right, the predicted against the real gain; and that the totals of the program are
# the same everywhere in a report.
# shows NM-DIA-001 NM-DIA-011 NM-DIA-020 NM-DIA-021
cd "$TOP/sw/numachine/tests/programs" || exit
here=$OLDPWD
echo '== two pages, each used by another thread'
sharing -o "$here/before" --cc='gcc -O1 -DKIND=0 pages.c -pthread' || exit
sed -n 's/^[0-9]*\. \(page: .* pages\),.*/\1/p; s/: requests .*//; /^   moved/p; /left out/p' \
	"$here/before"
sharing -o "$here/after" --cc='gcc -O1 -DKIND=1 pages.c -pthread' || exit
sed 1d "$here/after"
awk 'FNR == NR { if (/whole program/) { sub(/.*waiting .* -> /, ""); predicted = $1; } next }
	FNR == 1 { sub(/.*waiting /, ""); d = 100 * (predicted - $1) / $1
		print "predicted: " (d > -5 && d < 5 ? "within 5 %" : predicted " us, not " $1) }' \
	"$here/before" "$here/after"
echo '== blocks of threads'
sharing --cc='gcc -O1 -DKIND=2 pages.c -pthread' | sed 1d
# totals OPTION...: what "whole program" says of each finding must begin with the header's numbers
totals() {
	sharing -n 99 -u 0 -o report "$@" >printed || echo "$*: status $?"
	awk -v what="$*" '
		/^[0-9]+ threads, / { requests = $5; waited = $10; run = $17 }
		/^   whole program: / {
			sub(/.*requests /, "")
			if ($1 != requests || $5 != waited || $(NF - 4) != run)
				print what ": " requests, waited, run " but " $0
			else
				print "agrees"
		}
		END { if (!requests) print what ": no header" }' report
}
echo '== totals'
cd "$here" || exit
programs=$TOP/sw/numachine/tests/programs
for program in "$programs"/*.c; do
	case ${program##*/} in
	gain.c) options=-DKIND=7 arguments= ;;
	pages.c | order.c | readers.c) options=-DKIND=0 arguments= ;;
	turns.c) options='' arguments=oso ;;
	shared_file.c) continue ;; # two processes
	*) options='-DK=1 -DN=4 -DB=2' arguments= ;;
	esac
	# shellcheck disable=SC2086 # no argument, or one
	totals --cc="gcc -w -O1 $options $program -fopenmp -pthread" -- $arguments
done | sort | uniq -c |
	awk '{ if (/agrees/) print ($1 > 9 ? "more than 9 agree" : $0); else print }'
echo '== the same for a part of a recording: move, replicate, pad'
for program in first_touch read_table gain; do
	totals --from=references:100 \
		--cc="gcc -w -O1 -DKIND=7 $programs/$program.c -fopenmp -pthread" |
		sort | uniq -c | awk -v program=$program '{ $1 = $1 > 0 ? program : 0; print }'
done
sharing --from=references:9999999 --cc="gcc -w -O1 $programs/first_touch.c -pthread" 2>&1
echo "status $?"

#> == two pages, each used by another thread
#> page: used by another station than its memory's: 2 pages
#>    moved, each page to the station of the thread that initialises it then: thread 1 (1 page), thread 2 (1 page)
#>    the 512 references by which other threads initialise it are left out
#> the threads take no data from each other
#> predicted: within 5 %
#> == blocks of threads
#> the threads take no data from each other
#> == totals
#> more than 9 agree
#> == the same for a part of a recording: move, replicate, pad
#> first_touch agrees
#> read_table agrees
#> gain agrees
#> 1046528
#> sharing: --from=references:9999999: the program makes no reference after that
#> status 1
