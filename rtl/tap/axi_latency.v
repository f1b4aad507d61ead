// SPDX-License-Identifier: Apache-2.0
//
// axi_latency - measures the request-to-response latency by id, for one direction of AXI4
//
// Purpose     stores the time of each request by its id and presents a packet when the response
//             comes. Requests with the same id are answered in order, those with different ids in
//             any order.
// Interface   q_valid = 1 for one clock: a request of q_id with q_addr, the time q_time, and the
//             number of words that it requests (q_words, 1 to 1024; q_cut = 1: more than that);
//             q_keep = 0: its time is not known. r_valid = 1 for one clock: a response of r_id, in
//             a later clock than its request; r_error: it reports an error.
//             p_*: the packet as in axis_tap; p_y, p_x the id or-ed with SENDER, p_rxtime the
//             time of the response, p_txtime that of the request, p_addr its address, p_color
//             COLOR or, after an error, COLOR_ERROR.
//             The tap numbers the requests of an id modulo 2**SKIP_BITS and keeps up to
//             2**DEPTH_LOG2 of them with their numbers; an entry becomes free in the clock after
//             the response. A request for which no entry is free, or with q_keep = 0, is not kept.
//             Only its own response, whose number is then missing, is dropped and counted.
//             2**SKIP_BITS - 1 requests of an id may be outstanding. If one more comes, the tap
//             loses the numbers of the id: it still matches the kept requests, and then drops each
//             response of the id until bus_rst_n.
//             A response without a request is dropped and sets bad.
//             responses (frames) = packets + dropped at all times; flags as in tap_count.
//             p_lost (one clock): a response was dropped without having been presented.
// Latency     r_valid to p_valid: 4 clocks.
// Throughput  a request and a response in each clock.
// Domain      clk.
// Reset       asynchronous, released synchronously. bus_rst_n is the reset of the bus, after which
//             no request is outstanding; rst_n must be 0 with it. rst_n alone resets the tap at any
//             time: requests that are outstanding then are discarded, and their responses are
//             dropped and counted. The numbering continues.
`default_nettype none

module axi_latency #(
    parameter ID_BITS = 4,              // 1 to 8
    parameter DEPTH_LOG2 = 2,           // 2**DEPTH_LOG2 requests are kept per id, 1 to 6
    parameter SKIP_BITS = 8,            // width of a request's number, 2 to 16
    parameter [9:0] SENDER = 10'd0,     // sender of id 0: {y, x}
    parameter [5:0] COLOR = 6'd0,
    parameter [5:0] COLOR_ERROR = 6'd0, // color of a response that reports an error
    parameter [3:0] CATEGORY = 4'd0,
    parameter COUNT_BITS = 32           // width of each counter
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  bus_rst_n,
    input  wire [43:0]           now,

    input  wire                  q_valid,
    input  wire [ID_BITS-1:0]    q_id,
    input  wire [26:2]           q_addr,
    input  wire [10:0]           q_words,
    input  wire                  q_cut,
    input  wire [43:0]           q_time,
    input  wire                  q_keep,
    input  wire                  r_valid,
    input  wire [ID_BITS-1:0]    r_id,
    input  wire                  r_error,

    output reg                   p_valid,
    output wire [4:0]            p_y,
    output wire [4:0]            p_x,
    output wire [3:0]            p_category,
    output wire [10:0]           p_words,
    output reg  [5:0]            p_color,
    output reg  [43:0]           p_rxtime,
    output wire [43:0]           p_txtime,
    output wire                  p_irq,
    output wire [26:2]           p_addr,
    output wire [3:0]            p_be,
    input  wire                  p_ready,
    output wire                  p_lost,

    input  wire                  clear,
    output wire [COUNT_BITS-1:0] frames,
    output wire [COUNT_BITS-1:0] packets,
    output wire [COUNT_BITS-1:0] dropped,
    output wire [2:0]            flags
);
    generate
        if (ID_BITS < 1 || ID_BITS > 8 || DEPTH_LOG2 < 1 || DEPTH_LOG2 > 6 || SKIP_BITS < 2 ||
            SKIP_BITS > 16) begin : g_illegal
            axi_latency_ID_BITS_DEPTH_LOG2_SKIP_BITS_must_be_legal illegal_parameter ();
        end
    endgenerate

    localparam                  IDS = 1 << ID_BITS;
    localparam [DEPTH_LOG2-1:0] STEP = 1;
    localparam [DEPTH_LOG2:0]   ONE = 1;
    localparam [SKIP_BITS-1:0]  NEXT = 1;
    localparam                  WIDTH = 44 + 25 + 11 + 1;

    // Request and response, one clock later. q and r advance the numbers; q_new and r_new are 1
    // only if the tap was not in reset.
    reg               q, r, q_new, r_new, r_failed;
    reg [ID_BITS-1:0] q_of, r_of;
    reg [WIDTH-1:0]   q_entry;
    reg [43:0]        r_time;

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n) begin
            q    <= 1'b0;
            r    <= 1'b0;
            q_of <= {ID_BITS{1'b0}};
            r_of <= {ID_BITS{1'b0}};
        end else begin
            q    <= q_valid;
            r    <= r_valid;
            q_of <= q_id;
            r_of <= r_id;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            q_new    <= 1'b0;
            r_new    <= 1'b0;
            r_failed <= 1'b0;
            q_entry  <= {WIDTH{1'b0}};
            r_time   <= 44'd0;
        end else begin
            q_new    <= q_valid && q_keep;
            r_new    <= r_valid;
            r_failed <= r_error;
            q_entry  <= {q_cut, q_words, q_addr, q_time};
            r_time   <= now;
        end

    // For each id: the numbers of the next request and of the next response, whether the numbers
    // are lost, the count of kept requests, and the entry of the oldest
    wire [IDS*SKIP_BITS-1:0]      all_asked, all_answered;
    wire [IDS-1:0]                all_lost;
    wire [IDS*(DEPTH_LOG2+1)-1:0] all_kept;
    wire [IDS*DEPTH_LOG2-1:0]     all_head;
    wire [SKIP_BITS-1:0]          q_number = all_asked[q_of*SKIP_BITS +: SKIP_BITS];
    wire [SKIP_BITS-1:0]          q_oldest = all_answered[q_of*SKIP_BITS +: SKIP_BITS];
    wire [DEPTH_LOG2:0]           q_kept = all_kept[q_of*(DEPTH_LOG2+1) +: DEPTH_LOG2+1];
    wire [DEPTH_LOG2-1:0]         q_head = all_head[q_of*DEPTH_LOG2 +: DEPTH_LOG2];
    wire [SKIP_BITS-1:0]          r_asked = all_asked[r_of*SKIP_BITS +: SKIP_BITS];
    wire [SKIP_BITS-1:0]          r_number = all_answered[r_of*SKIP_BITS +: SKIP_BITS];
    wire [DEPTH_LOG2:0]           r_kept = all_kept[r_of*(DEPTH_LOG2+1) +: DEPTH_LOG2+1];
    wire [DEPTH_LOG2-1:0]         r_head = all_head[r_of*DEPTH_LOG2 +: DEPTH_LOG2];

    // The response another clock later, with the number of the oldest kept request of its id
    reg                  a, a_owed, a_kept, a_failed;
    reg  [ID_BITS-1:0]   a_of;
    reg  [SKIP_BITS-1:0] a_number;
    reg  [43:0]          a_time;
    reg  [SKIP_BITS-1:0] tag;               // output register of the RAM, has no reset
    wire                 pop = a_kept && tag == a_number;
    wire                 q_after = pop && a_of == q_of, r_after = pop && a_of == r_of;

    wire answer = r && r_number != r_asked;
    wire other  = q && !(answer && r_of == q_of);
    wire lose   = other && q_number + NEXT == q_oldest;
    wire count  = q && !lose && !all_lost[q_of];
    wire push   = q_new && count && (!q_kept[DEPTH_LOG2] || q_after);
    wire [DEPTH_LOG2-1:0] tail = q_head + q_kept[DEPTH_LOG2-1:0];
    wire [DEPTH_LOG2-1:0] oldest = r_after ? r_head + STEP : r_head;

    genvar i;
    generate
        for (i = 0; i < IDS; i = i + 1) begin : g_id
            localparam [ID_BITS-1:0] ID = i;

            reg [SKIP_BITS-1:0]  asked, answered;
            reg                  lost;
            reg [DEPTH_LOG2:0]   kept;
            reg [DEPTH_LOG2-1:0] head;
            wire                 in = push && q_of == ID, out = pop && a_of == ID;

            assign all_asked[i*SKIP_BITS +: SKIP_BITS] = asked;
            assign all_answered[i*SKIP_BITS +: SKIP_BITS] = answered;
            assign all_lost[i] = lost;
            assign all_kept[i*(DEPTH_LOG2+1) +: DEPTH_LOG2+1] = kept;
            assign all_head[i*DEPTH_LOG2 +: DEPTH_LOG2] = head;

            always @(posedge clk or negedge bus_rst_n)
                if (!bus_rst_n) begin
                    asked    <= {SKIP_BITS{1'b0}};
                    answered <= {SKIP_BITS{1'b0}};
                    lost     <= 1'b0;
                end else begin
                    if (count && q_of == ID)
                        asked <= asked + NEXT;
                    if (answer && r_of == ID)
                        answered <= answered + NEXT;
                    if (lose && q_of == ID)
                        lost <= 1'b1;
                end

            always @(posedge clk or negedge rst_n)
                if (!rst_n) begin
                    kept <= {(DEPTH_LOG2 + 1){1'b0}};
                    head <= {DEPTH_LOG2{1'b0}};
                end else begin
                    if (out)
                        head <= head + STEP;
                    if (in && !out)
                        kept <= kept + ONE;
                    else if (out && !in)
                        kept <= kept - ONE;
                end
        end
    endgenerate

    // Numbers of the kept requests. A response comes after its request, so the number is already
    // stored; a number written in this clock is visible in the next one (a_kept).
    (* no_rw_check *)
    reg [SKIP_BITS-1:0] tags [0:(IDS << DEPTH_LOG2) - 1];

    always @(posedge clk) begin
        if (push)
            tags[{q_of, tail}] <= q_number;
        tag <= tags[{r_of, oldest}];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            a        <= 1'b0;
            a_owed   <= 1'b0;
            a_kept   <= 1'b0;
            a_failed <= 1'b0;
            a_of     <= {ID_BITS{1'b0}};
            a_number <= {SKIP_BITS{1'b0}};
            a_time   <= 44'd0;
        end else begin
            a        <= r_new;
            a_owed   <= r_new && (answer || all_lost[r_of]);
            a_kept   <= r_new && answer && r_kept != (r_after ? ONE : {(DEPTH_LOG2 + 1){1'b0}});
            a_failed <= r_failed;
            a_of     <= r_of;
            a_number <= r_number;
            a_time   <= r_time;
        end

    // Time-stamp memory, written a clock after the number, so that an entry that a response frees
    // is read before the next request overwrites it.
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(IDS << DEPTH_LOG2) - 1];
    reg [WIDTH-1:0] entry;      // output register of the RAM, has no reset
    reg             w;
    reg [ID_BITS+DEPTH_LOG2-1:0] w_place;
    reg [WIDTH-1:0] w_entry;
    reg             ended;      // a response, with entry if its request was found
    reg             found, unknown, failed;
    reg [43:0]      time_1;
    reg [ID_BITS-1:0] of_1;
    wire [DEPTH_LOG2-1:0] a_head = all_head[a_of*DEPTH_LOG2 +: DEPTH_LOG2];

    always @(posedge clk) begin
        if (w)
            mem[w_place] <= w_entry;
        if (pop)
            entry <= mem[{a_of, a_head}];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            w       <= 1'b0;
            w_place <= {(ID_BITS + DEPTH_LOG2){1'b0}};
            w_entry <= {WIDTH{1'b0}};
            ended   <= 1'b0;
            found   <= 1'b0;
            unknown <= 1'b0;
            failed  <= 1'b0;
            time_1  <= 44'd0;
            of_1    <= {ID_BITS{1'b0}};
        end else begin
            w       <= push;
            w_place <= {q_of, tail};
            w_entry <= q_entry;
            ended   <= a;
            found   <= pop;
            unknown <= a && !a_owed;
            failed  <= a_failed;
            time_1  <= a_time;
            of_1    <= a_of;
        end

    // The packet
    reg             p_ended, p_bad;
    reg [WIDTH-1:0] p_entry;
    reg [ID_BITS-1:0] p_id;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            p_ended  <= 1'b0;
            p_valid  <= 1'b0;
            p_bad    <= 1'b0;
            p_entry  <= {WIDTH{1'b0}};
            p_id     <= {ID_BITS{1'b0}};
            p_color  <= 6'd0;
            p_rxtime <= 44'd0;
        end else begin
            p_ended <= ended;
            p_valid <= found;
            p_bad   <= unknown;
            if (found) begin
                p_entry  <= entry;
                p_id     <= of_1;
                p_color  <= failed ? COLOR_ERROR : COLOR;
                p_rxtime <= time_1;
            end
        end

    assign {p_irq, p_words, p_addr, p_txtime} = p_entry;
    assign {p_y, p_x} = SENDER | {{10 - ID_BITS{1'b0}}, p_id};
    assign p_category = CATEGORY;
    assign p_be       = 4'd15;
    assign p_lost     = p_ended && !p_valid;

    tap_count #(.COUNT_BITS(COUNT_BITS)) u_count (
        .clk(clk), .rst_n(rst_n), .clear(clear), .ended(p_ended), .taken(p_valid && p_ready),
        .bad(p_bad), .cut(p_irq), .frames(frames), .packets(packets), .dropped(dropped),
        .flags(flags)
    );
endmodule
