// SPDX-License-Identifier: Apache-2.0
//
// mk_dram - controller of the local memory: samples, PCI and refresh
//
// Purpose     drives four banks of two 60 ns fast-page-mode 1M x 16 DRAM chips, a memory of
//             4M x 32, and arbitrates between words of samples, PCI accesses and refresh.
// Samples     s_req with s_addr and s_wdata is held until s_done (one clock) and writes a word.
// PCI         p_req with p_write, p_wide, p_addr, p_be and p_wdata is held until p_done; the master
//             may withdraw it, but a read only before it begins. p_late = 1: the controller begins
//             no read. p_wide: the access has two words, from an even address on, in one page. A
//             write is posted: p_done rises combinationally as soon as the previous write has
//             begun. A read waits for posted writes. p_rdata is valid with p_done.
// Priority    overdue refresh; PCI, except that a sample word goes first after each PCI access;
//             samples; refresh that is due. A PCI access therefore waits for at most one sample
//             word.
// Address     bank = {a21, a20}, row = a19..10, column = a9..0.
// Latency     from the clock in which an idle controller sees the request (0): s_done and
//             p_done of a read in 5, of two words in 7. A refresh takes 4 clocks.
// Timing      one clock is 30 ns or longer; every output is a flip-flop. At 30 ns: tASR,
//             tRAH, tASC, tCAH, tCP, tCAS, tRSH 30, tRP, tRCD, tPC 60, tRAS, tCSH 90,
//             tRC 150; refresh: tCSR, tRPC 30, tCHR, tRAS 60. Read data are sampled 30 ns
//             after CAS#, 60 after the column address, 90 after RAS#. Writes are early
//             writes.
// Domain      clk.
// Reset       rst_n, the reset of the bus only: a software reset in mid-cycle would violate the
//             timing, and the memory must keep its contents through it.
// Paper       NISTIR 5993, 2.7.
`default_nettype none

module mk_dram #(
    parameter REFRESH_CLOCKS = 128    // clocks between refreshes of a row (15.6 us at 8.2 MHz), 32
                                      // to 500
) (
    input  wire        clk,
    input  wire        rst_n,

    input  wire        s_req,
    input  wire [21:0] s_addr,
    input  wire [31:0] s_wdata,
    output reg         s_done,

    input  wire        p_req,
    input  wire        p_late,
    input  wire        p_write,
    input  wire        p_wide,
    input  wire [21:0] p_addr,
    input  wire [7:0]  p_be,
    input  wire [63:0] p_wdata,
    output wire        p_done,
    output reg  [63:0] p_rdata,

    output reg  [9:0]  m_a,
    output reg  [3:0]  m_ras_n,
    output reg  [3:0]  m_cas_n,
    output reg         m_we_n,
    input  wire [31:0] m_dq_i,
    output reg  [31:0] m_dq_o,
    output reg         m_dq_oe
);
    generate
        if (REFRESH_CLOCKS < 32 || REFRESH_CLOCKS > 500) begin : g_illegal
            mk_dram_REFRESH_CLOCKS_must_be_32_to_500 illegal_parameter ();
        end
    endgenerate

    // Each state is named after what the pins carry in it.
    localparam [2:0] IDLE = 3'd0,  // RAS# and CAS# high
                     ROW  = 3'd1,  // row address
                     RAS  = 3'd2,  // RAS# low
                     COL  = 3'd3,  // column address, and write data
                     CAS  = 3'd4,  // CAS# low
                     REF1 = 3'd5,  // CAS# low
                     REF2 = 3'd6,  // RAS# low
                     REF3 = 3'd7;  // CAS# high

    localparam [8:0] PERIOD = REFRESH_CLOCKS - 1;
    localparam [8:0] LATE = REFRESH_CLOCKS / 2;

    reg [2:0]  state;
    reg        pci;       // the current access is from PCI
    reg        write;
    reg        second;    // one more word follows
    reg        after_pci; // the last access was from PCI
    reg [1:0]  bank;
    reg [9:0]  column;
    reg [63:0] data;
    reg [7:0]  be;
    reg [8:0]  timer;
    reg        due, overdue;

    wire idle = state == IDLE;

    // posted write
    reg        posted;
    reg        post_wide;
    reg [21:0] post_addr;
    reg [7:0]  post_be;
    reg [63:0] post_data;
    reg        read_done;

    wire accept = p_req && p_write && !posted;
    wire want_p = posted || (p_req && !p_write && !read_done && !p_late);
    wire want_s = s_req && !s_done;
    wire go_refresh = idle && (overdue || (due && !want_p && !want_s));
    wire go_p = idle && !go_refresh && want_p && !(want_s && after_pci);
    wire go_wide = posted ? post_wide : p_wide;
    wire go_s = idle && !go_refresh && !go_p && want_s;

    assign p_done = read_done || accept;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            posted    <= 1'b0;
            post_wide <= 1'b0;
            post_addr <= 22'd0;
            post_be   <= 8'd0;
            post_data <= 64'd0;
        end else if (accept) begin
            posted    <= 1'b1;
            post_wide <= p_wide;
            post_addr <= p_addr;
            post_be   <= p_be;
            post_data <= p_wdata;
        end else if (go_p)
            posted    <= 1'b0;

    // the current access has two words
    reg pci_wide;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            pci_wide <= 1'b0;
        else if (idle)
            pci_wide <= go_p && go_wide;

    wire [3:0] one_bank = ~(4'b0001 << bank);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            timer   <= PERIOD;
            due     <= 1'b0;
            overdue <= 1'b0;
        end else begin
            timer <= timer == 9'd0 ? PERIOD : timer - 9'd1;
            due     <= timer == 9'd0 || (due && !go_refresh);
            overdue <= !go_refresh && (overdue || (timer == LATE && due));
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state     <= IDLE;
            pci       <= 1'b0;
            write     <= 1'b0;
            second    <= 1'b0;
            after_pci <= 1'b0;
            bank      <= 2'd0;
            column    <= 10'd0;
            data      <= 64'd0;
            be        <= 8'd0;
            s_done    <= 1'b0;
            read_done <= 1'b0;
            p_rdata   <= 64'd0;
            m_a       <= 10'd0;
            m_ras_n   <= 4'b1111;
            m_cas_n   <= 4'b1111;
            m_we_n    <= 1'b1;
            m_dq_o    <= 32'd0;
            m_dq_oe   <= 1'b0;
        end else begin
            s_done <= 1'b0;
            read_done <= 1'b0;
            case (state)
                IDLE: begin
                    if (go_p || go_s) begin
                        state     <= ROW;
                        pci       <= go_p;
                        after_pci <= go_p;
                        write     <= go_s || posted;
                        second    <= go_p && go_wide;
                        be        <= go_p ? post_be : 8'h0F;
                        data      <= go_p ? post_data : {32'd0, s_wdata};
                        {bank, m_a, column} <= !go_p ? s_addr : posted ? post_addr : p_addr;
                    end else if (go_refresh) begin
                        state   <= REF1;
                        m_cas_n <= 4'b0000;
                        after_pci <= 1'b0;
                    end
                end
                ROW: begin
                    state   <= RAS;
                    m_ras_n <= one_bank;
                end
                RAS: begin
                    state   <= COL;
                    m_a     <= column;
                    m_we_n  <= !write;
                    m_dq_o  <= data[31:0];
                    m_dq_oe <= write;
                end
                COL: begin
                    state   <= CAS;
                    m_cas_n <= write ? ~be[3:0] : 4'b0000;
                end
                CAS: begin
                    m_cas_n <= 4'b1111;
                    p_rdata <= second || !pci_wide ? {p_rdata[63:32], m_dq_i} :
                               {m_dq_i, p_rdata[31:0]};
                    if (second) begin
                        state  <= COL;
                        second <= 1'b0;
                        m_a    <= {column[9:1], 1'b1};
                        m_dq_o <= data[63:32];
                        be     <= {4'h0, be[7:4]};
                    end else begin
                        state   <= IDLE;
                        m_ras_n <= 4'b1111;
                        m_we_n  <= 1'b1;
                        m_dq_oe <= 1'b0;
                        s_done    <= !pci;
                        read_done <= pci && !write;
                    end
                end
                REF1: begin
                    state   <= REF2;
                    m_ras_n <= 4'b0000;
                end
                REF2: begin
                    state   <= REF3;
                    m_cas_n <= 4'b1111;
                end
                REF3: begin
                    state   <= IDLE;
                    m_ras_n <= 4'b1111;
                end
            endcase
        end
endmodule
