// SPDX-License-Identifier: Apache-2.0
//
// frames - source of an AXI4-Stream for the iCEBreaker
//
// Purpose     sends the same 1000 frames after each rising edge of run, so that their histogram is
//             known (frames.awk).
// Interface   run is synchronous to clk. t*: the stream, always ready. x is a shift register of
//             16 bits: it begins with 1, and with each frame its bits move up by one, and bit 0
//             becomes the exclusive or of the bits 15, 13, 12 and 10. A frame has 1 + x[3:0] beats
//             and x[5:4] idle clocks between two beats; its tid is x[7:6].
// Latency     run to the first beat: 1 clock.
// Throughput  9 idle clocks between two frames.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module frames (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       run,
    output wire       tvalid,
    output wire       tlast,
    output wire [1:0] tid
);
    localparam [9:0] FRAMES = 10'd1000;

    reg [15:0] x;
    reg [9:0]  left;        // frames that have not been completed
    reg [3:0]  beats;       // beats of the frame that have been sent
    reg [3:0]  idle;        // clocks until the next beat
    reg        run_before;

    assign tvalid = left != 10'd0 && idle == 4'd0;
    assign tlast  = beats == x[3:0];
    assign tid    = x[7:6];

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            x          <= 16'd1;
            left       <= 10'd0;
            beats      <= 4'd0;
            idle       <= 4'd0;
            run_before <= 1'b0;
        end else begin
            run_before <= run;
            if (left == 10'd0) begin
                x     <= 16'd1;
                beats <= 4'd0;
                idle  <= 4'd0;
                if (run && !run_before)
                    left <= FRAMES;
            end else if (idle != 4'd0) begin
                idle <= idle - 4'd1;
            end else if (tlast) begin
                x     <= {x[14:0], x[15] ^ x[13] ^ x[12] ^ x[10]};
                left  <= left - 10'd1;
                beats <= 4'd0;
                idle  <= 4'd9;
            end else begin
                beats <= beats + 4'd1;
                idle  <= {2'd0, x[5:4]};
            end
        end
endmodule
