// SPDX-License-Identifier: Apache-2.0
//
// s96_regs - register map: decoder, read data, and the configuration registers
//
// Purpose     decodes register accesses, contains RUN, MODE, CAT, MUX, SHIFT, the limits of the
//             latency, the threshold and the counts of packets, and drives the strobes of the
//             registers in other modules.
// Interface   wr or rd (one clock) with offset, be (1 = byte is accessed) and wdata. rdata is valid
//             from the clock after rd while offset is stable; all 32 bits are valid, independent of
//             be. A write changes the lanes of be; START, STOP, the flags of STAT, the pop of QADR
//             and the memory commands need lane 0. arrive, lost (0 to 2 packets), drop, refused and
//             count_event are valid for one clock each. If a packet changes a register in the clock
//             of a write, the written value wins.
// Latency     write: the register follows in the next clock. rdata 1 clock.
// Domain      clk25.
// Reset       rst_n: power-on; rst_board_n: power-on and RESDRV, resets RUN and MODE.
// Paper       SPDT 1996 3.1 to 3.5.
`default_nettype none

`include "shrimp96_regs.vh"

module s96_regs #(
    parameter WORDS_LOG2 = 20       // number of address bits of the memory, for STAT.BIG
) (
    input  wire        clk25,
    input  wire        rst_n,
    input  wire        rst_board_n,

    // access
    input  wire        wr,
    input  wire        rd,
    input  wire [6:2]  offset,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,

    // configuration
    output reg         run,
    output reg         trace,
    output reg  [3:0]  cat,
    output reg  [14:0] mux,
    output reg  [4:0]  shift,
    output reg  [43:0] min,
    output reg  [43:0] max,
    output reg  [39:0] threshold,

    // packets
    input  wire        arrive,
    input  wire        drop,
    input  wire [1:0]  lost,
    input  wire        count_event,
    output reg         wr_tcnt,
    input  wire [24:0] tcnt,
    input  wire        tend,

    // queue
    output reg         pop,
    output reg         clear_qov,
    input  wire        q_valid,
    input  wire [23:0] q_first,
    input  wire [4:0]  q_count,
    input  wire        q_overflow,
    input  wire        pend,

    // memory
    output reg  [2:0]  wr_addr,
    output reg  [2:0]  wr_last,
    output reg  [3:0]  wr_datl,
    output reg         rd_datl,
    output reg         wr_dath,
    output reg         rd_dath,
    input  wire [23:0] addr,
    input  wire [23:0] last,
    input  wire [39:0] data,
    input  wire        filling,
    input  wire        refused,
    input  wire [3:0]  l_pd,
    input  wire [3:0]  u_pd
);
    wire [31:0] where = {25'd0, offset, 2'b00};
    wire [31:0] lanes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};

    reg auto_switch;
    reg dropped, merr;

    // Strobes
    reg wr_cmd, wr_stat, wr_mode, wr_cat, wr_mux, wr_shift, wr_minl, wr_minh, wr_maxl,
        wr_maxh, wr_thrl, wr_thrh, wr_arrv, wr_lost;

    always @* begin
        {wr_cmd, wr_stat, wr_mode, wr_cat, wr_mux, wr_shift} = 6'd0;
        {wr_minl, wr_minh, wr_maxl, wr_maxh, wr_thrl, wr_thrh, wr_tcnt} = 7'd0;
        {wr_arrv, wr_lost, pop, rd_datl, wr_dath, rd_dath} = 6'd0;
        {wr_addr, wr_last, wr_datl} = 10'd0;
        if (wr)
            case (where)
            `SHRIMP96_CMD:   wr_cmd   = be[0];
            `SHRIMP96_STAT:  wr_stat  = be[0];
            `SHRIMP96_MODE:  wr_mode  = be[0];
            `SHRIMP96_CAT:   wr_cat   = be[0];
            `SHRIMP96_MUX:   wr_mux   = 1'b1;
            `SHRIMP96_SHIFT: wr_shift = be[0];
            `SHRIMP96_MINL:  wr_minl  = 1'b1;
            `SHRIMP96_MINH:  wr_minh  = 1'b1;
            `SHRIMP96_MAXL:  wr_maxl  = 1'b1;
            `SHRIMP96_MAXH:  wr_maxh  = 1'b1;
            `SHRIMP96_THRL:  wr_thrl  = 1'b1;
            `SHRIMP96_THRH:  wr_thrh  = be[0];
            `SHRIMP96_TCNT:  wr_tcnt  = 1'b1;
            `SHRIMP96_ADDR:  wr_addr  = be[2:0];
            `SHRIMP96_LAST:  wr_last  = be[2:0];
            `SHRIMP96_DATL:  wr_datl  = be;
            `SHRIMP96_DATH:  wr_dath  = be[0];
            `SHRIMP96_ARRV:  wr_arrv  = 1'b1;
            `SHRIMP96_LOST:  wr_lost  = 1'b1;
            default: ;
            endcase
        if (rd && be[0])
            case (where)
            `SHRIMP96_QADR: pop     = 1'b1;
            `SHRIMP96_DATL: rd_datl = 1'b1;
            `SHRIMP96_DATH: rd_dath = 1'b1;
            default: ;
            endcase
        clear_qov = wr_stat && wdata[`SHRIMP96_STAT_QOV];
    end

    // Monitoring and mode
    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            run         <= 1'b0;
            trace       <= 1'b0;
            auto_switch <= 1'b0;
        end else begin
            if (wr_cmd && wdata[`SHRIMP96_CMD_STOP])
                run <= 1'b0;
            else if (wr_cmd && wdata[`SHRIMP96_CMD_START])
                run <= 1'b1;
            if (wr_mode) begin
                trace       <= wdata[`SHRIMP96_MODE_TRACE];
                auto_switch <= wdata[`SHRIMP96_MODE_AUTO];
            end else if (count_event && auto_switch)
                trace <= 1'b1;
        end

    // Configuration and counts
    reg [31:0] arrived, losses;

    wire [31:0] mux_new  = ({17'd0, mux} & ~lanes) | (wdata & lanes);
    wire [31:0] minh_new = ({20'd0, min[43:32]} & ~lanes) | (wdata & lanes);
    wire [31:0] maxh_new = ({20'd0, max[43:32]} & ~lanes) | (wdata & lanes);
    wire        unused   = &{1'b0, mux_new[31:15], minh_new[31:12], maxh_new[31:12]};

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            cat       <= 4'd0;
            mux       <= 15'd0;
            shift     <= 5'd0;
            min       <= 44'd0;
            max       <= {12'd0, `SHRIMP96_MAXL_RESET};
            threshold <= 40'hFFFFFFFFFF;
            arrived   <= 32'd0;
            losses    <= 32'd0;
            dropped   <= 1'b0;
            merr      <= 1'b0;
        end else begin
            if (wr_cat)
                cat <= wdata[`SHRIMP96_CAT_DATA];
            if (wr_mux)
                mux <= mux_new[14:0];
            if (wr_shift)
                shift <= wdata[`SHRIMP96_SHIFT_DATA];
            if (wr_minl)
                min[31:0] <= (min[31:0] & ~lanes) | (wdata & lanes);
            if (wr_minh)
                min[43:32] <= minh_new[11:0];
            if (wr_maxl)
                max[31:0] <= (max[31:0] & ~lanes) | (wdata & lanes);
            if (wr_maxh)
                max[43:32] <= maxh_new[11:0];
            if (wr_thrl)
                threshold[31:0] <= (threshold[31:0] & ~lanes) | (wdata & lanes);
            if (wr_thrh)
                threshold[39:32] <= wdata[`SHRIMP96_THRH_DATA];
            arrived <= wr_arrv ? (arrived & ~lanes) | (wdata & lanes)
                               : arrived + {31'd0, arrive};
            losses  <= wr_lost ? (losses & ~lanes) | (wdata & lanes)
                               : losses + {30'd0, lost};
            dropped <= drop || (dropped && !(wr_stat && wdata[`SHRIMP96_STAT_DROP]));
            merr    <= refused || (merr && !(wr_stat && wdata[`SHRIMP96_STAT_MERR]));
        end

    // Read data
    always @* begin
        rdata = 32'd0;
        case (where)
        `SHRIMP96_STAT: begin
            rdata[`SHRIMP96_STAT_BIG]  = WORDS_LOG2 == 24;
            rdata[`SHRIMP96_STAT_UPD]  = u_pd;
            rdata[`SHRIMP96_STAT_LPD]  = l_pd;
            rdata[`SHRIMP96_STAT_QCNT] = q_count;
            rdata[`SHRIMP96_STAT_PEND] = pend;
            rdata[`SHRIMP96_STAT_MERR] = merr;
            rdata[`SHRIMP96_STAT_QOV]  = q_overflow;
            rdata[`SHRIMP96_STAT_DROP] = dropped;
            rdata[`SHRIMP96_STAT_TEND] = tend;
            rdata[`SHRIMP96_STAT_FILL] = filling;
            rdata[`SHRIMP96_STAT_RUN]  = run;
        end
        `SHRIMP96_MODE: begin
            rdata[`SHRIMP96_MODE_AUTO]  = auto_switch;
            rdata[`SHRIMP96_MODE_TRACE] = trace;
        end
        `SHRIMP96_CAT:   rdata = {28'd0, cat};
        `SHRIMP96_MUX:   rdata = {17'd0, mux};
        `SHRIMP96_SHIFT: rdata = {27'd0, shift};
        `SHRIMP96_MINL:  rdata = min[31:0];
        `SHRIMP96_MINH:  rdata = {20'd0, min[43:32]};
        `SHRIMP96_MAXL:  rdata = max[31:0];
        `SHRIMP96_MAXH:  rdata = {20'd0, max[43:32]};
        `SHRIMP96_THRL:  rdata = threshold[31:0];
        `SHRIMP96_THRH:  rdata = {24'd0, threshold[39:32]};
        `SHRIMP96_TCNT:  rdata = {7'd0, tcnt};
        `SHRIMP96_QADR: begin
            rdata[`SHRIMP96_QADR_VALID] = q_valid;
            rdata[`SHRIMP96_QADR_ADDR]  = q_valid ? q_first : 24'd0;
        end
        `SHRIMP96_ADDR:  rdata = {8'd0, addr};
        `SHRIMP96_LAST:  rdata = {8'd0, last};
        `SHRIMP96_DATL:  rdata = data[31:0];
        `SHRIMP96_DATH:  rdata = {24'd0, data[39:32]};
        `SHRIMP96_ARRV:  rdata = arrived;
        `SHRIMP96_LOST:  rdata = losses;
        default: ;
        endcase
    end
endmodule
