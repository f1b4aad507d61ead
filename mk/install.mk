# SPDX-License-Identifier: Apache-2.0
# Installation below $(DESTDIR)$(prefix), of the boards in BOARD.
INSTALLED := $(foreach b,$(BOARD),$(MODELS_$(b)))
MAN1 := $(foreach b,$(BOARD),$(wildcard sw/$(b)/man/*.1))
MAN3 := $(foreach b,$(BOARD),$(wildcard sw/$(b)/man/*.3))
MAN5 := $(foreach b,$(BOARD),$(wildcard sw/$(b)/man/*.5))
COMPLETION := $(foreach b,$(BOARD),$(wildcard sw/$(b)/completion/*))
# what a program that uses the library of a board includes, in the folder of the board
HEADERS_LIB := $(patsubst %,sw/lib/%.h,device le unixdev mmapdev record input)
PREFIX = $(DESTDIR)$(prefix)

# man finds these by build/bin in PATH.
build/share/man/.linked: $(MAN1) $(MAN3) $(MAN5)
	@rm -rf $(@D) && mkdir -p $(addprefix $(@D)/man,1 3 5)
	@$(foreach n,1 3 5,$(if $(MAN$(n)),ln -s $(addprefix $(CURDIR)/,$(MAN$(n))) $(@D)/man$(n) && )) touch $@
tools: build/share/man/.linked

install: tools $(call LIB_FILES,$(INSTALLED)) ## install libraries, tools, headers and man pages (prefix, DESTDIR)
	install -d $(PREFIX)/bin $(PREFIX)/lib/pkgconfig $(BOARD:%=$(PREFIX)/include/%) $(BOARD:%=$(PREFIX)/share/%) \
		$(addprefix $(PREFIX)/share/man/man,1 3 5) $(PREFIX)/share/bash-completion/completions
	install -m 755 $(addprefix build/bin/,$(TOOLS) $(SERVERS)) $(PREFIX)/bin
	install -m 644 $(INSTALLED:%=build/lib/lib%.so) $(INSTALLED:%=build/lib/lib%_fast.so) $(INSTALLED:%=build/lib/lib%.a) $(LIBRARIES:%=build/lib/lib%.a) \
		$(SIMLIBS:%=build/lib/lib%.so) $(PREFIX)/lib
	$(foreach l,$(LIBRARIES),install -m 644 build/lib/lib$(l).so $(PREFIX)/lib/lib$(l).so.0 && ln -sf lib$(l).so.0 $(PREFIX)/lib/lib$(l).so && ) true
	$(foreach b,$(BOARD),install -m 644 $(MODELS_$(b):%=build/include/%.h) build/include/$(b)_regs.h $(HEADERS_$(b)) $(HEADERS_LIB) $(PREFIX)/include/$(b) && ) true
	$(foreach m,$(INSTALLED),sed 's|^prefix=.*|prefix=$(prefix)|; s|^includedir=.*|&/$(BOARD_OF_$(m))|' build/lib/pkgconfig/$(m).pc \
		> $(PREFIX)/lib/pkgconfig/$(m).pc && ) true
	$(foreach l,$(LIBRARIES),$(call PC,$(prefix),/$(BOARD_OF_$(l)),$(l),$(ABOUT_$(l)),-lz -lzstd -ldl -lm) > $(PREFIX)/lib/pkgconfig/$(l).pc && ) true
	$(foreach n,1 3 5,$(if $(MAN$(n)),install -m 644 $(MAN$(n)) $(PREFIX)/share/man/man$(n) &&)) true
	$(if $(COMPLETION),install -m 644 $(COMPLETION) $(PREFIX)/share/bash-completion/completions)
	$(foreach b,$(BOARD),$(if $(DATA_$(b)),cp -r --no-preserve=ownership $(DATA_$(b)) $(PREFIX)/share/$(b) &&)) true

uninstall: ## remove what install put there
	rm -f $(addprefix $(PREFIX)/bin/,$(TOOLS) $(SERVERS)) $(INSTALLED:%=$(PREFIX)/lib/lib%.so) $(INSTALLED:%=$(PREFIX)/lib/lib%_fast.so) $(INSTALLED:%=$(PREFIX)/lib/lib%.a) \
		$(LIBRARIES:%=$(PREFIX)/lib/lib%.*) $(SIMLIBS:%=$(PREFIX)/lib/lib%.so) \
		$(INSTALLED:%=$(PREFIX)/lib/pkgconfig/%.pc) $(LIBRARIES:%=$(PREFIX)/lib/pkgconfig/%.pc) \
		$(foreach n,1 3 5,$(addprefix $(PREFIX)/share/man/man$(n)/,$(notdir $(MAN$(n))))) \
		$(addprefix $(PREFIX)/share/bash-completion/completions/,$(notdir $(COMPLETION)))
	rm -rf $(BOARD:%=$(PREFIX)/share/%) $(BOARD:%=$(PREFIX)/include/%)
