// SPDX-License-Identifier: Apache-2.0
//
// tap_about - what a tap is, as two constant words
//
// Purpose     gives a tap's parameters to tap_table, and so to the host.
// Interface   about: TPKR in bits 31..0, TPSR in bits 63..32; surfboard_id.def has their fields.
// Latency     none: constants.
// Domain      none.
// Reset       none.
`default_nettype none

module tap_about #(
    parameter KIND = 0,             // as TPKR.KIND
    parameter ID_BITS = 0,          // width of the id, 0 to 15
    parameter DEPTH_LOG2 = 0,       // 2**DEPTH_LOG2 requests are kept per id, 0 to 15
    parameter READ_FIRST = 0,       // these five: as in axi_tap and axis_tap
    parameter START_VALID = 0,
    parameter TX_FRAME = 0,
    parameter TIME_EXT = 0,
    parameter [9:0] SENDER = 10'd0,
    parameter BYTES = 0,            // bytes of a beat of a stream, 0 to 255
    parameter [3:0] CATEGORY = 4'd0,
    parameter COLORS = 0,           // 0: the color is COLOR or COLOR_ERROR, 1: TDEST, 2: TUSER
    parameter [5:0] COLOR = 6'd0,
    parameter [5:0] COLOR_ERROR = 6'd0
) (
    output wire [63:0] about
);
    generate
        if (ID_BITS < 0 || ID_BITS > 15 || DEPTH_LOG2 < 0 || DEPTH_LOG2 > 15 || KIND < 0 ||
            KIND > 255 || BYTES < 0 || BYTES > 255) begin : g_illegal
            tap_about_parameters_must_fit_their_fields illegal_parameter ();
        end
    endgenerate

    localparam [31:0] KIND_BITS  = KIND;
    localparam [31:0] ID_COUNT   = ID_BITS;
    localparam [31:0] DEPTH      = DEPTH_LOG2;
    localparam [31:0] FIRST      = READ_FIRST;
    localparam [31:0] START      = START_VALID;
    localparam [31:0] FRAME      = TX_FRAME;
    localparam [31:0] EXT        = TIME_EXT;
    localparam [31:0] BEAT       = BYTES;
    localparam [31:0] COLOR_FROM = COLORS;

    // fields in the order of the register table
    localparam [31:0] TPKR = {BEAT[7:0], 4'd0, EXT[0], FRAME[0], START[0], FIRST[0], DEPTH[3:0],
                              ID_COUNT[3:0], KIND_BITS[7:0]};
    localparam [31:0] TPSR = {4'd0, COLOR_FROM[1:0], CATEGORY, COLOR_ERROR, COLOR, SENDER};

    assign about = {TPSR, TPKR};
endmodule
