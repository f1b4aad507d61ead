// SPDX-License-Identifier: Apache-2.0
// Proof of dash_trigger: which requests are traced, for any condition and any number of them.
`default_nettype none

module prove_dash_trigger #(
    parameter BITS = 3
) (
    input wire        clk,
    input wire        run,
    input wire        start,
    input wire        reply,
    input wire [28:0] baddr,
    input wire [28:0] mask,
    input wire [28:0] value,
    input wire [BITS-1:0] post
);
    wire trace, fired;

    dash_trigger #(.POST_BITS(BITS)) dut (.*);
    (* hierconn *) wire [BITS-1:0] \dut.left ;
    (* hierconn *) wire        \dut.ended ;

    initial assume (!run);
    // dash_regs changes no condition while the circuit runs
    reg        ran;
    reg [57+BITS:0] condition;
    initial ran = 1'b0;
    always @(posedge clk) begin
        ran       <= run;
        condition <= {mask, value, post};
    end
    always @* assume (!run || !ran || condition == {mask, value, post});

    // the requests after the first one that matches, and it; all of them, or as many as post says
    wire        request = start && !reply;
    reg         after;
    reg  [BITS-1:0] number;             // of requests traced, its lower bits
    wire        expected = request && (after ? post == 0 || number < post :
                                       (baddr & mask) == value);
    reg         traced;

    always @(posedge clk)
        if (!run)
            {after, number, traced} <= 0;
        else begin
            traced <= expected;
            if (expected) begin
                after  <= 1'b1;
                number <= number + 1'd1;
            end
        end

    wire [BITS-1:0] last = condition[BITS-1:0];
    reg begun;
    initial begun = 1'b0;
    always @(posedge clk) begun <= 1'b1;
    always @* if (begun) begin
        assert (trace == traced);
        assert (fired == after);
        if (after)
            assert (\dut.left == last - number);
        assert (\dut.ended == (after && last != 0 && number == last));
        if (after && last != 0)
            assert (number <= last && number != 0);
        if (!after)
            assert (number == 0);
    end

    always @* begin
        cover (begun && after && number == 2 && post == 0);
        cover (begun && \dut.ended );
    end
endmodule
