// SPDX-License-Identifier: Apache-2.0
//
// shrimp_slot - address decoder, EPIR, EBCR and the link to the 25 MHz side
//
// Purpose     decodes the board's addresses for the EISA slave, answers accesses to EPIR and EBCR,
//             and passes all other accesses on to shrimp_host.
// Decode      EPIR and EBCR in slot I/O (AENx low, A11..2) are always decoded; with EBCR.ENABLE = 1
//             also the 64 KB of registers at RBASE and, with MEMORIES = 1, the 128 MB of memories
//             at MBASE. If they overlap, the registers answer.
//             EBCR, MSB first: RBASE[15:0] MBASE[4:0] IRLEV[2:0] 0000000 ENABLE.
// Interface   dec_*, dec_sel, req* and ack* connect to eisa_slave and are combinational.
//             out_req with out_data = {target, write, address, byte enables, data},
//             the address from A(ADDR_BITS-1) down to A2, drives a cdc_handshake, which drives
//             out_busy, out_ack and out_ack_data. target: 0 EBCR, 1 registers, 2 and 3 the
//             memories, selected by A26. EBCR writes are also passed on, so that both sides see
//             them in program order.
// Latency     EPIR and EBCR reads: ack 1 clock after req. A new value of EBCR takes effect in the
//             clock after req, in time for the next bus cycle.
// Throughput  a request of the EISA slave whenever busy = 0.
// Domain      bclk.
// Reset       rst_por_n: power-on; rst_n: power-on and RESDRV, clears EBCR.ENABLE.
// Paper       TR-596-99 A.5; SPDT 1996 3.5.
`default_nettype none

module shrimp_slot #(
    parameter [31:0] ID = 32'h0,        // EPIR
    parameter [11:0] EPIR = 12'hC80,    // slot I/O addresses
    parameter [11:0] EBCR = 12'hC84,
    parameter MEMORIES = 1,             // 1 = the board has memories in the address space
    parameter ADDR_BITS = 26            // number of address bits passed on, 3 to 26
) (
    input  wire        bclk,
    input  wire        rst_por_n,
    input  wire        rst_n,

    // decoder
    input  wire [31:2] dec_addr,
    input  wire        dec_mem,
    input  wire        dec_aen,
    output wire        dec_sel,

    // EISA slave
    input  wire        req,
    input  wire        req_write,
    input  wire        req_mem,
    input  wire [31:2] req_addr,
    input  wire [3:0]  req_be,
    input  wire [31:0] req_wdata,
    output wire        busy,
    output wire        ack,
    output wire [31:0] ack_rdata,

    // handshake
    output wire        out_req,
    output wire [36+ADDR_BITS:0] out_data,
    input  wire        out_busy,
    input  wire        out_ack,
    input  wire [31:0] out_ack_data
);
    generate
        if (MEMORIES < 0 || MEMORIES > 1) begin : g_illegal_memories
            shrimp_slot_MEMORIES_must_be_0_or_1 illegal_parameter ();
        end
        if (ADDR_BITS < 3 || ADDR_BITS > 26) begin : g_illegal_address
            shrimp_slot_ADDR_BITS_must_be_3_to_26 illegal_parameter ();
        end
    endgenerate

    reg  [15:0] rbase;
    wire [4:0]  mbase;
    reg  [2:0]  irlev;
    reg         enable;

    // Decoder. A15..12 of slot I/O are the number of the slot, which AENx has selected.
    wire dec_slot = !dec_mem && !dec_aen &&
                    (dec_addr[11:2] == EPIR[11:2] || dec_addr[11:2] == EBCR[11:2]);
    wire dec_regs = dec_mem && dec_addr[31:16] == rbase;
    wire dec_ram  = MEMORIES != 0 && dec_mem && dec_addr[31:27] == mbase;

    assign dec_sel = dec_slot || (enable && (dec_regs || dec_ram));

    // EBCR
    wire is_ebcr = !req_mem && req_addr[11:2] == EBCR[11:2];
    wire wr_ebcr = req && req_write && is_ebcr;

    always @(posedge bclk or negedge rst_por_n)
        if (!rst_por_n) begin
            rbase <= 16'd0;
            irlev <= 3'd0;
        end else if (wr_ebcr) begin
            if (req_be[3])
                rbase[15:8] <= req_wdata[31:24];
            if (req_be[2])
                rbase[7:0] <= req_wdata[23:16];
            if (req_be[1])
                irlev <= req_wdata[10:8];
        end

    generate
        if (MEMORIES != 0) begin : g_memories
            reg [4:0] base;

            always @(posedge bclk or negedge rst_por_n)
                if (!rst_por_n)
                    base <= 5'd0;
                else if (wr_ebcr && req_be[1])
                    base <= req_wdata[15:11];
            assign mbase = base;
        end else begin : g_no_memories
            assign mbase = 5'd0;
        end
    endgenerate

    always @(posedge bclk or negedge rst_n)
        if (!rst_n)
            enable <= 1'b0;
        else if (wr_ebcr && req_be[0])
            enable <= req_wdata[0];

    // Answers slot I/O. local_read is stable until the next read, as eisa_slave requires of
    // ack_rdata.
    reg        local_ack;
    reg        local_read;
    reg [31:0] local_data;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            local_ack  <= 1'b0;
            local_read <= 1'b0;
            local_data <= 32'd0;
        end else begin
            local_ack <= req && !req_write && !req_mem;
            if (req && !req_write) begin
                local_read <= !req_mem;
                if (!req_mem)
                    local_data <= is_ebcr ? {rbase, mbase, irlev, 7'd0, enable} : ID;
            end
        end

    assign ack       = local_ack || out_ack;
    assign ack_rdata = local_read ? local_data : out_ack_data;

    // To the 25 MHz side
    wire       is_regs = MEMORIES == 0 || req_addr[31:16] == rbase;
    wire [1:0] target  = !req_mem ? 2'd0 : is_regs ? 2'd1 : {1'b1, req_addr[26]};

    assign out_req  = wr_ebcr || (req && req_mem);
    assign out_data = {target, req_write, req_addr[ADDR_BITS-1:2], req_be, req_wdata};
    assign busy     = out_busy;

    wire unused = &{1'b0, dec_addr[15:12], req_addr, req_wdata, EPIR[1:0], EBCR[1:0]};
endmodule
