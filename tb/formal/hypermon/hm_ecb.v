// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_ecb, its ports, FIFOs and builder together, for any strobes, any transfers of
// the bus and resets at any time: whatever is lost, nibbles and strobe vectors stay aligned.
//
// The proof examines node 0; node 1 represents the others. The fields of a frame are those of
// hm_builder. fifo_queue stands in for sync_fifo. Three proofs, of which the others use the first:
//   STEP    the levels, and that the strobe vectors mark exactly the stored nibbles
//   COUNT   arrivals and departures; frames, counts and flags. Counts are modulo 256, because FIFOs
//           hold 64
//   NIBBLE  one nibble, which the solver chooses when it is taken, is tracked to its frame
//
// With WORDS the first two prove the variant with words (WORD_PORT, SELECT_TS): an item is a word,
// and a vector may produce several frames. The contents of the words are free, and hm_any stands in
// for strobe_capture, windows and the frame FIFO.
`default_nettype none

module prove_hm_ecb (
    input wire        clk20,
    input wire        rst_n,
    input wire [1:0]  strobe,
    input wire [7:0]  data,
    input wire [15:2] a,
    input wire        rw,
    input wire        req_n,
    input wire [31:0] d_i,
    input wire        pick
);
`ifdef WORDS
    localparam WORDS = 1;
    localparam [2:0] FETCH = 3'd0, POP = 3'd1, CHECK = 3'd2, HEAD = 3'd3, STAMP = 3'd4,
                     WORD = 3'd5, STORE = 3'd6;
