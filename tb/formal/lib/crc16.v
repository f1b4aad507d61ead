// SPDX-License-Identifier: Apache-2.0
//
// Proof of crc16: each step is a division step by the polynomial x^16 + x^15 + x^2 + 1; a message
// followed by its own check word leaves 0, and followed by any other check word it does not.
`default_nettype none

module prove_crc16 (
    input wire [15:0] start,        // CRC after the message
    input wire [15:0] check         // the word after the message, top bit first
);
    wire [15:0] crc [0:16];

    assign crc[0] = start;

    genvar k;
    generate
        for (k = 0; k < 16; k = k + 1) begin : g_bit
            crc16 dut (.crc(crc[k]), .d(check[15 - k]), .next(crc[k + 1]));

            // crc * x + d * x^16, modulo the polynomial
            wire [16:0] product = {crc[k], 1'b0} ^ {check[15 - k], 16'd0};

            always @* assert (crc[k + 1] == (product[16] ? product ^ 17'h18005 : product));
        end
    endgenerate

    always @* begin
        assert ((crc[16] == 0) == (check == start));
        cover (crc[16] == 0 && start == 16'h1234);
    end
endmodule
