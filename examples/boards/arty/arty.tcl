# SPDX-License-Identifier: Apache-2.0
# Vivado, from the top folder, after
#   make constraints TOP=surf_fpga CLOCKS=clk=20 INSTANCE=u_fpga
#   vivado -mode batch -source examples/boards/arty/arty.tcl
# Makes build/fpga/arty/arty.bit. Not built and not tried: the project has no Vivado.
set part xc7a35ticsg324-1L
file mkdir build/fpga/arty
set files [split [string trim [read [open build/gen/surf_fpga.files]]] "\n"]
read_verilog [lsearch -all -inline -not $files *sync_jitter.v] examples/boards/arty/arty.v
read_xdc examples/boards/arty/arty.xdc
read_xdc -unmanaged build/constraints/surf_fpga.xdc
synth_design -top arty -part $part -include_dirs build/include
opt_design
place_design
route_design
report_timing_summary -file build/fpga/arty/timing.txt
report_utilization -file build/fpga/arty/utilization.txt
write_bitstream -force build/fpga/arty/arty.bit
