// SPDX-License-Identifier: Apache-2.0
//
// surf_filter - selects packets by address, sender, color, size and latency
//
// Purpose     is a filter of revision 2, for the histogram, the trace or the trigger sequencer.
// Interface   wr (one clock) writes word index by byte lanes: FxCR, FxAL, FxAH, FxAM, FxS0, FxS1,
//             FxC0, FxC1, FxSZ, FxLL, FxLH of surfboard_ext.def, in this order from 0; rdata
//             belongs to index. trace and size are those of the packet in Stage 2. pass = 1: all
//             criteria that FxCR enables are met or, with FxCR.INV, at least one of them is not
//             met.
// Latency     a write takes effect in the next clock; pass 0 clocks. LATE = 1: trace and size are
//             compared in one clock, and pass is theirs in the next; FxCR has no such delay. rdata
//             belongs to index of the clock before.
// Domain      clk25.
// Reset       rst_n, power-on only; afterwards every packet passes.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_filter #(
    parameter LATE = 0          // 1 = a register behind the comparisons
) (
    input  wire         clk25,
    input  wire         rst_n,

    input  wire         wr,
    input  wire [3:0]   index,
    input  wire [3:0]   be,
    input  wire [31:0]  wdata,
    output wire [31:0]  rdata,

    input  wire [127:0] trace,
    input  wire [10:0]  size,
    output wire         pass
);
    // the registers, and the bits that they have
    localparam [351:0] BITS = {{2{32'h00FFFFFF}}, 32'h07FF07FF, {4{32'hFFFFFFFF}},
                               {3{32'h07FFFFFC}}, 32'h0000003F};
    reg  [351:0] words;
    wire [5:0]   control   = words[5:0];        // INV, LAT, SIZE, COLOR, SENDER, ADDR
    wire [26:2]  addr_low  = words[58:34];
    wire [26:2]  addr_high = words[90:66];
    wire [26:2]  addr_mask = words[122:98];
    wire [63:0]  senders   = words[191:128];
    wire [63:0]  colors    = words[255:192];
    wire [10:0]  size_low  = words[266:256];
    wire [10:0]  size_high = words[282:272];
    wire [23:0]  lat_low   = words[311:288];
    wire [23:0]  lat_high  = words[343:320];

    integer n;

    // one process, because Icarus Verilog starts each at every clock
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            words <= 352'd0;
        else if (wr)
            for (n = 0; n < 44; n = n + 1)
                if ({28'd0, index} == n / 4 && be[n % 4])
                    words[8 * n +: 8] <= wdata[8 * (n % 4) +: 8] & BITS[8 * n +: 8];

    reg  [31:0] shown;

    always @* begin
        case (index)
        4'd0:    shown = {26'd0, control};
        4'd1:    shown = {5'd0, addr_low, 2'd0};
        4'd2:    shown = {5'd0, addr_high, 2'd0};
        4'd3:    shown = {5'd0, addr_mask, 2'd0};
        4'd4:    shown = senders[31:0];
        4'd5:    shown = senders[63:32];
        4'd6:    shown = colors[31:0];
        4'd7:    shown = colors[63:32];
        4'd8:    shown = {5'd0, size_high, 5'd0, size_low};
        4'd9:    shown = {8'd0, lat_low};
        4'd10:   shown = {8'd0, lat_high};
        default: shown = 32'd0;
        endcase
    end

    // Fields of the trace entry
    wire [26:2] addr    = trace[124:100] & addr_mask;
    wire [5:0]  color   = trace[49:44];
    wire [5:0]  sender  = trace[31:26];
    wire [23:0] latency = trace[23:0];

    wire [4:0] holds = {
        latency >= lat_low && latency <= lat_high,
        size >= size_low && size <= size_high,
        colors[color],
        senders[sender],
        addr >= addr_low && addr <= addr_high
    };

    wire [4:0] held;

    generate
        if (LATE != 0) begin : g_late
            reg [4:0]  were;
            reg [31:0] read;

            always @(posedge clk25 or negedge rst_n)
                if (!rst_n) begin
                    were <= 5'd0;
                    read <= 32'd0;
                end else begin
                    were <= holds;
                    read <= shown;
                end

            assign held  = were;
            assign rdata = read;
        end else begin : g_at_once
            assign held  = holds;
            assign rdata = shown;
        end
    endgenerate

    assign pass = (&(held | ~control[4:0])) ^ control[5];

    wire unused = &{1'b0, trace, words};
endmodule
