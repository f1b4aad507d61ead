// SPDX-License-Identifier: Apache-2.0
//
// surf_bram - block RAM in place of a SIMM and its controller
//
// Purpose     is a memory of 2**LOG2 words of 32 bits for packets and host, with one read and one
//             write port, like the block RAM of FPGAs.
// Packet      BURST = 0: read-modify-write of one word. p_req with p_addr is held until p_done. The
//             word is read in the first clock; two clocks later, p_modify = 1, it is on rdata, and
//             p_wdata, computed combinationally from it, is written. If p_req is 0 in the second
//             clock, nothing is written.
//             BURST = 1: p_line, four words, is written at p_addr (p_addr[1:0] = 0) at the end
//             of each clock with p_req, which may be 1 only while p_hold = 1. p_hold, which comes
//             earlier in a clock, keeps the host away.
// Host        e_req with e_write, e_addr, e_be and e_wdata is held until e_done (one clock);
//             rdata is valid with e_done of a read. The host waits for packets: no host access
//             comes between the read and the write of a packet's word.
// Address     taken modulo the size.
// Latency     p_req to p_modify 2 clocks, to p_done 3. e_req to e_done 1 clock for a write, 2 for a
//             read; 3 more if packets come first.
// Throughput  one packet per 4 clocks, with BURST = 1 one per clock; one host access per 3 clocks.
// Domain      clk.
// Reset       rst_n; the memory keeps its contents, which are 0 after configuration of the FPGA.
`default_nettype none

module surf_bram #(
    parameter BURST = 0,        // packet access: 0 = read-modify-write, 1 = write of 4 words
    parameter LOG2 = 10         // 2**LOG2 words, 6 to 24
) (
    input  wire         clk,
    input  wire         rst_n,

    // packet
    input  wire         p_req,
    input  wire         p_hold,
    input  wire [23:0]  p_addr,
    output reg          p_modify,
    input  wire [31:0]  p_wdata,
    input  wire [127:0] p_line,
    output reg          p_done,

    // host
    input  wire         e_req,
    input  wire         e_write,
    input  wire [23:0]  e_addr,
    input  wire [3:0]   e_be,
    input  wire [31:0]  e_wdata,
    output reg          e_done,

    output wire [31:0]  rdata
);
    generate
        if (BURST < 0 || BURST > 1) begin : g_illegal_burst
            surf_bram_BURST_must_be_0_or_1 illegal_parameter ();
        end
        if (LOG2 < 6 || LOG2 > 24) begin : g_illegal_size
            surf_bram_LOG2_must_be_6_to_24 illegal_parameter ();
        end
    endgenerate

    localparam BANKS = BURST != 0 ? 4 : 1;
    localparam ROW = BURST != 0 ? LOG2 - 2 : LOG2;  // address bits of a bank

    reg  p_wait, e_wait;    // the word read is in the output register of the RAM
    wire p_read  = BURST == 0 && p_req && !p_wait && !p_modify && !p_done;
    wire p_write = BURST != 0 ? p_req : p_modify;
    wire p_owns  = BURST != 0 ? p_hold : p_read || p_wait || p_write;
    wire e_go    = e_req && !e_wait && !e_done && !p_owns;

    wire [ROW-1:0] p_row = p_addr[LOG2-1:LOG2-ROW];
    wire [ROW-1:0] e_row = e_addr[LOG2-1:LOG2-ROW];
    wire [ROW-1:0] row   = p_owns ? p_row : e_row;
    wire [32*BANKS-1:0] q;
    reg  [32*BANKS-1:0] held;
    reg  [1:0] bank;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            p_wait   <= 1'b0;
            p_modify <= 1'b0;
            p_done   <= 1'b0;
            e_wait   <= 1'b0;
            e_done   <= 1'b0;
            bank     <= 2'd0;
        end else begin
            p_wait   <= p_read;
            p_modify <= p_wait && p_req;
            p_done   <= p_write;
            e_wait   <= e_go && !e_write;
            e_done   <= e_wait || (e_go && e_write);
            if (e_go)
                bank <= e_addr[1:0];
        end

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            (* no_rw_check *)
            reg [31:0]  mem [0:(1 << ROW) - 1];
            reg [31:0]  out;
            wire [31:0] word = !p_owns ? e_wdata :
                               BURST != 0 ? p_line[32*b +: 32] : p_wdata;
            wire        here = BANKS == 1 || {30'd0, e_addr[1:0]} == b;
            wire [3:0]  we   = {4{p_write}} | ({4{e_go && e_write && here}} & e_be);
            integer     i;

            initial
                for (i = 0; i < (1 << ROW); i = i + 1)
                    mem[i] = 32'd0;
            always @(posedge clk) begin
                for (i = 0; i < 4; i = i + 1)
                    if (we[i])
                        mem[row][8*i +: 8] <= word[8*i +: 8];
                if (p_read || (e_go && !e_write))
                    out <= mem[row];
            end
            assign q[32*b +: 32] = out;
        end
        // A block RAM is slow: the bank is chosen behind the register. bank is stable until then.
        always @(posedge clk) held <= q;
        if (BANKS == 1) begin : g_one
            assign rdata = held;
            wire unused = &{1'b0, bank, p_line, p_hold};
        end else begin : g_four
            assign rdata = held[{bank, 5'd0} +: 32];
            wire unused = &{1'b0, p_wdata, p_addr[1:0]};
        end
    endgenerate

    wire unused_high = &{1'b0, p_addr, e_addr};
endmodule
