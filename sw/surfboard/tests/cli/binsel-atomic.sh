# SPDX-License-Identifier: Apache-2.0
# Checks that after an error the old output stays, and that on success it is replaced in one step,
# with its permissions, and no other file stays in the folder.
echo 'bin = latency' >good.bsel
echo 'bin = nonsense' >bad.bsel
binsel compile good.bsel -o out.bit
chmod 640 out.bit
cp out.bit before
binsel compile bad.bsel -o out.bit
echo "status $?"
cmp before out.bit
echo 'bin[3:0] = category' | binsel compile - -o out.bit
binsel show out.bit
stat -c %a out.bit
ln -s out.bit link.bit
binsel compile good.bsel -o link.bit && [ -L link.bit ] && cmp before out.bit
binsel compile good.bsel -o missing/out.bit
echo "status $?"
binsel compile good.bsel -o .
echo "status $?"
binsel compile good.bsel -o good.bsel
echo "status $?"
binsel compile missing.bsel -o new.bit
echo "status $?"
binsel compile . -o new.bit
echo "status $?"
(ulimit -f 0; binsel compile good.bsel -o out.bit 2>&1) | cat
echo "status ${PIPESTATUS[0]}"
mkfifo fifo
ln -s fifo to-fifo
ln -s nothing dangling
for name in fifo to-fifo dangling; do
	binsel compile good.bsel -o $name
	echo "status $?"
done
binsel compile good.bsel -o /dev/stdout | cmp - before
[ -p fifo ] && [ -L dangling ] && ls

#> status 1
#> bin[3:0] = category[3:0]
#> bin[23:4] = 0
#> 640
#> status 1
#> status 1
#> status 2
#> status 1
#> status 1
#> out.bit: File too large
#> status 1
#> status 1
#> status 1
#> status 1
#> bad.bsel
#> before
#> dangling
#> fifo
#> good.bsel
#> link.bit
#> out.bit
#> to-fifo
#2> bad.bsel:1:7: unknown name 'nonsense'; the names are latency, sender, color, category, size, address, phase
#2> missing/out.bit: No such file or directory
#2> .: Is a directory
#2> binsel: source and output are the same file: good.bsel
#2> Try 'binsel --help'.
#2> missing.bsel: No such file or directory
#2> .: Is a directory
#2> fifo: not a regular file; use - and redirect standard output
#2> to-fifo: not a regular file; use - and redirect standard output
#2> dangling: No such file or directory
