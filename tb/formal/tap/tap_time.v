// SPDX-License-Identifier: Apache-2.0
//
// Proof of tap_time: a time of its own begins at TIME_INIT, and each clock adds 1, also at its end;
// an external time is passed on.
`default_nettype none

module prove_tap_time (
    input wire        clk,
    input wire        rst_n,
    input wire [63:0] time_ext
);
    localparam [43:0] BEGIN = 44'hFFFFFFFFFFD;

    wire [43:0] own, external;

    tap_time #(.TIME_EXT(0), .TIME_INIT(BEGIN)) dut (
        .clk(clk), .rst_n(rst_n), .time_ext(time_ext), .now(own)
    );
    tap_time #(.TIME_EXT(1)) u_external (
        .clk(clk), .rst_n(rst_n), .time_ext(time_ext), .now(external)
    );

    reg        ran;
    reg [43:0] before;

    initial assume (!rst_n);
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {ran, before} <= 45'd0;
        else
            {ran, before} <= {1'b1, own};

    always @* begin
        assert (external == time_ext[43:0]);
        if (!rst_n)
            assert (own == BEGIN);
        else if (ran)
            assert (own == before + 44'd1);
        cover (rst_n && ran && own == 44'd0);
    end
endmodule
