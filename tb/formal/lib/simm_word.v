// SPDX-License-Identifier: Apache-2.0
//
// simm_word - one word of a SIMM of 64 MB, for proofs
//
// It behaves like the SIMM for the word at address; other words read arbitrary values. Row and
// column are sampled at the falls of RAS# and CAS#; writes are early writes.
`default_nettype none

module simm_word (
    input wire         clk,
    input wire [23:0]  address,
    input wire [11:0]  a,
    input wire         ras_n,
    input wire [3:0]   cas_n,
    input wire         we_n,
    input wire [31:0]  dq_o,
    input wire [31:0]  other,
    output wire [31:0] dq_i,
    output wire        in_row,      // the row of the word is open, from the clock after the fall of
                                    // RAS#
    output reg [31:0]  content
);
    wire [11:0] row = {address[22], address[20], address[19:10]};
    wire [11:0] col = {address[23], address[21], address[9:0]};

    reg       ras1_n, row1;
    reg [3:0] cas1_n;

    assign in_row = row1;

    // Valid in the clock in which CAS# falls; RAS# has been low for two clocks then
    wire hit = !ras_n && row1 && a == col;
    wire [3:0] lanes = hit ? cas1_n & ~cas_n : 4'b0000;

    assign dq_i = hit && we_n && cas_n != 4'b1111 ? content : other;

    integer i;
    always @(posedge clk) begin
        ras1_n <= ras_n;
        cas1_n <= cas_n;
        if (ras_n)
            row1 <= 1'b0;
        else if (ras1_n)
            row1 <= a == row && cas_n == 4'b1111;
        for (i = 0; i < 4; i = i + 1)
            if (lanes[i] && !we_n)
                content[8 * i +: 8] <= dq_o[8 * i +: 8];
    end

    initial {ras1_n, row1, cas1_n} = 6'b101111;
endmodule
