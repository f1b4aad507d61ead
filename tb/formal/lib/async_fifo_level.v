// SPDX-License-Identifier: Apache-2.0
//
// Proof of async_fifo_level with two free clocks, free jitter and a reset at any time: it
// never over- or underruns, level never shows a word that is not there, and each word comes
// out once, in order, and stays until the next. One word, chosen by the solver when it is
// written, is followed.
`default_nettype none

module prove_async_fifo_level #(
    parameter WIDTH = 2,
    parameter LOG2 = 2
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
    wire [LOG2:0]    level;

    reset_sync u_rst_w (.clk(clk_w), .arst_n(arst_n), .rst_n(rst_w_n));
    reset_sync u_rst_r (.clk(clk_r), .arst_n(arst_n), .rst_n(rst_r_n));

    async_fifo_level #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2)) dut (
        .clk_w(clk_w), .rst_w_n(rst_w_n), .wr(wr), .wdata(wdata), .full(full),
        .clk_r(clk_r), .rst_r_n(rst_r_n), .rd(rd), .rdata(rdata), .level(level)
    );

    (* hierconn *) wire [1:0] \u_rst_w.sync ;
    (* hierconn *) wire [1:0] \u_rst_r.sync ;
    (* hierconn *) wire [LOG2:0] \dut.wbin ;
    (* hierconn *) wire [LOG2:0] \dut.rbin ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.a ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.was ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.meta ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.skipped ;
    (* hierconn *) wire [LOG2:0] \dut.u_wgray.b ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.a ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.was ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.meta ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.skipped ;
    (* hierconn *) wire [LOG2:0] \dut.u_rgray.b ;

    initial assume (!arst_n);
    always @* assume (clk_w || clk_r);

    // Words held, counted by the rules of the interface alone
    reg  [LOG2:0] held;
    wire          push = clk_w && rst_w_n && wr && !full;
    wire          pop  = clk_r && rst_r_n && rd && level != 0;

    always @(posedge gclk)
        if (!arst_n)
            held <= 0;
        else
            held <= held + push - pop;

    // Clocks of the writer since the latest read
    reg  [2:0]    wait_w;
    reg  [LOG2:0] rbin_was;

    always @(posedge gclk) begin
        rbin_was <= \dut.rbin ;
        if (!arst_n || \dut.rbin != rbin_was)
            wait_w <= arst_n && clk_w && rst_w_n;
        else if (clk_w && rst_w_n && wait_w != 7)
            wait_w <= wait_w + 1;
    end
    wire [2:0] quiet = \dut.rbin != rbin_was ? 0 : wait_w;

    function [LOG2:0] bin(input [LOG2:0] gray);
        integer i;
        begin
            bin[LOG2] = gray[LOG2];
            for (i = LOG2 - 1; i >= 0; i = i - 1)
                bin[i] = bin[i + 1] ^ gray[i];
        end
    endfunction

    // How far each copy of a pointer is ahead of the oldest, the writer's copy of rbin
    wire [LOG2:0] base = bin(\dut.u_rgray.b );
    wire [LOG2:0] r1 = bin(\dut.u_rgray.meta ) - base;
    wire [LOG2:0] r2 = \dut.rbin - base;
    wire [LOG2:0] shows = r2 + level;
    wire [LOG2:0] w0 = bin(\dut.u_wgray.b ) - base;
    wire [LOG2:0] w1 = bin(\dut.u_wgray.meta ) - base;
    wire [LOG2:0] w2 = \dut.wbin - base;
    // What a copy shows at the next clock at worst
    wire [LOG2:0] skip_r = (\dut.u_rgray.a ^ \dut.u_rgray.meta ) &
                           (\dut.u_rgray.a ^ \dut.u_rgray.was ) & ~\dut.u_rgray.skipped ;
    wire [LOG2:0] skip_w = (\dut.u_wgray.a ^ \dut.u_wgray.meta ) &
                           (\dut.u_wgray.a ^ \dut.u_wgray.was ) & ~\dut.u_wgray.skipped ;
    wire [LOG2:0] w1_next = bin(\dut.u_wgray.a ^ skip_w) - base;

    always @* if (arst_n) begin
        assert (held <= SLOTS);
        // level is never more than the words held
        assert (level <= held);
        // the writer learns of a free slot in 3 clocks, 4 with jitter
        if (quiet >= 3)
            assert (full == (held == SLOTS));
        if (held == SLOTS)
            assert (full);

        // invariants
        assert (\u_rst_w.sync != 2'b10);
        assert (\u_rst_r.sync != 2'b10);
        assert (held == \dut.wbin - \dut.rbin );
        assert (\dut.u_wgray.a == (\dut.wbin ^ (\dut.wbin >> 1)));
        assert (\dut.u_rgray.a == (\dut.rbin ^ (\dut.rbin >> 1)));
        assert (\dut.u_wgray.a == \dut.u_wgray.was || bin(\dut.u_wgray.was ) == \dut.wbin - 1'd1);
        assert (\dut.u_rgray.a == \dut.u_rgray.was || bin(\dut.u_rgray.was ) == \dut.rbin - 1'd1);
        assert (r1 <= r2);
        assert (r2 <= shows);
        assert (shows <= w0);
        assert (w0 <= w1);
        assert (w1 <= w2);
        assert (w2 <= SLOTS);
        assert (quiet < 1 || r1 == r2 || skip_r == 0);
        assert (quiet < 2 || r1 == r2);
        assert (quiet < 3 || r2 == 0);
    end

    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[1] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[2] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[3] ;

    // The word that is followed: in the memory with that many words ahead of it, then shown;
    // and the clocks of its reader since it was written
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
            if (!followed && push && pick) begin
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

    wire [LOG2:0] where = ahead + \dut.rbin ;
    wire [LOG2:0] seen  = where - base + 1'd1;  // a copy at seen or more shows it
    reg  [WIDTH-1:0] stored;

    always @* begin
        case (where[1:0])
        0: stored = \dut.mem[0] ;
        1: stored = \dut.mem[1] ;
        2: stored = \dut.mem[2] ;
        3: stored = \dut.mem[3] ;
        endcase
    end

    always @* if (arst_n) begin
        // order
        if (shown)
            assert (rdata == word);
        // in time: 4 clocks of the reader, 5 with jitter
        if (followed && wait_r >= 4)
            assert (level > ahead);

        // invariants
        if (followed) begin
            assert (ahead < held);
            assert (stored == word);
            assert (wait_r < 1 || w1_next >= seen);
            assert (wait_r < 2 || w1 >= seen);
            assert (wait_r < 3 || w0 >= seen);
        end
    end

    reg was_full;

    always @(posedge gclk)
        was_full <= arst_n && (was_full || full);

    always @* begin
        cover (arst_n && was_full && held == 0);
        cover (arst_n && shown && full);
        cover (arst_n && level == SLOTS);
        cover (arst_n && push && pop && held == 1);
        cover (arst_n && push && pop && held == SLOTS - 1);
    end
endmodule
