// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_decay: no increment by a packet and no host write is lost, and each amount
// subtracted from a bin is reported. A pass ends with the first bin that is not below last.
//
// The solver chooses one bin. The memory controller executes one access at a time, begins and ends
// accesses of host and packets at any time, and asserts p_modify within the packet's access, like
// simm_dram, surf_bram and surf_port. Packets, host accesses and passes come at any time; the
// host may withdraw a request, and an access that has begun then ends within 60 clocks.
`default_nettype none

module prove_surf_decay #(
    parameter LOG2 = 6
) (
    input wire        clk,
    input wire        rst_n,
    input wire        hold,
    input wire        go,
    input wire [23:0] last,
    input wire        e_req,
    input wire        e_write,
    input wire [23:0] e_addr,
    input wire [31:0] e_wdata,
    input wire        p_req,
    input wire [23:0] p_addr,
    input wire        begins,       // the controller begins a requested access
    input wire        packets,      // the packet's access is chosen first
    input wire        goes_on,      // the controller continues with the access
    input wire [31:0] other         // contents of another bin
);
    wire        busy, ended, taken_valid, e_done, m_req, m_write;
    wire [31:0] taken, m_wdata;
    wire [23:0] m_addr;
    wire [3:0]  m_be;
    wire        m_done, p_modify;
    wire [31:0] m_rdata;

    surf_decay #(.LOG2(LOG2)) dut (.clk25(clk), .e_be(4'b1111), .*);

    initial assume (!rst_n);

    (* anyconst *) wire [LOG2-1:0] place;

    // The controller and the bin
    localparam [2:0] IDLE = 3'd0, HOST = 3'd1, DONE = 3'd2, READ = 3'd3, MODIFY = 3'd4,
                            WRITE = 3'd5;

    reg  [2:0]  state;
    reg  [31:0] bin;
    reg         write, here, p_here, ours;
    reg  [31:0] wdata, read;

    (* hierconn *) wire [2:0]  \dut.g_on.state ;
    (* hierconn *) wire [23:0] \dut.g_on.bin ;
    (* hierconn *) wire [31:0] \dut.g_on.value ;
    (* hierconn *) wire [5:0]  \dut.g_on.gone ;
    wire [23:0] dut_bin = \dut.g_on.bin ;
    wire        decays  = \dut.g_on.state == 3'd2 || \dut.g_on.state == 3'd4;

    assign m_done   = state == DONE;
    assign m_rdata  = read;
    assign p_modify = state == MODIFY;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state <= IDLE;
            {write, here, p_here, ours} <= 4'd0;
            {wdata, read} <= 64'd0;
        end else
            case (state)
            IDLE, DONE:
                if (begins && packets && p_req) begin
                    state  <= READ;
                    p_here <= p_addr[LOG2-1:0] == place;
                end else if (begins && m_req && state == IDLE) begin
                    state <= HOST;
                    write <= m_write;
                    here  <= m_addr[LOG2-1:0] == place;
                    wdata <= m_wdata;
                    ours  <= decays;
                end else
                    state <= IDLE;
            HOST:
                if (goes_on) begin
                    state <= DONE;
                    read  <= here ? bin : other;
                end
            READ:    state <= goes_on ? MODIFY : READ;
            MODIFY:  state <= WRITE;
            default: state <= goes_on ? IDLE : WRITE;
            endcase

    // The bin; made: the value from host and packets alone; gone: the sum of the amounts subtracted
    reg  [31:0] made, gone;
    wire        host_writes = state == HOST && goes_on && write && here && !ours;
    wire        half_writes = state == HOST && goes_on && write && here && ours;
    wire        counts      = state == MODIFY && p_here;
    wire        reports     = \dut.g_on.state == 3'd4 && m_done && dut_bin[LOG2-1:0] == place;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {bin, made, gone} <= 96'd0;
        else begin
            if (host_writes) begin
                bin  <= wdata;
                made <= wdata;
                gone <= 32'd0;
            end else if (half_writes) begin
                bin  <= wdata;
                gone <= gone + (bin - wdata);
            end else if (counts) begin
                bin  <= bin + 32'd1;
                made <= made + 32'd1;
            end
        end

    // A packet's request is held at least until the bin is modified; write and address of the host
    // are stable during its request; a withdrawn access ends in time
    reg         was, was_req, was_done;
    reg  [56:0] was_asked;
    reg  [23:0] was_p;
    reg  [5:0]  late;

    initial was = 1'b0;
    always @(posedge clk) begin
        was       <= rst_n;
        was_req   <= e_req;
        was_done  <= e_done;
        was_asked <= {e_write, e_addr, e_wdata};
        was_p     <= p_addr;
        late      <= !rst_n || e_req || state != HOST || ours ? 6'd0 : late + 6'd1;
    end
    always @* if (was && rst_n) begin
        if (was_req && !was_done && e_req)
            assume ({e_write, e_addr, e_wdata} == was_asked);
        if (state == READ || state == MODIFY)
            assume (p_req && p_addr == was_p);
        assume (late < 6'd60);
    end

    always @* if (rst_n) begin
        // The bin plus the subtracted amounts equals the value from host and packets.
        assert (bin + gone == made);
        // A write of the pass halves exactly the current value of the bin.
        if (half_writes)
            assert (wdata == {1'b0, bin[31:1]});
    end

    // Invariants
    always @* if (rst_n) begin
        assert (state <= WRITE && \dut.g_on.state <= 3'd4);
        // The pass uses the memory, or the host does, or neither.
        if ((state == HOST || state == DONE) && ours)
            assert (decays && write == (\dut.g_on.state == 3'd4) &&
                    here == (dut_bin[LOG2-1:0] == place) &&
                    (state == DONE || !write || wdata == {1'b0, \dut.g_on.value [31:1]}));
        if ((state == HOST || state == DONE) && !ours)
            assert (!decays);
        if (state == HOST && !ours)
            assert (e_req || (\dut.g_on.gone != 6'd0 && \dut.g_on.gone + late >= 6'd60));
        // The value read equals the bin until the bin changes.
        if (state == DONE && ours && !write && here)
            assert (read == bin);
        if ((\dut.g_on.state == 3'd3 || (\dut.g_on.state == 3'd4 && !(state == DONE && ours))) &&
            dut_bin[LOG2-1:0] == place)
            assert (\dut.g_on.value == bin);
        if (\dut.g_on.state == 3'd3 && dut_bin[LOG2-1:0] == place && state == HOST)
            assert (!ours && !(write && here));
        if (state == READ || state == MODIFY)
            assert (p_here == (was_p[LOG2-1:0] == place));
    end

    // An access of the pass begins in the clock after one in which neither a packet nor the host
    // requests the memory and hold is 0, and in no other; it may wait for an access that the host
    // has withdrawn.
    reg       owed;             // the host's access has not ended
    reg       was_waiting, was_free, was_owed;
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {owed, was_waiting, was_free, was_owed} <= 4'd0;
        else begin
            owed        <= !e_done && (e_req || owed);
            was_waiting <= \dut.g_on.state == 3'd1 || \dut.g_on.state == 3'd3;
            was_free    <= !(hold || e_req || p_req);
            was_owed    <= owed;
        end
    always @* if (rst_n) begin
        assert (\dut.g_on.gone == 6'd0 || owed);
        if (was_waiting) begin
            if (was_free && !was_owed)
                assert (decays);
            if (!was_free)
                assert (!decays);
        end
    end

    // A finished bin at or above last ends the pass, and no other does.
    reg  was_finished, was_last;
    wire finishes = m_done && (\dut.g_on.state == 3'd4 ||
                               (\dut.g_on.state == 3'd2 && m_rdata == 32'd0));
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {was_finished, was_last} <= 2'b00;
        else
            {was_finished, was_last} <= {finishes, dut_bin >= last};
    always @* if (rst_n) begin
        assert (ended == (was_finished && was_last));
        if (was_finished)
            assert (busy == !was_last);
    end

    // A bin that was read is read again only if a packet or the host changes this bin.
    reg  was_kept, was_changed;
    wire same_p = p_addr[LOG2-1:0] == dut_bin[LOG2-1:0];
    wire same_e = e_addr[LOG2-1:0] == dut_bin[LOG2-1:0];
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {was_kept, was_changed} <= 2'b00;
        else begin
            was_kept    <= \dut.g_on.state == 3'd3 || \dut.g_on.state == 3'd4;
            was_changed <= (p_modify && same_p) || (e_req && e_write && same_e && !decays);
        end
    always @* if (rst_n && was_kept && !was_finished && !was_changed)
        assert (\dut.g_on.state == 3'd3 || \dut.g_on.state == 3'd4);

    // A pass begins with go, at bin 0, and only if none is in progress. The memory is requested by
    // the pass or the host; the end of an access of the pass is none of the host's.
    reg  was_idle, was_go;
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {was_idle, was_go} <= 2'b00;
        else
            {was_idle, was_go} <= {!busy, go};
    always @* if (rst_n) begin
        if (was_idle)
            assert (busy == was_go && (!busy || dut_bin == 24'd0));
        assert (m_req == (decays || e_req) && e_done == (m_done && !decays));
    end

    // Each subtracted amount is reported.
    reg         was_reports;
    reg  [31:0] was_value;
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {was_reports, was_value} <= 33'd0;
        else
            {was_reports, was_value} <= {reports, \dut.g_on.value };
    always @* if (rst_n && was_reports)
        assert (taken_valid && taken == was_value - {1'b0, was_value[31:1]});

    always @* begin
        cover (rst_n && ended && gone == 32'd1 && made == 32'd3);
        cover (rst_n && half_writes && made == 32'd2);
    end
endmodule
