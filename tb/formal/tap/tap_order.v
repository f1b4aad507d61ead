// SPDX-License-Identifier: Apache-2.0
//
// Proof of tap_order with 2 places: the packet of each response has the times and fields of its own
// request, whatever requests, responses and aborts came before, right or wrong; each response and
// each aborted request is counted once.
`default_nettype none

module prove_tap_order (
    input wire        clk,
    input wire        rst_n,
    input wire        up,           // 0: the bus is in reset
    input wire        q,
    input wire        q_write,
    input wire [26:2] q_addr,
    input wire [10:0] q_words,
    input wire        r,
    input wire        r_error,
    input wire        abort,
    input wire        p_ready,
    input wire        clear,
    input wire [63:0] time_ext,
    input wire        pick          // the proof follows this request
);
    localparam [2:0] MANY = 3'd7;

    wire        p_valid, p_irq;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [1:0]  p_lost;
    wire [7:0]  frames, packets, dropped;
    wire [2:0]  flags;
    wire [63:0] about;

    initial assume (!rst_n);

    tap_order #(
        .DEPTH_LOG2(1), .OPEN_BITS(3), .SENDER(10'h155), .COLOR_READ(6'd4), .COLOR_WRITE(6'd5),
        .COLOR_READ_ERROR(6'd6), .COLOR_WRITE_ERROR(6'd7), .CATEGORY(4'd9), .TIME_EXT(1),
        .COUNT_BITS(8)
    ) dut (
        .*, .bus_rst_n(up)
    );

    (* hierconn *) wire        \dut.asks ;
    (* hierconn *) wire        \dut.answers ;
    (* hierconn *) wire        \dut.fails ;
    (* hierconn *) wire        \dut.forget ;
    (* hierconn *) wire        \dut.u_up.meta ;
    (* hierconn *) wire [80:0] \dut.asked ;
    (* hierconn *) wire [43:0] \dut.time_1 ;
    (* hierconn *) wire [2:0]  \dut.open ;
    (* hierconn *) wire [2:0]  \dut.debt ;
    (* hierconn *) wire        \dut.given_up ;
    (* hierconn *) wire        \dut.trusted ;
    (* hierconn *) wire        \dut.first ;
    (* hierconn *) wire        \dut.last ;
    (* hierconn *) wire [80:0] \dut.mem[0] ;
    (* hierconn *) wire [80:0] \dut.mem[1] ;

    // The bus, one clock later, and its reset, two clocks later
    reg         q_1, r_1, fail_1, abort_1, up_1, up_2;
    reg  [80:0] data_1;
    reg  [43:0] now_1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {q_1, r_1, fail_1, abort_1, data_1, now_1} <= 129'd0;
            {up_1, up_2} <= 2'b11;
        end else begin
            {q_1, r_1, fail_1, abort_1, data_1, now_1} <=
                {q, r, r_error, abort, q_write, q_addr, q_words, time_ext[43:0], time_ext[43:0]};
            {up_1, up_2} <= {up, up_1};
        end

    // Outstanding requests; stuck: more than can be counted, until the next abort; over: there have
    // been more than places since there were none
    reg  [5:0] count;
    reg        stuck, over;
    wire       forget = abort_1 || !up_2;
    wire [5:0] rest = forget ? 6'd0 : count;
    wire       at_once = q_1 && r_1 && rest == 0 && !(stuck && !forget);

    always @* assume (count < 60);

    wire [5:0] count_next = rest + (q_1 && !at_once) - (r_1 && rest != 0);
    wire       stuck_next = (stuck && !forget) || count_next >= 7;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {count, stuck, over} <= 8'd0;
        else begin
            count <= count_next;
            stuck <= stuck_next;
            over  <= stuck_next || (count_next != 0 && ((over && !forget) || count_next > 2));
        end

    // The request that the proof follows, and how many are answered before it
    reg         followed;
    reg  [5:0]  ahead;
    reg  [80:0] data;
    wire        takes = !followed && q_1 && pick && !at_once;
    wire        its = followed && !forget && r_1 && ahead == 0;
    reg         due, once, bad, kept;
    reg  [43:0] rx;
    reg  [80:0] want;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {followed, ahead, data} <= 88'd0;
            {due, once, bad, kept, rx, want} <= 129'd0;
        end else begin
            if (forget || its)
                followed <= 1'b0;
            else if (followed && r_1)
                ahead <= ahead - 6'd1;
            if (takes) begin
                followed <= 1'b1;
                ahead    <= rest - (r_1 && rest != 0);
                data     <= data_1;
            end
            {due, once, bad, kept, rx} <= {its, at_once, fail_1, !over, now_1};
            want <= at_once ? data_1 : data;
        end

    // Counts at the port
    reg       ended;
    reg [7:0] told, taken;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {ended, told, taken} <= 17'd0;
        else begin
            ended <= r_1;
            told  <= (clear ? 8'd0 : told) + ended + \dut.given_up ;
            taken <= (clear ? 8'd0 : taken) + (p_valid && p_ready);
        end

    reg  [7:0] owing;           // aborted requests that are not counted yet
    wire [7:0] held = stuck ? MANY : count;
    wire [7:0] sum = packets + dropped;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            owing <= 8'd0;
        else
            owing <= owing - (owing != 0) + (forget ? held : 8'd0);

    wire [5:0] color = 6'd4 + want[80] + {bad, 1'b0};

    always @* if (rst_n) begin
        assert (frames == told && packets == taken && frames == sum);
        assert (!p_valid || ended);
        assert (p_lost == (ended && !p_valid) + \dut.given_up );
        assert (flags[0] || dropped == 0);
        assert (!flags[2]);
        assert (\dut.debt == owing);
        assert (!once || p_valid);
        assert (!(due && kept) || p_valid);
        if (p_valid && (due || once))
            assert ({p_addr, p_words, p_txtime} == want[79:0] && p_rxtime == rx &&
                    p_color == color);
        assert ({p_y, p_x} == 10'h155 && p_category == 9 && p_be == 15 && !p_irq);
    end

    wire [2:0] open = \dut.open ;
    wire       open_0 = open[0];

    // Invariants
    always @* if (rst_n) begin
        assert (\dut.asks == q_1 && \dut.answers == r_1 && \dut.fails == fail_1 &&
                \dut.asked == data_1 && \dut.time_1 == now_1);
        assert (stuck ? \dut.open == MANY : \dut.open == count && count < 7);
        assert (\dut.trusted == !over);
        assert (\dut.forget == forget && \dut.u_up.meta == up_1);
        // A request in the clock of an abort is the only one beyond what can be owed.
        assert (owing <= MANY && owing + held <= MANY + 1);
        if (\dut.trusted ) begin
            assert (\dut.open <= 2);
            assert (\dut.open == 0 || open_0 == (\dut.last ^ \dut.first ));
        end
        if (followed) begin
            assert (ahead < count || stuck);
            if (\dut.trusted )
                assert (((\dut.first ^ ahead[0]) ? \dut.mem[1] : \dut.mem[0] ) == data);
        end
        assert (!once || ended);
        assert (!due || ended);
    end

    always @* begin
        cover (rst_n && due && p_valid && p_ready && packets == 2);
        cover (rst_n && due && !p_valid);
        cover (rst_n && once && p_valid && p_rxtime == p_txtime);
        cover (rst_n && flags[1] && frames == 1);
        cover (rst_n && \dut.given_up && frames == 1);
        cover (rst_n && stuck);
    end
endmodule
