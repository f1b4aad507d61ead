# SPDX-License-Identifier: Apache-2.0
# Checks the places of the files that prepare.mk and install.mk install; a program must link with
# the installed files.
# shows MK-LIB-011 MK-LIB-014
. "$TOP/sw/multikron/tests/mk.bash"
build=$(cd "$(dirname "$(command -v mk_expand)")/.." && pwd)
# existing files are not built again; the build has no sanitizers, like a user's
unset SANITIZE MAKEFLAGS
DEPS=done "$TOP/sw/multikron/prepare.mk" >log 2>&1 || cat log
ls "$TOP"/build/bin/{mk_mem_test,test_mk,mk_sample_test,mk_nite_test} \
	"$TOP"/build/bin/{mk_rdsample,mk_expand,mk_rpt,mk_status} "$TOP/build/lib/libmk.a" | sed "s:.*/::"
export BUILD=$TOP/build
unset BINDIR
DESTDIR=$PWD/root "$TOP/sw/multikron/install.mk"
(cd root && find . -type f | sort)
DESTDIR=$PWD/other MANDIR=/m INCDIR=/i LIBDIR=/l BINDIR=/b SCRIPTDIR=/s \
	"$TOP/sw/multikron/install.mk"
(cd other && find . -type f | cut -d/ -f2 | uniq -c | awk '{ print $2, $1 }' | sort)
cat >prog.c <<-'END'
	#include <mk.h>
	#define EVENT 7
	int main(void)
	{
		MK_DEFAULT_MAP();
		mk_ts1 = EVENT;
		return 0;
	}
END
for cc in cc clang; do
	command -v $cc >/dev/null || { echo "no $cc"; continue; }
	$cc -Wall -Wextra -Werror -pedantic -Iroot/usr/local/include/tallyboard prog.c \
		-Lroot/usr/local/lib/tallyboard/lib -lmk -lz -ldl -lpthread -o prog || continue
	board "for-$cc"
	./prog && mk_rdsample -f mk.dat && mk_expand | cut -d' ' -f1,3,4
done
# the samples of the toolkit must compile, too
for p in sample1 sender receiver; do
	cc -Wall -Wextra -Werror -Iroot/usr/local/include/tallyboard "$TOP/sw/multikron/sample/$p.c" \
		-Lroot/usr/local/lib/tallyboard/lib -lmk -lz -ldl -lpthread -o $p && echo $p
done
MK_BOARD=unix:nothing run ./prog
