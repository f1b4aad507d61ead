// SPDX-License-Identifier: Apache-2.0
//
// Proof of shrimp_host: each request of the link is executed exactly once, with its address, lanes
// and data, and ends in time.
//
// Assumptions: the link behaves as proved for cdc_handshake. A memory ends a requested access
// within the number of clocks proved in surf_stage3_eisa. reg_wait lasts at most 3 clocks at a
// time (surf_index_fifo), and reg_busy lasts less than BUSY clocks. After a reset a memory access
// ends by itself within 5 clocks; the next request comes later, because the link and the bus cycle
// take 4 BCLK of 120 ns.
`default_nettype none

module prove_shrimp_host (
    input wire        clk25,
    input wire        rst_por_n,
    input wire        rst_board_n,
    input wire        valid,
    input wire [62:0] data,
    input wire [31:0] reg_rdata,
    input wire        reg_wait,
    input wire        reg_busy,
    input wire        t_done,
    input wire [31:0] t_rdata,
    input wire        h_done,
    input wire [31:0] h_rdata
);
    localparam T_WAIT = 35, H_WAIT = 27, SETTLE = 5, BUSY = 7;

    wire        done, enable, reg_wr, reg_rd, t_req, h_req, o_write;
    wire [31:0] done_data, o_wdata;
    wire [2:0]  irlev;
    wire [3:0]  o_be;
    wire [25:2] o_addr;

    shrimp_host dut (.write(o_write), .addr(o_addr), .be(o_be), .wdata(o_wdata), .*);

    initial assume (!rst_por_n);

    // The link
    reg        serving;     // valid was 1, and done has not followed
    reg [62:0] request;
    reg [2:0]  quiet;       // clocks since the reset

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            serving <= 1'b0;
            quiet   <= 3'd0;
        end else begin
            serving <= (valid || serving) && !done;
            if (quiet != SETTLE)
                quiet <= quiet + 3'd1;
        end
    always @(posedge clk25)
        request <= data;

    wire       go = valid || serving;
    wire [1:0] target;
    wire       write;
    wire [25:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;

    assign {target, write, addr, be, wdata} = data;

    always @* begin
        if (!rst_por_n)
            assume (!rst_board_n);
        if (valid)
            assume (rst_board_n && !serving && quiet == SETTLE);
        else
            assume (data == request);
    end

    // The memories and the index FIFO
    reg [5:0] t_asked, h_asked;     // clocks
    reg [1:0] waited;
    reg [2:0] busy;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            t_asked <= 6'd0;
            h_asked <= 6'd0;
        end else begin
            t_asked <= t_req && !t_done ? t_asked + 6'd1 : 6'd0;
            h_asked <= h_req && !h_done ? h_asked + 6'd1 : 6'd0;
        end
    always @(posedge clk25) begin
        waited <= reg_wait ? waited + 2'd1 : 2'd0;
        busy   <= reg_busy ? busy + 3'd1 : 3'd0;
    end
    initial assume (waited == 0 && busy == 0);

    always @* begin
        if (t_done)
            assume (t_asked >= 5 || quiet != SETTLE);
        if (h_done)
            assume (h_asked >= 5 || quiet != SETTLE);
        assume (t_asked < T_WAIT || t_done);
        assume (h_asked < H_WAIT || h_done);
        assume (!(reg_wait && waited == 3));
        assume (!(reg_busy && busy == BUSY));
    end

    // The accesses made for this request
    reg       struck;       // one strobe
    reg [5:0] age;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            struck <= 1'b0;
            age    <= 6'd0;
        end else begin
            struck <= go && !done && (struck || reg_wr || reg_rd);
            age    <= go && !done ? age + 6'd1 : 6'd0;
        end

    always @* if (rst_board_n) begin
        // The outputs carry the access until its end.
        if (go)
            assert ({o_write, o_addr, o_be, o_wdata} == {write, addr, be, wdata});
        // A register gets one strobe, not while the index FIFO is busy, and the request ends after
        // it.
        if (reg_wr || reg_rd) begin
            assert (go && target == 1 && !struck && !reg_wait);
            assert (reg_wr == write && reg_rd == !write);
        end
        if (go && target == 1) begin
            assert (done == (struck && !reg_busy));
            if (done && !write)
                assert (done_data == reg_rdata);
        end
        // A memory is requested from valid until it is done; the other one is not requested.
        assert (t_req == (go && target == 2));
        assert (h_req == (go && target == 3));
        if (t_req || h_req) begin
            assert (done == (t_req ? t_done : h_done));
            if (done && !write)
                assert (done_data == (t_req ? t_rdata : h_rdata));
        end
        // EBCR is accessed at once.
        if (go && target == 0)
            assert (valid && done);
        // Each request ends once, and done comes only with a request.
        if (done)
            assert (go);
        if (go)
            assert (age <= (target == 0 ? 0 : target == 1 ? 4 + BUSY : target == 2 ? T_WAIT :
                    H_WAIT));
    end

    // The copy of EBCR
    reg       ebcr_enable;
    reg [2:0] ebcr_irlev;
    wire      wr_ebcr = valid && target == 0;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            ebcr_enable <= 1'b0;
        else if (wr_ebcr && be[0])
            ebcr_enable <= wdata[0];
    always @(posedge clk25 or negedge rst_por_n)
        if (!rst_por_n)
            ebcr_irlev <= 3'd0;
        else if (wr_ebcr && be[1])
            ebcr_irlev <= wdata[10:8];

    always @* assert (enable == ebcr_enable && irlev == ebcr_irlev);

    // Invariants
    (* hierconn *) wire \dut.active ;
    (* hierconn *) wire \dut.struck ;

    always @* if (rst_board_n) begin
        assert (\dut.active == serving && \dut.struck == struck);
        assert (quiet <= SETTLE);
        if (serving) begin
            assert (quiet == SETTLE && target != 0 && age != 0);
            assert (t_asked == (target == 2 ? age : 0) && h_asked == (target == 3 ? age : 0));
            if (target == 1 && !struck)
                assert (age <= 3 && waited >= age);
            if (target == 1 && struck)
                assert (age <= 4 + busy);
        end else
            assert (age == 0 && t_asked == 0 && h_asked == 0 && !struck);
        assert (!struck || (serving && target == 1));
    end

    always @* begin
        cover (rst_board_n && done && target == 1 && age == 4 + BUSY && !write);
        cover (rst_board_n && done && target == 2 && age == 7 && !write);
        cover (rst_board_n && enable && irlev == 5 && done && target == 3);
    end
endmodule
