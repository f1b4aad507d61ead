// SPDX-License-Identifier: Apache-2.0
//
// Proof of eisa_slave with any levels on the bus, also illegal ones: START# and CMD# may be low
// together, as for a moment between two cycles if one of them is late.
`default_nettype none

module prove_eisa_slave_any (
    input wire        bclk,
    input wire        rst_n,
    input wire [7:0]  la_n,
    input wire [21:0] la,
    input wire [3:0]  be_n,
    input wire        m_io,
    input wire        w_r,
    input wire        start_n,
    input wire        cmd_n,
    input wire        aen,
    input wire [31:0] d_i,
    input wire        dec_sel,
    input wire        busy,
    input wire        ack,
    input wire [31:0] ack_rdata
);
    wire [31:0] d_o, req_wdata;
    wire [31:2] dec_addr, req_addr;
    wire [3:0]  req_be;
    wire        d_oe, ex32_n_oe, exrdy_oe, dec_mem, dec_aen, req, req_write, req_mem, access;

    eisa_slave dut (.*);

    initial assume (!rst_n);

    always @* begin
        if (!rst_n)
            assert (!d_oe && !ex32_n_oe && !exrdy_oe && !req);
        // The board drives data and begins an access only while CMD# is low and START# is high.
        if (d_oe)
            assert (start_n && !cmd_n && !req_write);
        if (req)
            assert (start_n && !cmd_n && !busy);
        cover (rst_n && d_oe && ack);
        cover (rst_n && req && req_write);
        cover (rst_n && !start_n && !cmd_n && access);
    end
endmodule
