// SPDX-License-Identifier: Apache-2.0
//
// nm_command - decides which commands are counted, and maps their codes
//
// Purpose     maps Cmd[9], Cmd[7:3] of a transaction to the three bits of Table 4.5.
//             The other bits of Cmd have no influence.
// Interface   counted = 1: Histogram Statistics counts this command under the code mapped. Negative
//             acknowledgements (Cmd[4]) of the four monitored types have the code 7. mapped is 0
//             for a command that is not in the table, independent of special. monitored = 1: the
//             type Cmd[7:5] is one of the four monitored ones, whether or not the command is
//             counted.
// Latency     combinational.
// Domain      none.
// Paper       thesis, Tables 4.4, 4.5.
`default_nettype none

module nm_command (
    input  wire       special,   // Cmd[9]
    input  wire [7:3] cmd,
    output reg  [2:0] mapped,
    output wire       counted,
    output wire       monitored
);
    localparam [2:0] READ    = 3'b000,
                     READ_EX = 3'b001,
                     WRITE   = 3'b100,
                     INVAL   = 3'b110; // Cmd[3] = 1: upgrade

    wire is_nack = cmd[4];
    reg  known;

    assign monitored = cmd[7:5] == READ || cmd[7:5] == READ_EX || cmd[7:5] == WRITE ||
                       cmd[7:5] == INVAL;
    assign counted   = monitored && !special && (is_nack || known);

    always @* begin
        known = 1'b1;
        case ({cmd[7:5], cmd[3]})
        {READ,    1'b1}: mapped = 3'd0; // Read_Req
        {READ,    1'b0}: mapped = 3'd1; // Read_Res
        {READ_EX, 1'b1}: mapped = 3'd2; // Re_Ex_Req
        {READ_EX, 1'b0}: mapped = 3'd3; // Re_Ex_Res
        {INVAL,   1'b0}: mapped = 3'd4; // Inval_Res
        {INVAL,   1'b1}: mapped = 3'd5; // Upgrade_Req
        {WRITE,   1'b0}: mapped = 3'd6; // Wr_Ba_Res
        default: begin
            mapped = 3'd0;
            known  = 1'b0;
        end
        endcase
        if (is_nack)
            mapped = monitored ? 3'd7 : 3'd0;
    end
endmodule
