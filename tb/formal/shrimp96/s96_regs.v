// SPDX-License-Identifier: Apache-2.0
//
// Proof of s96_regs against the register table: a write changes the fields of its own register in
// the enabled byte lanes and nothing else; the strobes are correct; STOP has priority over START;
// after an event in the clock of a write, a mode, a count or a limit has the written value, and a
// flag is set.
`default_nettype none

`include "shrimp96_regs.vh"

module prove_s96_regs #(
    parameter WORDS_LOG2 = 20
) (
    input wire        clk25,
    input wire        rst_n,
    input wire        rst_board_n,
    input wire        wr,
    input wire        rd,
    input wire [6:2]  offset,
    input wire [3:0]  be,
    input wire [31:0] wdata,
    input wire        arrive,
    input wire        drop,
    input wire [1:0]  lost,
    input wire        count_event,
    input wire [24:0] tcnt,
    input wire        tend,
    input wire        q_valid,
    input wire [23:0] q_first,
    input wire [4:0]  q_count,
    input wire        q_overflow,
    input wire        pend,
    input wire [23:0] addr,
    input wire [23:0] last,
    input wire [39:0] data,
    input wire        filling,
    input wire        refused,
    input wire [3:0]  l_pd,
    input wire [3:0]  u_pd
);
    wire [31:0] rdata;
    wire        run, trace, wr_tcnt, pop, clear_qov, rd_datl, wr_dath, rd_dath;
    wire [3:0]  cat, wr_datl;
    wire [14:0] mux;
    wire [4:0]  shift;
    wire [43:0] min, max;
    wire [39:0] threshold;
    wire [2:0]  wr_addr, wr_last;

    s96_regs #(.WORDS_LOG2(WORDS_LOG2)) dut (.*);

    initial assume (!rst_n);
    always @* assume (!(wr && rd));
    always @* assume (rst_n || !rst_board_n);

    // Word offsets of the register table
    localparam [6:2] CMD = `SHRIMP96_CMD >> 2, STAT = `SHRIMP96_STAT >> 2,
                     MODE = `SHRIMP96_MODE >> 2, CAT = `SHRIMP96_CAT >> 2,
                     MUX = `SHRIMP96_MUX >> 2, SHIFT = `SHRIMP96_SHIFT >> 2,
                     MINL = `SHRIMP96_MINL >> 2, MINH = `SHRIMP96_MINH >> 2,
                     MAXL = `SHRIMP96_MAXL >> 2, MAXH = `SHRIMP96_MAXH >> 2,
                     THRL = `SHRIMP96_THRL >> 2, THRH = `SHRIMP96_THRH >> 2,
                     TCNT = `SHRIMP96_TCNT >> 2, QADR = `SHRIMP96_QADR >> 2,
                     ADDR = `SHRIMP96_ADDR >> 2, LAST = `SHRIMP96_LAST >> 2,
                     DATL = `SHRIMP96_DATL >> 2, DATH = `SHRIMP96_DATH >> 2,
                     ARRV = `SHRIMP96_ARRV >> 2, LOST = `SHRIMP96_LOST >> 2;

    wire [3:0] lane = wr ? be : 4'b0000;

    // Registers as words of 32 bits; the written value, byte by byte
    reg [31:0] x_cat, x_mux, x_shift, x_minl, x_minh, x_maxl, x_maxh, x_thrl, x_thrh, x_arrv,
        x_lost;
    reg        x_run, x_trace, x_auto, x_drop, x_merr;

    function [31:0] put(input [31:0] old, input [31:0] mask);
        integer i;
        for (i = 0; i < 32; i = i + 1)
            put[i] = mask[i] && lane[i / 8] ? wdata[i] : old[i];
    endfunction

    wire stat = lane[0] && offset == STAT;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {x_cat, x_mux, x_shift, x_minl, x_minh, x_maxh, x_arrv, x_lost} <= 256'd0;
            x_maxl <= `SHRIMP96_MAXL_RESET;
            x_thrl <= `SHRIMP96_THRL_RESET;
            x_thrh <= `SHRIMP96_THRH_RESET;
            {x_drop, x_merr} <= 2'd0;
        end else begin
            x_arrv <= x_arrv + arrive;
            x_lost <= x_lost + lost;
            if (wr)
                case (offset)
                CAT:   x_cat   <= put(x_cat, `SHRIMP96_CAT_WRITABLE);
                MUX:   x_mux   <= put(x_mux, `SHRIMP96_MUX_WRITABLE);
                SHIFT: x_shift <= put(x_shift, `SHRIMP96_SHIFT_WRITABLE);
                MINL:  x_minl  <= put(x_minl, `SHRIMP96_MINL_WRITABLE);
                MINH:  x_minh  <= put(x_minh, `SHRIMP96_MINH_WRITABLE);
                MAXL:  x_maxl  <= put(x_maxl, `SHRIMP96_MAXL_WRITABLE);
                MAXH:  x_maxh  <= put(x_maxh, `SHRIMP96_MAXH_WRITABLE);
                THRL:  x_thrl  <= put(x_thrl, `SHRIMP96_THRL_WRITABLE);
                THRH:  x_thrh  <= put(x_thrh, `SHRIMP96_THRH_WRITABLE);
                ARRV:  x_arrv  <= put(x_arrv, `SHRIMP96_ARRV_WRITABLE);
                LOST:  x_lost  <= put(x_lost, `SHRIMP96_LOST_WRITABLE);
                default: ;
                endcase
            if (stat && wdata[`SHRIMP96_STAT_DROP])
                x_drop <= 1'b0;
            if (stat && wdata[`SHRIMP96_STAT_MERR])
                x_merr <= 1'b0;
            if (drop)
                x_drop <= 1'b1;
            if (refused)
                x_merr <= 1'b1;
        end

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            {x_run, x_trace, x_auto} <= 3'b000;
        else begin
            if (count_event && x_auto)
                x_trace <= 1'b1;
            if (lane[0] && offset == CMD && wdata[`SHRIMP96_CMD_START])
                x_run <= 1'b1;
            if (lane[0] && offset == CMD && wdata[`SHRIMP96_CMD_STOP])
                x_run <= 1'b0;
            if (lane[0] && offset == MODE)
                {x_auto, x_trace} <= {wdata[`SHRIMP96_MODE_AUTO], wdata[`SHRIMP96_MODE_TRACE]};
        end

    (* hierconn *) wire [31:0] \dut.arrived ;
    (* hierconn *) wire [31:0] \dut.losses ;
    (* hierconn *) wire        \dut.dropped ;
    (* hierconn *) wire        \dut.merr ;
    (* hierconn *) wire        \dut.auto_switch ;

    always @* if (rst_n) begin
        assert (cat == x_cat && mux == x_mux && shift == x_shift);
        assert (min == {x_minh[`SHRIMP96_MINH_DATA], x_minl} &&
                max == {x_maxh[`SHRIMP96_MAXH_DATA], x_maxl});
        assert (threshold == {x_thrh[`SHRIMP96_THRH_DATA], x_thrl});
        assert (\dut.arrived == x_arrv && \dut.losses == x_lost);
        assert (\dut.dropped == x_drop && \dut.merr == x_merr);
        assert (!((x_cat & ~`SHRIMP96_CAT_WRITABLE) | (x_mux & ~`SHRIMP96_MUX_WRITABLE) |
                  (x_shift & ~`SHRIMP96_SHIFT_WRITABLE) | (x_minh & ~`SHRIMP96_MINH_WRITABLE) |
                  (x_maxh & ~`SHRIMP96_MAXH_WRITABLE) | (x_thrh & ~`SHRIMP96_THRH_WRITABLE)));
        assert (run == x_run && trace == x_trace && \dut.auto_switch == x_auto);
        if (!rst_board_n)
            assert (!run && !trace);
    end

    // Strobes: at most one register per access, by its lanes
    always @* begin
        assert (wr_tcnt == (wr && offset == TCNT));
        assert (wr_addr == (offset == ADDR ? lane[2:0] : 3'b000));
        assert (wr_last == (offset == LAST ? lane[2:0] : 3'b000));
        assert (wr_datl == (offset == DATL ? lane : 4'b0000));
        assert (wr_dath == (offset == DATH && lane[0]));
        assert (rd_datl == (rd && offset == DATL && be[0]));
        assert (rd_dath == (rd && offset == DATH && be[0]));
        assert (pop == (rd && offset == QADR && be[0]));
        assert (clear_qov == (stat && wdata[`SHRIMP96_STAT_QOV]));
    end

    // Read data, independent of the lanes
    reg [31:0] x_rdata;

    always @* begin
        x_rdata = 32'd0;
        case (offset)
        STAT: begin
            x_rdata[`SHRIMP96_STAT_BIG]  = WORDS_LOG2 == 24;
            x_rdata[`SHRIMP96_STAT_UPD]  = u_pd;
            x_rdata[`SHRIMP96_STAT_LPD]  = l_pd;
            x_rdata[`SHRIMP96_STAT_QCNT] = q_count;
            x_rdata[`SHRIMP96_STAT_PEND] = pend;
            x_rdata[`SHRIMP96_STAT_MERR] = x_merr;
            x_rdata[`SHRIMP96_STAT_QOV]  = q_overflow;
            x_rdata[`SHRIMP96_STAT_DROP] = x_drop;
            x_rdata[`SHRIMP96_STAT_TEND] = tend;
            x_rdata[`SHRIMP96_STAT_FILL] = filling;
            x_rdata[`SHRIMP96_STAT_RUN]  = x_run;
        end
        MODE: begin
            x_rdata[`SHRIMP96_MODE_AUTO]  = x_auto;
            x_rdata[`SHRIMP96_MODE_TRACE] = x_trace;
        end
        CAT:   x_rdata = x_cat;
        MUX:   x_rdata = x_mux;
        SHIFT: x_rdata = x_shift;
        MINL:  x_rdata = x_minl;
        MINH:  x_rdata = x_minh;
        MAXL:  x_rdata = x_maxl;
        MAXH:  x_rdata = x_maxh;
        THRL:  x_rdata = x_thrl;
        THRH:  x_rdata = x_thrh;
        TCNT:  x_rdata = tcnt;
        QADR: begin
            x_rdata[`SHRIMP96_QADR_VALID] = q_valid;
            x_rdata[`SHRIMP96_QADR_ADDR]  = q_valid ? q_first : 24'd0;
        end
        ADDR:  x_rdata = addr;
        LAST:  x_rdata = last;
        DATL:  x_rdata = data[31:0];
        DATH:  x_rdata = data[39:32];
        ARRV:  x_rdata = x_arrv;
        LOST:  x_rdata = x_lost;
        default: ;
        endcase
    end

    always @* if (rst_n)
        assert (rdata == x_rdata);

    always @* begin
        cover (rst_n && run && trace && x_auto && x_drop && x_merr);
        cover (rst_board_n && wr && offset == ARRV && arrive && be == 4'b0100);
        cover (rst_board_n && lane[0] && offset == MODE && count_event &&
              wdata[`SHRIMP96_MODE_AUTO] && !wdata[`SHRIMP96_MODE_TRACE] &&
               x_auto);
        cover (rst_board_n && stat && wdata[`SHRIMP96_STAT_DROP] && drop && x_drop);
    end
endmodule
