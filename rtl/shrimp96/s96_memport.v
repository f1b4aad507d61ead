// SPDX-License-Identifier: Apache-2.0
//
// s96_memport - memory commands: access one word, or fill a range of words
//
// Purpose     contains ADDR, LAST and the 40-bit data word, and drives the host port of the memory
//             controller.
// Interface   wr_* and rd_* are strobes of one clock; wr_addr, wr_last and wr_datl have one bit per
//             byte lane.
//               rd_datl  reads the word at addr into data
//               wr_dath  writes data, with its new high byte, to addr, then adds 1 to addr
//               rd_dath  adds 1 to addr
//               wr_last  with lane 0, when addr <= last: writes data to every word from addr to
//                        last; afterwards addr is last + 1
//             busy = 1 from the clock after rd_datl or wr_dath until the access is done; no strobe
//             may come then. filling = 1 during a fill; all these strobes are then ignored (refused
//             = 1 for one clock). e_* is the host port of simm_dram, always with all lanes.
// Latency     a word takes the time of simm_dram plus 1 clock, a fill 6 clocks per word if the
//             memory is idle.
// Domain      clk25.
// Reset       rst_n, power-on only: RESDRV does not abort an access or a fill.
// Paper       SPDT 1996 3.5.
`default_nettype none

module s96_memport #(
    parameter WORDS_LOG2 = 20       // number of address bits
) (
    input  wire        clk25,
    input  wire        rst_n,

    input  wire [2:0]  wr_addr,
    input  wire [2:0]  wr_last,
    input  wire [3:0]  wr_datl,
    input  wire        rd_datl,
    input  wire        wr_dath,
    input  wire        rd_dath,
    input  wire [31:0] wdata,
    output reg  [23:0] addr,
    output reg  [23:0] last,
    output reg  [39:0] data,
    output wire        busy,
    output reg         filling,
    output wire        refused,

    output reg         e_req,
    output reg         e_write,
    input  wire        e_done,
    input  wire [39:0] e_rdata
);
    localparam [23:0] MASK = 24'hFFFFFF >> (24 - WORDS_LOG2);

    wire [23:0] addr_next = (addr + 24'd1) & MASK;

    wire [23:0] addr_new = MASK & {wr_addr[2] ? wdata[23:16] : addr[23:16],
                                   wr_addr[1] ? wdata[15:8] : addr[15:8],
                                   wr_addr[0] ? wdata[7:0] : addr[7:0]};
    wire [23:0] last_new = MASK & {wr_last[2] ? wdata[23:16] : last[23:16],
                                   wr_last[1] ? wdata[15:8] : last[15:8],
                                   wr_last[0] ? wdata[7:0] : last[7:0]};

    wire any   = wr_addr != 3'd0 || wr_last != 3'd0 || wr_datl != 4'd0 ||
                 rd_datl || wr_dath || rd_dath;

    assign refused = any && filling;
    assign busy    = e_req && !filling;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            addr    <= 24'd0;
            last    <= 24'd0;
            data    <= 40'd0;
            filling <= 1'b0;
            e_req   <= 1'b0;
            e_write <= 1'b0;
        end else begin
            if (e_done) begin
                e_req <= 1'b0;
                if (e_write)
                    addr <= addr_next;
                else
                    data <= e_rdata;
                if (filling && addr == last)
                    filling <= 1'b0;
            end else if (filling)
                e_req <= 1'b1;
            else begin
                if (wr_addr != 3'd0)
                    addr <= addr_new;
                if (rd_dath)
                    addr <= addr_next;
                if (wr_datl[0])
                    data[7:0] <= wdata[7:0];
                if (wr_datl[1])
                    data[15:8] <= wdata[15:8];
                if (wr_datl[2])
                    data[23:16] <= wdata[23:16];
                if (wr_datl[3])
                    data[31:24] <= wdata[31:24];
                if (rd_datl) begin
                    e_req   <= 1'b1;
                    e_write <= 1'b0;
                end
                if (wr_dath) begin
                    data[39:32] <= wdata[7:0];
                    e_req       <= 1'b1;
                    e_write     <= 1'b1;
                end
                if (wr_last != 3'd0) begin
                    last <= last_new;
                    if (wr_last[0]) begin
                        e_write <= 1'b1;
                        filling <= addr <= last_new;
                    end
                end
            end
        end
endmodule
