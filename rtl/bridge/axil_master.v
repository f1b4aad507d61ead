// SPDX-License-Identifier: Apache-2.0
//
// axil_master - AXI4-Lite master of 32 bits (AMBA AXI, IHI 0022)
//
// Purpose     turns requests, one at a time, into AXI4-Lite reads and writes.
// Front end   req is 1 for one clock, and only while no request is in progress. write, addr, be and
//             wdata are stable from the clock of req until ack, inclusive. ack is 1 for one clock,
//             at the earliest three clocks after req; ack_error (any answer except OKAY) and, for a
//             read, ack_rdata are valid in the same clock.
// Bus         One access at a time. AW and W become valid together; a read requests all bytes. Each
//             VALID is stable until its READY. AWPROT and ARPROT are 0.
// Latency     clocks: VALID 1 after req, ack 1 after the answer.
// Domain      aclk. Address and data outputs are driven from the front end; all other outputs are
//             flip-flops.
// Reset       rst_n asynchronous, released synchronously: each VALID and READY is 0, and the access
//             in progress is dropped.
`default_nettype none

module axil_master #(
    parameter ADDR_BITS = 32    // bytes that the bus can address, as a power of 2: 4 to 32
) (
    input  wire                 aclk,
    input  wire                 rst_n,

    // front end
    input  wire                 req,
    input  wire                 write,
    input  wire [31:2]          addr,
    input  wire [3:0]           be,
    input  wire [31:0]          wdata,
    output reg                  ack,
    output reg                  ack_error,
    output reg  [31:0]          ack_rdata,

    // bus
    output wire [ADDR_BITS-1:0] m_awaddr,
    output wire [2:0]           m_awprot,
    output reg                  m_awvalid,
    input  wire                 m_awready,
    output wire [31:0]          m_wdata,
    output wire [3:0]           m_wstrb,
    output reg                  m_wvalid,
    input  wire                 m_wready,
    input  wire [1:0]           m_bresp,
    input  wire                 m_bvalid,
    output reg                  m_bready,
    output wire [ADDR_BITS-1:0] m_araddr,
    output wire [2:0]           m_arprot,
    output reg                  m_arvalid,
    input  wire                 m_arready,
    input  wire [31:0]          m_rdata,
    input  wire [1:0]           m_rresp,
    input  wire                 m_rvalid,
    output reg                  m_rready
);
    generate
        if (ADDR_BITS < 4 || ADDR_BITS > 32) begin : g_illegal
            axil_master_ADDR_BITS_must_be_4_to_32 illegal_parameter ();
        end
    endgenerate

    assign m_awaddr = {addr[ADDR_BITS-1:2], 2'b00};
    assign m_araddr = {addr[ADDR_BITS-1:2], 2'b00};
    assign m_awprot = 3'd0;
    assign m_arprot = 3'd0;
    assign m_wdata  = wdata;
    assign m_wstrb  = be;

    wire b_taken = m_bvalid && m_bready;
    wire r_taken = m_rvalid && m_rready;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {m_awvalid, m_wvalid, m_arvalid, m_bready, m_rready} <= 5'd0;
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
        end else begin
            m_awvalid <= (req && write) || (m_awvalid && !m_awready);
            m_wvalid  <= (req && write) || (m_wvalid && !m_wready);
            m_bready  <= (req && write) || (m_bready && !m_bvalid);
            m_arvalid <= (req && !write) || (m_arvalid && !m_arready);
            m_rready  <= (req && !write) || (m_rready && !m_rvalid);
            ack       <= b_taken || r_taken;
            if (b_taken)
                ack_error <= m_bresp != 2'b00;
            if (r_taken) begin
                ack_error <= m_rresp != 2'b00;
                ack_rdata <= m_rdata;
            end
        end

    generate
        if (ADDR_BITS < 32) begin : g_small
            wire unused = &{1'b0, addr[31:ADDR_BITS]};
        end
    endgenerate
endmodule
