# SPDX-License-Identifier: Apache-2.0
# Checks that the writes of a program that was not compiled for it are recorded, also those of a
# number immediately before a call, and that those of the C library inside a call are not.
# shows NM-DIA-018 NM-DIA-017
cd "$TOP/sw/numachine/tests/programs" || exit
here=$OLDPWD
for compile in 'gcc -g -O0' 'gcc -g -O2' 'clang -gdwarf-4 -O2'; do
	echo "== $compile"
	$compile writes.c -o "$here/program" -pthread &&
		sharing -n 90 -u 0 -o "$here/report" -- "$here/program" >"$here/printed" || exit
	sed -n 's/^[0-9]*\. \(set[0-9]*\|by_[a-z_]*\): .*requests.*/\1/p' "$here/report" |
		sort -u | tr '\n' ' '
	echo
done
echo '== condition variable'
gcc -g -O1 -DK=0 -DN=3 -DB=9 -o "$here/program" barriers.c -pthread &&
	sharing -n 99 -u 99 -o "$here/report" -- "$here/program" || exit
# main() initialises the conditions; a use of one counts as an atomic write to its first bytes
grep -c '^[0-9]*\. meetings: ' "$here/report"
awk '/^  meetings\+.*\.all\), / && !/: thread 0: | 4 bytes: .* atomic writes /' "$here/report"

#> == gcc -g -O0
#> by_assignment by_bcopy by_bzero by_constant by_copies by_loop by_memcpy by_memmove by_mempcpy by_stpcpy by_stpncpy by_strcat by_strcpy by_strncat by_strncpy by_variable by_zeros set128 set4096 set64 set8 
#> == gcc -g -O2
#> by_assignment by_bcopy by_bzero by_constant by_copies by_loop by_memcpy by_memmove by_mempcpy by_stpcpy by_stpncpy by_strcat by_strcpy by_strncat by_strncpy by_variable by_zeros set128 set4096 set64 set8 
#> == clang -gdwarf-4 -O2
#> by_assignment by_bcopy by_bzero by_constant by_copies by_loop by_memcpy by_memmove by_mempcpy by_stpcpy by_stpncpy by_strcat by_strcpy by_strncat by_strncpy by_variable by_zeros set128 set4096 set64 set8 
#> == condition variable
#> 1
