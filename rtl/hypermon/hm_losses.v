// SPDX-License-Identifier: Apache-2.0
//
// hm_losses - loss marks
//
// Purpose     collects the contents of a loss mark, beginning with the first loss: the first and
//             the last window that may lack nibbles, the nodes that have lost any, and the number
//             of lost frames. A mark is stored in the frame FIFO between the frames before the loss
//             and those after it:
//               W0  first window        W2  1 in bit 31, nodes in bits 15..0
//               W1  frames lost         W3  last window
//             A loss is contiguous: everything between its first and last window is lost, too:
//             - if a frame does not fit, block makes the builder drop all frames until half of the
//               frame FIFO is free;
//             - if a port loses a nibble, the port is shut until the mark;
//             - if a window does not fit, the ports with a nibble in it are shut, and their
//               unreported nibbles are flushed.
// Interface   full, late: ports that lose an item. miss: a window is lost; marked has its nodes.
//             drop: a frame is dropped; vector and frame_stamp describe it. empty: ports without
//             items. half: at least half of the frame FIFO is free. room: a mark fits.
//             due: a mark can be created while no frame is being built. take creates it: mark has
//             its words, W0 in bits 31..0, from the next clock on. Losses from that clock on belong
//             to the next mark; the ports that were shut open at the start of the next window.
// Domain      clk20.
`default_nettype none

module hm_losses (
    input  wire         clk20,
    input  wire         rst_n,
    input  wire         clear,
    input  wire         last,        // last clock of a window
    input  wire [31:0]  stamp,       // its number
    input  wire [15:0]  full,
    input  wire [15:0]  late,
    input  wire         miss,
    input  wire [15:0]  marked,
    input  wire         drop,
    input  wire [15:0]  vector,
    input  wire [31:0]  frame_stamp,
    input  wire [15:0]  empty,
    input  wire         half,
    input  wire         room,
    output reg  [15:0]  shut,
    output wire [15:0]  flush,
    output reg          block,
    output wire         due,
    input  wire         take,
    output reg  [127:0] mark
);
    reg         open;      // an item was lost since the last mark
    reg  [15:0] nodes;
    reg  [31:0] first, newest, count; // newest: window of the last dropped frame
    reg  [15:0] reopen;    // ports that open at the start of the next window

    wire [15:0] gone   = full | late | flush;            // ports that lose items in this clock
    wire        begins = (open && !take) ? 1'b0 : 1'b1;  // a loss in this clock is the first one of
                                                         // a mark
    wire [32:0] more   = {1'b0, begins ? 32'd0 : count} + {32'd0, drop} + {32'd0, miss};
    wire [15:0] named  = gone | (vector & {16{drop}});
    wire        some   = |named;
    // ports that still belong to the old mark lose items until they open
    wire        shuts  = |(shut & ~reopen);

    // the dropped frame belongs to a window before first; time stamps may wrap
    wire [30:0] unused_distance;
    wire        older;

    assign {older, unused_distance} = frame_stamp - first;

    assign flush = marked & {16{miss}};
    assign due   = open && room && (!block || half) && ((shut & ~reopen) & ~empty) == 16'd0;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            open   <= 1'b0;
            block  <= 1'b0;
            shut   <= 16'd0;
            reopen <= 16'd0;
        end else if (clear) begin
            open   <= 1'b0;
            block  <= 1'b0;
            shut   <= 16'd0;
            reopen <= 16'd0;
        end else begin
            open  <= some || (open && !take);
            block <= drop || (block && !take);
            shut   <= (shut | gone) & ~({16{last}} & (reopen | (shut & {16{take}})));
            reopen <= last ? 16'd0 : reopen | (shut & {16{take}});
        end

    // open says whether these hold anything; without a loss, first is set again
    always @(posedge clk20) begin
        if (take)
            mark <= {shuts ? stamp : newest, 1'b1, 15'd0, nodes, count, first};
        nodes <= named | (begins ? 16'd0 : nodes);
        count <= more[32] ? 32'hFFFFFFFF : more[31:0];
        // the dropped frame belongs to a window before the current one, but maybe after the loss of
        // a port whose mark does not fit yet
        if (drop && (begins || (!block && older)))
            first <= frame_stamp;
        else if (begins)
            first <= stamp;
        if (drop)
            newest <= frame_stamp;
    end
endmodule
