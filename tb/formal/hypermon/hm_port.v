// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_port alone, for any strobes and windows. Its FIFO is replaced by a level that starts
// anywhere, so that a full FIFO is as near as an empty one; hm_any stands in for strobe_capture.
//
// The reference is a queue of at most two items, from the rules of the interface. With WORDS an
// item is a word of eight nibbles with the window in which it began.
`default_nettype none

module sync_fifo #(
    parameter WIDTH = 9,
    parameter DEPTH_LOG2 = 12
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire                clear,
    input  wire                wr,
    input  wire [WIDTH-1:0]    wdata,
    output wire                full,
    input  wire                rd,
    output wire [WIDTH-1:0]    rdata,
    output wire                empty,
    output reg  [DEPTH_LOG2:0] count
);
    localparam [DEPTH_LOG2:0] SLOTS = 1 << DEPTH_LOG2;

    (* anyseq *) wire [DEPTH_LOG2:0] any;
    (* anyseq *) wire [WIDTH-1:0]    word;
    reg                              begun;

    assign full  = count == SLOTS;
    assign empty = count == 0;
    assign rdata = word;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            begun <= 1'b0;
            count <= 0;
        end else begin
            begun <= !clear;
            count <= begun && !clear ? count + (wr && !full) - (rd && !empty) :
                     any > SLOTS ? SLOTS : any;
        end
endmodule

module prove_hm_port (
    input wire        clk20,
    input wire        rst_n,
    input wire        clear,
    input wire        enable,
    input wire        shut,
    input wire        flush,
    input wire [31:0] stamp,
    input wire        report,
    input wire        keep,
    input wire        pop
);
`ifdef WORDS
    localparam WORDS = 1, ITEM = 64;
`else
    localparam WORDS = 0, ITEM = 4;
`endif
    wire            marked, idle, edge_, full, late;
    wire [ITEM-1:0] head;

    hm_port #(.WORD_PORT(WORDS)) dut (
        .strobe(1'b0), .data(4'd0), .edge_clk20(edge_), .full_clk20(full), .late_clk20(late), .*
    );

    (* hierconn *) wire            \dut.u_strobe.valid ;
    (* hierconn *) wire [3:0]      \dut.u_strobe.q ;
    (* hierconn *) wire            \dut.u_fifo.begun ;
    (* hierconn *) wire            \dut.u_fifo.clear ;
    (* hierconn *) wire            \dut.u_fifo.wr ;
    (* hierconn *) wire [ITEM-1:0] \dut.u_fifo.wdata ;
    (* hierconn *) wire            \dut.u_fifo.rd ;
    (* hierconn *) wire [ITEM-1:0] \dut.u_fifo.word ;
    (* hierconn *) wire [6:0]      \dut.u_fifo.count ;
    (* hierconn *) wire [1:0]      \dut.held ;
    (* hierconn *) wire [ITEM-1:0] \dut.first ;
    (* hierconn *) wire [ITEM-1:0] \dut.second ;

    wire       seen   = \dut.u_strobe.valid ;
    wire [3:0] nibble = \dut.u_strobe.q ;
    wire [6:0] kept   = \dut.u_fifo.count ;

    // a level is chosen in the first clock after a reset or clear, in which no strobe has come yet
    initial assume (!rst_n);
    always @* begin
        assume (\dut.u_fifo.begun || !seen);
        assume (!pop || kept != 0);
        assume (!flush || (report && !keep && marked));
    end

    // ---- reference
    wire            whole;
    wire [ITEM-1:0] item;

`ifdef WORDS
    (* hierconn *) wire [2:0]  \dut.g_word.have ;
    (* hierconn *) wire [27:0] \dut.g_word.part ;
    (* hierconn *) wire [31:0] \dut.g_word.begun ;
    reg  [2:0]  have;
    reg  [27:0] low;       // nibble n of the word in bits 4n+3..4n
    reg  [31:0] window;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            have <= 3'd0;
        else
            have <= clear ? 3'd0 : have + (seen && enable);

    always @(posedge clk20)
        if (seen && enable) begin
            if (have != 7)
                low[4*have +: 4] <= nibble;
            if (have == 0)
                window <= stamp;
        end

    assign whole = have == 7;
    assign item  = {window, nibble, low};

    integer i;
    always @* if (rst_n) begin
        // invariants: the nibbles so far are the upper ones of the shift register
        assert (\dut.g_word.have == have);
        assert (have == 0 || \dut.g_word.begun == window);
        for (i = 0; i < 7; i = i + 1)
            if (i < have)
                assert (\dut.g_word.part [4*(7 - have + i) +: 4] == low[4*i +: 4]);
    end
`else
    assign whole = 1'b1;
    assign item  = nibble;
`endif

    reg [1:0]      n;              // items held
    reg [ITEM-1:0] older, newer;
    wire           in    = seen && enable && !shut && whole;
    wire           room  = kept + n < 64;
    wire           take  = in && room && n < 2;
    wire           shown = n != 0 || take;          // there is an item to report
    wire           give  = report && shown;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            n <= 2'd0;
        else
            n <= clear || flush ? 2'd0 : n + take - give;

    always @(posedge clk20) begin
        if (give && n == 2)
            older <= newer;
        else if (take && (n == 0 || give))
            older <= item;
        if (take && n == 1 && !give)
            newer <= item;
    end

    always @* if (rst_n) begin
        assert (edge_ == seen);
        assert (full == (in && !room));
        assert (late == (in && room && n == 2));
        assert (marked == shown);
        assert (idle == (n == 0 && kept == 0));
        assert (\dut.u_fifo.clear == clear && \dut.u_fifo.rd == pop);
        assert (head == \dut.u_fifo.word );
        assert (\dut.u_fifo.wr == (give && keep));
        if (give && keep)
            assert (\dut.u_fifo.wdata == (n != 0 ? older : item));
        // invariants
        assert (\dut.held == n && n <= 2 && kept + n <= 64);
        assert (n == 0 || \dut.first == older);
        assert (n != 2 || \dut.second == newer);
        assert (\dut.u_fifo.begun || n == 0);
        cover (full && (WORDS || (n == 2 && report)));
        cover (WORDS || (late && !report && kept == 61));
        cover (give && take && keep && (WORDS || (n == 1 && older != item)));
    end
endmodule
