// SPDX-License-Identifier: Apache-2.0
//
// Proof of xdb_bus: each request is matched with its reply, or a flag reports an error.
//
// Packets, including illegal ones, and settings are free; forget and reset come at any time. The
// solver chooses one of the four handlers.
`default_nettype none

module prove_xdb_bus (
    input wire        clk,
    input wire        rst_n,
    input wire        head,
    input wire [2:0]  kind,
    input wire        reply,
    input wire [4:0]  unit,
    input wire [28:6] addr,
    input wire [3:0]  hit,
    input wire        io_ref,
    input wire        io_hit,
    input wire        forget
);
    localparam [2:0] READ = 3'd0, FLUSH = 3'd4, BLOCK = 3'd5;   // kinds; above them, I/O
    localparam [6:0] MOST = 7'd63;          // requests that a handler's queue counts
    localparam [3:0] LONG = 4'd9, SHORT = 4'd2;     // clocks of a packet

    (* anyconst *) wire [1:0] ways;
    (* anyconst *) wire [4:0] first;
    (* anyconst *) wire [4:0] io;
    (* anyconst *) wire [1:0] handler;

    wire       busy, moves, pio, pio_waits, io_looks, io_misses, wrong_queue, wrong_pio,
        wrong_packet;
    wire [7:0] kinds;
    wire [3:0] access, broadcasts, swaps, waiting, reads, writes, answers, invalidated, updated,
               snooped;

    xdb_bus dut (.*);

    initial assume (!rst_n);

    // The packet that began two clocks ago, and the handler of its address
    reg        begun, begun2, was_reply, was_reply2, forgot;
    reg  [2:0] was_kind, was_kind2;
    reg  [1:0] was_handler, was_handler2;
    wire [1:0] at = ways == 2'd0 ? addr[28:27] : ways == 2'd1 ? {addr[28], addr[6]} : addr[7:6];

    // Reference: unanswered requests of the chosen handler, with the latency of the outputs
    reg  [6:0] queue;
    wire       memory = was_kind2 <= BLOCK;
    wire       here   = begun2 && memory && was_handler2 == handler;
    wire       asks   = here && !was_reply2;
    wire       gives  = here && was_reply2;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            begun  <= 1'b0;
            begun2 <= 1'b0;
            forgot <= 1'b0;
            queue  <= 7'd0;
            {was_reply, was_reply2, was_kind, was_kind2, was_handler, was_handler2} <= 0;
        end else begin
            {begun2, begun} <= {begun, head};
            {was_reply2, was_reply} <= {was_reply, reply};
            {was_kind2, was_kind} <= {was_kind, kind};
            {was_handler2, was_handler} <= {was_handler, at};
            forgot <= forget;
            // at most 63; an illegal request or reply sets a flag, see below
            if (forgot)
                queue <= 7'd0;
            else if (asks && queue < MOST)
                queue <= queue + 7'd1;
            else if (gives && queue != 7'd0)
                queue <= queue - 7'd1;
        end

    // Clocks of the newest packet that are still to come on the outputs, with the present one; a
    // packet ends an earlier one
    reg  [3:0] rest;
    reg        inside;              // the packet began inside another one
    wire       was_long = was_reply ? was_kind == READ : was_kind == FLUSH || was_kind == BLOCK;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {rest, inside} <= 5'd0;
        else begin
            rest   <= begun ? (was_long ? LONG : SHORT) : rest != 4'd0 ? rest - 4'd1 : 4'd0;
            inside <= begun && rest > 4'd1;
        end

    wire [6:0] after = forgot ? 7'd0 : asks && queue < MOST ? queue + 7'd1 :
                       gives && queue != 7'd0 ? queue - 7'd1 : queue;
    (* hierconn *) wire [5:0] \dut.g_handler[0].depth , \dut.g_handler[1].depth ,
                              \dut.g_handler[2].depth , \dut.g_handler[3].depth ;
    wire [5:0] depth = handler == 2'd0 ? \dut.g_handler[0].depth :
                       handler == 2'd1 ? \dut.g_handler[1].depth :
                       handler == 2'd2 ? \dut.g_handler[2].depth : \dut.g_handler[3].depth ;
    wire [3:0] requests = {2'd0, kinds[0]} + kinds[1] + kinds[2] + kinds[3] + kinds[4] + kinds[5];
    wire [3:0] accesses = {2'd0, access[0]} + access[1] + access[2] + access[3];

    (* hierconn *) wire       \dut.head_q , \dut.reply_q ;
    (* hierconn *) wire [2:0] \dut.kind_q ;
    (* hierconn *) wire [1:0] \dut.handler_q ;
    (* hierconn *) wire [3:0] \dut.left ;

    always @* begin
        assert (\dut.head_q == begun && \dut.reply_q == was_reply);
        assert (\dut.kind_q == was_kind && \dut.handler_q == was_handler);
        assert (depth == after);
        assert (access[handler] == asks);
        assert (waiting[handler] == (after != 0));
        // the published identity
        assert (requests == accesses);
        // a request or reply that cannot be matched sets its flag, and no other packet does
        if (here)
            assert (wrong_queue == (asks ? queue == MOST : queue == 7'd0));
        if (!begun2 || !memory)
            assert (!wrong_queue);
        assert (\dut.left == (rest == 4'd0 ? 4'd0 : rest - 4'd1));
        assert (busy == (rest != 4'd0));
        assert (wrong_packet == inside);
    end

    always @* begin
        cover (rst_n && queue == 7'd3 && gives);
        cover (rst_n && wrong_queue && gives);
        cover (rst_n && wrong_packet && rest == LONG);
    end
endmodule
