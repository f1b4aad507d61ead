// SPDX-License-Identifier: Apache-2.0
//
// SB_LUT4 - a look-up table of the iCE40, for the simulation of a mapped netlist
//
// Purpose     a tree of multiplexers, so that an unknown input that does not matter
//             leaves the output known.
// Latency     combinational.
`default_nettype none

module SB_LUT4 (
    input  wire I0,
    input  wire I1,
    input  wire I2,
    input  wire I3,
    output wire O
);
    parameter [15:0] LUT_INIT = 16'd0;

    assign O = I3 ? I2 ? I1 ? I0 ? LUT_INIT[15] : LUT_INIT[14] : I0 ? LUT_INIT[13] : LUT_INIT[12]
                       : I1 ? I0 ? LUT_INIT[11] : LUT_INIT[10] : I0 ? LUT_INIT[9] : LUT_INIT[8]
                  : I2 ? I1 ? I0 ? LUT_INIT[7] : LUT_INIT[6] : I0 ? LUT_INIT[5] : LUT_INIT[4]
                       : I1 ? I0 ? LUT_INIT[3] : LUT_INIT[2] : I0 ? LUT_INIT[1] : LUT_INIT[0];
endmodule
