// SPDX-License-Identifier: Apache-2.0
//
// surf_rev3 - registers of revision 3: the phase, wide codes of the bin selector, counts of the
// filters
//
// Purpose     holds the number of the phase that the measured program is in, and counts the packets
//             that pass the filters of revision 2, whatever the modes are.
// Interface   wr (one clock) writes the byte lane 0 of the register at offset with wdata. rdata is
//             a combinational function of offset; it is 0 at all other registers.
//             ph_valid (one clock) with ph_data writes PHSR from the design; it wins over a write
//             of the bus in the same clock. phase: the current one; a packet has the phase of the
//             clock in which it is offered.
//             take (one clock) with h_pass and t_pass: a packet comes to Stage 3. settled (one
//             clock), at the latest in the clock of the next take: it is counted. snap (one clock):
//             the totals are copied.
//             wide: BSCR.WIDE. low, high: PHCR.
// Identities  in every clock, for the totals and for their copy: HPAS is the number of packets of
//             HIST plus those of NHST that passed the filter, and TPAS the same for TRCE and NTRC.
// Latency     a register write takes effect in the next clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_rev3 (
    input  wire        clk25,
    input  wire        rst_n,

    // access
    input  wire        wr,
    input  wire [11:2] offset,
    input  wire        lane,
    input  wire [7:0]  wdata,
    output reg  [31:0] rdata,

    // phase
    input  wire        ph_valid,
    input  wire [7:0]  ph_data,
    output reg  [7:0]  phase,

    // configuration
    output reg         wide,
    output reg         low,
    output reg         high,

    // packets
    input  wire        take,
    input  wire        h_pass,
    input  wire        t_pass,
    input  wire        settled,
    input  wire        snap
);
    wire [31:0] where = {20'd0, offset, 2'b00};
    wire        puts  = wr && lane;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            phase       <= 8'd0;
            wide        <= 1'b0;
            {high, low} <= 2'b00;
        end else begin
            if (ph_valid)
                phase <= ph_data;
            else if (puts && where == `SURFBOARD_PHSR)
                phase <= wdata[`SURFBOARD_PHSR_PHASE];
            if (puts && where == `SURFBOARD_PHCR)
                {high, low} <= {wdata[`SURFBOARD_PHCR_HIGH], wdata[`SURFBOARD_PHCR_LOW]};
            if (puts && where == `SURFBOARD_BSCR)
                wide <= wdata[`SURFBOARD_BSCR_WIDE];
        end

    // Packets that passed the filters
    reg         h_passed, t_passed;     // the packet in Stage 3
    reg  [63:0] hist, trace, c_hist, c_trace;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {h_passed, t_passed} <= 2'b00;
            hist    <= 64'd0;
            trace   <= 64'd0;
            c_hist  <= 64'd0;
            c_trace <= 64'd0;
        end else begin
            if (take)
                {h_passed, t_passed} <= {h_pass, t_pass};
            hist  <= hist + {63'd0, settled && h_passed};
            trace <= trace + {63'd0, settled && t_passed};
            if (snap) begin
                c_hist  <= hist;
                c_trace <= trace;
            end
        end

    always @* begin
        rdata = 32'd0;
        case (where)
        `SURFBOARD_BSCR:   rdata = {31'd0, wide};
        `SURFBOARD_PHCR: begin
            rdata[`SURFBOARD_PHCR_HIGH] = high;
            rdata[`SURFBOARD_PHCR_LOW]  = low;
        end
        `SURFBOARD_PHSR:   rdata = {24'd0, phase};
        `SURFBOARD_HPAS_L: rdata = c_hist[31:0];
        `SURFBOARD_HPAS_H: rdata = c_hist[63:32];
        `SURFBOARD_TPAS_L: rdata = c_trace[31:0];
        `SURFBOARD_TPAS_H: rdata = c_trace[63:32];
        default: ;
        endcase
    end
endmodule
