# SPDX-License-Identifier: Apache-2.0
# For cases that record programs: the programs, the library, and nmon without what varies.
programs=$TOP/sw/numachine/tests/programs
library=$(dirname "$(command -v nmon)")/../lib/librecord.a
# the part of a recording that a short count covers depends on the scheduler
nmon() {
	local status
	{
		command nmon "$@" 2>&1 >&3 | sed '/the time ended before the program/d' >&2
		status=${PIPESTATUS[0]}
	} 3>&1
	return "$status"
}
