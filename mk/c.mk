# SPDX-License-Identifier: Apache-2.0
# C: objects, archives, host software, unit tests.
# OBJ_DIR: objects; BUILD_DIR: programs. SANITIZE=1: address and undefined-behaviour sanitizers;
# SANITIZE=thread: data races; FUZZ=1: for libFuzzer (clang).
comma    := ,
SANFLAGS := $(if $(filter thread,$(SANITIZE)),-fsanitize=thread,\
	      $(if $(SANITIZE)$(FUZZ),-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined))
FUZZER   := $(if $(FUZZ),-fsanitize=fuzzer-no-link)
# Debug information names folders from the top of the tree: all clones compile the same.
override CPPFLAGS += -D_GNU_SOURCE -DTOOLS_VERSION='"$(VERSION)"' "-ffile-prefix-map=$$PWD=."
OBJ_DIR := build/obj$(if $(SANITIZE),-san)$(filter thread,$(SANITIZE))$(if $(FUZZ),-fuzz)
BUILD_DIR := build$(if $(SANITIZE),/sanitized)$(filter thread,$(SANITIZE))$(if $(FUZZ),/fuzz)

CCLD = $(CC) $(CFLAGS) $(LDFLAGS)
# What was built by other commands is built again.
COMMANDS := $(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS)
$(OBJ_DIR)/commands: export COMMANDS := $(COMMANDS)
$(OBJ_DIR)/commands: $(if $(subst |$(file <$(OBJ_DIR)/commands)|,,|$(COMMANDS)|),always)
	@mkdir -p $(@D)
	@printf '%s\n' "$$COMMANDS" >$@

