// SPDX-License-Identifier: Apache-2.0
//
// surf_ext - external connector
//
// Purpose     drives and reads one open-collector line. Input: low is TRUE, or FALSE with eip = 1.
//             Output = (meod and data) or (mei and Input) or (mbv and boc); TRUE, or FALSE with eop
//             = 1, pulls the line low. enable = 0 releases it.
// Interface   x_in is the level of the line, asynchronous. ext_true is the input, synchronised to
//             clk25. set_ext is 1 for one clock when it becomes TRUE, because of the line or of
//             eip, even with enable = 0.
// Latency     x_in to ext_true 2 clocks (3 with jitter), to x_out_oe one more. A pulse must last at
//             least 3 clocks.
// Domain      clk25.
// Reset       rst_n: power-on; rst_board_n: power-on and RESDRV, releases the output.
// Paper       TR-596-99 3.3, A.6 TTCR.
`default_nettype none

module surf_ext (
    input  wire clk25,
    input  wire rst_n,
    input  wire rst_board_n,
    input  wire enable,
    input  wire x_in,
    input  wire eip,
    input  wire eop,
    input  wire meod,
    input  wire mei,
    input  wire mbv,
    input  wire data,
    input  wire boc,
    output wire ext_true,
    output wire set_ext,
    output reg  x_out_oe
);
    wire line;      // level of the line; 1 when it is released
    reg  was_true;

    sync_bits #(.WIDTH(1), .RESET(1'b1), .SALT(32'h5300)) u_line (
        .clk(clk25), .rst_n(rst_n), .d(x_in), .q(line)
    );

    assign ext_true = line == eip;
    assign set_ext  = ext_true && !was_true;

    wire out_true = (meod && data) || (mei && ext_true) || (mbv && boc);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            was_true <= 1'b0;
        else
            was_true <= ext_true;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            x_out_oe <= 1'b0;
        else
            x_out_oe <= enable && out_true != eop;
endmodule
