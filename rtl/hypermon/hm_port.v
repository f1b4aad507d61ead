// SPDX-License-Identifier: Apache-2.0
//
// hm_port - one node's port: strobe, nibbles, FIFO
//
// Purpose     takes the nibbles of one node, holds each until a window has
//             reported it, and keeps the reported ones for the frame builder.
// Interface   strobe and data come from the receivers of the cable. A nibble is
//             taken at each rise of strobe while enable = 1.
//             report = 1 in the last clock of a window: the port then reports its oldest unreported
//             item, if it has one, with marked = 1 in the same clock. With keep = 1 the item is put
//             into the FIFO; with keep = 0 it is dropped, because its window is dropped.
//             While shut = 1 the port loses every new item but still reports those that it holds.
//             flush together with report drops the held ones, too.
//             pop removes the oldest reported item from the FIFO; head is valid from the next clock
//             on. The user must not pop more items than were reported.
// Capacity    64 items, at most two of them unreported ("held"). An item that arrives while the
//             port is full is lost with its strobe (full_clk20), and so is one that arrives while
//             two are held (late_clk20).
// WORD_PORT   0: an item is a nibble in bits 3..0.
//             1: an item is a word of eight nibbles, least significant first, in
//             bits 31..0, and in bits 63..32 the number of the window of its
//             first nibble. An incomplete word is kept until clear discards it.
// Latency     2 to 3 clocks from the strobe to the first clock in which the item can be reported,
//             one more with jitter or metastability.
// Domain      clk20. strobe and data are asynchronous.
// Paper       Malony, Reed 1990, 3.1, 3.2.1, 6.
`default_nettype none

module hm_port #(
    parameter WORD_PORT = 0,       // 1: words of eight nibbles
    parameter [31:0] SALT = 32'd0, // seed for the jitter of the synchroniser
    parameter ITEM = WORD_PORT != 0 ? 64 : 4 // bits per item; derived, do not set it
) (
    input  wire            clk20,
    input  wire            rst_n,
    input  wire            clear,    // empties the port
    input  wire            enable,
    input  wire            shut,     // lose every new item
    input  wire            flush,    // with report and keep = 0: drop the held items
    input  wire            strobe,
    input  wire [3:0]      data,
    input  wire [31:0]     stamp,    // number of the window
    input  wire            report,
    input  wire            keep,
    output wire            marked,
    input  wire            pop,
    output wire [ITEM-1:0] head,
    output wire            idle,       // no items
    output wire            edge_clk20, // observation: a strobe rose
    output wire            full_clk20, // one clock: an item was lost because the port is full
    output wire            late_clk20  // one clock: an item was lost because two are held
);
    localparam [6:0] SLOTS = 7'd64;

    wire            seen;
    wire [3:0]      nibble;
    wire            offered;    // an item is complete
    wire [ITEM-1:0] item;
    reg  [1:0]      held;       // items not yet reported
    reg  [ITEM-1:0] first, second;
    wire [6:0]      kept;       // items in the FIFO
    wire            kept_none, unused_level, unused_full;

    strobe_capture #(.WIDTH(4), .SALT(SALT)) u_strobe (
        .clk(clk20), .rst_n(rst_n), .strobe(strobe), .data(data),
        .level(unused_level), .valid(seen), .q(nibble)
    );

    assign edge_clk20 = seen;

    generate
        if (WORD_PORT != 0) begin : g_word
            reg [2:0]  have;     // nibbles of the word so far
            reg [27:0] part;
            reg [31:0] begun;    // window of the first nibble

            assign offered = seen && enable && !shut && have == 3'd7;
            assign item    = {begun, nibble, part};

            always @(posedge clk20 or negedge rst_n)
                if (!rst_n)
                    have <= 3'd0;
                else if (clear)
                    have <= 3'd0;
                else if (seen && enable)
                    have <= have + 3'd1;

            always @(posedge clk20)
                if (seen && enable) begin
                    part <= {nibble, part[27:4]};
                    if (have == 3'd0)
                        begun <= stamp;
                end
        end else begin : g_nibble
            assign offered = seen && enable && !shut;
            assign item    = nibble;
            wire unused = &{1'b0, stamp};
        end
    endgenerate

    wire room = {5'd0, held} + kept < SLOTS;
    wire take = offered && room && held != 2'd2;
    wire give = report && marked;

    assign marked     = held != 2'd0 || take;
    assign idle       = held == 2'd0 && kept_none;
    assign full_clk20 = offered && !room;
    assign late_clk20 = offered && room && held == 2'd2;

    sync_fifo #(.WIDTH(ITEM), .DEPTH_LOG2(6)) u_fifo (
        .clk(clk20), .rst_n(rst_n), .clear(clear),
        .wr(give && keep), .wdata(held != 2'd0 ? first : item), .full(unused_full),
        .rd(pop), .rdata(head), .empty(kept_none), .count(kept)
    );

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            held <= 2'd0;
        else if (clear)
            held <= 2'd0;
        else if (flush || take != give)
            held <= flush ? 2'd0 : held + {1'b0, take} - {1'b0, give};

    always @(posedge clk20) begin
        if (give)
            first <= held == 2'd2 ? second : item;
        else if (take && held == 2'd0)
            first <= item;
        if (take)
            second <= item;    // used only while another item is held
    end
endmodule
