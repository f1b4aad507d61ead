// SPDX-License-Identifier: Apache-2.0
//
// Proof of the logic in surf_core between its blocks: which registers an access reaches, the reset
// of Stages 1 and 2, which packets Stage 3 histograms and traces, what sets the bits of ISCR, and
// the inputs of the extension. The outputs of all blocks may have any value at any time.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_core #(
    parameter REV = 2,
    parameter LATE = 0
) (
    input wire         clk25,
    input wire         rst_n,
    input wire         rst_board_n,
    input wire         restart,
    input wire         enable,
    input wire         pk_valid,
    input wire [8:0]   pk_lost,
    input wire [7:0]   pk_before,
    input wire         rtv,
    input wire         reg_wr,
    input wire         reg_rd,
    input wire [11:2]  reg_offset,
    input wire [3:0]   reg_be,
    input wire [31:0]  wdata
);
    wire        rst_pipe_n, pk_take;
    wire [31:0] reg_rdata;

    surf_core #(.BOARD_REV(REV), .INDEX_LATE(LATE)) dut (
        .clk25(clk25), .rst_n(rst_n), .rst_board_n(rst_board_n), .restart(restart),
        .rst_pipe_n(rst_pipe_n), .enable(enable), .pk_valid(pk_valid), .pk_lost(pk_lost),
        .pk_before(pk_before), .pk_take(pk_take), .rtv(rtv), .reg_wr(reg_wr), .reg_rd(reg_rd),
        .reg_offset(reg_offset), .reg_be(reg_be), .wdata(wdata), .reg_rdata(reg_rdata)
    );

    initial assume (!rst_n);

    // the registers of the report
    (* hierconn *) wire        \dut.u_regs.wr ;
    (* hierconn *) wire        \dut.u_regs.rd ;
    (* hierconn *) wire [31:0] \dut.u_regs.rdata ;
    (* hierconn *) wire [8:0]  \dut.u_regs.hfdr ;
    (* hierconn *) wire        \dut.u_regs.prs ;
    (* hierconn *) wire        \dut.u_regs.hen ;
    (* hierconn *) wire        \dut.u_regs.ten ;

    // Stages 2 and 3
    (* hierconn *) wire        \dut.u_stage2.rst_n ;
    (* hierconn *) wire        \dut.u_stage2.enable ;
    (* hierconn *) wire        \dut.u_stage2.empty ;
    (* hierconn *) wire        \dut.u_stage2.rd ;
    (* hierconn *) wire        \dut.u_stage2.pv ;
    (* hierconn *) wire        \dut.u_stage3.hen ;
    (* hierconn *) wire        \dut.u_stage3.ten ;
    (* hierconn *) wire        \dut.u_stage3.set_lv ;
    (* hierconn *) wire        \dut.u_stage3.set_lu ;
    (* hierconn *) wire        \dut.u_stage3.set_wcv ;
    (* hierconn *) wire        \dut.u_stage3.set_bv ;

    // the index FIFO
    (* hierconn *) wire        \dut.u_index_fifo.step ;
    (* hierconn *) wire [8:0]  \dut.u_index_fifo.wdata ;
    (* hierconn *) wire [8:0]  \dut.u_index_fifo.slot ;
    (* hierconn *) wire        \dut.u_index_fifo.set_fv ;
    (* hierconn *) wire        \dut.u_index_fifo.fne ;
    (* hierconn *) wire        \dut.u_index_fifo.fpf ;
    (* hierconn *) wire        \dut.u_index_fifo.faf ;
    (* hierconn *) wire        \dut.u_index_fifo.ff ;

    // interrupts, external connector
    (* hierconn *) wire        \dut.u_irq.enable ;
    (* hierconn *) wire        \dut.u_irq.rst_board_n ;
    (* hierconn *) wire [13:0] \dut.u_irq.set ;
    (* hierconn *) wire        \dut.u_ext.enable ;
    (* hierconn *) wire        \dut.u_ext.rst_board_n ;
    (* hierconn *) wire        \dut.u_ext.set_ext ;
    (* hierconn *) wire        \dut.u_trace_ctl.ten ;
    (* hierconn *) wire        \dut.u_trace_ctl.set_tp ;
    (* hierconn *) wire        \dut.u_trace_ctl.complete ;

    wire beyond = reg_offset > 15;      // not one of the sixteen registers of the report

    // the clock before
    reg       was_reset;
    reg [8:0] was_slot;
    reg [3:0] was_flags;
    wire [3:0] flags = {\dut.u_index_fifo.ff , \dut.u_index_fifo.faf , \dut.u_index_fifo.fpf ,
                        \dut.u_index_fifo.fne };
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            was_reset <= 1'b1;
            was_slot  <= 9'd0;
            was_flags <= 4'd0;
        end else begin
            was_reset <= restart || \dut.u_regs.prs ;
            was_slot  <= \dut.u_index_fifo.slot ;
            was_flags <= flags;
        end

    wire [3:0] shown = LATE ? was_flags : flags;
    wire       h_pass, t_pass;
    wire [13:0] more;                   // set by the extension

    always @* begin
        assert (rst_pipe_n == !was_reset && \dut.u_stage2.rst_n == rst_pipe_n);
        assert (\dut.u_stage2.enable == enable && \dut.u_irq.enable == enable &&
                \dut.u_ext.enable == enable);
        assert (\dut.u_irq.rst_board_n == rst_board_n && \dut.u_ext.rst_board_n == rst_board_n);
        assert (\dut.u_stage2.empty == !pk_valid && pk_take == \dut.u_stage2.rd );

        assert (\dut.u_stage3.hen == (\dut.u_regs.hen && h_pass));
        assert (\dut.u_stage3.ten == (\dut.u_regs.ten && t_pass));
        assert (\dut.u_trace_ctl.ten == \dut.u_regs.ten );

        // a byte written to HFDR is not marked: bit 8 needs lane 1
        assert (\dut.u_index_fifo.step == reg_be[0]);
        assert (\dut.u_index_fifo.wdata ==
                {reg_be[1] ? wdata[`SURFBOARD_HFDR_LSB] : 1'b0, wdata[7:0]});
        assert (\dut.u_regs.hfdr == (LATE ? was_slot : \dut.u_index_fifo.slot ));

        // ISCR, from bit 13 on; the extension sets more causes
        assert (\dut.u_irq.set == (more | {
            rtv, \dut.u_stage3.set_lu , \dut.u_stage3.set_lv ,
            \dut.u_stage2.pv ? 1'b1 : pk_lost > 0, \dut.u_stage3.set_wcv , \dut.u_stage3.set_bv ,
            \dut.u_index_fifo.set_fv , shown, \dut.u_ext.set_ext , \dut.u_trace_ctl.set_tp ,
            \dut.u_trace_ctl.complete }));
    end

`ifdef REV2
    (* hierconn *) wire        \dut.g_rev2.u_rev2.wr ;
    (* hierconn *) wire [11:2] \dut.g_rev2.u_rev2.offset ;
    (* hierconn *) wire [3:0]  \dut.g_rev2.u_rev2.be ;
    (* hierconn *) wire [31:0] \dut.g_rev2.u_rev2.wdata ;
    (* hierconn *) wire [31:0] \dut.g_rev2.u_rev2.rdata ;
    (* hierconn *) wire        \dut.g_rev2.u_rev2.flush ;
    (* hierconn *) wire        \dut.g_rev2.u_rev2.anew ;
    (* hierconn *) wire [7:0]  \dut.g_rev2.u_rev2.earlier ;
    (* hierconn *) wire [13:0] \dut.g_rev2.u_rev2.set_sticky ;
    (* hierconn *) wire        \dut.g_rev2.u_rev2.h_pass ;
    (* hierconn *) wire        \dut.g_rev2.u_rev2.t_pass ;
    (* hierconn *) wire        \dut.u_regs.wr_htcr ;
    (* hierconn *) wire        \dut.u_regs.wr_ticr ;
    (* hierconn *) wire        \dut.u_regs.wr_tecr ;

    assign {h_pass, t_pass} = {\dut.g_rev2.u_rev2.h_pass , \dut.g_rev2.u_rev2.t_pass };
    assign more = \dut.g_rev2.u_rev2.set_sticky ;

    // the access, and what the extension has shown, in the previous clock
    reg [46:0] was_access;
    reg        was_beyond;
    reg [31:0] was_rdata;
    // LATE: an offset is valid from the clock before its access on
    wire       outside = LATE ? was_beyond : beyond;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            was_access <= 47'd0;
            was_beyond <= 1'b0;
            was_rdata  <= 32'd0;
        end else begin
            was_access <= {outside ? reg_wr : 1'b0, reg_offset, reg_be, wdata};
            was_beyond <= beyond;
            was_rdata  <= \dut.g_rev2.u_rev2.rdata ;
        end

    // number of packets lost before the packet taken last
    reg [7:0] before_it;
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            before_it <= 8'd0;
        else if (\dut.u_stage2.rd )
            before_it <= pk_before;

    always @* begin
        assert (\dut.u_regs.wr == (outside ? 1'b0 : reg_wr));
        assert (\dut.u_regs.rd == (outside ? 1'b0 : reg_rd));
        assert ({\dut.g_rev2.u_rev2.wr , \dut.g_rev2.u_rev2.offset , \dut.g_rev2.u_rev2.be ,
                 \dut.g_rev2.u_rev2.wdata } ==
                (LATE ? was_access : {outside ? reg_wr : 1'b0, reg_offset, reg_be, wdata}));
        assert (reg_rdata == (!outside ? \dut.u_regs.rdata :
                              LATE ? was_rdata : \dut.g_rev2.u_rev2.rdata ));
        assert (\dut.g_rev2.u_rev2.earlier == before_it);
        assert (\dut.g_rev2.u_rev2.flush == (\dut.u_regs.prs ? 1'b1 : restart));
        assert (\dut.g_rev2.u_rev2.anew ==
                |{\dut.u_regs.wr_tecr , \dut.u_regs.wr_ticr , \dut.u_regs.wr_htcr });
    end
`else
    // no extension: the registers of the report repeat
    assign {h_pass, t_pass, more} = {2'b11, 14'd0};

    always @* begin
        assert (\dut.u_regs.wr == reg_wr && \dut.u_regs.rd == reg_rd);
        assert (reg_rdata == \dut.u_regs.rdata );
    end
`endif

    always @* begin
        cover (rst_n && was_reset && !restart && rst_pipe_n == 0);
        cover (rst_n && reg_wr && \dut.u_regs.wr && \dut.u_stage3.hen );
    end
endmodule
