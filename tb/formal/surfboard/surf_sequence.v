// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_sequence: the registers with their byte lanes, the condition of each step, how
// often it has held, the step after it, and the trigger packet. Packets and writes come at any
// time; a write in the clock of a decision comes after it.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_sequence (
    input wire        clk25,
    input wire        rst_n,
    input wire        wr,
    input wire [2:0]  index,
    input wire [3:0]  be,
    input wire [31:0] wdata,
    input wire        take,
    input wire        match,
    input wire        irq,
    input wire        decide,
    input wire        pk_wrapped,
    input wire        pk_ext
);
    wire [31:0] rdata;
    wire        on, hit;

    surf_sequence dut (.*);

    initial assume (!rst_n);

    // Registers
    reg [31:0] sqnw, sqs0, sqs1, sqs2, sqs3;
    reg        enabled;

    function [31:0] put(input [31:0] old, input [31:0] mask);
        integer i;
        for (i = 0; i < 32; i = i + 1)
            put[i] = mask[i] && be[i / 8] ? wdata[i] : old[i];
    endfunction

    // The packet in Stage 3
    reg passes, interrupts;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            {passes, interrupts} <= 2'b00;
        else if (take)
            {passes, interrupts} <= {match, irq};

    // COND is in bits 2..0 of a step, INV in 3, NEXT in 5..4, FIRE in 6, TIMES in 31..16
    wire [1:0]  step  = sqnw[5:4];
    wire [31:0] now   = step == 0 ? sqs0 : step == 1 ? sqs1 : step == 2 ? sqs2 : sqs3;
    wire [7:0]  conds = {3'b000, pk_ext, interrupts, pk_wrapped, passes, 1'b1};
    wire        holds = conds[now[2:0]] != now[3];
    wire [31:0] count = {16'd0, sqnw[31:16]} + 1;
    wire        ends  = holds && count >= {16'd0, now[31:16]};
    wire [31:0] after = !(enabled && decide && holds) ? sqnw :
                        ends ? {26'd0, now[5:4], 4'd0} : {count[15:0], sqnw[15:0]};

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {sqnw, sqs0, sqs1, sqs2, sqs3} <= 160'd0;
            enabled <= 1'b0;
        end else begin
            sqnw <= after;
            if (wr)
                case (index)
                0: if (be[0]) begin
                    enabled <= wdata[`SURFBOARD_SQCR_EN];
                    if (wdata[`SURFBOARD_SQCR_START])
                        sqnw <= 32'd0;
                end
                1: sqs0 <= put(sqs0, 32'hFFFF007F);
                2: sqs1 <= put(sqs1, 32'hFFFF007F);
                3: sqs2 <= put(sqs2, 32'hFFFF007F);
                4: sqs3 <= put(sqs3, 32'hFFFF007F);
                7: sqnw <= put(after, 32'hFFFF0030);
                endcase
        end

    (* hierconn *) wire [6:0]  \dut.how0 ;
    (* hierconn *) wire [6:0]  \dut.how1 ;
    (* hierconn *) wire [6:0]  \dut.how2 ;
    (* hierconn *) wire [6:0]  \dut.how3 ;
    (* hierconn *) wire [15:0] \dut.times0 ;
    (* hierconn *) wire [15:0] \dut.times1 ;
    (* hierconn *) wire [15:0] \dut.times2 ;
    (* hierconn *) wire [15:0] \dut.times3 ;
    (* hierconn *) wire [1:0]  \dut.step ;
    (* hierconn *) wire [15:0] \dut.count ;
    (* hierconn *) wire        \dut.pk_match ;
    (* hierconn *) wire        \dut.pk_irq ;

    always @* if (rst_n) begin
        assert (rdata == (index == 0 ? {31'd0, enabled} : index == 1 ? sqs0 : index == 2 ? sqs1 :
                          index == 3 ? sqs2 : index == 4 ? sqs3 : index == 7 ? sqnw : 32'd0));
        assert (on == enabled);
        // The packet that ends a step with FIRE is the trigger packet.
        if (decide)
            assert (hit == (enabled && ends && now[6]));
        // invariants
        assert (sqs0 == {\dut.times0 , 9'd0, \dut.how0 } &&
                sqs1 == {\dut.times1 , 9'd0, \dut.how1 });
        assert (sqs2 == {\dut.times2 , 9'd0, \dut.how2 } &&
                sqs3 == {\dut.times3 , 9'd0, \dut.how3 });
        assert (sqnw == {\dut.count , 10'd0, \dut.step , 4'd0});
        assert (passes == \dut.pk_match && interrupts == \dut.pk_irq );
    end

    always @* begin
        cover (rst_n && decide && hit && step == 2 && count == 3 && now[2:0] == 1);
        cover (rst_n && decide && !hit && ends && wr && index == 7 && be == 4'b0001);
    end
endmodule
