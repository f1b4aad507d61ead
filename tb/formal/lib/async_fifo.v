// SPDX-License-Identifier: Apache-2.0
//
// Proof of async_fifo with two free clocks, free jitter and a reset at any time: no
// word is lost, doubled or changed, order is kept, and a word is seen in time. The
// depth is the one that Stage 1 uses. One word, chosen by the solver when it is
// written, is followed.
`default_nettype none

module prove_async_fifo #(
    parameter WIDTH = 2
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

    wire             rst_w_n, rst_r_n, full, empty;
    wire [WIDTH-1:0] rdata;

    reset_sync u_rst_w (.clk(clk_w), .arst_n(arst_n), .rst_n(rst_w_n));
    reset_sync u_rst_r (.clk(clk_r), .arst_n(arst_n), .rst_n(rst_r_n));

    async_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(2)) dut (
        .clk_w(clk_w), .rst_w_n(rst_w_n), .wr(wr), .wdata(wdata), .full(full),
        .clk_r(clk_r), .rst_r_n(rst_r_n), .rd(rd), .rdata(rdata), .empty(empty)
    );

    (* hierconn *) wire [1:0] \u_rst_w.sync ;
    (* hierconn *) wire [1:0] \u_rst_r.sync ;
    (* hierconn *) wire [2:0] \dut.wbin ;
    (* hierconn *) wire [2:0] \dut.rbin ;
    (* hierconn *) wire [2:0] \dut.u_wgray.a ;
    (* hierconn *) wire [2:0] \dut.u_wgray.was ;
    (* hierconn *) wire [2:0] \dut.u_wgray.meta ;
    (* hierconn *) wire [2:0] \dut.u_wgray.skipped ;
    (* hierconn *) wire [2:0] \dut.u_wgray.b ;
    (* hierconn *) wire [2:0] \dut.u_rgray.a ;
    (* hierconn *) wire [2:0] \dut.u_rgray.was ;
    (* hierconn *) wire [2:0] \dut.u_rgray.meta ;
    (* hierconn *) wire [2:0] \dut.u_rgray.skipped ;
    (* hierconn *) wire [2:0] \dut.u_rgray.b ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[1] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[2] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[3] ;

    initial assume (!arst_n);
    always @* assume (clk_w || clk_r);

    // Words held, counted by the rules of the interface alone
    reg  [2:0] held;
    wire       push = clk_w && rst_w_n && wr && !full;
    wire       pop  = clk_r && rst_r_n && rd && !empty;

    // The word that is followed, and the clocks of its reader since it was written
    reg             followed;
    reg [2:0]       ahead, wait_r;
    reg [WIDTH-1:0] word;

    always @(posedge gclk)
        if (!arst_n) begin
            held     <= 0;
            followed <= 1'b0;
            ahead    <= 0;
            word     <= 0;
            wait_r   <= 0;
        end else begin
            held <= held + push - pop;
            if (!followed && push && pick) begin
                followed <= 1'b1;
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

    // Clocks of the writer since the reader last fetched a word from the memory
    reg  [2:0] wait_w;
    reg  [2:0] rbin_was;

    always @(posedge gclk) begin
        rbin_was <= \dut.rbin ;
        if (!arst_n || \dut.rbin != rbin_was)
            wait_w <= arst_n && clk_w && rst_w_n;
        else if (clk_w && rst_w_n && wait_w != 7)
            wait_w <= wait_w + 1;
    end
    wire [2:0] quiet = \dut.rbin != rbin_was ? 0 : wait_w;

    function [2:0] bin(input [2:0] gray);
        bin = {gray[2], gray[2] ^ gray[1], ^gray};
    endfunction

    // How far each copy of a pointer is ahead of the oldest, the writer's copy of rbin
    wire [2:0] base = bin(\dut.u_rgray.b );
    wire [2:0] r1 = bin(\dut.u_rgray.meta ) - base;
    wire [2:0] r2 = \dut.rbin - base;
    wire [2:0] w0 = bin(\dut.u_wgray.b ) - base;
    wire [2:0] w1 = bin(\dut.u_wgray.meta ) - base;
    wire [2:0] w2 = \dut.wbin - base;
    // What a copy shows at the next clock at worst
    wire [2:0] skip_r = (\dut.u_rgray.a ^ \dut.u_rgray.meta ) &
                        (\dut.u_rgray.a ^ \dut.u_rgray.was ) & ~\dut.u_rgray.skipped ;
    wire [2:0] skip_w = (\dut.u_wgray.a ^ \dut.u_wgray.meta ) &
                        (\dut.u_wgray.a ^ \dut.u_wgray.was ) & ~\dut.u_wgray.skipped ;
    wire [2:0] w1_next = bin(\dut.u_wgray.a ^ skip_w) - base;

    wire [2:0] where = ahead - !empty + \dut.rbin ;   // address, if not in rdata
    wire [2:0] seen  = where - base + 3'd1;           // a copy at seen or more shows it
    wire       out = followed && ahead == 0 && !empty;
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
        // never more than the memory and the output register hold
        assert (held <= 5);
        if (!empty)
            assert (held != 0);
        // order
        if (out)
            assert (rdata == word);
        // in time: 3 clocks of the reader, 4 with jitter
        if (followed && ahead == 0 && wait_r >= 4)
            assert (!empty);
        // the writer learns of a free slot as fast
        if (quiet >= 3)
            assert (full == (held - !empty == 4));

        // invariants
        assert (\u_rst_w.sync != 2'b10);
        assert (\u_rst_r.sync != 2'b10);
        assert (held == \dut.wbin - \dut.rbin + !empty);
        assert (\dut.u_wgray.a == (\dut.wbin ^ (\dut.wbin >> 1)));
        assert (\dut.u_rgray.a == (\dut.rbin ^ (\dut.rbin >> 1)));
        assert (\dut.u_wgray.a == \dut.u_wgray.was || bin(\dut.u_wgray.was ) == \dut.wbin - 3'd1);
        assert (\dut.u_rgray.a == \dut.u_rgray.was || bin(\dut.u_rgray.was ) == \dut.rbin - 3'd1);
        assert (r1 <= r2);
        assert (r2 <= w0);
        assert (w0 <= w1);
        assert (w1 <= w2);
        assert (w2 <= 4);
        assert (quiet < 1 || r1 == r2 || skip_r == 0);
        assert (quiet < 2 || r1 == r2);
        assert (quiet < 3 || r2 == 0);
        if (followed) begin
            assert (ahead < held);
            if (!out) begin
                assert (stored == word);
                assert (wait_r < 1 || w1_next >= seen);
                assert (wait_r < 2 || w1 >= seen);
                assert (wait_r < 3 || w0 >= seen);
            end
        end
    end

    reg was_full;

    always @(posedge gclk)
        was_full <= arst_n && (was_full || full);

    always @* begin
        cover (arst_n && was_full && held == 0);
        cover (arst_n && out && ahead == 0 && full);
        cover (arst_n && held == 5);
    end
endmodule
