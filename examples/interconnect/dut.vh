// SPDX-License-Identifier: Apache-2.0
// Ports of the module dut that buses.v disturbs
    input  wire        clk,
    input  wire        rst_n,
    input  wire        sel,     // CYC, PSEL
    input  wire        go,      // STB, PENABLE
    input  wire        we,
    input  wire [15:0] adr,
    input  wire [31:0] wdata,
    output wire        ready,   // ACK, PREADY
    output wire        error,
    output wire        stall    // pipelined Wishbone only
