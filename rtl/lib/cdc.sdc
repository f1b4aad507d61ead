# SPDX-License-Identifier: Apache-2.0
#
# Timing exceptions of the crossing blocks, SDC (OpenSTA, Quartus and others).
# make constraints lists the instances of a top; or set the names of your design in
# the last part.
#
# Registers are found by name below the instance path: bit k of meta is called
# meta[k] in SDC tools; with another naming rule change the patterns here. Periods
# are in the time unit of the tool. set_false_path -hold goes with each maximum: an
# asynchronous path has no hold check.

proc cdc_max {from to limit} {
    set_max_delay $limit -from [get_cells $from] -to [get_cells $to]
    set_false_path -hold -from [get_cells $from] -to [get_cells $to]
}

# sync_bits: no timing to the first flip-flop
proc cdc_sync_bits {inst} {
    set_false_path -to [get_cells "$inst/meta*"]
}

# sync_gray: below one period of the sending clock
proc cdc_sync_gray {inst period_a} {
    cdc_max "$inst/a*" "$inst/meta*" $period_a
}

# count_sync: the same
proc cdc_count_sync {inst period_a} {
    cdc_sync_gray "$inst/u_gray" $period_a
}

# cdc_handshake: toggles free, data below two periods of the receiver
proc cdc_cdc_handshake {inst period_a period_b} {
    cdc_sync_bits "$inst/u_req"
    cdc_sync_bits "$inst/u_ack"
    cdc_max "$inst/data_a*"  "$inst/data_b*"   [expr {2.0 * $period_b}]
    cdc_max "$inst/rdata_b*" "$inst/ack_data*" [expr {2.0 * $period_a}]
}

# async_fifo: pointers as sync_gray, memory below two periods of the reader
proc cdc_async_fifo {inst period_w period_r} {
    cdc_sync_gray "$inst/u_wgray" $period_w
    cdc_sync_gray "$inst/u_rgray" $period_r
    cdc_max "$inst/mem*" "$inst/rdata*" [expr {2.0 * $period_r}]
}

# strobe_capture: strobe free, data below three periods of the receiver
proc cdc_strobe_capture {inst period} {
    cdc_sync_bits "$inst/u_sync"
    set_max_delay [expr {3.0 * $period}] -to [get_cells "$inst/q*"]
    set_false_path -hold -to [get_cells "$inst/q*"]
}

# reset_sync: no timing from the asynchronous source
proc cdc_reset_sync {inst} {
    set_false_path -to [get_pins "$inst/sync*/CLRN"]
}

# ---- your design, for example -------------------------------------------------
# create_clock -name clk_w -period 60.0 [get_ports clk_w]
# create_clock -name clk_r -period 40.0 [get_ports clk_r]
# cdc_reset_sync u_rst_w
# cdc_reset_sync u_rst_r
# cdc_async_fifo u_fifo 60.0 40.0
