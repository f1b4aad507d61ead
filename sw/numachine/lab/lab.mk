# SPDX-License-Identifier: Apache-2.0
# What the page of the NUMAchine monitor includes: small programs with threads, and their
# recordings.
LAB_PARTS_numachine := recordings.json sources.json
LAB_THREADED := false_sharing padded atomic_counter migratory producer_consumer
$(LAB)/numachine/%.rec: sw/numachine/tests/programs/%.c $(X)/lib/librecord.a
	@mkdir -p $(@D)
	@echo "  RECORD   $*"
	$(Q)$(CC) -g -O1 -fsanitize=thread -c -o $(@:.rec=.thread) $<
	$(Q)$(CC) -o $(@:.rec=.program) $(@:.rec=.thread) $(X)/lib/librecord.a -lz -lpthread
	$(Q)RECORD=$@ $(@:.rec=.program) > $(@:.rec=.log)
$(LAB)/numachine/recordings.json: $(LAB_THREADED:%=$(LAB)/numachine/%.rec) sw/lab/runs.js
	$(Q)node sw/lab/runs.js $(foreach p,$(LAB_THREADED),$(LAB)/numachine/$(p).rec=$(p)) > $@
$(LAB)/numachine/sources.json: $(LAB_THREADED:%=sw/numachine/tests/programs/%.c) sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $(filter %.c,$^) > $@
