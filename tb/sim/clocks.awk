# SPDX-License-Identifier: Apache-2.0
# Evaluations that know which clocks rise.
#
# Verilator's evaluation looks three times for edges of each pair of clock and reset, and
# runs all that hangs on the inputs, though between two clock edges nothing but a clock pin
# may have changed. From the sources that Verilator 5.006 makes this program takes the list
# of edges and the order of the sequential logic, and appends to one of them
#
#	void <prefix>___024root___eval_clocks(<prefix>___024root *, bool inputs)
#
# which does the same with less: the logic after the inputs only if @inputs, one copy of the
# sequential logic for each set of clocks that often rise together, no search for edges but
# for those of resets that have changed; these are left to the evaluation as Verilator made
# it. The text is taken over, not written anew, so order and meaning stay Verilator's.
#
#	awk -v prefix=Vtop -v sets="a b c+d" -v header=FILE -f clocks.awk GENERATED.cpp...
#
# sets: clocks that rise alone or together (+), each worth a copy. header: gets
# MODEL_CLOCKS, 1 or 0, and MODEL_COMB(pin) for each pin that the logic after the inputs
# reads. MODEL_CLOCKS is 0, and nothing is appended, when the sources are not as expected:
# another version of Verilator, a clock that is not a pin, more than 128 edges.

function fail(why) {
	if (!failed)
		print "clocks.awk: " why "; evaluations as Verilator made them" > "/dev/stderr"
	failed = 1
}

function bit(n) {
	return sprintf("(set{1} << %d)", n)
}

function number(text,	i, n) {
	sub(/U$/, "", text)
	if (text !~ /^0x/)
		return text + 0
	text = substr(text, 3)
	for (n = 0; text != ""; text = substr(text, 2)) {
		i = index("0123456789abcdef", substr(text, 1, 1)) - 1
		n = 16 * n + i
	}
	return n
}

# One edge of a trigger: v->clk & ~v->__Vtrigrprev__TOP__clk or the reverse for a fall.
function edge(term, trigger,	part, rise, name) {
	rise = term !~ /^~/
	sub(/^~/, "", term)
	if (split(term, part, "&") != 2 || part[1] !~ /^[a-zA-Z0-9_]+$/ ||
	    part[2] != (rise ? "~" : "") "__Vtrigrprev__TOP__" part[1]) {
		# the operands may come in either order
		if (split(term, part, "&") == 2 && part[2] ~ /^~/ &&
		    part[1] ~ /^__Vtrigrprev__TOP__/ &&
		    part[1] == "__Vtrigrprev__TOP__" substr(part[2], 2))
			rise = 0
		else
			return fail("an edge that is none: " term)
		name = substr(part[2], 2)
	} else {
		name = part[1]
	}
	if (!rise) {
		if (!(name in reset))
			resets[++nresets] = name
		reset[name] = 1
	} else if (name ~ /__DOT__/) {
		fail("a clock that is no pin: " name)
	} else {
		if (!(name in clock))
			clocks[++nclocks] = name
		clock[name] = 1
		hears[name, trigger] = 1
		edges[name] = edges[name] " | " bit(trigger)
	}
}

function trigger(text,	n, part, i, term) {
	i = text
	sub(/^.*__VactTriggered\.at\(/, "", i)
	sub(/\).*/, "", i)
	i = number(i)
	if (i >= 128)
		return fail("too many edges")
	sub(/^[^=]*=/, "", text)
	gsub(/\(IData\)|vlSelf->|[() \t\n]/, "", text)
	n = split(text, part, "|")
	for (term = 1; term <= n; term++)
		edge(part[term], i)
	triggers++
}

/^(VL_INLINE_OPT |VL_ATTR_COLD )?void .*\(.*\) \{$/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*___024root___/, "", name)
	file = FILENAME
	body = ""
	inside = 1
	next
}

inside && /^}/ {
	inside = 0
	if (name ~ /^nba_/)
		code[name] = body
	if (name == "eval_nba") {
		nba = body
		place = file
	}
	if (name == "eval_act")
		act = body
	if (name == "eval_ico")
		ico = body
	if (name ~ /^ico_/)
		comb = comb body
	if (name == "eval_triggers__act")
		text = body
	next
}

inside && !/VL_DEBUG_IF|if \(false && vlSelf\)|^ *\/\/|__restrict vlSymsp/ {
	body = body $0 "\n"
}

