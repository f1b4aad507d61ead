// SPDX-License-Identifier: Apache-2.0
//
// Proof of pci_target against every legal master and board.
//
// A step is a clock of the bus. FRAME# and IRDY# are free within the rules: there are bursts of any
// length, IRDY# at any time, fast back-to-back cycles, cycles of other targets and cycles that no
// target answers. Addresses, commands, data, byte enables, parity and IDSEL are free. The board
// answers a request with done, refuse or target_abort at any time, or never. Reset comes at any
// time, even in the middle of a cycle.
`default_nettype none

module prove_pci_target (
    input wire        clk,
    input wire        rst_n,
    input wire [1:0]  choice,       // the master's next step
    input wire        other_ready,  // TRDY# or STOP# of another target
    input wire        idsel,
    input wire        req64_n,
    input wire [7:0]  cbe_n,
    input wire [31:0] ad_i,
    input wire [31:0] adh_i,
    input wire        par_i,
    input wire        par64_i,
    input wire        wide_ok,
    input wire        answer_done,
    input wire        answer_refuse,
    input wire        answer_abort,
    input wire [63:0] rdata
);
    localparam W = 25;
    localparam [1:0] IDLE = 2'd0, ADDRESS = 2'd1, DATA = 2'd2;

    wire [31:0] ad_o, adh_o;
    wire        ad_oe, adh_oe, par_o, par_oe, par64_o, par64_oe;
    wire        devsel_n, devsel_oe, trdy_n, trdy_oe, stop_n, stop_oe, ack64_n, ack64_oe;
    wire        perr_n, perr_oe, serr_oe;
    wire        req, write, wide, late, active;
    wire [W-1:0] addr;
    wire [7:0]  be;
    wire [63:0] wdata;

    // Master. FRAME# rises only while IRDY# is low; neither changes while IRDY# is low and the data
    // phase continues.
    reg  [1:0] bus;
    reg        frame_n, irdy_n;
    reg        own;                 // a cycle that the target has accepted
    wire       accepted;            // the clock before own rises
    wire       own_ready = own && (!trdy_n || !stop_n);
    wire       end_phase = !irdy_n && (own ? own_ready : other_ready && !accepted);

    always @(posedge clk)
        if (bus == IDLE || (bus == DATA && end_phase && frame_n)) begin
            bus     <= choice[0] ? ADDRESS : IDLE;
            frame_n <= !choice[0];
            irdy_n  <= 1'b1;
        end else if (bus == ADDRESS || irdy_n || end_phase) begin
            bus <= DATA;
            {frame_n, irdy_n} <= choice[0] ? 2'b01 : choice[1] ? 2'b00 : 2'b10;
        end

    initial assume (!rst_n && bus == IDLE && frame_n && irdy_n);

    wire done = req && answer_done;
    wire refuse = req && answer_refuse;
    wire target_abort = req && answer_abort;

    pci_target #(.WINDOW_LOG2(W)) dut (
        .devsel_n_o(devsel_n), .devsel_n_oe(devsel_oe), .trdy_n_o(trdy_n), .trdy_n_oe(trdy_oe),
        .stop_n_o(stop_n), .stop_n_oe(stop_oe), .ack64_n_o(ack64_n), .ack64_n_oe(ack64_oe),
        .perr_n_o(perr_n), .perr_n_oe(perr_oe), .serr_n_oe(serr_oe), .*
    );

    (* hierconn *) wire [31:W] \dut.bar0 ;
    (* hierconn *) wire        \dut.mem_en ;
    (* hierconn *) wire        \dut.perr_en ;
    (* hierconn *) wire        \dut.serr_en ;

    // The cycle on the bus
    reg        frame_was;           // 0 in reset, because FRAME# must first be sampled high
    reg        decode, turn;        // the clock after the address phase; the clock after a cycle
                                    // of this target
    reg [3:0]  age;                 // clocks since FRAME# was sampled low, up to 15
    reg [31:0] a;
    reg [3:0]  command;
    reg        selected, asked_64, parity;
    reg        own_read, own_config, own_wide, own_64;
    reg        moved;               // one word has been transferred
    reg        wrote;               // IRDY# has been low in this write
    reg [63:0] written;
    reg [7:0]  lanes;               // byte enables; of the lower half only in a narrow cycle

    wire begins  = !frame_n && frame_was;
    wire reads   = command == 4'h6 || command == 4'hA || command == 4'hC || command == 4'hE;
    wire memory  = command == 4'h6 || command == 4'h7 || command == 4'hC || command == 4'hE ||
                   command == 4'hF;
    wire in_window = memory && \dut.mem_en && a[31:W] == \dut.bar0 ;
    wire config_0 = (command == 4'hA || command == 4'hB) && selected && a[1:0] == 0 && a[10:8] == 0;
    wire good_parity = parity == par_i;
    assign accepted = decode && good_parity && (in_window || config_0);
    wire accepted_wide = in_window && asked_64 && wide_ok && !a[2];
    wire ends    = own && frame_n && end_phase;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {frame_was, decode, turn, own, moved, wrote} <= 6'd0;
            age <= 4'd0;
            {a, command, selected, asked_64, parity} <= 39'd0;
            {own_read, own_config, own_wide, own_64} <= 4'd0;
            written <= 64'd0;
            lanes   <= 8'd0;
        end else begin
            frame_was <= frame_n;
            decode    <= begins;
            turn      <= ends;
            if (begins) begin
                a        <= ad_i;
                command  <= cbe_n[3:0];
                selected <= idsel;
                asked_64 <= !req64_n;
                parity   <= ^{ad_i, cbe_n[3:0]};
                age      <= 4'd1;
            end else if (age != 4'd15)
                age <= age + 4'd1;
            if (decode) begin
                own        <= accepted;
                own_read   <= reads;
                own_config <= config_0;
                own_wide   <= accepted_wide;
                own_64     <= asked_64;
                moved      <= 1'b0;
                wrote      <= !irdy_n;
                written    <= {accepted_wide ? adh_i : 32'd0, ad_i};
                lanes      <= {accepted_wide ? ~cbe_n[7:4] : 4'd0, ~cbe_n[3:0]};
            end else if (ends)
                own <= 1'b0;
            if (own && end_phase && !trdy_n)
                moved <= 1'b1;
            if (own && !irdy_n && !wrote) begin
                wrote   <= 1'b1;
                written <= {own_wide ? adh_i : 32'd0, ad_i};
            end
        end

    // Values in the previous clock
    reg        was_refused;
    reg [31:0] was_config;
    reg        was_own, was_ready, was_ended, was_trdy_n, was_stop_n, was_devsel_n;
    reg        was_ad_oe, was_adh_oe, was_par, was_par64, was_done;
    reg [31:0] was_ad, was_adh;
    reg [63:0] was_rdata;
    reg        checks, checks_64, sum, sum_64;  // a word of a write was transferred
    reg        perr_now, perr_was, serr_now;

    wire bad = checks && (sum != par_i || (checks_64 && sum_64 != par64_i));

    // The configuration registers: a write changes the fields of its register in the enabled lanes;
    // a status bit that is set in the clock in which 1 is written to it stays set.
    reg [31:W] x_bar0;
    reg        x_mem, x_perr, x_serr, x_dpe, x_sse, x_sta;
    wire       put = own && own_config && !own_read && wrote && !own_ready && !moved;
    wire       put_status = put && a[7:2] == 1;
    wire       wrong_address = decode && !good_parity;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            x_bar0 <= 0;
            {x_mem, x_perr, x_serr, x_dpe, x_sse, x_sta} <= 6'd0;
        end else begin
            if (put_status && lanes[0])
                {x_perr, x_mem} <= {written[6], written[1]};
            if (put_status && lanes[1])
                x_serr <= written[8];
            if (put && a[7:2] == 4 && lanes[3])
                x_bar0 <= written[31:W];
            x_dpe <= wrong_address || bad || (x_dpe && !(put_status && lanes[3] && written[31]));
            x_sse <= (wrong_address && x_perr && x_serr) ||
                     (x_sse && !(put_status && lanes[3] && written[30]));
            x_sta <= (target_abort && !done) ||
                     (x_sta && !(put_status && lanes[3] && written[27]));
        end

    reg [31:0] config_word;

    always @* begin
        case (a[7:2])
        0: config_word = 32'h59934D4B;
        1: config_word = {x_dpe, x_sse, 2'b00, x_sta, 2'b01, 16'd0, x_serr, 1'b0, x_perr, 4'd0,
                          x_mem, 1'b0};
        2: config_word = 32'h11010090;
        4: config_word = {x_bar0, 25'd0};
        default: config_word = 32'd0;
        endcase
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {was_own, was_ready, was_ended, was_trdy_n, was_stop_n, was_devsel_n} <= 6'd0;
            {was_ad_oe, was_adh_oe, was_par, was_par64, was_done} <= 5'd0;
            {was_ad, was_adh, was_rdata} <= 128'd0;
            {was_refused, was_config} <= 33'd0;
            {checks, checks_64, sum, sum_64, perr_now, perr_was, serr_now} <= 7'd0;
        end else begin
            was_own      <= own;
            was_ready    <= own_ready;
            was_ended    <= own && end_phase;
            was_trdy_n   <= trdy_n;
            was_stop_n   <= stop_n;
            was_devsel_n <= devsel_n;
            was_ad_oe    <= ad_oe;
            was_adh_oe   <= adh_oe;
            was_ad       <= ad_o;
            was_adh      <= adh_o;
            was_par      <= ^{ad_o, cbe_n[3:0]};
            was_par64    <= ^{adh_o, cbe_n[7:4]};
            was_done     <= done;
            was_rdata    <= rdata;
            was_refused  <= refuse || target_abort;
            was_config   <= config_word;
            checks       <= own && !own_read && end_phase && !trdy_n;
            checks_64    <= own_wide;
            sum          <= ^{ad_i, cbe_n[3:0]};
            sum_64       <= ^{adh_i, cbe_n[7:4]};
            perr_now     <= bad && \dut.perr_en ;
            perr_was     <= perr_now;
            serr_now     <= decode && !good_parity && \dut.perr_en && \dut.serr_en ;
        end

    always @* begin
        // The lines are driven in cycles of this target and, high, in the clock after; else never.
        assert (devsel_oe == (own || turn));
        assert (trdy_oe == (own || turn));
        assert (stop_oe == (own || turn));
        assert (ack64_oe == ((own || turn) && own_64));
        assert (ad_oe == (own && own_read));
        assert (adh_oe == (own && own_read && own_wide));
        assert (active == (own && !devsel_n));
        if (!own)
            assert (devsel_n && trdy_n && stop_n && ack64_n);
        if (own) begin
            // DEVSEL# is low from the second clock after the address phase; it is high only in a
            // target abort.
            if (!was_own)
                assert (!devsel_n && trdy_n && stop_n);
            assert (!devsel_n || (!stop_n && trdy_n));
            // ACK64# equals DEVSEL# in cycles of 64 bits.
            assert (ack64_n == (devsel_n || !own_wide));
            // TRDY# or STOP# comes within 15 clocks.
            if (age == 4'd15)
                assert (own_ready);
            // A retry that the board does not ask for comes in clock 15, not earlier.
            if (was_own && !was_ready && !stop_n && trdy_n && !was_refused)
                assert (age == 4'd15);
            if (own_config && own_read && !trdy_n && was_trdy_n)
                assert (ad_o == was_config);
            // The answer is stable until the end of the data phase.
            if (was_own && was_ready && !was_ended)
                assert (trdy_n == was_trdy_n && stop_n == was_stop_n && devsel_n == was_devsel_n);
            // STOP# stays low until FRAME# is high, and DEVSEL# with it.
            if (was_own && !was_stop_n)
                assert (!stop_n && devsel_n == was_devsel_n);
            // There is no target abort after TRDY#, and at most one word.
            if (moved)
                assert (trdy_n && !stop_n && !devsel_n);
            // The first word of a burst is also the last one.
            if (!trdy_n && !frame_n)
                assert (!stop_n);
            // No word of a write is accepted before the master drives it.
            if (!trdy_n && !own_read)
                assert (wrote);
            // The data of a read are those of the board, and stable.
            if (was_own && !was_trdy_n && !trdy_n)
                assert (ad_o == was_ad && adh_o == was_adh);
            if (was_done && own_read && !own_config && !trdy_n)
                assert ({adh_o, ad_o} == was_rdata);
            // The bus gets the answer in the clock after the board's.
            if (was_done)
                assert (!trdy_n);
        end
        // Parity is driven one clock after the data.
        assert (par_oe == was_ad_oe);
        assert (par64_oe == was_adh_oe);
        if (par_oe)
            assert (par_o == was_par);
        if (par64_oe)
            assert (par64_o == was_par64);
        // PERR# is low two clocks after a word of a write with wrong parity, and high in the next
        // clock.
        assert (perr_n == !perr_now);
        assert (perr_oe == (perr_now || perr_was));
        assert (serr_oe == serr_now);
        // Requests are made only in memory cycles of this target that it has not answered yet; a
        // write request has the data of the write.
        if (req) begin
            assert (own && !own_config && !own_ready);
            assert (write == !own_read && addr == a[W-1:0] && wide == own_wide && be == lanes);
            assert (late == (age >= 7));
            if (write)
                assert (wrote && wdata == written);
        end
    end

    // Invariants
    (* hierconn *) wire [2:0]  \dut.state ;
    (* hierconn *) wire        \dut.frame_q ;
    (* hierconn *) wire [3:0]  \dut.timer ;
    (* hierconn *) wire [31:W] \dut.base_q ;
    (* hierconn *) wire [3:0]  \dut.cmd_q ;
    (* hierconn *) wire        \dut.idsel_q ;
    (* hierconn *) wire        \dut.req64_q ;
    (* hierconn *) wire        \dut.addr_par ;
    (* hierconn *) wire [10:8] \dut.function_q ;
    (* hierconn *) wire        \dut.config_access ;
    (* hierconn *) wire        \dut.is_read ;
    (* hierconn *) wire        \dut.got ;
    (* hierconn *) wire        \dut.dpe ;
    (* hierconn *) wire        \dut.sse ;
    (* hierconn *) wire        \dut.sta ;
    (* hierconn *) wire [5:0]  \dut.dword ;
    (* hierconn *) wire        \dut.check ;
    (* hierconn *) wire        \dut.check_wide ;
    (* hierconn *) wire        \dut.data_par ;
    (* hierconn *) wire        \dut.data_par64 ;

    always @* begin
        assert (bus == IDLE || bus == ADDRESS || bus == DATA);
        assert (bus != IDLE || (frame_n && irdy_n));
        assert (bus != ADDRESS || (!frame_n && irdy_n));
        assert (bus != DATA || !frame_n || !irdy_n);
        if (bus == DATA && !frame_n)
            assert (!frame_was);
        if (own || decode)
            assert (bus == DATA && rst_n);
        assert (decode + own + turn <= 1);
        assert ({x_bar0, x_mem, x_perr, x_serr} ==
                {\dut.bar0 , \dut.mem_en , \dut.perr_en , \dut.serr_en });
        assert ({x_dpe, x_sse, x_sta} == {\dut.dpe , \dut.sse , \dut.sta });
        if (decode || own)
            assert (\dut.dword == a[7:2] && late == (age >= 7));
        if (own)
            assert (lanes == be);
        assert (\dut.frame_q == frame_was);
        assert (\dut.check == checks);
        if (checks)
            assert (\dut.check_wide == checks_64 && \dut.data_par == sum &&
                    \dut.data_par64 == sum_64);
        assert ((\dut.state == 1) == decode);
        assert ((\dut.state == 6) == turn);
        assert ((\dut.state >= 2 && \dut.state <= 5) == own);
        assert (\dut.state != 7);
        assert ({devsel_n, trdy_n, stop_n} == 3'b111 || own);
        case (\dut.state )
        2: assert ({devsel_n, trdy_n, stop_n} == 3'b011 && !moved && \dut.timer <= 14);
        3: assert (!devsel_n && !trdy_n && !moved);
        4: assert ({devsel_n, trdy_n, stop_n} == 3'b010);
        5: assert ({devsel_n, trdy_n, stop_n} == 3'b110 && !moved);
        endcase
        if (decode || own)
            assert (\dut.timer == age && addr == a[W-1:0] && \dut.req64_q == asked_64);
        if (decode)
            assert (\dut.base_q == a[31:W] && \dut.cmd_q == command && \dut.idsel_q == selected &&
                    \dut.addr_par == parity && \dut.function_q == a[10:8]);
        if (own) begin
            assert (\dut.is_read == own_read && \dut.config_access == own_config);
            assert (wide == own_wide);
            assert (own_64 == asked_64 && write == !own_read);
            if (\dut.state == 2) begin
                assert (\dut.got == wrote);
                assert (req == ((own_read || wrote) && !own_config));
                if (wrote)
                    assert (wdata == written && !irdy_n);
            end
            if (!own_64)
                assert (!own_wide);
            if (own_wide)
                assert (!own_config);
        end
    end

    // Reachable: situations for a master and a board
    reg back_to_back;

    initial back_to_back = 1'b0;

    always @(posedge clk)
        back_to_back <= begins && turn;

    always @* begin
        cover (own && moved && !frame_n);                       // burst, disconnected
        cover (ends && own_read && own_wide && !trdy_n);        // 64 bits
        cover (ends && !stop_n && trdy_n && age == 15 && !moved); // retry in time
        cover (ends && devsel_n);                               // target abort
        cover (accepted && back_to_back);
        cover (rst_n && own && own_config && !own_read && moved);
        cover (perr_now && checks_64);
        cover (serr_now);
        cover (put_status && lanes[3:0] == 4'b1000 && x_dpe && written[31]);
        cover (decode && !accepted && in_window);
    end
endmodule
