// SPDX-License-Identifier: Apache-2.0
//
// Proof of axi_latency with two tags of two entries each, for any requests and responses, and
// resets of the tap and of the bus at any time. The tags are those of two ids, or with HASHED of
// four: ids 0 and 3 have tag 0, ids 1 and 2 have tag 1.
//
// At first the bus may do anything: responses of wrong ids or without a request, requests that are
// never answered. At a clock that the solver chooses, at which no request is outstanding or the tap
// has given them up, the bus becomes correct (calm): each response is that of a request since then.
// From there on the solver chooses a request, and the proof follows it: if its response makes a
// packet, this has the request's own times and fields. With BEATS, a response has any number of
// beats, and the proof is that each packet has as many as its request says, on any bus.
`default_nettype none

`ifdef HASHED
`define ID_BITS 2
`else
`define ID_BITS 1
`endif
`ifdef BEATS
`define COUNTS 1
`else
`define COUNTS 0
`endif

module prove_axi_latency (
    input wire        clk,
    input wire        rst_n,
    input wire        bus_up,
    input wire        tap_up,
    input wire        tick,
    input wire        beat,         // a beat of a response that does not end it
    input wire [43:0] now,
    input wire        q_valid,
    input wire [`ID_BITS-1:0] q_id,
    input wire [26:2] q_addr,
    input wire [10:0] q_burst,
    input wire [43:0] q_time,
    input wire        q_keep,
    input wire        r_valid,
    input wire [`ID_BITS-1:0] r_id,
    input wire        r_error,
    input wire [8:0]  r_beats,
    input wire        p_ready,
    input wire        clear,
    input wire        pick,
    input wire        settle
);
    localparam ID_BITS = `ID_BITS, IDS = 1 << ID_BITS;
    localparam [5:0] MANY = 7;            // outstanding requests that the tap cannot count

    wire        p_valid, p_irq, p_failed, idle;
    wire [ID_BITS-1:0] p_id;
    wire [1:0]  p_lost;
    wire [10:0] p_burst;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  frames, packets, dropped;
    wire [2:0]  flags;

    axi_latency #(
        .ID_BITS(ID_BITS), .TAG_BITS(1), .DEPTH_LOG2(1), .SKIP_BITS(2), .COUNT_BITS(8),
        .BEATS(`COUNTS)
    ) dut (
        .*, .busy(q_valid || r_valid || beat), .r_over(r_valid)
    );

    initial assume (!rst_n);

    // The pins, one clock later
    reg        q, r, r_bad;
    reg [ID_BITS-1:0] q_is, r_is;
    wire       q_of = ^q_is, r_of = ^r_is;      // tags
    reg [80:0] q_data;
    reg [43:0] r_now;

    // whether a burst {AxSIZE, AxLEN} has more than 4096 bytes
    function long(input [10:0] burst);
        long = (({8'd0, burst[7:0]} + 16'd1) << burst[10:8]) > 4096;
    endfunction

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {q, q_is, r, r_is, r_bad, q_data, r_now} <= {128 + 2 * ID_BITS{1'b0}};
        else
            {q, q_is, r, r_is, r_bad, q_data, r_now} <=
                {q_valid, q_id, r_valid, r_id, r_error, long(q_burst), q_burst, q_addr, q_time,
                 now};

    // Nothing happens on a bus in reset; two ticks are at least two clocks apart.
    reg ticked, silent;             // silent: nothing has happened since the last tick

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {ticked, silent} <= 2'd0;
        else
            {ticked, silent} <= {tick, !(q_valid || r_valid || beat) && (tick || silent)};

    always @* begin
        assume (!(tick && ticked));
        assume (bus_up || !(q || r || q_valid || r_valid || beat));
    end

    // Outstanding requests, as far as they can be counted
    wire       busy = q_valid || r_valid || beat;
    wire       give_up = !bus_up || (tick && silent && !busy);
    wire       same = q && r && q_is == r_is;
    reg  [5:0] count;
    reg        over;                // more than the tap can count

    always @* assume (count < 60);

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {count, over} <= 7'd0;
        else if (give_up)
            {count, over} <= 7'd0;
        else begin
            if (q && (!r || (count == 0 && !same)))
                count <= count + 6'd1;
            else if (r && !q && count != 0)
                count <= count - 6'd1;
            over <= over || count == MANY;
        end

    // The correct bus: outstanding requests of each id
    reg        calm;
    integer    i;
    reg  [6*IDS-1:0] n;
    wire [5:0] r_n = n[6*r_is +: 6];
    wire       at_once = same && r_n == 0;

    always @* if (calm && r)
        assume (r_n != 0 || at_once);

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {calm, n} <= {1 + 6 * IDS{1'b0}};
        else begin
            calm <= calm || (settle && (give_up || (count == 0 && !q)));
            if (give_up || !calm)
                n <= {6 * IDS{1'b0}};
            else
                for (i = 0; i < IDS; i = i + 1)
                    n[6*i +: 6] <= n[6*i +: 6] + (q && q_is == i && !at_once) -
                                   (r && r_is == i && !at_once);
        end

    // The request that the proof follows, and the requests of its id that are answered before it
    reg         followed;
    reg  [ID_BITS-1:0] id;
    wire        tag = ^id;
    reg  [5:0]  ahead;
    reg  [80:0] data;
    wire        takes = calm && !followed && q && pick && !give_up;
    wire        its = (followed && r && r_is == id && ahead == 0) || (takes && at_once);
    wire [5:0]  q_n = n[6*q_is +: 6];
    // its response, one and two clocks later
    reg         due_1, due_2, bad_1, bad_2;
    reg  [ID_BITS-1:0] id_1, id_2;
    reg  [43:0] rx_1, rx_2;
    reg  [80:0] data_1, data_2;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {followed, id, ahead, data} <= {88 + ID_BITS{1'b0}};
            {due_1, due_2, bad_1, bad_2, id_1, id_2, rx_1, rx_2, data_1, data_2} <=
                {254 + 2 * ID_BITS{1'b0}};
        end else begin
            if (takes && !at_once) begin
                followed <= 1'b1;
                id       <= q_is;
                ahead    <= q_n - same;
                data     <= q_data;
            end else if (followed && r && r_is == id) begin
                followed <= ahead != 0;
                ahead    <= ahead - 6'd1;
            end
            if (give_up)
                followed <= 1'b0;
            {due_2, due_1} <= {due_1, its};
            {bad_2, bad_1} <= {bad_1, r_bad};
            {id_2, id_1} <= {id_1, r_is};
            {rx_2, rx_1} <= {rx_1, r_now};
            {data_2, data_1} <= {data_1, followed ? data : q_data};
        end

    // Responses at the port, three clocks after the pins, and requests given up
    reg       r_1, r_2;
    reg [7:0] ended, taken, owing;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {r_1, r_2, ended, taken, owing} <= 26'd0;
        else begin
            {r_2, r_1} <= {r_1, r};
            ended <= (clear ? 8'd0 : ended) + r_2 + \dut.given_up ;
            taken <= (clear ? 8'd0 : taken) + (p_valid && p_ready);
            owing <= give_up && (over || count != 0) ? owing + (over ? MANY : count) :
                                                       owing - (owing != 0);
        end

    wire [7:0]  sum = packets + dropped;
    wire [80:0] fields = {p_irq, p_burst, p_addr, p_txtime};

    always @* if (rst_n) begin
        // Each response and each request given up is counted, and is a packet or dropped.
        assert (frames == ended && packets == taken && frames == sum);
        assert (!p_valid || r_2);
        assert (p_lost == (r_2 && !p_valid) + \dut.given_up );
        assert (flags[0] || dropped == 0);
        assert (\dut.debt == owing && owing + \dut.open <= MANY);
        // A packet of the correct bus is that of its own request.
        if (due_2 && p_valid)
            assert (fields == data_2 && p_rxtime == rx_2 && p_failed == bad_2 && p_id == id_2);
        assert (!p_valid || p_irq == long(p_burst));
    end

    // Invariants
    (* hierconn *) wire        \dut.q ;
    (* hierconn *) wire [0:0]  \dut.q_of ;
    (* hierconn *) wire [ID_BITS-1:0] \dut.q_is ;
    (* hierconn *) wire [80:0] \dut.q_entry ;
    (* hierconn *) wire        \dut.r ;
    (* hierconn *) wire        \dut.r_ends ;
    (* hierconn *) wire [0:0]  \dut.r_of ;
    (* hierconn *) wire [ID_BITS-1:0] \dut.r_is ;
    (* hierconn *) wire        \dut.r_failed ;
    (* hierconn *) wire [43:0] \dut.r_time ;
    (* hierconn *) wire        \dut.quiet ;
    (* hierconn *) wire        \dut.trusted ;
    (* hierconn *) wire [1:0]  \dut.age ;
    (* hierconn *) wire [2:0]  \dut.open ;
    (* hierconn *) wire [2:0]  \dut.debt ;
    (* hierconn *) wire        \dut.given_up ;
    (* hierconn *) wire        \dut.push ;
    (* hierconn *) wire [1:0]  \dut.q_last ;
    (* hierconn *) wire        \dut.r_kept ;
    (* hierconn *) wire [1:0]  \dut.r_first ;
    (* hierconn *) wire        \dut.a ;
    (* hierconn *) wire        \dut.a_kept ;
    (* hierconn *) wire        \dut.a_now ;
    (* hierconn *) wire        \dut.a_failed ;
    (* hierconn *) wire [0:0]  \dut.a_of ;
    (* hierconn *) wire [ID_BITS-1:0] \dut.a_is ;
    (* hierconn *) wire        \dut.a_mixed ;
    (* hierconn *) wire [1:0]  \dut.a_first ;
    (* hierconn *) wire [43:0] \dut.a_time ;
    (* hierconn *) wire        \dut.pop ;
    (* hierconn *) wire        \dut.ended ;
    (* hierconn *) wire [5:0]  \dut.requests[0] ;
    (* hierconn *) wire [5:0]  \dut.requests[1] ;
    (* hierconn *) wire [1:0]  \dut.responses[0] ;
    (* hierconn *) wire [1:0]  \dut.responses[1] ;
    (* hierconn *) wire [1:0]  \dut.firsts[0] ;
    (* hierconn *) wire [1:0]  \dut.firsts[1] ;
    (* hierconn *) wire [12:0] \dut.numbers[0] ;
    (* hierconn *) wire [12:0] \dut.numbers[1] ;
    (* hierconn *) wire [12:0] \dut.numbers[2] ;
    (* hierconn *) wire [12:0] \dut.numbers[3] ;
    (* hierconn *) wire [80:0] \dut.mem[0] ;
    (* hierconn *) wire [80:0] \dut.mem[1] ;
    (* hierconn *) wire [80:0] \dut.mem[2] ;
    (* hierconn *) wire [80:0] \dut.mem[3] ;
    (* hierconn *) wire [80:0] \dut.mem[4] ;
    (* hierconn *) wire [80:0] \dut.mem[5] ;
    (* hierconn *) wire [80:0] \dut.mem[6] ;
    (* hierconn *) wire [80:0] \dut.mem[7] ;

    // of each tag: the id of its last request, and whether it is mixed; its outstanding requests,
    // and those of other ids
`ifdef HASHED
    (* hierconn *) wire [ID_BITS:0] \dut.g_hash.lasts[0] ;
    (* hierconn *) wire [ID_BITS:0] \dut.g_hash.lasts[1] ;
    wire        mixed0 = \dut.g_hash.lasts[0] [2], mixed1 = \dut.g_hash.lasts[1] [2];
    wire [7:0]  n0 = n[5:0] + n[23:18], n1 = n[11:6] + n[17:12];
    wire [5:0]  others0 = \dut.g_hash.lasts[0] [1] ? n[5:0] : n[23:18];
    wire [5:0]  others1 = \dut.g_hash.lasts[1] [1] ? n[11:6] : n[17:12];
    // ids 0 and 3, 1 and 2
    wire        right0 = ^\dut.g_hash.lasts[0] [1:0] == 0, right1 = ^\dut.g_hash.lasts[1] [1:0];
`else
    wire        mixed0 = 0, mixed1 = 0, right0 = 1, right1 = 1;
    wire [7:0]  n0 = n[5:0], n1 = n[11:6];
    wire [5:0]  others0 = 0, others1 = 0;
`endif
    wire        mixed = tag ? mixed1 : mixed0;

    // of each tag: whether its entry is live (age 0), outstanding requests, the oldest kept one,
    // how many are kept
    wire [1:0]  age0 = \dut.age - \dut.requests[0] [5:4];
    wire [1:0]  age1 = \dut.age - \dut.requests[1] [5:4];
    wire        live0 = age0 == 0, live1 = age1 == 0;
    wire [1:0]  m0 = live0 ? \dut.requests[0] [3:2] - \dut.responses[0] : 2'd0;
    wire [1:0]  m1 = live1 ? \dut.requests[1] [3:2] - \dut.responses[1] : 2'd0;
    wire [1:0]  f0 = \dut.firsts[0] + (\dut.pop && \dut.a_of == 0);
    wire [1:0]  f1 = \dut.firsts[1] + (\dut.pop && \dut.a_of == 1);
    wire [1:0]  k0 = live0 ? \dut.requests[0] [1:0] - f0 : 2'd0;
    wire [1:0]  k1 = live1 ? \dut.requests[1] [1:0] - f1 : 2'd0;
    // the numbers of the oldest kept request and of the next one of each id, from the oldest
    // outstanding one on
    wire [1:0]  e00 = f0[0] ? \dut.numbers[1] : \dut.numbers[0] ;
    wire [1:0]  e01 = f0[0] ? \dut.numbers[0] : \dut.numbers[1] ;
    wire [1:0]  e10 = f1[0] ? \dut.numbers[3] : \dut.numbers[2] ;
    wire [1:0]  e11 = f1[0] ? \dut.numbers[2] : \dut.numbers[3] ;
    wire [1:0]  t00 = e00 - \dut.responses[0] ;
    wire [1:0]  t01 = e01 - \dut.responses[0] ;
    wire [1:0]  t10 = e10 - \dut.responses[1] ;
    wire [1:0]  t11 = e11 - \dut.responses[1] ;
    // the times and fields in place k
    wire [647:0] places = {\dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] , \dut.mem[3] ,
                           \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };
    // those of the tag of the request that is followed
    wire [1:0]  k = tag ? k1 : k0;
    wire [1:0]  t0 = tag ? t10 : t00, t1 = tag ? t11 : t01;
    wire [1:0]  f = tag ? f1 : f0, f_next = f + 2'd1;
    wire [80:0] d0 = places[81 * {tag, f} +: 81], d1 = places[81 * {tag, f_next} +: 81];
    wire [80:0] due = places[81 * {\dut.a_of , \dut.a_first } +: 81];

    // of each place, whether it says rightly that the burst is long; one never written is taken to
    wire [7:0]  says;
    genvar      g;
    generate
        for (g = 0; g < 8; g = g + 1) begin : g_place
            assign says[g] = places[81*g + 80] == long(places[81*g + 69 +: 11]);
        end
    endgenerate

    // no entry is as old as age can count; memories have their initial values at first
    initial assume (\dut.age == 1 && \dut.requests[0] == 0 && \dut.requests[1] == 0 && &says);
    always @* begin
        assert (&says);
        assert (age0 <= (\dut.age [0] ? 1 : 2));
        assert (age1 <= (\dut.age [0] ? 2 : 1));
    end

    always @* if (rst_n) begin
        assert (\dut.q == q && \dut.q_of == q_of && \dut.q_is == q_is && \dut.q_entry == q_data);
        assert (\dut.r == r && \dut.r_ends == r && \dut.r_of == r_of && \dut.r_is == r_is &&
                \dut.r_failed == r_bad && \dut.r_time == r_now);
        assert (\dut.quiet == silent);
        if (silent)
            assert (!q && !r || ticked);
        assert (\dut.open == (over ? MANY : count) && (over || count <= MANY));
        assert (count == n0 + n1 || !calm);
        // what the tables say is what is outstanding
        if (\dut.trusted ) begin
            assert (!over && count == m0 + m1);
            assert (k0 <= 2 && k1 <= 2 && k0 <= m0 && k1 <= m1);
            assert (k0 + (live0 && \dut.pop && \dut.a_of == 0) <= 2);
            assert (k1 + (live1 && \dut.pop && \dut.a_of == 1) <= 2);
            assert (k0 == 0 || t00 < m0);
            assert (k0 != 2 || (t01 < m0 && t00 < t01));
            assert (k1 == 0 || t10 < m1);
            assert (k1 != 2 || (t11 < m1 && t10 < t11));
            if (calm)
                assert (m0 == n0 && m1 == n1);
            // a tag that is not mixed has requests of one id
            assert (m0 == 0 || right0);
            assert (m1 == 0 || right1);
            if (calm) begin
                assert (m0 == 0 || mixed0 || others0 == 0);
                assert (m1 == 0 || mixed1 || others1 == 0);
            end
        end
        if (followed) begin
            assert (calm && ahead < n[6*id +: 6]);
            // if the tap has kept it, with its own fields
            if (\dut.trusted && !mixed) begin
                assert (!(k >= 1 && t0 == ahead) || d0 == data);
                assert (!(k == 2 && t1 == ahead) || d1 == data);
            end
        end
        // the response one clock later
        assert (\dut.a == r_1 && \dut.ended == r_2 && (!\dut.a_kept || r_1) &&
                (!\dut.a_now || r_1));
        assert (\dut.a_failed == bad_1 && \dut.a_time == rx_1 && \dut.a_of == ^id_1 &&
                \dut.a_is == id_1);
        if (\dut.a_kept )
            assert (\dut.a_first == (\dut.a_of ? \dut.firsts[1] : \dut.firsts[0] ));
        // a RAM is not read where it is written
        if (\dut.a_kept )
            assert (!(\dut.push && {q_of, \dut.q_last } == {\dut.a_of , \dut.a_first }));
        if (r && \dut.r_kept )
            assert (!(\dut.push && {q_of, \dut.q_last [0]} == {r_of, \dut.r_first [0]}));
        if (due_1) begin
            assert (r_1);
            if (\dut.pop && !\dut.a_mixed )
                assert (due == data_1);
        end
        assert (!due_2 || r_2);
    end

`ifdef BEATS
    // The beats of a response, one, two and three clocks after the pins
    (* hierconn *) wire [8:0]  \dut.r_count ;
    (* hierconn *) wire [8:0]  \dut.a_count ;
    (* hierconn *) wire [7:0]  \dut.length ;
    (* hierconn *) wire        \dut.a_odd ;
    (* hierconn *) wire        \dut.odd ;
    (* hierconn *) wire        \dut.misled ;
    (* hierconn *) wire        \dut.misled_before ;
    (* hierconn *) wire        \dut.anew ;
    reg [8:0] beats, beats_1, beats_2;
    reg       lost;         // since such a response while others were outstanding

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {lost, beats, beats_1, beats_2} <= 28'd0;
        else
            {lost, beats, beats_1, beats_2} <=
                {(lost || \dut.misled ) && !\dut.anew , r_beats, beats, beats_1};

    // the tap takes a response in the clock of its request for one of one beat
    (* hierconn *) wire        \dut.at_once ;

    always @* if (\dut.at_once )
        assume (beats == 0);

    // AxLEN of place k, and the one that is kept with its number
    wire [1:0]  f0_next = f0 + 2'd1, f1_next = f1 + 2'd1;
    wire [7:0]  l00 = places[81 * {1'b0, f0} + 69 +: 8];
    wire [7:0]  l01 = places[81 * {1'b0, f0_next} + 69 +: 8];
    wire [7:0]  l10 = places[81 * {1'b1, f1} + 69 +: 8];
    wire [7:0]  l11 = places[81 * {1'b1, f1_next} + 69 +: 8];
    wire [7:0]  s00 = f0[0] ? \dut.numbers[1] [12:5] : \dut.numbers[0] [12:5];
    wire [7:0]  s01 = f0[0] ? \dut.numbers[0] [12:5] : \dut.numbers[1] [12:5];
    wire [7:0]  s10 = f1[0] ? \dut.numbers[3] [12:5] : \dut.numbers[2] [12:5];
    wire [7:0]  s11 = f1[0] ? \dut.numbers[2] [12:5] : \dut.numbers[3] [12:5];

    always @* if (rst_n) begin
        // A packet has the beats of its request. After a response with another number of beats
        // no packet comes until no request is outstanding.
        assert (!p_valid || beats_2 == p_burst[7:0]);
        assert (!lost || (!p_valid && !\dut.trusted &&
                          (!\dut.a_kept || \dut.misled_before )));
        assert (\dut.r_count == beats && \dut.a_count == beats_1);
        if (\dut.trusted ) begin
            assert (k0 == 0 || s00 == l00);
            assert (k0 != 2 || s01 == l01);
            assert (k1 == 0 || s10 == l10);
            assert (k1 != 2 || s11 == l11);
        end
        if (\dut.pop && !\dut.a_now )
            assert (\dut.length == due[76:69]);
        if (\dut.a_kept && \dut.a_now )
            assert (beats_1 == 0 && \dut.a_odd == (due[76:69] != 0));
        cover (\dut.odd && count != 0);
        cover (p_valid && beats_2 == 2);
    end
`endif

    // Reachable
    reg was_wrong;          // the tap has lost trust, and the bus is correct since

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_wrong <= 1'b0;
        else
            was_wrong <= was_wrong || (!calm && !\dut.trusted );

    reg was_mixed;          // a response was dropped because of its tag, on the correct bus

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_mixed <= 1'b0;
        else
            was_mixed <= was_mixed || (calm && \dut.pop && \dut.a_mixed );

    always @* begin
        cover (rst_n && due_2 && p_valid && p_ready && packets == 2);
        cover (rst_n && due_2 && !p_valid && packets == 1);
        cover (rst_n && due_2 && p_valid && was_wrong);
        cover (rst_n && due_2 && p_valid && p_rxtime == p_txtime && frames == 1);
        cover (rst_n && flags[1] && frames == 1);
        cover (rst_n && \dut.given_up && frames == 1);
        cover (rst_n && over);
`ifdef HASHED
        cover (rst_n && due_2 && p_valid && was_mixed && frames == 3);
`endif
    end
endmodule
