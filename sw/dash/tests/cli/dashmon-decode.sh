# SPDX-License-Identifier: Apache-2.0
# Decodes words: entries of one and two words, a truncated entry, and lines that are no words.
# shows DM-SW-001
. "$TOP/sw/tests/tools.bash"
printf '# comment\nFEDCBA987\n5A5001234\n000000041\n123FFFFFF\n' >words
run dashmon -d words
run dashmon -d -x words
head -4 words >cut
run dashmon -d -x cut
printf 'FEDCBA987\n5A500123\n' >short
run dashmon -d short
printf 'FEDCBA9870\n' >long
run dashmon -d long
printf 'FEDCBA98g\n' >letter
run dashmon -d letter
printf '000000041\n00000' >unfinished
run dashmon -d unfinished
run dashmon -d missing
