// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_losses with hm_builder: for any ports, windows and strobe vectors, and a reader that
// takes frames at any time.
//
// Assumptions about the other modules: vectors come in the order of their windows, all before the
// current window; a port that is shut accepts no items, and its number of items only decreases; a
// port without items is not marked. Time stamps do not wrap, a mark spans fewer than 2**31
// windows, and fewer than 2**32 - 2**16 frames are lost in succession.
`default_nettype none

module prove_hm_losses (
    input wire        clk20,
    input wire        rst_n,
    input wire        clear,
    input wire        last,
    input wire [31:0] stamp,
    input wire [15:0] full,
    input wire [15:0] late,
    input wire        miss,
    input wire [15:0] marked,
    input wire [15:0] empty,
    input wire        vec_empty,
    input wire [15:0] any_vector,
    input wire [31:0] any_stamp,
    input wire [63:0] heads,
    input wire [4:0]  read,     // frames that the reader frees
    input wire [4:0]  filled,   // frames stored after clear
    input wire        pick
);
    localparam [2:0] FETCH = 3'd0, CHECK = 3'd2, W1 = 3'd4;
    localparam FRAMES = 16, FRAME_WORDS = 4, WORDS = FRAMES * FRAME_WORDS;

    wire         vec_rd, block, due, take, wr, store, drop;
    wire [15:0]  pop, shut, flush;
    wire [127:0] mark;
    wire [31:0]  wdata;
    wire [4:0]   size;
    reg  [6:0]   used;
    reg  [15:0]  vector;
    reg  [31:0]  vector_stamp;
    wire [6:0]   back = {read, 2'b00};
    wire [6:0]   free = WORDS - used;

    // fields of a mark, as hm_losses makes it
    wire [31:0]  mark_first = mark[31:0], mark_last = mark[127:96];
    wire [7:0]   mark_count = mark[39:32];      // low bits, as many as lost and counted have
    wire [15:0]  mark_nodes = mark[79:64], mark_kind = mark[95:80];

    hm_losses dut (
        .frame_stamp(vector_stamp), .half(free >= WORDS / 2), .room(free >= FRAME_WORDS), .*
    );
    hm_builder #(.ROOM(7)) builder (
        .*, .stamp(vector_stamp)
    );

    (* hierconn *) wire [2:0]  \builder.step ;
    (* hierconn *) wire        \builder.fits ;
    (* hierconn *) wire        \builder.marking ;
    (* hierconn *) wire        \dut.open ;
    (* hierconn *) wire [15:0] \dut.nodes ;
    (* hierconn *) wire [15:0] \dut.reopen ;
    (* hierconn *) wire [31:0] \dut.first ;
    (* hierconn *) wire [31:0] \dut.newest ;
    (* hierconn *) wire [31:0] \dut.count ;

    wire [2:0] step    = \builder.step ;
    wire       marking = \builder.marking ;
    wire       open    = \dut.open ;

    // ---- the other modules
    reg [15:0] empty_q, shut_q;
    reg [31:0] stamp_q;

    initial assume (!rst_n);
    always @* if (rst_n) begin
        assume (((full | late) & shut) == 0);
        assume (!miss || (last && marked != 0));
        assume ((marked & shut & empty) == 0);
        assume ((shut & shut_q & empty_q & ~empty) == 0);
        assume (any_vector != 0 && any_stamp > vector_stamp && any_stamp <= stamp);
        assume (stamp >= stamp_q && stamp >= vector_stamp && !stamp[31]);
        assume (filled <= FRAMES);
        assume (\dut.count < 32'hFFFF0000);
    end

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            used         <= 0;
            vector       <= 0;
            vector_stamp <= 0;
            empty_q      <= 0;
            shut_q       <= 0;
            stamp_q      <= 0;
        end else begin
            used    <= clear ? {filled, 2'b00} : used - (back < used ? back : used) + (store ?
                       FRAME_WORDS : 0);
            empty_q <= empty;
            shut_q  <= shut;
            stamp_q <= stamp;
            if (vec_rd && !clear) begin
                vector       <= any_vector;
                vector_stamp <= any_stamp;
            end
        end

    // ---- reference
    reg [7:0]  lost, counted;       // lost frames; those counted in written marks
    reg        gap;                 // a frame was dropped since the last mark
    reg [15:0] ports, named;        // nodes that have lost items since then: at their ports, and
                                    // anywhere
    reg [15:0] expected;            // nodes that the current mark must name
    reg        chosen, in_mark;     // a dropped frame is tracked; the current mark belongs to it
    reg [31:0] chosen_stamp;
    reg        kept;
    reg [31:0] kept_stamp;          // time stamp of the last stored frame
    reg [31:0] port_first;          // window of the first loss of a port since then
    reg [31:0] frame_first;         // and of the first dropped frame
    wire [15:0] gone = full | late | flush;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {lost, counted, gap, ports, named, expected, chosen, in_mark, kept} <= 0;
            chosen_stamp <= 0;
            kept_stamp   <= 0;
            port_first   <= 0;
            frame_first  <= 0;
        end else if (clear) begin
            {lost, counted, gap, ports, named, expected, chosen, in_mark, kept} <= 0;
        end else begin
            lost  <= lost + drop + miss;
            counted <= counted + (wr && marking && step == W1 ? wdata[7:0] : 8'd0);
            gap   <= drop || (gap && !take);
            ports <= gone | (take ? 16'd0 : ports);
            named <= gone | (drop ? vector : 16'd0) | (take ? 16'd0 : named);
            if (gone != 0 && (take || ports == 0))
                port_first <= stamp;
            if (drop && (take || !gap))
                frame_first <= vector_stamp;
            if (take)
                expected <= named;
            if (drop && pick && !chosen) begin
                chosen       <= 1;
                chosen_stamp <= vector_stamp;
            end else if (take) begin
                chosen       <= 0;
            end
            if (take)
                in_mark <= chosen;
            if (store && !marking) begin
                kept       <= 1;
                kept_stamp <= vector_stamp;
            end
        end

    always @* if (rst_n) begin
        // Lost frames = frames counted in marks, once all marks are written.
        assert (lost == counted + ({8{marking && step != FETCH && step <= W1}} & mark_count) +
                        ({8{open}} & \dut.count [7:0]));
        // A frame is stored only if none was dropped since the last mark.
        assert (gap == block);
        assert (!(store && !marking && gap));
        assert (!(drop && marking));
        // A mark is created only when all items that its ports held are in frames, and it names all
        // nodes that have lost items.
        assert (!take || (step == FETCH && (ports & ~empty) == 0));
        assert (!(marking && step != FETCH) || (mark_nodes == expected &&
                mark_kind == 16'h8000));
        assert ((ports & ~shut) == 0);
        // The range of the mark begins with the first loss, and contains each dropped frame. A
        // frame stored before the mark is older than the first dropped one.
        if (open)
            assert (\dut.first == (ports == 0 || (gap && frame_first < port_first) ? frame_first
                                   : port_first));
        if (chosen)
            assert (open && block && \dut.first <= chosen_stamp && chosen_stamp <= \dut.newest );
        if (marking && step != FETCH && in_mark)
            assert (mark_first <= chosen_stamp && chosen_stamp <= mark_last);
        if (kept && gap)
            assert (kept_stamp < frame_first);
        // invariants
        assert (used <= WORDS && used % FRAME_WORDS == 0);
        assert ((\dut.reopen & ~(empty_q & shut_q)) == 0);
        assert (step == FETCH || step > CHECK || !marking || !block);
        assert (step <= CHECK || !marking || \builder.fits );
        assert (!marking || step == FETCH || free >= FRAME_WORDS);
        assert (step <= CHECK || !\builder.fits || free >= FRAME_WORDS);
        assert (step <= CHECK || marking || !block || !\builder.fits );
        assert (named == \dut.nodes || !open);
        assert (open == (named != 0) && (!gap || open));
        assert ((ports & \dut.reopen ) == 0 && (ports & ~named) == 0);
        assert ((shut & ~\dut.reopen & ~ports) == 0 && (\dut.reopen & ~shut) == 0);
        assert (step == FETCH || marking || vector != 0);
        assert (!gap || \dut.newest <= vector_stamp);
        assert (vector_stamp <= stamp_q && !stamp_q[31]);
        assert (ports == 0 || port_first <= stamp_q);
        assert (!open || gap || ports != 0);
        assert (!gap || frame_first <= \dut.newest );
        assert (!kept || kept_stamp <= vector_stamp);
        assert (!kept || step == FETCH || marking || kept_stamp < vector_stamp);
        assert (!gap || \dut.first <= \dut.newest );
        cover (take && gap);
        cover (take && ports != 0);
    end
endmodule
