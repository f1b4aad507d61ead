// SPDX-License-Identifier: Apache-2.0
//
// hm_erb - event regeneration board
//
// Purpose     converts the TTL lines of the node ports into differential pairs for
//             the cable to the other cabinet.
// Interface   p carries the level of the line, n its complement.
// Latency     combinational.
// Domain      none: the lines are asynchronous.
// Paper       Malony, Reed 1990, 3.2.
`default_nettype none

module hm_erb #(
    parameter LINES = 80    // 16 nodes of 5 lines
) (
    input  wire [LINES-1:0] ttl,
    output wire [LINES-1:0] p,
    output wire [LINES-1:0] n
);
    assign p = ttl;
    assign n = ~ttl;
endmodule
