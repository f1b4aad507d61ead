// SPDX-License-Identifier: Apache-2.0
//
// surf_sequence - trigger sequencer of four steps
//
// Purpose     is the trigger sequencer of revision 2: a packet becomes the trigger packet when
//             conditions on packets have been met in the order, and the number of times, that four
//             steps define.
// Registers   wr (one clock) writes word index by byte lanes: SQCR, SQS0 to SQS3 from 0, SQNW 7;
//             rdata belongs to index. A write of SQNW in the clock of a decision comes after it.
// Packets     take (one clock) with match (the packet passes the filter of the sequencer) and irq;
//             decide (one clock) comes when pk_wrapped and pk_ext of the packet are known and it
//             may be the trigger packet. hit = 1 in the same clock: it is.
// Steps       a packet that meets the condition of the current step is counted. When the count
//             reaches TIMES, the step ends: NEXT becomes the current step for the next packet, and
//             with FIRE this packet is the trigger packet. Other packets change nothing.
// Latency     0 clocks; registers change in the next clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_sequence (
    input  wire        clk25,
    input  wire        rst_n,

    input  wire        wr,
    input  wire [2:0]  index,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,

    input  wire        take,
    input  wire        match,
    input  wire        irq,
    input  wire        decide,
    input  wire        pk_wrapped,
    input  wire        pk_ext,
    output reg         on,
    output wire        hit
);
    // FIRE, NEXT, INV and COND of each step, and its TIMES
    reg [6:0]  how0, how1, how2, how3;
    reg [15:0] times0, times1, times2, times3;
    reg [1:0]  step;
    reg [15:0] count;
    reg        pk_match, pk_irq;

    reg  [6:0]  how;
    reg  [15:0] times;

    always @* begin
        case (step)
        2'd0:    {how, times} = {how0, times0};
        2'd1:    {how, times} = {how1, times1};
        2'd2:    {how, times} = {how2, times2};
        default: {how, times} = {how3, times3};
        endcase
    end

    always @* begin
        case (index)
        3'd0:    rdata = {31'd0, on};
        3'd1:    rdata = {times0, 9'd0, how0};
        3'd2:    rdata = {times1, 9'd0, how1};
        3'd3:    rdata = {times2, 9'd0, how2};
        3'd4:    rdata = {times3, 9'd0, how3};
        3'd7:    rdata = {count, 10'd0, step, 4'd0};
        default: rdata = 32'd0;
        endcase
    end

    // The condition
    reg met;
    always @* begin
        case (how[`SURFBOARD_SQS0_COND])
        3'd0:    met = 1'b1;
        3'd1:    met = pk_match;
        3'd2:    met = pk_wrapped;
        3'd3:    met = pk_irq;
        3'd4:    met = pk_ext;
        default: met = 1'b0;
        endcase
    end

    wire holds = met ^ how[`SURFBOARD_SQS0_INV];
    wire ends  = holds && {1'b0, count} + 17'd1 >= {1'b0, times};

    assign hit = on && ends && how[`SURFBOARD_SQS0_FIRE];

    wire starts = wr && index == 3'd0 && be[0] && wdata[`SURFBOARD_SQCR_START];

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            on       <= 1'b0;
            step     <= 2'd0;
            count    <= 16'd0;
            pk_match <= 1'b0;
            pk_irq   <= 1'b0;
        end else begin
            if (take) begin
                pk_match <= match;
                pk_irq   <= irq;
            end
            if (starts) begin
                step  <= 2'd0;
                count <= 16'd0;
            end else if (decide && on && ends) begin
                step  <= how[`SURFBOARD_SQS0_NEXT];
                count <= 16'd0;
            end else if (decide && on && holds)
                count <= count + 16'd1;
            if (wr && index == 3'd7) begin
                if (be[3])
                    count[15:8] <= wdata[31:24];
                if (be[2])
                    count[7:0] <= wdata[23:16];
                if (be[0])
                    step <= wdata[`SURFBOARD_SQNW_STEP];
            end
            if (wr && index == 3'd0 && be[0])
                on <= wdata[`SURFBOARD_SQCR_EN];
        end

    wire [31:0] lanes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
    wire [31:0] value = (wdata & lanes) | (rdata & ~lanes);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {how0, how1, how2, how3} <= 28'd0;
            {times0, times1, times2, times3} <= 64'd0;
        end else if (wr)
            case (index)
            3'd1:    {times0, how0} <= {value[31:16], value[6:0]};
            3'd2:    {times1, how1} <= {value[31:16], value[6:0]};
            3'd3:    {times2, how2} <= {value[31:16], value[6:0]};
            3'd4:    {times3, how3} <= {value[31:16], value[6:0]};
            default: ;
            endcase

    wire unused = &{1'b0, value};
endmodule
