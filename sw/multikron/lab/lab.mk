# SPDX-License-Identifier: Apache-2.0
# What the page of the MultiKron board includes: a program with probes, and the intervals between
# each two of them. The test runs the same program on this computer.
LAB_PARTS_multikron := intervals.json program.json
LAB_SAMPLE := sw/multikron/lab/probes
$(LAB)/multikron/intervals.json: sw/multikron/lab/interval.info sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $< > $@
$(LAB)/multikron/program.json: $(LAB_SAMPLE).c sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $< > $@
test-lab: $(LAB)/multikron/probes
$(LAB)/multikron/probes: $(LAB_SAMPLE).c $(BUILD_DIR)/lib/libmk.a build/include/multikron_regs.h
	@mkdir -p $(@D)
	$(Q)$(CC) -Isw/multikron -Irtl/multikron -Ibuild/include -o $@ $< $(BUILD_DIR)/lib/libmk.a -lz \
		-lpthread \
		-ldl
