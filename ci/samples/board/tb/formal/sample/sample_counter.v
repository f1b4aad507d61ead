// SPDX-License-Identifier: Apache-2.0
//
// Proof of sample_counter: each event that is counted is in the count or behind a flag.
//
// Events, commands and the threshold are free; reset comes at any time.
`default_nettype none

module prove_sample_counter #(
    parameter BITS = 4
) (
    input wire            clk,
    input wire            rst_n,
    input wire            event_in,
    input wire            run,
    input wire            clear,
    input wire [BITS-1:0] threshold,
    input wire            ack_reached,
    input wire            ack_wrapped
);
    wire [BITS-1:0] count;
    wire            reached, wrapped;

    sample_counter #(.BITS(BITS)) dut (
        .clk(clk), .rst_n(rst_n), .event_in(event_in), .run(run), .clear(clear),
        .threshold(threshold), .ack_reached(ack_reached), .ack_wrapped(ack_wrapped),
        .count(count), .reached(reached), .wrapped(wrapped)
    );

    initial assume (!rst_n);

    // Reference: all events since clear, and whether the count has wrapped since ack_wrapped
    reg [BITS+7:0] total;
    reg            any_wrap, met;
    wire [BITS+7:0] after = (clear ? 0 : total) + (event_in && run);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            total    <= 0;
            any_wrap <= 1'b0;
            met      <= 1'b0;
        end else begin
            total    <= after;
            any_wrap <= (any_wrap && !ack_wrapped) ||
                        (event_in && run && after[BITS-1:0] == 0);
            met      <= (met && !ack_reached) ||
                        (event_in && run && after[BITS-1:0] == threshold);
        end

    always @* begin
        assert (count == total[BITS-1:0]);
        assert (wrapped == any_wrap);
        assert (reached == met);
        cover (rst_n && reached && wrapped && count == 3);
        cover (rst_n && met && clear && event_in && run);
    end
endmodule
