// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_counters for any sources, settings, loads and external inputs, and reset at any time.
// The solver chooses one of the eight pairs of counters. In every clock both halves have the
// documented value, also across carries.
`default_nettype none

module prove_mk_counters #(
    parameter [63:0] RC_INIT = 64'h01234567_FFFFFFFE
) (
    input wire        clk,
    input wire        rst_n,
    input wire [15:0] ext,
    input wire        ts_tick,
    input wire        trace,
    input wire        resource,
    input wire        lost,
    input wire        waits,
    input wire        set_enable,
    input wire        set_disable,
    input wire        set_reset,
    input wire [15:0] mask,
    input wire [15:0] increment,
    input wire [7:0]  mode,
    input wire [63:0] source,
    input wire        freeze,
    input wire        load,
    input wire [3:0]  load_n,
    input wire [31:0] load_value
);
    wire [15:0]  enable;
    wire [511:0] counts;

    mk_counters #(.RC_INIT(RC_INIT), .EXT_ASYNC(0)) dut (.*);

    (* anyconst *) wire [2:0] pair;

    initial assume (!rst_n);

    // Every source as a vector of 16 counters
    reg  [15:0]  ext_before;
    wire [15:0]  edges = ext & ~ext_before;
    wire [255:0] events = {96'd0, {16{waits}}, {16{lost}}, {16{resource}}, {16{trace}}, increment,
                           ext, {16{ts_tick}}, 16'hFFFF, edges, 16'd0};
    wire [3:0]   even = {pair, 1'b0}, odd = {pair, 1'b1};
    wire         even_adds = events[{source[{even, 2'b00} +: 4], even}] && on[even] && !freeze;
    wire         odd_adds  = events[{source[{odd, 2'b00} +: 4], odd}] && on[odd] && !freeze;

    reg  [15:0]  on;
    reg  [63:0]  value;     // value of the pair: odd counter, even counter
    wire [31:0]  even_sum = value[31:0] + even_adds;
    wire [63:0]  pair_sum = value + even_adds;
    wire [31:0]  odd_sum  = mode[pair] ? pair_sum[63:32] : value[63:32] + odd_adds;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            ext_before <= 16'd0;
            on         <= 16'd0;
            value      <= RC_INIT;
        end else begin
            ext_before <= ext;
            on <= set_disable ? on & ~mask : set_enable ? on | mask : on;
            value[31:0]  <= set_reset && mask[even] ? 32'd0 :
                            load && load_n == even ? load_value : even_sum;
            value[63:32] <= set_reset && mask[odd] ? 32'd0 :
                            load && load_n == odd ? load_value : odd_sum;
        end

    // The edge detector has the previous value of the input.
    (* hierconn *) wire [15:0] \dut.level_q ;

    always @* assert (\dut.level_q == ext_before);
    always @* assert (enable == on);
    always @* assert (counts[{pair, 6'd0} +: 64] == value);

    always @* begin
        cover (rst_n && mode[pair] && even_adds && &value[31:0]);
        cover (rst_n && !mode[pair] && even_adds && &value[31:0]);
        cover (rst_n && odd_adds && source[{odd, 2'b00} +: 4] == 4'd9);
        cover (value == 64'h01234568_00000000);
    end
endmodule
