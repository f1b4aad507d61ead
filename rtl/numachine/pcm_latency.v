// SPDX-License-Identifier: Apache-2.0
//
// pcm_latency - measures the time from a read to its response
//
// Purpose     has a timer that is 0 in the clock after a request, counts every clock until the
//             response, and times out at 4096.
// Interface   request and response are 1 for one clock each and have the same delay. stop = 1: the
//             response has come or, if timeout = 1, none has come; clocks is then the timer, or 0
//             after a time-out. A request while one is outstanding, and a response while none is,
//             are ignored.
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
