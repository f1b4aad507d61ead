// SPDX-License-Identifier: Apache-2.0
//
// Proof of eisa_slave against every legal master and back end.
//
// A step is the time from one BCLK rise to the next. START# and CMD# of the next step are free
// within the rules: START# has any length; CMD# lasts at least until EXRDY is high at the BCLK
// fall; the next START# follows at once or later. The address is free, even during CMD#. There are
// cycles of other boards, with their EXRDY. Reset comes at any time. The back end answers a read in
// the next clock, or is busy for any time after any request.
`default_nettype none

module prove_eisa_slave (
    input wire        bclk,
    input wire        rst_n,
    input wire [1:0]  choice,       // the master's next step
    input wire        other_wait,   // EXRDY of another board
    input wire [7:0]  la_n,
    input wire [21:0] la,
    input wire [3:0]  be_n,
    input wire        m_io,
    input wire        w_r,
    input wire        aen,
    input wire [31:0] d_i,
    input wire        dec_sel,
    input wire        local,        // the back end answers the current request at once
    input wire        finish,       // the back end ends the current request
    input wire [31:0] response
);
    localparam [1:0] IDLE = 2'd0, START = 2'd1, CMD = 2'd2;

    // Master
    reg  [1:0] bus;
    wire       start_n = bus != START;
    wire       cmd_n   = bus != CMD;
    wire       exrdy_oe;

    always @(posedge bclk)
        case (bus)
        IDLE:    bus <= choice[0] ? START : IDLE;
        START:   bus <= choice[0] ? START : CMD;
        default: bus <= exrdy_oe || other_wait || choice[1] ? CMD : choice[0] ? START : IDLE;
        endcase

    initial assume (!rst_n && bus == IDLE);

    wire [31:0] d_o, req_wdata, ack_rdata;
    wire        d_oe, ex32_n_oe, dec_mem, dec_aen, req, req_write, req_mem, busy, ack, access;
    wire [31:2] dec_addr, req_addr;
    wire [3:0]  req_be;

    eisa_slave dut (.*);

    // Back end
    reg        at_once, under_way;
    reg        kept;
    reg [31:0] answer;

    assign busy = under_way && !finish;
    assign ack  = at_once || (under_way && finish);
    assign ack_rdata = kept ? answer : response;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            at_once   <= 1'b0;
            under_way <= 1'b0;
            kept      <= 1'b0;
            answer    <= 32'd0;
        end else begin
            at_once   <= req && local && !req_write;
            under_way <= busy || (req && !local);
            if (ack) begin
                kept   <= 1'b1;     // the data are kept until the next request
                answer <= response;
            end else if (req)
                kept <= 1'b0;
        end

    // The cycle on the bus: the last clock of START# counts
    reg        own, own_write, own_mem;
    reg [31:2] own_addr;
    reg [3:0]  own_be;
    reg        asked, answered, ready, was_busy;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            own <= 1'b0;
            {own_write, own_mem, own_addr, own_be} <= 36'd0;
            {asked, answered, ready, was_busy} <= 4'd0;
        end else begin
            was_busy <= busy;
            if (bus == START) begin
                own       <= dec_sel;
                own_write <= w_r;
                own_mem   <= m_io;
                own_addr  <= {~la_n, la};
                own_be    <= ~be_n;
                asked     <= 1'b0;
                answered  <= 1'b0;
                ready     <= 1'b0;
            end else begin
                if (bus == IDLE)
                    own <= 1'b0;
                if (req)
                    asked <= 1'b1;
                if (asked && ack)
                    answered <= 1'b1;
                if (bus == CMD && !exrdy_oe)
                    ready <= 1'b1;
            end
        end

    wire serving = rst_n && own && bus == CMD;

    always @* begin
        // The board is selected before START#.
        assert (ex32_n_oe == (dec_sel && rst_n));
        assert (dec_addr == {~la_n, la} && dec_mem == m_io && dec_aen == aen);
        // Data are driven only in CMD# of a read of this board; they are valid and stable when the
        // cycle may end.
        assert (d_oe == (serving && !own_write));
        if (serving && !own_write && !exrdy_oe)
            assert (answered && d_o == answer);
        // There is one request in a cycle of this board, before it may end, and none in others.
        if (req) begin
            assert (serving && !asked && !busy);
            assert (req_wdata == d_i);
        end
        if (serving) begin
            assert (req_write == own_write && req_mem == own_mem);
            assert (req_addr == own_addr && req_be == own_be);
            assert (exrdy_oe || asked || req);
            assert (access);
        end
        // EXRDY is pulled low only in cycles of this board, and not again after it was high.
        if (exrdy_oe)
            assert (rst_n && own && bus != IDLE && !ready);
        // Each cycle ends: a write waits only while the back end is busy,
        if (serving && own_write && exrdy_oe)
            assert (was_busy && !asked);
        // a request is made as soon as the back end is free, and a read waits until the answer.
        if (serving && !asked && !busy)
            assert (req);
        if (serving && !own_write)
            assert (exrdy_oe == !answered);
    end

    // Invariants
    (* hierconn *) wire \dut.pending ;
    (* hierconn *) wire \dut.reading ;

    always @* begin
        assert (bus == IDLE || bus == START || bus == CMD);
        assert (!(at_once && under_way));
        if (rst_n && bus == CMD) begin
            assert (access == own);
            assert (\dut.pending == (own && !asked));
            assert (\dut.reading == (own && !own_write && asked && !answered));
            assert (!asked || own);
            assert (!answered || asked);
            assert (!ready || !own || asked);
        end
        if (own && bus == CMD && !own_write && asked)
            assert (answered ? kept && !under_way && !at_once : at_once || under_way);
    end

    // Reachable: a write that follows another without a pause and waits for it; a slow read after
    // START# of three clocks; a read immediately after a write; a cycle after a reset in mid-read
    reg [1:0] starts;
    reg       posted, chain, d_oe_was, cut;

    initial {starts, posted, chain, d_oe_was, cut} = 6'd0;

    always @(posedge bclk) begin
        if (bus == IDLE)
            starts <= 2'd0;
        else if (bus == START)
            starts <= starts == 2'd3 ? starts : starts + 2'd1;
        posted   <= serving && own_write && req;
        chain    <= bus == START ? chain || posted : bus == CMD && chain;
        d_oe_was <= d_oe;
        cut      <= cut || (!rst_n && d_oe_was);
    end

    always @* begin
        cover (serving && chain && own_write && req && was_busy);
        cover (serving && chain && !own_write && answered);
        cover (serving && starts == 3 && !own_write && answered && d_o == 32'h12345678);
        cover (serving && cut && own_write && req);
    end
endmodule
