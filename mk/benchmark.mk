# SPDX-License-Identifier: Apache-2.0
# The benchmark of monitors, tb/benchmark. A folder monitors/NAME is a monitor, a folder
# questions/NAME a question; monitors/NAME/monitor.mk may say BOARD_OF_MONITOR_NAME := BOARD, whose
# model and driver it uses. MODEL_OF_MONITOR_NAME: the compiled model. PARTS_OF_MONITOR_NAME: files
# of tb/benchmark that only some monitors need. SIZE_OF_MONITOR_NAME: what is mapped for its size,
# as for ci/measure/map-ecp5, if it is not the board's first top.
BENCHMARK := tb/benchmark
MONITORS  := $(notdir $(patsubst %/,%,$(dir $(wildcard $(BENCHMARK)/monitors/*/monitor.c))))
QUESTIONS := $(notdir $(patsubst %/,%,$(dir $(wildcard $(BENCHMARK)/questions/*/truth.c))))
-include $(wildcard $(BENCHMARK)/monitors/*/monitor.mk)
# those whose board exists
MONITORS  := $(foreach m,$(MONITORS),$(if $(filter-out $(BOARDS),$(BOARD_OF_MONITOR_$(m))),,$(m)))

# a C name of a question
symbol = question_$(subst -,_,$(1))
$(OBJ_DIR)/$(BENCHMARK)/questions.c: $(wildcard $(BENCHMARK)/questions/*/truth.c)
	@mkdir -p $(@D)
	@{ echo '#include "question.h"'; \
	   printf 'extern const struct question %s;\n' $(foreach q,$(QUESTIONS),$(call symbol,$(q))); \
	   echo 'const struct question *const questions[] = {'; \
	   printf '&%s,\n' $(foreach q,$(QUESTIONS),$(call symbol,$(q))); \
	   echo '0};'; } > $@

BENCHMARK_INCLUDES := -I$(BENCHMARK) -Itb/machine/numachine
$(OBJ_DIR)/$(BENCHMARK)/%.o: override CPPFLAGS += $(BENCHMARK_INCLUDES)
$(OBJ_DIR)/$(BENCHMARK)/record/%.o: override CPPFLAGS += -I$(BENCHMARK)/record -Isw/numachine \
	-Irtl/numachine
$(OBJ_DIR)/$(BENCHMARK)/questions.o: $(OBJ_DIR)/$(BENCHMARK)/questions.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(SANFLAGS) -I$(BENCHMARK) -c -o $@ $<

RECORD_PARTS := $(wildcard $(BENCHMARK)/record/*.c $(BENCHMARK)/questions/*/truth.c) \
	$(patsubst %,$(BENCHMARK)/%.c,rows run)
RECORD_PROGRAM := $(BUILD_DIR)/benchmark/record
$(RECORD_PROGRAM): $(RECORD_PARTS:%.c=$(OBJ_DIR)/%.o) $(OBJ_DIR)/$(BENCHMARK)/questions.o \
		$(call TB_ARCHIVES,numachine)
	$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $@ $^ $(SW_LIBS) -lm -ldl

MONITOR_PARTS := $(patsubst %,$(OBJ_DIR)/$(BENCHMARK)/%.o,bench rows run seen)
define monitor_rules
$(BUILD_DIR)/benchmark/monitors/$(1): \
		$(patsubst %.c,$(OBJ_DIR)/%.o,$(wildcard $(BENCHMARK)/monitors/$(1)/*.c)) \
		$(MONITOR_PARTS) $(PARTS_OF_MONITOR_$(1):%=$(OBJ_DIR)/$(BENCHMARK)/%.o) \
		$(if $(BOARD_OF_MONITOR_$(1)),$(VERILATOR_SIDE) $(call TB_ARCHIVES,$(BOARD_OF_MONITOR_$(1))) \
		$(patsubst %,build/lib/lib%$(KIND).so,$(MODEL_OF_MONITOR_$(1))))
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $$@ $$(filter %.o %.a,$$^) $(TB_LIBS) $$(RPATH)
endef
$(foreach m,$(MONITORS),$(eval $(call monitor_rules,$(m))))
benchmark-programs: $(RECORD_PROGRAM) $(BUILD_DIR)/benchmark/page \
		$(MONITORS:%=$(BUILD_DIR)/benchmark/monitors/%)
.PHONY: benchmark benchmark-programs

PAGE_PARTS := $(wildcard $(BENCHMARK)/page/*.c)
$(BUILD_DIR)/benchmark/page: $(PAGE_PARTS:%.c=$(OBJ_DIR)/%.o) $(call SW_ARCHIVE,numachine)
	$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $@ $^ $(SW_LIBS) -lm

# monitors in RTL and their top modules
MONITOR_SIZES := $(foreach m,$(MONITORS),$(if $(BOARD_OF_MONITOR_$(m)),\
	$(m):$(or $(SIZE_OF_MONITOR_$(m)),$(firstword $(TOPS_$(BOARD_OF_MONITOR_$(m)))))))
# REFERENCES of each run; PROGRAM: a file recorded by librecord, besides the project's own runs
REFERENCES ?= 1000000
benchmark: ##3 the same runs through all monitors: a page in build/benchmark (PROGRAM=FILE)
benchmark: benchmark-programs generated $(BUILD_DIR)/lib/librecord.a
	@RUNNER='$(RUNNER)' JOBS='$(JOBS)' SEED='$(SEED)' CC='$(CC)' SIZES='$(MONITOR_SIZES)' \
		tb/benchmark/measure $(BUILD_DIR)/benchmark build/benchmark $(REFERENCES) $(if $(PROGRAM),\
		stencil counters pages bursts histogram.c matrix.c table.c relax.c '$(PROGRAM)')

benchmark-test: benchmark-programs
	@CC='$(CC)' tb/benchmark/test $(BUILD_DIR)/benchmark
.PHONY: benchmark-test
