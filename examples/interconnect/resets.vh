// SPDX-License-Identifier: Apache-2.0
// Body of a module with bench.vh: resets of the bus and of the tap alone, of 8 clocks each, which
// never overlap, and how often each came.
    reg     tap_rst_n = 1;
    integer resetting = 0, tap_resetting = 0, bus_resets = 0, tap_resets = 0;

    // in each clock: each reset begins in one of `mean` clocks
    task resets(input [31:0] mean);
        if (resetting == 0 && tap_resetting == 0 && draw(mean) == 0) begin
            resetting = 8;
            bus_resets = bus_resets + 1;
            bus_rst_n <= 0;
        end else if (resetting == 0 && tap_resetting == 0 && draw(mean) == 0) begin
            tap_resetting = 8;
            tap_resets = tap_resets + 1;
            tap_rst_n <= 0;
        end else begin
            if (resetting != 0)
                resetting = resetting - 1;
            if (tap_resetting != 0)
                tap_resetting = tap_resetting - 1;
            bus_rst_n <= resetting == 0;
            tap_rst_n <= tap_resetting == 0;
        end
    endtask
