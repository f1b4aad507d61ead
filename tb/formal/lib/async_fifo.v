// SPDX-License-Identifier: Apache-2.0
//
// Proof of async_fifo with two free clocks, free jitter and a reset at any time: it never overflows
// or underruns, level never counts a word that is not stored, and each word comes out once, in
// order and in time. The solver chooses one word when it is written, and the proof tracks it; only
// its slot of the memory is modelled (slot.map.v).
`default_nettype none

module prove_async_fifo #(
    parameter WIDTH = 2,
    parameter LOG2 = 2,
    parameter LEVEL = 0
) (
    input wire             arst_n,
    input wire             clk_w,
    input wire             wr,
    input wire [WIDTH-1:0] wdata,
    input wire             clk_r,
    input wire             rd,
    input wire             pick
);
    (* gclk *) wire gclk;

    localparam [LOG2:0] SLOTS = 1 << LOG2;

    wire             rst_w_n, rst_r_n, full;
    wire [WIDTH-1:0] rdata;
    wire [(LEVEL != 0 ? LOG2 : 0):0] dut_level;
    wire [LOG2:0]    level = dut_level;

    reset_sync u_rst_w (.clk(clk_w), .arst_n(arst_n), .rst_n(rst_w_n));
    reset_sync u_rst_r (.clk(clk_r), .arst_n(arst_n), .rst_n(rst_r_n));

    async_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2), .LEVEL(LEVEL)) dut (.level(dut_level), .*);

    (* hierconn *) wire [1:0] \u_rst_w.sync ;
    (* hierconn *) wire [1:0] \u_rst_r.sync ;
    (* hierconn *) wire [LOG2:0] \dut.wbin ;
    (* hierconn *) wire [LOG2:0] \dut.rbin ;
    (* hierconn *) wire          \dut.fetch ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.a ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.was ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.skip ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.skipped ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.meta ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.b ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.a ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.was ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.skip ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.skipped ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.meta ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.b ;

    initial assume (!arst_n);
    always @* assume (clk_w || clk_r);

    // Words held, counted by the rules of the interface alone; those in the output register
    reg  [LOG2:0] held;
    wire [LOG2:0] out = LEVEL != 0 ? 0 : level;
    wire          push = clk_w && rst_w_n && wr && !full;
    wire          pop  = clk_r && rst_r_n && rd && level != 0;

    always @(posedge gclk)
        if (!arst_n)
            held <= 0;
        else
            held <= held + push - pop;

    // Clocks of the writer since the reader last fetched a word from the memory
    reg  [2:0]    wait_w;
    reg  [LOG2:0] rbin_before;

    always @(posedge gclk) begin
        rbin_before <= \dut.rbin ;
        if (!arst_n || \dut.rbin != rbin_before)
            wait_w <= arst_n && clk_w && rst_w_n;
        else if (clk_w && rst_w_n && wait_w != 7)
            wait_w <= wait_w + 1;
    end
    wire [2:0] quiet = \dut.rbin != rbin_before ? 0 : wait_w;

    // The Gray-coded copies of the pointers, in binary
    reg  [LOG2:0] wbin_was, wbin_meta, wbin_r;
    reg  [LOG2:0] rbin_was, rbin_meta, rbin_w;
    wire          skip_w = \dut.u_wgray.skip != 0;
    wire          skip_r = \dut.u_rgray.skip != 0;

    always @(posedge clk_w or negedge rst_w_n)
        if (!rst_w_n) begin
            wbin_was  <= 0;
            rbin_meta <= 0;
            rbin_w    <= 0;
        end else begin
            wbin_was  <= \dut.wbin ;
            rbin_meta <= skip_r ? rbin_was : \dut.rbin ;
            rbin_w    <= rbin_meta;
        end

    always @(posedge clk_r or negedge rst_r_n)
        if (!rst_r_n) begin
            rbin_was  <= 0;
            wbin_meta <= 0;
            wbin_r    <= 0;
        end else begin
            rbin_was  <= \dut.rbin ;
            wbin_meta <= skip_w ? wbin_was : \dut.wbin ;
            wbin_r    <= wbin_meta;
        end

    // The distance of wbin from each copy, and from the value that level shows. These are separate
    // registers, so that the solver compares them without an adder.
    reg  [LOG2:0] to_rbin_w, to_rbin_meta, to_rbin, to_shown, to_wbin_r, to_wbin_meta;
    wire          edge_w = clk_w && rst_w_n;
    wire          edge_r = clk_r && rst_r_n;
    wire          fetch  = edge_r && \dut.fetch ;

    always @(posedge gclk)
        if (!arst_n) begin
            to_rbin_w    <= 0;
            to_rbin_meta <= 0;
            to_rbin      <= 0;
            to_shown     <= 0;
            to_wbin_r    <= 0;
            to_wbin_meta <= 0;
        end else begin
            to_rbin_w    <= (edge_w ? to_rbin_meta : to_rbin_w) + push;
            to_rbin_meta <= (edge_w ? to_rbin + skip_r : to_rbin_meta) + push;
            to_rbin      <= to_rbin + push - fetch;
            to_shown     <= (edge_r ? to_wbin_r : to_shown) + push;
            to_wbin_r    <= (edge_r ? to_wbin_meta : to_wbin_r) + push;
            to_wbin_meta <= (edge_r ? skip_w : to_wbin_meta) + push;
        end

    // Whether a copy may still lag by one at the next clock
    wire may_skip_r = ((\dut.u_rgray.a ^ \dut.u_rgray.meta ) &
                       (\dut.u_rgray.a ^ \dut.u_rgray.was ) & ~\dut.u_rgray.skipped ) != 0;
    wire may_skip_w = ((\dut.u_wgray.a ^ \dut.u_wgray.meta ) &
                       (\dut.u_wgray.a ^ \dut.u_wgray.was ) & ~\dut.u_wgray.skipped ) != 0;

    function [LOG2:0] gray(input [LOG2:0] bin);
        gray = bin ^ (bin >> 1);
    endfunction

    function [LOG2:0] binary(input [LOG2:0] code);
        integer i;
        begin
            binary = code;
            for (i = LOG2 - 1; i >= 0; i = i - 1)
                binary[i] = binary[i + 1] ^ code[i];
        end
    endfunction

    // With many slots the proof has parts: each part asserts some facts and assumes those that the
    // previous parts assert. Without a part all facts are asserted at once, which the solver can
    // prove only for few slots.
`ifdef PART_GRAY
`define FACT_GRAY assert
`elsif PART_DISTANCE
`define FACT_GRAY assume
`define FACT_DISTANCE assert
`elsif PART_LEVEL
`define FACT_GRAY assume
`define FACT_DISTANCE assume
`define FACT_LEVEL assert
`elsif PART_ORDER
`define FACT_GRAY assume
`define FACT_DISTANCE assume
`define FACT_LEVEL assume
`define FACT_ORDER assert
`else
`ifdef PART_WORDS
`define KNOWN assume
`else
`define KNOWN assert
`endif
`define FACT_GRAY `KNOWN
`define FACT_DISTANCE `KNOWN
`define FACT_LEVEL `KNOWN
`define FACT_ORDER `KNOWN
`define WORDS
`endif

`ifdef FACT_GRAY
    // The Gray codes correspond to the pointers.
    always @* if (arst_n) begin
        `FACT_GRAY (\u_rst_w.sync != 2'b10);
        `FACT_GRAY (\u_rst_r.sync != 2'b10);
        `FACT_GRAY (\dut.u_wgray.a == gray(\dut.wbin ));
        `FACT_GRAY (\dut.u_rgray.a == gray(\dut.rbin ));
        `FACT_GRAY (\dut.u_wgray.was == gray(wbin_was));
        `FACT_GRAY (\dut.u_rgray.was == gray(rbin_was));
        `FACT_GRAY (wbin_was == \dut.wbin || wbin_was == \dut.wbin - 1'd1);
        `FACT_GRAY (rbin_was == \dut.rbin || rbin_was == \dut.rbin - 1'd1);
        `FACT_GRAY (\dut.u_wgray.meta == gray(wbin_meta));
        `FACT_GRAY (\dut.u_rgray.meta == gray(rbin_meta));
        `FACT_GRAY (\dut.u_wgray.b == gray(wbin_r));
        `FACT_GRAY (\dut.u_rgray.b == gray(rbin_w));
        `FACT_GRAY (wbin_r == binary(\dut.u_wgray.b ));
        `FACT_GRAY (full == (\dut.wbin == (rbin_w ^ SLOTS)));
    end
`endif

`ifdef FACT_DISTANCE
    // The distances are the differences of the pointers.
    always @* if (arst_n) begin
        `FACT_DISTANCE (to_rbin_w == \dut.wbin - rbin_w);
        `FACT_DISTANCE (to_rbin_meta == \dut.wbin - rbin_meta);
        `FACT_DISTANCE (to_rbin == \dut.wbin - \dut.rbin );
        `FACT_DISTANCE (to_wbin_r == \dut.wbin - wbin_r);
        `FACT_DISTANCE (to_wbin_meta == \dut.wbin - wbin_meta);
        `FACT_DISTANCE (held == to_rbin + out);
        `FACT_DISTANCE (full == (to_rbin_w == SLOTS));
    end
`endif

`ifdef FACT_LEVEL
    always @* if (arst_n && LEVEL != 0)
        `FACT_LEVEL (level == to_rbin - to_shown);
`endif

`ifdef FACT_ORDER
    // the order of the pointers and their copies
    always @* if (arst_n) begin
        `FACT_ORDER (to_wbin_r <= to_rbin);
        `FACT_ORDER (to_wbin_meta <= to_wbin_r);
        `FACT_ORDER (to_rbin <= to_rbin_meta);
        `FACT_ORDER (to_rbin_meta <= to_rbin_w);
        `FACT_ORDER (to_rbin_w <= SLOTS);
        `FACT_ORDER (quiet < 1 || to_rbin == to_rbin_meta || !may_skip_r);
        `FACT_ORDER (quiet < 2 || to_rbin == to_rbin_meta);
        `FACT_ORDER (quiet < 3 || to_rbin == to_rbin_w);
        if (LEVEL != 0) begin
            `FACT_ORDER (to_shown <= to_rbin);
            `FACT_ORDER (to_wbin_r <= to_shown);
        end
        // The FIFO never holds more words than fit in the memory and the output register.
        `FACT_ORDER (held <= SLOTS + (LEVEL == 0));
        // level never exceeds the number of words held.
        `FACT_ORDER (level <= held);
        // The writer sees a free slot within 3 clocks, 4 with jitter.
        `FACT_ORDER (quiet < 3 || full == (held - out == SLOTS));
        `FACT_ORDER (held - out != SLOTS || full);
    end
`endif

`ifndef WORDS
    always @* begin
        cover (arst_n && push && pop && held == 3);
        cover (arst_n && level == 3);
    end
`else
    // the slot of the memory that slot.map.v keeps
    (* hierconn *) wire [LOG2-1:0]  \dut.mem.slot ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem.word ;

    // The tracked word: the number of words ahead of it; shown: it is in rdata until the next read
    // (LEVEL); and the number of reader clocks since it was written
    reg             followed, shown;
    reg [LOG2:0]    ahead;
    reg [2:0]       wait_r;
    reg [WIDTH-1:0] word;

    always @(posedge gclk)
        if (!arst_n) begin
            followed <= 1'b0;
            shown    <= 1'b0;
            ahead    <= 0;
            word     <= 0;
            wait_r   <= 0;
        end else begin
            if (pop)
                shown <= followed && ahead == 0;
            if (!followed && push && pick && \dut.wbin [LOG2-1:0] == \dut.mem.slot ) begin
                followed <= 1'b1;
                shown    <= 1'b0;
                ahead    <= held - pop;
                word     <= wdata;
                wait_r   <= 0;
            end else if (followed) begin
                if (pop) begin
                    followed <= ahead != 0;
                    ahead    <= ahead - 1;
                end
                if (clk_r && rst_r_n && wait_r != 7)
                    wait_r <= wait_r + 1;
            end
        end

    wire             in_out = followed && ahead == 0 && out != 0;
    wire             in_rdata = LEVEL != 0 ? shown : in_out;
    wire [LOG2:0]    where = ahead - out + \dut.rbin ;  // its address, unless it is in rdata
    wire [LOG2:0]    after = held - ahead - 1'd1;       // number of words after it
    always @* if (arst_n) begin
        // order
        if (in_rdata)
            assert (rdata == word);
        // It comes out in time: 3 reader clocks, 4 with jitter; with LEVEL 4 and 5.
        if (followed && wait_r >= 4 && (LEVEL != 0 || ahead == 0))
            assert (level > ahead);

        // invariants
        if (followed) begin
            assert (ahead < held);
            if (!in_out) begin
                assert (where[LOG2-1:0] == \dut.mem.slot );
                assert (\dut.mem.word == word);
                assert (wait_r < 1 || may_skip_w <= after);
                assert (wait_r < 2 || to_wbin_meta <= after);
                assert (wait_r < 3 || to_wbin_r <= after);
            end
        end
    end

`ifndef PART_WORDS
    reg was_full;

    always @(posedge gclk)
        was_full <= arst_n && (was_full || full);

    always @* begin
        cover (arst_n && was_full && held == 0);
        cover (arst_n && in_rdata && full);
        cover (arst_n && held == SLOTS + (LEVEL == 0) && level != 0);
        cover (arst_n && push && pop && held == 1);
        cover (arst_n && push && pop && held == SLOTS - 1);
    end
`endif
    always @* cover (arst_n && followed && pop && ahead == 2);
`endif
endmodule
