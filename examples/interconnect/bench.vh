// SPDX-License-Identifier: Apache-2.0
// Body of a module with a parameter SEED that disturbs a dut: its clock, its reset, the clocks since
// then, random numbers, and the failures, of which the first are printed.
    reg  clk = 0, rst_n = 0, bus_rst_n = 0;
    reg  [43:0] now = 0;
    always #5 clk = !clk;
    initial #52 rst_n = 1;

    // 0 to n - 1, by a 64-bit xorshift
    reg [63:0] r = {32'd88172645, SEED[31:0]};
    function [31:0] draw(input [31:0] n);
        begin
            r = r ^ (r << 13);
            r = r ^ (r >> 7);
            r = r ^ (r << 17);
            draw = r[63:32] % n;
        end
    endfunction

    integer         errors = 0;
    reg  [8*96-1:0] failure;        // text made by $sformat, for fail()
    task fail(input [8*96-1:0] what);
        begin
            if (errors < 10)
                $display("clock %0d: %0s", now, what);
            errors = errors + 1;
        end
    endtask
