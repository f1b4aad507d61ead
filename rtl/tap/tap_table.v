// SPDX-License-Identifier: Apache-2.0
//
// tap_table - the table of a design's taps, which the host reads through the core
//
// Purpose     says what taps there are and what each one has counted, so that a tool finds their
//             names, and the packets that are missing, in the hardware.
// Interface   addr: connect it to tap_addr of the core, and rdata to its tap_rdata; connect
//             tap_clear of the core to clear of each tap, and set its TAPS to 1. rdata is the word
//             at addr: surfboard_id.def has the registers, from TPMR on. Entry k is that of tap k,
//             which has the field k of each vector. NAMES: 8 characters for each tap, that of tap
//             0 last: {"writes  ", "reads   "}.
// Latency     combinational.
// Domain      that of the core and of the taps. A tap of another clock cannot be in the table.
// Reset       none.
`default_nettype none

`include "surfboard_regs.vh"

module tap_table #(
    parameter N = 1,                                    // number of taps, 1 to 15
    parameter [64*N-1:0] NAMES = {N{64'h2020202020202020}}
) (
    input  wire [8:2]      addr,
    output wire [31:0]     rdata,

    input  wire [64*N-1:0] about,
    input  wire [32*N-1:0] packets,
    input  wire [32*N-1:0] dropped,
    input  wire [3*N-1:0]  flags
);
    generate
        if (N < 1 || N > 15) begin : g_illegal
            tap_table_N_must_be_1_to_15 illegal_parameter ();
        end
    endgenerate

    localparam [31:0] COUNT = N;

    // four characters of a name, the first one in the low byte
    function [31:0] reversed(input [31:0] text);
        reversed = {text[7:0], text[15:8], text[23:16], text[31:24]};
    endfunction

    // the word of each entry, 0 if addr is in another one
    wire [32*N-1:0] words;
    wire [4:2]      word = addr[4:2];

    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : g_tap
            localparam [3:0] ENTRY = k + 1;
            reg [31:0] value;

            always @*
                case ({27'd0, word, 2'b00} | `SURFBOARD_TPNL & ~32'h1F)
                `SURFBOARD_TPNL: value = reversed(NAMES[64*k+32 +: 32]);
                `SURFBOARD_TPNH: value = reversed(NAMES[64*k +: 32]);
                `SURFBOARD_TPKR: value = about[64*k +: 32];
                `SURFBOARD_TPSR: value = about[64*k+32 +: 32];
                `SURFBOARD_TPPR: value = packets[32*k +: 32];
                `SURFBOARD_TPDR: value = dropped[32*k +: 32];
                `SURFBOARD_TPFR: value = {29'd0, flags[3*k +: 3]};
                default:         value = 32'd0;
                endcase
            assign words[32*k +: 32] = addr[8:5] == ENTRY ? value : 32'd0;
        end
    endgenerate

    reg [31:0] head, sum;
    integer    i;

    always @* begin
        case ({27'd0, word, 2'b00} | `SURFBOARD_TPMR)
        `SURFBOARD_TPMR: head = `SURFBOARD_TPMR_RESET;
        `SURFBOARD_TPVR: head = `SURFBOARD_TPVR_RESET | COUNT << `SURFBOARD_TPVR_TAPS_LSB;
        default:         head = 32'd0;
        endcase
        sum = addr[8:5] == 4'd0 ? head : 32'd0;
        for (i = 0; i < N; i = i + 1)
            sum = sum | words[32*i +: 32];
    end

    assign rdata = sum;
endmodule
