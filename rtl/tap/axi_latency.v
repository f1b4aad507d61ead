// SPDX-License-Identifier: Apache-2.0
//
// axi_latency - request-to-response latency by id, one direction of AXI4
//
// Purpose     stores the time of each request by its id and presents a packet when the response
//             comes: requests of one id are answered in order, those of several in any order.
// Interface   q_valid = 1 for one clock: a request of q_id with q_addr, and the words
//             (q_words, 1 to 1024; q_cut: more than that) and bytes that it asks for.
//             r_valid = 1 for one clock: a response of r_id, in a later clock than its request.
//             p_*: the packet as in axis_tap; p_y, p_x the id or-ed with SENDER, p_rxtime the
//             time of the response, p_txtime that of the request, p_addr its address.
//             2**DEPTH_LOG2 requests of each id are kept; a place is free in the clock after
//             its response. The time of a request beyond these is not kept, and its response
//             is dropped and counted: first the kept requests are answered, then that number of
//             responses are passed over. No request of the id is kept until then, so that no
//             response is paired with the time of another request. 2**SKIP_BITS - 1 should be
//             more than the requests of one id that can be outstanding: with so many to be
//             passed over the count is lost, and all responses of the id but those of kept
//             requests are dropped until reset.
//             A response without a request is dropped and sets bad.
//             responses (frames) = packets + dropped at all times; flags as in tap_count.
// Latency     r_valid to p_valid: 3 clocks.
// Throughput  a request and a response in each clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously, while no request is outstanding.
`default_nettype none

module axi_latency #(
    parameter ID_BITS = 4,              // 1 to 8
    parameter DEPTH_LOG2 = 2,           // 2**DEPTH_LOG2 requests kept of each id, 1 to 6
    parameter SKIP_BITS = 8,            // counter of the requests not kept, 2 to 16
    parameter [9:0] SENDER = 10'd0,     // sender of id 0: {y, x}
    parameter [5:0] COLOR = 6'd0,
    parameter [3:0] CATEGORY = 4'd0,
    parameter COUNT_BITS = 32           // of each counter
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire [43:0]           now,

    input  wire                  q_valid,
    input  wire [ID_BITS-1:0]    q_id,
    input  wire [26:2]           q_addr,
    input  wire [10:0]           q_words,
    input  wire                  q_cut,
    input  wire                  r_valid,
    input  wire [ID_BITS-1:0]    r_id,

    output reg                   p_valid,
    output wire [4:0]            p_y,
    output wire [4:0]            p_x,
    output wire [3:0]            p_category,
    output wire [10:0]           p_words,
    output wire [5:0]            p_color,
    output reg  [43:0]           p_rxtime,
    output wire [43:0]           p_txtime,
    output wire                  p_irq,
    output wire [26:2]           p_addr,
    output wire [3:0]            p_be,
    input  wire                  p_ready,

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
    localparam [SKIP_BITS-1:0]  SKIP_ONE = 1;
    localparam                  WIDTH = 44 + 25 + 11 + 1;

    // Request and response, one clock later
    reg               q, r;
    reg [ID_BITS-1:0] q_of, r_of;
    reg [WIDTH-1:0]   q_entry;
    reg [43:0]        r_time;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            q       <= 1'b0;
            r       <= 1'b0;
            q_of    <= {ID_BITS{1'b0}};
            r_of    <= {ID_BITS{1'b0}};
            q_entry <= {WIDTH{1'b0}};
            r_time  <= 44'd0;
        end else begin
            q       <= q_valid;
            r       <= r_valid;
            q_of    <= q_id;
            r_of    <= r_id;
            q_entry <= {q_cut, q_words, q_addr, now};
            r_time  <= now;
        end

    // Of each id: requests kept, the place of the oldest, requests to be passed over after them
    wire [IDS*(DEPTH_LOG2+1)-1:0] all_kept;
    wire [IDS*DEPTH_LOG2-1:0]     all_head;
    wire [IDS*SKIP_BITS-1:0]      all_skip;
    wire [DEPTH_LOG2:0]           q_kept = all_kept[q_of*(DEPTH_LOG2+1) +: DEPTH_LOG2+1];
    wire [DEPTH_LOG2-1:0]         q_head = all_head[q_of*DEPTH_LOG2 +: DEPTH_LOG2];
    wire [SKIP_BITS-1:0]          q_skip = all_skip[q_of*SKIP_BITS +: SKIP_BITS];
    wire [DEPTH_LOG2:0]           r_kept = all_kept[r_of*(DEPTH_LOG2+1) +: DEPTH_LOG2+1];
    wire [DEPTH_LOG2-1:0]         r_head = all_head[r_of*DEPTH_LOG2 +: DEPTH_LOG2];
    wire [SKIP_BITS-1:0]          r_skip = all_skip[r_of*SKIP_BITS +: SKIP_BITS];

    wire push = q && !q_kept[DEPTH_LOG2] && q_skip == {SKIP_BITS{1'b0}};
    wire skip = q && !push;
    wire pop  = r && r_kept != {(DEPTH_LOG2 + 1){1'b0}};
    wire pass = r && !pop && r_skip != {SKIP_BITS{1'b0}};
    wire [DEPTH_LOG2-1:0] tail = q_head + q_kept[DEPTH_LOG2-1:0];

    genvar i;
    generate
        for (i = 0; i < IDS; i = i + 1) begin : g_id
            localparam [ID_BITS-1:0] ID = i;

            reg [DEPTH_LOG2:0]   kept;
            reg [DEPTH_LOG2-1:0] head;
            reg [SKIP_BITS-1:0]  skipped;   // all ones: unknown, until reset
            wire                 mine_q = q_of == ID, mine_r = r_of == ID;

            assign all_kept[i*(DEPTH_LOG2+1) +: DEPTH_LOG2+1] = kept;
            assign all_head[i*DEPTH_LOG2 +: DEPTH_LOG2] = head;
            assign all_skip[i*SKIP_BITS +: SKIP_BITS] = skipped;

            always @(posedge clk or negedge rst_n)
                if (!rst_n) begin
                    kept    <= {(DEPTH_LOG2 + 1){1'b0}};
                    head    <= {DEPTH_LOG2{1'b0}};
                    skipped <= {SKIP_BITS{1'b0}};
                end else begin
                    if (pop && mine_r)
                        head <= head + STEP;
                    if (push && mine_q && !(pop && mine_r))
                        kept <= kept + ONE;
                    else if (pop && mine_r && !(push && mine_q))
                        kept <= kept - ONE;
                    if (skipped != {SKIP_BITS{1'b1}}) begin
                        if (skip && mine_q && !(pass && mine_r))
                            skipped <= skipped + SKIP_ONE;
                        else if (pass && mine_r && !(skip && mine_q))
                            skipped <= skipped - SKIP_ONE;
                    end
                end
        end
    endgenerate

    // Time-stamp memory. A slot is never read and written in the same clock.
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(IDS << DEPTH_LOG2) - 1];
    reg [WIDTH-1:0] entry;      // output register of the RAM, has no reset
    reg             ended;      // a response, with entry if found
    reg             found, unknown;
    reg [43:0]      time_1;
    reg [ID_BITS-1:0] of_1;

    always @(posedge clk) begin
        if (push)
            mem[{q_of, tail}] <= q_entry;
        if (pop)
            entry <= mem[{r_of, r_head}];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            ended   <= 1'b0;
            found   <= 1'b0;
            unknown <= 1'b0;
            time_1  <= 44'd0;
            of_1    <= {ID_BITS{1'b0}};
        end else begin
            ended   <= r;
            found   <= pop;
            unknown <= r && !pop && !pass;
            time_1  <= r_time;
            of_1    <= r_of;
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
            p_rxtime <= 44'd0;
        end else begin
            p_ended <= ended;
            p_valid <= found;
            p_bad   <= unknown;
            if (found) begin
                p_entry  <= entry;
                p_id     <= of_1;
                p_rxtime <= time_1;
            end
        end

    assign {p_irq, p_words, p_addr, p_txtime} = p_entry;
    assign {p_y, p_x} = SENDER | {{10 - ID_BITS{1'b0}}, p_id};
    assign p_category = CATEGORY;
    assign p_color    = COLOR;
    assign p_be       = 4'd15;

    tap_count #(.COUNT_BITS(COUNT_BITS)) u_count (
        .clk(clk), .rst_n(rst_n), .clear(clear), .ended(p_ended), .taken(p_valid && p_ready),
        .bad(p_bad), .cut(p_irq), .frames(frames), .packets(packets), .dropped(dropped),
        .flags(flags)
    );
endmodule
