// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_rev3 for any accesses, phases and packets: each register reads what was written to
// its lane 0 last, by the host or, for the phase, by the design, which wins in the same clock. The
// totals of the packets that passed a filter count each packet once, with what the filter said when
// the packet was taken; their copies are the totals of the clock of the snapshot.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_rev3 (
    input wire        clk25,
    input wire        rst_n,
    input wire        wr,
    input wire [11:2] offset,
    input wire        lane,
    input wire [7:0]  wdata,
    input wire        ph_valid,
    input wire [7:0]  ph_data,
    input wire        take,
    input wire        h_pass,
    input wire        t_pass,
    input wire        settled,
    input wire        snap
);
    wire [31:0] rdata;
    wire [7:0]  phase;
    wire        wide, low, high;

    surf_rev3 dut (.*);

    initial assume (!rst_n);

    wire [11:0] at = {offset, 2'b00};

    reg [7:0]  is_phase;
    reg        is_wide;
    reg [1:0]  shown, passed;       // bit 0 low, 1 high; bit 0 histogram, 1 trace
    reg [63:0] total0, total1, copy0, copy1;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            is_phase <= 8'd0;
            is_wide  <= 1'b0;
            shown    <= 2'd0;
            passed   <= 2'd0;
            {total0, total1, copy0, copy1} <= 256'd0;
        end else begin
            if (wr && lane && at == `SURFBOARD_BSCR)
                is_wide <= wdata[`SURFBOARD_BSCR_WIDE];
            if (wr && lane && at == `SURFBOARD_PHCR)
                shown <= {wdata[`SURFBOARD_PHCR_HIGH], wdata[`SURFBOARD_PHCR_LOW]};
            if (wr && lane && at == `SURFBOARD_PHSR)
                is_phase <= wdata;
            if (ph_valid)
                is_phase <= ph_data;
            if (take)
                passed <= {t_pass, h_pass};
            if (settled && passed[0])
                total0 <= total0 + 64'd1;
            if (settled && passed[1])
                total1 <= total1 + 64'd1;
            if (snap)
                {copy0, copy1} <= {total0, total1};
        end

    always @* if (rst_n) begin
        assert (phase == is_phase && wide == is_wide && {high, low} == shown);
        case (at)
        `SURFBOARD_BSCR: assert (rdata == {31'd0, is_wide});
        `SURFBOARD_PHCR: assert (rdata == {30'd0, shown});
        `SURFBOARD_PHSR: assert (rdata == {24'd0, is_phase});
        `SURFBOARD_HPAS_L: assert (rdata == copy0[31:0]);
        `SURFBOARD_HPAS_H: assert (rdata == copy0[63:32]);
        `SURFBOARD_TPAS_L: assert (rdata == copy1[31:0]);
        `SURFBOARD_TPAS_H: assert (rdata == copy1[63:32]);
        default: assert (rdata == 32'd0);
        endcase
    end

    // Invariants
    (* hierconn *) wire        \dut.h_passed ;
    (* hierconn *) wire        \dut.t_passed ;
    (* hierconn *) wire [63:0] \dut.hist ;
    (* hierconn *) wire [63:0] \dut.trace ;
    (* hierconn *) wire [63:0] \dut.c_hist ;
    (* hierconn *) wire [63:0] \dut.c_trace ;

    always @* if (rst_n) begin
        assert ({\dut.t_passed , \dut.h_passed } == passed);
        assert (\dut.hist == total0 && \dut.trace == total1);
        assert (\dut.c_hist == copy0 && \dut.c_trace == copy1);
    end

    always @* cover (rst_n && copy0 == 64'd1 && copy1 == 64'd2 && phase == 8'hA5 && wide && high);
endmodule
