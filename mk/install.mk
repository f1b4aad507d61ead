# SPDX-License-Identifier: Apache-2.0
# Installation below $(DESTDIR)$(prefix), of the boards in BOARD. ci/release/install gives the files
# their installed names; the boards know nothing of these.
# models that the simulated boards load; of those in PLAIN only the library is installed
SIMULATED := $(foreach b,$(BOARD),$(call SIMMODELS,$(b)))
BARE := $(foreach b,$(BOARD),$(filter $(PLAIN_$(b)),$(SIMULATED)))
LINKABLE := $(foreach b,$(BOARD),$(filter-out $(PLAIN_$(b)),$(MODELS_$(b))))
MAN := $(foreach b,$(BOARD),$(wildcard sw/$(b)/man/*.[135]))
WORDS := $(foreach b,$(BOARD) tallyboard,$(wildcard sw/$(b)/words))
# headers that users of the libraries need, besides those of the boards
HEADERS_LIB := $(patsubst %,sw/lib/%.h,device le unixdev mmapdev uartdev etherdev record input \
	checksum)
# programs of examples/ are not installed
ON = $(foreach p,$(foreach b,$(1),$(PROGRAMS_$(b))),$(if $(filter examples/%,$(SRC_$(p))),,$(p)))
ON_PROGRAMS := $(call ON,$(BOARD))
# what tallyboard knows in the build tree, whichever boards are built
ALL_SERVERS = $(foreach b,$(BOARDS),$(SERVER_$(b)))
ALL_TOOLS = $(foreach b,$(BOARDS),$(TOOLS_$(b))) $(ALL_SERVERS) $(call ON,$(BOARDS))
define NEWLINE


endef
# for each library its name, board and description; for each data file its board
INSTALLED_HEADERS = $(sort $(HEADERS_LIB) \
	$(foreach b,$(BOARD),build/include/$(b)_regs.h $(HEADERS_$(b))))
# all Verilog files of each folder of rtl from which a top takes one
INSTALLED_RTL = $(sort $(wildcard rtl/lib/*.md rtl/lib/*.sdc rtl/lib/*.xdc) \
	$(foreach b,$(BOARD),$(foreach t,$(TOPS_$(b)),$(RTL_$(t)) \
		$(wildcard $(patsubst %,%*.v,$(filter rtl/%,$(dir $(RTL_$(t))))))) \
		$(wildcard $(addprefix rtl/$(b)/*.,md def sdc xdc))))
# the recorders of the boards that are installed
INSTALLED_RECORDERS = $(if $(HAS_VALGRIND),$(if $(filter demo,$(ON_PROGRAMS)),$(RECORDER)) \
	$(foreach b,$(BOARD),$(VALGRIND_$(b):%=build/lib/%)))
INSTALL = prefix='$(prefix)' DESTDIR='$(DESTDIR)' VERSION='$(VERSION)' BOARD='$(BOARD)' \
	TOOLS='$(TOOLS) $(SERVERS) $(ON_PROGRAMS)' MODELS='$(LINKABLE)' BARE='$(BARE)' \
	SIMLIBS='$(SIMLIBS)' RECORDERS='$(INSTALLED_RECORDERS)' \
	MAN='$(MAN)' WORDS='$(WORDS)' SERVERS='$(SERVERS)' BEHIND='$(BEHIND)' \
	HEADERS='$(INSTALLED_HEADERS)' RTL='$(INSTALLED_RTL)' \
	DECLARATIONS='$(PYTHON_TABLES)' VERILOG='$(PYTHON_VERILOG)' \
	LIBRARIES="$$TALLY_LIBRARIES" DATA="$$TALLY_DATA"
export TALLY_LIBRARIES := $(foreach l,$(LIBRARIES),$(l)|$(BOARD_OF_$(l))|$(ABOUT_$(l))$(NEWLINE))
export TALLY_DATA := $(foreach b,$(BOARD),$(foreach d,$(DATA_$(b)),$(b) $(d)$(NEWLINE)))

# man finds these pages because build/bin is in PATH.
build/share/man/.linked: $(MAN)
	@rm -rf $(@D) && mkdir -p $(addprefix $(@D)/man,1 3 5)
	@$(foreach n,1 3 5,$(if $(filter %.$(n),$(MAN)), \
		ln -s $(patsubst %,"$$PWD/%",$(filter %.$(n),$(MAN))) $(@D)/man$(n) && )) touch $@
# the front command in the build tree
$(BUILD_DIR)/bin/tallyboard: sw/tallyboard/tallyboard sw/tallyboard/tasks ci/release/install \
		VERSION $(MAN) mk/install.mk $(wildcard tb/*/board.mk sw/*/board.mk)
	@mkdir -p $(@D) $(BUILD_DIR)/share/tallyboard
	@$(INSTALL) BOARD='$(BOARDS)' TOOLS='$(ALL_TOOLS)' SERVERS='$(ALL_SERVERS)' \
		ci/release/install commands > $(BUILD_DIR)/share/tallyboard/commands
	@cp VERSION $(BUILD_DIR)/share/tallyboard
	@rm -f $(BEHIND:%=$(BUILD_DIR)/bin/%) # where an older tree had them
	@cp $< $@
tools: build/share/man/.linked $(BUILD_DIR)/bin/tallyboard $(ON_PROGRAMS:%=$(BUILD_DIR)/bin/%) \
		$(RECORDERS)

# all that install copies
installable: tools $(ON_PROGRAMS:%=build/bin/%) $(call LIB_FILES,$(LINKABLE)) \
	$(BARE:%=build/lib/lib%.so) $(INSTALLED_HEADERS) $(INSTALLED_RTL) \
	$(BOARD:%=build/include/%_regs.vh)

install: installable ##1 install Tallyboard (prefix, DESTDIR)
	@$(INSTALL) ci/release/install install
	@echo "installed below $(DESTDIR)$(prefix): tallyboard help lists the tools"

uninstall: ##1 remove what install put there
	@$(INSTALL) ci/release/install uninstall

simulated-models:
	@echo $(SIMULATED)

dist: ##3 pack the sources into build/dist
	@ci/release/dist

deb: ##3 make the Debian packages in build/deb (needs debhelper and lintian)
	@JOBS='$(JOBS)' ci/release/deb

# does what a new user does: demo, install, the README's example, a program, uninstall; these verbs
# build the tools and the demo
first-hour: ##3 what a new user does first, from demo to uninstall (as root also nmcli, NMCLI=1)
	@JOBS='$(JOBS)' ci/measure/first-hour

# attacks the servers with PERCENT of the full counts; links no file of a board
build/ci/attack: ci/checks/attack.c sw/lib/unixdev.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(CPPFLAGS) -Wno-format-truncation -Isw/lib \
		$(LDFLAGS) -o $@ $^
attack: ##3 attack the servers of the simulated boards (PERCENT=100, SANITIZE=1)
attack: build/ci/attack tools
	@$(if $(SANITIZE),$(SUB) SANITIZE= build/lib/librecord.a)
	@PERCENT='$(PERCENT)' BIN=$(BUILD_DIR)/libexec ci/checks/attack $(SERVERS)
