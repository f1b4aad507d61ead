// SPDX-License-Identifier: Apache-2.0
//
// lib_tb - a short run of rtl/lib: words pass through async_fifo between two unrelated clocks, with
// resets from reset_sync; each word must arrive once and in order.
`timescale 1ns/1ps
`default_nettype none

module lib_tb;
    localparam WORDS = 1000;
    localparam [15:0] PATTERN = 16'hA5C3;   // word n has the value n ^ PATTERN

    reg clk_w = 0, clk_r = 0, arst_n = 0;
    always #7 clk_w = !clk_w;
    always #5.3 clk_r = !clk_r;

    wire rst_w_n, rst_r_n;
    reset_sync u_rst_w (.clk(clk_w), .arst_n(arst_n), .rst_n(rst_w_n));
    reset_sync u_rst_r (.clk(clk_r), .arst_n(arst_n), .rst_n(rst_r_n));

    reg  [15:0] next_w = 0, next_r = 0;
    wire [15:0] rdata;
    wire        full, valid;
    integer     wrong = 0;
    wire        wr = rst_w_n && !full && next_w < WORDS;
    wire        rd = valid && (next_r[3:0] != 4'd5 || slow);    // the reader pauses at some words
    reg         slow = 0;

    async_fifo #(.WIDTH(16), .DEPTH_LOG2(3)) u_fifo (
        .clk_w(clk_w), .rst_w_n(rst_w_n), .wr(wr), .wdata(next_w ^ PATTERN), .full(full),
        .clk_r(clk_r), .rst_r_n(rst_r_n), .rd(rd), .rdata(rdata), .level(valid)
    );

    always @(posedge clk_w)
        if (wr)
            next_w <= next_w + 1;

    always @(posedge clk_r) begin
        slow <= !slow;
        if (rd) begin
            if (rdata !== (next_r ^ PATTERN)) begin
                $display("FAIL word %0d: %h, not %h", next_r, rdata, next_r ^ PATTERN);
                wrong = wrong + 1;
            end
            next_r <= next_r + 1;
        end
    end

    initial begin
        #50 arst_n = 1;
        #100000;
        if (next_r == WORDS && wrong == 0)
            $display("ok   %0d words in order", next_r);
        else
            $display("FAIL %0d of %0d words, %0d wrong", next_r, WORDS, wrong);
        $finish;
    end
endmodule
