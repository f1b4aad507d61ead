// SPDX-License-Identifier: Apache-2.0
//
// Proof of the whole monitor with the card's wires: transactions and a processor's
// accesses share the counter SRAM. CONTROL proves which of them uses it, and for how long.
// Otherwise the solver chooses one counter, and the proof tracks it through counts and accesses.
`default_nettype none

module prove_numachine #(
    parameter PIPELINED = 0
) (
    input wire        clk,
    input wire        reset_n,
    input wire        mon_start,
    input wire [63:0] ad,
    input wire [15:0] cmd,
    input wire        valid,
    input wire        lock,
    input wire        local_global,
    input wire [8:0]  block_label,
    input wire        sf_start,
    input wire        sf_double,
    input wire        hold,
    input wire [31:0] other     // contents of the counters that are not tracked
);
`ifdef CONTROL
    wire count_hold = 1'b0;
`else
    wire count_hold = hold;
`endif

    wire        busy, flex_write_sram, overflow, sf_ack, enable, addr0_oe_n, addr0, lo, hi;
    wire [3:0]  config_register;
    wire [15:0] external_addr, addr_o, addr_oe, raddr, waddr;
    wire [31:0] external_data, data_o, wdata;
    wire [1:0]  we_n, we;
    wire        re, data_oe, oe_n;
    wire [63:0] sf_rdata;
    reg  [31:0] data_i, rdata;

    numachine #(.PIPELINED(PIPELINED)) dut (
        .clk(clk), .reset_n(reset_n), .mon_start(mon_start), .ad(ad), .cmd(cmd), .valid(valid),
        .lock(lock), .local_global(local_global), .fifo_cnt_en(1'b0), .fifo_cnt_dir(1'b0),
        .cache_line_size(1'b0), .num_memory_boards(1'b0), .busy(busy), .block_label_i(block_label),
        .block_label_write_data(9'd0), .config_register(config_register),
        .external_addr(external_addr), .external_addr_enable(enable), .flexprog_oe_n(1'b0),
        .sram_addr0_oe_n(addr0_oe_n), .counter_sram_addr_o(addr_o), .counter_sram_addr_oe(addr_oe),
        .flex_write_sram(flex_write_sram), .overflow(overflow), .count_hold(count_hold),
        .counter_sram_data_i(data_i), .counter_sram_data_o(data_o), .counter_sram_data_oe(data_oe),
        .counter_sram_oe_n(oe_n), .counter_sram_we_n(we_n), .external_data(external_data),
        .flex_lo_wr(lo), .flex_hi_wr(hi), .ci_overflow(overflow), .counter_raddr(raddr),
        .counter_re(re), .counter_rdata(rdata), .counter_waddr(waddr), .counter_we(we),
        .counter_wdata(wdata), .sf_start(sf_start), .sf_double(sf_double), .sf_ack(sf_ack),
        .sf_rdata(sf_rdata), .sf_config_register(config_register), .sf_external_addr(external_addr),
        .sf_external_addr_enable(enable), .sf_sram_addr0_oe_n(addr0_oe_n), .sf_sram_addr0(addr0),
        .sf_external_data(external_data), .sf_flex_lo_wr(lo), .sf_flex_hi_wr(hi)
    );

    (* hierconn *) wire       \dut.rst_n ;
    (* hierconn *) wire       \dut.count_write ;
    (* hierconn *) wire [1:0] \dut.u_special.state ;
    (* hierconn *) wire       \dut.u_special.is_counter ;
    (* hierconn *) wire       \dut.u_special.reads ;
    (* hierconn *) wire       \dut.u_special.doubles ;
    (* hierconn *) wire       \dut.u_special.second ;
    (* hierconn *) wire [1:0] \dut.u_special.drained ;
    (* hierconn *) wire       \dut.u_special.tail ;
    (* hierconn *) wire       \dut.u_monitor.s1_valid ;
    (* hierconn *) wire       \dut.u_monitor.s2_valid ;
    (* hierconn *) wire       \dut.u_monitor.check ;
    (* hierconn *) wire       \dut.u_monitor.label_write ;

    // PIPELINED: DRAIN is the part of ACT in which counts end, TAIL the clock in which the last
    // data come
    localparam IDLE = 0, DATA = 1, ACT = 2, BEAT = 3, DRAIN = 4, TAIL = 5;
    wire [1:0] drained = \dut.u_special.drained ;
    wire [2:0] state = \dut.u_special.tail ? TAIL
                     : PIPELINED && \dut.u_special.state == ACT && drained != 2'd0 ? DRAIN
                     : \dut.u_special.state ;

    initial assume (!reset_n);
    wire rst_n = \dut.rst_n ;

    // ---- the current access, as seen on the bus
    wire       is_access = ad[35:32] == 4'd4 && (ad[27:24] == 4'hF || ad[27:24] == 4'hE);
    reg        active, counter, reading, wide;
    reg [4:0]  age;             // clocks since sf_start
    reg [15:0] number;
    reg [63:0] written;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            active  <= 1'b0;
            counter <= 1'b0;
            reading <= 1'b0;
            wide    <= 1'b0;
            age     <= 5'd0;
            number  <= 16'd0;
            written <= 64'd0;
        end else begin
            if (sf_start && is_access && (!active || sf_ack)) begin
                active  <= 1'b1;
                counter <= ad[27:24] == 4'hE;
                reading <= cmd[3];
                wide    <= sf_double;
                number  <= ad[17:2];
                age     <= 5'd1;
            end else begin
                if (sf_ack)
                    active <= 1'b0;
                age <= age + (age != 5'd31);
            end
            if (active && age == 5'd1)
                written <= ad;
        end

    always @* if (rst_n) begin
        // Only an access gets an answer, and exactly one.
        assert (!sf_ack || active);
        // invariants
        assert (state != TAIL || \dut.u_special.state == IDLE);
        assert (active == (state != IDLE || sf_ack));
        assert (!(sf_ack && state != IDLE));
        if (state != IDLE)
            assert (counter == \dut.u_special.is_counter && reading == \dut.u_special.reads &&
                    wide == \dut.u_special.doubles );
        assert (enable == (state == DRAIN || state == BEAT));
        if (enable || state == TAIL)
            assert (counter);
        if (!PIPELINED)
            assert (state != DRAIN && state != TAIL);
        if (state == TAIL)
            assert (reading);
        if (state == BEAT && \dut.u_special.second )
            assert (wide);
        if (state != BEAT && state != TAIL && !(state == IDLE && sf_ack))
            assert (!\dut.u_special.second );
        if (PIPELINED && state == ACT)
            assert (drained == 2'd0);
        assert (!(lo || hi) || (state == BEAT && !reading));
    end

`ifdef CONTROL
    // ---- owner of the SRAM
    reg  [2:0] strobes;         // flex_write_sram in the three clocks before
    reg  [2:0] since;           // clocks since a transaction was accepted; 7: more than 6
    reg  [1:0] had;             // enable in the two clocks before
    wire       accept = mon_start && !busy;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            strobes <= 3'd0;
            had     <= 2'd0;
            since   <= 3'd7;
        end else begin
            strobes <= {strobes[1:0], flex_write_sram};
            had     <= {had[0], enable};
            since   <= accept ? 3'd0 : since + (since != 3'd7);
        end

    wire s1 = \dut.u_monitor.s1_valid , s2 = \dut.u_monitor.s2_valid ;

    always @* if (rst_n) begin
        assert (\dut.u_monitor.check == (since == 3'd0));
        if (PIPELINED) begin
            assert (busy == (enable || \dut.u_monitor.label_write ));
            // No count is in progress when the processor reads or writes.
            if (state == BEAT)
                assert (!flex_write_sram && strobes[1:0] == 2'd0);
            assert (\dut.count_write == strobes[1]);
            if (state == DRAIN)
                assert ((drained == 2'd1 || !flex_write_sram) &&
                        (drained != 2'd3 || strobes[0] == 1'b0));
            if (enable && state == BEAT && !\dut.u_special.second )
                assert (age == 5'd6);
            // Every access takes the same time.
            if (active)
                case (state)
                DATA:  assert (age == 5'd1);
                ACT:   assert (age == 5'd2);
                DRAIN: assert (age == 5'd2 + drained);
                BEAT:  assert (age == 5'd6 + \dut.u_special.second );
                TAIL:  assert (age == 5'd7 + wide);
                default: assert (age == (counter ? 5'd7 + wide + reading : 5'd3));
                endcase
        end else begin
            // A processor never delays a transaction: busy lasts three clocks.
            assert (busy == (since <= 3'd2));
            assert (!(enable && (flex_write_sram || \dut.count_write )));
            assert (\dut.count_write == strobes[0]);
            // An event waits for at most two clocks.
            assert (!s1 || since == 3'd0);
            if (s2)
                assert (since >= 3'd1 && since <= 3'd3);
            assert (!(s1 && s2));
            if (s2 && since == 3'd2)
                assert (had[0] && (!enable || \dut.u_special.second ));
            if (s2 && since == 3'd3)
                assert (had == 2'b11 && !enable);
            if (flex_write_sram)
                assert ((since >= 3'd2 && since <= 3'd4) || since == 3'd0);
            if (strobes[0])
                assert ((since >= 3'd3 && since <= 3'd5) || since <= 3'd1);
            // An access takes 4 clocks, 5 with 64 bits, and one more if a count comes first.
            if (active)
                case (state)
                DATA:    assert (age == 5'd1);
                ACT:     assert (age >= 5'd2 && (counter || age == 5'd2));
                BEAT:    assert (age >= 5'd3 + \dut.u_special.second );
                default: assert (counter ? age >= 5'd4 + wide : age == 5'd3);
                endcase
            if (had[0] && !enable)
                assert (sf_ack);
            if (flex_write_sram && since == 3'd0)
                assert (state == IDLE || state == DATA);
            // The card's bus carries one address, so no transaction begins together with an access,
            // and a count delays it by only one clock.
            if (active && state == ACT)
                assert (age == 5'd2 && !s2 || age == 5'd3 && strobes[0]);
            if (active)
                assert (age <= 5'd5 + wide);
            if (state == BEAT)
                assert (age <= 5'd4 + \dut.u_special.second );
        end
    end

    always @* begin
        cover (rst_n && sf_ack && counter && wide && since == 3'd0);
        cover (rst_n && enable && s2);
        cover (rst_n && sf_ack && counter && age == (PIPELINED ? 5'd8 : 5'd5) + wide);
    end
`else
    // ---- one counter
    (* anyconst *) reg [15:0] followed;
    reg  [31:0] word, model;
    wire        hits = active && counter && (wide ? number[15:1] == followed[15:1] :
                       number == followed);
    wire [31:0] to_write = wide && !followed[0] ? written[63:32] : written[31:0];
    wire        mine, saved, more, outside;

`ifdef PIPE
    wire [15:0] pins = waddr;
    wire [31:0] to_store = wdata;
    wire [1:0]  stores = we;
    reg  [2:0]  strobes;        // flex_write_sram in the three clocks before
    reg         fetched;        // the processor read the counter in the previous clock

    (* hierconn *) wire [15:0] \dut.address ;
    (* hierconn *) wire [15:0] \dut.count_addr ;
    (* hierconn *) wire        \dut.g_pipelined.u_count.adds ;
    (* hierconn *) wire [15:0] \dut.g_pipelined.u_count.addr ;
    (* hierconn *) wire        \dut.g_pipelined.u_count.past ;
    (* hierconn *) wire [15:0] \dut.g_pipelined.u_count.past_addr ;
    (* hierconn *) wire [31:0] \dut.g_pipelined.u_count.past_data ;
    wire adding = \dut.g_pipelined.u_count.adds && \dut.g_pipelined.u_count.addr == followed;
    wire passed = \dut.g_pipelined.u_count.past && \dut.g_pipelined.u_count.past_addr == followed;

    assign mine  = flex_write_sram && \dut.address == followed;
    assign saved = \dut.count_write && \dut.count_addr == followed;
    assign more  = 1'b0;

    // a word that is read while it is written may have any value
    always @(posedge clk) begin
        strobes <= rst_n ? {strobes[1:0], flex_write_sram} : 3'd0;
        fetched <= rst_n && re && raddr == followed && state == BEAT;
        if (re)
            rdata <= raddr == followed && !(we != 2'b00 && waddr == raddr) ? word : other;
    end

    always @* if (rst_n) begin
        assert ((saved ? \dut.count_data : word) + adding == model);
        assert (\dut.g_pipelined.u_count.adds == strobes[0] && \dut.count_write == strobes[1] &&
                \dut.g_pipelined.u_count.past == strobes[2]);
        if (passed)
            assert (word == \dut.g_pipelined.u_count.past_data );
        if (adding && !passed)
            assert (rdata == word);
        if (state == DRAIN)
            assert ((drained == 2'd1 || !flex_write_sram) &&
                    (drained != 2'd3 || strobes[0] == 1'b0));
        if (state == BEAT || state == TAIL)
            assert (!flex_write_sram && strobes[1:0] == 2'd0);
        if (sf_ack && counter)
            assert (strobes[1:0] == 2'd0);
        if (fetched)
            assert (rdata == word);
        if (state == TAIL)
            assert (fetched == (hits && (!wide || followed[0])));
        if (state == BEAT)
            assert (fetched == (\dut.u_special.second && hits && !followed[0] && reading));
        if (state == TAIL && hits && wide && !followed[0])
            assert (sf_rdata[31:0] == word);
    end
`else
    wire [15:0] pins = {addr_o[15:1], addr_oe[0] ? addr_o[0] : addr0};
    wire [31:0] to_store = data_o;
    wire [1:0]  stores = ~we_n;

    assign mine    = flex_write_sram && addr_o == followed && !enable;
    assign saved   = \dut.count_write && addr_o == followed;
    assign more    = saved && count_hold;

    always @*
        data_i = pins == followed ? word : other;

    always @* if (rst_n) begin
        assert ((saved ? \dut.count_data : word) == model);
        assert (stores == 2'b00 || data_oe);
        assert (data_oe == oe_n);
        assert (!(enable && (flex_write_sram || \dut.count_write )));
        assert (!(flex_write_sram && \dut.count_write && count_hold));
        if (state == BEAT && \dut.u_special.second && hits && !followed[0] && reading)
            assert (sf_rdata[31:0] == word);
    end
`endif

    assign outside = pins == followed && stores != 2'b00 && !\dut.count_write ;

    reg [1:0] stored;           // number of times that the access has written the counter

    always @(posedge clk) begin
        if (pins == followed) begin
            if (stores[0]) word[15:0]  <= to_store[15:0];
            if (stores[1]) word[31:16] <= to_store[31:16];
        end
        if (!rst_n)
            model <= word;
        else
            model <= outside ? to_write : model + (mine || more);
        if (!rst_n || sf_ack || !active)
            stored <= 2'd0;
        else
            stored <= stored + outside;
    end

    (* hierconn *) wire [31:0] \dut.count_data ;
    (* hierconn *) wire [23:2] \dut.u_special.offset ;
    (* hierconn *) wire [63:0] \dut.u_special.wdata ;

    always @* if (rst_n) begin
        // An access writes its counter once, with its data.
        if (outside)
            assert (hits && !reading && stores == 2'b11 && to_store == to_write && stored == 2'd0);
        if (sf_ack && hits) begin
            assert (stored == !reading);
            if (reading)
                assert ((wide && !followed[0] ? sf_rdata[63:32] : sf_rdata[31:0]) == word);
            if (reading && !wide)
                assert (sf_rdata[63:32] == 32'd0);
        end

        // invariants
        if (state != IDLE)
            assert (\dut.u_special.offset [17:2] == number);
        if (active && age == 5'd1)
            assert (state == DATA);
        if (state == DATA)
            assert (age == 5'd1);
        if (state != IDLE && state != TAIL && state != DATA)
            assert (\dut.u_special.wdata == written);
        assert (stored <= 2'd1);
        if (state != BEAT && !sf_ack)
            assert (stored == 2'd0);
        if (state == BEAT) begin
            assert (external_addr == {number[15:1], !wide && number[0]});
            assert (addr0_oe_n == wide && (!wide || addr0 == \dut.u_special.second ));
            assert (lo == !reading && hi == !reading);
            assert (external_data == (wide && !addr0 ? written[63:32] : written[31:0]));
            if (!(\dut.u_special.second && hits && !followed[0]))
                assert (stored == 2'd0);
            else
                assert (stored == !reading);
        end
    end

    reg [7:0] counted;
    always @(posedge clk)
        counted <= rst_n ? counted + mine : 8'd0;
    always @* begin
        cover (rst_n && sf_ack && hits && wide && reading && counted == 8'd1 && word == 32'd1);
        cover (rst_n && sf_ack && hits && !wide && !reading && counted == 8'd1);
    end
`endif
endmodule
