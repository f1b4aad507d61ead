// SPDX-License-Identifier: Apache-2.0
// Proof of dash_regs: every event counts, also in the clock of a clear, and has a flag.
`default_nettype none
`include "dash_regs.vh"

module prove_dash_counts #(
    parameter EXCHANGE_CLOCKS = 4
) (
    input wire        clk,
    input wire        rst_n,
    input wire        wr,
    input wire        rd,
    input wire [7:2]  offset,
    input wire [31:0] wdata,
    input wire        rejected,
    input wire [21:0] tcnt,
    input wire        busy,
    input wire        fired,
    input wire [7:0]  presence,
    input wire [15:0] inc,
    input wire [27:0] wrapped
);
    wire [31:0] rdata, mode;
    wire        refused, held, on, hold, irq, set_tcnt;
    wire [2:0]  circuit;
    wire [13:0] mask0, mask1;
    wire [28:0] tmask, tvalue;
    wire [21:0] post;
    wire [6:0]  window;

    dash_regs #(.EXCHANGE_CLOCKS(EXCHANGE_CLOCKS)) dut (.*);

    // the bits of inc for CLOCKS, GAP and EXCHANGES, which dash_regs counts itself
    localparam [15:0] INSIDE = 16'h01C0;

    initial assume (!rst_n);
    always @* assume (!(wr && rd) && (inc & INSIDE) == 16'd0);

    // a count is chosen: MISSED0, MISSED1, WRAPS0, LOST or SKIPPED
    (* anyconst *) wire [3:0] k;
    always @* assume (k == 4'd2 || k == 4'd3 || k == 4'd4 || k == 4'd11 || k == 4'd15);

    wire [31:0]  where = {24'd0, offset, 2'b00};
    wire         clear = wr && where == `DASH_CTRL && wdata[`DASH_CTRL_CLEAR];
    reg          was_read, was_stat;
    reg  [31:0]  number, was_number;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            was_read      <= 1'b0;
            was_stat      <= 1'b0;
            number        <= 32'd0;
            was_number    <= 32'd0;
        end else begin
            was_read      <= rd && where == `DASH_COUNTED0 + 4 * k;
            was_stat      <= rd && where == `DASH_STAT;
            number        <= (clear ? 32'd0 : number) + inc[k];
            was_number    <= number;
        end

    wire flag = k <= 4'd3  ? rdata[`DASH_STAT_MISS_LSB] :
                k == 4'd4  ? rdata[`DASH_STAT_WRAP_LSB] :
                k == 4'd11 ? rdata[`DASH_STAT_LOST_LSB] : rdata[`DASH_STAT_SKIP_LSB];

    always @* if (rst_n) begin
        if (was_read)
            assert (rdata == was_number);
        if (was_stat && was_number != 32'd0)
            assert (flag);
    end

    always @* begin
        cover (rst_n && was_stat && was_number == 32'd2);
    end
endmodule
