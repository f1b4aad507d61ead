// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_dram's arbiter: samples, PCI and refresh come at any time, and each is served within
// its bound. The request of a sample is held until s_done, that of a PCI access until p_done; a
// read that has not begun and a write that has not been accepted may be withdrawn.
`default_nettype none

module prove_mk_dram (
    input wire        clk,
    input wire        rst_n,
    input wire        s_req,
    input wire [21:0] s_addr,
    input wire [31:0] s_wdata,
    input wire        p_req,
    input wire        p_late,
    input wire        p_write,
    input wire        p_wide,
    input wire [21:0] p_addr,
    input wire [7:0]  p_be,
    input wire [63:0] p_wdata,
    input wire [31:0] m_dq_i
);
    // Maximum number of clocks from the request to the answer
    localparam [7:0] SAMPLE = 8'd23, READ = 8'd34, WRITE = 8'd16;
    // Number of clocks that an access takes: one word, two words, a refresh
    localparam [7:0] ONE = 8'd5, TWO = 8'd7, REFRESH = 8'd4;
    // The refresh timer counts down from 127. From OVERDUE on a refresh comes before all requests:
    // it begins when the access in progress has ended, and has ended itself at ENDED at the latest.
    localparam [7:0] OVERDUE = 8'd63, BEGUN = OVERDUE - TWO, ENDED = BEGUN - REFRESH;

    wire        s_done, p_done, m_we_n, m_dq_oe;
    wire [63:0] p_rdata;
    wire [9:0]  m_a;
    wire [3:0]  m_ras_n, m_cas_n;
    wire [31:0] m_dq_o;

    mk_dram dut (.*);

    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire       \dut.pci ;
    (* hierconn *) wire       \dut.write ;
    (* hierconn *) wire       \dut.second ;
    (* hierconn *) wire       \dut.after_pci ;
    (* hierconn *) wire [1:0] \dut.bank ;
    (* hierconn *) wire [9:0] \dut.column ;
    (* hierconn *) wire [63:0] \dut.data ;
    (* hierconn *) wire [7:0] \dut.be ;
    (* hierconn *) wire [8:0] \dut.timer ;
    (* hierconn *) wire       \dut.due ;
    (* hierconn *) wire       \dut.overdue ;
    (* hierconn *) wire       \dut.posted ;
    (* hierconn *) wire       \dut.read_done ;
    (* hierconn *) wire       \dut.go_refresh ;

    localparam [2:0] IDLE = 3'd0, ROW = 3'd1, RAS = 3'd2, COL = 3'd3, CAS = 3'd4, REF1 = 3'd5,
                     REF2 = 3'd6, REF3 = 3'd7;

    wire access = \dut.state != IDLE && \dut.state <= CAS;
    wire sample_now = access && !\dut.pci ;
    wire read_now = access && \dut.pci && !\dut.write ;

    initial assume (!rst_n);

    // Requests are held
    reg         was_sample, was_pci, was_write, was_wide, was_stored, answered;
    reg  [21:0] was_s_addr;
    reg  [31:0] was_s_wdata;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {was_sample, was_pci, was_write, was_wide, was_stored, answered} <= 6'd0;
            {was_s_addr, was_s_wdata} <= 54'd0;
        end else begin
            was_sample   <= s_req && !s_done;
            was_pci      <= p_req && !p_done;
            was_write    <= p_write;
            was_wide     <= p_wide;
            was_stored   <= sample_now && \dut.state == CAS;
            answered     <= p_done;
            was_s_addr   <= s_addr;
            was_s_wdata  <= s_wdata;
        end

    always @* begin
        if (was_sample)
            assume (s_req && s_addr == was_s_addr && s_wdata == was_s_wdata);
        if (was_pci && p_req)
            assume (p_write == was_write && p_wide == was_wide);
        if (read_now || \dut.read_done )
            assume (p_req && !p_write);
        if (answered)
            assume (!p_req);
    end

    // Age of each request, and whether a refresh came before it
    wire       sample_waits = s_req && !s_done;
    wire       read_waits   = p_req && !p_write && !p_done && (read_now || !p_late);
    wire       write_waits  = p_req && p_write && !p_done;
    reg  [5:0] sample_age, read_age, write_age;
    reg        sample_refreshed, read_refreshed, write_refreshed;

    wire        refreshing  = \dut.state >= REF1;
    wire        sample_past = sample_refreshed || refreshing;
    wire        read_past   = read_refreshed || refreshing;
    wire        write_past  = write_refreshed || refreshing;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {sample_age, read_age, write_age} <= 18'd0;
            {sample_refreshed, read_refreshed, write_refreshed} <= 3'd0;
        end else begin
            sample_age <= sample_waits ? sample_age + 6'd1 : 6'd0;
            read_age   <= read_waits ? read_age + 6'd1 : 6'd0;
            write_age  <= write_waits ? write_age + 6'd1 : 6'd0;
            sample_refreshed <= sample_waits && (sample_past || \dut.go_refresh );
            read_refreshed   <= read_waits && (read_past || \dut.go_refresh );
            write_refreshed  <= write_waits && (write_past || \dut.go_refresh );
        end

    // Clocks until the memory is idle, and worst-case clocks until each request has its answer
    reg  [5:0] rest;

    always @*
        case (\dut.state )
        IDLE:    rest = 6'd0;
        ROW:     rest = 6'd4 + (\dut.second ? 6'd2 : 6'd0);
        RAS:     rest = 6'd3 + (\dut.second ? 6'd2 : 6'd0);
        COL:     rest = 6'd2 + (\dut.second ? 6'd2 : 6'd0);
        CAS:     rest = 6'd1 + (\dut.second ? 6'd2 : 6'd0);
        REF1:    rest = 6'd3;
        REF2:    rest = 6'd2;
        default: rest = 6'd1;
        endcase

    wire [7:0] sample_first = \dut.after_pci ? ONE : 6'd0;
    wire [7:0] sample_worst = sample_now ? rest : rest + (sample_past ? 6'd0 : REFRESH + TWO) +
                              (\dut.after_pci ? 6'd0 : TWO) + ONE;
    wire [7:0] read_worst   = read_now ? rest : rest + (read_past ? 6'd0 : REFRESH) + sample_first +
                              (\dut.posted ? TWO + ONE : 6'd0) + TWO;
    wire [7:0] write_worst  = rest + (write_past ? 6'd0 : REFRESH) + sample_first + 6'd1;

    // A refresh is owed every 128 clocks from reset.
    reg [6:0] since;
    reg       owed;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {since, owed} <= 8'd0;
        else begin
            since <= since + 7'd1;
            owed  <= &since || (owed && !\dut.go_refresh );
        end

    always @* if (rst_n) begin
        // Each refresh that is owed begins, once.
        if (\dut.go_refresh )
            assert (owed);
        assert (\dut.due == owed && \dut.timer == 7'd127 - since);
        // Each request is answered in time.
        if (sample_waits)
            assert (sample_age < SAMPLE);
        if (read_waits)
            assert (read_age < READ);
        if (write_waits)
            assert (write_age < WRITE);
        // An overdue refresh begins within 7 clocks, and no refresh is lost.
        if (\dut.overdue )
            assert (\dut.timer <= OVERDUE && \dut.timer >= BEGUN + rest);
        if (\dut.due )
            assert (\dut.timer >= BEGUN && (\dut.overdue || \dut.timer > OVERDUE));
        // An answer comes only to a request; that to a sample comes after its word has been
        // written.
        assert (s_done == was_stored);
        if (s_done)
            assert (s_req);
        if (p_done)
            assert (p_req);
        if (sample_now) begin
            assert (s_req && !s_done);
            if (\dut.state == ROW || \dut.state == RAS)
                assert (m_a == s_addr[19:10]);
            if (\dut.state != ROW)
                assert (m_ras_n == ~(4'd1 << s_addr[21:20]));
            if (\dut.state == COL || \dut.state == CAS)
                assert (m_a == s_addr[9:0] && m_dq_oe && m_dq_o == s_wdata && !m_we_n);
            if (\dut.state == CAS)
                assert (m_cas_n == 4'b0000);
        end

        // invariants
        assert (!sample_waits || sample_age + sample_worst <= SAMPLE);
        assert (!read_waits || read_age + read_worst <= READ);
        assert (!write_waits || write_age + write_worst <= WRITE);
        assert (sample_age < 63 && read_age < 63 && write_age < 63);
        assert (\dut.timer <= 127);
        if (sample_refreshed && sample_waits)
            assert (\dut.timer + sample_age >= ENDED && !\dut.due );
        if (read_refreshed && read_waits)
            assert (\dut.timer + read_age >= ENDED && !\dut.due );
        if (write_refreshed && write_waits)
            assert (\dut.timer + write_age >= ENDED && !\dut.due );
        if (refreshing)
            assert (\dut.timer >= ENDED + rest && !\dut.due );
        assert (was_sample || sample_age == 0);
        assert (!write_waits || \dut.posted );
        assert (!\dut.overdue || \dut.due );
        assert (!s_done || \dut.state == IDLE);
        assert (!\dut.read_done || (\dut.state == IDLE && p_req && !p_write));
        assert (!access || \dut.pci == \dut.after_pci );
        if (sample_now)
            assert (was_sample && !\dut.second && \dut.write && \dut.be [3:0] == 4'hF &&
                    \dut.data [31:0] == s_wdata && \dut.bank == s_addr[21:20] &&
                    \dut.column == s_addr[9:0]);
    end

    always @* begin
        cover (rst_n && s_done);
        cover (rst_n && s_done && sample_age == 12);        // one PCI access came before it
        cover (rst_n && p_done && !p_write && read_age == 22);
        cover (rst_n && p_done && p_write && write_age != 0);
        cover (rst_n && p_done && !p_write && was_wide);
    end
endmodule
