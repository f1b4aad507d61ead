// SPDX-License-Identifier: Apache-2.0
//
// sample_counter - counts events and compares the count with a threshold
//
// Inputs      event_in   1 in each clock with an event
//             run        1: events are counted
//             clear      1: the count becomes 0; an event in the same clock is counted after that
//             threshold  see reached
//             ack_*      1: clears the flag, unless it is set in the same clock
// Outputs     count      events since clear, modulo 2**BITS
//             reached    flag: an event has made count equal to threshold
//             wrapped    flag: count has wrapped, perhaps more than once
// Latency     1 clock. Throughput: an event in every clock.
// Domain      clk. All outputs are flip-flops.
// Reset       rst_n, asynchronous, released synchronously.
`default_nettype none

module sample_counter #(
    parameter BITS = 16         // of the count, 1 to 16
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire            event_in,
    input  wire            run,
    input  wire            clear,
    input  wire [BITS-1:0] threshold,
    input  wire            ack_reached,
    input  wire            ack_wrapped,
    output reg  [BITS-1:0] count,
    output reg             reached,
    output reg             wrapped
);
    generate if (BITS < 1 || BITS > 16) begin : g_illegal
        sample_BITS_must_be_1_to_16 illegal_parameter ();
    end endgenerate

    wire            counts = event_in && run;
    wire [BITS-1:0] base = clear ? {BITS{1'b0}} : count;
    wire [BITS-1:0] next = base + {{BITS-1{1'b0}}, counts};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            count   <= {BITS{1'b0}};
            reached <= 1'b0;
            wrapped <= 1'b0;
        end else begin
            count   <= next;
            reached <= (reached && !ack_reached) || (counts && next == threshold);
            wrapped <= (wrapped && !ack_wrapped) || (counts && next == {BITS{1'b0}});
        end
endmodule
