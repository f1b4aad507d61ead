// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_turn: which accesses go first, and for how many clocks after a write.
//
// All inputs are free. The proof counts the clocks without a request since the last write ended.
`default_nettype none

module prove_surf_turn (
    input wire clk25,
    input wire rst_n,
    input wire write,
    input wire h_req,
    input wire h_done,
    input wire t_req,
    input wire t_done,
    input wire decay
);
    localparam AFTER = 24;

    wire h_first, t_first, after_write, off_h_first, off_t_first, off_after_write;

    surf_turn dut (.*);

    // revision 1
    surf_turn #(.ON(0)) u_off (
        .*, .h_first(off_h_first), .t_first(off_t_first), .after_write(off_after_write)
    );

    initial assume (!rst_n);

    (* hierconn *) wire [4:0] \dut.g_first.left ;

    // clocks without a request since the end of a write; AFTER: that many or more, or no write yet
    reg [4:0] passed;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            passed <= AFTER;
        else if (h_done && write || t_done && write)
            passed <= 0;
        else if (!(h_req || t_req) && passed != AFTER)
            passed <= passed + 1;

    always @* if (rst_n) begin
        assert (passed <= AFTER);
        assert (\dut.g_first.left + passed == AFTER);
        assert (after_write == (passed < AFTER));

        // an access goes first until it is done, and only an access does
        if (!h_req || h_done)
            assert (!h_first);
        else if (write || decay)
            assert (h_first);
        else
            assert (h_first == (passed < AFTER));
        if (!t_req || t_done)
            assert (!t_first);
        else if (write)
            assert (t_first);
        else
            assert (t_first == (passed < AFTER));
    end

    always @*
        assert (!off_h_first && !off_t_first && !off_after_write);

    reg waits;
    initial waits = 1'b0;
    always @(posedge clk25)
        waits <= rst_n && after_write && h_req && !h_done && !write;

    reg [4:0] since;            // clocks since the write
    always @(posedge clk25)
        since <= write && t_done ? 0 : since + 1;

    always @* begin
        cover (rst_n && waits && h_first && !write && !decay);
        cover (rst_n && passed == AFTER - 1 && since == AFTER - 1);
    end
endmodule
