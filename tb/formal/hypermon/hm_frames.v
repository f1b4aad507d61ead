// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_frames with COMPACT: the writer begins a frame only when there is room and puts its
// length into the first word, as hm_words_count proves of hm_compact; the reader reads at any pace.
// A frame fits into 16 words. With PLAIN, of hm_frames without COMPACT: frames of 4 words.
//
// togo has, for each of the 16 slots, the number of words of its frame that are left from there on.
`default_nettype none

module prove_hm_frames (
    input wire        clk20,
    input wire        rst_n,
    input wire        clear,
    input wire        go,       // the writer writes the next word, or stores the frame
    input wire [31:0] wdata,
    input wire [4:0]  any_size, // value of size when no frame is stored
    input wire        rd,
    input wire        pick
);
    wire [4:0]  free;
    wire [31:0] rdata;

    // ---- the writer
    reg  [4:0]  length, wrote;  // of the current frame: its length, and the words written
`ifdef PLAIN
    localparam COMPACT = 0;
    wire [4:0]  said  = 5'd4;
`else
    localparam COMPACT = 1;
    wire [4:0]  said  = wdata[20:16] + wdata[31] + 5'd1;
`endif
    wire        start = go && wrote == 0 && free >= said;
    wire        wr    = start || (go && wrote != 0 && wrote < length);
    wire        store = go && wrote != 0 && wrote == length;

    hm_frames #(.DEPTH_LOG2(4), .COMPACT(COMPACT)) dut (.size(store ? length : any_size), .*);

    initial assume (!rst_n);
    always @* assume (!COMPACT || !start || (wdata[20:16] >= 1 && wdata[20:16] <= 16));

    (* hierconn *) wire [31:0] \dut.mem[0] ;
    (* hierconn *) wire [31:0] \dut.mem[1] ;
    (* hierconn *) wire [31:0] \dut.mem[2] ;
    (* hierconn *) wire [31:0] \dut.mem[3] ;
    (* hierconn *) wire [31:0] \dut.mem[4] ;
    (* hierconn *) wire [31:0] \dut.mem[5] ;
    (* hierconn *) wire [31:0] \dut.mem[6] ;
    (* hierconn *) wire [31:0] \dut.mem[7] ;
    (* hierconn *) wire [31:0] \dut.mem[8] ;
    (* hierconn *) wire [31:0] \dut.mem[9] ;
    (* hierconn *) wire [31:0] \dut.mem[10] ;
    (* hierconn *) wire [31:0] \dut.mem[11] ;
    (* hierconn *) wire [31:0] \dut.mem[12] ;
    (* hierconn *) wire [31:0] \dut.mem[13] ;
    (* hierconn *) wire [31:0] \dut.mem[14] ;
    (* hierconn *) wire [31:0] \dut.mem[15] ;
    (* hierconn *) wire [31:0] \dut.mem_q ;
    (* hierconn *) wire [3:0]  \dut.rptr ;
    (* hierconn *) wire [3:0]  \dut.wptr ;
    (* hierconn *) wire [4:0]  \dut.unread ;
    (* hierconn *) wire [4:0]  \dut.used ;
    (* hierconn *) wire        \dut.taken ;
`ifdef PLAIN
    (* hierconn *) wire [1:0]  \dut.g_plain.word ;
`else
    (* hierconn *) wire        \dut.g_compact.first ;
    (* hierconn *) wire [4:0]  \dut.g_compact.left ;
    (* hierconn *) wire [4:0]  \dut.g_compact.all ;
