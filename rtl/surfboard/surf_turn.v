// SPDX-License-Identifier: Apache-2.0
//
// surf_turn - which EISA accesses do not wait for their turn at the memories
//
// Purpose     keeps the wait of an EISA access to the memories of revision 2 below 2.5 us. A write
//             is posted, so a read after it waits for the write, too. Therefore a write and a read
//             soon after it go first, and so does each access to the histogram memory during a pass
//             of the decay: they wait only for the packet access in progress.
// EISA        write: the access is a write. h_req, t_req: it waits for the histogram or the trace
//             memory, until h_done or t_done (one clock). decay = 1: a pass is in progress.
// Outputs     h_first, t_first: the access to this memory goes first. after_write = 1 from the
//             clock after the end of a write for AFTER clocks without a request; meanwhile the pass
//             begins no access. The request of the next EISA cycle comes 9 to 22 clocks after the
//             end of the write.
// Latency     h_first and t_first: 0 clocks; after_write: 1 clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report: an extension of revision 2 (CORE.md, "420 ns").
`default_nettype none

module surf_turn #(
    parameter ON = 1            // 0: no access goes first
) (
    input  wire clk25,
    input  wire rst_n,

    input  wire write,
    input  wire h_req,
    input  wire h_done,
    input  wire t_req,
    input  wire t_done,
    input  wire decay,

    output wire h_first,
    output wire t_first,
    output wire after_write
);
    generate
        if (ON != 0) begin : g_first
            localparam [4:0] AFTER = 5'd24;

            reg [4:0] left;

            always @(posedge clk25 or negedge rst_n)
                if (!rst_n)
                    left <= 5'd0;
                else if (write && (h_done || t_done))
                    left <= AFTER;
                else if (after_write && !h_req && !t_req)
                    left <= left - 5'd1;

            assign after_write = left != 5'd0;
            assign h_first = h_req && !h_done && (write || after_write || decay);
            assign t_first = t_req && !t_done && (write || after_write);
        end else begin : g_in_turn
            assign {h_first, t_first, after_write} = 3'b000;

            wire unused = &{1'b0, clk25, rst_n, write, h_req, h_done, t_req, t_done, decay};
        end
    endgenerate
endmodule
