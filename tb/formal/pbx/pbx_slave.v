// SPDX-License-Identifier: Apache-2.0
//
// Proof of pbx_slave, with free jitter, any back end and resets at any time.
//
// A step is a clock of the slave. The master is asynchronous: it changes its outputs between any
// two clocks, or waits for any time. It obeys the four phases: req_n falls while ack_n is high,
// with a, rw and d stable until ack_n falls, and rises while ack_n is low. After a reset in
// mid-transfer, req_n may rise at any time, and falls again at the earliest three clocks after the
// slave could see it high. With ANY there are no rules: req_n is free.
`default_nettype none

module prove_pbx_slave (
    input wire        clk,
    input wire        rst_n,
    input wire        req_n,
    input wire [15:2] a,
    input wire        rw,
    input wire [31:0] d_i,
    input wire [31:0] rdata
);
    wire        ack_n, d_oe, req, req_write;
    wire [31:0] d_o, req_wdata;
    wire [15:2] req_addr;

    pbx_slave dut (.*);

    initial assume (!rst_n);

    // Values in the previous step
    reg        was_req_n, was_ack_n, was_oe;
    reg [46:0] was_said;
    reg [31:0] was_d;

    always @(posedge clk) begin
        was_req_n <= req_n;
        was_ack_n <= ack_n;
        was_oe    <= d_oe;
        was_said  <= {a, rw, d_i};
        was_d     <= d_o;
    end
    initial {was_req_n, was_ack_n, was_oe} = 3'b110;

    // Number of clocks for which req_n has been high, and low, since the reset; up to 7
    reg [2:0] high, low;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {high, low} <= 6'd0;
        else begin
            high <= !req_n ? 3'd0 : high + (high != 7);
            low  <= req_n ? 3'd0 : low + (low != 7);
        end

    // ---- for every master, even one that breaks the rules
    (* hierconn *) wire \dut.answer ;
    // Requests one and two clocks ago
    reg [1:0] asked_ago;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            asked_ago <= 2'd0;
        else
            asked_ago <= {asked_ago[0], req};

    always @* begin
        // Nothing is driven in reset; data are driven only with ack_n.
        if (!rst_n)
            assert (ack_n && !d_oe && !req);
        assert (!d_oe || !ack_n);
        // ack_n falls two clocks after a request, and rises only after req_n has been high.
        if (rst_n && was_ack_n && !ack_n)
            assert (asked_ago[1]);
        if (rst_n && !was_ack_n && ack_n)
            assert (low < 5);
        // A request follows a fall of req_n; the transfer ends soon after req_n has risen.
        if (req)
            assert (low != 0 || high < 5);
        if (high == 7)
            assert (ack_n && asked_ago == 0);
        // There is a clock between two requests.
        assert (!req || !asked_ago[0]);
        // invariant
        assert (\dut.answer == asked_ago[0]);
    end

`ifndef ANY
    // ---- for a master that obeys the rules
    reg [1:0] rest;     // idle clocks since the reset, as seen by the slave
    reg       cut;      // a reset has come since req_n fell

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            rest <= 2'd0;
            cut  <= 1'b1;
        end else begin
            if (req_n && rest != 3)
                rest <= rest + 2'd1;
            if (req_n)
                cut <= 1'b0;
        end

    always @* begin
        if (rst_n && was_req_n && !req_n)
            assume (ack_n && rest == 3);
        if (rst_n && !was_req_n && req_n)
            assume (!ack_n || cut);
        if (!req_n && !was_req_n && ack_n)
            assume ({a, rw, d_i} == was_said);
    end

    // The transfer: made = its request was issued, answer = the answer of the back end
    wire       own = rst_n && !req_n && !cut;
    reg        made, asked;
    reg [46:0] said;
    reg [31:0] answer;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            made  <= 1'b0;
            asked <= 1'b0;
        end else begin
            made  <= !req_n && (made || req);
            asked <= req;
            if (was_req_n && !req_n)
                said <= {a, rw, d_i};
            if (asked)
                answer <= rdata;
        end

    wire [46:0] now = was_req_n && !req_n ? {a, rw, d_i} : said;

    always @* if (rst_n) begin
        // There is exactly one request, with the master's address, direction and data.
        if (req) begin
            assert (own && !made && ack_n);
            assert ({req_addr, !req_write} == now[46:32]);
            assert (!req_write || req_wdata == now[31:0]);
        end
        // Phase 2: the answer comes after its request, within 6 clocks,
        if (own && low == 6)
            assert (made && !ack_n);
        if (own && !ack_n)
            assert (made);
        // and lasts until the master has seen it.
        if (own && !was_ack_n)
            assert (!ack_n || !made);
        // Data are driven on reads only and are stable until req_n and ack_n have risen.
        assert (d_oe == (!ack_n && now[32]));
        if (d_oe)
            assert (d_o == answer);
        if (d_oe && was_oe)
            assert (d_o == was_d);
        // Phase 4.
        if (high >= 4)
            assert (ack_n);
        // invariants
        assert (!cut || rest == 0);
        assert (rest == 3 || (ack_n && !own && !req));
    end

    // Invariants: the synchroniser holds earlier values of req_n
    (* hierconn *) wire \dut.u_req.u_sync.meta ;
    (* hierconn *) wire \dut.u_req.u_sync.skipped ;
    (* hierconn *) wire \dut.u_req.pin ;
    (* hierconn *) wire \dut.u_req.was ;
    reg [2:0] before;
    reg       skipped_before, pin_before;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {before, skipped_before, pin_before} <= 5'd0;
        else begin
            before         <= {before[1:0], req_n};
            skipped_before <= \dut.u_req.u_sync.skipped ;
            pin_before     <= \dut.u_req.pin ;
        end

    always @* if (rst_n) begin
        assert (\dut.u_req.u_sync.meta == (before[0] ^ \dut.u_req.u_sync.skipped ));
        assert (\dut.u_req.pin == (before[1] ^ skipped_before));
        assert (!\dut.u_req.u_sync.skipped || before[0] != before[1]);
        assert (!skipped_before || before[1] != before[2]);
        assert (\dut.u_req.was == !pin_before);
        assert (before[0] == was_req_n || rest == 0);
        // idle until req_n falls, then low until it rises
        if (rest == 3 && ack_n && (req_n || (!made && !req)))
            assert (\dut.u_req.pin || (!req_n && !\dut.u_req.was ));
        if (own && (made || req))
            assert (!\dut.u_req.pin && (!ack_n || req || asked_ago[0]));
    end

    // Reachable: a read after a write, a read with a different answer, a transfer after a reset in
    // mid-transfer
    reg wrote, was_cut;

    initial {wrote, was_cut} = 2'b0;
    always @(posedge clk) begin
        wrote   <= wrote || (own && made && !ack_n && req_write);
        was_cut <= was_cut || (!rst_n && !req_n && !was_ack_n);
    end

    always @* begin
        cover (own && wrote && d_oe && d_o == 32'h12345678);
        cover (own && was_cut && d_oe);
        cover (rst_n && high == 3 && !ack_n);
    end
`else
    // Reachable: a master that withdraws req_n before the answer; two requests that one fall of
    // ack_n answers
    always @* begin
        cover (rst_n && req_n && was_ack_n && !ack_n && d_oe);
        cover (rst_n && asked_ago[1] && !ack_n && !was_ack_n);
    end
`endif
endmodule
