// SPDX-License-Identifier: Apache-2.0
//
// hm_losses - loss marks
//
// Purpose     collects the contents of a mark from a loss on: the first and the last
//             window that may lack nibbles, the nodes that lost any, and the number
//             of frames lost. A mark goes to the frame FIFO between the frames
//             before the loss and those after it:
//               W0  first window        W2  1 in bit 31, nodes in bits 15..0
//               W1  frames lost         W3  last window
//             A loss is contiguous, so that nothing inside it is kept:
//             - a frame that finds no room: block makes the builder drop all
//               frames until half of the frame FIFO is free;
//             - a nibble that a port loses: the port is shut until the mark;
//             - a window that finds no room: the ports with a nibble in it are
//               shut, and what they hold unreported is flushed.
// Interface   full, late: items lost by ports. miss: a window is lost, of the
//             nodes marked. drop: a frame of vector and frame_stamp is dropped.
//             empty: ports without items. half, room: at least half of the frame
//             FIFO is free; a mark fits.
//             due: a mark can be made now, when no frame is being built. take
//             makes it: mark has its words, W0 in bits 31..0, from the next clock
//             on. Losses from that clock on belong to the next mark; the ports
//             that were shut open with the next window.
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
    reg         open;      // something was lost since the last mark
    reg  [15:0] nodes;
    reg  [31:0] first, newest, count; // newest: window of the last frame dropped
    reg  [15:0] reopen;    // ports that open with the next window

    wire [15:0] gone   = full | late | flush;            // ports that lose now
    wire        begins = (open && !take) ? 1'b0 : 1'b1;  // a loss now is the first one
    wire [32:0] more   = {1'b0, begins ? 32'd0 : count} + {32'd0, drop} + {32'd0, miss};
    wire [15:0] named  = gone | (vector & {16{drop}});
    wire        some   = |named;
    // ports of the old mark lose until they open
    wire        shuts  = |(shut & ~reopen);

    assign flush = marked & {16{miss}};
    assign due   = open && room && (!block || half) && ((shut & ~reopen) & ~empty) == 16'd0;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            open   <= 1'b0;
            block  <= 1'b0;
            nodes  <= 16'd0;
            first  <= 32'd0;
            newest  <= 32'd0;
            count  <= 32'd0;
            shut   <= 16'd0;
            reopen <= 16'd0;
            mark   <= 128'd0;
        end else if (clear) begin
            open   <= 1'b0;
            block  <= 1'b0;
            shut   <= 16'd0;
            reopen <= 16'd0;
        end else begin
            if (take)
                mark <= {shuts ? stamp : newest, 1'b1, 15'd0, nodes, count, first};
            open  <= some || (open && !take);
            block <= drop || (block && !take);
            nodes <= named | (begins ? 16'd0 : nodes);
            count <= more[32] ? 32'hFFFFFFFF : more[31:0];
            // a frame dropped was in a window before this one
            if (drop && !(block && !take))
                first <= frame_stamp;
            else if (begins && some)
                first <= stamp;
            if (drop)
                newest <= frame_stamp;
            shut   <= (shut | gone) & ~({16{last}} & (reopen | (shut & {16{take}})));
            reopen <= last ? 16'd0 : reopen | (shut & {16{take}});
        end
endmodule
