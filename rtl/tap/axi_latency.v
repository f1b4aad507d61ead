// SPDX-License-Identifier: Apache-2.0
//
// axi_latency - measures the request-to-response latency by id, for one direction of AXI4
//
// Purpose     stores the time of each request by its id and presents a packet when the response
//             comes. Requests with the same id are answered in order, those with different ids in
//             any order.
// Interface   q_valid = 1 for one clock: a request of q_id with q_addr, the time q_time, and
//             q_burst = {AxSIZE, AxLEN}; q_keep = 0: its time is not known. r_valid = 1 for one
//             clock: a response of r_id, in the clock of its request (AT_ONCE) or later; r_error:
//             it reports an error. r_over = 1: a response has ended, in the clock of its r_valid or
//             later.
//             r_beats: with BEATS = 1 the number of beats of the response, less one; bit 8 is 1 if
//             it is 256 or more.
//             p_*: a packet port as in axis_tap; p_id is the id, p_rxtime the time of the response,
//             p_txtime that of the request, p_addr its address, p_burst its q_burst, p_failed 1
//             after an error. p_irq = 1: the burst has more than 1024 words of 4 bytes.
//             The tap numbers the requests of an id modulo 2**SKIP_BITS and keeps up to
//             2**DEPTH_LOG2 of them with their numbers; an entry becomes free in the clock after
//             the response. A request for which no entry is free, or with q_keep = 0, is not kept.
//             Only its own response, whose number is then missing, is dropped and counted.
//             The tables have an entry for each tag. With TAG_BITS = ID_BITS the tag is the id; if
//             TAG_BITS is less, it is a hash of the id (tap_tag), and what is said here of the
//             requests of an id holds for those of a tag. A tag is mixed from a request of another
//             id than the last one while requests of the tag are outstanding (also in the clock in
//             which the last of them is answered) until a request comes while none is. Responses
//             of a mixed tag are dropped and counted: their order is not known.
//             p_lost: the number of losses in this clock that were not presented, 0 to 2; flags
//             as in tap_count.
// Errors      The tap counts the requests that are outstanding, all ids together. It no longer
//             trusts its tables after a response of an id of which no request is outstanding
//             (bad; not if its tag is mixed), with BEATS = 1 after a response that has not as many
//             beats as its request says while others are outstanding (it is dropped, bad; not if
//             its request was not kept or its tag is mixed), after 2**SKIP_BITS - 1 outstanding
//             requests of an id and one more, and if the tap is reset 8 times while requests are
//             outstanding. Then it drops and counts all responses, and begins anew when no request
//             is outstanding.
//             tick = 1: if nothing has happened since the last tick (busy = 0, for a request or a
//             beat of a response in either clock), the outstanding requests have no response any
//             more. The tap counts each of them as a lost frame, and begins anew. From
//             2**(TAG_BITS + SKIP_BITS) - 1 on it does not know their number, and counts this one.
//             responses + requests given up (frames) = packets + dropped at all times.
//             idle = 1: before this clock no request was outstanding.
// Latency     r_valid to p_valid: 3 clocks.
// Throughput  a request and a response in each clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously: all begins anew, counters too. Where
//             memories have no initial values, 0, it must last at least 2**TAG_BITS clocks.
//             bus_up = 0: the bus is in reset, and no request is outstanding; those that were are
//             counted as lost frames. tap_up = 0: requests that are outstanding are not kept any
//             more, nor are those that come; the rest goes on. Both are synchronous to clk.
`default_nettype none

module axi_latency #(
    parameter ID_BITS = 4,              // 1 to 32
    parameter TAG_BITS = ID_BITS > 8 ? 6 : ID_BITS,     // 1 to 8, at most ID_BITS
    parameter DEPTH_LOG2 = 2,           // 2**DEPTH_LOG2 requests are kept per id, 1 to 6
    parameter SKIP_BITS = 8,            // width of a request's number, 2 to 16
    parameter AT_ONCE = 1,              // a response in the clock of its request: 0: is dropped
                                        // (bad), 1: has latency 0
    parameter BEATS = 0,                // 1: the beats of each response are compared with AxLEN
    parameter RAM = "block",            // ram_style of the kept requests
    parameter SMALL_RAM = RAM,          // and of their numbers
    parameter COUNT_BITS = 32           // width of each counter
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  bus_up,
    input  wire                  tap_up,
    input  wire                  tick,
    input  wire                  busy,
    input  wire [43:0]           now,

    input  wire                  q_valid,
    input  wire [ID_BITS-1:0]    q_id,
    input  wire [26:2]           q_addr,
    input  wire [10:0]           q_burst,
    input  wire [43:0]           q_time,
    input  wire                  q_keep,
    input  wire                  r_valid,
    input  wire [ID_BITS-1:0]    r_id,
    input  wire                  r_error,
    input  wire                  r_over,
    input  wire [8:0]            r_beats,
    output wire                  idle,

    output reg                   p_valid,
    output reg  [ID_BITS-1:0]    p_id,
    output reg                   p_failed,
    output wire [10:0]           p_burst,
    output wire                  p_irq,
    output reg  [43:0]           p_rxtime,
    output wire [43:0]           p_txtime,
    output wire [26:2]           p_addr,
    input  wire                  p_ready,
    output wire [1:0]            p_lost,

    input  wire                  clear,
    output wire [COUNT_BITS-1:0] frames,
    output wire [COUNT_BITS-1:0] packets,
    output wire [COUNT_BITS-1:0] dropped,
    output wire [2:0]            flags
);
    generate
        if (ID_BITS < 1 || ID_BITS > 32 || DEPTH_LOG2 < 1 || DEPTH_LOG2 > 6 || SKIP_BITS < 2 ||
            SKIP_BITS > 16) begin : g_illegal
            axi_latency_ID_BITS_DEPTH_LOG2_SKIP_BITS_must_be_legal illegal_parameter ();
        end
        if (TAG_BITS < 1 || TAG_BITS > 8 || TAG_BITS > ID_BITS) begin : g_illegal_tag
            axi_latency_TAG_BITS_must_be_1_to_8_at_most_ID_BITS illegal_parameter ();
        end
        if (AT_ONCE < 0 || AT_ONCE > 1) begin : g_illegal_at_once
            axi_latency_AT_ONCE_must_be_0_or_1 illegal_parameter ();
        end
        if (BEATS < 0 || BEATS > 1) begin : g_illegal_beats
            axi_latency_BEATS_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    localparam                       TAGS = 1 << TAG_BITS;
    localparam                       OPEN_BITS = TAG_BITS + SKIP_BITS;
    localparam [DEPTH_LOG2:0]        ONE = 1;
    localparam [SKIP_BITS-1:0]       NEXT = 1;
    localparam [TAG_BITS:0]          NEXT_AGE = 1;
    localparam                       WIDTH = 44 + 25 + 11 + 1;

    // Request and response, one clock later: tag (of) and id (is)
    wire [TAG_BITS-1:0] q_tag, r_tag;
    reg                 q, q_new, r, r_ends, r_failed;
    reg [TAG_BITS-1:0]  q_of, r_of;
    reg [ID_BITS-1:0]   q_is, r_is;
    reg [WIDTH-1:0]     q_entry;
    reg [43:0]          r_time;
    reg [8:0]           r_count;            // its beats, less one
    wire [7:0]          q_len = q_entry[76:69];

    // More than 4096 bytes: at least 32 beats of 128, 64 of 64 or 128 of 32. This bit is kept with
    // the request, because the words of a block RAM come late in a clock.
    wire [7:5] len = q_burst[7:5];
    wire [2:0] log2 = q_burst[10:8];
    wire       q_irq = log2[2] && ((&log2[1:0] && len[5]) || (log2[1] && len[6]) ||
                                   (log2[1:0] != 2'd0 && len[7]));

    tap_tag #(.ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS)) u_q (.id(q_id), .tag(q_tag));
    tap_tag #(.ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS)) u_r (.id(r_id), .tag(r_tag));

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {q, q_new, r, r_ends, r_failed} <= 5'd0;
            {q_of, r_of} <= {2 * TAG_BITS{1'b0}};
            {q_is, r_is} <= {2 * ID_BITS{1'b0}};
            q_entry <= {WIDTH{1'b0}};
            r_time  <= 44'd0;
            r_count <= 9'd0;
        end else begin
            {q, q_new, r, r_ends, r_failed} <= {q_valid, q_keep, r_valid, r_over, r_error};
            {q_of, r_of} <= {q_tag, r_tag};
            {q_is, r_is} <= {q_id, r_id};
            q_entry <= {q_irq, q_burst, q_addr, q_time};
            r_time  <= now;
            r_count <= r_beats;
        end

    // The response another clock later, with the number of the oldest kept request of its tag.
    // a_now: its request came in the same clock, and is that one; a_odd: with another number of
    // beats. a_mixed: it is not measured.
    reg                  a, a_kept, a_now, a_odd, a_mixed, a_bad, a_failed;
    reg [TAG_BITS-1:0]   a_of;
    reg [ID_BITS-1:0]    a_is;
    reg [SKIP_BITS-1:0]  a_number;
    reg [DEPTH_LOG2:0]   a_first;
    reg [43:0]           a_time;
    reg [8:0]            a_count;
    reg [SKIP_BITS-1:0]  number;            // output registers of a RAM, have no reset
    reg [2:0]            round;
    reg [7:0]            length;
    wire                 pop = a_kept && (a_now || number == a_number);
    // the response is that of a kept request, but has another number of beats
    wire                 odd = BEATS != 0 && pop && !a_mixed &&
                               (a_now ? a_odd : a_count != {1'b0, length});
    reg                  misled_before;     // misled, one clock earlier

    // Tables by tag. asked and last belong to requests: the number of the next one, and the count
    // of those kept. answered and first belong to responses: the number of the next one, and the
    // count of those whose request was kept. All are counted modulo their width.
    // age counts the clocks at which the tables began anew, and each request writes it into its
    // entry. An entry of another age is not live: no request has come since; then asked and last
    // are those of answered and first, whatever these are. When the tables begin anew, one entry
    // gets the age that ends then, each in its turn, so that none is ever as old as age can count.
    reg [TAG_BITS+1+SKIP_BITS+DEPTH_LOG2:0] requests [0:TAGS-1];
    reg [SKIP_BITS-1:0]          responses [0:TAGS-1];
    reg [DEPTH_LOG2:0]           firsts [0:TAGS-1];
    reg [TAG_BITS:0]             age;
    integer                      i;

    initial begin
        age = NEXT_AGE;
        for (i = 0; i < TAGS; i = i + 1) begin
            requests[i] = {(TAG_BITS + SKIP_BITS + DEPTH_LOG2 + 2){1'b0}};
            responses[i] = {SKIP_BITS{1'b0}};
            firsts[i] = {(DEPTH_LOG2 + 1){1'b0}};
        end
    end

    reg                   trusted;          // the tables are right
    wire [SKIP_BITS-1:0]  q_answered = responses[q_of];
    wire [DEPTH_LOG2:0]   q_first = firsts[q_of];
    wire [SKIP_BITS-1:0]  q_asked;
    wire [DEPTH_LOG2:0]   q_last;
    wire [TAG_BITS:0]     q_age, r_age;
    wire [SKIP_BITS-1:0]  q_number;
    wire [DEPTH_LOG2:0]   q_place;
    assign {q_age, q_number, q_place} = requests[q_of];
    wire                  q_live = q_age == age;
    assign {q_asked, q_last} = q_live ? {q_number, q_place} : {q_answered, q_first};
    wire [SKIP_BITS-1:0]  q_next = q_asked + NEXT;
    wire [SKIP_BITS-1:0]  q_most = q_answered - NEXT;   // one more has the number of the oldest
    wire [DEPTH_LOG2:0]   q_kept = q_last - q_first;
    wire                  q_room = !q_kept[DEPTH_LOG2] || (pop && a_of == q_of);
    wire                  same_tag = q && r && q_of == r_of;
    wire                  same = q && r && q_is == r_is;

    wire [SKIP_BITS-1:0]  r_answered = responses[r_of];
    wire [SKIP_BITS-1:0]  r_asked;
    wire [DEPTH_LOG2:0]   r_last;
    assign {r_age, r_asked, r_last} = requests[r_of];
    wire [DEPTH_LOG2:0]   a_next = a_first + ONE;
    wire [DEPTH_LOG2:0]   r_first = pop && a_of == r_of ? a_next : firsts[r_of];
    wire                  owed = r_age == age && r_asked != r_answered;
    wire                  r_kept = owed && r_last != r_first;
    wire                  mixed;            // the tag of the response is mixed
    wire                  foreign;          // it is not, and the response has another id
    wire                  own = AT_ONCE != 0 && same;
    wire                  at_once = own && !owed;
    wire                  wrong = r && !own && (!owed || foreign);
    wire                  lose = q && q_live && q_number == q_most && !(same_tag && owed);
    wire                  push = q && q_new && tap_up && q_room;

    // For each tag the id of its last request, and whether there were others
    generate
        if (TAG_BITS < ID_BITS) begin : g_hash
            reg  [ID_BITS:0]   lasts [0:TAGS-1];
            wire [ID_BITS-1:0] q_id_before, r_id_before;
            wire               q_mixed;
            wire               q_owed = q_asked != q_answered;
            assign {q_mixed, q_id_before} = lasts[q_of];
            assign {mixed, r_id_before} = lasts[r_of];
            assign foreign = !mixed && r_id_before != r_is;

            always @(posedge clk)
                if (q)
                    lasts[q_of] <= {q_owed && (q_mixed || q_id_before != q_is), q_is};
        end else begin : g_ids
            assign {mixed, foreign} = 2'b00;
        end
    endgenerate

    // Outstanding requests of all ids; the largest number means at least that many
    reg  [OPEN_BITS-1:0] open;
    reg                  quiet;             // nothing has happened since the last tick
    reg                  was_up;            // tap_up, one clock earlier
    reg  [2:0]           epoch;             // resets of the tap since no request was outstanding
    wire none   = open == {OPEN_BITS{1'b0}};
    wire many   = open == {OPEN_BITS{1'b1}};
    wire forget = !bus_up || (tick && quiet && !busy);
    wire anew   = forget || (none && !q);
    wire misled = odd && !none;             // those that are outstanding may be others
    wire reset  = was_up && !tap_up;

    wire more   = q && (!r_ends || (none && !same)) && !many;
    wire less   = r_ends && !q && !none && !many;
    wire [OPEN_BITS-1:0] open_next =
        (open + {{OPEN_BITS - 1{less}}, more || less}) & {OPEN_BITS{!forget}};

    assign idle = open_next == {OPEN_BITS{1'b0}};

    wire                anew_in_reset = anew || !rst_n;
    wire [TAG_BITS-1:0] written = anew_in_reset ? age[TAG_BITS-1:0] : q_of;

    always @(posedge clk) begin
        if (q || anew_in_reset)
            requests[written] <= {age, q_next, q_last + {{DEPTH_LOG2{1'b0}}, push}};
        if (anew_in_reset)
            age <= age + NEXT_AGE;
        if (r && trusted && (owed || at_once))
            responses[r_of] <= r_answered + NEXT;
        if (pop)
            firsts[a_of] <= a_next;
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            open    <= {OPEN_BITS{1'b0}};
            quiet   <= 1'b0;
            was_up  <= 1'b1;
            epoch   <= 3'd0;
            trusted <= 1'b1;
        end else begin
            open    <= open_next;
            quiet   <= !busy && (tick || quiet);
            was_up  <= tap_up;
            epoch   <= anew ? 3'd0 : epoch + {2'd0, reset};
            trusted <= anew || (trusted && !lose && !wrong && !misled &&
                                !(reset && epoch == 3'd7));
        end

    // Kept requests: their numbers and AxLEN, and their times and fields, which are read one clock
    // later than the numbers, so that they can be those of a request of the same clock. By then the
    // place may be free and written again, so there are twice as many places for them.
    (* no_rw_check, ram_style = SMALL_RAM *)
    reg [SKIP_BITS+10:0] numbers [0:(TAGS << DEPTH_LOG2) - 1];
    (* no_rw_check, ram_style = RAM *)
    reg [WIDTH-1:0]     mem [0:(TAGS << (DEPTH_LOG2 + 1)) - 1];
    reg [WIDTH-1:0]     entry;
    wire                unused = RAM == "auto" && SMALL_RAM == "auto";    // only attributes

    always @(posedge clk) begin
        if (push) begin
            numbers[{q_of, q_last[DEPTH_LOG2-1:0]}] <= {q_len, epoch, q_asked};
            mem[{q_of, q_last}] <= q_entry;
        end
        {length, round, number} <= numbers[{r_of, r_first[DEPTH_LOG2-1:0]}];
        entry <= mem[{a_of, a_first}];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {a, a_kept, a_now, a_odd, a_mixed, a_bad, a_failed, misled_before} <= 8'd0;
            a_of     <= {TAG_BITS{1'b0}};
            a_is     <= {ID_BITS{1'b0}};
            a_number <= {SKIP_BITS{1'b0}};
            a_first  <= {(DEPTH_LOG2 + 1){1'b0}};
            a_time   <= 44'd0;
            a_count  <= 9'd0;
        end else begin
            a        <= r;
            a_kept   <= r && trusted && (at_once ? push : r_kept);
            a_now    <= at_once;
            a_odd    <= q_len != 8'd0;
            a_mixed  <= owed && (mixed || foreign);
            a_bad    <= wrong && trusted;
            a_failed <= r_failed;
            a_of     <= r_of;
            a_is     <= r_is;
            a_number <= r_answered;
            a_first  <= r_first;
            a_time   <= r_time;
            a_count  <= r_count;
            misled_before <= misled;
        end

    // The packet; and the requests given up that are still to be counted
    reg                 ended, bad, given_up;
    reg [OPEN_BITS-1:0] debt;
    wire                give_up = forget && !none;
    wire                owing = debt != {OPEN_BITS{1'b0}} && !give_up;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {ended, bad, given_up, p_valid, p_failed} <= 5'd0;
            p_id     <= {ID_BITS{1'b0}};
            p_rxtime <= 44'd0;
            debt     <= {OPEN_BITS{1'b0}};
        end else begin
            ended    <= a;
            bad      <= a_bad || odd;
            p_valid  <= pop && !a_mixed && !odd && !misled_before &&
                        (a_now || round == epoch);
            p_id     <= a_is;
            p_failed <= a_failed;
            p_rxtime <= a_time;
            given_up <= owing;
            debt     <= debt + (give_up ? open : {OPEN_BITS{owing}});
        end

    assign {p_irq, p_burst, p_addr, p_txtime} = entry;
    assign p_lost = {1'b0, ended && !p_valid} + {1'b0, given_up};

    tap_count #(.COUNT_BITS(COUNT_BITS)) u_count (
        .clk(clk), .rst_n(rst_n), .clear(clear), .ended(ended), .taken(p_valid && p_ready),
        .given_up(given_up), .bad(bad), .cut(p_irq), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );
endmodule
