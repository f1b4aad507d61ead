// SPDX-License-Identifier: Apache-2.0
//
// s96_mux - address multiplexers of the SHRIMP performance monitor of 1996
//
// Purpose     forms the 20-bit histogram address from five of the 12 nibbles of the measured
//             variables. The paper has two rules: the chosen latency nibbles are contiguous, and
//             the sender is used completely or not at all. The five chosen nibbles, in the order I0
//             I1 L0..L4 S0..S2 T C, occupy positions 0 to 4; the inputs of the multiplexer at each
//             position are the nibbles that can occur there:
//               0  I0 L0 L1 L2 L3 L4 S0
//               1  I1 L1 L2 L3 L4 S0 S1
//               2  L0 L1 L2 L3 L4 S0 S1 S2
//               3  L1 L2 L3 L4 S0 S1 S2 T
//               4  L2 L3 L4 S0 S1 S2 T  C
// Interface   sel has three bits for each multiplexer, position 0 in the lowest; input 7 of the two
//             multiplexers with seven inputs is 0. Everything is combinational.
// Paper       SPDT 1996 3.3, Figure 3.
`default_nettype none

module s96_mux (
    input  wire [14:0] sel,
    input  wire [19:0] latency,
    input  wire [11:0] size,
    input  wire [7:0]  sender,
    input  wire [3:0]  tag,
    input  wire [3:0]  cat,
    output reg  [19:0] addr
);
    wire [3:0] i0 = sender[3:0], i1 = sender[7:4];
    wire [3:0] l0 = latency[3:0], l1 = latency[7:4], l2 = latency[11:8];
    wire [3:0] l3 = latency[15:12], l4 = latency[19:16];
    wire [3:0] s0 = size[3:0], s1 = size[7:4], s2 = size[11:8];

    always @* begin
        case (sel[2:0])
        3'd0:    addr[3:0] = i0;
        3'd1:    addr[3:0] = l0;
        3'd2:    addr[3:0] = l1;
        3'd3:    addr[3:0] = l2;
        3'd4:    addr[3:0] = l3;
        3'd5:    addr[3:0] = l4;
        3'd6:    addr[3:0] = s0;
        default: addr[3:0] = 4'd0;
        endcase
        case (sel[5:3])
        3'd0:    addr[7:4] = i1;
        3'd1:    addr[7:4] = l1;
        3'd2:    addr[7:4] = l2;
        3'd3:    addr[7:4] = l3;
        3'd4:    addr[7:4] = l4;
        3'd5:    addr[7:4] = s0;
        3'd6:    addr[7:4] = s1;
        default: addr[7:4] = 4'd0;
        endcase
        case (sel[8:6])
        3'd0:    addr[11:8] = l0;
        3'd1:    addr[11:8] = l1;
        3'd2:    addr[11:8] = l2;
        3'd3:    addr[11:8] = l3;
        3'd4:    addr[11:8] = l4;
        3'd5:    addr[11:8] = s0;
        3'd6:    addr[11:8] = s1;
        default: addr[11:8] = s2;
        endcase
        case (sel[11:9])
        3'd0:    addr[15:12] = l1;
        3'd1:    addr[15:12] = l2;
        3'd2:    addr[15:12] = l3;
        3'd3:    addr[15:12] = l4;
        3'd4:    addr[15:12] = s0;
        3'd5:    addr[15:12] = s1;
        3'd6:    addr[15:12] = s2;
        default: addr[15:12] = tag;
        endcase
        case (sel[14:12])
        3'd0:    addr[19:16] = l2;
        3'd1:    addr[19:16] = l3;
        3'd2:    addr[19:16] = l4;
        3'd3:    addr[19:16] = s0;
        3'd4:    addr[19:16] = s1;
        3'd5:    addr[19:16] = s2;
        3'd6:    addr[19:16] = tag;
        default: addr[19:16] = cat;
        endcase
    end
endmodule
