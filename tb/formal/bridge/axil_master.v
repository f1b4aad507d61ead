// SPDX-License-Identifier: Apache-2.0
//
// Proof of axil_master against every legal front end and slave.
`default_nettype none

module prove_axil_master (
    input wire        aclk,
    input wire        rst_n,
    input wire        go,           // starts the next request if none is in progress
    input wire        next_write,
    input wire [5:2]  next_addr,
    input wire [3:0]  next_be,
    input wire [31:0] next_wdata,
    input wire        m_awready, m_wready, m_arready,
    input wire        b_now, r_now, // the slave answers
    input wire [1:0]  bresp, rresp,
    input wire [31:0] rdata
);
    initial assume (!rst_n);

    // Front end: the request is stable until ack
    reg        req, busy, write;
    reg [31:2] addr;
    reg [3:0]  be;
    reg [31:0] wdata;
    wire       ack, ack_error;
    wire [31:0] ack_rdata;
    wire       start = go && !req && (!busy || ack);

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {req, busy, write} <= 3'd0;
            addr  <= 30'd0;
            be    <= 4'd0;
            wdata <= 32'd0;
        end else begin
            req  <= start;
            busy <= start || (busy && !ack);
            if (start) begin
                write <= next_write;
                addr  <= {26'd0, next_addr};
                be    <= next_be;
                wdata <= next_wdata;
            end
        end

    // Slave: it gives one answer to each access, after address and data
    wire        m_awvalid, m_wvalid, m_arvalid, m_bready, m_rready;
    wire [5:0]  m_awaddr, m_araddr;
    wire [2:0]  m_awprot, m_arprot;
    wire [31:0] m_wdata;
    wire [3:0]  m_wstrb;
    reg         aw_taken, w_taken, ar_taken, m_bvalid, m_rvalid;
    reg [1:0]   m_bresp, m_rresp;
    reg [31:0]  m_rdata;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {aw_taken, w_taken, ar_taken, m_bvalid, m_rvalid} <= 5'd0;
            {m_bresp, m_rresp} <= 4'd0;
            m_rdata <= 32'd0;
        end else begin
            aw_taken <= (aw_taken || (m_awvalid && m_awready)) && !(m_bvalid && m_bready);
            w_taken  <= (w_taken || (m_wvalid && m_wready)) && !(m_bvalid && m_bready);
            ar_taken <= (ar_taken || (m_arvalid && m_arready)) && !(m_rvalid && m_rready);
            m_bvalid <= m_bvalid ? !m_bready : aw_taken && w_taken && b_now;
            m_rvalid <= m_rvalid ? !m_rready : ar_taken && r_now;
            if (!m_bvalid)
                m_bresp <= bresp;
            if (!m_rvalid)
                {m_rresp, m_rdata} <= {rresp, rdata};
        end

    axil_master #(.ADDR_BITS(6)) dut (.*);

    // Values in the previous clock
    reg        was, b_done, r_done;
    reg        aw_waits, w_waits, ar_waits, was_req, was_write, error;
    reg [31:0] data;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {was, b_done, r_done, aw_waits, w_waits, ar_waits, was_req, was_write, error} <= 9'd0;
            data <= 32'd0;
        end else begin
            was       <= 1'b1;
            b_done    <= m_bvalid && m_bready;
            r_done    <= m_rvalid && m_rready;
            aw_waits  <= m_awvalid && !m_awready;
            w_waits   <= m_wvalid && !m_wready;
            ar_waits  <= m_arvalid && !m_arready;
            was_req   <= req;
            was_write <= write;
            error     <= m_bvalid ? m_bresp != 2'd0 : m_rresp != 2'd0;
            data      <= m_rdata;
        end

    always @* begin
        if (!rst_n)
            assert (!m_awvalid && !m_wvalid && !m_arvalid && !m_bready && !m_rready && !ack);
        else begin
            // Each VALID is held until READY; an access begins in the clock after its request.
            assert (m_awvalid == (aw_waits || (was_req && was_write)));
            assert (m_wvalid == (w_waits || (was_req && was_write)));
            assert (m_arvalid == (ar_waits || (was_req && !was_write)));
            assert (!((m_awvalid || m_wvalid) && (aw_taken && m_awvalid)) &&
                    !(ar_taken && m_arvalid));
            assert (!(w_taken && m_wvalid));
            if (m_awvalid || m_wvalid)
                assert (busy && write && m_awaddr == {addr[5:2], 2'b00} && m_wdata == wdata &&
                        m_wstrb == be);
            if (m_arvalid)
                assert (busy && !write && m_araddr == {addr[5:2], 2'b00});
            // An answer is accepted at once and passed on in the next clock.
            assert (ack == (b_done || r_done));
            if (m_bvalid || m_rvalid)
                assert (m_bvalid ? m_bready : m_rready);
            if (ack)
                assert (busy && ack_error == error);
            if (ack && r_done)
                assert (ack_rdata == data);
            // invariants
            assert (!(busy && !req) || ack || (write ? m_bready : m_rready));
            assert (!(req && (m_bready || m_rready || ack)));
            assert (!(req && !busy));
            assert (!m_bready || (busy && write));
            assert (!m_rready || (busy && !write));
            assert (!(aw_taken || w_taken) || m_bready);
            assert (!ar_taken || m_rready);
            assert (!m_bvalid || (aw_taken && w_taken));
            assert (!m_rvalid || ar_taken);
            assert (!m_bready || (m_awvalid != aw_taken && m_wvalid != w_taken));
            assert (!m_rready || (m_arvalid != ar_taken));
            assert (!(ack && (m_bready || m_rready)));
            assert (!was_req || (busy && !req && was_write == write));
            assert (!aw_waits || m_bready);
            assert (!w_waits || m_bready);
            assert (!ar_waits || m_rready);
            assert (!(b_done && r_done));
            assert (!((b_done || r_done) && !busy));
        end
    end

    // Reachable: a write whose data are accepted first, a failed read, a next request without pause
    reg data_first, failed;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n)
            {data_first, failed} <= 2'd0;
        else begin
            data_first <= data_first || (w_taken && m_awvalid);
            failed     <= failed || (r_done && ack_error);
        end

    always @* cover (rst_n && data_first && failed && ack && go);
endmodule
