# SPDX-License-Identifier: Apache-2.0
# Checks the coverage of tests:
#   gawk -f ci/measure/coverage.awk -v info=FILE -v merged=FILE GAPS DAT...
# A DAT is Verilator's coverage file of one test. GAPS explains the gaps, one per line:
#
#	file	kind	what	reason
#
# file *: any. kind branch: what is a part of the source line that opens the branch; kind
# toggle: what is a regular expression for the whole of instance.signal[bit]. Prints a table and
# the gaps with their reasons, writes the points for genhtml to info (toggles as branches) and
# the maximum count of each point, as a DAT file, to merged.
# Status 1: a gap without a reason, or a reason without a gap.
#
# branch  an arm of an if or case, including an implicit else: taken in any instance.
#         line: covered if all branches with this line were taken.
# toggle  a bit of a signal of an instance: has risen and fallen in one test, which two
#         changes show, because rises and falls alternate.
BEGIN { FS = "'" }

FILENAME == ARGV[1] {
	if ($0 ~ /^#|^$/) next
	n = split($0, w, "\t")
	if (n != 4 || w[2] !~ /^(branch|toggle)$/) {
		printf "%s:%d: not file, branch or toggle, what, reason\n", FILENAME, FNR
		broken = 1
		exit
	}
	gaps++
	gap_file[gaps] = w[1]; gap_kind[gaps] = w[2]; gap_what[gaps] = w[3]; gap_why[gaps] = w[4]
	gap_line[gaps] = FNR
	next
}
/^C / {
	if (!($2 in most) || $3 + 0 > most[$2]) most[$2] = $3 + 0
}

function text(file, line,    t, n) {
	if (!(file in read)) {
		read[file] = 1
		while ((getline t < file) > 0) source[file, ++n] = t
		close(file)
	}
	t = source[file, line]
	gsub(/^[ \t]+|[ \t]+$/, "", t)
	return t
}

# the number of the line of GAPS that explains this gap, or 0
function reason(file, kind, what,    i) {
	for (i = 1; i <= gaps; i++)
		if ((gap_file[i] == file || gap_file[i] == "*") && gap_kind[i] == kind &&
		    (kind == "branch" ? index(what, gap_what[i]) : what ~ "^(" gap_what[i] ")$")) {
			used[i]++
			return i
		}
	return 0
}

# bits of one signal as ranges: 7..4 2
function ranges(bits, n,    i, out, hi) {
	asort(bits)
	for (i = n; i >= 1; i--) {
		hi = bits[i]
		while (i > 1 && bits[i - 1] == bits[i] - 1) i--
		out = out (out == "" ? "" : " ") (hi == bits[i] ? hi : hi ".." bits[i])
	}
	return out
}

# an entry without the blanks that pad it for sorting
function plain(entry) {
	sub(/: +/, ":", entry)
	return entry
}

function share(have, all) {
	return all ? sprintf("%7.1f %5d", 100 * have / all, all) : sprintf("%7s %5d", "-", 0)
}
function row(name, key) {
	printf "%-34s %s %s %s %9d\n", name, share(have[key, "line"], all[key, "line"]),
		share(have[key, "branch"], all[key, "branch"]),
		share(have[key, "toggle"], all[key, "toggle"]), open[key]
}
function count(file, kind, covered,    dir) {
	dir = file
	sub(/\/[^\/]*$/, "", dir)
	all[file, kind]++; all[dir, kind]++; all["total", kind]++
	have[file, kind] += covered; have[dir, kind] += covered; have["total", kind] += covered
	folder[file] = dir
}
function missing(file,    dir) {
	open[file]++; open[folder[file]]++; open["total"]++
}

# The parts of the end share the arrays of the whole program.

# the points of the merged files: toggles and hits by bit, arms and taken by branch
function read_points() {
	for (key in most) {
		if (merged) print "C '" key "' " most[key] > merged
		delete f
		n = split(key, w, "\001")
		for (i = 2; i <= n; i++) {
			p = index(w[i], "\002")
			f[substr(w[i], 1, p - 1)] = substr(w[i], p + 1)
		}
		file = f["f"]; line = f["l"]
		if (f["page"] ~ /^v_toggle/) {
			instance = f["h"]
			sub(/^[^.]*\.[^.]*\.?/, "", instance)
			bit = "-"
			if (match(f["o"], /\[[0-9]+\]$/)) {
				bit = substr(f["o"], RSTART + 1, RLENGTH - 2)
				f["o"] = substr(f["o"], 1, RSTART - 1)
			}
			signal = (instance == "" ? "" : instance ".") f["o"]
			where[signal] = file "\t" line
			toggles[signal, bit] = signal SUBSEP bit
			if (most[key] > hits[signal, bit]) hits[signal, bit] = most[key]
		} else {
			# one point of the source, the same for all instances
			branch = file SUBSEP line SUBSEP f["n"] SUBSEP f["o"]
			arms[branch] = f["S"]
			taken[branch] += most[key]
		}
	}
}

# the lines of the branches
function count_lines() {
	for (branch in arms) {
		split(branch, w, SUBSEP)
		n = split(arms[branch], part, ",")
		for (i = 1; i <= n; i++) {
			split(part[i], ends, "-")
			for (l = ends[1] + 0; l <= (2 in ends ? ends[2] : ends[1]) + 0; l++) {
				lines[w[1], l] = w[1] SUBSEP l
				if (!taken[branch]) missed[w[1], l] = 1
				if (taken[branch] > most_of[w[1], l]) most_of[w[1], l] = taken[branch]
			}
			delete ends
		}
	}
	for (k in lines) {
		split(k, w, SUBSEP)
		count(w[1], "line", !(k in missed))
		record[w[1]] = record[w[1]] "DA:" w[2] "," (k in missed ? 0 : most_of[k]) "\n"
	}
}

function count_branches() {
	for (branch in arms) {
		split(branch, w, SUBSEP)
		count(w[1], "branch", taken[branch] > 0)
		if (!taken[branch]) {
			r = reason(w[1], "branch", text(w[1], w[2]))
			entry = sprintf("%s:%6d %s never taken: %s", w[1], w[2], w[4], text(w[1], w[2]))
			if (r) told[entry] = r; else { untold[entry] = 1; missing(w[1]) }
		}
	}
}

function count_toggles() {
	for (k in toggles) {
		split(k, w, SUBSEP)
		split(where[w[1]], at, "\t")
		count(at[1], "toggle", hits[k] > 1)
		record[at[1]] = record[at[1]] "BRDA:" at[2] ",0," bits_seen[at[1], at[2]]++ "," \
			(hits[k] > 1 ? hits[k] : 0) "\n"
		if (hits[k] > 1) continue
		r = reason(at[1], "toggle", w[1] (w[2] == "-" ? "" : "[" w[2] "]"))
		if (!r) missing(at[1])
		still[w[1] SUBSEP r] = still[w[1] SUBSEP r] " " w[2]
	}
	for (k in still) {
		split(k, w, SUBSEP)
		delete bits
		n = split(still[k], bits, " ")
		split(where[w[1]], at, "\t")
		entry = sprintf("%s:%6d ", at[1], at[2]) w[1] \
			(bits[1] == "-" ? "" : "[" ranges(bits, n) "]") " does not toggle"
		if (w[2]) told[entry] = w[2]; else untold[entry] = 1
	}
}

function print_table() {
	printf "%-34s %13s %13s %13s %9s\n", "file", "lines %   of", "branches % of", "toggles %  of",
		"open gaps"
	n = asorti(folder, files)
	for (i = 1; i <= n; i++) {
		row(files[i], files[i])
		if (i == n || folder[files[i + 1]] != folder[files[i]])
			row("  " folder[files[i]], folder[files[i]])
	}
	row("  total", "total")
}

# prints the gaps; returns 1 if one has no reason, or a reason has no gap
function print_gaps(    status) {
	status = 0
	n = asorti(told, list)
	if (n) print "\nnot covered, with the reason"
	for (i = 1; i <= n; i++) printf "%s (%s)\n", plain(list[i]), gap_why[told[list[i]]]
	n = asorti(untold, list)
	if (n) print "\nnot covered"
	for (i = 1; i <= n; i++) { print "FAIL " plain(list[i]); status = 1 }
	for (i = 1; i <= gaps; i++)
		if (!used[i]) {
			printf "FAIL %s:%d: explains nothing: %s %s\n", ARGV[1], gap_line[i], gap_kind[i], gap_what[i]
			status = 1
		}
	return status
}

END {
	if (broken) exit 1
	read_points()
	count_lines()
	count_branches()
	count_toggles()
	print_table()
	status = print_gaps()
	if (info)
		for (file in record) printf "TN:\nSF:%s\n%send_of_record\n", file, record[file] > info
	exit status
}
