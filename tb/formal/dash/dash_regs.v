// SPDX-License-Identifier: Apache-2.0
// Proof of dash_regs: conditions change only with the circuit, which changes while nothing is
// observed.
`default_nettype none
`include "dash_regs.vh"

module prove_dash_regs #(
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
    (* hierconn *) wire \dut.running ;

    // the bits of inc for CLOCKS, GAP and EXCHANGES, which dash_regs counts itself
    localparam [15:0] INSIDE = 16'h01C0;

    initial assume (!rst_n);
    always @* assume (!(wr && rd) && (inc & INSIDE) == 16'd0);

    wire [31:0]  where = {24'd0, offset, 2'b00};
    wire         clear = wr && where == `DASH_CTRL && wdata[`DASH_CTRL_CLEAR];
    wire [121:0] conditions = {mode, mask0, mask1, tmask, tvalue, post[3:0]};
    reg  [121:0] was;
    reg  [2:0]   was_circuit;
    reg          was_running, was_on, was_condition;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            was           <= {32'd0, 28'hFFFFFFF, 62'd0};
            was_circuit   <= 3'd0;
            was_running   <= 1'b0;
            was_on        <= 1'b0;
            was_condition <= 1'b0;
        end else begin
            was           <= conditions;
            was_circuit   <= circuit;
            was_running   <= \dut.running ;
            was_on        <= on;
            was_condition <= wr && \dut.running && where >= `DASH_MODE && where <= `DASH_POST;
        end

    always @* if (rst_n) begin
        if (was_running)
            assert (conditions == was);
        if (was_condition)
            assert (refused);
        if (was_on)
            assert (circuit == was_circuit);
        // nothing is observed without a circuit
        if (on)
            assert (was_running && circuit != 3'd0 && !held);
    end

    always @* begin
        cover (rst_n && was_condition && on);
        cover (rst_n && was_on && !\dut.running );
    end
endmodule
