# SPDX-License-Identifier: Apache-2.0
# Checks the reports for other programs, that all say what was not recorded, the status with
# --fail-above, the comparison with an earlier report, and in the JSON that the totals of the
# program are the same everywhere.
# shows NM-DIA-001
. "$TOP/sw/numachine/tests/nm.bash"
cp "$TOP"/sw/numachine/tests/programs/{false_sharing,pages}.c .
falsely='gcc -O1 false_sharing.c -pthread'
paged='gcc -O1 -DKIND=0 pages.c -pthread'
sharing -t json -o lines.json --cc="$falsely" >printed || exit
jq -c '.threads, (.findings[0] | .object, .verdict, .lines, .repair, .left_out),
	(.findings[0].uses[] | select(.writes) | .file, .line)' lines.json
sharing -t json -o pages.json --cc="$paged" || exit
jq -c '.findings[0] | .object, .pages, .repair, .left_out' pages.json
echo "== totals"
for report in lines pages; do
	jq -c '. as $all | .findings[] | select(.repair) |
		[.program_before.requests == $all.requests, .program_before.waited_ns == $all.waited_ns,
		 .cost.requests <= $all.requests, .program_after.waited_ns < $all.waited_ns]' $report.json
done
echo "== over time"
# the sums are those of the whole run, which ends with the last requests
for report in lines pages; do
	jq -c '.run_ns as $run | .findings[] | select(.repair) |
		(.times | .interval_ns * (.requests | map(. > 0) | rindex(true))) as $last |
		[(.times.requests | add) == .cost.requests,
		 (.times_after.requests | add) == .cost_after.requests,
		 $last < $run and $run < $last + 3 * .times.interval_ns]' $report.json
done
echo "== csv"
sharing --format=csv -o pages.csv --cc="$paged" || exit
cut -d, -f1-4,8 pages.csv
echo "== sarif"
sharing --format=sarif -o lines.sarif --cc="$falsely" >printed || exit
jq -c '.version, (.runs[0] | .tool.driver.name, (.results[0] | .ruleId, .level,
	.locations[0].physicalLocation))' lines.sarif
# a file in a folder, and what the standard (SARIF 2.1.0) requires and knows of what is used
mkdir "a b" && cp false_sharing.c "a b/50%.c" &&
	sharing --format=sarif -o odd.sarif --cc="gcc -O1 'a b/50%.c' -pthread" >printed &&
	jq -c '.runs[0].results[0].locations[0].physicalLocation.artifactLocation' odd.sarif
cat >check.py <<'END'
import json, re, sys
URI = re.compile(r"(file://(?=/))?(?!//)([A-Za-z0-9._~/-]|%[0-9A-F]{2})+").fullmatch
text = lambda v: isinstance(v, str) and v != ""
line = lambda v: type(v) is int and v >= 1
# object: {member: whether it is required, and what it contains}, from sections 3.13 to 3.30, 3.50
# and 3.58
message = {"text": (True, text)}
region = {"startLine": (True, line)}
artifact = {"uri": (True, lambda v: text(v) and bool(URI(v)))}
physical = {"artifactLocation": (True, artifact), "region": (False, region)}
location = {"physicalLocation": (False, physical)}
level = lambda v: v in ("none", "note", "warning", "error")
result = {"ruleId": (False, text), "level": (False, level), "message": (True, message),
          "locations": (False, [location])}
driver = {"name": (True, text), "version": (False, text)}
notification = {"level": (False, level), "message": (True, message)}
invocation = {"executionSuccessful": (True, lambda v: type(v) is bool),
              "toolExecutionNotifications": (False, [notification])}
run = {"tool": (True, {"driver": (True, driver)}), "results": (False, [result]),
       "invocations": (False, [invocation])}
log = {"$schema": (False, text), "version": (True, lambda v: v == "2.1.0"), "runs": (True, [run])}
def check(value, form, where):
    if callable(form):
        assert form(value), (where, value)
    elif isinstance(form, list):
        assert isinstance(value, list), where
        for i, v in enumerate(value):
            check(v, form[0], f"{where}[{i}]")
    else:
        assert isinstance(value, dict) and value.keys() <= form.keys(), (where, value)
        for name, (required, inside) in form.items():
            assert name in value or not required, (where, name)
            if name in value:
                check(value[name], inside, f"{where}.{name}")
for name in sys.argv[1:]:
    check(json.load(open(name)), log, "")
    print("valid")