`endif

    wire [511:0] mem = {\dut.mem[15] , \dut.mem[14] , \dut.mem[13] , \dut.mem[12] ,
                        \dut.mem[11] , \dut.mem[10] , \dut.mem[9] , \dut.mem[8] ,
                        \dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] ,
                        \dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };
    wire [3:0]   rptr = \dut.rptr ;

    // ---- reference
    reg  [79:0] togo;
    reg  [4:0]   stored;        // words of stored frames not read
    reg  [4:0]   due, whole;    // words left of the frame that is being read, and its length
    wire         read  = rd && stored != 0;
    wire [4:0]   here  = togo[5*rptr +: 5];
    wire [4:0]   now   = due == 0 ? here : due;

    reg          follows;       // a word, chosen when it is written, is tracked
    reg  [3:0]   slot;
    reg  [31:0]  word;
    reg          was_read, was_it;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {length, wrote, stored, due, whole} <= 40'd0;
            {follows, was_read, was_it} <= 3'd0;
        end else begin
            if (start)
                length <= said;
            wrote  <= store ? 5'd0 : wrote + wr;
            stored <= stored + (store ? length : 5'd0) - read;
            if (read) begin
                due <= now - 5'd1;
                if (due == 0)
                    whole <= here;
            end
            was_read <= read;
            was_it   <= read && follows && rptr == slot;
            if (wr && pick && !follows) begin
                follows <= 1'b1;
                slot    <= \dut.wptr ;
                word    <= wdata;
            end
            if (read && rptr == slot)
                follows <= 1'b0;
            if (clear) begin
                {wrote, stored, due} <= 15'd0;
                {follows, was_read, was_it} <= 3'd0;
            end
        end

    genvar g;
    generate
        for (g = 0; g < 16; g = g + 1) begin : g_slot
            always @(posedge clk20)
                if (wr && \dut.wptr == g)
                    togo[5*g +: 5] <= wrote == 0 ? said : length - wrote;
        end
    endgenerate

    always @* if (rst_n) begin
        // Only words of stored frames are read, each as it was written; otherwise the data are 0.
        assert (\dut.unread == stored && \dut.taken == read);
        assert (was_read || rdata == 0);
        assert (!was_it || rdata == word);
        // A frame occupies its space until its last word is read; the FIFO never overflows.
        assert (free == 16 - stored - (due != 0 ? whole - due : 0));
        assert (!wr || \dut.used + wrote < 16);
        cover (was_it && due == 0 && stored != 0 && wrote == 2);
    end

    // ---- invariants
    wire [4:0] there = stored + wrote;
    reg [3:0]  offset;
    integer    i;
    always @* if (rst_n) begin
        assert (\dut.wptr == rptr + there[3:0] && there <= 16 && \dut.used <= 16);
        assert (\dut.used == 16 - free);
        assert (wrote == 0 || (length >= 2 && length <= 16 && wrote <= length &&
                \dut.used + length <= 16));
        assert (due == 0 || (due < whole && whole <= 16 && stored >= due));
`ifdef PLAIN
        assert (\dut.g_plain.word == 2'd0 - due[1:0] && (due == 0 || whole == 4));
        assert (wrote == 0 || length == 4);
`else
        // the reader's left is the number of words left
        if (\dut.g_compact.first )
            assert (due != 0 && due + 5'd1 == whole && \dut.mem_q [20:16] + \dut.mem_q [31] == due);
        else begin
            assert (\dut.g_compact.left == due);
            assert (due == 0 || \dut.g_compact.all == whole);
        end
`endif
        for (i = 0; i < 16; i = i + 1) begin
            offset = i - rptr;
            if (offset < there) begin
                assert (togo[5*i +: 5] >= 1 && togo[5*i +: 5] <= 16);
                if (offset == 0 ? due == 0 : togo[5*((i + 15) % 16) +: 5] == 1) begin
                    // the first word of a frame
                    assert (togo[5*i +: 5] == (COMPACT ? mem[32*i + 16 +: 5] + mem[32*i + 31] +
                    5'd1 : 5'd4));
                    assert (togo[5*i +: 5] != 1);
                end else
                    assert (togo[5*i +: 5] == (offset == 0 ? due : togo[5*((i + 15) % 16) +: 5] -
                    5'd1));
                if (offset + 1 == stored)
                    assert (togo[5*i +: 5] == 1);
                if (offset >= stored)
                    assert (togo[5*i +: 5] == length - (offset - stored));
            end
            if (follows && slot == i)
                assert (offset < there && mem[32*i +: 32] == word);
        end
        assert (!was_it || \dut.mem_q == word);
        assert (was_read || !was_it);
    end
endmodule
