# SPDX-License-Identifier: Apache-2.0
# What the page of HYPERMON includes: the table of the events that the nodes send.
LAB_PARTS_hypermon := events.json
$(LAB)/hypermon/events.json: sw/hypermon/nx2.events sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $< > $@
