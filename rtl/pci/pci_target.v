// SPDX-License-Identifier: Apache-2.0
//
// pci_target - PCI 2.1 target: configuration space and one memory window
//
// Purpose     answers accesses on a PCI bus of 33 MHz with 32 bits or (REQ64#, ACK64#) 64 bits, for
//             a board that decodes the offset in its window.
// Bus         medium decode. Each access has one data phase; a burst is disconnected after its
//             first word. The master gets a retry if the board cannot answer in time, and a target
//             abort if the board requests one. The target generates and checks parity. It is no bus
//             master and has no interrupt. Type 0 configuration space with command, status, class
//             and BAR0.
// Board       req is held with write, addr (a byte offset in the window), be (1 = byte is
//             accessed), wdata and wide until the clock of done, refuse or target_abort, or until
//             the time limit; after the limit the master gets a retry. done: the access is
//             complete, and rdata is sampled. refuse: retry. target_abort: target abort. late = 1,
//             from edge 7 on: the board must not begin an access that has side effects and takes
//             more than 7 clocks.
//             wide_ok = 1: addr is in a region of 64 bits; combinational of addr.
//             If wide = 0, be[7:4] and wdata[63:32] are 0.
// Latency     edges from the one that samples FRAME# low (0): DEVSEL# at edge 2, req at edge 2 (for
//             a write, at the edge after IRDY#), TRDY# one edge after done, STOP# for a retry at
//             edge 15 at the latest.
// Throughput  one access per 4 clocks plus the board's time. active is 1 while DEVSEL# is low; it
//             is a flip-flop.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; all outputs are released.
`default_nettype none

module pci_target #(
    parameter [15:0] VENDOR_ID = 16'h4D4B,
    parameter [15:0] DEVICE_ID = 16'h5993,
    parameter [7:0]  REVISION = 8'h90,
    parameter [23:0] CLASS = 24'h110100,
    parameter        WINDOW_LOG2 = 25      // log2 of the window's bytes, 4 to 30
) (
    input  wire        clk,
    input  wire        rst_n,

    // bus
    input  wire        frame_n,
    input  wire        irdy_n,
    input  wire        idsel,
    input  wire        req64_n,
    input  wire [7:0]  cbe_n,
    input  wire [31:0] ad_i,
    output reg  [31:0] ad_o,
    output reg         ad_oe,
    input  wire [31:0] adh_i,
    output reg  [31:0] adh_o,
    output reg         adh_oe,
    input  wire        par_i,
    output reg         par_o,
    output reg         par_oe,
    input  wire        par64_i,
    output reg         par64_o,
    output reg         par64_oe,
    output reg         devsel_n_o,
    output reg         devsel_n_oe,
    output reg         trdy_n_o,
    output reg         trdy_n_oe,
    output reg         stop_n_o,
    output reg         stop_n_oe,
    output reg         ack64_n_o,
    output reg         ack64_n_oe,
    output reg         perr_n_o,
    output reg         perr_n_oe,
    output reg         serr_n_oe,

    // board
    output reg                    req,
    output reg                    write,
    output reg  [WINDOW_LOG2-1:0] addr,
    output reg  [7:0]             be,
    output reg  [63:0]            wdata,
    output reg                    wide,
    output reg                    late,
    output reg                    active,
    input  wire                   wide_ok,
    input  wire                   done,
    input  wire [63:0]            rdata,
    input  wire                   refuse,
    input  wire                   target_abort
);
    generate
        if (WINDOW_LOG2 < 4 || WINDOW_LOG2 > 30) begin : g_illegal
            pci_target_WINDOW_LOG2_must_be_4_to_30 illegal_parameter ();
        end
    endgenerate

    localparam W = WINDOW_LOG2;

    // Commands
    localparam [3:0] MEM_READ = 4'h6, MEM_WRITE = 4'h7, CFG_READ = 4'hA, CFG_WRITE = 4'hB,
                     MEM_READ_MULTIPLE = 4'hC, MEM_READ_LINE = 4'hE, MEM_WRITE_INVALIDATE = 4'hF;

    // Each state is named after what the bus carries in it.
    localparam [2:0] IDLE = 3'd0,
                     DECODE = 3'd1,  // the clock after the address
                     WAIT = 3'd2,    // DEVSEL# low
                     XFER = 3'd3,    // DEVSEL# and TRDY# low
                     STOP = 3'd4,    // STOP# low, TRDY# high
                     ABORT = 3'd5,   // STOP# low, DEVSEL# high
                     TURN = 3'd6;    // all lines driven high

    // Number of clocks since FRAME# was sampled low at which ...
    localparam [3:0] RETRY_AT = 4'd14, // a retry is decided
                     LATE_AT = 4'd6;   // the board must have begun

    reg [2:0]  state;
    reg        frame_q;    // FRAME# in the previous clock
    reg [31:W] base_q;     // upper bits of the sampled address
    reg [3:0]  cmd_q;
    reg        idsel_q, req64_q;
    reg        addr_par;   // parity of address and command
    reg [3:0]  timer;
    reg        config_access, is_read;
    reg        got;        // wdata has the write data

    // Configuration registers
    reg        mem_en, perr_en, serr_en;
    reg        dpe, sse, sta;
    reg [31:W] bar0;

    // Bits 10..8 of the address, independent of the size of the window
    reg [10:8] function_q;
    reg [7:2]  dword;
    wire function_0 = function_q == 3'd0;

    wire start = !frame_n && frame_q && (state == IDLE || state == TURN);

    wire cmd_mem_read  = cmd_q == MEM_READ || cmd_q == MEM_READ_MULTIPLE || cmd_q == MEM_READ_LINE;
    wire cmd_mem_write = cmd_q == MEM_WRITE || cmd_q == MEM_WRITE_INVALIDATE;
    wire cmd_cfg       = cmd_q == CFG_READ || cmd_q == CFG_WRITE;
    wire cmd_read      = cmd_mem_read || cmd_q == CFG_READ;

    wire addr_error = state == DECODE && (addr_par ^ par_i);
    wire hit_mem = mem_en && base_q == bar0 && (cmd_mem_read || cmd_mem_write);
    wire hit_cfg = cmd_cfg && idsel_q && addr[1:0] == 2'b00 && function_0;
    wire hit     = (hit_mem || hit_cfg) && !addr_error;
    wire hit_64  = hit_mem && req64_q && wide_ok && !addr[2];

    // Configuration reads
    reg [31:0] cfg_rdata;

    always @*
        case (dword)
            6'h00:   cfg_rdata = {DEVICE_ID, VENDOR_ID};
            6'h01:   cfg_rdata = {dpe, sse, 2'b00, sta, 2'b01, 9'd0,
                                  7'd0, serr_en, 1'b0, perr_en, 4'd0, mem_en, 1'b0};
            6'h02:   cfg_rdata = {CLASS, REVISION};
            6'h04:   cfg_rdata = {bar0, {W{1'b0}}};
            default: cfg_rdata = 32'd0;
        endcase

    wire cfg_write = state == WAIT && config_access && !is_read && got;
    wire end_ok    = done || (config_access && (is_read || got));

    // Byte enables, 0 in a half of the bus that the access does not use
    wire [7:0] be_now = hit_64 ? ~cbe_n : {4'h0, ~cbe_n[3:0]};

    // Data parity of a write, checked in the clock after its transfer
    reg        check;
    reg        check_wide;
    reg        data_par, data_par64;
    wire       data_error = check && ((data_par ^ par_i) || (check_wide && (data_par64 ^ par64_i)));
    wire       transfer = state == XFER && !irdy_n;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state         <= IDLE;
            frame_q       <= 1'b0;
            base_q        <= {(32 - W){1'b0}};
            cmd_q         <= 4'd0;
            idsel_q       <= 1'b0;
            req64_q       <= 1'b0;
            addr_par      <= 1'b0;
            timer         <= 4'd0;
            config_access <= 1'b0;
            is_read       <= 1'b0;
            got           <= 1'b0;
            function_q    <= 3'd0;
            dword         <= 6'd0;
            req           <= 1'b0;
            write         <= 1'b0;
            addr          <= {W{1'b0}};
            be            <= 8'd0;
            wdata         <= 64'd0;
            wide          <= 1'b0;
            late          <= 1'b0;
            active        <= 1'b0;
            ad_o          <= 32'd0;
            adh_o         <= 32'd0;
            ad_oe         <= 1'b0;
            adh_oe        <= 1'b0;
            devsel_n_o    <= 1'b1;
            devsel_n_oe   <= 1'b0;
            trdy_n_o      <= 1'b1;
            trdy_n_oe     <= 1'b0;
            stop_n_o      <= 1'b1;
            stop_n_oe     <= 1'b0;
            ack64_n_o     <= 1'b1;
            ack64_n_oe    <= 1'b0;
        end else begin
            frame_q <= frame_n;
            if (timer != 4'd15)
                timer <= timer + 4'd1;
            late <= timer >= LATE_AT;

            if (start) begin
                state      <= DECODE;
                addr       <= ad_i[W-1:0];
                base_q     <= ad_i[31:W];
                function_q <= ad_i[10:8];
                dword      <= ad_i[7:2];
                cmd_q      <= cbe_n[3:0];
                idsel_q    <= idsel;
                req64_q    <= !req64_n;
                addr_par   <= ^{ad_i, cbe_n[3:0]};
                timer      <= 4'd1;
                late       <= 1'b0;
            end else if (state == TURN)
                state <= IDLE;

            // the clock after an access, in which the lines were driven high
            if (state == TURN) begin
                devsel_n_oe <= 1'b0;
                trdy_n_oe   <= 1'b0;
                stop_n_oe   <= 1'b0;
                ack64_n_oe  <= 1'b0;
            end

            if (state == DECODE) begin
                config_access <= hit_cfg;
                is_read       <= cmd_read;
                write         <= !cmd_read;
                be            <= be_now;
                wide          <= hit_64;
                got           <= !irdy_n;
                wdata         <= {adh_i & {32{hit_64}}, ad_i};
                state         <= hit ? WAIT : IDLE;
                req           <= hit && hit_mem && (cmd_read || !irdy_n);
                if (hit) begin
                    active      <= 1'b1;
                    devsel_n_o  <= 1'b0;
                    devsel_n_oe <= 1'b1;
                    trdy_n_oe   <= 1'b1;
                    stop_n_oe   <= 1'b1;
                    ack64_n_o   <= !hit_64;
                    ack64_n_oe  <= req64_q;
                    ad_oe       <= cmd_read;
                    adh_oe      <= cmd_read && hit_64;
                end
            end

            if (state == WAIT) begin
                if (!got) begin
                    got   <= !irdy_n;
                    wdata <= {adh_i & {32{wide}}, ad_i};
                    if (!is_read)
                        req <= !irdy_n && !config_access;
                end
                if (end_ok) begin
                    req      <= 1'b0;
                    state    <= XFER;
                    trdy_n_o <= 1'b0;
                    stop_n_o <= frame_n;
                    ad_o     <= config_access ? cfg_rdata : rdata[31:0];
                    adh_o    <= rdata[63:32];
                end else if (target_abort) begin
                    req        <= 1'b0;
                    state      <= ABORT;
                    active     <= 1'b0;
                    devsel_n_o <= 1'b1;
                    ack64_n_o  <= 1'b1;
                    stop_n_o   <= 1'b0;
                end else if (refuse || timer >= RETRY_AT) begin
                    req      <= 1'b0;
                    state    <= STOP;
                    stop_n_o <= 1'b0;
                end
            end

            if (state == XFER) begin
                if (!irdy_n) begin
                    trdy_n_o <= 1'b1;
                    if (!frame_n)
                        state <= STOP;
                end
            end

            // FRAME# is high: last data phase, or the master has ended the access
            if (frame_n && (state == STOP || state == ABORT || state == XFER)) begin
                state      <= TURN;
                active     <= 1'b0;
                devsel_n_o <= 1'b1;
                trdy_n_o   <= 1'b1;
                stop_n_o   <= 1'b1;
                ack64_n_o  <= 1'b1;
                ad_oe      <= 1'b0;
                adh_oe     <= 1'b0;
            end
        end

    // BAR0 byte by byte
    wire [31:0] bar0_old = {bar0, {W{1'b0}}};
    wire [31:0] bar0_new = {be[3] ? wdata[31:24] : bar0_old[31:24],
                            be[2] ? wdata[23:16] : bar0_old[23:16],
                            be[1] ? wdata[15:8]  : bar0_old[15:8],
                            be[0] ? wdata[7:0]   : bar0_old[7:0]};
    wire [31:W] bar0_next = bar0_new[31:W];
    wire unused = &{1'b0, bar0_new[W-1:0]};

    // Configuration writes and status
    wire status_write = cfg_write && dword == 6'h01;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            mem_en  <= 1'b0;
            perr_en <= 1'b0;
            serr_en <= 1'b0;
            dpe     <= 1'b0;
            sse     <= 1'b0;
            sta     <= 1'b0;
            bar0    <= {(32 - W){1'b0}};
        end else begin
            if (status_write && be[0]) begin
                mem_en  <= wdata[1];
                perr_en <= wdata[6];
            end
            if (status_write && be[1])
                serr_en <= wdata[8];
            if (status_write && be[3]) begin
                if (wdata[31]) dpe <= 1'b0;
                if (wdata[30]) sse <= 1'b0;
                if (wdata[27]) sta <= 1'b0;
            end
            if (cfg_write && dword == 6'h04)
                bar0 <= bar0_next;
            if (addr_error || data_error)
                dpe <= 1'b1;
            if (addr_error && serr_en && perr_en)
                sse <= 1'b1;
            if (state == WAIT && target_abort && !end_ok)
                sta <= 1'b1;
        end

    // Parity of the data driven in a clock is driven in the next one.
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            par_o      <= 1'b0;
            par_oe     <= 1'b0;
            par64_o    <= 1'b0;
            par64_oe   <= 1'b0;
            check      <= 1'b0;
            check_wide <= 1'b0;
            data_par   <= 1'b0;
            data_par64 <= 1'b0;
            perr_n_o   <= 1'b1;
            perr_n_oe  <= 1'b0;
            serr_n_oe  <= 1'b0;
        end else begin
            par_o      <= ^{ad_o, cbe_n[3:0]};
            par_oe     <= ad_oe;
            par64_o    <= ^{adh_o, cbe_n[7:4]};
            par64_oe   <= adh_oe;
            check      <= transfer && !is_read;
            check_wide <= wide;
            data_par   <= ^{ad_i, cbe_n[3:0]};
            data_par64 <= ^{adh_i, cbe_n[7:4]};
            perr_n_o   <= !(data_error && perr_en);
            perr_n_oe  <= (data_error && perr_en) || !perr_n_o;
            serr_n_oe  <= addr_error && perr_en && serr_en;
        end
endmodule
