# SPDX-License-Identifier: Apache-2.0
# The single entry point. `make help` lists the verbs; the rules are in mk/, the facts about
# a board in rtl/<board>/board.mk, tb/<board>/board.mk and sw/<board>/board.mk.

TEST     ?= *
SIM      ?= both
SEED     ?= 1
WAVE     ?= fail
LENGTH   ?= 100
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
prefix   ?= /usr/local
DESTDIR  ?=
PERCENT  ?= 100
VERSION  := $(shell cat VERSION)

# scripts use ranges as [a-z], which has no i in the Turkish order of letters
ifneq ($(filter-out C POSIX C.% en_%,$(or $(LC_ALL),$(LC_COLLATE),$(LANG))),)
export LC_ALL := C.UTF-8
endif

CC       ?= cc
CXX      ?= c++
# of the programs that run during the build; another one if CC is a cross compiler
HOSTCC   ?= $(CC)
# what sanitizers print needs lines, not variables: a quarter less to compile
CFLAGS   ?= $(if $(SANITIZE),-O1 -g1,-O2 -g)
# a build with sanitizers is not optimized as the other, which gives false warnings
WARN     := $(if $(SANITIZE),-w,-Wall -Wextra -Werror)
# ccache, where it is installed and has a folder to write to, keeps what the compilers made, also
# for other clones of this tree (CCACHE_DISABLE=1: without)
CCACHED  := /usr/lib/ccache
ifneq ($(filter-out $(subst :, ,$(PATH)),$(CCACHED)),)
ifneq ($(shell [ -x $(CCACHED)/cc ] && d=$$(ccache -k cache_dir) && mkdir -p "$$d" 2>/dev/null && \
	[ -w "$$d" ] && echo yes),)
export PATH := $(CCACHED):$(PATH)
endif
endif
Q        := $(if $(V),,@)

# Without the rules that make has built in it starts in half the time.
.SUFFIXES:
%:: RCS/%,v
%:: RCS/%
%:: s.%
%:: SCCS/s.%
%:: %,v

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: help deps clean generated status docs-check examples designs programs models tools \
	testbenches runnable first sim lockstep digests mpi test test-programs test-long check \
	units trace lint formal cdc coverage mutate faults synth sanitize sanitize-units \
	fuzz fuzz-corpus bench paper wave pictures docs demo cores build/cores/fusesoc \
	cocotb interconnect fpga-configs dist deb installable simulated-models install uninstall attack \
	first-hour clocks constraints bitstream test-bitstream program evidence python soak

# Recipes and scripts pass the user's values to shells: a value that a shell could execute is
# refused before anything is expanded. Compilers are commands anyway; PROGRAM and SELECTOR go
# through the environment; FILES is a regular expression in single quotes.
define NEWLINE


endef
EXECUTED := ` $$ '
ACTIVE   := $(EXECUTED) " ; & | < > ( ) \
COMMANDS_OF_USER := CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS HOSTCC PROGRAM SELECTOR
OPTIONS  := BOARD CORES TEST SIM MODEL SEED SEEDS WAVE SNAPSHOT LENGTH JOBS PERCENT RUNNER PAPER \
	FPGA DEPS N DRAWS CLASS FROM TOP CHANGE SINCE TARGET TIME KILLS REFERENCES BUG prefix DESTDIR \
	DEMO FILE FILES CLOCKS PARAMETERS INSTANCE DESCRIPTION
CHECKED  := $(filter-out $(COMMANDS_OF_USER),$(foreach v,$(.VARIABLES),$(if $(or \
	$(filter command,$(firstword $(origin $(v)))),\
	$(and $(filter environment,$(firstword $(origin $(v)))),$(filter $(v),$(OPTIONS)))),$(v))))
active_in = $(foreach c,$(if $(filter FILES,$(1)),$(EXECUTED),$(ACTIVE)),\
	$(findstring $(c),$(value $(1))))\
	$(if $(findstring $(NEWLINE),$(value $(1))),newline)
$(foreach v,$(CHECKED),$(if $(strip $(call active_in,$(v))),$(error \
	$(v)=$(value $(v)): no $(firstword $(call active_in,$(v))) in a value; shells would execute it)))

include mk/boards.mk

# ##1 text: a target for the first day; ##3: before a release; ## alone: daily
help: ##1 this list
	@for group in "1 first" " daily" "3 before a release"; do echo "$${group#* }:"; \
		awk -F":.*##$${group%% *} " \
			'NF == 2 && /^[a-z-]+:/ { printf "  make %-12s %s\n", $$1, $$2 }' \
			Makefile mk/*.mk | sort; done
	@echo
	@echo "  BOARD=$(firstword $(BOARDS))  TEST=PATTERN  SIM=verilator|icarus|both  SEED=N|random|N-M"
	@echo "  WAVE=none|fail|vcd|fst  LENGTH=PERCENT  JOBS=N  RUNNER=local|slurm  DEPS=skip"
	@echo "  SNAPSHOT=MS"
	@echo "  boards: $(BOARDS)"

deps: ##1 install what is missing (Debian packages; DEPS=skip: only look)
	@ci/release/install-deps $(DEPS) deps

clean: ##1 remove everything that was built
	rm -rf build

# A verb first refuses wrong arguments and installs what it needs (DEPS=skip: only looks whether it
# is there), in a recipe, so that `make -n` and shell completion install nothing. Then it holds the
# lock of the tree: two at once would overwrite each other's results. DEPS=done: a make that called
# this one has done all that.
ifneq ($(words $(CURDIR)),1)
$(error make cannot build in a folder whose path has a blank: $(CURDIR))
endif
ifneq ($(DEPS),done)
GOALS := $(filter-out help deps clean,$(MAKECMDGOALS))
VERBS := $(shell LC_ALL=C sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' Makefile mk/*.mk)
.PHONY: $(GOALS) installed
installed: export CASE := $(wildcard sw/*/tests/cli/$(TEST).sh)
installed:
	@VERBS='$(VERBS)' BOARD='$(BOARD)' BOARDS='$(BOARDS)' \
		DEMO_BOARDS='$(foreach b,$(BOARDS),$(if $(DEMO_$(b))$(wildcard sw/$(b)/demo),$(b)))' \
		SIM='$(SIM)' TEST='$(TEST)' PAPER='$(PAPER)' WAVE='$(WAVE)' LENGTH='$(LENGTH)' \
		SNAPSHOT='$(SNAPSHOT)' \
		SEED='$(SEED)' SEEDS='$(SEEDS)' JOBS='$(JOBS)' RUNNER='$(RUNNER)' \
		MODEL='$(MODEL)' FPGA='$(FPGA)' prefix='$(prefix)' DESTDIR='$(DESTDIR)' \
		ci/checks/check-arguments $(GOALS)
	@ci/release/install-deps $(DEPS) $(GOALS) $(if $(PROGRAM),own-program) $(filter vcd,$(WAVE)) \
		$(filter fast,$(MODEL)) $(FPGA)
$(firstword $(GOALS)): installed
	@$(if $(findstring n,$(firstword -$(MAKEFLAGS))),,ci/run/one-at-a-time '$(GOALS)') \
		$(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) \
		DEPS=done $(GOALS)
$(wordlist 2,$(words $(GOALS)),$(GOALS)): $(firstword $(GOALS)) ;
else
include $(patsubst %,mk/%.mk,model c tb evidence benchmark cores fpga install lab multicore python)
endif
