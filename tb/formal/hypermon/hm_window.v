// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_window, for any codes, and resets and clear at any time: the length of each window,
// and its number.
`default_nettype none

module prove_hm_window (
    input wire       clk20,
    input wire       rst_n,
    input wire       clear,
    input wire [1:0] code
);
    localparam [31:0] INIT = 32'hFFFFFFFE;

    wire        last;
    wire [31:0] stamp;

    hm_window #(.STAMP_INIT(INIT)) dut (.*);

    initial assume (!rst_n);

    reg [4:0]  clocks, length;      // clocks of this window so far, and its length
    reg [31:0] number;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            clocks <= 5'd1;
            length <= 5'd16;
            number <= INIT;
        end else if (clear) begin
            clocks <= 5'd1;
            length <= 5'd16;
            number <= 32'd0;
        end else if (clocks == length) begin
            clocks <= 5'd1;
            length <= code == 1 ? 5'd8 : code == 2 ? 5'd4 : 5'd16;
            number <= number + 1;
        end else
            clocks <= clocks + 5'd1;

    always @* begin
        if (rst_n)
            assert (last == (clocks == length));
        assert (stamp == number);
        cover (rst_n && number == 0 && last);
        cover (rst_n && clear && last && code == 2);
    end

    // invariant
    (* hierconn *) wire [3:0] \dut.left ;
    always @* if (rst_n) begin
        assert (\dut.left == length - clocks);
        assert (clocks >= 1 && clocks <= length && length <= 16);
    end
endmodule
