// SPDX-License-Identifier: Apache-2.0
//
// Proof of pcm_counter: for any events, modes and written values, and reset at any time. The count
// is the value last written plus the events since then, modulo 2^32; an event in the clock of a
// write is not counted; wraps comes with each step to 0 and at no other time.
`default_nettype none

module prove_pcm_counter (
    input wire        clk,
    input wire        rst_n,
    input wire [7:0]  events,
    input wire        watched,
    input wire [2:0]  event_sel,
    input wire [1:0]  mode,
    input wire        put,
    input wire [31:0] wdata
);
    wire [31:0] count;
    wire        wraps;

    pcm_counter dut (.*);

    initial assume (!rst_n);

    // The chosen event in this clock and in the previous one
    wire [7:0] shifted = events >> event_sel;
    reg        before;
    reg        counted;

    always @* begin
        case (mode)
        2'd0: counted = 1'b0;
        2'd1: counted = shifted[0];
        2'd2: counted = shifted[0] && !before;
        2'd3: counted = shifted[0] && watched;
        endcase
    end

    reg [31:0] written, since;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            before  <= 1'b0;
            written <= 32'd0;
            since   <= 32'd0;
        end else begin
            before <= shifted[0];
            if (put) begin
                written <= wdata;
                since   <= 32'd0;
            end else
                since <= since + counted;
        end

    (* hierconn *) wire \dut.last ;

    wire [31:0] sum  = written + since;
    wire [32:0] next = {1'b0, sum} + 33'd1;

    always @* if (rst_n) begin
        assert (count == sum);
        assert (wraps == (counted && !put && next[32]));
        assert (\dut.last == before);
    end

    always @* begin
        cover (rst_n && wraps && mode == 2'd2);
        cover (rst_n && put && counted && count == 32'hFFFFFFFF);
        cover (rst_n && wraps && written == 32'hFFFFFFFE && mode == 2'd3);
    end
endmodule
