#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prepare.mk: compiles the library and the programs of the toolkit (NISTIR 5993, 3.2). DEPS is that
# of the Makefile (skip).
set -e
cd "$(dirname "$0")/../.."
tools=$(make -s DEPS=done -f - <<-'END'
	include sw/multikron/board.mk
	list:
	folder = $(if $(filter $(1),$(BEHIND_multikron)),libexec,bin)
	$(info $(foreach t,$(TOOLS_multikron),build/$(call folder,$(t))/$(t)))
END
)
# shellcheck disable=SC2086 # they are words
exec make DEPS="${DEPS:-skip}" $tools build/lib/libmk.a build/lib/libmk.so
