// SPDX-License-Identifier: Apache-2.0
//
// plusarg_reader - what Rocket's Verilog reads from the command line of a simulator: always the
// default
//
// Purpose     replaces the module of this name in Rocket's package, which calls $value$plusargs and
//             so depends on how the simulator was started.
// Latency     none (a constant).
`default_nettype none

module plusarg_reader #(
    parameter FORMAT = "",          // name of the argument; not used
    parameter WIDTH = 1,            // bits
    parameter [WIDTH-1:0] DEFAULT = 0
) (
    output wire [WIDTH-1:0] out
);
    assign out = DEFAULT;
endmodule

// Rocket's files declare no nets implicitly, but some come without this directive.
`default_nettype wire
