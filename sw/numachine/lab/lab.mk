# SPDX-License-Identifier: Apache-2.0
# What the page of the NUMAchine monitor includes: small programs with threads, their recordings,
# and what addr2line and readelf say of them, because the page has neither.
LAB_PARTS_numachine := recordings.json sources.json answers.json
# the two of exercise 4 of the lab, which are on its page of answers
LAB_SHARING := sw/lab/labs/answers/sharing.md
LAB_COPIED   := atomic_counter migratory producer_consumer
LAB_THREADED := hits repaired $(LAB_COPIED)
$(LAB_COPIED:%=$(LAB)/numachine/%.c): $(LAB)/numachine/%.c: sw/numachine/tests/programs/%.c
	@mkdir -p $(@D)
	@cp $< $@
$(LAB)/numachine/hits.c: $(LAB_SHARING)
	@mkdir -p $(@D)
	$(Q)sed -n '/^cat > .*hits.c/,/^END/p' $< | sed '1d;$$d' > $@
$(LAB)/numachine/repaired.c: $(LAB)/numachine/hits.c $(LAB_SHARING)
	$(Q)sed "$$(sed -n "s/^sed '\(.*\)' .*repaired.c$$/\1/p" $(LAB_SHARING))" $< > $@
$(LAB)/numachine/record.a: $(BUILD_DIR)/lib/librecord.a
	@mkdir -p $(@D)
	$(Q)objcopy --strip-debug $< $@
$(LAB_THREADED:%=$(LAB)/numachine/%.rec): %.rec: %.c $(LAB)/numachine/record.a
	@echo "  RECORD   $(@F)"
	$(Q)$(CC) -g -O1 -fsanitize=thread -c -o $(@:.rec=.thread) $<
	$(Q)$(CC) -o $(@:.rec=.program) $(@:.rec=.thread) $(LAB)/numachine/record.a -lz -lpthread
	$(Q)RECORD=$@ $(@:.rec=.program) > $(@:.rec=.log)
# each question of nmon-words with its answer
$(LAB)/numachine/answers.txt: $(LAB_THREADED:%=$(LAB)/numachine/%.rec) $(BUILD_DIR)/bin/nmon-words \
		sw/numachine/lab/answer
	@mkdir -p $(@D)/bin
	@rm -f $@.new
	@ln -sf $(CURDIR)/sw/numachine/lab/answer $(@D)/bin/addr2line
	@ln -sf $(CURDIR)/sw/numachine/lab/answer $(@D)/bin/readelf
	$(Q)export ANSWERS=$(CURDIR)/$@.new PATH="$(CURDIR)/$(@D)/bin:$$PATH"; \
		for p in $(LAB_THREADED); do $(BUILD_DIR)/bin/nmon-words $(@D)/$$p.rec > $(@D)/$$p.words; done
	@mv $@.new $@
$(LAB)/numachine/answers.json: $(LAB)/numachine/answers.txt sw/lab/runs.js
	$(Q)node sw/lab/runs.js $<=answers > $@
$(LAB)/numachine/recordings.json: $(LAB_THREADED:%=$(LAB)/numachine/%.rec) sw/lab/runs.js
	$(Q)node sw/lab/runs.js $(foreach p,$(LAB_THREADED),$(LAB)/numachine/$(p).rec=$(p)) > $@
$(LAB)/numachine/sources.json: $(LAB_THREADED:%=$(LAB)/numachine/%.c) sw/lab/texts.js
	$(Q)node sw/lab/texts.js $(filter %.c,$^) > $@
# its page, which is not one of the lab's, is looked at with them
test-lab: $(BUILD_DIR)/bin/sharing
