# SPDX-License-Identifier: Apache-2.0
# The analysis behind ci/cdc. Reads a pin list, the README of the shared blocks (its
# table of constraints) and a flat netlist: BLIF as yosys writes it with cell names,
# attributes and parameters.
#
# Every flip-flop bit, memory and input pin is a source of a domain: its clock, ASYNC or
# STATIC. Each domain is spread forward through the logic; a flip-flop that another
# domain reaches is a crossing, and is traced back to name what it hears. The first
# flip-flop of a synchroniser is besides a source of the domain META.

BEGIN {
	# The registers that may hear another clock: block, register, from which register
	# of the same instance (- : one flip-flop or pin anywhere, without logic; + : the same
	# through the block's own logic), number of the constraint.
	rule("sync_bits", "meta", "-", 1)
	rule("sync_gray", "meta", "a", 2)
	rule("cdc_handshake", "data_b", "data_a", 3)
	rule("cdc_handshake", "ack_data", "rdata_b", 3)
	rule("async_fifo", "rdata", "mem", 4)
	rule("async_fifo_level", "rdata", "mem", 4)
	rule("strobe_capture", "q", "+", 6)
	RESET = 5
	# who may hear a first flip-flop
	second["sync_bits"] = "q"
	second["sync_gray"] = "b"
	second["reset_sync"] = "sync"
}

function rule(block, reg, from, number) {
	hears[block, reg] = from
	number_of[block, reg] = number
}

function error(text) {
	printf "error: %s\n", text
	errors++
}

# ---- pin list: PIN(name, width, direction, domain)
FILENAME ~ /\.def$/ {
	if (match($0, /^PIN\([^)]*\)/)) {
		line = substr($0, 1, RLENGTH)
		gsub(/[(),]/, " ", line)
		split(line, field, " ")
		if (field[2] in domain_of)
			error(field[2] " is twice in the pin list")
		domain_of[field[2]] = field[5] ~ /^[0-9]+$/ ? "CLOCK" : field[5]
		if (field[5] ~ /^[0-9]+$/)
			clocks[++n_clocks] = field[2]
	}
	next
}

