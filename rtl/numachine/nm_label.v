// SPDX-License-Identifier: Apache-2.0
//
// nm_label - addresses and writes the block label SRAM
//
// Purpose     addresses two SRAMs of 128K x 9, which are read by default, and writes one label if
//             the transaction is a label write.
// Interface   index follows ad combinationally: AD[23:6], [24:7] or [25:8], depending on line size
//             and number of boards; index[17] selects the chip. A label write has AD[35:32] = 4,
//             AD[27:24] = 1101 and Cmd[3] = 0.
//             is_write = 1: ad and cmd3 in this clock are those of a label write.
//             start = 1: a transaction is accepted in this clock. wdata is sampled in the next
//             clock (check = 1). If the transaction is a label write, write = 1 in the clock after
//             that, with the index of the write and q. match is is_write of the previous clock.
// Latency     start to write 2 clocks. Throughput: one start per clock, but a start while write = 1
//             would read its label from the wrong entry.
// Domain      clk.
// Paper       thesis, 4.4, Figure 4.4, appendix B.
`default_nettype none

module nm_label (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         start,
    input  wire [27:6]  ad,
    input  wire [35:32] magic,
    input  wire         cmd3,
    input  wire         line128,
    input  wire         boards2,
    input  wire [8:0]   wdata,
    output wire         is_write,
    output reg          match,
    output reg          check,   // state Write_Check
    output reg          write,   // state Write
    output reg  [8:0]   q,
    output reg  [17:0]  index
);
    localparam [3:0] MONITOR = 4'd4, LABELS = 4'b1101;

    reg [17:0] started, place;   // index of the write: latched with start, and used in state Write

    assign is_write = magic == MONITOR && ad[27:24] == LABELS && !cmd3;

    always @*
        if (write)
            index = place;
        else
            case ({line128, boards2})
            2'b00:   index = ad[23:6];
            2'b11:   index = ad[25:8];
            default: index = ad[24:7];
            endcase

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            match   <= 1'b0;
            check   <= 1'b0;
            write   <= 1'b0;
            q       <= 9'd0;
            started <= 18'd0;
            place   <= 18'd0;
        end else begin
            match <= is_write;
            check <= start;
            write <= check && match;
            q     <= wdata;
            place <= started;
            started <= ad[23:6];
        end
endmodule
