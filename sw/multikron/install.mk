#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.mk: installs what prepare.mk made (NISTIR 5993, 3.2): manual pages, headers, library,
# programs, and the scripts that load and unload the board.
#
# BUILD: what was built (build of this tree). Folders by variables, below DESTDIR: MANDIR, INCDIR,
# LIBDIR, BINDIR, SCRIPTDIR. The defaults lie below PREFIX (/usr/local); in folders of Tallyboard,
# where no other program has their names.
set -e
BUILD=${BUILD:-$(dirname "$0")/../../build}
PREFIX=${PREFIX:-/usr/local}
MANDIR=$DESTDIR${MANDIR:-$PREFIX/lib/tallyboard/share/man}
INCDIR=$DESTDIR${INCDIR:-$PREFIX/include/tallyboard}
LIBDIR=$DESTDIR${LIBDIR:-$PREFIX/lib/tallyboard/lib}
BINDIR=$DESTDIR${BINDIR:-$PREFIX/lib/tallyboard/bin}
SCRIPTDIR=$DESTDIR${SCRIPTDIR:-$PREFIX/share/tallyboard/multikron}
cd "$(dirname "$0")"

mkdir -p "$MANDIR/man1" "$MANDIR/man3" "$MANDIR/man5" "$INCDIR" "$LIBDIR" "$BINDIR" "$SCRIPTDIR"
for n in 1 3 5; do install -m 644 man/*.$n "$MANDIR/man$n"; done
install -m 644 mk.h mkprobe.h mk_sample.h mk_interval.h longlong.h \
	../../rtl/multikron/multikron_regs.def ../lib/checksum.h "$INCDIR"
install -m 644 "$BUILD/lib/libmk.a" "$LIBDIR"
for page in man/mk_*.1 man/test_mk.1; do
	program=$(basename "$page" .1)
	folder=libexec
	[ -e "$BUILD/libexec/$program" ] || folder=bin
	install -m 755 "$BUILD/$folder/$program" "$BINDIR"
done
install -m 755 mk.LOAD mk.UNLOAD "$SCRIPTDIR"
