// SPDX-License-Identifier: Apache-2.0
//
// pcm_latency - time from a read to its response
//
// Purpose     the timer is 0 in the clock after a request, counts every clock until the
//             response, and times out at 4096.
// Interface   request and response are one clock each, and equally late. stop = 1: the
//             response came, or timeout = 1 with it: none came; clocks is the timer, 0
//             with timeout. A request while one is outstanding, and a response while none
//             is, are ignored.
// Latency     0.
// Throughput  one read at a time.
// Domain      clk.
// Paper       thesis, 2.4.5.
`default_nettype none

module pcm_latency (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        request,
    input  wire        response,
    output reg         running,
    output wire        stop,
    output wire        timeout,
    output wire [11:0] clocks
);
    reg  [12:0] timer;

    assign clocks  = timer[11:0];
    assign timeout = running && timer[12];
    assign stop    = running && (response || timeout);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            running <= 1'b0;
            timer   <= 13'd0;
        end else begin
            running <= running ? !stop : request;
            timer   <= running ? timer + 13'd1 : 13'd0;
        end
endmodule