END
c11="gcc -O1 $TOP/sw/numachine/tests/programs/c11.c -pthread"
sharing --format=sarif -o c11.sarif --cc="$c11" >printed
cat >semop.c <<'END'
#include <sys/sem.h>
#include "false_sharing.c"
__attribute__((destructor)) static void turn(void)
{
	struct sembuf up = {0, 1, 0};

	semop(-1, &up, 1);
}
END
for format in text json csv sarif html; do
	sharing --format=$format -o semop.$format --cc='gcc -O1 semop.c -pthread' >printed || exit
done
python3 check.py lines.sarif odd.sarif c11.sarif semop.sarif
echo "== not recorded"
grep -o '^not recorded.*semop' semop.text
jq -c '.notes' lines.json
jq -r '.notes[]' semop.json | cut -d';' -f1
sed -n '1s/;.*//p; 2s/,.*//p' semop.csv
jq -r '.runs[0].invocations[0] | .executionSuccessful,
	(.toolExecutionNotifications[] | .level, (.message.text | sub(";.*"; "")))' semop.sarif
sed -n 's/^<p>\(not recorded[^;]*\);.*/\1/p' semop.html
echo "== html"
sharing --format=html -o lines.html --cc="$falsely" >printed || exit
sed -n 's/<h2>\(.*\)<.h2>/\1/p; s/^<b> *\(.*\)<.b>$/\1/p' lines.html
# for each thread, the bytes of the line that it reads (r) and writes (w)
awk '/^<tr><th>thread/ { row = ""; sub(/<.th>/, ""); name = $2 }
	/^<td( class=.)?>.?<.td>$/ { gsub(/<[^>]*>/, ""); row = row ($0 ? $0 : "-") }
	/^<.tr>$/ && name != "" { print name, row; name = "" }' lines.html
# the curves of the requests as it is and padded
sed -n 's/^<path class=\([a-z]*\) d="M0 100V[-0-9.HV]*V100"><.path>$/\1/p' lines.html
# the source of a program that was compiled elsewhere
mkdir elsewhere && (cd elsewhere && gcc -g -fsanitize=thread -c "$OLDPWD/false_sharing.c" -o p.o &&
	gcc p.o "$(dirname "$(command -v nmon)")/../lib/librecord.a" -lz -pthread -o p) &&
	(cd / && sharing --format=html -- "$OLDPWD/elsewhere/p") |
	sed -n 's/^<b> *15 *\(.*\)<.b>$/\1/p'
# each element ends where it should
python3 - lines.html <<'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    open = []
    def handle_starttag(self, tag, attributes):
        if tag != "meta":
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, self.getpos()
page = Page()
page.feed(open(sys.argv[1]).read())
print("open:", page.open)
END
echo "== status"
for most in 0 99 100; do
	sharing -o report --fail-above=$most --cc="$falsely" >printed
	echo "$most: $?"
done
echo "== compared"
sharing -o report --compare=pages.csv --cc='gcc -O1 -DKIND=1 pages.c -pthread' || exit
sed -n '/^compared/,$s/[0-9][0-9.]*/N/gp' report
sharing -o report -C pages.csv --cc="$falsely" >printed || exit
sed -n '/^compared/,$s/: requests .*: gone/: gone/p; /^compared/,$s/: requests .*//p' report
sharing -o report --compare=semop.csv --cc='gcc -O1 semop.c -pthread' >printed || exit
sed -n '/^compared/,$s/[0-9][0-9.]*/N/gp' report
run sharing -C lines.json -o report --cc="$paged"
head -c -5 pages.csv >cut.csv
: >empty.csv
for earlier in cut.csv empty.csv .; do
	sharing -C $earlier -o report --cc="$falsely" >printed
	echo "status $?"
done
run sharing -C pages.csv -t csv -- ./program
run sharing -a -1 -- ./program
run sharing -a 101 -- ./program
run sharing -m 5 -r recording
run sharing -t yaml -- ./program

echo "== conditions"
# what the figures were made with is in all reports: a part of the findings, another machine, a
# program that fails, an incomplete recording
cat >two.c <<'END'
#include <pthread.h>
static _Alignas(64) struct { volatile long a, b; } one, two;
static void *work(void *arg)
{
	for (int i = 0; i < 3000; i++)
		arg ? (one.a++, two.a++) : (one.b++, two.b++);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, &t);
	work(0);
	return pthread_join(t, 0) + 3;
}
END
two='gcc two.c -pthread'
sharing -n 1 -t csv -o one.csv --cc="$two"; echo "status $?"
sharing -n 1 -t json -o one.json --cc="$two" && jq -c .notes one.json
sharing -t sarif -n 1 -f work -M rocket --cc="$two" |
	jq -c '.runs[].invocations[].toolExecutionNotifications[].message.text'