`else
    localparam WORDS = 0;
    localparam [2:0] FETCH = 3'd0, POP = 3'd1, CHECK = 3'd2, W0 = 3'd3, W1 = 3'd4, W2 = 3'd5,
                     W3 = 3'd6, STORE = 3'd7;
`endif

    wire        ack_n, d_oe, obs_last, obs_store, obs_drop, obs_req;
    wire [31:0] d_o, obs_stamp;
    wire [15:0] obs_edge;
    wire [6:0]  obs_vectors, obs_stamps;

    hm_ecb #(.NODES(2), .WORD_PORT(WORDS), .SELECT_TS(WORDS), .FRAME_DEPTH(256)) dut (
        .strobe_p({14'd0, strobe}), .strobe_n(~{14'd0, strobe}), .data_p({56'd0, data}),
        .data_n(~{56'd0, data}), .*
    );

    initial assume (!rst_n);

    (* hierconn *) wire          \dut.clear ;
    (* hierconn *) wire          \dut.enable ;
    (* hierconn *) wire [1:0]    \dut.code ;
    (* hierconn *) wire          \dut.req_write ;
    (* hierconn *) wire [15:2]   \dut.req_addr ;
    (* hierconn *) wire [31:0]   \dut.req_wdata ;
    (* hierconn *) wire          \dut.vec_full ;
    (* hierconn *) wire          \dut.vec_rd ;
    (* hierconn *) wire          \dut.some ;
    (* hierconn *) wire [15:0]   \dut.marked ;
    (* hierconn *) wire [15:0]   \dut.vector ;
    (* hierconn *) wire [31:0]   \dut.vector_stamp ;
    (* hierconn *) wire [15:0]   \dut.pop ;
    (* hierconn *) wire          \dut.wr ;
    (* hierconn *) wire [31:0]   \dut.wdata ;
    (* hierconn *) wire [3:0]    \dut.status ;
    (* hierconn *) wire [11:0]   \dut.count ;
    (* hierconn *) wire [31:0]   \dut.lost ;
    (* hierconn *) wire          \dut.stamp_full ;
    (* hierconn *) wire          \dut.stamp_empty ;
    (* hierconn *) wire          \dut.vec_empty ;
    (* hierconn *) wire [1023:0] \dut.u_vectors.queue ;
    (* hierconn *) wire [2047:0] \dut.u_stamps.queue ;
    (* hierconn *) wire [1:0]    \dut.g_port[0].g_node.u_port.held ;
    (* hierconn *) wire [6:0]    \dut.g_port[0].g_node.u_port.kept ;
    (* hierconn *) wire          \dut.g_port[0].g_node.u_port.u_fifo.wr ;
    (* hierconn *) wire          \dut.g_port[0].g_node.u_port.u_fifo.full ;
    (* hierconn *) wire [15:0]   \dut.full ;
    (* hierconn *) wire [15:0]   \dut.late ;
    (* hierconn *) wire [10:0]   \dut.u_frames.used ;
`ifdef WORDS
    (* hierconn *) wire [2:0]    \dut.g_port[0].g_node.u_port.g_word.have ;
    (* hierconn *) wire [2:0]    \dut.g_compact.u_builder.step ;
    (* hierconn *) wire          \dut.g_compact.u_builder.fits ;
    (* hierconn *) wire          \dut.g_compact.u_builder.stamped ;
    (* hierconn *) wire [15:0]   \dut.g_compact.u_builder.rest ;
    (* hierconn *) wire [15:0]   \dut.g_compact.u_builder.group ;
    (* hierconn *) wire [15:0]   \dut.g_compact.u_builder.left ;
    (* hierconn *) wire [4:0]    \dut.g_compact.u_builder.words ;
    (* hierconn *) wire [4:0]    \dut.size ;
`else
    (* hierconn *) wire [3:0]    \dut.g_port[0].g_node.u_port.nibble ;
    (* hierconn *) wire [3:0]    \dut.g_port[0].g_node.u_port.first ;
    (* hierconn *) wire [3:0]    \dut.g_port[0].g_node.u_port.second ;
    (* hierconn *) wire [3:0]    \dut.g_port[0].g_node.u_port.head ;
    (* hierconn *) wire [255:0]  \dut.g_port[0].g_node.u_port.u_fifo.queue ;
    (* hierconn *) wire [2:0]    \dut.g_plain.u_builder.step ;
    (* hierconn *) wire          \dut.g_plain.u_builder.fits ;
    (* hierconn *) wire          \dut.g_plain.u_builder.marking ;
    (* hierconn *) wire [10:0]   \dut.u_frames.unread ;
    (* hierconn *) wire [9:0]    \dut.u_frames.wptr ;
    (* hierconn *) wire [9:0]    \dut.u_frames.rptr ;
    (* hierconn *) wire [1:0]    \dut.u_frames.g_plain.word ;
    (* hierconn *) wire          \dut.u_frames.taken ;
`endif

    wire        clear = \dut.clear ;
    wire [1:0]  held  = \dut.g_port[0].g_node.u_port.held ;
    wire [6:0]  kept  = \dut.g_port[0].g_node.u_port.kept ;
`ifdef WORDS
    wire        whole  = \dut.g_port[0].g_node.u_port.g_word.have == 7; // the eighth nibble
    wire [2:0]  step   = \dut.g_compact.u_builder.step ;
    wire        fits   = \dut.g_compact.u_builder.fits ;
    wire [15:0] rest_  = \dut.g_compact.u_builder.rest ;
    wire [15:0] group  = \dut.g_compact.u_builder.group ;
    wire [4:0]  size   = \dut.size ;
    // node 0 is in the current frame; its word waits for its frame
    wire        holds   = group[0];
    wire        waiting = step > POP && (rest_[0] || (step > CHECK && group[0]));
    wire        taken   = 1'b0;
`else
    wire        whole  = 1'b1;
    wire [3:0]  nibble = \dut.g_port[0].g_node.u_port.nibble ;
    wire [2:0]  step   = \dut.g_plain.u_builder.step ;
    wire        fits   = \dut.g_plain.u_builder.fits ;
    wire        holds   = \dut.vector [0];
    wire        waiting = step > POP && \dut.vector [0];
    wire        taken   = \dut.u_frames.taken && \dut.u_frames.g_plain.word == 3;
`endif
    wire [6:0]  vectors = obs_vectors;
    wire        vec_rd = \dut.vec_rd ;
    wire        vec_wr = \dut.some && !\dut.vec_full ;
    wire        pop   = \dut.pop [0];

    // ---- reference, from the rules of the interface alone
    wire        in    = obs_edge[0] && \dut.enable && whole;
    wire        full  = in && held + kept == 64;
    wire        late  = in && !full && held == 2;
    wire        take  = in && !full && !late;
    wire        given = obs_last && (held != 0 || take);    // reported in this window
    wire        kept_ = given && !\dut.vec_full ;

    reg  [7:0]  captured, lost_full, lost_late, lost_window, popped, stored_n, dropped_n;
    reg  [3:0]  status;
    reg  [4:0]  words;      // of the frame being written
    reg  [4:0]  length;     // length according to its first word
    reg  [11:0] stored, read;
    reg  [31:0] lost;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {captured, lost_full, lost_late, lost_window, popped, stored_n, dropped_n} <= 56'd0;
            {status, words, length, stored, read, lost} <= 70'd0;
        end else if (clear) begin
            {captured, lost_full, lost_late, lost_window, popped, stored_n, dropped_n} <= 56'd0;
            {status, words, length, stored, read, lost} <= 70'd0;
        end else begin
            captured    <= captured + in;
            lost_full   <= lost_full + full;
            lost_late   <= lost_late + late;
            lost_window <= lost_window + (given && !kept_);
            popped      <= popped + pop;
            if (step == STORE && holds) begin
                stored_n  <= stored_n + obs_store;
                dropped_n <= dropped_n + obs_drop;
            end
            status <= status | {late || \dut.late [1], full || \dut.full [1],
                                obs_last && |\dut.marked && vectors == 64, obs_drop};
            words  <= obs_store || obs_drop ? 5'd0 : words + \dut.wr ;
            if (\dut.wr && words == 0)
                length <= WORDS ? \dut.wdata [20:16] + \dut.wdata [31] + 5'd1 : 5'd4;
            stored <= stored + obs_store;
            read   <= read + taken;
            lost   <= lost + (obs_drop && lost != 32'hFFFFFFFF);
        end

    // ---- STEP: levels, in every proof
`ifdef STEP
 `define STEPS assert
`else
 `define STEPS assume
`endif

    always @* if (rst_n) begin
        // The node FIFO never overflows or underruns; an item that does not fit sets a flag.
        `STEPS (held <= 2 && held + kept <= 64);
        `STEPS (!kept_ || !\dut.g_port[0].g_node.u_port.u_fifo.full );
        `STEPS (!pop || kept != 0);
`ifndef WORDS
        // invariant: without MARKS there is no mark
        assert (! \dut.g_plain.u_builder.marking );
`endif
        // vectors and time stamps are stored together
        `STEPS (vectors <= 64 && vectors == obs_stamps);
        `STEPS (!vec_rd || vectors != 0);
    end

`ifdef STEP
    // CTRL: RST is 1 for one clock after its write; the clock after it, the other fields have their
    // reset values.
    wire       control = obs_req && \dut.req_write && \dut.req_addr == 0;
    reg        rst, enable;
    reg  [1:0] window;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {rst, enable, window} <= 4'b0100;
        end else begin
            rst <= control && \dut.req_wdata [0];
            if (control)
                {window, enable} <= \dut.req_wdata [3:1];
            if (rst)
                {enable, window} <= 3'b100;
        end

    always @* if (rst_n) begin
        assert (clear == rst && \dut.enable == enable && \dut.code == window);
        assert (\dut.full [0] == full && \dut.late [0] == late);
        assert (\dut.marked [0] == (held != 0 || take));
        assert (\dut.g_port[0].g_node.u_port.u_fifo.wr == kept_);
        assert (\dut.vec_full == (vectors == 64) && \dut.stamp_full == \dut.vec_full );
        assert (\dut.vec_empty == (vectors == 0) && \dut.stamp_empty == \dut.vec_empty );
        cover (WORDS ? take : late);
        cover (vec_rd && (WORDS || held != 0));
    end
`endif

    // ---- COUNT
`ifdef COUNT
 `ifdef WORDS
    integer i;

    function [4:0] ones;
        input [15:0] v;
        integer      k;
        begin
            ones = 0;
            for (k = 0; k < 16; k = k + 1)
                ones = ones + v[k];
        end
    endfunction
 `endif

    always @* if (rst_n) begin
        // conservation
        assert (captured == lost_full + lost_late + lost_window + popped + held + kept);
        assert (popped == stored_n + dropped_n + waiting);
        // A frame has as many words as its first word says, or none.
        assert (!obs_store || words == length);
        assert (!obs_drop || words == 0);
        assert (!(obs_store && obs_drop));
        // Counts and flags are correct.
        assert (\dut.count == stored && \dut.lost == lost && \dut.status == status);
`ifdef WORDS
        assert (\dut.u_frames.used <= 1024);
        assert (!obs_store || (size == length && size >= 2 && size <= 18));
        // invariants: free space that CHECK has seen is still free
        assert (step <= CHECK || !fits || \dut.u_frames.used + size <= 1024);
        assert ((step > HEAD && fits) || words == 0);
        assert (step <= HEAD || !fits || length == size);
        assert (step != STAMP || (\dut.g_compact.u_builder.stamped && (words == 1 || !fits)));
        assert (step != WORD || !fits || words + ones(\dut.g_compact.u_builder.left ) == size);
        assert (step != STORE || !fits || words == size);
        if (step > CHECK && step < WORD)
            assert (\dut.g_compact.u_builder.left == group);
        if (step > CHECK) begin
            assert ((group & rest_) == 0 && group != 0 &&
                    \dut.g_compact.u_builder.words == ones(group));
            assert (step == STORE || (\dut.g_compact.u_builder.left != 0 &&
                                      (\dut.g_compact.u_builder.left & ~group) == 0));
        end
        assert (step != CHECK || rest_ != 0);
        assert (step != POP || \dut.vector != 0);
        assert (step <= STORE);
        for (i = 0; i < 64; i = i + 1)
            assert (i >= vectors || \dut.u_vectors.queue [16*i +: 16] != 0);
`else
        assert (\dut.wr == (step >= W0 && step <= W3 && fits));
        assert (words == (fits && step > W0 ? step - W0 : 3'd0) && (words == 0 || length == 4));
        // The frame FIFO never overflows or underruns; only complete frames are read.
        assert (\dut.u_frames.used <= 1024 && \dut.u_frames.used [1:0] == 0);
        assert (!\dut.wr || \dut.u_frames.used <= 1020);
        assert (\dut.u_frames.unread == \dut.u_frames.used - \dut.u_frames.g_plain.word );
        assert (\dut.u_frames.wptr == \dut.u_frames.rptr + \dut.u_frames.unread [9:0] + words);
        assert (!\dut.u_frames.taken || \dut.u_frames.unread != 0);
        assert (\dut.u_frames.used [10:2] == stored - read);
        assert (\dut.u_frames.unread <= \dut.u_frames.used );
        // invariant: free space that CHECK has seen is still free
        assert (step <= CHECK || !fits || \dut.u_frames.used <= 1020);
`endif
        cover (obs_store && stored_n == 0 && holds && (WORDS || lost_late == 1));
    end
`endif

    // number of nibbles that came with each vector and after it
`ifndef COUNT
    reg  [447:0] rest;
    wire [6:0]   end_ = vectors - vec_rd;
    wire         pending = step == POP && \dut.vector [0];
    genvar       g;
    integer      i;

    generate
        for (g = 0; g < 64; g = g + 1) begin : g_rest
            always @(posedge clk20)
                if (vec_wr && end_ == g)
                    rest[7*g +: 7] <= kept_;
                else
                    rest[7*g +: 7] <= (vec_rd ? rest[7*((g + 1) % 64) +: 7] : rest[7*g +: 7]) +
                    kept_;
        end
    endgenerate

    always @* if (rst_n) begin
        `STEPS (kept == (vectors != 0 ? rest[6:0] : 0) + pending);
        // invariant
        for (i = 0; i < 64; i = i + 1)
            if (i < vectors) begin
                `STEPS (rest[7*i +: 7] == \dut.u_vectors.queue [16*i] +
                        (i == 63 || i + 1 == vectors ? 0 : rest[7*((i + 1) % 64) +: 7]));
                `STEPS (rest[7*i +: 7] <= vectors - i);
            end
    end
`endif

    // ---- NIBBLE: one, from its strobe to its frame
`ifdef NIBBLE
    localparam [2:0] NONE = 3'd0, FIRST = 3'd1, SECOND = 3'd2, WAITS = 3'd3, BUILT = 3'd4;

    reg  [2:0]  stage;
    reg  [3:0]  value;
    reg  [31:0] window;
    reg  [5:0]  ahead, ahead_v;    // number of nibbles and vectors ahead of the tracked one
    reg  [6:0]  behind;            // number of nibbles from the tracked one on

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            stage <= NONE;
        end else if (clear) begin
            stage <= NONE;
        end else begin
            if (stage == NONE && take && pick) begin
                value <= nibble;
                stage <= given ? (held == 0 ? (kept_ ? WAITS : NONE) : FIRST)
                               : (held == 0 ? FIRST : SECOND);
            end
            if (stage == FIRST && given)
                stage <= kept_ ? WAITS : NONE;
            if (stage == SECOND && given)
                stage <= FIRST;
            if (kept_ && stage < WAITS) begin
                window  <= obs_stamp;
                ahead   <= kept - pop;
                ahead_v <= vectors - vec_rd;
                behind  <= 7'd1;
            end
            if (stage == WAITS || stage == BUILT) begin
                ahead  <= ahead - pop;
                behind <= behind + kept_;
                if (stage == WAITS)
                    ahead_v <= ahead_v - vec_rd;
            end
            if (stage == WAITS && vec_rd && ahead_v == 0)
                stage <= BUILT;
            if (stage == BUILT && step == STORE)
                stage <= NONE;
        end

    always @* if (rst_n) begin
        if (stage == BUILT && \dut.wr ) begin
            // Its frame contains it, with its strobe and its window.
            if (step == W1)
                assert (\dut.wdata [3:0] == value);
            if (step == W2)
                assert (\dut.wdata [0] && \dut.wdata [31:16] == 0);
            if (step == W3)
                assert (\dut.wdata == window);
        end
        // invariants
        assert (stage <= BUILT);
        if (stage == FIRST)
            assert (held >= 1 && \dut.g_port[0].g_node.u_port.first == value);
        if (stage == SECOND)
            assert (held == 2 && \dut.g_port[0].g_node.u_port.second == value);
        if (stage == WAITS) begin
            assert (ahead < kept && ahead_v < vectors);
            assert (kept == ahead + behind && behind <= 64);
        end
        for (i = 0; i < 64; i = i + 1) begin
            if (stage == WAITS && i < ahead_v)
                assert (rest[7*i +: 7] >= behind + \dut.u_vectors.queue [16*i]);
            if (stage == WAITS && i == ahead_v) begin
                assert (rest[7*i +: 7] == behind && \dut.u_vectors.queue [16*i]);
                assert (\dut.u_stamps.queue [32*i +: 32] == window);
            end
            if ((stage == WAITS || (stage == BUILT && step == POP)) && i == ahead)
                assert (\dut.g_port[0].g_node.u_port.u_fifo.queue [4*i +: 4] == value);
        end
        if (stage == BUILT) begin
            assert (step != FETCH && \dut.vector [0] && \dut.vector_stamp == window);
            if (step == POP)
                assert (ahead == 0 && kept != 0);
            else
                assert (\dut.g_port[0].g_node.u_port.head == value);
        end
    end

    always @* cover (rst_n && stage == WAITS && value == 4'hA);
`endif
endmodule
