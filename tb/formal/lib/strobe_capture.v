// SPDX-License-Identifier: Apache-2.0
//
// Proof of strobe_capture with free jitter, and resets at any time, for any strobe and data that
// keep to the interface.
`default_nettype none

module prove_strobe_capture #(
    parameter WIDTH = 2,
    parameter ACTIVE_LOW = 0
) (
    input wire             clk,
    input wire             rst_n,
    input wire             active,    // the strobe, 1 = active
    input wire [WIDTH-1:0] data
);
    wire             level, valid;
    wire [WIDTH-1:0] q;

    strobe_capture #(.WIDTH(WIDTH), .ACTIVE_LOW(ACTIVE_LOW)) dut (
        .strobe(ACTIVE_LOW ? !active : active), .*
    );

    initial assume (!rst_n);

    // The strobe and its data in the last clocks, the latest in bit 0. In reset a strobe is taken
    // for one that has been active.
    reg [4:0]       past;
    reg [WIDTH-1:0] said;       // data at the last rise
    reg [2:0]       since;      // clocks since the last rise, up to 7
    wire            rises = active && !past[0];

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            past  <= 5'h1F;
            since <= 3'd7;
        end else begin
            past  <= {past[3:0], active};
            since <= rises ? 3'd1 : since + (since != 7);
        end

    always @(posedge clk)
        if (rises)
            said <= data;

    // the interface: the strobe high and low for two clocks, data stable for four
    always @* if (rst_n) begin
        assume (active == past[0] || past[0] == past[1]);
        assume (!rises || since >= 4);
        assume (since > 4 || data == said);
    end

    reg             seen, before;    // the last rise was reported; there was a clock since reset
    reg [WIDTH-1:0] last;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {seen, before} <= 2'b00;
        else begin
            seen   <= rises ? 1'b0 : seen || valid;
            before <= 1'b1;
        end

    always @(posedge clk)
        last <= q;

    always @* begin
        if (!rst_n)
            assert (!valid && level);
        else begin
            // level 2 or 3 clocks after the strobe, valid in the clock after level rises
            assert (level == past[1] || level == past[2]);
            // each rise is reported once, 3 or 4 clocks after it, with its data
            assert (!valid || (since >= 3 && since <= 4 && !seen));
            assert (since != 5 || seen);
            assert (!valid || q == said);
            // q changes with valid only
            assert (!before || valid || q == last);
        end
        cover (rst_n && valid && since == 3 && q == 1);
        cover (rst_n && valid && since == 4 && q == 2);
    end

    // invariants
    (* hierconn *) wire \dut.u_sync.meta ;
    (* hierconn *) wire \dut.u_sync.skipped ;
    (* hierconn *) wire \dut.was ;
    reg skipped_before, level_before;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {skipped_before, level_before} <= 2'b01;
        else begin
            skipped_before <= \dut.u_sync.skipped ;
            level_before   <= level;
        end

    always @* if (rst_n) begin
        assert (\dut.u_sync.meta == (past[0] ^ \dut.u_sync.skipped ^ (ACTIVE_LOW != 0)));
        assert (level == (past[1] ^ skipped_before));
        assert (!\dut.u_sync.skipped || past[0] != past[1]);
        assert (!skipped_before || past[1] != past[2]);
        assert (\dut.was == level_before);
    end
endmodule
