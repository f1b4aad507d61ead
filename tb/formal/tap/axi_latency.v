// SPDX-License-Identifier: Apache-2.0
//
// Proof of axi_latency for any requests and responses at any time, with two ids of two entries
// each; the tap is reset at any time, with or without the bus. The solver chooses an id and one of
// its requests, and the proof tracks it. If the request is kept, its response produces a packet
// with its own times and fields; if not, or if the tap was reset meanwhile, its response produces
// none and is counted.
`default_nettype none

module prove_axi_latency (
    input wire        clk,
    input wire        rst_n,
    input wire        bus_rst_n,
    input wire [43:0] now,
    input wire        q_valid,
    input wire        q_id,
    input wire [26:2] q_addr,
    input wire [10:0] q_words,
    input wire        q_cut,
    input wire [43:0] q_time,
    input wire        q_keep,
    input wire        r_valid,
    input wire        r_id,
    input wire        r_error,
    input wire        p_ready,
    input wire        clear,
    input wire        pick
);
    (* anyconst *) wire id;

    wire        p_valid, p_irq, p_lost;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  frames, packets, dropped;
    wire [2:0]  flags;

    axi_latency #(
        .ID_BITS(1), .DEPTH_LOG2(1), .SKIP_BITS(3), .SENDER(10'h154), .COLOR(6'd5),
        .COLOR_ERROR(6'd6), .CATEGORY(4'd9), .COUNT_BITS(8)
    ) dut (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .now(now), .q_valid(q_valid),
        .q_id(q_id), .q_addr(q_addr), .q_words(q_words), .q_cut(q_cut), .q_time(q_time),
        .q_keep(q_keep), .r_valid(r_valid), .r_id(r_id), .r_error(r_error), .p_valid(p_valid),
        .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words), .p_color(p_color),
        .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be),
        .p_ready(p_ready), .p_lost(p_lost), .clear(clear), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );

    initial assume (!rst_n);
    initial assume (!bus_rst_n);
    always @* assume (bus_rst_n || !rst_n);

    // The pins of the id, one clock later
    reg        q, r, q_new, r_new, any_r, r_was, r_bad;
    reg [80:0] q_data;
    reg [43:0] r_now;

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n)
            {q, r} <= 2'd0;
        else
            {q, r} <= {q_valid && q_id == id, r_valid && r_id == id};

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {q_new, r_new, any_r, r_was, r_bad, q_data, r_now} <= 130'd0;
        else
            {q_new, r_new, any_r, r_was, r_bad, q_data, r_now} <=
                {q_valid && q_id == id && q_keep, r_valid && r_id == id, r_valid, r_id, r_error,
                 q_cut, q_words, q_addr, q_time, now};

    // The outstanding requests of the id, the oldest first, and which of them are kept.
    reg  [2:0] waiting;
    reg  [6:0] is_kept;         // bit i: the i-th of the waiting requests is kept
    reg        lost;
    reg        pops;            // the oldest kept request was answered in the previous clock
    wire       answer = r && waiting != 0;
    wire [2:0] kept_count = is_kept[0] + is_kept[1] + is_kept[2] + is_kept[3] + is_kept[4] +
                            is_kept[5] + is_kept[6];
    // an entry is free in the clock after the response
    wire       room = kept_count < 2;
    wire       lose = q && !answer && waiting == 7;
    wire       count = q && !lose && !lost;
    wire       keep = count && q_new && room;
    wire [2:0] place = waiting - answer;
    wire [6:0] behind = answer ? is_kept >> 1 : is_kept;
    wire       hit = r_new && answer && is_kept[0];     // the response produces a packet

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n)
            {waiting, lost} <= 4'd0;
        else begin
            waiting <= waiting + count - answer;
            lost    <= lost || lose;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {is_kept, pops} <= 8'd0;
        else begin
            is_kept <= keep ? behind | 7'd1 << place : behind;
            pops    <= hit;
        end

    // The tracked request, and the number of requests of its id that are answered before it
    reg        followed, its_kept;
    reg [2:0]  ahead;
    reg [80:0] data;
    // its response, one to three clocks later
    reg        due_1, due_2, due_3;
    reg        none_1, none_2, none_3;
    reg        bad_1, bad_2, bad_3;
    reg [43:0] rx_1, rx_2, rx_3;
    wire       its = followed && r && ahead == 0;

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n)
            {followed, ahead} <= 4'd0;
        else if (!followed && count && pick) begin
            followed <= 1'b1;
            ahead    <= place;
        end else if (followed && r) begin
            followed <= ahead != 0;
            ahead    <= ahead - 3'd1;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {its_kept, data} <= 82'd0;
            {due_1, due_2, due_3, none_1, none_2, none_3, bad_1, bad_2, bad_3} <= 9'd0;
            {rx_1, rx_2, rx_3} <= 132'd0;
        end else begin
            if (!followed && count && pick) begin
                its_kept <= keep;
                data     <= q_data;
            end
            due_1  <= its && its_kept && r_new;
            none_1 <= its && !its_kept && r_new;
            {due_3, due_2}   <= {due_2, due_1};
            {none_3, none_2} <= {none_2, none_1};
            {bad_3, bad_2, bad_1} <= {bad_2, bad_1, r_bad};
            {rx_3, rx_2, rx_1} <= {rx_2, rx_1, r_now};
        end

    // Responses at the port, four clocks after the pins
    reg       r_1, r_2, r_3;
    reg       hit_1, hit_2, hit_3;
    reg [7:0] ended, taken;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {r_1, r_2, r_3, hit_1, hit_2, hit_3} <= 6'd0;
            ended <= 8'd0;
            taken <= 8'd0;
        end else begin
            {r_3, r_2, r_1} <= {r_2, r_1, any_r};
            {hit_3, hit_2, hit_1} <= {hit_2, hit_1, hit};
            ended <= (clear ? 8'd0 : ended) + r_3;
            taken <= (clear ? 8'd0 : taken) + (p_valid && p_ready);
        end

    wire [7:0]  sum = packets + dropped;
    wire [80:0] fields = {p_irq, p_words, p_addr, p_txtime};

    always @* if (rst_n) begin
        // Each response is counted, and either produces a packet or is dropped.
        assert (frames == ended && packets == taken && frames == sum);
        assert (!p_valid || r_3);
        assert (p_lost == (r_3 && !p_valid));
        assert (flags[0] || dropped == 0);
        // The response to a kept request produces a packet with its own data; no other response
        // produces one.
        if (due_3)
            assert (p_valid && p_x[0] == id && fields == data_2 && p_rxtime == rx_3 &&
                    p_color == (bad_3 ? 6 : 5));
        if (none_3)
            assert (!p_valid);
        if (p_valid && p_x[0] == id)
            assert (hit_3);
        if (hit_3)
            assert (p_valid && p_x[0] == id);
        assert ({p_y, p_x[4:1], 1'b0} == 10'h154 && p_category == 9 && p_be == 15);
    end

    // data of a second tracked request while the first is on its way to the port
    reg [80:0] data_1, data_2;

    always @(posedge clk) begin
        data_1 <= data;
        data_2 <= data_1;
    end

    // Invariants
    (* hierconn *) wire [5:0]  \dut.all_asked ;
    (* hierconn *) wire [5:0]  \dut.all_answered ;
    (* hierconn *) wire [1:0]  \dut.all_lost ;
    (* hierconn *) wire [3:0]  \dut.all_kept ;
    (* hierconn *) wire [1:0]  \dut.all_head ;
    (* hierconn *) wire        \dut.q ;
    (* hierconn *) wire        \dut.r ;
    (* hierconn *) wire        \dut.q_new ;
    (* hierconn *) wire        \dut.r_new ;
    (* hierconn *) wire        \dut.r_failed ;
    (* hierconn *) wire [0:0]  \dut.q_of ;
    (* hierconn *) wire [0:0]  \dut.r_of ;
    (* hierconn *) wire [80:0] \dut.q_entry ;
    (* hierconn *) wire [43:0] \dut.r_time ;
    (* hierconn *) wire        \dut.a ;
    (* hierconn *) wire        \dut.a_kept ;
    (* hierconn *) wire        \dut.a_failed ;
    (* hierconn *) wire [0:0]  \dut.a_of ;
    (* hierconn *) wire [2:0]  \dut.a_number ;
    (* hierconn *) wire [2:0]  \dut.tag ;
    (* hierconn *) wire [43:0] \dut.a_time ;
    (* hierconn *) wire        \dut.w ;
    (* hierconn *) wire [1:0]  \dut.w_place ;
    (* hierconn *) wire [80:0] \dut.w_entry ;
    (* hierconn *) wire [80:0] \dut.entry ;
    (* hierconn *) wire        \dut.ended ;
    (* hierconn *) wire        \dut.found ;
    (* hierconn *) wire        \dut.failed ;
    (* hierconn *) wire [43:0] \dut.time_1 ;
    (* hierconn *) wire [0:0]  \dut.of_1 ;
    (* hierconn *) wire        \dut.p_ended ;
    (* hierconn *) wire [2:0]  \dut.tags[0] ;
    (* hierconn *) wire [2:0]  \dut.tags[1] ;
    (* hierconn *) wire [2:0]  \dut.tags[2] ;
    (* hierconn *) wire [2:0]  \dut.tags[3] ;
    (* hierconn *) wire [80:0] \dut.mem[0] ;
    (* hierconn *) wire [80:0] \dut.mem[1] ;
    (* hierconn *) wire [80:0] \dut.mem[2] ;
    (* hierconn *) wire [80:0] \dut.mem[3] ;

    wire [2:0]  asked    = id ? \dut.all_asked [5:3] : \dut.all_asked [2:0];
    wire [2:0]  answered = id ? \dut.all_answered [5:3] : \dut.all_answered [2:0];
    wire [1:0]  kept     = id ? \dut.all_kept [3:2] : \dut.all_kept [1:0];
    wire        head     = id ? \dut.all_head [1] : \dut.all_head [0];
    wire        oldest   = head + pops;         // entry of the oldest request that is not answered

    wire [11:0]  tags = {\dut.tags[3] , \dut.tags[2] , \dut.tags[1] , \dut.tags[0] };
    wire [323:0] mem  = {\dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };
    wire [2:0]   tag_0 = tags[3*{id, oldest} +: 3];
    wire [2:0]   tag_1 = tags[3*{id, !oldest} +: 3];

    // positions of the kept requests among the outstanding ones
    reg [2:0] at_0, at_1;
    integer   i;

    always @* begin
        at_0 = 3'd0;
        at_1 = 3'd0;
        for (i = 6; i >= 0; i = i - 1)
            if (is_kept[i]) begin
                at_1 = at_0;
                at_0 = i;
            end
    end

    wire        second = kept_count == 2 && ahead == at_1;
    wire [1:0]  slot   = {id, oldest ^ second};
    wire [80:0] stored = mem[81*slot +: 81];
    wire [80:0] popped = mem[81*{id, head} +: 81];

    always @* if (bus_rst_n) begin
        assert ((\dut.q && \dut.q_of == id) == q && (\dut.r && \dut.r_of == id) == r);
        assert (asked - answered == waiting && (id ? \dut.all_lost [1] :
                \dut.all_lost [0]) == lost);
        if (followed)
            assert (ahead < waiting && its_kept == is_kept[ahead]);
    end

    always @* if (rst_n) begin
        assert ((\dut.q_new && \dut.q_of == id) == q_new && (!\dut.q_new || \dut.q ));
        assert ((\dut.r_new && \dut.r_of == id) == r_new && (!\dut.r_new || \dut.r ));
        assert (\dut.r_new == any_r && \dut.r_failed == r_bad);
        assert (\dut.q_entry == q_data && \dut.r_time == r_now);
        assert (kept_count <= 2 && kept == kept_count + pops && pops == hit_1);
        assert (kept <= 2);
        assert (is_kept >> waiting == 0);
        if (kept_count >= 1)
            assert (tag_0 == answered + at_0);
        if (kept_count == 2)
            assert (tag_1 == answered + at_1);
        // the response one clock later, and its packet
        assert (\dut.a == r_1 && \dut.ended == r_2 && \dut.p_ended == r_3);
        assert (!\dut.a_kept || \dut.a );
        assert (!\dut.found || \dut.ended );
        assert (!p_valid || \dut.p_ended );
        assert (hit_1 == (\dut.a_kept && \dut.a_of == id && \dut.tag == \dut.a_number ));
        assert (hit_2 == (\dut.found && \dut.of_1 == id));
        assert (hit_3 == (p_valid && p_x[0] == id));
        assert (\dut.a_failed == bad_1 && \dut.a_time == rx_1);
        assert (\dut.failed == bad_2 && \dut.time_1 == rx_2);
        assert (!(hit_1 && !r_1));
        if (followed && its_kept) begin
            if (\dut.w && \dut.w_place == slot)
                assert (\dut.w_entry == data);
            else
                assert (stored == data);
        end
        if (due_1)
            assert (hit_1 && popped == data && !(\dut.w && \dut.w_place == {id, head}));
        if (due_2)
            assert (hit_2 && \dut.entry == data_1);
        if (due_3)
            assert (hit_3);
        if (none_1)
            assert (!hit_1 && \dut.a_of == id);
        if (none_2)
            assert (!hit_2 && \dut.of_1 == id);
    end

    // Reachable
    reg cut_off;        // the tap was reset while the request was tracked

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n)
            cut_off <= 1'b0;
        else
            cut_off <= cut_off || (followed && !rst_n);

    always @* begin
        cover (rst_n && due_3 && p_ready && packets == 2);
        cover (rst_n && none_3 && dropped == 1 && packets == 2);
        cover (rst_n && due_3 && dropped == 1 && packets == 2);
        cover (rst_n && lost);
        cover (rst_n && due_3 && !p_ready && p_rxtime - p_txtime == 3);
        cover (rst_n && flags[1] && frames == 1);
        cover (rst_n && cut_off && none_3 && packets == 0);
        cover (rst_n && cut_off && due_3);
    end
endmodule
