// SPDX-License-Identifier: Apache-2.0
//
// dram_state - legal states of simm_dram, for the proofs that contain it
//
// ok is the invariant of its control; rest is the maximum number of clocks until it is idle again.
`default_nettype none

module dram_state #(
    parameter BURST = 0
) (
    input wire [3:0] state,
    input wire       packet,
    input wire       eisa,
    input wire       write,
    input wire [1:0] word,
    input wire       ras_n,
    input wire [3:0] cas_n,
    input wire       we_n,
    input wire       dq_oe,
    input wire       p_done,
    input wire       e_done,
    input wire       due,
    input wire       overdue,
    output reg       ok,
    output reg [4:0] rest
);
    localparam [3:0] IDLE = 0, ROW = 1, RAS = 2, COL = 3, CAS = 4, MODIFY = 5, REF1 = 6, REF2 = 7,
                     REF3 = 8;
    localparam PACKET = BURST ? 10 : 7;     // clocks of a packet's access

    always @*
        case (state)
        IDLE:    rest = 0;
        ROW:     rest = eisa ? 4 : PACKET;
        RAS:     rest = eisa ? 3 : PACKET - 1;
        COL:     rest = eisa ? 2 : BURST ? 8 - 2 * word : write ? 2 : 5;
        CAS:     rest = eisa ? 1 : BURST ? 7 - 2 * word : write ? 1 : 4;
        MODIFY:  rest = 3;
        REF1:    rest = 3;
        REF2:    rest = 2;
        default: rest = 1;
        endcase

    always @* begin
        ok = state <= REF3 && (!overdue || due);
        // never two owners, and no owner during a refresh
        if (packet && eisa)
            ok = 0;
        if (state >= REF1 && (packet || eisa))
            ok = 0;
        if (state != IDLE && state < REF1 && !packet && !eisa)
            ok = 0;
        // pins
        if (ras_n != (state == IDLE || state == ROW || state == REF1))
            ok = 0;
        if (cas_n != 4'b1111 && state != CAS && state != REF1 && state != REF2)
            ok = 0;
        if (cas_n != 4'b0000 && ((state == CAS && !(eisa && write)) || state == REF1 ||
            state == REF2))
            ok = 0;
        if (we_n != !(write && (state == COL || state == CAS)) || dq_oe != !we_n)
            ok = 0;
        // legal states of a packet's access
        if (state == MODIFY && (BURST || !packet || write))
            ok = 0;
        if (packet && (BURST ? state != IDLE && !write : (state == ROW || state == RAS) && write))
            ok = 0;
        if (word != 0 && state != IDLE && (!BURST || eisa || state < COL))
            ok = 0;
        // a done follows its access
        if ((p_done && !(state == IDLE && packet)) || (e_done && !(state == IDLE && eisa)))
            ok = 0;
        if (state == IDLE && (packet != p_done || eisa != e_done))
            ok = 0;
    end
endmodule
