// SPDX-License-Identifier: Apache-2.0
//
// surf_port - port to an external memory, in place of a SIMM and its controller
//
// Purpose     arbitrates between packets and host and converts their accesses into requests, one
//             at a time, to a memory that the user provides: SRAM, SDRAM, a port of a crossbar.
// Packet      as in simm_dram: p_req with p_addr is held until p_done (one clock).
//             BURST = 0: read-modify-write of one word; in the clock of p_modify the word is on
//             rdata, and p_wdata, computed combinationally from it, is written.
//             BURST = 1: four words are written from p_addr on; p_wdata follows p_word
//             combinationally.
// Host        as in simm_dram: e_req with e_write, e_addr, e_be and e_wdata is held until
//             e_done (one clock), with which rdata of a read is valid.
// Memory      m_req is held with m_write, m_addr (of a word), m_be and m_wdata, which do not
//             change, until m_ack (one clock, in the first clock of m_req at the earliest);
//             m_rdata of a read is sampled in the clock of m_ack. m_req is 0 for a clock
//             after it.
// Priority    packets before the host; a read-modify-write is not interrupted.
// Latency     from a request to m_req 1 clock, from m_ack to p_modify, p_done or e_done 1 clock.
// Throughput  if m_ack comes in the first clock, 2 clocks per word plus 1 per access.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously. A pending request is withdrawn.
`default_nettype none

module surf_port #(
    parameter BURST = 0         // packet access: 0 = read-modify-write, 1 = write of 4 words
) (
    input  wire        clk,
    input  wire        rst_n,

    // packet
    input  wire        p_req,
    input  wire [23:0] p_addr,
    output reg         p_modify,
    output wire [1:0]  p_word,
    input  wire [31:0] p_wdata,
    output reg         p_done,

    // host
    input  wire        e_req,
    input  wire        e_write,
    input  wire [23:0] e_addr,
    input  wire [3:0]  e_be,
    input  wire [31:0] e_wdata,
    output reg         e_done,

    output reg  [31:0] rdata,

    // memory
    output reg         m_req,
    output reg         m_write,
    output reg  [23:0] m_addr,
    output reg  [3:0]  m_be,
    output reg  [31:0] m_wdata,
    input  wire        m_ack,
    input  wire [31:0] m_rdata
);
    generate
        if (BURST < 0 || BURST > 1) begin : g_illegal
            surf_port_BURST_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    reg       packet;   // the current access is a packet's
    reg       more;     // the current access continues with another word
    reg [1:0] word;

    wire idle      = !m_req && !p_modify && !more;
    wire go_packet = idle && p_req && !p_done;
    wire go_host   = idle && !go_packet && e_req && !e_done;

    assign p_word = word;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            packet   <= 1'b0;
            more     <= 1'b0;
            word     <= 2'd0;
            p_modify <= 1'b0;
            p_done   <= 1'b0;
            e_done   <= 1'b0;
            rdata    <= 32'd0;
            m_req    <= 1'b0;
            m_write  <= 1'b0;
            m_addr   <= 24'd0;
            m_be     <= 4'd0;
            m_wdata  <= 32'd0;
        end else begin
            p_modify <= 1'b0;
            p_done   <= 1'b0;
            e_done   <= 1'b0;
            if (go_packet) begin
                packet  <= 1'b1;
                m_req   <= 1'b1;
                m_write <= BURST != 0;
                m_addr  <= p_addr;
                m_be    <= 4'b1111;
                m_wdata <= p_wdata;
                word    <= BURST != 0 ? 2'd1 : 2'd0;
                more    <= BURST != 0;
            end else if (go_host) begin
                packet  <= 1'b0;
                m_req   <= 1'b1;
                m_write <= e_write;
                m_addr  <= e_addr;
                m_be    <= e_write ? e_be : 4'b1111;
                m_wdata <= e_wdata;
            end else if (p_modify) begin
                m_req   <= 1'b1;
                m_write <= 1'b1;
                m_wdata <= p_wdata;
            end else if (m_req && m_ack) begin
                m_req <= 1'b0;
                if (!m_write)
                    rdata <= m_rdata;
                p_modify <= packet && !m_write;
                p_done   <= packet && m_write && !more;
                e_done   <= !packet;
            end else if (!m_req && more) begin
                m_req   <= 1'b1;
                m_addr  <= {m_addr[23:2], word};
                m_wdata <= p_wdata;
                word    <= word + 2'd1;
                more    <= word != 2'd3;
            end
        end
endmodule
