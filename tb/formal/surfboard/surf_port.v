// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_port, BURST 0 and 1: its requests to the memory are those of packets and host, each
// once and in order, for any memory.
//
// Packets and host make requests at any time and hold them until done. The memory acknowledges each
// request in any clock. Reset comes at any time; the requests are then withdrawn.
`default_nettype none

module prove_surf_port #(
    parameter BURST = 0
) (
    input wire         clk,
    input wire         rst_n,
    input wire         p_go,            // a packet begins
    input wire [23:0]  p_new,
    input wire [127:0] p_line,          // BURST = 1: its entry
    input wire [31:0]  p_value,         // BURST = 0: the new value of its word
    input wire         e_go,            // an access of the host begins
    input wire [60:0]  e_new,
    input wire         finish,          // the memory acknowledges
    input wire [31:0]  m_rdata
);
    // Clients
    reg          p_req, e_req, e_write;
    reg  [23:0]  p_addr, e_addr;
    reg  [127:0] line;
    reg  [3:0]   e_be;
    reg  [31:0]  e_wdata;
    wire         p_modify, p_done, e_done, m_req, m_write;
    wire [1:0]   p_word;
    wire [31:0]  rdata, m_wdata;
    wire [23:0]  m_addr;
    wire [3:0]   m_be;
    wire         m_ack = m_req && finish;
    wire [31:0]  p_wdata = BURST != 0 ? line[32*p_word +: 32] : p_value;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {p_req, e_req, e_write} <= 3'd0;
            {p_addr, e_addr} <= 48'd0;
            line <= 128'd0;
            {e_be, e_wdata} <= 36'd0;
        end else begin
            p_req <= p_req ? !p_done : p_go;
            e_req <= e_req ? !e_done : e_go;
            if (!p_req) begin
                p_addr <= BURST != 0 ? {p_new[23:2], 2'd0} : p_new;
                line   <= p_line;
            end
            if (!e_req)
                {e_write, e_addr, e_be, e_wdata} <= e_new;
        end

    initial assume (!rst_n);

    surf_port #(.BURST(BURST)) dut (.*);

    // The requests made for the packet and for the access of the host
    reg  [2:0]  p_steps;        // number of requests to the memory that have ended
    reg         e_ended;
    reg  [31:0] value;          // new value computed by the packet
    reg  [31:0] taken;          // value that was read last
    reg         formed;
    localparam [2:0] STEPS = BURST != 0 ? 3'd4 : 3'd2;

    (* hierconn *) wire \dut.packet ;
    wire for_packet = \dut.packet ;

    // Values in the previous clock
    reg         was_req, was_idle, was_p, was_e;
    reg  [60:0] was;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            p_steps <= 3'd0;
            {e_ended, formed, was_req, was_idle, was_p, was_e} <= 6'd0;
            {value, taken} <= 64'd0;
            was <= 61'd0;
        end else begin
            was_req  <= m_req && !m_ack;
            was      <= {m_write, m_addr, m_be, m_wdata};
            was_idle <= !m_req && p_steps == 0;
            was_p    <= p_req && !p_done;
            was_e    <= e_req && !e_done;
            if (p_done)
                p_steps <= 3'd0;
            else if (m_ack && for_packet)
                p_steps <= p_steps + 3'd1;
            e_ended <= m_ack && !for_packet;
            if (m_ack && !m_write)
                taken <= m_rdata;
            formed <= (formed || p_modify) && !p_done;
            if (p_modify)
                value <= p_wdata;
        end

    always @* if (rst_n) begin
        // A request is held until its ack, and is 0 for a clock after it.
        if (was_req)
            assert (m_req && {m_write, m_addr, m_be, m_wdata} == was);
        // It is the next request of the packet, in order, or that of the host, between packets.
        if (m_req && for_packet) begin
            assert (p_req && !p_done && p_steps < STEPS && m_be == 4'hF);
            if (BURST != 0)
                assert (m_write && m_addr == {p_addr[23:2], p_steps[1:0]} &&
                        m_wdata == line[32*p_steps[1:0] +: 32]);
            else
                assert (m_write == p_steps[0] && m_addr == p_addr);
            if (BURST == 0 && m_write)
                assert (formed && m_wdata == value);
        end
        if (m_req && !for_packet) begin
            assert (e_req && !e_done && p_steps == 0 && m_write == e_write && m_addr == e_addr);
            assert (!m_write || (m_be == e_be && m_wdata == e_wdata));
        end
        // The new value is computed once, from the word read.
        if (p_modify)
            assert (BURST == 0 && p_steps == 1 && !formed && rdata == taken);
        // done comes in the clock after the last ack, with the word read.
        assert (p_done == (p_steps == STEPS));
        assert (e_done == e_ended);
        if (e_done)
            assert (e_req && (e_write || rdata == taken));
        // Each access ends: a request that waits for an idle port is passed on in the next clock,
        // packets first.
        if (was_idle && (was_p || was_e))
            assert (m_req && for_packet == was_p);
    end

    // Invariants
    (* hierconn *) wire       \dut.more ;
    (* hierconn *) wire [1:0] \dut.word ;

    always @* if (rst_n) begin
        assert (p_steps <= STEPS);
        assert (!(p_steps != 0 && !p_req));
        if (BURST == 0) begin
            assert (!\dut.more && \dut.word == 0);
            assert (formed == ((p_steps == 1 && !p_modify) || p_steps == 2));
            if (p_steps == 1)
                assert (p_modify != m_req);
            if (p_steps == 2)
                assert (!m_req);
        end else begin
            assert (!p_modify && !formed && p_addr[1:0] == 0);
            if (m_req && for_packet)
                assert (\dut.word == p_steps[1:0] + 2'd1 && \dut.more == (p_steps != 3));
            else if (p_steps != 0 && p_steps != 4)
                assert (\dut.more && \dut.word == p_steps[1:0]);
            else
                assert (!\dut.more && \dut.word == 0);
        end
        if (p_steps != 0)
            assert (for_packet && m_addr[23:2] == p_addr[23:2]);
        if (p_steps != 0 && BURST == 0)
            assert (m_addr == p_addr && m_be == 4'hF);
        if (p_steps != 0 && BURST != 0)
            assert (m_be == 4'hF && m_write);
        if (e_ended)
            assert (!m_req && p_steps == 0 && e_req);
    end

    // Reachable: a packet and an access of the host that waits for it
    always @* begin
        cover (rst_n && p_done && was_e);
        cover (rst_n && e_done && was_p && !e_write && rdata == 32'h12345678);
        cover (rst_n && e_done && e_write && p_req);
    end
endmodule
