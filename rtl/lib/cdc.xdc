# SPDX-License-Identifier: Apache-2.0
#
# Timing exceptions of the crossing blocks, XDC (Vivado). Read it with
# "read_xdc -unmanaged": it defines procedures. make constraints
# lists the instances of a top; or set the names of your design in the last part.
# Periods in ns.
#
# Register k of a vector x is the cell x_reg[k].

proc cdc_max {from to limit} {
    set_max_delay -datapath_only $limit -from [get_cells $from] -to [get_cells $to]
}

# both flip-flops of a synchronizer side by side, whatever the synthesis kept of the attribute in
# the source (AMD UG906)
proc cdc_async {inst cells} {
    foreach cell $cells { set_property ASYNC_REG TRUE [get_cells "$inst/${cell}_reg*"] }
}

# sync_bits: no timing to the first flip-flop
proc cdc_sync_bits {inst} {
    cdc_async $inst {meta q}
    set_false_path -to [get_pins "$inst/meta_reg*/D"]
}

# sync_gray: delay and skew below one period of the sending clock
proc cdc_sync_gray {inst period_a} {
    cdc_async $inst {meta b}
    cdc_max "$inst/a_reg*" "$inst/meta_reg*" $period_a
    set_bus_skew -from [get_cells "$inst/a_reg*"] -to [get_cells "$inst/meta_reg*"] $period_a
}

# count_sync: the same
proc cdc_count_sync {inst period_a} {
    cdc_sync_gray "$inst/u_gray" $period_a
}

# cdc_handshake: toggles free, data below two periods of the receiver
proc cdc_cdc_handshake {inst period_a period_b} {
    cdc_sync_bits "$inst/u_req"
    cdc_sync_bits "$inst/u_ack"
    cdc_max "$inst/data_a_reg*"  "$inst/data_b_reg*"   [expr {2.0 * $period_b}]
    cdc_max "$inst/rdata_b_reg*" "$inst/ack_data_reg*" [expr {2.0 * $period_a}]
}

# async_fifo: pointers as sync_gray, memory (registers or distributed RAM) below two
# periods of the reader
proc cdc_async_fifo {inst period_w period_r} {
    cdc_sync_gray "$inst/u_wgray" $period_w
    cdc_sync_gray "$inst/u_rgray" $period_r
    cdc_max "$inst/mem_reg*" "$inst/rdata_reg*" [expr {2.0 * $period_r}]
}

# strobe_capture: strobe free, data below three periods of the receiver
proc cdc_strobe_capture {inst period} {
    cdc_sync_bits "$inst/u_sync"
    set_max_delay -datapath_only [expr {3.0 * $period}] -to [get_cells "$inst/q_reg*"]
}

# reset_sync: no timing from the asynchronous source
proc cdc_reset_sync {inst} {
    cdc_async $inst sync
    set_false_path -to [get_pins "$inst/sync_reg*/CLR"]
}

# ---- your design, for example -------------------------------------------------
# create_clock -name clk_w -period 60.0 [get_ports clk_w]
# create_clock -name clk_r -period 40.0 [get_ports clk_r]
# cdc_reset_sync u_rst_w
# cdc_reset_sync u_rst_r
# cdc_async_fifo u_fifo 60.0 40.0
