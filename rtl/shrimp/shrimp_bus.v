// SPDX-License-Identifier: Apache-2.0
//
// shrimp_bus - common logic of the SHRIMP boards between EISA and the 25 MHz domain: resets, bus,
// link
//
// Purpose     generates the resets of the board, contains its EISA slave, and converts bus accesses
//             into accesses to registers and memories in the 25 MHz domain.
// Interface   EISA pins as in eisa_slave. In clk25: the resets, and write, addr, be,
//             wdata, reg_*, t_*, h_* as in shrimp_host; enable and irlev of EBCR;
//             access (bclk) is 1 during an access of the board, for an LED.
// Structure   reset_sync, sync_bits        the resets
//             eisa_slave, shrimp_slot      bclk
//             cdc_handshake                between them
//             shrimp_host                  clk25
// Latency     a posted write ends on the bus at once and is executed about 4 clk25 later; a read
//             lasts until its answer has returned.
// Throughput  one access at a time; EXRDY stretches the next.
// Domain      bclk and clk25, crossings in cdc_handshake, sync_bits and reset_sync.
// Reset       por_n: everything. resdrv is first synchronised to clk25, so that both sides of each
//             crossing are reset together, but it releases the bus at once.
//             rst25_n: power-on; rst_board_n: power-on and RESDRV; both are synchronous to clk25.
// Paper       TR-596-99 3.1, A.5; SPDT 1996 3.5.
`default_nettype none

module shrimp_bus #(
    parameter [31:0] ID = 32'h0,        // EPIR
    parameter [11:0] EPIR = 12'hC80,    // slot I/O addresses
    parameter [11:0] EBCR = 12'hC84,
    parameter MEMORIES = 1,             // 1 = the board has memories in the address space
    parameter ADDR_BITS = 26,           // address bits of registers and memories, 3 to 26
    parameter [31:0] SALT = 32'h0       // seed of the simulated jitter
) (
    input  wire        bclk,
    input  wire        clk25,
    input  wire        por_n,

    // EISA
    input  wire        resdrv,
    input  wire [7:0]  la_n,
    input  wire [21:0] la,
    input  wire [3:0]  be_n,
    input  wire        m_io,
    input  wire        w_r,
    input  wire        start_n,
    input  wire        cmd_n,
    input  wire        aen,
    input  wire [31:0] d_i,
    output wire [31:0] d_o,
    output wire        d_oe,
    output wire        ex32_n_oe,
    output wire        exrdy_oe,
    output wire        access,

    // resets in clk25
    output wire        rst25_n,
    output reg         rst_board_n,
    output wire        resdrv_25,

    // EBCR
    output wire        enable,
    output wire [2:0]  irlev,

    // registers and memories
    output wire        write,
    output wire [ADDR_BITS-1:2] addr,
    output wire [3:0]  be,
    output wire [31:0] wdata,
    output wire        reg_wr,
    output wire        reg_rd,
    input  wire [31:0] reg_rdata,
    input  wire        reg_wait,
    input  wire        reg_busy,
    output wire        t_req,
    output wire        h_req,
    input  wire        t_done,
    input  wire [31:0] t_rdata,
    input  wire        h_done,
    input  wire [31:0] h_rdata
);
    // ------------------------------------------------------------ resets
    reset_sync u_rst25 (.clk(clk25), .arst_n(por_n), .rst_n(rst25_n));

    sync_bits #(.WIDTH(1), .RESET(1'b1), .SALT(SALT + 32'd1)) u_resdrv (
        .clk(clk25), .rst_n(rst25_n), .d(resdrv), .q(resdrv_25)
    );

    always @(posedge clk25 or negedge rst25_n)
        if (!rst25_n)
            rst_board_n <= 1'b0;
        else
            rst_board_n <= !resdrv_25;

    // Resets of the bclk sides of the crossings. rst_board_n, a flip-flop of clk25, resets the
    // clk25 sides.
    wire rst_por_bclk_n, rst_eisa_n, rst_link_bclk_n;

    reset_sync u_rst_por  (.clk(bclk), .arst_n(por_n), .rst_n(rst_por_bclk_n));
    reset_sync u_rst_eisa (.clk(bclk), .arst_n(rst_board_n && !resdrv), .rst_n(rst_eisa_n));
    reset_sync u_rst_link (.clk(bclk), .arst_n(rst_board_n), .rst_n(rst_link_bclk_n));

    // ------------------------------------------------------------ bclk
    wire [31:2] dec_addr, req_addr;
    wire        dec_mem, dec_aen, dec_sel;
    wire        req, req_write, req_mem, busy, ack;
    wire [3:0]  req_be;
    wire [31:0] req_wdata, ack_rdata;

    eisa_slave u_eisa (
        .bclk(bclk), .rst_n(rst_eisa_n),
        .la_n(la_n), .la(la), .be_n(be_n), .m_io(m_io), .w_r(w_r),
        .start_n(start_n), .cmd_n(cmd_n), .aen(aen),
        .d_i(d_i), .d_o(d_o), .d_oe(d_oe), .ex32_n_oe(ex32_n_oe), .exrdy_oe(exrdy_oe),
        .dec_addr(dec_addr), .dec_mem(dec_mem), .dec_aen(dec_aen), .dec_sel(dec_sel),
        .req(req), .req_write(req_write), .req_mem(req_mem), .req_addr(req_addr),
        .req_be(req_be), .req_wdata(req_wdata), .busy(busy), .ack(ack), .ack_rdata(ack_rdata),
        .access(access)
    );

    wire        link_req, link_busy, link_ack, link_valid, link_done;
    // {target, write, address, byte enables, data} (shrimp_slot)
    wire [36+ADDR_BITS:0] link_req_data, link_data;
    wire [31:0] link_ack_data, link_done_data;

    shrimp_slot #(
        .ID(ID), .EPIR(EPIR), .EBCR(EBCR), .MEMORIES(MEMORIES), .ADDR_BITS(ADDR_BITS)
    ) u_slot (
        .bclk(bclk), .rst_por_n(rst_por_bclk_n), .rst_n(rst_eisa_n),
        .dec_addr(dec_addr), .dec_mem(dec_mem), .dec_aen(dec_aen), .dec_sel(dec_sel),
        .req(req), .req_write(req_write), .req_mem(req_mem), .req_addr(req_addr),
        .req_be(req_be), .req_wdata(req_wdata), .busy(busy), .ack(ack), .ack_rdata(ack_rdata),
        .out_req(link_req), .out_data(link_req_data), .out_busy(link_busy),
        .out_ack(link_ack), .out_ack_data(link_ack_data)
    );

    // ------------------------------------------------------------ to clk25
    cdc_handshake #(.WIDTH(37 + ADDR_BITS), .RWIDTH(32), .SALT(SALT + 32'd2)) u_link (
        .clk_a(bclk), .rst_a_n(rst_link_bclk_n), .req(link_req), .req_data(link_req_data),
        .busy(link_busy), .ack(link_ack), .ack_data(link_ack_data),
        .clk_b(clk25), .rst_b_n(rst_board_n), .valid(link_valid), .data(link_data),
        .done(link_done), .done_data(link_done_data)
    );

    shrimp_host #(.ADDR_BITS(ADDR_BITS)) u_host (
        .clk25(clk25), .rst_por_n(rst25_n), .rst_board_n(rst_board_n),
        .valid(link_valid), .data(link_data), .done(link_done), .done_data(link_done_data),
        .enable(enable), .irlev(irlev),
        .write(write), .addr(addr), .be(be), .wdata(wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_rdata(reg_rdata), .reg_wait(reg_wait),
        .reg_busy(reg_busy),
        .t_req(t_req), .h_req(h_req), .t_done(t_done), .t_rdata(t_rdata),
        .h_done(h_done), .h_rdata(h_rdata)
    );
endmodule