# Whether the logic of a trigger that a clock of the set has may write the reset. nba has
# EDGE(n) for each trigger by now.
function writes(set, reset,	n, m, block, part, clk, i, k, c, heard, t) {
	m = split(set, clk, "+")
	n = split(nba, block, /if \(/)
	for (i = 2; i <= n; i++) {
		t = block[i]
		heard = 0
		while (match(t, /EDGE\([0-9a-fx]+U\)/)) {
			k = number(substr(t, RSTART + 5, RLENGTH - 6))
			t = substr(t, RSTART + RLENGTH)
			for (c = 1; c <= m; c++)
				heard = heard || ((clk[c], k) in hears)
		}
		if (!heard)
			continue
		t = block[i]
		while (match(t, /___024root___[a-zA-Z0-9_]+\(/)) {
			c = substr(t, RSTART + 13, RLENGTH - 14)
			t = substr(t, RSTART + RLENGTH)
			if (!(c in code) || code[c] ~ /___024root___/ ||
			    code[c] ~ ("vlSelf->" reset "[ \n]*=[^=]"))
				return 1
		}
	}
	return 0
}

END {
	n = split(text, statement, ";")
	for (i = 1; i <= n; i++)
		if (statement[i] ~ /__VactTriggered\.at/)
			trigger(statement[i])
	if (!triggers || nba == "" || ico == "")
		fail("no edges found")
	if (act ~ /[^ \t\n]/)
		fail("logic in the active region")
	for (c in clock)
		if (c in reset)
			fail("both edges are heard of " c)
	n = split(sets, set, " ")
	for (i = 1; i <= n; i++) {
		m = split(set[i], part, "+")
		for (k = 1; k <= m; k++)
			if (!(part[k] in clock))
				fail("no such clock: " part[k])
	}
	print "// Made by clocks.awk." > header
	print "#define MODEL_CLOCKS " !failed > header
	if (failed) {
		print "#define MODEL_COMB_PINS" > header
		exit
	}

	gsub(/vlSelf->__VnbaTriggered\.at\(/, "EDGE(", nba)
	root = prefix "___024root"
	out = place
	print "\n// ---- appended by clocks.awk\n#define EDGE(n) (edges >> (n) & 1)\nnamespace {\nusing set = unsigned __int128;" >> out
	printf "inline __attribute__((always_inline)) void clocked(%s *vlSelf, const set edges) {\n", root >> out
	printf "    %s__Syms *const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;\n%s}\n", prefix, nba >> out
	printf "#define CHANGED(reset) (vlSelf->reset ^ vlSelf->__Vtrigrprev__TOP__##reset)\n" >> out
	printf "inline bool resets_changed(const %s *vlSelf) {\n    return 0", root >> out
	for (i = 1; i <= nresets; i++)
		printf "\n        | CHANGED(%s)", resets[i] >> out
	print ";\n}" >> out
	printf "__attribute__((noinline)) bool edges_of_any(%s *vlSelf, set edges) {\n    clocked(vlSelf, edges);\n    return resets_changed(vlSelf);\n}\n", root >> out
	for (i = 1; i <= n; i++) {
		printf "__attribute__((noinline, flatten)) bool edges_%d(%s *vlSelf) {\n    clocked(vlSelf, 0", i, root >> out
		m = split(set[i], part, "+")
		for (k = 1; k <= m; k++)
			printf "%s", edges[part[k]] >> out
		printf ");\n    return 0" >> out
		for (k = 1; k <= nresets; k++)
			if (writes(set[i], resets[k]))
				printf "\n        | CHANGED(%s)", resets[k] >> out
		print ";\n}" >> out
	}
	print "}\n" >> out
	printf "void %s___eval_ico(%s *vlSelf);\nvoid %s___eval(%s *vlSelf);\n", root, root, root, root >> out
	printf "void %s___eval_clocks(%s *vlSelf, bool inputs) {\n", root, root >> out
	print "    if (inputs) {" >> out
	print "        vlSelf->__VicoTriggered.at(0U) = 1U;" >> out
	printf "        %s___eval_ico(vlSelf);\n", root >> out
	printf "        if (VL_UNLIKELY(resets_changed(vlSelf))) {\n            %s___eval(vlSelf);\n            return;\n        }\n    }\n", root >> out
	print "    unsigned rising = 0;" >> out
	for (i = 1; i <= nclocks; i++) {
		c = clocks[i]
		value[c] = 2 ^ (i - 1)
		printf "    rising |= (unsigned)(vlSelf->%s & ~vlSelf->__Vtrigrprev__TOP__%s & 1) * %dU;\n", c, c, value[c] >> out
		printf "    vlSelf->__Vtrigrprev__TOP__%s = vlSelf->%s;\n", c, c >> out
	}
	print "    bool again;\n    switch (rising) {\n    case 0:\n        return;" >> out
	for (i = 1; i <= n; i++) {
		m = split(set[i], part, "+")
		v = 0
		for (k = 1; k <= m; k++)
			v += value[part[k]]
		printf "    case %d:\n        again = edges_%d(vlSelf);\n        break;\n", v, i >> out
	}
	print "    default: {\n        set edges = 0;" >> out
	for (i = 1; i <= nclocks; i++)
		printf "        if (rising & %dU)\n            edges |= 0%s;\n", value[clocks[i]], edges[clocks[i]] >> out
	print "        again = edges_of_any(vlSelf, edges);\n    }\n    }" >> out
	printf "    if (VL_UNLIKELY(again))\n        %s___eval(vlSelf);\n}\n#undef EDGE\n#undef CHANGED\n", root >> out

	# input pins that the logic after the inputs reads
	while (match(comb, /vlSelf->[a-zA-Z0-9_]+/)) {
		pin = substr(comb, RSTART + 8, RLENGTH - 8)
		comb = substr(comb, RSTART + RLENGTH)
		if (pin !~ /^__V|__DOT__/ && !(pin in seen)) {
			seen[pin] = 1
			pins = pins " \\\n\tCOMB(" pin ")"
		}
	}
	for (i = 1; i <= nresets; i++)
		if (resets[i] !~ /__DOT__|^__V/ && !(resets[i] in seen))
			pins = pins " \\\n\tCOMB(" resets[i] ")"
	print "#define MODEL_COMB_PINS" pins > header
}
