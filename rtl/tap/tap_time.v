// SPDX-License-Identifier: Apache-2.0
//
// tap_time - the time stamp of a tap's packets
//
// Purpose     provides a local count of clocks, or passes on an external counter (PTP, the board's
//             clock).
// Interface   now: 44 bits, the time of a packet. TIME_EXT = 0: a counter that starts at TIME_INIT
//             and increments in each clock, modulo 2**44. TIME_EXT = 1: the low 44 bits of
//             time_ext, a binary count in the domain of clk. 44 bits are sufficient for a latency
//             of less than 2**43 ticks: a count of ns wraps after 4.9 hours, and the monitor
//             subtracts modulo 2**44.
// Latency     TIME_EXT = 1: combinational.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module tap_time #(
    parameter TIME_EXT = 0,                 // 0: local count, 1: time_ext
    parameter [43:0] TIME_INIT = 44'd0      // value of the local count after reset
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [63:0] time_ext,
    output wire [43:0] now
);
    generate
        if (TIME_EXT < 0 || TIME_EXT > 1) begin : g_illegal
            tap_time_TIME_EXT_must_be_0_or_1 illegal_parameter ();
        end
        if (TIME_EXT == 1) begin : g_ext
            wire unused = &{1'b0, clk, rst_n, time_ext[63:44]};
            assign now = time_ext[43:0];
        end else begin : g_local
            wire       unused = &{1'b0, time_ext};
            reg [43:0] ticks;

            always @(posedge clk or negedge rst_n)
                if (!rst_n)
                    ticks <= TIME_INIT;
                else
                    ticks <= ticks + 44'd1;
            assign now = ticks;
        end
    endgenerate
endmodule
