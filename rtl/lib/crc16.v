// SPDX-License-Identifier: Apache-2.0
//
// crc16 - one bit of a CRC-16, x^16 + x^15 + x^2 + 1 (0x8005), MSB first
//
// Purpose     computes the next value of a CRC register for one more data bit; the CRC is not
//             reflected and has no final inversion. The caller keeps the register and its start
//             value.
// Latency     combinational.
`default_nettype none

module crc16 (
    input  wire [15:0] crc,
    input  wire        d,
    output wire [15:0] next
);
    assign next = {crc[14:0], 1'b0} ^ (16'h8005 & {16{crc[15] ^ d}});
endmodule
