// SPDX-License-Identifier: Apache-2.0
//
// Proof of axi_latency: any requests and responses at any time, of two ids of two places each;
// one id is any. One request of it, chosen by the solver, is followed: if it is kept its response
// makes a packet with its own times and fields, if not its response makes none.
`default_nettype none

module prove_axi_latency (
    input wire        clk,
    input wire        rst_n,
    input wire [43:0] now,
    input wire        q_valid,
    input wire        q_id,
    input wire [26:2] q_addr,
    input wire [10:0] q_words,
    input wire        q_cut,
    input wire        r_valid,
    input wire        r_id,
    input wire        p_ready,
    input wire        clear,
    input wire        pick
);
    (* anyconst *) wire id;

    wire        p_valid, p_irq;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  frames, packets, dropped;
    wire [2:0]  flags;

    axi_latency #(
        .ID_BITS(1), .DEPTH_LOG2(1), .SKIP_BITS(2), .SENDER(10'h154), .COLOR(6'd5),
        .CATEGORY(4'd9), .COUNT_BITS(8)
    ) dut (
        .clk(clk), .rst_n(rst_n), .now(now), .q_valid(q_valid), .q_id(q_id), .q_addr(q_addr),
        .q_words(q_words), .q_cut(q_cut), .r_valid(r_valid), .r_id(r_id), .p_valid(p_valid),
        .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words), .p_color(p_color),
        .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be),
        .p_ready(p_ready), .clear(clear), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );

    initial assume (!rst_n);

    // The pins one clock later, for the id
    reg        q, r, any_r, r_was;
    reg [80:0] q_data;
    reg [43:0] r_now;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {q, r, any_r, r_was, q_data, r_now} <= 129'd0;
        else
            {q, r, any_r, r_was, q_data, r_now} <=
                {q_valid && q_id == id, r_valid && r_id == id, r_valid, r_id,
                 q_cut, q_words, q_addr, now, now};

    // Requests of the id that wait for a response: kept, and behind them others; unknown: so
    // many others that the tap gives up
    reg  [1:0] kept;
    reg  [1:0] others;
    wire       unknown = others == 3;
    wire       keep = q && kept != 2 && others == 0;
    wire       answer = r && kept != 0;
    wire       pass = r && kept == 0 && others != 0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            kept   <= 2'd0;
            others <= 2'd0;
        end else begin
            kept <= kept + keep - answer;
            if (!unknown)
                others <= others + (q && !keep) - pass;
        end

    // The request that is followed: so many of its id are answered before it
    reg        followed, is_kept;
    reg [7:0]  ahead;
    reg [80:0] data;
    // its response: one clock later, and at the port
    reg        due_1, due_2;
    reg        none_1, none_2;
    reg [43:0] rx_1, rx_2;
    wire       its = followed && r && ahead == 0;
    wire [7:0] waiting = kept + others;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {followed, is_kept, ahead, data} <= 91'd0;
            {due_1, due_2, none_1, none_2, rx_1, rx_2} <= 92'd0;
        end else begin
            if (!followed && q && pick && !unknown && !due_1 && !due_2) begin
                followed <= 1'b1;
                is_kept  <= keep;
                ahead    <= waiting - (answer || pass);
                data     <= q_data;
            end else if (followed && r) begin
                followed <= ahead != 0;
                ahead    <= ahead - 8'd1;
            end
            due_1  <= its && is_kept;
            none_1 <= its && !is_kept;
            rx_1   <= r_now;
            due_2  <= due_1;
            none_2 <= none_1;
            rx_2   <= rx_1;
        end

    // Responses at the ports, three clocks after the pins
    reg       r_1, r_2;
    reg [7:0] ended, taken;
    reg       answer_1, answer_2;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {r_1, r_2, answer_1, answer_2} <= 4'd0;
            ended <= 8'd0;
            taken <= 8'd0;
        end else begin
            r_1 <= any_r;
            r_2 <= r_1;
            answer_1 <= answer;
            answer_2 <= answer_1;
            ended <= (clear ? 8'd0 : ended) + r_2;
            taken <= (clear ? 8'd0 : taken) + (p_valid && p_ready);
        end

    wire [7:0]  sum = packets + dropped;
    wire [80:0] fields = {p_irq, p_words, p_addr, p_txtime};

    always @* if (rst_n) begin
        // each response is counted, and is a packet or dropped
        assert (frames == ended && packets == taken && frames == sum);
        assert (!p_valid || r_2);
        assert (flags[0] || dropped == 0);
        // that of a kept request is a packet with its own data; no other is a packet
        if (due_2)
            assert (p_valid && p_x[0] == id && fields == data && p_rxtime == rx_2);
        if (none_2)
            assert (!p_valid);
        if (p_valid && p_x[0] == id)
            assert (answer_2);
        if (answer_2)
            assert (p_valid && p_x[0] == id);
        assert ({p_y, p_x[4:1], 1'b0} == 10'h154 && p_color == 5 && p_category == 9 && p_be == 15);
    end

    // Invariants
    (* hierconn *) wire [3:0]  \dut.all_kept ;
    (* hierconn *) wire [1:0]  \dut.all_head ;
    (* hierconn *) wire [3:0]  \dut.all_skip ;
    (* hierconn *) wire        \dut.q ;
    (* hierconn *) wire        \dut.r ;
    (* hierconn *) wire [0:0]  \dut.q_of ;
    (* hierconn *) wire [0:0]  \dut.r_of ;
    (* hierconn *) wire [80:0] \dut.q_entry ;
    (* hierconn *) wire [43:0] \dut.r_time ;
    (* hierconn *) wire [80:0] \dut.entry ;
    (* hierconn *) wire        \dut.ended ;
    (* hierconn *) wire        \dut.found ;
    (* hierconn *) wire        \dut.unknown ;
    (* hierconn *) wire [43:0] \dut.time_1 ;
    (* hierconn *) wire [0:0]  \dut.of_1 ;
    (* hierconn *) wire        \dut.p_ended ;
    (* hierconn *) wire [80:0] \dut.mem[0] ;
    (* hierconn *) wire [80:0] \dut.mem[1] ;
    (* hierconn *) wire [80:0] \dut.mem[2] ;
    (* hierconn *) wire [80:0] \dut.mem[3] ;

    wire       place = (id ? \dut.all_head [1] : \dut.all_head [0]) + ahead[0];
    wire [1:0] where = {id, place};
    reg [80:0] stored;

    always @* begin
        case (where)
        0: stored = \dut.mem[0] ;
        1: stored = \dut.mem[1] ;
        2: stored = \dut.mem[2] ;
        3: stored = \dut.mem[3] ;
        endcase
    end

    always @* if (rst_n) begin
        assert ((\dut.q && \dut.q_of == id) == q && (\dut.r && \dut.r_of == id) == r);
        assert (\dut.r == any_r);
        assert (\dut.q_entry == q_data || !q);
        assert (\dut.r_time == r_now);
        assert ((id ? \dut.all_kept [3:2] : \dut.all_kept [1:0]) == kept && kept <= 2);
        assert (\dut.all_kept [3:2] <= 2 && \dut.all_kept [1:0] <= 2);
        assert ((id ? \dut.all_skip [3:2] : \dut.all_skip [1:0]) == others);
        assert (\dut.ended == r_1 && \dut.p_ended == r_2);
        assert (!\dut.found || r_1);
        assert (!\dut.unknown || (r_1 && !\dut.found ));
        assert (!p_valid || \dut.p_ended );
        assert (answer_1 == (\dut.found && \dut.of_1 == id));
        assert (answer_2 == (p_valid && p_x[0] == id));
        if (followed) begin
            assert (is_kept ? ahead < kept : ahead >= kept);
            if (!unknown)
                assert (ahead < kept + others);
            if (is_kept)
                assert (stored == data);
        end
        if (due_1)
            assert (answer_1 && \dut.entry == data && \dut.time_1 == rx_1);
        if (due_2)
            assert (answer_2);
        if (none_1)
            assert (!answer_1);
        if (none_2)
            assert (!answer_2);
        assert (!(due_1 && none_1) && !(due_2 && none_2));
    end

    // Reachable
    always @* begin
        cover (rst_n && due_2 && p_ready && packets == 2);
        cover (rst_n && none_2 && dropped == 1 && packets == 2);
        cover (rst_n && unknown);
        cover (rst_n && due_2 && !p_ready && p_rxtime - p_txtime == 3);
        cover (rst_n && flags[1] && frames == 1);
    end
endmodule