sharing -o report --compare=one.csv --cc="$two"
sed -n '/^one.csv/,$s/[0-9][0-9.]* [nu]s/N/gp' report
sharing -M rocket -t csv -o rocket.csv --cc="$two"
run sharing --compare=rocket.csv --cc="$two" | grep '^!\|status'
gcc -g -fsanitize=thread -c two.c -o two.o &&
	gcc two.o "$(dirname "$(command -v nmon)")/../lib/librecord.a" -lz -pthread -o two
RECORD=whole.rec ./two
# an errno value in the end block of a recording (memtrace.h), with its checksums
cat >end.py <<'END'
import zlib
data = bytearray(open("whole.rec", "rb").read())
data[-8] = 11
data[-40:-36] = zlib.crc32(data[-32:]).to_bytes(4, "little")
data[-36:-32] = zlib.crc32(data[-64:-36]).to_bytes(4, "little")
open("part.rec", "wb").write(data)
END
python3 end.py
for format in csv json html; do
	sharing -t $format -M rocket --recording=part.rec >part
	echo "status $?, $(grep -c 'recording is incomplete: Resource' part)"
done

#> 3
#> "counters"
#> "false sharing"
#> 1
#> "padded"
#> 0
#> "false_sharing.c"
#> 15
#> "false_sharing.c"
#> 23
#> "page"
#> 2
#> "moved"
#> 512
#> == totals
#> [true,true,true,true]
#> [true,true,true,true]
#> == over time
#> [true,true,true]
#> [true,true,true]
#> == csv
#> object,verdict,lines,pages,repair
#> page,used by another station than its memory's,,2,moved
#> == sarif
#> "2.1.0"
#> "tallyboard sharing"
#> "false sharing"
#> "warning"
#> {"artifactLocation":{"uri":"false_sharing.c"},"region":{"startLine":15}}
#> {"uri":"a%20b/50%25.c"}
#> valid
#> valid
#> valid
#> valid
#> == not recorded
#> not recorded: the order of threads by semop
#> []
#> not recorded: the order of threads by semop
#> # not recorded: the order of threads by semop
#> object
#> true
#> note
#> not recorded: the order of threads by semop
#> not recorded: the order of threads by semop
#> == html
#> 1. counters: false sharing
#> 15  		counters.hits += 1;
#> 23  		counters.misses += 1;
#> 35  	printf(&#34;%ld hits, %ld misses\n&#34;, counters.hits, counters.misses);
#> 0 rrrrrrrrrrrrrrrr------------------------------------------------
#> 1 wwwwwwww--------------------------------------------------------
#> 2 --------wwwwwwww------------------------------------------------
#> before
#> after
#> 		counters.hits += 1;
#> open: []
#> == status
#> 0: 3
#> 99: 3
#> 100: 0
#> == compared
#>    page: requests N -> N, waiting N us -> N us: gone
#>    page: gone
#>    counters: new
#>    counters: requests N -> N, waiting N us -> N us
#> $ sharing -C lines.json -o report --cc=gcc -O1 -DKIND=0 pages.c -pthread
#> ! sharing: lines.json:1: not a report in csv
#> status 1
#> status 1
#> status 1
#> status 1
#> $ sharing -C pages.csv -t csv -- ./program
#> ! sharing: only a text has a comparison: pages.csv
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -a -1 -- ./program
#> ! sharing: --fail-above from 0 to 100 is expected: -1
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -a 101 -- ./program
#> ! sharing: --fail-above from 0 to 100 is expected: 101
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -m 5 -r recording
#> ! sharing: --most and --sample are for recording: recording
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -t yaml -- ./program
#> ! sharing: unknown format: yaml
#> ! Try 'sharing --help'.
#> status 2
#> == conditions
#> status 0
#> ["the program ended with status 3","not in this report: 1 of 2 findings, which cost less"]
#> "machine: rocket"
#> "left out: what happens before work"
#> "the program ended with status 3"
#> "not in this report: 1 of 2 findings, which cost less"
#>    one: requests 12000 -> 12000, waiting N -> N
#>    two: new, or left out there: requests 12000, waiting N
#> rocket.csv: the program ended with status 3
#> the program ended with status 3
#> ! sharing: rocket.csv: a report of machine rocket, not numachine
#> status 1
#> status 1, 1
#> status 1, 1
#> status 1, 1
#2> sharing: cut.csv:2: not a report in csv
#2> sharing: empty.csv: not a report in csv: it has no title line
#2> sharing: .: Is a directory
#2> the recording is incomplete: Resource temporarily unavailable
#2> the recording is incomplete: Resource temporarily unavailable
#2> the recording is incomplete: Resource temporarily unavailable