# The boards to which a C file belongs: by its folder, or named in a board.mk.
$(foreach b,$(BOARDS),$(foreach f,$(PARTS_$(b)) $(wildcard $(FOLDERS_$(b):%=%/*.c)),\
	$(eval OWNERS_$(f) += $(b))))
owners = $(or $(strip $(foreach b,$(BOARDS),$(if $(findstring /$(b)/,$(1)),$(b)))),$(OWNERS_$(1)),\
	$(OWNERS_$(subst _unit.c,.c,$(1))))
SW_INCLUDE := -Isw/lib -Isw/tests -Ibuild/include
TB_INCLUDE := -Itb/sim -Itb/backend -Itb/bus -Itb/device -Itb/machine -Itb/paper -Itb/fuzz
# include paths of a file: host software has none of tb; examples may use tb, because they simulate
includes = $(SW_INCLUDE) $(foreach b,$(owners),-Isw/$(b) -Irtl/$(b)) \
	   $(if $(filter tb/% examples/%,$(1)),$(TB_INCLUDE) \
		$(foreach b,$(owners),-Itb/$(b) $(FOLDERS_$(b):%=-I%)))

# hardening of host software and servers, because their input may be hostile
HARDEN   := $(if $(strip $(SANFLAGS)$(FUZZ)),,-fstack-protector-strong \
	    $(if $(findstring -O,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
HARDLINK := $(if $(strip $(SANFLAGS)$(FUZZ)),,-Wl$(comma)-z$(comma)relro -Wl$(comma)-z$(comma)now)
$(patsubst %,$(OBJ_DIR)/%.o,sw/% tb/backend/% tb/shrimp/% tb/machine/%) \
	$(BOARDS:%=$(OBJ_DIR)/tb/%/simboard.o): HARDENED = $(HARDEN)
# The source of a test runs seldom and is long: -O1 compiles it in 60 % of the time of -O2, and
# tests take as long. A CFLAGS of the user's stays as it is.
ifeq ($(origin CFLAGS),file)
$(patsubst %.c,$(OBJ_DIR)/%.o,$(wildcard $(BOARDS:%=tb/%/test_*.c))): OPTIMIZED := -O1
endif
$(OBJ_DIR)/%.o: %.c $(OBJ_DIR)/commands | $(BOARDS:%=build/include/%_regs.h)
	@mkdir -p $(@D)
	@echo "  CC       $@"
	$(Q)$(CC) -std=c11 $(CFLAGS) $(OPTIMIZED) $(HARDENED) $(WARN) $(SANFLAGS) $(FUZZER) \
		$(CPPFLAGS) -fPIC -MMD -MP $(call includes,$<) -c -o $@ $<
$(patsubst %,$(OBJ_DIR)/tb/sim/%.o,sim_icarus icarus_stops icarus_random): \
	override CPPFLAGS += $(filter -I%,$(shell iverilog-vpi --cflags 2>/dev/null))
DEPENDENCIES := $(shell find $(OBJ_DIR) -name '*.d' 2>/dev/null)
-include $(DEPENDENCIES)
# What was compiled with a header that has moved is compiled again; because of .SECONDARY, make
# ignores that a file of these rules is missing.
HEADERS_READ := $(if $(DEPENDENCIES),$(shell sed -n 's/:$$//p' $(DEPENDENCIES) | sort -u))
$(filter-out $(wildcard $(HEADERS_READ)),$(HEADERS_READ)): always ;

# ---------------------------------------------------------------- archives
objects = $(patsubst %.c,$(OBJ_DIR)/%.o,$(filter-out %_unit.c,$(1)))
SW_LIBS := -lz -lzstd
ARCHIVE = @mkdir -p $(@D)
ARCHIVE += && rm -f $@ && ar rcs $@ $(filter %.o,$^)
# files with main() of any board, because several boards may share a folder
MAINS := $(foreach b,$(BOARDS),$(foreach p,$(PROGRAMS_$(b)) $(MPI_$(b)),$(SRC_$(p))))
define board_archives
SWPARTS_$(1) := $(filter-out $(TOOLS_$(1):%=sw/$(1)/%.c),$(wildcard sw/lib/*.c sw/$(1)/*.c))
TBPARTS_$(1) := $(filter-out %/example.c %/simboard.c tb/$(1)/test_%.c $(MAINS),$(PARTS_$(1)) \
	$(wildcard $(patsubst %,%/*.c,tb/$(1) $(FOLDERS_$(1)) tb/backend tb/paper)) \
	tb/sim/sim.c tb/sim/main.c tb/sim/coroutine.c)
TESTPARTS_$(1) := $(filter-out %fake.c %_backend.c,$(wildcard sw/$(1)/tests/*.c sw/tests/*.c)) \
	$(wildcard sw/$(1)/tests/fake.c)
$(OBJ_DIR)/sw-$(1).a: $$(call objects,$$(SWPARTS_$(1)))
	$$(ARCHIVE)
$(OBJ_DIR)/tb-$(1).a: $$(call objects,$$(filter-out tb/backend/simserver.c,$$(TBPARTS_$(1)))) \
		build/obj/gen/$(1)_board.o tb/$(1)/board.mk
	$$(ARCHIVE)
$(OBJ_DIR)/tests-$(1).a: $$(call objects,$$(TESTPARTS_$(1)))
	$$(ARCHIVE)
endef
$(foreach b,$(BOARDS),$(eval $(call board_archives,$(b))))
SW_ARCHIVE = $(OBJ_DIR)/sw-$(1).a
TB_ARCHIVES = $(OBJ_DIR)/tb-$(1).a $(OBJ_DIR)/sw-$(1).a
LINK = @mkdir -p $(@D) && echo "  LINK     $@"

# ---------------------------------------------------------------- tools and libraries
# Tools find the simulated board beside themselves. Under the sanitizers, whose dlopen needs the
# older tag and looks in the program's path only, the models are two folders up.
OLD_TAGS := $(if $(SANITIZE),-Wl$(comma)--disable-new-dtags)
define tool_rules
$(call program_files,$(2)): $(OBJ_DIR)/sw/$(1)/$(2).o $(call SW_ARCHIVE,$(1))
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) $(HARDLINK) -o $$@ $$^ $$(LIBS_$(2)) $(SW_LIBS) -ldl -lm $(OLD_TAGS) \
		-Wl,-rpath,'$$$$ORIGIN/../lib$(if $(SANITIZE),:$$$$ORIGIN/../../lib)'
endef
$(foreach b,$(BOARDS),$(foreach t,$(TOOLS_$(b)),$(eval $(call tool_rules,$(b),$(t)))))

LIBRARIES := $(foreach b,$(BOARD),$(LIBRARIES_$(b)))
$(foreach b,$(BOARDS),$(foreach l,$(LIBRARIES_$(b)),$(eval BOARD_OF_$(l) := $(b))))
define library_rules
$(BUILD_DIR)/lib/lib$(1).a: $(LIB_$(1):%.c=$(OBJ_DIR)/%.o)
	$$(ARCHIVE)
$(BUILD_DIR)/lib/lib$(1).so: $(LIB_$(1):%.c=$(OBJ_DIR)/%.o) mk/c.mk
	@mkdir -p $$(@D)
	@echo "  LIB      $$@"
	$(Q)$(CCLD) -shared $(SANFLAGS) $(HARDLINK) -Wl,-soname,libtally-$(1).so.0 -o $$@ \
		$$(filter %.o,$$^) $(SW_LIBS) -ldl -lm -lpthread \
		-Wl,-rpath,'$$$$ORIGIN:$$$$ORIGIN/tallyboard/lib'
	$(Q)ln -sf lib$(1).so $$(@D)/libtally-$(1).so.0
endef
$(foreach b,$(BOARDS),$(foreach l,$(LIBRARIES_$(b)),$(eval $(call library_rules,$(l)))))

TOOLS := $(foreach b,$(BOARD),$(TOOLS_$(b)))
tools: ##1 build the host software
tools: $(call program_files,$(TOOLS)) \
		$(foreach l,$(LIBRARIES),$(BUILD_DIR)/lib/lib$(l).a $(BUILD_DIR)/lib/lib$(l).so)

# ---------------------------------------------------------------- unit tests
UNITS := $(foreach b,$(BOARD),\
	 $(wildcard sw/$(b)/tests/*_unit.c tb/$(b)/*_unit.c $(FOLDERS_$(b):%=%/*_unit.c)) \
	 $(wildcard $(patsubst %.c,%_unit.c,$(PARTS_$(b))))) \
	 $(wildcard sw/lib/tests/*_unit.c tb/sim/*_unit.c)
# if TEST is the name of a test or case: only the programs whose source contains it
ifeq ($(findstring *,$(TEST))$(findstring ?,$(TEST))$(findstring [,$(TEST)),)
UNITS := $(or $(shell grep -lsw '$(TEST)' $(UNITS)),\
	 $(if $(wildcard sw/*/tests/cli/$(TEST).sh),,$(UNITS)))
endif
# a fake board that a program serves to tools, and one behind a library that the driver loads as
# "sim:"
FAKES := $(foreach b,$(BOARD),$(patsubst %.c,$(BUILD_DIR)/unit/%,$(wildcard sw/$(b)/tests/*fake.c)))
FAKES := $(filter-out %/fake,$(FAKES))
UNIT_PROGRAMS := $(sort $(UNITS:%.c=$(BUILD_DIR)/unit/%) $(FAKES))
UNIT_LIBS := -lcmocka $(SW_LIBS) -lm -ldl -lpthread
# relative path from the folder of a file to the top folder
to_top = $(subst $() ,,$(patsubst %,../,$(subst /, ,$(dir $(1)))))
# where a unit program looks for libraries: beside itself, or in lib; under the sanitizers, the
# models are one folder further up
UNIT_PATH = $$$$ORIGIN$(if $(filter tb/%,$(1)),/$(call to_top,unit/$(1))$(UNIT_LIB))
UNIT_LIB = lib$(if $(SANITIZE),:$$$$ORIGIN/$(call to_top,unit/$(1))../lib)
# for a file that several boards share, the first owner links the program
define unit_rules
$(BUILD_DIR)/unit/$(1): $(OBJ_DIR)/$(1).o $(if $(filter sw/%,$(1)),$(OBJ_DIR)/tests-$(2).a) \
		$(call TB_ARCHIVES,$(2)) \
		| $(if $(wildcard $(dir $(1))fake_backend.c),$(BUILD_DIR)/unit/$(dir $(1))lib$(SIMLIB_$(2)).so) \
		$(if $(NEEDS_$(notdir $(1))),$(call program_files,$(NEEDS_$(notdir $(1)))) \
			$(BUILD_DIR)/lib/lib$(SIMLIB_$(2)).so)
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $$@ $$^ $(UNIT_LIBS) \
		-Wl,--disable-new-dtags,-rpath,'$(call UNIT_PATH,$(1))'
endef
$(foreach u,$(UNIT_PROGRAMS:$(BUILD_DIR)/unit/%=%),\
	$(eval $(call unit_rules,$(u),$(firstword $(call owners,$(u).c) $(BOARDS)))))

define fake_rules
$(BUILD_DIR)/unit/sw/$(1)/tests/lib$(SIMLIB_$(1)).so: $(OBJ_DIR)/sw/$(1)/tests/fake_backend.o \
		$(OBJ_DIR)/tests-$(1).a $(OBJ_DIR)/sw-$(1).a
	@mkdir -p $$(@D)
	$(Q)$(CCLD) -shared $(SANFLAGS) -o $$@ $$^ $(SW_LIBS)
endef
$(foreach b,$(BOARDS),$(if $(wildcard sw/$(b)/tests/fake_backend.c),\
	$(eval $(call fake_rules,$(b)))))
