# SPDX-License-Identifier: Apache-2.0
# Evaluations that do what has to be done.
#
# Verilator's evaluation looks three times for edges of each pair of clock and reset, runs
# all that hangs on the inputs, and then all the logic of the clocks that rise, though most
# of it would make what is there already. From the sources that Verilator 5.006 makes this
# program takes the list of edges and the statements of the sequential logic, and appends to
# one of them
#
#	void <prefix>___024root___rise(root, clocks, unsigned rising, bool inputs)
#
# which does the same with less: the logic after the inputs only if @inputs, no search for
# edges, and of the logic of the clocks that rise, a set of bits, only what can change
# anything. For that the statements are put into at most 63 blocks. A block has a bit in
# clocks->dirty and is left out while that is 0: nothing that it reads has changed since it
# was run. A block that changes a variable sets the bits of those that read it, its own
# perhaps among them. Bit 63 says that a reset has changed or may be active; that is left to
# Verilator's own evaluation, after which every block is dirty.
#
# The text of the statements is taken over, not written anew, and what depends on each other
# stays in its order. Four things are done to it. Resets are inactive: of "if (reset)" the
# first branch is left. Variables that hold the next value of a register for another block live
# in struct <prefix>_clocks. A mark stands behind an assignment that is made under a condition;
# for others the block compares what was with what is. And while a condition is true, the
# block marks itself, and need not heed what it reads only then.
#
# A counter that never rests has a block of its own, which always runs.
#
#	awk -v prefix=Vtop -v sets="a b c+d" -v header=FILE -f clocks.awk ROOT.h GENERATED.cpp...
#
# sets: clocks that rise alone or together (+), each worth code of its own. header: gets the
# struct and MODEL_CLOCKS, 1 or 0; MODEL_CLOCK_PINS, CLOCK(pin) in the order of their bits;
# and MODEL_COMB_PINS, COMB(pin) for each pin that the logic after the inputs reads.
# MODEL_CLOCKS is 0, and nothing is appended, with -v plain=1, or when the sources are not as
# expected: another version of Verilator, a clock that is not a pin, a call in the sequential
# logic.

function fail(why) {
	if (!failed)
		print "clocks.awk: " why "; evaluations as Verilator made them" > "/dev/stderr"
	failed = 1
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

# ---------------------------------------------------------------- what Verilator made

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
		hears[trigger] = hears[trigger] " " name
	}
}

function trigger(text,	n, part, i, term) {
	i = text
	sub(/^.*__VactTriggered\.at\(/, "", i)
	sub(/\).*/, "", i)
	i = number(i)
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
	if (name ~ /^ico_/)
		comb = comb body
	if (name == "eval_nba") {
		nba = body
		place = file
	}
	if (name == "eval_act")
		act = body
	if (name == "eval_triggers__act")
		edges = body
	next
}

inside && !/VL_DEBUG_IF|if \(false && vlSelf\)|^ *\/\/|__restrict vlSymsp|__Vm_traceActivity/ {
	body = body $0 "\n"
}

# tables that the logic looks up
/^extern const / && !($0 in extern) {
	extern[$0] = 1
	externs = externs $0 "\n"
}

# ROOT.h: VL_IN8(pin,msb,lsb); or 16, 64, W or nothing
/^ *VL_IN/ {
	split($0, part, /[(),; ]+/)
	width = part[1] part[2] ~ /IN8/ ? "CData" : part[1] part[2] ~ /IN16/ ? "SData" : \
		part[1] part[2] ~ /IN64/ ? "QData" : part[1] part[2] ~ /INW/ ? "W" : "IData"
	name = $0
	sub(/^[^(]*\(&?/, "", name)
	sub(/,.*/, "", name)
	if (width == "W") {
		width = $0
		sub(/\).*/, "", width)
		sub(/.*,/, "", width)
		width = "VlWide<" width ">"
	}
	pins[++npins] = name
	type[name] = width
}

/^ *VlUnpacked</ {
	name = $0
	sub(/;.*/, "", name)
	sub(/.* /, "", name)
	memory[name] = 1
}

# ---------------------------------------------------------------- reading statements

# Cuts the text of a function or of a branch into statements; each ends where no brace is
# open. Gives their number.
function cut(text, st,	line, n, i, m, depth, s, t) {
	n = split(text, line, "\n")
	for (i = 1; i <= n; i++) {
		if (line[i] == "" && s == "")
			continue
		s = s line[i] "\n"
		t = line[i]
		depth += gsub(/\{/, "", t)
		t = line[i]
		depth -= gsub(/\}/, "", t)
		if (!depth && line[i] ~ /[;}]$/) {
			st[++m] = s
			s = ""
		}
	}
	if (s ~ /[^ \n]/)
		fail("a statement without an end")
	return m + 0
}

