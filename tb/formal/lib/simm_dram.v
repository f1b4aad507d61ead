// SPDX-License-Identifier: Apache-2.0
//
// Proof of the timing of simm_dram: for all requests of the clients the SIMM's timing parameters
// are met (simm_rules), and each refresh becomes due on time and begins in time.
//
// AHEAD also proves that a requested EISA access ends within its clocks.
//
// Assumption about hold, proved of surf_stage3: it lasts at most 20 clocks, and then stays 0 at
// least as long as the packet access that began in its last clock.
`default_nettype none

module prove_simm_dram #(
    parameter BURST = 0,
    parameter AHEAD = 0,
    parameter REFRESH_CLOCKS = 380,
    parameter MAX_HOLD = 20,
    parameter REACH = 0         // 1: the proof reaches the latest refresh
) (
    input wire        clk,
    input wire        rst_n,
    input wire        hold,
    input wire        p_req,
    input wire [23:0] p_addr,
    input wire [31:0] p_wdata,
    input wire        e_req,
    input wire        e_first,
    input wire        e_write,
    input wire [23:0] e_addr,
    input wire [3:0]  e_be,
    input wire [31:0] e_wdata,
    input wire [31:0] dq_i
);
    localparam GAP = BURST ? 11 : 8;
    // An overdue refresh may have to wait for an EISA or packet access, for a hold, and for the
    // packet access that begins in the last clock of the hold
    localparam LATEST = REFRESH_CLOCKS / 2 + GAP + MAX_HOLD + GAP - 1;
    localparam FIRST = REACH ? 1 : 12;  // early, so that the proof reaches it

    wire        p_modify, p_done, e_done, ras_n, we_n, dq_oe;
    wire [1:0]  p_word;
    wire [31:0] rdata, dq_o;
    wire [11:0] a;
    wire [3:0]  cas_n;

    simm_dram #(
        .BURST(BURST), .AHEAD(AHEAD), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(FIRST)
    ) dut (
        .*
    );

    wire       refresh, by_refresh;
    wire [3:0] t_ras;
    wire [11:0] t_open;

    simm_rules #(.PAGE(AHEAD && BURST)) u_rules (.*);

    initial assume (!rst_n);

    // hold
    reg [4:0] held, free;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held <= 5'd0;
            free <= GAP;
        end else begin
            held <= hold ? held + 5'd1 : 5'd0;
            free <= hold ? 5'd0 : free == GAP ? GAP : free + 5'd1;
        end

    always @*
        if (AHEAD)
            assume (!hold);
        else if (hold)
            assume (held < MAX_HOLD && (held != 0 || free == GAP));

    // Refresh: one becomes due every REFRESH_CLOCKS; clocks counts since the last one became due
    reg [8:0] clocks;
    reg       waits;
    reg [8:0] late;
    wire      begins = ras_n && cas_n == 4'b0000;   // CAS# of a refresh is low

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            clocks <= FIRST - 1;
            waits  <= 1'b0;
            late   <= 9'd0;
        end else begin
            clocks <= clocks == 0 ? REFRESH_CLOCKS - 1 : clocks - 9'd1;
            if (clocks == 0)
                waits <= 1'b1;
            else if (begins)
                waits <= 1'b0;
            late <= clocks == 0 ? 9'd0 : late + (waits && !begins);
        end

    (* hierconn *) wire [3:0] \dut.state ;
    (* hierconn *) wire       \dut.packet ;
    (* hierconn *) wire       \dut.eisa ;
    (* hierconn *) wire       \dut.write ;
    (* hierconn *) wire [1:0] \dut.word ;
    (* hierconn *) wire [8:0] \dut.timer ;
    (* hierconn *) wire       \dut.due ;
    (* hierconn *) wire       \dut.overdue ;
    (* hierconn *) wire       \dut.ended ;
    (* hierconn *) wire [1:0] \dut.passed ;
    (* hierconn *) wire [11:0] \dut.open_row ;
    (* hierconn *) wire       \dut.idle ;
    (* hierconn *) wire       \dut.go_refresh ;
    (* hierconn *) wire       \dut.go_eisa ;

    wire       ok;
    wire [4:0] rest;

    dram_state #(.BURST(BURST)) u_state (
        .*, .state(\dut.state ), .packet(\dut.packet ), .eisa(\dut.eisa ), .write(\dut.write ),
        .word(\dut.word ), .p_done(\dut.ended ), .due(\dut.due ), .overdue(\dut.overdue )
    );

    wire       overdue = waits && !begins && late >= REFRESH_CLOCKS / 2;
    wire [8:0] over = late - REFRESH_CLOCKS / 2;
    reg        after;   // a hold has ended since the refresh became overdue

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            after <= 1'b0;
        else
            after <= overdue && (after || hold);

    always @* if (rst_n) begin
        // No refresh is lost: the previous one has begun when one becomes due.
        assert (!(clocks == 0 && waits && !begins));
        // No refresh is late.
        if (waits)
            assert (late <= LATEST);
        // There is a refresh cycle only when one is due, and only one.
        if (begins)
            assert (waits);
        // Neither a refresh nor an EISA access begins during hold.
        assert (!hold || (!\dut.go_refresh && !(\dut.idle && \dut.go_eisa )));
        // invariants: never two owners; the pins match the state
        assert (ok);
        if (!ras_n && AHEAD && BURST && \dut.packet )
            assert (t_ras + rest >= GAP - 2);
        else if (!ras_n)
            assert (t_ras + rest == (\dut.state >= 6 ? 2 : \dut.eisa ? 3 : GAP - 2));
        // A row has been open at most since the last refresh, and the next refresh comes in time.
        assert (t_open <= REFRESH_CLOCKS - 1 - clocks + (waits && !begins ? REFRESH_CLOCKS : 0));
        // refresh timer
        assert (\dut.timer == clocks && clocks < REFRESH_CLOCKS);
        assert (\dut.due == (waits && !begins));
        if (waits && !begins) begin
            assert (late + clocks == REFRESH_CLOCKS - 1);
            assert (\dut.overdue == (late >= REFRESH_CLOCKS / 2));
        end else
            assert (!\dut.overdue );
        assert (held <= MAX_HOLD && free <= GAP && (held == 0 || free == 0));
        assert (rest < GAP);
        // Wait of an overdue refresh: the current access, then a hold, then the access that begins
        // in the hold
        if (overdue && !after)
            assert (over + rest < GAP);
        if (overdue && after && held != 0)
            assert (over < GAP + held);
        if (overdue && after) begin
            assert (free < GAP && rest + free < GAP);
            assert (over < GAP + MAX_HOLD + free);
        end
    end

    // Arbitration: what begins after an idle clock, or continues in the open row, is what the
    // priorities say. before: packet accesses begun since the EISA request came, of which one that
    // opens a row counts as two with BURST = 1; if they would be more than two, EISA is first.
    localparam [1:0] OPENS = BURST ? 2 : 1;
    localparam [1:0] NOTHING = 0, REFRESH = 1, PACKET = 2, EISA = 3;

    reg        asked;       // an EISA request waited in the previous clock
    reg  [1:0] counted;     // before, as it was then
    reg        was_idle;
    reg        was_cas;     // the last word of a packet
    reg        was_part;    // another word of it, or its read
    reg  [1:0] chosen;
    reg        stays;       // the next packet is in the open row
    wire       p_waits = p_req && !p_done;
    wire       e_waits = e_req && !hold;
    wire       row_opened = was_idle && \dut.state == 1 && \dut.packet ;
    wire       row_kept = was_cas && \dut.state == 3;
    wire [2:0] before = !asked ? 3'd0 : counted + (row_opened ? OPENS : row_kept ? 2'd1 : 2'd0);
    wire       p_may = p_waits && !(AHEAD && e_waits && (e_first || before + OPENS > 2));
    wire       p_may_stay = p_waits && !(AHEAD && e_waits && (e_first || before == 2));

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            asked    <= 1'b0;
            counted  <= 2'd0;
            was_idle <= 1'b0;
            was_cas  <= 1'b0;
            was_part <= 1'b0;
            chosen   <= NOTHING;
            stays    <= 1'b0;
        end else begin
            asked    <= e_req && !\dut.eisa ;
            counted  <= before;
            was_idle <= \dut.state == 0;
            was_cas  <= \dut.state == 4 && \dut.packet && (BURST ? \dut.word == 3 : \dut.write );
            was_part <= \dut.state == 4 && \dut.packet && (BURST ? \dut.word != 3 : !\dut.write );
            chosen   <= overdue && !hold         ? REFRESH :
                        p_may                    ? PACKET  :
                        e_waits && !e_done       ? EISA    :
                        waits && !begins && !hold ? REFRESH : NOTHING;
            stays    <= AHEAD && BURST && p_may_stay && !overdue &&
                        {p_addr[22], p_addr[20], p_addr[19:10]} == \dut.open_row ;
        end

    always @* if (rst_n) begin
        if (was_idle)
            assert (chosen == REFRESH ? \dut.state == 6 :
                    chosen == NOTHING ? \dut.state == 0 :
                    \dut.state == 1 && \dut.packet == (chosen == PACKET) &&
                    \dut.eisa == (chosen == EISA));
        if (was_part)
            assert (\dut.state == (BURST ? 3 : 5));
        if (was_cas)
            assert (stays ? \dut.state == 3 && \dut.packet && \dut.word == 0 :
                    \dut.state == 0);
        if (AHEAD)
            assert (before <= 2 && \dut.passed == before);
    end

    // rdata is what a read found on the pins in the clock of its CAS#, until the next read.
    reg        sampled;
    reg [31:0] found;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            sampled <= 1'b0;
            found   <= 32'd0;
        end else begin
            sampled <= 1'b1;
            found   <= \dut.state == 4 && we_n ? dq_i : rdata;
        end

    always @* if (rst_n && sampled)
        assert (rdata == found);

    // AHEAD: EISA. A request may be withdrawn until its access begins; the next request starts a
    // new wait.
    generate
        if (AHEAD) begin : g_eisa
            localparam MOST = GAP + 2 * 8 + 8;

            reg       pending;
            reg       first;    // e_first has been 1 since the request came
            reg [6:0] waits;    // clocks since the request came

            always @(posedge clk or negedge rst_n)
                if (!rst_n) begin
                    pending <= 1'b0;
                    first   <= 1'b1;
                    waits   <= 7'd0;
                end else begin
                    pending <= e_req && !e_done;
                    first   <= !e_req || e_done || (first && e_first);
                    waits   <= e_req && !e_done ? waits + 7'd1 : 7'd0;
                end

            // Whether a refresh has begun since then, and the clocks since
            reg       refreshed;
            reg [5:0] ago;
            wire      refreshes = \dut.state >= 6;
            wire      waiting = e_req && !e_done && !\dut.eisa ;

            always @(posedge clk or negedge rst_n)
                if (!rst_n) begin
                    refreshed <= 1'b0;
                    ago       <= 6'd0;
                end else begin
                    refreshed <= waiting && (refreshed || refreshes);
                    ago       <= waiting && (refreshed || refreshes) ? ago + 6'd1 : 6'd0;
                end

            always @* if (pending && \dut.eisa ) assume (e_req);
            always @* if (rst_n) begin
                assert (waits <= MOST);
                if (first && e_first)
                    assert (waits <= GAP + 8);
                assert (\dut.passed <= 2);
                if (\dut.eisa )
                    assert (waits + rest <= (first ? GAP + 8 : MOST));
                else begin
                    // The limit: the current access, two more, a refresh, and the access itself
                    if (first)
                        assert (\dut.passed == 0);
                    assert (waits + rest <= GAP - 1 + 8 * \dut.passed + (refreshed || refreshes ?
                            4 : 0));
                    assert (ago <= waits);
                    if (refreshed || refreshes)
                        assert (!\dut.overdue &&
                                (!\dut.due || \dut.timer + ago + 4 >= REFRESH_CLOCKS));
                end
                cover (waits == GAP + 4 && e_done);   // after a packet's access
            end
        end
    endgenerate

    // Reachable: an access of each client, and a refresh that had to wait
    reg [1:0] did;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            did <= 2'b00;
        else
            did <= did | {e_done, p_done};

    always @* begin
        cover (rst_n && did == 2'b11);
        cover (rst_n && begins && late > 2);
        if (REACH)  // the latest refresh
            cover (rst_n && begins && late == LATEST);
    end
endmodule
