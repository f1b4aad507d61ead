// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_compact alone, with all 16 nodes, for any vectors, words and free space: each output
// in each clock, from the rules of the interface.
`default_nettype none

module prove_hm_compact #(
    parameter SELECT = 0
) (
    input wire          clk20,
    input wire          rst_n,
    input wire          clear,
    input wire          vec_empty,
    input wire [15:0]   any_vector,
    input wire [95:0]   any_heads,
    input wire [5:0]    free
);
    wire          vec_rd, wr, store, drop;
    wire [15:0]   pop;
    wire [31:0]   wdata;
    wire [4:0]    size;
    reg  [15:0]   vector;
    reg  [95:0]   bits;
    wire [1023:0] heads;

    hm_compact #(.ROOM(6), .SELECT_TS(SELECT)) dut (.*);

    initial assume (!rst_n);
    always @* assume (any_vector != 0);

    // vector and heads change after they were popped. Only whether windows are equal matters, and
    // bit 31 of a word, so that few bits of both are free: three of the window, three of the word.
    genvar n;
    generate
        for (n = 0; n < 16; n = n + 1) begin : g_node
            assign heads[64*n +: 64] = {29'd0, bits[6*n + 3 +: 3], bits[6*n + 2], 29'd0,
                                        bits[6*n +: 2]};
        end
    endgenerate

    always @(posedge clk20) begin
        if (vec_rd)
            vector <= any_vector;
        if (pop != 0)
            bits <= any_heads;
    end

    // ---- reference: the frame that is being built
    localparam [2:0] IDLE = 3'd0, POPPED = 3'd1, LOOK = 3'd2, FIRST = 3'd3, TIME = 3'd4,
                     ITEMS = 3'd5, LAST = 3'd6;
    reg  [2:0]  at;
    reg  [15:0] todo;       // nodes of the vector that are in no frame yet
    reg  [15:0] nodes;      // nodes of the frame
    reg         timed;      // the frame has a time stamp
    reg  [31:0] window;
    reg  [15:0] left;       // nodes of the frame whose words are not written
    reg  [4:0]  number;
    reg         fits;

    // the frame that would be built from todo
    reg  [15:0] next_nodes;
    reg         next_timed;
    reg  [31:0] next_window;
    reg  [4:0]  next_number;
    reg         found;
    integer     k;

    always @* begin
        found       = 1'b0;
        next_window = 32'd0;
        next_nodes  = 16'd0;
        next_timed  = SELECT == 0;
        next_number = 5'd0;
        for (k = 0; k < 16; k = k + 1)
            if (todo[k]) begin
                if (!found)
                    next_window = heads[64*k + 32 +: 32];
                found = 1'b1;
                if (heads[64*k + 32 +: 32] == next_window) begin
                    next_nodes[k] = 1'b1;
                    next_number   = next_number + 5'd1;
                    if (heads[64*k + 31])
                        next_timed = 1'b1;
                end
            end
    end

    // the word that is next, that of the lowest node of left
    reg [31:0] word;
    reg [15:0] turn;
    integer    m;

    always @* begin
        turn = 16'd0;
        word = 32'd0;
        for (m = 15; m >= 0; m = m - 1)
            if (left[m]) begin
                turn = 16'd1 << m;
                word = heads[64*m +: 32];
            end
    end

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            at <= IDLE;
        else if (clear)
            at <= IDLE;
        else
            case (at)
            IDLE:    at <= vec_empty ? IDLE : POPPED;
            POPPED:  at <= LOOK;
            LOOK:    at <= FIRST;
            FIRST:   at <= timed ? TIME : ITEMS;
            TIME:    at <= ITEMS;
            ITEMS:   at <= left == turn ? LAST : ITEMS;
            default: at <= todo == 0 ? IDLE : LOOK;
            endcase

    always @(posedge clk20) begin
        if (at == POPPED)
            todo <= vector;
        if (at == LOOK) begin
            todo   <= todo & ~next_nodes;
            nodes  <= next_nodes;
            timed  <= next_timed;
            window <= next_window;
            number <= next_number;
            left   <= next_nodes;
            fits   <= free >= {1'b0, next_number} + 6'd1 + next_timed;
        end
        if (at == ITEMS)
            left <= left & ~turn;
    end

    always @* if (rst_n) begin
        assert (vec_rd == (at == IDLE && !vec_empty));
        assert (pop == (at == POPPED ? vector : 16'd0));
        assert (wr == (fits && (at == FIRST || at == TIME || at == ITEMS)));
        if (wr)
            assert (wdata == (at == FIRST ? {timed, 10'd0, number, nodes} :
                              at == TIME ? window : word));
        assert (store == (at == LAST && fits));
        assert (drop == (at == LAST && !fits));
        assert (!store || size == number + 5'd1 + timed);
        cover (store && number == 3 && timed && todo != 0);
        cover (drop && free == 4);
    end

    // invariants
    (* hierconn *) wire [2:0]  \dut.step ;
    (* hierconn *) wire [15:0] \dut.rest ;
    (* hierconn *) wire [15:0] \dut.group ;
    (* hierconn *) wire [15:0] \dut.left ;
    (* hierconn *) wire [4:0]  \dut.words ;
    (* hierconn *) wire        \dut.stamped ;
    (* hierconn *) wire        \dut.fits ;
    (* hierconn *) wire [31:0] \dut.stamp ;

    always @* if (rst_n) begin
        assert (\dut.step == at && at <= LAST);
        assert (at <= POPPED || \dut.rest == todo);
        assert (at != POPPED || vector != 0);
        assert (at != LOOK || todo != 0);
        if (at > LOOK) begin
            assert (\dut.group == nodes && \dut.words == number && \dut.stamped == timed);
            assert (\dut.fits == fits && \dut.stamp == window);
            assert (\dut.left == left && (left & ~nodes) == 0 && (todo & nodes) == 0);
            assert (at == LAST ? left == 0 : left != 0);
        end
    end
endmodule