# Place of the = of an assignment, 0: there is none.
function assignment(p,	i, from) {
	if (p ~ /^[ \n]*((else )?if|while|VL_[A-Z_0-9]+) *\(/)
		return 0
	while (i = index(substr(p, from + 1), "=")) {
		from += i
		if (substr(p, from + 1, 1) == "=")
			from++
		else if (substr(p, from - 1, 1) !~ /[=!<>]/)
			return from
	}
	return 0
}

# The variable on the left side of an assignment.
function target(lhs) {
	match(lhs, /(vlSelf->)?[A-Za-z_][A-Za-z_0-9]*/)
	lhs = substr(lhs, RSTART, RLENGTH)
	sub(/^vlSelf->/, "", lhs)
	return lhs
}

# The variables that a text names: of the model and registers' next values in to[], others
# of its function in loc[].
function names(text, to, loc,	w) {
	while (match(text, /(vlSelf->)?[A-Za-z_][A-Za-z_0-9]*/)) {
		w = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		if (w ~ /^vlSelf->/)
			to[substr(w, 9)] = 1
		else if (w in kept)
			to[w] = 1
		else if (w in type)
			loc[w] = 1
	}
}

# What a statement reads and writes.
function look(s, rd, wr, loc,	n, piece, i, p, at, lhs) {
	split("", rd)
	split("", wr)
	split("", loc)
	if (s ~ /vlSymsp|___024|VL_(WRITEF|FWRITEF|FINISH|STOP)/)
		fail("a call in the sequential logic")
	n = split(s, piece, /[;{}]/)
	for (i = 1; i <= n; i++) {
		p = piece[i]
		at = assignment(p)
		if (at) {
			lhs = substr(p, 1, at - 1)
			names(substr(p, at + 1), rd, loc)
			p = target(lhs)
			if (p in kept || lhs ~ /^[ \n]*vlSelf->/)
				wr[p] = 1
			else
				loc[p] = 1
			sub(/^[^[]*/, "", lhs)
			names(lhs, rd, loc) # the index
		} else {
			names(p, rd, loc)
			if (p ~ /^[ \n]*VL_/) # what it names it may write
				names(p, wr, loc)
		}
	}
}

# Takes what a branch "if (condition) {...}" or "else if ..." without branches of its own
# reads, for as long as the condition is true, out of what the block has to heed: @heed gets
# what is read elsewhere. While it is, the block runs at each edge. Gives the statement with
# a mark, @, in each of these branches.
function guarded(s, heed,	n, line, i, k, t, head, body, rd, wr, loc, f, plain, leaf, leaves) {
	n = split(s, line, "\n")
	for (i = 1; i <= n; i++) {
		t = t (i > 1 ? "\n" : "") line[i]
		head = head line[i] "\n"
		if (line[i] !~ /\{$/)
			continue
		# to the end of the branch, if it is a leaf
		body = ""
		for (k = i + 1; k <= n && line[k] !~ /[{}]/; k++)
			body = body line[k] "\n"
		look(head ";", rd, wr, loc)
		plain = head !~ /if \(/ || head ~ /if \(\(1U & \(~ \(IData\)\(vlSelf->[A-Za-z_0-9]*\)\)\)\) \{/ || line[k] ~ /\{$/ && line[k] !~ /^ *\}/
		for (f in rd) {
			heed[f] = 1
			plain = plain || f in reset
		}
		head = ""
		if (plain)
			continue
		t = t "@\n" body
		sub(/\n$/, "", t)
		leaf[++leaves] = body
		i = k - 1
	}
	look(head ";", rd, wr, loc)
	for (f in rd)
		heed[f] = 1
	n = split(t, line, "@")
	t = line[1]
	for (i = 1; i <= leaves; i++) {
		look(leaf[i], rd, wr, loc)
		k = 0
		for (f in rd)
			k = k || !(f in heed)
		t = t (k ? "@" : "") line[i + 1]
	}
	return t
}

# What a statement sets on each way through it.
function always(s, set,	at, ind, n, line, i, nb, branch, open, head, m, st, k, part, one, f, count) {
	split("", set)
	if (s !~ /\{/) {
		at = assignment(s)
		if (at)
			set[target(substr(s, 1, at - 1))] = 1
		return
	}
	match(s, /^ */)
	ind = substr(s, 1, RLENGTH)
	n = split(s, line, "\n")
	for (i = 1; i <= n; i++) {
		if (!nb && line[i] ~ /^ *if \(/ || nb && index(line[i], ind "}") == 1 && line[i] ~ /else/) {
			branch[++nb] = ""
			open = line[i] ~ /if \(/
			head = line[i] !~ /\{$/
		} else if (head) {
			head = line[i] !~ /\{$/
		} else if (index(line[i], ind "}") != 1) {
			branch[nb] = branch[nb] line[i] "\n"
		}
	}
	if (open || !nb)
		return # there is a way that sets nothing
	for (i = 1; i <= nb; i++) {
		m = cut(branch[i], st)
		split("", one)
		for (k = 1; k <= m; k++) {
			always(st[k], part)
			for (f in part)
				one[f] = 1
		}
		for (f in one)
			count[f]++
	}
	for (f in count)
		if (count[f] == nb)
			set[f] = 1
}

# ---------------------------------------------------------------- atoms
# Statements that cannot be parted: they write the same variable, or share one of their
# function. An atom, and later a block, is known by its first statement.

function root_of(u) {
	while (up[u] != u)
		u = up[u] = up[up[u]]
	return u
}

function join(u, v) {
	u = root_of(u)
	v = root_of(v)
	if (u < v)
		up[v] = u
	else if (v < u)
		up[u] = v
}

# One more statement of the function @fn, which the clocks @sig hear.
function add(s, sig, fn,	n, rd, wr, loc, set, heed, f, t) {
	n = ++nst
	text[n] = s
	sigs[n] = sig
	up[n] = n
	look(s, rd, wr, loc)
	always(s, set)
	split("", heed)
	guards[n] = guarded(s, heed)
	for (f in rd) {
		reads[n] = reads[n] " " f
		if (f in heed)
			heeds[n] = heeds[n] " " f
		is_read[f] = 1
	}
	for (f in wr) {
		writes[n] = writes[n] " " f
		if (f in writer)
			join(writer[f], n)
		writer[f] = n
		# "next = register;" at the beginning changes nothing by itself
		if ((f in set || s !~ /\{/ || s ~ /[;{}][ \n]*VL_/) &&
		    s !~ ("^    " f "[ \n]*= vlSelf->" substr(f, 8) ";\n$"))
			compared[f] = 1
	}
	for (f in set) {
		if (!(f in rd) && s !~ (f "[ \n]*\\["))
			sets_all[n] = sets_all[n] " " f
		# a counter that never rests
		t = f
		sub(/^__Vdly__/, "", t)
		if (t in rd && match(s, "1U\\)[ \n]*\\+ *(\\(IData\\)\\()?vlSelf->" t "[^A-Za-z0-9_]|" \
				     "vlSelf->" t "\\)?[ \n]*- \\(IData\\)\\(1U\\)"))
			restless[n] = 1
	}
	for (f in loc) {
		locals[n] = locals[n] " " f
		if ((fn, f) in owner)
			join(owner[fn, f], n)
		owner[fn, f] = n
	}
}

# The text with 1 for a variable.
function without(s, f,	t, at, next_char) {
	while (at = index(s, "vlSelf->" f)) {
		next_char = substr(s, at + length(f) + 8, 1)
		t = t substr(s, 1, at - 1) (next_char ~ /[A-Za-z0-9_]/ ? "vlSelf->" f : "1U")
		s = substr(s, at + length(f) + 8)
	}
	return t s
}

# if (reset) {...} else {...}: the statements of the first branch.
function add_parts(s, sig, fn,	n, line, i, branch, st) {
	n = split(s, line, "\n")
	for (i = 2; i < n && line[i] !~ /^    \}/; i++) {
		sub(/^    /, "", line[i])
		branch = branch line[i] "\n"
	}
	n = cut(branch, st)
	for (i = 1; i <= n; i++)
		add(st[i], sig, fn)
}

function read_function(fn, sig,	n, st, i, s, w, f, rd, wr, loc) {
	n = cut(code[fn], st)
	for (i = 1; i <= n; i++) {
		s = st[i]
		if (s ~ declaration) {
			split(s, w, /[ ;]+/)
			if (w[3] in type && type[w[3]] != w[2])
				fail("two variables " w[3])
			if (w[3] ~ /^__Vdly__/ && !(w[3] in type)) {
				kept[w[3]] = 1
				keeps[++nkept] = w[3]
			}
			type[w[3]] = w[2]
			if (st[i + 1] == "    " w[3] " = 0;\n" || st[i + 1] ~ ("^    VL_ZERO(_RESET)?_W\\([0-9]+, " w[3] "\\);\n$"))
				i++
			continue
		}
		look(s, rd, wr, loc)
		for (f in reset)
			if (f in rd && !(f in wr) && !(f in writer))
				s = without(s, f)
		if (s ~ /^    if \(1U\) \{\n/ && s !~ /\n    \} else if/)
			add_parts(s, sig, fn)
		else
			add(s, sig, fn)
	}
}

# ---------------------------------------------------------------- what comes before what

function arc(a, b) {
	a = root_of(a)
	b = root_of(b)
	if (a != b && !((a, b) in arcs)) {
		arcs[a, b] = 1
		out[a] = out[a] " " b
	}
}

# A reader comes after the writer before it and before the next one.
function build_arcs(	s, n, w, i, f, last, since, m, q, k) {
	split("", arcs)
	split("", out)
	for (s = 1; s <= nst; s++) {
		n = split(reads[s], w, " ")
		for (i = 1; i <= n; i++) {
			f = w[i]
			if (f in last)
				arc(last[f], s)
			since[f] = since[f] " " s
		}
		n = split(writes[s], w, " ")
		for (i = 1; i <= n; i++) {
			f = w[i]
			m = split(since[f], q, " ")
			for (k = 1; k <= m; k++)
				arc(q[k], s)
			last[f] = s
			since[f] = ""
		}
	}
}

# Atoms that come before each other become one (Tarjan). True if there were any.
function join_cycles(	u, n, w, i) {
	split("", seen)
	split("", low)
	split("", onstack)
	count = sp = n = 0
	split("", cycles)
	for (u = 1; u <= nst; u++)
		if (root_of(u) == u && !(u in seen))
			visit(u)
	for (i in cycles) {
		split(cycles[i], w, " ")
		join(w[1], w[2])
		n++
	}
	return n
}

function visit(u,	n, w, i, v) {
	seen[u] = low[u] = ++count
	stack[++sp] = u
	onstack[u] = 1
	n = split(out[u], w, " ")
	for (i = 1; i <= n; i++) {
		v = w[i]
		if (!(v in seen)) {
			visit(v)
			if (low[v] < low[u])
				low[u] = low[v]
		} else if (onstack[v] && seen[v] < low[u]) {
			low[u] = seen[v]
		}
	}
	if (low[u] == seen[u])
		do {
			v = stack[sp--]
			onstack[v] = 0
			if (v != u)
				cycles[v] = u " " v
		} while (v != u)
}

# ---------------------------------------------------------------- blocks
# Atoms are put together, the light ones first, until there are few enough blocks and none is
# too light to be worth its bit. They must be of the same clocks, and neither may have to
# come both before and after the other by way of a third.

function weigh(	s, r, n, w, i, t) {
	for (s = 1; s <= nst; s++) {
		r = root_of(s)
		alive[r] = 1
		t = text[s]
		if (t ~ /^    vlSelf->[A-Za-z_0-9]+[ \n]*= __Vdly__[A-Za-z_0-9]+;\n$/)
			taker[substr(t, index(t, "__Vdly__"), length(t) - index(t, "__Vdly__") - 1)] = r
		weight[r] += 1 + gsub(/vlSelf->|__Vdly__|[&|^+?~]|<<|>>/, "", t)
		if (s in restless)
			runs[r] = 1
		n = split(reads[s], w, " ")
		for (i = 1; i <= n; i++)
			if (!(w[i] in reset))
				one_more(in_of, ins, r, w[i])
		n = split(writes[s], w, " ")
		for (i = 1; i <= n; i++)
			one_more(out_of, outs, r, w[i])
	}
}

function one_more(has, list, r, f) {
	if (!((r, f) in has)) {
		has[r, f] = 1
		list[r] = list[r] " " f
	}
}

# How much speaks for putting a to b: what a reads is read or made by b; what a makes is
# read by b; b is not heavy.
function affinity(a, b,	n, w, i, shared, link, used) {
	n = split(outs[a], w, " ")
	for (i = 1; i <= n; i++) {
		link += (b, w[i]) in in_of
		used += w[i] in is_read
	}
	n = split(ins[a], w, " ")
	for (i = 1; i <= n; i++)
		shared += (b, w[i]) in in_of || (b, w[i]) in out_of
	return ((n ? shared / n : 0) + (used ? 0.5 * link / used : 0)) / (1 + weight[b] / 80)
}

# Whether there is a way from u to v that is more than one step.
function way(u, v,	n, w, i, r) {
	n = split(out[u], w, " ")
	for (i = 1; i <= n; i++) {
		r = root_of(w[i])
		if (r == u || r in seen || r == v && !(u in seen))
			continue
		if (r == v)
			return 1
		seen[r] = 1
		if (way(r, v))
			return 1
	}
	return 0
}

function mergeable(a, b) {
	split("", seen)
	if (way(a, b))
		return 0
	split("", seen)
	return !way(b, a)
}

function merge(a, b,	n, w, i, v) {
	if (b < a) {
		v = a
		a = b
		b = v
	}
	join(a, b)
	delete alive[b]
	weight[a] += weight[b]
	n = split(ins[b], w, " ")
	for (i = 1; i <= n; i++)
		one_more(in_of, ins, a, w[i])
	n = split(outs[b], w, " ")
	for (i = 1; i <= n; i++)
		one_more(out_of, outs, a, w[i])
	out[a] = out[a] out[b]
	return a
}

function lightest(not,	a, best) {
	for (a in alive)
		if (!(a in not) && (!best || weight[a] < weight[best] ||
				    weight[a] == weight[best] && a + 0 < best))
			best = a + 0
	return best
}

# A counter that never rests, with what takes over its next value.
function join_counters(	a, i, n, w, f) {
	for (a in runs) {
		n = split(outs[a], w, " ")
		for (i = 1; i <= n; i++) {
			f = w[i]
			if (f in kept && (f in taker) && taker[f] != a && sigs[taker[f]] == sigs[a] && mergeable(a, taker[f]))
				runs[merge(a, taker[f])] = 1
		}
	}
}

# Gives the number of blocks, at most @most where that is possible.
function make_blocks(most, small,	a, b, n, i, v, best, stuck, tried) {
	join_counters()
	for (a in alive)
		n++
	while ((a = lightest(stuck)) && (n > most || weight[a] < small)) {
		split("", tried)
		do {
			b = best = 0
			for (i in alive) {
				if (i == a || i in tried || sigs[i] != sigs[a] || i in runs || a in runs)
					continue
				v = affinity(a, i)
				if (v > best || v == best && b && i + 0 < b) {
					best = v
					b = i + 0
				}
			}
			tried[b] = 1
		} while (b && !mergeable(a, b))
		if (!b) {
			stuck[a] = 1
			continue
		}
		delete stuck[merge(a, b)]
		n--
	}
	# still too many: whatever may go together
	split("", stuck)
	while (n > most && (a = lightest(stuck))) {
		b = 0
		for (i in alive)
			if (i != a && sigs[i] == sigs[a] &&
			    (!b || weight[i] < weight[b] || weight[i] == weight[b] && i + 0 < b) && mergeable(a, i + 0))
				b = i + 0
		if (!b) {
			stuck[a] = 1
			continue
		}
		merge(a, b)
		n--
	}
	return n
}

# The blocks in an order that keeps what depends on each other as it was: block[0] and on,
# place_of[] the reverse.
function sort_blocks(	a, n, w, i, v, after, before, left) {
	for (a in alive) {
		left++
		split("", seen)
		n = split(out[a], w, " ")
		for (i = 1; i <= n; i++) {
			v = root_of(w[i])
			if (v == a || v in seen)
				continue
			seen[v] = 1
			after[a] = after[a] " " v
			before[v]++
		}
	}
	while (left--) {
		v = 0
		for (a in alive)
			if (!(a in place_of) && !before[a] && (!v || a + 0 < v))
				v = a + 0
		if (!v)
			return fail("the blocks have no order")
		place_of[v] = blocks + 0
		block[blocks++] = v
		n = split(after[v], w, " ")
		for (i = 1; i <= n; i++)
			before[w[i]]--
	}
}

# ---------------------------------------------------------------- writing

# A set of numbers 0 to 63, separated by blanks.
function set_of(numbers,	n, w, i, has, digit, k, s) {
	n = split(numbers, w, " ")
	for (i = 1; i <= n; i++)
		has[w[i]] = 1
	for (k = 15; k >= 0; k--) {
		digit = 0
		for (i = 3; i >= 0; i--)
			digit = 2 * digit + ((4 * k + i) in has)
		s = s substr("0123456789abcdef", digit + 1, 1)
	}
	sub(/^0+/, "", s)
	return "0x" (s == "" ? "0" : s) "ULL"
}

# readers[f]: the blocks that read f before they have set it.
function find_readers(	s, b, n, w, i, f, set, has, touched, set_first) {
	for (s = 1; s <= nst; s++) {
		b = place_of[root_of(s)]
		members[b] = members[b] " " s
		n = split(heeds[s], w, " ")
		for (i = 1; i <= n; i++) {
			f = w[i]
			if (!((b, f) in set) && !((b, f) in has) && !(block[b] in runs)) {
				has[b, f] = 1
				readers[f] = readers[f] " " b
			}
		}
		n = split(sets_all[s], w, " ")
		for (i = 1; i <= n; i++) {
			set[b, w[i]] = 1
			if (!(w[i] in touched))
				set_first[w[i]] = 1
		}
		n = split(reads[s] " " writes[s], w, " ")
		for (i = 1; i <= n; i++)
			touched[w[i]] = 1
	}
	for (i = 1; i <= nresets; i++)
		readers[resets[i]] = readers[resets[i]] " 63"
	# next values that one block alone names, and sets before it reads them
	for (i = 1; i <= nkept; i++) {
		f = keeps[i]
		n = 0
		for (b = 0; b < blocks; b++)
			n += (block[b], f) in in_of || (block[b], f) in out_of
		if (n == 1 && readers[f] == "" && f in set_first)
			own[f] = 1
	}
}

# The statement, in which assignments that are made under a condition mark who reads what
# they change.
function marked(s,	n, piece, i, p, at, f, t, left) {
	n = split(s, piece, ";")
	for (i = 1; i < n; i++) {
		p = piece[i]
		sub(/^.*[{}]/, "", p)
		left = substr(piece[i], 1, length(piece[i]) - length(p))
		at = assignment(p)
		f = at ? target(substr(p, 1, at - 1)) : ""
		if (readers[f] == "" || f in compared && !(f in memory))
			t = t piece[i] ";"
		else if (substr(p, 1, at - 1) ~ /\[/)
			t = t piece[i] "; dirty |= " set_of(readers[f]) ";"
		else
			t = t left " dirty |= changed(" substr(p, 1, at - 1) "," substr(p, at + 1) ") ? " set_of(readers[f]) " : 0;"
	}
	return t piece[n]
}

# What a name is called in the generated code.
function called(f) {
	return (f in kept ? "" : "vlSelf->") f
}

# For each variable of a list: keep what was ...
function keep_old(list,	n, w, i) {
	n = split(list, w, " ")
	for (i = 1; i <= n; i++)
		printf "    const auto was_%s = %s;\n", w[i], called(w[i]) >> place
}

# ... and compare, marking those who read it. One comparison for all with the same readers.
function compare_old(list,	n, w, i, m, by, order, k) {
	n = split(list, w, " ")
	for (i = 1; i <= n; i++) {
		m = set_of(readers[w[i]])
		if (!(m in by))
			order[++k] = m
		by[m] = by[m] (by[m] == "" ? "" : " | ") "delta(" called(w[i]) ", was_" w[i] ")"
	}
	for (i = 1; i <= k; i++)
		printf "    dirty |= %s ? %s : 0;\n", by[order[i]], order[i] >> place
}

function write_block(b,	n, w, i, m, q, k, s, old, has) {
	printf "inline uint64_t block_%d(%s *vlSelf, %s_clocks *c, uint64_t dirty) {\n    dirty &= ~%s;\n", b, root, prefix, set_of(b) >> place
	n = split(members[b], w, " ")
	for (i = 1; i <= n; i++) {
		m = split(locals[w[i]] " " reads[w[i]] " " writes[w[i]], q, " ")
		for (k = 1; k <= m; k++) {
			if (q[k] in has)
				continue
			has[q[k]] = 1
			if (q[k] in own)
				printf "    %s %s;\n", type[q[k]], q[k] >> place
			else if (q[k] in kept)
				printf "    auto &%s = c->%s;\n", q[k], q[k] >> place
			else if (q[k] in type && !(q[k] in is_pin))
				printf "    %s %s;\n", type[q[k]], q[k] >> place
		}
		m = split(writes[w[i]], q, " ")
		for (k = 1; k <= m; k++)
			if (q[k] in compared && !(q[k] in memory) && readers[q[k]] != "" && !((0, q[k]) in has)) {
				has[0, q[k]] = 1
				old = old " " q[k]
			}
	}
	keep_old(old)
	for (i = 1; i <= n; i++) {
		s = guards[w[i]]
		gsub(/@/, block[b] in runs ? "" : " dirty |= " set_of(b) ";", s)
		printf "%s", marked(s) >> place
	}
	compare_old(old)
	print "    return dirty;\n}" >> place
}

function in_set(sig, s,	n, w, i) {
	n = split(sig, w, " ")
	for (i = 1; i <= n; i++)
		if (index("+" s "+", "+" w[i] "+"))
			return 1
	return 0
}

# Marks who reads the pin if it has changed.
function watch(pin) {
	printf "    if (delta(vlSelf->%s, c->%s)) {\n        c->%s = vlSelf->%s;\n        dirty |= %s;\n    }\n", pin, pin, pin, pin, set_of(readers[pin]) >> place
}

# The edge of the clocks @s together, a+b; of any set of them, @rising, if @s is empty.
function write_edges(name, s,	i, n, w, k, b, hit) {
	printf "__attribute__((noinline, flatten)) void %s(%s *vlSelf, %s_clocks *c%s) {\n    uint64_t dirty = c->dirty;\n", name, root, prefix, s == "" ? ", unsigned rising" : "" >> place
	for (i = 1; i <= npins; i++) {
		if (readers[pins[i]] == "" || pins[i] in clock || pins[i] in combpin)
			continue
		hit = s == ""
		n = split(readers[pins[i]], w, " ")
		for (k = 1; k <= n; k++)
			hit = hit || in_set(sigs[block[w[k]]], s)
		if (hit)
			watch(pins[i])
	}
	for (b = 0; b < blocks; b++) {
		if (s != "" && !in_set(sigs[block[b]], s))
			continue
		printf "    if (%s", block[b] in runs ? "true" : "dirty & " set_of(b) >> place
		if (s == "")
			printf " && rising & %s", clocks_of(sigs[block[b]]) >> place
		printf ")\n        dirty = block_%d(vlSelf, c, dirty);\n", b >> place
	}
	print "    c->dirty = dirty;\n    if (VL_UNLIKELY(dirty >> 63))\n        exactly(vlSelf, c, 0);\n}" >> place
}

# A set of clocks, separated by blanks, as it is in @rising.
function clocks_of(list,	n, w, i, k, s) {
	n = split(list, w, " ")
	for (i = 1; i <= n; i++)
		for (k = 1; k <= nclocks; k++)
			if (clocks[k] == w[i])
				s = s " " k - 1
	return set_of(s)
}

# What writes one variable by turns - a default, then branches - runs together or not at all:
# bits[i], of @n statements that write the variables writes[i].
function join_writers(n, bits, writes,	i, j, m, k, w, b, has, all, mine, more) {
	do {
		more = 0
		for (i = 1; i <= n; i++) {
			m = split(writes[i], w, " ")
			for (j = 1; j <= m; j++) {
				k = split(bits[i], b, " ")
				for (; k > 0; k--)
					if (!((w[j], b[k]) in has)) {
						has[w[j], b[k]] = 1
						all[w[j]] = all[w[j]] " " b[k]
					}
				k = split(all[w[j]], b, " ")
				for (; k > 0; k--)
					if (!((i, b[k]) in mine)) {
						mine[i, b[k]] = more = 1
						bits[i] = bits[i] " " b[k]
					}
			}
		}
	} while (more)
}

# The logic after the inputs, with marks for who reads what it makes: a statement only if one
# of the pins has changed that it hangs on, all of them after Verilator's own evaluation.
function write_inputs(	n, st, i, k, w, rd, wr, loc, f, bits, writes, last, from, of, list, marks, decl) {
	for (i = 1; i <= npins; i++)
		if (pins[i] in combpin && !(pins[i] in clock)) {
			from[pins[i]] = " " k + 0
			k += k < 63
		}
	n = cut(comb, st)
	for (i = 1; i <= n; i++) {
		if (st[i] ~ declaration) {
			split(st[i], w, /[ ;]+/)
			decl[w[3]] = type[w[3]] = w[2]
			st[i] = ""
		}
		look(st[i], rd, wr, loc)
		bits[i] = writes[i] = ""
		for (f in rd)
			bits[i] = bits[i] from[f]
		for (f in loc) {
			bits[i] = bits[i] from[f]
			wr[f] = 1
		}
		for (f in wr) {
			from[f] = from[f] bits[i]
			writes[i] = writes[i] " " f
		}
	}
	join_writers(n, bits, writes)
	for (i = 1; i <= n; i++)
		of[i] = bits[i] == "" ? "~0ULL" : set_of(bits[i])
	printf "__attribute__((noinline)) void inputs(%s *vlSelf, %s_clocks *c) {\n", root, prefix >> place
	print "    uint64_t dirty = c->dirty, news = -(dirty >> 63);" >> place
	for (f in decl)
		printf "    %s %s;\n", decl[f], f >> place
	for (i = 1; i <= npins; i++) {
		f = pins[i]
		if (f in combpin && !(f in clock))
			printf "    if (delta(vlSelf->%s, c->%s)) {\n        c->%s = vlSelf->%s;\n        news |= %s;\n        dirty |= %s;\n    }\n", f, f, f, f, set_of(from[f]), set_of(readers[f]) >> place
	}
	for (i = 1; i <= n; i = k) {
		list = marks = ""
		split("", last)
		for (k = i; k <= n && of[k] == of[i]; k++) {
			look(st[k], rd, wr, loc)
			for (f in wr) {
				if (f in last)
					continue
				last[f] = 1
				if (f in memory)
					marks = marks readers[f]
				else if (readers[f] != "")
					list = list " " f
			}
		}
		printf "    if (news & %s) {\n", of[i] >> place
		if (marks != "")
			printf "    dirty |= %s;\n", set_of(marks) >> place
		keep_old(list)
		for (k = i; k <= n && of[k] == of[i]; k++)
			printf "%s", st[k] >> place
		compare_old(list)
		print "    }" >> place
	}
	print "    c->dirty = dirty;\n}" >> place
}

function write_all(	i, n, set, c, b) {
	printf "\n// ---- appended by clocks.awk\n#include \"clocks.h\"\n%s", externs >> place
	printf "void %s___eval(%s *vlSelf);\n\nnamespace {\n", root, root >> place
	print "template <class T> inline QData delta(const T &a, const T &b) {\n    return a ^ b;\n}" >> place
	print "template <class T, class V> inline bool changed(T &to, V value) {\n    const T was = to;\n    to = value;\n    return to != was;\n}" >> place
	print "template <std::size_t N> inline QData delta(const VlWide<N> &a, const VlWide<N> &b) {\n    EData all = 0;\n    for (std::size_t i = 0; i < N; i++)\n        all |= a[i] ^ b[i];\n    return all;\n}" >> place
	# Verilator's own, in which these clocks rise
	printf "__attribute__((cold, noinline)) void exactly(%s *vlSelf, %s_clocks *c, unsigned rising) {\n", root, prefix >> place
	for (i = 0; i < nclocks; i++) {
		b = clocks[i + 1]
		printf "    vlSelf->%s |= rising >> %d & 1;\n    vlSelf->__Vtrigrprev__TOP__%s = vlSelf->%s & ~(rising >> %d);\n", b, i, b, b, i >> place
	}
	printf "    %s___eval(vlSelf);\n    c->dirty = c->all;\n}\n", root >> place
	# no reset is active any more
	printf "__attribute__((cold, noinline)) bool at_work(const %s *vlSelf, %s_clocks *c) {\n    if (!(1U", root, prefix >> place
	for (i = 1; i <= nresets; i++)
		printf " & vlSelf->%s", resets[i] >> place
	print "))\n        return false;\n    c->dirty &= ~(1ULL << 63);" >> place
	for (i = 1; i <= npins; i++)
		if (pins[i] in combpin && !(pins[i] in clock))
			printf "    c->%s = vlSelf->%s;\n", pins[i], pins[i] >> place
	print "    return true;\n}" >> place
	for (b = 0; b < blocks; b++)
		write_block(b)
	n = split(sets, set, " ")
	for (i = 1; i <= n; i++)
		write_edges("edges_" i, set[i])
	write_edges("edges_of_any", "")
	write_inputs()

	# One comparison for each set, the frequent ones first: no frame, no table of jumps.
	printf "inline void edges(%s *vlSelf, %s_clocks *c, unsigned rising) {\n", root, prefix >> place
	for (i = 1; i <= n; i++) {
		c = set[i]
		gsub(/\+/, " ", c)
		printf "    if (rising == %s)\n        return edges_%d(vlSelf, c);\n", clocks_of(c), i >> place
	}
	print "    if (rising)\n        edges_of_any(vlSelf, c, rising);\n}" >> place
	printf "__attribute__((noinline)) void news(%s *vlSelf, %s_clocks *c, unsigned rising, bool inputs_changed) {\n", root, prefix >> place
	print "    if (inputs_changed)\n        inputs(vlSelf, c);" >> place
	print "    if (VL_UNLIKELY(c->dirty >> 63) && !at_work(vlSelf, c))\n        return exactly(vlSelf, c, rising);" >> place
	print "    edges(vlSelf, c, rising);\n}" >> place
	printf "}\n\nvoid %s___rise(%s *vlSelf, %s_clocks *c, unsigned rising, bool inputs_changed) {\n", root, root, prefix >> place
	print "    if (VL_UNLIKELY(inputs_changed | c->dirty >> 63))\n        return news(vlSelf, c, rising, inputs_changed);" >> place
	print "    edges(vlSelf, c, rising);\n}\n" >> place

	# the clocks that have risen since this was asked before
	printf "unsigned %s___rising(%s *vlSelf) {\n    unsigned rising = 0;\n", root, root >> place
	for (i = 0; i < nclocks; i++) {
		c = clocks[i + 1]
		printf "    rising |= (unsigned)(vlSelf->%s & ~vlSelf->__Vtrigrprev__TOP__%s & 1) << %d;\n", c, c, i >> place
		printf "    vlSelf->__Vtrigrprev__TOP__%s = vlSelf->%s;\n", c, c >> place
	}
	printf "    return rising;\n}\n\nvoid %s___level(%s *vlSelf, unsigned high) {\n", root, root >> place
	for (i = 0; i < nclocks; i++)
		printf "    vlSelf->__Vtrigrprev__TOP__%s = vlSelf->%s = high >> %d & 1;\n", clocks[i + 1], clocks[i + 1], i >> place
	print "}" >> place
}

function write_header(	i, b, all) {
	print "// Made by clocks.awk.\n#define MODEL_CLOCKS 1" > header
	for (b = 0; b < blocks; b++)
		all = all " " b
	all = all " " 63
	printf "struct %s_clocks {\n    static constexpr uint64_t all = %s;\n    uint64_t dirty = all; // blocks\n", prefix, set_of(all) > header
	print "    // next values of registers" > header
	for (i = 1; i <= nkept; i++)
		if (!(keeps[i] in own))
			printf "    %s %s;\n", type[keeps[i]], keeps[i] > header
	print "    // pins when they were last looked at" > header
	for (i = 1; i <= npins; i++)
		if ((readers[pins[i]] != "" || pins[i] in combpin) && !(pins[i] in clock))
			printf "    %s %s;\n", type[pins[i]], pins[i] > header
	printf "};\n#define MODEL_CLOCK_PINS" > header
	for (i = 1; i <= nclocks; i++)
		printf " CLOCK(%s)", clocks[i] > header
	printf "\n#define MODEL_COMB_PINS" > header
	for (i = 1; i <= npins; i++)
		if (pins[i] in combpin)
			printf " \\\n\tCOMB(%s)", pins[i] > header
	print "" > header
}

function read_all(	n, st, i, t, m, w, k, sg, s, fn) {
	n = cut(nba, st)
	for (i = 1; i <= n; i++) {
		split("", sg)
		t = st[i]
		while (match(t, /VnbaTriggered\.at\([0-9a-fx]+U\)/)) {
			k = number(substr(t, RSTART + 17, RLENGTH - 18))
			t = substr(t, RSTART + RLENGTH)
			m = split(hears[k], w, " ")
			for (k = 1; k <= m; k++)
				sg[w[k]] = 1
		}
		s = ""
		for (k = 1; k <= nclocks; k++)
			if (clocks[k] in sg)
				s = s " " clocks[k]
		t = st[i]
		while (match(t, /___024root___[a-zA-Z0-9_]+\(/)) {
			fn = substr(t, RSTART + 13, RLENGTH - 14)
			t = substr(t, RSTART + RLENGTH)
			read_function(fn, s)
		}
	}
	for (i = 1; i <= npins; i++) {
		is_pin[pins[i]] = 1
		if (comb ~ ("vlSelf->" pins[i] "[^A-Za-z0-9_]") || pins[i] in reset)
			combpin[pins[i]] = 1
	}
}

END {
	declaration = "^    [A-Z][A-Za-z]*(<[0-9]+>)?/[*][0-9:]*[*]/ [A-Za-z_0-9]+;\n$"
	root = prefix "___024root"
	n = split(edges, st, ";")
	for (i = 1; i <= n; i++)
		if (st[i] ~ /__VactTriggered\.at/)
			trigger(st[i])
	if (!triggers || nba == "" || comb == "")
		fail("no edges found")
	if (act ~ /[^ \t\n]/)
		fail("logic in the active region")
	for (c in clock)
		if (c in reset)
			fail("both edges are heard of " c)
	if (nclocks > 32)
		fail("more than 32 clocks")
	n = split(sets, st, /[ +]/)
	for (i = 1; i <= n; i++)
		if (!(st[i] in clock))
			fail("no such clock: " st[i])
	if (failed)
		nclocks = 0
	if (!failed && !plain) {
		read_all()
		do
			build_arcs()
		while (join_cycles())
		weigh()
		if (make_blocks(62, 12) > 63)
			fail("too many blocks")
		sort_blocks()
		find_readers()
	}
	if (failed || plain) {
		printf "// Made by clocks.awk.\n#define MODEL_CLOCKS 0\n#define MODEL_COMB_PINS\n#define MODEL_CLOCK_PINS" > header
		for (i = 1; i <= nclocks; i++)
			printf " CLOCK(%s)", clocks[i] > header
		print "" > header
		exit
	}
	write_header()
	write_all()
}
