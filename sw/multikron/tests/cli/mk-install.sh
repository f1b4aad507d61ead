# SPDX-License-Identifier: Apache-2.0
# Checks the places of the files that prepare.mk and install.mk install; a program must link with
# the installed files.
# shows MK-LIB-011 MK-LIB-014
. "$TOP/sw/multikron/tests/mk.bash"
build=$(cd "$(dirname "$(command -v mk_expand)")/.." && pwd)
# existing files are not built again; the build has no sanitizers, like a user's
unset SANITIZE MAKEFLAGS
DEPS=done "$TOP/sw/multikron/prepare.mk" >log 2>&1 || cat log
ls "$TOP"/build/libexec/{mk_mem_test,test_mk,mk_sample_test,mk_nite_test} \
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

#> mk_expand
#> mk_rdsample
#> mk_rpt
#> mk_status
#> libmk.a
#> mk_mem_test
#> mk_nite_test
#> mk_sample_test
#> test_mk
#> ./usr/local/include/tallyboard/checksum.h
#> ./usr/local/include/tallyboard/longlong.h
#> ./usr/local/include/tallyboard/mk.h
#> ./usr/local/include/tallyboard/mk_interval.h
#> ./usr/local/include/tallyboard/mk_sample.h
#> ./usr/local/include/tallyboard/mkprobe.h
#> ./usr/local/include/tallyboard/multikron_regs.def
#> ./usr/local/lib/tallyboard/bin/mk_expand
#> ./usr/local/lib/tallyboard/bin/mk_export
#> ./usr/local/lib/tallyboard/bin/mk_mem_test
#> ./usr/local/lib/tallyboard/bin/mk_nite_test
#> ./usr/local/lib/tallyboard/bin/mk_pci
#> ./usr/local/lib/tallyboard/bin/mk_plot
#> ./usr/local/lib/tallyboard/bin/mk_rdsample
#> ./usr/local/lib/tallyboard/bin/mk_rpt
#> ./usr/local/lib/tallyboard/bin/mk_s16d
#> ./usr/local/lib/tallyboard/bin/mk_sample_test
#> ./usr/local/lib/tallyboard/bin/mk_status
#> ./usr/local/lib/tallyboard/bin/test_mk
#> ./usr/local/lib/tallyboard/lib/libmk.a
#> ./usr/local/lib/tallyboard/share/man/man1/mk_expand.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_export.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_mem_test.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_nite_test.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_pci.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_plot.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_rdsample.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_rpt.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_s16d.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_sample_test.1
#> ./usr/local/lib/tallyboard/share/man/man1/mk_status.1
#> ./usr/local/lib/tallyboard/share/man/man1/multikrond-watch.1
#> ./usr/local/lib/tallyboard/share/man/man1/multikrond.1
#> ./usr/local/lib/tallyboard/share/man/man1/test_mk.1
#> ./usr/local/lib/tallyboard/share/man/man3/libmk.3
#> ./usr/local/lib/tallyboard/share/man/man3/longlong.3
#> ./usr/local/lib/tallyboard/share/man/man3/mk_board.3
#> ./usr/local/lib/tallyboard/share/man/man3/mk_counters.3
#> ./usr/local/lib/tallyboard/share/man/man3/mk_probe.3
#> ./usr/local/lib/tallyboard/share/man/man3/mk_samples.3
#> ./usr/local/lib/tallyboard/share/man/man3/mk_vc.3
#> ./usr/local/lib/tallyboard/share/man/man3/mkprobe.3
#> ./usr/local/lib/tallyboard/share/man/man5/interval.info.5
#> ./usr/local/lib/tallyboard/share/man/man5/mk.dat.5
#> ./usr/local/share/tallyboard/multikron/mk.LOAD
#> ./usr/local/share/tallyboard/multikron/mk.UNLOAD
#> b 12
#> i 7
#> l 1
#> m 24
#> s 2
#> 01 00000000 0000000000000007
#> 01 00000000 0000000000000007
#> sample1
#> sender
#> receiver
#> $ ./prog
#> ! MK_DEFAULT_MAP: No such file or directory
#> status 1
