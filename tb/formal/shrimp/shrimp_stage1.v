// SPDX-License-Identifier: Apache-2.0
//
// Proof of shrimp_stage1: each packet on the SNI link produces one entry with its fields, and the
// FIFO to Stage 2, which cannot signal that it is full, is never full.
//
// FULL proves the latter with both clocks, free jitter and a Stage 2 that pops each entry that it
// sees. The only assumption about the clocks is that clk25 (40 ns) rises at least once in each
// period of clk_s1 (60 ns, or longer when BCLK is stretched).
`default_nettype none

module prove_shrimp_stage1 (
    input wire        clk_s1,
    input wire        rst_n,
    input wire        pmen_n,
    input wire        s_eod_n,
    input wire [63:0] s_data,
    input wire [5:0]  s_color,
    input wire [43:0] rxtime,
    input wire        clk25
);
    wire         run, empty;
    wire [148:0] entry;

    (* hierconn *) wire         \dut.u_fifo.wr ;
    (* hierconn *) wire         \dut.u_fifo.full ;
    (* hierconn *) wire [148:0] \dut.u_fifo.wdata ;
    (* hierconn *) wire [1:0]   \dut.state ;

`ifdef FULL
    (* gclk *) wire gclk;

    wire rst_s1_n, rst_25_n;

    reset_sync u_rst_s1 (.clk(clk_s1), .arst_n(rst_n), .rst_n(rst_s1_n));
    reset_sync u_rst_25 (.clk(clk25), .arst_n(rst_n), .rst_n(rst_25_n));

    shrimp_stage1 dut (.rst_n(rst_s1_n), .rst25_n(rst_25_n), .rd(!empty), .*);

    // clk25 has risen since the last rise of clk_s1
    reg since;

    initial since = 1'b0;
    always @(posedge gclk)
        since <= rst_n && !clk_s1 && (since || clk25);

    always @* begin
        assume (rst_n == !$initstate);
        assume (clk_s1 || clk25);
        if (clk_s1)
            assume (since || clk25);
        assert (!\dut.u_fifo.full );
    end

    // Why it holds: a word is popped at the 4th clk25 after its push, and the writer sees the slot
    // as free 3 clk_s1 later. So the slots in use are those of the pushes of the last 7 clk_s1, and
    // two pushes are at least 3 apart.
    (* hierconn *) wire [1:0] \u_rst_s1.sync ;
    (* hierconn *) wire [1:0] \u_rst_25.sync ;
    (* hierconn *) wire [2:0] \dut.u_fifo.wbin ;
    (* hierconn *) wire [2:0] \dut.u_fifo.rbin ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_wgray.a ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_wgray.was ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_wgray.meta ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_wgray.skipped ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_wgray.b ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_rgray.a ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_rgray.was ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_rgray.meta ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_rgray.skipped ;
    (* hierconn *) wire [2:0] \dut.u_fifo.u_rgray.b ;

    reg [6:0] pushes;               // pushes at the latest clk_s1, at the one before, and so on
    reg [2:0] w1, w2, w3, w4;       // wbin before the latest clk25, before the previous one, and so
                                    // on
    reg [2:0] r1, r2, r3;           // rbin before the latest clk_s1, and so on
    reg [2:0] rbin_was;             // rbin before the latest clk25

    always @(posedge gclk)
        if (!rst_n) begin
            pushes <= 7'd0;
            {w1, w2, w3, w4, r1, r2, r3, rbin_was} <= 24'd0;
        end else begin
            if (clk_s1) begin
                pushes <= {pushes[5:0], \dut.u_fifo.wr };
                {r1, r2, r3} <= {\dut.u_fifo.rbin , r1, r2};
            end
            if (clk25) begin
                {w1, w2, w3, w4} <= {\dut.u_fifo.wbin , w1, w2, w3};
                rbin_was <= \dut.u_fifo.rbin ;
            end
        end

    function [2:0] gray(input [2:0] bin);
        gray = bin ^ (bin >> 1);
    endfunction

    function [2:0] bin(input [2:0] gray);
        bin = {gray[2], gray[2] ^ gray[1], ^gray};
    endfunction

    // number of pushes at the latest n clk_s1
    function [2:0] latest(input [2:0] n);
        integer i;
        begin
            latest = 0;
            for (i = 0; i < 7; i = i + 1)
                latest = latest + (i < n && pushes[i]);
        end
    endfunction

    wire [2:0] w = \dut.u_fifo.wbin ;
    wire [2:0] r = \dut.u_fifo.rbin ;
    wire [2:0] w_meta = bin(\dut.u_fifo.u_wgray.meta );
    wire [2:0] w_25 = bin(\dut.u_fifo.u_wgray.b );
    wire [2:0] r_s1 = bin(\dut.u_fifo.u_rgray.b );

    always @* if (rst_n) begin
        // When the reset of the writer has ended, that of the reader has, too.
        assert (\u_rst_s1.sync != 2'b10 && \u_rst_25.sync != 2'b10);
        assert (\u_rst_25.sync >= \u_rst_s1.sync );
        if (since)
            assert (\u_rst_25.sync [0] && (\u_rst_25.sync [1] || !\u_rst_s1.sync [0]));
        if (!rst_s1_n)
            assert (w == 0 && pushes == 0);
        // Two pushes are at least 3 clk_s1 apart.
        assert ((pushes & (pushes << 1)) == 0 && (pushes & (pushes << 2)) == 0);
        if (\dut.u_fifo.wr )
            assert (\dut.state == 0 && pushes[1:0] == 0);
        if (\dut.state >= 2)
            assert (!pushes[0]);
        // the writer's pointer on its path to the reader
        assert (\dut.u_fifo.u_wgray.a == gray(w) && \dut.u_fifo.u_wgray.was == gray(w - pushes[0]));
        assert (\dut.u_fifo.u_wgray.skipped == 0 ? w_meta == w1 : w_meta == w1 - 3'd1 && w1 != w2);
        assert (\dut.u_fifo.u_wgray.skipped == (\dut.u_fifo.u_wgray.meta ^ gray(w1)));
        assert (w_25 == w2 || (w_25 == w2 - 3'd1 && w2 != w3));
        assert (r == w3 || (r == w3 - 3'd1 && w3 != w4));
        assert (w_meta - w_25 <= 3'd1 && w_25 - r <= 3'd1);
        // the reader's pointer on its path to the writer
        assert (\dut.u_fifo.u_rgray.a == gray(r) && \dut.u_fifo.u_rgray.was == gray(rbin_was));
        assert (r - rbin_was <= 3'd1);
        assert (\dut.u_fifo.u_rgray.skipped == 0 ? bin(\dut.u_fifo.u_rgray.meta ) == r1 :
                                                   bin(\dut.u_fifo.u_rgray.meta ) == r1 - 3'd1 &&
                                                   r1 != r2);
        assert (\dut.u_fifo.u_rgray.skipped == (\dut.u_fifo.u_rgray.meta ^ gray(r1)));
        assert (r_s1 == r2 || (r_s1 == r2 - 3'd1 && r2 != r3));
        // by how much each copy lags
        assert (w - w1 <= latest(since ? 0 : 1));
        assert (w - w2 <= latest(since ? 1 : 2) && w - w1 <= w - w2);
        assert (w - w3 <= latest(since ? 2 : 3) && w - w2 <= w - w3);
        assert (w - w4 <= latest(since ? 3 : 4) && w - w3 <= w - w4);
        assert (w - r1 <= latest(5) && w - r <= w - r1);
        assert (w - r2 <= latest(6) && w - r1 <= w - r2);
        assert (w - r3 <= latest(7) && w - r2 <= w - r3);
    end

    // Reachable: packets of three beats without pause
    reg [3:0] packets;

    always @(posedge gclk)
        packets <= !rst_n ? 4'd0 : packets + (clk_s1 && \dut.u_fifo.wr );

    always @* cover (packets == 3 && \dut.u_fifo.wr && !empty);
`else
    shrimp_stage1 dut (.rst25_n(rst_n), .rd(1'b0), .*);

    initial assume (!rst_n);

    // The packet according to the rules of the link, read from the pins
    localparam [1:0] HEADER = 0, STAMP = 1, FIRST = 2, MORE = 3;

    reg [1:0]   place, place_was;
    reg [4:0]   y, x;
    reg [3:0]   rcat, be;
    reg [10:0]  size;
    reg [5:0]   color;
    reg [43:0]  rx, tx;
    reg         irq;
    reg [24:0]  addr;
    reg [2:0]   age;        // number of clocks since the header beat, 1 to 3
    reg         ended, due, sampled;
    reg [148:0] was;        // the fields in the previous clock, as an entry

    always @(posedge clk_s1 or negedge rst_n)
        if (!rst_n) begin
            place     <= HEADER;
            place_was <= HEADER;
            age       <= 3'd0;
            ended     <= 1'b0;
            due       <= 1'b0;
            sampled   <= 1'b0;
        end else begin
            place_was <= place;
            age       <= {age[1:0], !pmen_n && place == HEADER};
            ended     <= !pmen_n && place >= FIRST && !s_eod_n;
            due       <= ended;
            sampled   <= sampled || age[2];
            if (!pmen_n)
                place <= place == HEADER ? STAMP : place == STAMP ? FIRST : s_eod_n ? MORE : HEADER;
        end

    always @(posedge clk_s1) begin
        if (!pmen_n)
            case (place)
            HEADER: begin
                be    <= s_data[63:60];
                y     <= s_data[57:53];
                x     <= s_data[51:47];
                irq   <= s_data[46];
                addr  <= s_data[35:11];
                color <= s_color;
                size  <= 11'd0;
            end
            STAMP:
                tx <= s_data[54:11];
            default: begin
                size <= size + 11'd1;
                if (place == FIRST)
                    rcat <= s_data[63:60];
            end
            endcase
        if (age[2])
            rx <= rxtime;
        was <= {y, x, rcat, size, color, 44'd0, tx, irq, addr, be};
    end

    wire [148:0] expected = {was[148:118], rx, was[73:0]};
    wire [148:0] got = \dut.u_fifo.wdata ;

    always @* if (rst_n) begin
        // Each packet produces one entry, two clocks after its last beat.
        assert (\dut.u_fifo.wr == due);
        if (due)
            assert (got == expected);
        assert (run == (place_was != HEADER));
    end

    // Invariants: the pins in the previous clock, and the fields received so far
    (* hierconn *) wire         \dut.beat ;
    (* hierconn *) wire         \dut.eod ;
    (* hierconn *) wire [63:60] \dut.top ;
    (* hierconn *) wire [57:11] \dut.data ;
    (* hierconn *) wire [5:0]   \dut.color_in ;
    (* hierconn *) wire [1:0]   \dut.header_age ;

    reg        beat1, eod1;
    reg [63:0] data1;
    reg [5:0]  color1;

    always @(posedge clk_s1 or negedge rst_n)
        if (!rst_n) begin
            beat1 <= 1'b0;
            eod1  <= 1'b0;
        end else begin
            beat1 <= !pmen_n;
            eod1  <= !s_eod_n;
        end
    always @(posedge clk_s1) begin
        data1  <= s_data;
        color1 <= s_color;
    end

    // Masks of the fields of an entry that come from the header, the stamp and the payload
    localparam [148:0] OF_HEADER = {10'h3FF, 4'd0, 11'd0, 6'h3F, 88'd0, 30'h3FFFFFFF};
    localparam [148:0] OF_STAMP  = {75'd0, {44{1'b1}}, 30'd0};
    localparam [148:0] OF_WORDS  = {10'd0, 15'h7FFF, 124'd0};
    localparam [148:0] OF_SIZE   = {14'd0, 11'h7FF, 124'd0};
    wire [148:0] differ = got ^ expected;

    always @* if (rst_n) begin
        assert (\dut.state == place_was);
        assert (\dut.beat == beat1 && \dut.eod == eod1);
        if (beat1)
            assert (\dut.top == data1[63:60] && \dut.data == data1[57:11] &&
                    \dut.color_in == color1);
        assert (\dut.header_age == age[2:1]);
        if (place_was != HEADER || due)
            assert ((differ & (OF_HEADER | OF_SIZE)) == 0);
        if (place_was >= FIRST || due)
            assert ((differ & OF_STAMP) == 0);
        if (place_was == MORE || due)
            assert ((differ & OF_WORDS) == 0);
        if (sampled)
            assert (got[117:74] == rx);
        assert (place != STAMP || sampled || age != 0);
        assert (place != FIRST || sampled || age[2:1] != 0);
        assert (!(place == MORE || ended) || sampled || age[2]);
        assert (!due || sampled);
        // The registered pins are those that the reference has already read.
        assert (place == (!beat1 ? place_was : place_was == HEADER ? STAMP : place_was == STAMP ?
                FIRST :
                          eod1 ? HEADER : MORE));
        assert (ended == (beat1 && place_was >= FIRST && eod1));
        assert (age[0] == (beat1 && place_was == HEADER));
        if (beat1 && place_was == HEADER)
            assert (be == data1[63:60] && y == data1[57:53] && x == data1[51:47] &&
                    irq == data1[46] &&
                    addr == data1[35:11] && color == color1 && size == 0);
        else if (place_was != HEADER || due)
            assert ({y, x, color, irq, addr, be} == {was[148:139], was[123:118], was[29:0]});
        if (beat1 && place_was == STAMP)
            assert (tx == data1[54:11]);
        else if (place_was >= FIRST || due)
            assert (tx == was[73:30]);
        if (beat1 && place_was >= FIRST)
            assert (size == was[134:124] + 11'd1);
        else if (!(beat1 && place_was == HEADER) && (place_was != HEADER || due))
            assert (size == was[134:124]);
        if (beat1 && place_was == FIRST)
            assert (rcat == data1[63:60]);
        else if (place_was == MORE || due)
            assert (rcat == was[138:135]);
    end

    always @* begin
        cover (rst_n && due && expected[134:124] == 3);
        cover (rst_n && due && age[0]);
    end
`endif
endmodule
