// SPDX-License-Identifier: Apache-2.0
//
// cells - operations that a fast model must support, most of which the boards do not use
//
// Purpose     test design for ci/checks/test-fast; random inputs reach all of it.
// Interface   none of meaning.
// Domain      clk_a, clk_b.
`default_nettype none

module cells (
    input  wire         clk_a,
    input  wire         clk_b,
    input  wire         reset_n,
    input  wire [7:0]   op,
    input  wire [31:0]  x,
    input  wire [31:0]  y,
    input  wire [3:0]   be,
    output reg  [31:0]  sum,
    output reg  [31:0]  product,
    output reg  [31:0]  quotient,
    output reg  [31:0]  shifted,
    output reg  [63:0]  part,
    output reg  [7:0]   flags,
    output wire [31:0]  direct,
    output reg  [31:0]  read,
    output reg  [2:0]   state,
    output reg  [9:0]   count,
    output reg  [31:0]  copied,
    output reg          tick,
    output reg  [31:0]  kept,
    output reg  [15:0]  unreset,
    output reg  [7:0]   left,
    output reg  [7:0]   right,
    output reg  [6:0]   rare,
    output reg  [63:0]  carried,
    output reg  [3:0]   rung,
    output reg  [7:0]   last
);
    // three resets: from a pin, from flip-flops that the first one resets, and an active-high one
    reg [1:0] sync;
    always @(posedge clk_a or negedge reset_n)
        if (!reset_n) sync <= 2'b00;
        else sync <= {sync[0], 1'b1};
    wire rst_n = sync[1];
    reg  hold;
    always @(posedge clk_a or negedge rst_n)
        if (!rst_n) hold <= 1'b1;
        else hold <= op[7:5] == 3'd6;
    wire rst = hold && op[4];

    wire signed [31:0] sx = x, sy = y;
    reg  [127:0] wide;
    reg  [95:0]  bytes;

    always @(posedge clk_a or negedge rst_n)
        if (!rst_n) begin
            sum <= 32'd5;
            product <= 32'd0;
            quotient <= 32'hFFFFFFFF;
            shifted <= 32'd0;
            part <= 64'd0;
            flags <= 8'd0;
            wide <= 128'd0;
            bytes <= 96'd1;
        end else begin
            sum <= op[0] ? sum + x : sum - y;
            product <= x * y;
            quotient <= op[1] ? x / (y & 32'h1F) : x % (y | 32'd1);
            case (op[3:2])
            2'd0: shifted <= x << y[5:0];
            2'd1: shifted <= x >> y[4:0];
            2'd2: shifted <= sx >>> y[4:0];
            default: shifted <= -x;
            endcase
            part <= wide[{op[1:0], 4'd3} +: 64];
            flags <= {sx < sy, sx >= sy, x < y, x <= y, ^x, ~^y, &x[3:0], bytes == wide[95:0]};
            if (op[4])
                wide[{y[1:0], 5'd0} +: 32] <= x;
            else if (op[5])
                bytes <= {bytes[63:0], x ~^ y};
            else if (op[6])
                bytes <= wide[95:0];
        end

    // a small state machine and a counter whose values other logic decodes
    always @(posedge clk_b or posedge rst)
        if (rst) begin
            state <= 3'd1;
            count <= 10'd0;
            tick <= 1'b0;
        end else begin
            case (state)
            3'd1: state <= op[0] ? 3'd2 : 3'd4;
            3'd2: if (op[1]) state <= 3'd5;
            3'd4: state <= count == 10'd7 ? 3'd5 : 3'd1;
            3'd5: if (!op[2]) state <= 3'd1;
            default: state <= 3'd1;
            endcase
            count <= count == 10'd21 ? 10'd0 : count + 10'd1;
            tick <= count == 10'd20 || state == 3'd5;
        end

    // registers of clk_a with an enable from clk_b, one of them without a reset
    always @(posedge clk_a)
        if (tick) begin
            kept <= kept ^ (x & sum);
            unreset <= unreset + {12'd0, op[3:0]};
        end

    // a counter whose next value depends on its value alone
    reg  [8:0]  timer;
    always @(posedge clk_b or posedge rst)
        if (rst) timer <= 9'd20;
        else timer <= timer == 9'd0 ? 9'd77 : timer - 9'd1;
    always @(posedge clk_b)
        if (timer == 9'd40 || timer[8:2] == 7'd3)
            rung <= rung + 4'd1;

    // two registers that read each other
    always @(posedge clk_b or posedge rst)
        if (rst) begin
            left <= 8'd1;
            right <= 8'd2;
        end else begin
            if (op[3])
                left <= right ^ x[7:0];
            if (op[1])
                right <= left + y[7:0];
        end

    // memory of a size that is no power of two, written by bytes
    reg [31:0] mem [0:11];
    always @(posedge clk_b) begin
        if (be[0]) mem[y[3:0]][7:0] <= x[7:0];
        if (be[1]) mem[y[3:0]][15:8] <= x[15:8];
        if (be[2]) mem[y[3:0]][23:16] <= x[23:16];
        if (be[3]) mem[y[3:0]][31:24] <= x[31:24];
        if (op[7])
            read <= mem[x[3:0] % 4'd12];
    end
    // several writes to one memory in one clock: the last one counts
    reg [7:0] pair [0:1];
    always @(posedge clk_b) begin
        if (be[0]) pair[y[0]] <= x[7:0];
        if (be[1]) pair[y[1]] <= x[15:8];
        if (be[0]) pair[y[2]] <= x[23:16];
        last <= pair[x[0]];
    end
    // when both clocks rise together, this must copy the old value
    always @(posedge clk_b)
        copied <= sum;

    // a state that needs seven inputs in the right order, where a wrong one starts over; a default
    // in one statement and branches in another; 32 bits inside a wider value
    reg  [2:0]  depth;
    wire [31:0] folded = x + part[31:0];
    always @(posedge clk_a or negedge rst_n)
        if (!rst_n) begin
            depth <= 3'd0;
            rare <= 7'd0;
            carried <= 64'd0;
        end else begin
            depth <= op[7:4] == {1'b1, depth} ? depth + 3'd1 : 3'd0;
            rare <= 7'd1;
            if (depth == 3'd7) begin
                rare <= x[6:0];
                if (op[0])
                    rare <= y[6:0];
                carried <= {x[15:0], folded, y[15:0]};
            end
        end

    assign direct = state == 3'd2 ? x : {wide[70:40], tick};
endmodule
