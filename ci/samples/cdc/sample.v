// SPDX-License-Identifier: Apache-2.0
//
// sample - a small design with two clocks, correct or with one fault, for ci/checks/test-cdc
//
// Purpose     uses every crossing block once. Without a macro the design is correct; each macro
//             adds the one fault that its name describes.
// Domain      a_* in clk_a, b_* in clk_b, x_in asynchronous, strap static.
`default_nettype none

module sample (
    input  wire       clk_a,
    input  wire       clk_b,
    input  wire       arst_n,
    input  wire       arst2_n,
    input  wire       x_in,
    input  wire       strap,
    input  wire [7:0] a_in,
    input  wire       b_in,
`ifdef PIN_WITHOUT_DOMAIN
    input  wire       stranger,
`endif
    output reg  [7:0] b_out,
    output wire       b_flag,
    output wire [7:0] a_out
);
    wire rst_a_n, rst_b_n, rst2_b_n;

    reset_sync u_rst_a  (.clk(clk_a), .arst_n(arst_n), .rst_n(rst_a_n));
    reset_sync u_rst_b  (.clk(clk_b), .arst_n(arst_n), .rst_n(rst_b_n));
    reset_sync u_rst2_b (.clk(clk_b), .arst_n(arst_n && arst2_n), .rst_n(rst2_b_n));

    // a flag from clk_a to clk_b
    reg  flag_a;
    wire flag_b, x_b;

    always @(posedge clk_a or negedge rst_a_n)
        if (!rst_a_n)
            flag_a <= 1'b0;
        else
            flag_a <= ^a_in;

`ifdef NO_SYNCHRONISER
    assign flag_b = flag_a;
`else
    sync_bits u_flag (
        .clk(clk_b), .rst_n(rst_b_n), .q(flag_b),
`ifdef LOGIC_BEFORE_SYNCHRONISER
        .d(flag_a && !a_in[0])
`else
        .d(flag_a)
`endif
    );
`endif

`ifdef OUTPUT_OF_THE_OTHER_CLOCK
    assign b_flag = flag_b ^ flag_a;
`elsif SYNCHRONISED_TWICE
    wire flag2_b;

    sync_bits u_flag2 (.clk(clk_b), .rst_n(rst_b_n), .d(flag_a), .q(flag2_b));
    assign b_flag = flag2_b;
`else
    assign b_flag = flag_b;
`endif

`ifdef ASYNCHRONOUS_PIN_AS_DATA
    assign x_b = x_in;
`else
    sync_bits u_x (.clk(clk_b), .rst_n(rst_b_n), .d(x_in), .q(x_b));
`endif

    // a count from clk_a to clk_b
    reg  [3:0] count_a;
    wire [3:0] count_b;

    always @(posedge clk_a or negedge rst_a_n)
        if (!rst_a_n)
            count_a <= 4'd0;
        else
            count_a <= count_a + 4'd1;

    count_sync #(.WIDTH(4)) u_count (
        .clk_a(clk_a), .rst_a_n(rst_a_n), .a_next(count_a + 4'd1),
        .clk_b(clk_b), .rst_b_n(rst_b_n), .b(count_b)
    );

    // data from clk_a to clk_b and back
    wire [7:0] data_b;
    wire       busy, ack, valid;

    cdc_handshake #(.WIDTH(8), .RWIDTH(8)) u_link (
        .clk_a(clk_a), .rst_a_n(rst_a_n), .req(flag_a), .req_data(a_in), .busy(busy), .ack(ack),
        .ack_data(a_out), .clk_b(clk_b), .rst_b_n(rst_b_n), .valid(valid), .data(data_b),
`ifdef RESPONSE_OF_THE_OTHER_CLOCK
        .done(valid), .done_data({8{flag_a}})
`else
        .done(valid), .done_data(~data_b)
`endif
    );

    wire [7:0] word_b;
    wire       full, there;

    async_fifo #(.WIDTH(8), .DEPTH_LOG2(2)) u_fifo (
        .clk_w(clk_a), .rst_w_n(rst_a_n), .wr(flag_a), .wdata(a_in), .full(full),
`ifdef TWO_RESET_SOURCES
        .clk_r(clk_b), .rst_r_n(rst2_b_n), .rd(there), .rdata(word_b), .level(there)
`else
        .clk_r(clk_b), .rst_r_n(rst_b_n), .rd(there), .rdata(word_b), .level(there)
`endif
    );

    // The receiver
`ifdef RESET_PIN
    wire rst_out_n = arst_n;
`elsif RESET_OF_THE_OTHER_CLOCK
    wire rst_out_n = rst_a_n;
`elsif RESET_THROUGH_LOGIC
    wire rst_out_n = rst_b_n && !flag_b;
`else
    wire rst_out_n = rst2_b_n;
`endif

`ifdef GATED_CLOCK
    wire clk_out = clk_b && strap;
`else
    wire clk_out = clk_b;
`endif

`ifdef ENABLE_OF_THE_OTHER_CLOCK
    wire take = flag_a;
`elsif PIN_OF_THE_OTHER_CLOCK
    wire take = a_in[0];
`elsif CLOCK_AS_DATA
    wire take = clk_a;
`else
    wire take = flag_b;
`endif

    wire [7:0] next = data_b ^ word_b ^ {2'b00, strap, b_in, count_b} ^ {8{x_b}};

`ifdef FALLING_EDGE
    always @(negedge clk_out or negedge rst_out_n)
`else
    always @(posedge clk_out or negedge rst_out_n)
`endif
        if (!rst_out_n)
            b_out <= 8'd0;
        else if (take)
            b_out <= next;

`ifdef LATCH
    reg held;

    always @*
        if (flag_b)
            held = b_in;
`endif
endmodule
