// SPDX-License-Identifier: Apache-2.0
// Proof of sample: what is written is read one clock later.
`default_nettype none

module prove_sample (
    input wire       clk,
    input wire       reset_n,
    input wire       wr,
    input wire [7:0] wdata
);
    wire [7:0] rdata;
    reg        wrote;
    reg  [7:0] was;

    sample dut (.clk(clk), .reset_n(reset_n), .wr(wr), .wdata(wdata), .rdata(rdata));
    (* hierconn *) wire \dut.rst_n ;

    initial assume (!reset_n);
    always @(posedge clk) begin
        wrote <= wr && \dut.rst_n ;
        was   <= wdata;
    end
    always @* begin
        if (!$initstate && wrote && \dut.rst_n )
            assert (rdata == was);
        cover (wrote && rdata == 8'h5A);
    end
endmodule
