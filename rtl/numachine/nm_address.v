// SPDX-License-Identifier: Apache-2.0
//
// nm_address - counter addresses of the three monitoring modes
//
// Purpose     contains the equations between stage 1 and stage 2 of the Monitoring Unit.
// Interface   the inputs are the transaction latched with mon_start. histo[6], the overflow bit, is
//             0 here; stage 3 inserts it.
//             station = {ring, station} of the one-hot source masks, pid = processor
//             of the one-hot processor mask; masks that are not one-hot give the OR of the codes.
// Latency     combinational.
// Domain      none.
// Paper       thesis, 4.5.3 to 4.5.5, Tables 4.1 to 4.3, 4.6.
`default_nettype none

module nm_address #(
    parameter AHDL_ORDER = 0    // 1: FIFO depth address in the order of the AHDL listing
) (
    input  wire [63:48] ad_hi,  // source mask, processor mask, phase
    input  wire [27:6]  ad_lo,
    input  wire         line128,
    input  wire         boards2,
    input  wire [5:0]   depth,
    input  wire [1:0]   mode,   // address mode of the Histogram Statistics
    input  wire [2:0]   mapped,
    input  wire         valid,
    input  wire         lock,
    input  wire         local_global,
    input  wire [8:0]   label,
    output wire [15:0]  flyer,
    output wire [15:0]  fifo,
    output wire [15:0]  histo
);
    generate
        if (AHDL_ORDER != 0 && AHDL_ORDER != 1) begin : g_illegal
            nm_address_AHDL_ORDER_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    wire [3:0] station = {ad_hi[63] | ad_hi[62], ad_hi[63] | ad_hi[61], ad_hi[59] | ad_hi[58],
                         ad_hi[59] | ad_hi[57]};
    wire [1:0] pid     = {ad_hi[55] | ad_hi[54], ad_hi[55] | ad_hi[53]};
    wire [3:0] phase   = ad_hi[51:48];

    // selects, for a line of this board, its lowest address bits and those above the label index
    wire       by2 = line128 && boards2, by1 = line128 || boards2;
    wire       select = by2 ? ad_lo[26] : by1 ? ad_lo[25] : ad_lo[24];
    wire       tag    = by2 ? ad_lo[27] : by1 ? ad_lo[26] : ad_lo[25];
    wire       lowest = by2 ? ad_lo[8]  : by1 ? ad_lo[7]  : ad_lo[6];

    wire [6:0] low = {1'b0, local_global, lock, valid, mapped};

    assign flyer = {ad_lo[25:14], station};
    assign fifo  = AHDL_ORDER != 0 ? {depth, phase, pid, station} : {depth, station, pid, phase};

    // Table 4.6
    wire [8:0] histo0 = label;
    wire [8:0] histo1 = {tag, phase, select ? label[3:0] : label[7:4]};
    wire [8:0] histo2 = {tag, label[8:1]};
    wire [8:0] histo3 = {lowest, label[7:0]};

    assign histo = {mode[1] ? mode[0] ? histo3 : histo2 : mode[0] ? histo1 : histo0, low};

    wire unused = &{1'b0, ad_hi[60], ad_hi[56], ad_hi[52], ad_lo[13:9]};
endmodule
