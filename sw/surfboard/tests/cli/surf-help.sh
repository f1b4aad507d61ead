# SPDX-License-Identifier: Apache-2.0
# Checks that HELP prints the text of the report, word for word; HELP MORE prints the other
# commands.
# shows SB-CLI-005
surf -c help >help
cat >report <<'REPORT'
Available Commands:
  QUIT          - Quit Program
  EXIT          - Quit Program
  HELP          - Show this message
  SHOW          - Display Registers
  DO <filename> - Execute Commands in file
  CLEAR <memtype> - Clear Memory
  FPGA <filename> - Load FPGA configuration
  LOAD <memtype> <filename> - Load Memory from file
  SAVE <memtype> <filename> - Save Memory to file
  <register> = <value> - Modify Register

Where:
  <memtype> - TRACE, HISTOGRAM, or FIFO
  <register> - A register or register.field
  <value>    - An unsigned integer. Hex by default.
              End with decimal point to specify decimal.

REPORT
cmp help report && echo same
surf -c 'HELP MORE'
surf -c 'help ttcr; help hfcr; help acdr.lat_n'
surf -c 'help acdr.none'
surf --help
surf --version | sed 's/[0-9.]*$/N/'
