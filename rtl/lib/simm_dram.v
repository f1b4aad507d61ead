// SPDX-License-Identifier: Apache-2.0
//
// simm_dram - controller of one 72-pin SIMM: packets, EISA and refresh
//
// Purpose     drives a 60 ns fast-page-mode SIMM (x 32, with LANES = 4) of 4, 16 or 64 MB and
//             arbitrates between a packet, an EISA access and refresh.
// Packet      p_req with p_addr is held until p_done (one clock).
//             BURST = 0: read-modify-write of one word. In the clock p_modify the
//             word read is on rdata; p_wdata, computed combinationally from it in the same clock,
//             is written back in the same page.
//             BURST = 1: four words are written from p_addr (p_addr[1:0] = 0) on;
//             p_wdata must follow p_word combinationally.
//             AHEAD = 1 is for packets from a queue; hold must be 0. p_done then comes before the
//             access ends: in the clock of p_modify or, with BURST = 1, in that of the last column
//             address. From the next clock on p_req and p_addr belong to the next packet. With
//             BURST = 1 the row stays open for the next packet if its row is the same.
// EISA        e_req with e_write, e_addr, e_be and e_wdata is held until e_done (one
//             clock); after a read rdata is valid with e_done and until the next
//             read access of either client. A read enables all lanes, a write those of e_be. An
//             access that has begun is completed even if e_req falls.
// hold        1: the controller begins no EISA access and no refresh, because a packet's access
//             comes soon. It must not last longer than about 20 clocks.
// Priority    overdue refresh, packet, EISA, refresh. A refresh becomes due every REFRESH_CLOCKS
//             and overdue half that time later, so it is never more than REFRESH_CLOCKS late.
//             Refresh continues in every state of the
//             board, also during resets other than power-on.
//             AHEAD = 1: packets may come without pause. After the packet access in progress, at
//             most two more packet accesses precede a waiting EISA access (BURST = 1: one, if it
//             opens a row), so e_done comes at most 32 clocks after e_req (BURST = 1: 35). With
//             e_first = 1 EISA waits only for the access in progress: 16 clocks (BURST = 1: 19).
//             e_first = 1 in the clock of e_done announces another EISA access: no packet access
//             begins in that clock.
// Address     row = {a22, a20, a19..10}, column = {a23, a21, a9..0}: a SIMM with
//             fewer address pins sees the address modulo its size.
// Latency     from the clock in which an idle controller sees the request (0):
//               EISA               pins 1 to 4, e_done in 5
//               read-modify-write  pins 1 to 7, p_modify in 5, p_done in 8
//               write of four      pins 1 to 10, p_done in 11
//               refresh            pins 1 to 3 (CAS before RAS)
// Throughput  one access in 5, 8, 11, 4 clocks: in the clock of done the next one
//             is chosen, and both RAS# and CAS# are high. A client that drops its request
//             with p_done and shows the next a clock later gets one in 9 or 12. AHEAD = 1: a
//             read-modify-write in 8; a write of four in 8 in the open row, else in 11.
// Timing      one clock is 40 ns. Every output is a flip-flop, so each parameter
//             is a multiple of it: tASR, tRAH, tASC, tCAH, tCP, tCAS, tRSH 40,
//             tRP, tRCD, tPC 80, tRAS, tCSH 120, tRC 200; refresh: tCSR, tRPC 40,
//             tCHR, tRAS 80. Each of them has a margin: a tRP of one clock, for example, would be
//             exactly the required 40 ns, which is too little with a real oscillator. Read data are
//             sampled 40 ns after CAS#, 80 ns after the column address, 120 ns after RAS#. Writes
//             are early writes; OE# is grounded.
// Domain      clk (25 MHz).
// Reset       rst_n, power-on only, because a reset in mid-cycle would violate the timing.
// Paper       TR-596-99 A.1, A.7, A.8.
`default_nettype none

module simm_dram #(
    parameter BURST = 0,              // packet access: 0 = read-modify-write, 1 = write of 4 words
    parameter AHEAD = 0,              // 1 = packets come from a queue
    parameter LANES = 4,              // byte lanes of a word, each with its CAS#
    // Clocks from one row refresh to the next, 84 to 390 (15.6 us). With fewer an overdue refresh
    // that waits for an access (11), hold (20) and the access after it (10) could be lost.
    parameter REFRESH_CLOCKS = 380,
    parameter REFRESH_FIRST = 380     // clocks from reset to the first refresh, 1 to REFRESH_CLOCKS
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        hold,

    // packet
    input  wire        p_req,
    input  wire [23:0] p_addr,      // of a word
    output wire        p_modify,
    output wire [1:0]  p_word,
    input  wire [8*LANES-1:0] p_wdata,
    output wire        p_done,

    // EISA
    input  wire        e_req,
    input  wire        e_first,
    input  wire        e_write,
    input  wire [23:0] e_addr,
    input  wire [LANES-1:0] e_be,
    input  wire [8*LANES-1:0] e_wdata,
    output reg         e_done,

    output reg  [8*LANES-1:0] rdata,

    // SIMM
    output reg  [11:0] a,
    output reg         ras_n,
    output reg  [LANES-1:0] cas_n,
    output reg         we_n,
    input  wire [8*LANES-1:0] dq_i,
    output reg  [8*LANES-1:0] dq_o,
    output reg         dq_oe
);
    generate
        if (BURST < 0 || BURST > 1) begin : g_illegal_burst
            simm_dram_BURST_must_be_0_or_1 illegal_parameter ();
        end
        if (AHEAD < 0 || AHEAD > 1) begin : g_illegal_ahead
            simm_dram_AHEAD_must_be_0_or_1 illegal_parameter ();
        end
        if (LANES < 1 || LANES > 8) begin : g_illegal_lanes
            simm_dram_LANES_must_be_1_to_8 illegal_parameter ();
        end
        if (REFRESH_CLOCKS < 84 || REFRESH_CLOCKS > 390) begin : g_illegal_refresh
            simm_dram_REFRESH_CLOCKS_must_be_84_to_390 illegal_parameter ();
        end
        if (REFRESH_FIRST < 1 || REFRESH_FIRST > REFRESH_CLOCKS) begin : g_illegal_first
            simm_dram_REFRESH_FIRST_must_be_1_to_REFRESH_CLOCKS illegal_parameter ();
        end
    endgenerate

    // Each state is named after what the pins carry in it.
    localparam [3:0] IDLE   = 4'd0,  // RAS# and CAS# high
                     ROW    = 4'd1,  // row address
                     RAS    = 4'd2,  // RAS# low
                     COL    = 4'd3,  // column address, and write data
                     CAS    = 4'd4,  // CAS# low
                     MODIFY = 4'd5,  // CAS# high, rdata is being modified
                     REF1   = 4'd6,  // CAS# low
                     REF2   = 4'd7,  // RAS# low
                     REF3   = 4'd8;  // CAS# high

    reg [3:0] state;
    reg       packet;   // the current access is the packet's
    reg       eisa;     // the current access is EISA's
    reg       write;    // the current column access is a write
    reg [1:0] word;     // number of the word, of four, in the current column access

    // Refresh timer
    localparam [31:0] PERIOD = REFRESH_CLOCKS - 1;
    localparam [31:0] LATE   = REFRESH_CLOCKS / 2;
    localparam [31:0] FIRST  = REFRESH_FIRST - 1;

    reg [8:0] timer;
    reg       due, overdue;
    wire      go_refresh;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            timer   <= FIRST[8:0];
            due     <= 1'b0;
            overdue <= 1'b0;
        end else begin
            timer <= timer == 9'd0 ? PERIOD[8:0] : timer - 9'd1;
            // Each refresh begins before the next becomes due, so timer is 0 only while due is 0.
            due <= due ? !go_refresh : timer == 9'd0;
            overdue <= !go_refresh && (overdue || (timer == LATE[8:0] && due));
        end

    // Number of packet accesses that have begun while EISA waits; one that opens a row counts as
    // two
    reg  [1:0] passed;
    wire       row_hit;
    wire       opens     = state == IDLE && BURST != 0;
    wire       eisa_next = AHEAD != 0 && (e_first || passed == 2'd2 || (opens && passed != 2'd0));

    // Arbitration. A client still asserts its request in the clock of its done.
    wire idle         = state == IDLE;
    wire want_eisa    = e_req && !e_done && !hold;
    // e_first in the clock of e_done: another EISA access follows at once, also with priority
    wire want_packet  = p_req && !p_done && !(eisa_next && e_req);
    wire refresh_wins = due && !hold && (overdue || !(want_packet || want_eisa));
    wire go_packet    = want_packet && !refresh_wins;
    wire go_eisa      = want_eisa && !want_packet && !refresh_wins;
    assign go_refresh = idle && refresh_wins;

    // The last column access of this access
    wire last = eisa || (BURST != 0 ? word == 2'd3 : write);

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            passed <= 2'd0;
        else
            passed <= AHEAD == 0 || !e_req || eisa ? 2'd0 :
                      idle && go_packet            ? passed + (BURST != 0 ? 2'd2 : 2'd1) :
                      state == CAS && last && row_hit ? passed + 2'd1 : passed;

    reg  ended;     // the packet's access ended in the previous clock

    assign p_done = AHEAD == 0 ? ended :
                    packet && (BURST == 0 ? state == MODIFY : state == COL && word == 2'd3);

    assign p_modify = state == MODIFY;
    assign p_word   = state == CAS ? word + 2'd1 : word;

    // Row of the access that begins, column of the one in progress
    wire [11:0] p_row = {p_addr[22], p_addr[20], p_addr[19:10]};
    wire [11:0] row = want_packet ? p_row : {e_addr[22], e_addr[20], e_addr[19:10]};
    wire [11:0] col = packet ? {p_addr[23], p_addr[21], p_addr[9:2], BURST != 0 ? p_word :
                      p_addr[1:0]}
                             : {e_addr[23], e_addr[21], e_addr[9:0]};

    // The next packet's entry is in the row that is open
    reg  [11:0] open_row;
    assign      row_hit = AHEAD != 0 && BURST != 0 && packet && want_packet && p_row == open_row &&
                          !overdue;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state    <= IDLE;
            open_row <= 12'd0;
            packet   <= 1'b0;
            eisa     <= 1'b0;
            write    <= 1'b0;
            word     <= 2'd0;
            ended    <= 1'b0;
            e_done   <= 1'b0;
            rdata    <= {(8 * LANES){1'b0}};
            a        <= 12'd0;
            ras_n    <= 1'b1;
            cas_n    <= {LANES{1'b1}};
            we_n     <= 1'b1;
            dq_o     <= {(8 * LANES){1'b0}};
            dq_oe    <= 1'b0;
        end else begin
            ended  <= 1'b0;
            e_done <= 1'b0;
            if (state == CAS && !write)
                rdata <= dq_i;

            case (state)
            IDLE: begin
                packet <= go_packet;
                eisa   <= go_eisa;
                write  <= go_packet ? BURST != 0 : e_write;
                word   <= 2'd0;
                if (refresh_wins) begin
                    cas_n <= {LANES{1'b0}};
                    state <= REF1;
                end else if (go_packet || go_eisa) begin
                    a        <= row;
                    open_row <= row;
                    state    <= ROW;
                end
            end
            ROW: begin
                ras_n <= 1'b0;
                state <= RAS;
            end
            RAS: begin
                a     <= col;
                we_n  <= !write;
                dq_oe <= write;
                if (write)
                    dq_o <= packet ? p_wdata : e_wdata;
                state <= COL;
            end
            COL: begin
                cas_n <= eisa && write ? ~e_be : {LANES{1'b0}};
                state <= CAS;
            end
            CAS: begin
                cas_n <= {LANES{1'b1}};
                if (last && !row_hit) begin
                    ras_n  <= 1'b1;
                    we_n   <= 1'b1;
                    dq_oe  <= 1'b0;
                    ended  <= packet;
                    e_done <= eisa;
                    state  <= IDLE;
                end else if (BURST != 0) begin
                    a     <= col;
                    dq_o  <= p_wdata;
                    word  <= p_word;
                    state <= COL;
                end else
                    state <= MODIFY;
            end
            MODIFY: begin
                write <= 1'b1;
                we_n  <= 1'b0;
                dq_oe <= 1'b1;
                dq_o  <= p_wdata;
                state <= COL;
            end
            REF1: begin
                ras_n <= 1'b0;
                state <= REF2;
            end
            REF2: begin
                cas_n <= {LANES{1'b1}};
                state <= REF3;
            end
            default: begin  // REF3
                ras_n <= 1'b1;
                state <= IDLE;
            end
            endcase
        end
endmodule
