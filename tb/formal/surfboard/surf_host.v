// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_host with one clock: each request of a bus slave takes effect exactly once, where
// the address map says, and is acknowledged exactly once.
//
// Assumptions: the slave behaves as proved of axil_slave and wb_slave; a memory ends each requested
// access within MEMORY clocks, and no other; reg_wait lasts at most 3 clocks at a time
// (surf_index_fifo). Otherwise the core and the memories are free.
`default_nettype none
`include "surfboard_regs.vh"

module prove_surf_host #(
    parameter WINDOW_LOG2 = 28
) (
    input wire        clk,
    input wire        por_n,
    input wire        go,           // the slave begins an access, with:
    input wire        go_write,
    input wire [27:2] go_addr,
    input wire [3:0]  go_be,
    input wire [31:0] go_wdata,
    input wire [31:0] tap_rdata     // the word at tap_addr
);
    localparam MEMORY = 9;
    // IDENTITY: EPIR, the identity block, which are constant, or the table of the taps
    localparam TAPS = WINDOW_LOG2 == 28 ? 1 : 0;
    localparam [2:0] NOTHING = 3'd0, IDENTITY = 3'd1, EBCR = 3'd2, REGS = 3'd3, TRACE = 3'd4,
                     HIST = 3'd5;

    // Slave
    reg         first, req, under_way;  // req: the clock after first, in which the address is
                                        // known; under_way: from the clock after it to ack
    reg         write;
    reg  [27:2] addr;
    reg  [3:0]  be;
    reg  [31:0] wdata;
    wire        ack, ack_error, rst_n, tap_clear;
    wire [8:2]  tap_addr;
    wire [31:0] ack_rdata;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {first, req, under_way, write} <= 4'd0;
            addr  <= 26'd0;
            be    <= 4'd0;
            wdata <= 32'd0;
        end else begin
            first     <= go && !first && !req && (!under_way || ack);
            req       <= first;
            under_way <= req || (under_way && !ack);
            if (go && !first && !req && (!under_way || ack))
                {write, addr, be, wdata} <= {go_write, go_addr, go_be, go_wdata};
        end

    initial assume (!por_n);

    surf_host #(
        .ONE_CLOCK(1), .MEM(0), .WINDOW_LOG2(WINDOW_LOG2), .TRACE_LOG2(9), .HIST_LOG2(8),
        .QUEUE_LOG2(7), .CLOCK_HZ(32'd123_456_789), .BUS(2), .TAPS(TAPS)
    ) dut (
        .bus_clk(clk), .clk25(clk), .por_n(por_n), .rst_bus_n(rst_n),
        .req(first), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata),
        .tap_addr(tap_addr), .tap_rdata(tap_rdata), .tap_clear(tap_clear)
    );

    // The requests to the core and the memories
    (* hierconn *) wire        \dut.reg_wr ;
    (* hierconn *) wire        \dut.reg_rd ;
    (* hierconn *) wire        \dut.reg_wait ;
    (* hierconn *) wire [31:0] \dut.reg_rdata ;
    (* hierconn *) wire        \dut.te_req ;
    (* hierconn *) wire        \dut.te_done ;
    (* hierconn *) wire [31:0] \dut.t_rdata ;
    (* hierconn *) wire        \dut.he_req ;
    (* hierconn *) wire        \dut.he_done ;
    (* hierconn *) wire [31:0] \dut.h_rdata ;
    (* hierconn *) wire        \dut.acc_write ;
    (* hierconn *) wire [25:2] \dut.acc_addr ;
    (* hierconn *) wire [3:0]  \dut.acc_be ;
    (* hierconn *) wire [31:0] \dut.acc_wdata ;

    wire strobe = \dut.reg_wr || \dut.reg_rd ;

    // The address map
    reg        enable;
    reg  [2:0] irlev;
    wire [1:0] part  = addr[WINDOW_LOG2-1 -: 2];
    wire       slot  = addr[WINDOW_LOG2-1:12] == 0;
    wire       block = slot && addr[11:5] == 7'b1101000;
    wire       taps = TAPS && slot && addr[11:9] == 3'b111;
    wire [2:0] place = block || taps || (slot && {addr[11:2], 2'b00} == `SURFBOARD_EPIR) ?
                       IDENTITY :
                       slot && {addr[11:2], 2'b00} == `SURFBOARD_EBCR ? EBCR :
                       !enable ? NOTHING :
                       part == 2'b11 ? HIST : part == 2'b10 ? TRACE :
                       addr[WINDOW_LOG2-1:16] == 1 ? REGS : NOTHING;

    reg        ended;       // the current access has taken effect
    reg        struck;      // the register strobe of the access was given
    reg        late;        // the register is read
    reg [3:0]  age;         // clocks since req
    reg [31:0] answer;
    reg [1:0]  waited;
    wire [3:0] small = 28 - WINDOW_LOG2;
    wire [7:0] window = WINDOW_LOG2;
    wire [11:0] where = `SURFBOARD_IDMR | {addr[4:2], 2'b00};
    wire [31:0] identity = where == `SURFBOARD_IDMR ? "YLLT" : where == `SURFBOARD_IDVR ? 32'h501 :
                           where == `SURFBOARD_IDCR ? 123_456_789 :
                           where == `SURFBOARD_IDGR ? {window, 24'h070908} :
                           where == `SURFBOARD_IDOR ? 32'h1205 | TAPS << 3 : 0;
    wire       asking = req || (under_way && !ended);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {ended, struck, late, enable} <= 4'd0;
            irlev  <= 3'd5;
            age    <= 4'd0;
            answer <= 32'd0;
            waited <= 2'd0;
        end else begin
            age    <= req ? 4'd1 : under_way && !ack ? age + 4'd1 : 4'd0;
            struck <= !ack && (struck || strobe);
            ended  <= !ack && (ended || (req && place <= EBCR) ||
                               (place == REGS && struck && !late) ||
                               (asking && place == TRACE && \dut.te_done ) ||
                               (asking && place == HIST && \dut.he_done ));
            late   <= strobe && !write;
            if (asking)
                answer <= block ? identity : taps ? tap_rdata :
                          place == IDENTITY ? `SURFBOARD_EPIR_RESET :
                          place == EBCR ? {16'd1, 5'd1, irlev, small, 4'h8 | enable} :
                          place == REGS ? \dut.reg_rdata : place == TRACE ? \dut.t_rdata :
                          \dut.h_rdata ;
            if (req && place == EBCR && write) begin
                if (be[0]) enable <= wdata[`SURFBOARD_EBCR_ENABLE];
                if (be[1]) irlev <= wdata[`SURFBOARD_EBCR_IRLEV];
            end
            waited <= \dut.reg_wait ? waited + 2'd1 : 2'd0;
        end

    always @* begin
        if (\dut.te_done )
            assume (\dut.te_req );
        if (\dut.he_done )
            assume (\dut.he_req );
        if (age == MEMORY && asking)
            assume (place == TRACE ? \dut.te_done : place != HIST || \dut.he_done );
        assume (!(\dut.reg_wait && waited == 3));
    end

    always @* if (rst_n) begin
        // Each request is acknowledged once, in the clock after its effect, and each ends.
        assert (ack == (under_way && ended));
        if (under_way)
            assert (age <= (place <= EBCR ? 1 : place == REGS ? (write ? 6 : 7) : MEMORY + 1));
        if (ack) begin
            assert (ack_error == (place == NOTHING));
            if (!write && place != NOTHING)
                assert (ack_rdata == answer);
        end
        // The table is read at the address, and 1 written to its control register clears once.
        if (req && taps)
            assert (tap_addr == addr[8:2]);
        assert (tap_clear == (req && taps && write && be[0] && wdata[`SURFBOARD_TPCR_CLEAR] &&
                            addr[8:2] == (`SURFBOARD_TPCR >> 2 & 7'h7F)));
        // A register gets one strobe; a memory is requested until it is done, and only if it
        // exists.
        if (strobe)
            assert (asking && place == REGS && !struck && \dut.reg_wr == write &&
                    \dut.reg_rd == !write);
        if (ack && place == REGS)
            assert (struck);
        assert (\dut.te_req == (asking && place == TRACE));
        assert (\dut.he_req == (asking && place == HIST));
        if (strobe || \dut.te_req || \dut.he_req )
            assert (\dut.acc_write == write && \dut.acc_addr == addr[WINDOW_LOG2-3:2] &&
                    \dut.acc_be == be && \dut.acc_wdata == wdata);
    end

    // Invariants
    (* hierconn *) wire       \dut.enable ;
    (* hierconn *) wire [2:0] \dut.irlev ;
    (* hierconn *) wire       \dut.reg_late ;
    (* hierconn *) wire       \dut.valid ;
    (* hierconn *) wire       \dut.is_epir ;
    (* hierconn *) wire       \dut.is_ebcr ;
    (* hierconn *) wire       \dut.is_regs ;
    (* hierconn *) wire       \dut.is_id ;
    (* hierconn *) wire       \dut.is_taps ;
    (* hierconn *) wire       \dut.at_once ;
    (* hierconn *) wire       \dut.u_host.active ;
    (* hierconn *) wire       \dut.u_host.struck ;
    (* hierconn *) wire [32:0] \dut.g_one_clock.answer ;

    always @* if (rst_n) begin
        assert (\dut.enable == enable && \dut.irlev == irlev);
        assert (!(req && under_way) && !(first && (req || under_way)));
        assert (\dut.valid == req);
        if (req || under_way) begin
            assert (\dut.is_epir == (place == IDENTITY && !block && !taps));
            assert (\dut.is_id == block && \dut.is_taps == taps);
            assert (\dut.is_ebcr == (place == EBCR) && \dut.is_regs == (place == REGS));
            assert (\dut.at_once == (place < EBCR || (place == EBCR && !write)));
        end
        assert (\dut.u_host.active == (under_way && !ended));
        assert (\dut.u_host.struck == (under_way && !ended && struck));
        assert (!ended || under_way);
        assert (\dut.reg_late == late && (!late || (struck && !write && !ended)));
        assert (!struck || (under_way && place == REGS));
        if (!under_way)
            assert (age == 0);
        else
            assert (age != 0);
        if (under_way && place <= EBCR)
            assert (ended);
        if (under_way && place == REGS && !ended)
            assert (struck ? age <= (write || late ? 5 : 6) : age <= 4 && waited >= age);
        if (under_way && place > REGS && !ended)
            assert (age <= MEMORY);
        if (ended) begin
            assert (\dut.g_one_clock.answer [32] == (place == NOTHING));
            if (!write && place != NOTHING)
                assert (\dut.g_one_clock.answer [31:0] == answer);
            if (place == REGS)
                assert (struck);
        end
    end

    // Reachable: a disabled board; a delayed register access; a slow memory; another slow memory
    reg disabled;

    initial disabled = 1'b0;

    always @(posedge clk)
        disabled <= disabled || (rst_n && ack && ack_error && part[1]);

    always @* begin
        cover (rst_n && disabled && ack && place == TRACE && age == MEMORY + 1 && write);
        cover (rst_n && ack && place == REGS && age == 6 && !write);
        cover (rst_n && ack && place == HIST && answer == 32'h12345678 && !write);
        cover (rst_n && ack && place == EBCR && !enable && irlev == 2 && !write);
    end
endmodule
