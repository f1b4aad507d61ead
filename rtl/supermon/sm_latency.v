// SPDX-License-Identifier: Apache-2.0
//
// sm_latency - clocks from a request to its answer, for one tag
//
// Purpose     measures a request that comes while no other request of its tag is in flight. Answers
//             come in the order of the requests, which identifies the answer of that request.
// Interface   request, chosen (1: the request is to be measured) and answer are one clock each, in
//             any combination. hit: the measured request is answered; clocks is its latency, at
//             most 32767, where it saturates. over: a request came while another was in flight.
//             forget: abandons the measurement.
// Limits      7 requests in flight; over is 1 for each further one, and their answers are ignored.
// Latency     0. Domain clk.
// Paper       thesis, 2.1.1.
`default_nettype none

module sm_latency (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        request,
    input  wire        chosen,
    input  wire        answer,
    input  wire        forget,
    output wire        over,
    output wire        hit,
    output reg         open,        // a measurement is in progress
    output reg  [14:0] clocks
);
    reg  [2:0] flight;
    wire       ends  = answer && flight != 3'd0;
    wire [2:0] left  = flight - {2'd0, ends};
    wire       first = request && left == 3'd0;

    assign over = request && !first;
    assign hit  = ends && open;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            flight <= 3'd0;
            open   <= 1'b0;
            clocks <= 15'd0;
        end else begin
            flight <= left + {2'd0, request && left != 3'd7};
            open   <= first ? chosen : open && !ends && !forget;
            clocks <= first ? 15'd1 : clocks + {14'd0, clocks != 15'h7FFF};
        end
endmodule
