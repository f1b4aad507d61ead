// SPDX-License-Identifier: Apache-2.0
//
// Proof of cdc_handshake with two free clocks, free jitter and a reset at any time:
// each request arrives exactly once, with its data and in time, and so does each response; a
// response follows each request. The monitor derives the phase of the transaction from the ports
// alone; the flip-flops of the module have only the states listed after it.
`default_nettype none

module prove_cdc_handshake #(
    parameter WIDTH = 2
) (
    input wire             arst_n,
    input wire             clk_a,
    input wire             req,
    input wire [WIDTH-1:0] req_data,
    input wire             clk_b,
    input wire             done,
    input wire [WIDTH-1:0] done_data
);
    (* gclk *) wire gclk;

    wire             rst_a_n, rst_b_n, busy, ack, valid;
    wire [WIDTH-1:0] ack_data, data;

    reset_sync u_rst_a (.clk(clk_a), .arst_n(arst_n), .rst_n(rst_a_n));
    reset_sync u_rst_b (.clk(clk_b), .arst_n(arst_n), .rst_n(rst_b_n));

    cdc_handshake #(.WIDTH(WIDTH), .RWIDTH(WIDTH)) dut (.*);

    initial assume (!arst_n);
    always @* assume (clk_a || clk_b);

    localparam [1:0] IDLE = 2'd0, ASKED = 2'd1, SERVED = 2'd2, ANSWERED = 2'd3;

    // The transaction as seen by the two users, and the number of clocks of the other side since
    wire tick_a = clk_a && rst_a_n;
    wire tick_b = clk_b && rst_b_n;
    wire asks    = tick_a && req && !busy;
    wire answers = tick_b && done && (valid || phase == SERVED);

    reg [1:0]       phase;
    reg [2:0]       age;
    reg [WIDTH-1:0] question, question_b, answer, answer_a;

    always @(posedge gclk)
        if (!arst_n) begin
            phase      <= IDLE;
            age        <= 0;
            question   <= 0;
            question_b <= 0;
            answer     <= 0;
            answer_a   <= 0;
        end else begin
            if (asks) begin
                question <= req_data;
                phase    <= ASKED;
                age      <= 0;
            end else if (tick_a && ack) begin
                phase    <= IDLE;
            end else if (answers) begin
                phase    <= ANSWERED;
                age      <= 0;
            end else if (tick_b && valid) begin
                phase    <= SERVED;
            end else if ((phase == ASKED ? tick_b : tick_a) && age != 7)
                age      <= age + 1;

            if (tick_b && valid)
                question_b <= question;
            if (answers)
                answer <= done_data;
            if (tick_a && ack)
                answer_a <= answer;
        end

    always @* if (arst_n) begin
        // Requests and responses alternate, each exactly once.
        if (valid)
            assert (phase == ASKED);
        if (ack)
            assert (phase == ANSWERED);
        assert (busy == (phase != IDLE && !ack));
        // The data are correct and stable.
        assert (data == (valid ? question : question_b));
        assert (ack_data == answer_a);
        // They arrive in time, with jitter: 4 clocks for the request, 3 for the response.
        if (phase == ASKED)
            assert (age >= 3 || !valid);
        if (phase == ASKED && age >= 4)
            assert (valid);
        if (phase == ANSWERED)
            assert (age >= 2 || !ack);
        if (phase == ANSWERED && age >= 3)
            assert (ack);
    end

    // Legal states
    (* hierconn *) wire [1:0] \u_rst_a.sync ;
    (* hierconn *) wire [1:0] \u_rst_b.sync ;
    (* hierconn *) wire \dut.req_tgl ;
    (* hierconn *) wire \dut.u_req.meta ;
    (* hierconn *) wire \dut.u_req.skipped ;
    (* hierconn *) wire \dut.req_b ;
    (* hierconn *) wire \dut.req_seen ;
    (* hierconn *) wire \dut.active ;
    (* hierconn *) wire \dut.ack_tgl ;
    (* hierconn *) wire \dut.u_ack.meta ;
    (* hierconn *) wire \dut.u_ack.skipped ;
    (* hierconn *) wire \dut.ack_a ;
    (* hierconn *) wire \dut.ack_seen ;
    (* hierconn *) wire [WIDTH-1:0] \dut.data_a ;
    (* hierconn *) wire [WIDTH-1:0] \dut.rdata_b ;

    // The path of the toggle: 1 at each flip-flop where it has arrived
    wire [3:0] there = {4{~\dut.req_tgl }} ^
                       {\dut.req_tgl , \dut.u_req.meta , \dut.req_b , \dut.req_seen };
    wire [3:0] back  = {4{~\dut.req_tgl }} ^
                       {\dut.ack_tgl , \dut.u_ack.meta , \dut.ack_a , \dut.ack_seen };

    always @* if (arst_n) begin
        assert (\u_rst_a.sync != 2'b10);
        assert (\u_rst_b.sync != 2'b10);
        case (phase)
        IDLE:
            assert (there == 4'b1111 && back == 4'b1111 && !\dut.active );
        ASKED: begin
            assert (there == 4'b1000 || there == 4'b1100 || there == 4'b1110 || there == 4'b1111);
            assert (back == 4'b0000);
            assert (valid == there[0] && \dut.active == there[0]);
            assert (\dut.data_a == question);
            assert (age < 1 || there[2] || \dut.u_req.skipped );
            assert (age < 2 || there[2]);
            assert (age < 3 || there[1]);
            assert (!there[2] || age >= 1);
            // The data have been stable for two clocks of the receiver.
            assert (!there[1] || age >= 2);
        end
        SERVED:
            assert (there == 4'b1111 && back == 4'b0000 && \dut.active );
        ANSWERED: begin
            assert (there == 4'b1111 && !\dut.active );
            assert (back == 4'b1000 || back == 4'b1100 || back == 4'b1110);
            assert (\dut.rdata_b == answer);
            assert (age < 1 || back[2] || \dut.u_ack.skipped );
            assert (age < 2 || back[2]);
            assert (!back[2] || age >= 1);
            assert (!back[1] || age >= 2);
        end
        endcase
    end

    // Reachable: a second transaction that begins in the clock of the first one's response and is
    // answered in the clock of its arrival; a transaction after a reset in mid-transaction
    reg second, cut;

    always @(posedge gclk)
        if (!arst_n) begin
            second <= 1'b0;
            cut    <= phase == SERVED;
        end else
            second <= second || (asks && ack);

    always @* begin
        cover (arst_n && second && valid && answers);
        cover (arst_n && second && ack);
        cover (arst_n && cut && ack);
    end
endmodule