# ---- constraints: | number | path | constraint | why |
FILENAME ~ /\.md$/ {
	if ($0 ~ /^\| [0-9]+ \|/) {
		split($0, cell_text, / *\| */)
		gsub(/`/, "", cell_text[3])
		constraint[cell_text[2]] = cell_text[3] ": " cell_text[4]
	}
	next
}

# ---- netlist
function finish_cell(  i, n, part, port, net, eq) {
	if (cell == "")
		return
	cells++
	type[cells] = cell
	name[cells] = cname
	block[cells] = attr["block"]
	src[cells] = attr["src"]
	falling[cells] = param["CLK_POLARITY"] ~ /0$/
	inst[cells] = cname
	gsub(/\\/, "", inst[cells])
	sub(/^\$flatten/, "", inst[cells])
	if (cell ~ /^\$mem/)
		memory = inst[cells]
	if (!sub(/\.[^.]*$/, "", inst[cells]))
		inst[cells] = ""
	n = split(pins, part, " ")
	for (i = 1; i <= n; i++) {
		eq = index(part[i], "=")
		port = substr(part[i], 1, eq - 1)
		net = substr(part[i], eq + 1)
		if (net ~ /^\$(true|false|undef)$/)
			continue
		add_pin(cells, port, net)
	}
	cell = ""
	delete attr
	delete param
}

function add_pin(c, port, net,  base, bit) {
	base = port
	bit = 0
	if (match(port, /\[[0-9]+\]$/)) {
		base = substr(port, 1, RSTART - 1)
		bit = substr(port, RSTART + 1, RLENGTH - 2) + 0
	}
	heard[net] = 1
	if (type[c] ~ /^\$(dff|adff|sdff|aldff|dffsr)/) {
		is_ff[c] = 1
		if (base == "Q") {
			q[c, bit] = net
			if (bit >= width[c])
				width[c] = bit + 1
			driver[net] = c
			driver_bit[net] = bit
		} else if (base == "CLK")
			clk_net[c] = net
		else if (base == "D")
			d[c, bit] = net
		else if (base == "EN" || base == "SRST")
			control[c] = control[c] " " net
		else	# ARST, SET, CLR, ALOAD, AD
			async_net[c] = async_net[c] " " net
	} else if (type[c] ~ /^\$(.*latch|_.*LATCH|sr$|ff$)/) {
		latch[c] = 1
	} else if (type[c] ~ /^\$mem/) {
		is_mem[c] = 1
		mem_name[c] = memory
		if (base == "RD_DATA") {
			driver[net] = c
			data_nets[c] = data_nets[c] " " net
		} else if (base == "RD_ADDR") {
			ins[c] = ins[c] " " net
			fan[net] = fan[net] " " c
		} else if (base == "WR_CLK") {
			if (clk_net[c] != "" && clk_net[c] != net)
				error(mem_name[c] ": is written by two clocks")
			clk_net[c] = net
		} else if (base ~ /^WR_/)
			control[c] = control[c] " " net
	} else if (base == "Y" || base == "CO" || base == "X") {
		driver[net] = c
		outs[c] = outs[c] " " net
	} else {
		ins[c] = ins[c] " " net
		fan[net] = fan[net] " " c
	}
}

/^\.inputs/ { for (i = 2; i <= NF; i++) input[$i] = 1; next }
/^\.outputs/ { for (i = 2; i <= NF; i++) output[$i] = 1; next }
/^\.(subckt|gate)/ {
	finish_cell()
	cell = $2
	pins = $0
	sub(/^[^ ]+ +[^ ]+ */, "", pins)
	next
}
/^\.names/ {
	finish_cell()
	# a buffer: "a b"; a constant: "b" or "$false b"
	constant[$NF] = 1
	if (NF == 3 && $2 !~ /^\$(true|false|undef)$/) {
		cells++
		type[cells] = "buffer"
		ins[cells] = " " $2
		outs[cells] = " " $3
		fan[$2] = fan[$2] " " cells
		heard[$2] = 1
		driver[$3] = cells
		delete constant[$3]
	}
	next
}
/^\.cname/ { cname = $2; next }
/^\.attr/ { gsub(/"/, "", $3); attr[$2] = $3; next }
/^\.param/ { param[$2] = $3; next }
/^\.end/ { finish_cell() }

# ---- names
# the register without its instance: u_a.u_b.meta[3] in u_a.u_b is meta
function short(c, net,  s) {
	s = net
	if (inst[c] != "" && index(s, inst[c] ".") == 1)
		s = substr(s, length(inst[c]) + 2)
	return s
}
function reg_of(c, bit,  s) {
	if (is_mem[c]) {
		s = mem_name[c]
		sub(/^.*\./, "", s)
		return s
	}
	s = short(c, q[c, bit])
	sub(/\[[0-9]+\]$/, "", s)
	return s
}
function full(c, bit) { return is_mem[c] ? mem_name[c] : q[c, bit] }
function where(c) {
	# file.v:12.5-14.9 to file.v:12
	return match(src[c], /^[^:]*:[0-9]+/) ? substr(src[c], 1, RLENGTH) : "?"
}
function pin_of(net) {
	sub(/\[[0-9]+\]$/, "", net)
	return net
}
function pin_domain(net,  p) {
	p = pin_of(net)
	# a clock that is heard as data is nobody's
	return domain_of[p] == "CLOCK" ? "ASYNC" : domain_of[p]
}

# ---- tracing
# The clock pin behind a clock net, through buffers only; else "".
function clock_of(net) {
	while (!(net in input)) {
		if (type[driver[net]] != "buffer")
			return ""
		net = substr(ins[driver[net]], 2)
	}
	return domain_of[net] == "CLOCK" ? net : ""
}

# What the net hears: found[1..found_n] are "cell bit" or "pin net", gates the number of
# gates on the way.
function trace(net) {
	delete seen
	found_n = 0
	gates = 0
	delete gates_of
	walk(net)
}
function walk(net,  stack, n, list, i, k, c) {
	stack[n = 1] = net
	while (n > 0) {
		net = stack[n--]
		if (net in seen)
			continue
		seen[net] = 1
		if (net in input) {
			found[++found_n] = "pin " net
			continue
		}
		if (!(net in driver))
			continue
		c = driver[net]
		if (is_ff[c]) {
			found[++found_n] = c " " driver_bit[net]
			continue
		}
		if (("cell", c) in seen)
			continue
		seen["cell", c] = 1
		if (is_mem[c])
			found[++found_n] = c " 0"
		else if (type[c] != "buffer" && block[c] != "diff_in") {
			gates++
			gates_of[block[c]]++
		}
		k = split(ins[c], list, " ")
		# of a pair of wires the first stands for both
		if (block[c] == "diff_in")
			k = 1
		for (i = 1; i <= k; i++)
			stack[++n] = list[i]
	}
}
function found_domain(i,  part) {
	split(found[i], part, " ")
	return part[1] == "pin" ? pin_domain(part[2]) : clk[part[1]]
}
function found_name(i,  part) {
	split(found[i], part, " ")
	return part[1] == "pin" ? "pin " part[2] : full(part[1], part[2])
}

function found_of(dom,  i) {
	for (i = 1; i < found_n && found_domain(i) != dom; i++)
		;
	return found_name(i)
}

# Marks every net that the domain reaches, from the nets in start[1..n].
function spread(dom, start, n,  net, i, k, m, c, list, nets) {
	while (n > 0) {
		net = start[n--]
		if ((dom, net) in reach)
			continue
		reach[dom, net] = 1
		k = split(fan[net], list, " ")
		for (i = 1; i <= k; i++) {
			c = list[i]
			if ((dom, "cell", c) in reach)
				continue
			reach[dom, "cell", c] = 1
			for (m = split(outs[c] data_nets[c], nets, " "); m > 0; m--)
				start[++n] = nets[m]
		}
	}
}
function start_of(dom, start,  c, b, n, net, list, m) {
	delete start
	for (c = 1; c <= cells; c++) {
		if (is_ff[c] && clk[c] == dom || dom == "META" && is_ff[c])
			for (b = 0; b < width[c]; b++)
				if (dom != "META" || is_meta(c, b))
					start[++n] = q[c, b]
		if (is_mem[c] && clk[c] == dom)
			for (m = split(data_nets[c], list, " "); m > 0; m--)
				start[++n] = list[m]
	}
	if (dom != "META")
		for (net in input)
			if (pin_domain(net) == dom)
				start[++n] = net
	return n + 0
}
function is_meta(c, b) {
	if (block[c] == "reset_sync")
		return short(c, q[c, b]) == "sync[0]"
	return (block[c] == "sync_bits" || block[c] == "sync_gray") && reg_of(c, b) == "meta"
}

# ---- a flip-flop hears another domain
# nets: its synchronous inputs of one bit
function crossing(c, bit, nets, dom,  i, k, j, list, part, from, key, bad, me) {
	me = full(c, bit)
	key = block[c] SUBSEP reg_of(c, bit)
	k = split(nets, list, " ")
	for (i = 1; i <= k; i++) {
		if (!((dom, list[i]) in reach))
			continue
		trace(list[i])
		for (j = 1; j <= found_n; j++) {
			if (found_domain(j) != dom)
				continue
			split(found[j], part, " ")
			bad = "is not a crossing register"
			if (key in hears) {
				bad = ""
				from = hears[key]
				if (from == "-") {
					if (found_n != 1 || gates > 0)
						bad = "has logic before its first flip-flop"
					else if ((found[j], clk[c]) in synced && synced[found[j], clk[c]] != me)
						bad = "synchronises what " synced[found[j], clk[c]] " does too, the two may differ"
					synced[found[j], clk[c]] = me
				} else if (from == "+") {
					if (gates > gates_of[block[c]])
						bad = "has logic before its register"
					else if (me in taken && taken[me] != found[j])
						bad = "hears " taken_name[me] " too"
					taken[me] = found[j]
					taken_name[me] = found_name(j)
				} else if (part[1] == "pin" || inst[part[1]] != inst[c] ||
					   reg_of(part[1], part[2]) != from)
					bad = "may hear " from " of its own block only"
			}
			if (bad != "")
				error(sprintf("%s: %s (%s) hears %s (%s) and %s", where(c), me, clk[c],
					      found_name(j), dom, bad))
			else
				count_crossing(dom, clk[c], block[c], inst[c] "." reg_of(c, bit), number_of[key])
		}
	}
}
function count_crossing(from, to, b, reg, number,  key) {
	sub(/^\./, "", reg)
	key = sprintf("%-8s %-8s %%4d  %-14s %-34s %d", from, to, b, reg, number)
	if (!(key in bits))
		order[++crossings] = key
	bits[key]++
	used[number] = 1
}

# ---- asynchronous resets
function reset(c,  i, k, j, list, part) {
	k = split(async_net[c], list, " ")
	for (i = 1; i <= k; i++) {
		trace(list[i])
		reset_sources[c] = ""
		for (j = 1; j <= found_n; j++) {
			split(found[j], part, " ")
			reset_sources[c] = reset_sources[c] " " found_name(j)
			if (block[c] == "reset_sync") {
				if (found_domain(j) != clk[c])
					count_crossing(found_domain(j), clk[c], block[c], inst[c] ".sync", RESET)
				continue
			}
			if (gates > 0)
				error(sprintf("%s: %s (%s) is reset through logic by %s", where(c), full(c, 0),
					      clk[c], found_name(j)))
			else if (found_domain(j) != clk[c])
				error(sprintf("%s: %s (%s) is reset by %s (%s), not released with its clock",
					      where(c), full(c, 0), clk[c], found_name(j), found_domain(j)))
			if (part[1] != "pin")
				reset_ff[c] = part[1]
		}
	}
}
# Both ends of a block between two clocks are reset from one source.
function pair_resets(  c, r, s, two) {
	for (c = 1; c <= cells; c++) {
		if (!is_ff[c] || block[c] !~ /^(sync_gray|cdc_handshake|async_fifo|async_fifo_level|count_sync)$/ || !(c in reset_ff))
			continue
		r = reset_ff[c]
		s = block[r] == "reset_sync" ? reset_sources[r] : " " full(r, 0)
		if (!(inst[c] in two)) {
			two[inst[c]] = s
			continue
		}
		if (two[inst[c]] != s && !((inst[c], s) in two)) {
			error(sprintf("%s: %s: its two sides are reset by%s and by%s", where(c), inst[c], two[inst[c]], s))
			two[inst[c], s] = 1
		}
	}
}

# An output shows flip-flops and pins of its own domain only.
function check_output(net, dom,  i) {
	if (dom == "")
		error("output " net " is not in the pin list")
	if (("META", net) in reach)
		error("output " net " shows the first flip-flop of a synchroniser")
	for (i = 1; i <= n_doms; i++)
		if (dom != "ASYNC" && doms[i] != dom && (doms[i], net) in reach) {
			trace(net)
			error("output " net " (" dom ") shows " found_of(doms[i]) " (" doms[i] ")")
		}
}

END {
	if (!cells)
		error("no netlist")
	for (net in heard)
		if (!(net in input) && !(net in driver) && !(net in constant))
			error("net " net " has no driver")

	# tables
	for (net in input) {
		p = pin_of(net)
		if (!(p in domain_of) && !(p in told)) {
			told[p] = 1
			error("input " p " is not in the pin list")
		}
	}
	for (p in domain_of) {
		if (domain_of[p] == "CLOCK" && !(p in input))
			error("clock " p " of the clock table is no input")
		if (domain_of[p] !~ /^(CLOCK|ASYNC|STATIC)$/ && domain_of[domain_of[p]] != "CLOCK")
			error("pin " p ": " domain_of[p] " is no clock")
	}
	for (i = 1; i <= RESET; i++)
		if (constraint[i] == "")
			error("the README of the shared blocks has no constraint " i)

	# clocks
	for (c = 1; c <= cells; c++) {
		if (latch[c])
			error(where(c) ": " name[c] " is a latch")
		else if (type[c] ~ /^[^$b]/)
			error(where(c) ": " name[c] " is a cell that is not known: " type[c])
		if (!is_ff[c] && !(is_mem[c] && clk_net[c] != ""))
			continue
		clk[c] = clock_of(clk_net[c])
		if (clk[c] == "")
			error(sprintf("%s: %s: its clock %s is no clock pin", where(c), full(c, 0), clk_net[c]))
		if (falling[c])
			error(sprintf("%s: %s is clocked by the falling edge", where(c), full(c, 0)))
	}

	for (i = 1; i <= n_clocks; i++)
		doms[++n_doms] = clocks[i]
	doms[++n_doms] = "ASYNC"
	for (i = 1; i <= n_doms; i++)
		spread(doms[i], start, start_of(doms[i], start))
	spread("META", start, start_of("META", start))

	for (c = 1; c <= cells; c++) {
		if (!is_ff[c] && !is_mem[c])
			continue
		n = is_mem[c] ? 1 : width[c]
		ffs += is_mem[c] ? 0 : n
		for (b = 0; b < n; b++) {
			nets = control[c] " " d[c, b]
			k = split(nets, list, " ")
			for (i = 1; i <= n_doms; i++) {
				if (doms[i] == clk[c])
					continue
				for (j = 1; j <= k; j++)
					if ((doms[i], list[j]) in reach) {
						crossing(c, b, nets, doms[i])
						break
					}
			}
			for (j = 1; j <= k; j++) {
				if (!(("META", list[j]) in reach))
					continue
				trace(list[j])
				for (m = 1; m <= found_n; m++) {
					split(found[m], part, " ")
					if (part[1] == "pin" || !is_meta(part[1], part[2]))
						continue
					if (inst[c] != inst[part[1]] || reg_of(c, b) != second[block[part[1]]] || gates > 0)
						error(sprintf("%s: %s (%s) hears %s, the first flip-flop of a synchroniser",
							      where(c), full(c, b), clk[c], found_name(m)))
				}
			}
		}
		if (is_ff[c])
			reset(c)
	}
	for (net in output)
		check_output(net, domain_of[pin_of(net)])
	pair_resets()

	printf "%-8s %-8s %4s  %-14s %-34s %s\n", "from", "to", "bits", "block", "register", "constraint"
	for (i = 1; i <= crossings; i++)
		printf order[i] "\n", bits[order[i]] | "sort"
	close("sort")
	for (i = 1; i <= RESET; i++)
		if (i in used)
			printf "constraint %d: %s\n", i, constraint[i]
	if (errors)
		printf "FAIL cdc %s: %d error%s, %d flip-flops, %d crossings\n", top, errors,
			(errors > 1 ? "s" : ""), ffs, crossings
	else
		printf "ok   cdc %s: %d flip-flops, %d crossings, each in a crossing block\n", top, ffs, crossings
	exit errors > 0
}
