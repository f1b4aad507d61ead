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
// Latency     a write takes effect in the next clock; pass 0 clocks.
// Domain      clk25.
// Reset       rst_n, power-on only; afterwards every packet passes.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_filter (
    input  wire         clk25,
    input  wire         rst_n,

    input  wire         wr,
    input  wire [3:0]   index,
    input  wire [3:0]   be,
    input  wire [31:0]  wdata,
    output reg  [31:0]  rdata,

    input  wire [127:0] trace,
    input  wire [10:0]  size,
    output wire         pass
);
    reg [5:0]  control;             // INV, LAT, SIZE, COLOR, SENDER, ADDR
    reg [26:2] addr_low, addr_high, addr_mask;
    reg [63:0] senders, colors;
    reg [10:0] size_low, size_high;
    reg [23:0] lat_low, lat_high;

    wire [31:0] lanes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
    wire [31:0] value = (wdata & lanes) | (rdata & ~lanes);

    always @* begin
        case (index)
        4'd0:    rdata = {26'd0, control};
        4'd1:    rdata = {5'd0, addr_low, 2'd0};
        4'd2:    rdata = {5'd0, addr_high, 2'd0};
        4'd3:    rdata = {5'd0, addr_mask, 2'd0};
        4'd4:    rdata = senders[31:0];
        4'd5:    rdata = senders[63:32];
        4'd6:    rdata = colors[31:0];
        4'd7:    rdata = colors[63:32];
        4'd8:    rdata = {5'd0, size_high, 5'd0, size_low};
        4'd9:    rdata = {8'd0, lat_low};
        4'd10:   rdata = {8'd0, lat_high};
        default: rdata = 32'd0;
        endcase
    end

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            control <= 6'd0;
            {addr_low, addr_high, addr_mask} <= 75'd0;
            {senders, colors} <= 128'd0;
            {size_low, size_high} <= 22'd0;
            {lat_low, lat_high} <= 48'd0;
        end else if (wr)
            case (index)
            4'd0:    control <= value[5:0];
            4'd1:    addr_low <= value[26:2];
            4'd2:    addr_high <= value[26:2];
            4'd3:    addr_mask <= value[26:2];
            4'd4:    senders[31:0] <= value;
            4'd5:    senders[63:32] <= value;
            4'd6:    colors[31:0] <= value;
            4'd7:    colors[63:32] <= value;
            4'd8:    {size_high, size_low} <= {value[26:16], value[10:0]};
            4'd9:    lat_low <= value[23:0];
            4'd10:   lat_high <= value[23:0];
            default: ;
            endcase

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

    assign pass = (&(holds | ~control[4:0])) ^ control[5];

    wire unused = &{1'b0, trace};
endmodule
