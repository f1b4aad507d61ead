// SPDX-License-Identifier: Apache-2.0
//
// Proof of bridge_frames, without frames of UARTBone, for any bytes at any time and any back end.
//
// The monitor computes the CRC of each frame by another method and records the accesses that the
// frame requests. The bridge makes accesses only for a frame with a correct CRC and with a number
// other than that of the previous frame, word by word and each once.
`default_nettype none

module prove_bridge_frames (
    input wire        clk,
    input wire        rst_n,
    input wire        rx_valid,
    input wire [7:0]  rx_data,
    input wire        rx_bad,
    input wire        rx_quiet,
    input wire        tx_ready,
    input wire        finish,       // the back end acknowledges
    input wire        ack_error,
    input wire [31:0] ack_rdata,
    input wire        irq
);
    localparam GAP = 6, BUS_CLOCKS = 5;

    initial assume (!rst_n);

    wire        tx_valid, req, write, obs_frame, obs_drop;
    wire [7:0]  tx_data;
    wire [31:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    reg         under_way;
    wire        ack = under_way && finish;

    bridge_frames #(.WORDS_LOG2(1), .PLAIN(0), .GAP(GAP), .BUS_CLOCKS(BUS_CLOCKS)) dut (.*);

    (* hierconn *) wire [3:0]  \dut.state ;
    (* hierconn *) wire [2:0]  \dut.n ;
    (* hierconn *) wire [1:0]  \dut.lane ;
    (* hierconn *) wire [7:0]  \dut.word ;
    (* hierconn *) wire [7:0]  \dut.count ;
    (* hierconn *) wire [7:0]  \dut.how ;
    (* hierconn *) wire [7:0]  \dut.left ;
    (* hierconn *) wire [7:0]  \dut.seq ;
    (* hierconn *) wire [7:0]  \dut.last_seq ;
    (* hierconn *) wire        \dut.known ;
    (* hierconn *) wire        \dut.f_write ;
    (* hierconn *) wire        \dut.plain ;
    (* hierconn *) wire        \dut.fixed ;
    (* hierconn *) wire        \dut.stuck ;
    (* hierconn *) wire        \dut.held ;
    (* hierconn *) wire        \dut.held_bad ;
    (* hierconn *) wire        \dut.overrun ;
    (* hierconn *) wire [7:0]  \dut.byte_in ;
    (* hierconn *) wire [15:0] \dut.crc ;
    (* hierconn *) wire [31:2] \dut.base ;
    (* hierconn *) wire [31:2] \dut.at ;
    (* hierconn *) wire [26:0] \dut.timer ;
    (* hierconn *) wire [1:0]  \dut.status ;
    wire [3:0] state = \dut.state ;

    localparam [3:0] S_COMMAND = 4'd0, S_HEADER = 4'd1, S_DATA = 4'd2, S_CHECK = 4'd3,
                     S_FETCH = 4'd4, S_REQ = 4'd5, S_WAIT = 4'd6, S_ANSWER = 4'd7,
                     S_DEAF = 4'd8;

    // CRC after one more byte, 16 bits at once: the sum of the contributions of the bits
    function [15:0] crc_of;
        input [15:0] crc;
        input [7:0]  b;
        reg   [7:0]  x;
        reg          p;
        begin
            x = crc[15:8] ^ b;
            p = ^x;
            crc_of = {crc[7:0], 8'd0} ^ {6'd0, x, 2'd0} ^ {7'd0, x, 1'd0} ^ {p, 13'd0, p, p};
        end
    endfunction

    // The bytes that the bridge accepts. A byte that comes while another one waits replaces it: the
    // next byte that is taken belongs to a frame with a hole.
    reg  m_held, m_bad, m_lost;
    wire take = m_held && (state <= S_CHECK || state == S_DEAF);
    wire right = !m_bad && !m_lost;
    reg  [26:0] m_wait;                     // clocks for which an access has been awaited

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {m_held, m_bad, m_lost} <= 3'd0;
            m_wait <= 27'd0;
        end else begin
            if (rx_valid)
                {m_held, m_bad} <= {1'b1, rx_bad};
            else if (take)
                m_held <= 1'b0;
            if (take)
                m_lost <= 1'b0;
            else if (rx_valid && m_held)
                m_lost <= 1'b1;
            m_wait <= state == S_WAIT ? m_wait + 27'd1 : 27'd0;
        end

    // A frame: all of its bytes in order, none of them wrong
    reg         in_frame, m_write, good;    // good: the frame is complete and its CRC is correct
    reg  [4:0]  m_bytes;                    // number of bytes received
    reg  [15:0] m_crc;
    reg  [7:0]  m_seq, m_count, m_how;
    reg  [31:0] m_addr;
    reg  [63:0] m_words;                    // words of a write
    wire [15:0] m_crc_next = crc_of(m_bytes == 5'd0 ? 16'hFFFF : m_crc, \dut.byte_in );
    wire [4:0]  m_length = 5'd10 + (m_write ? {1'b0, m_count[1:0], 2'b00} : 5'd0);

    // The accesses made for the frame
    reg         m_known, m_new;
    reg  [7:0]  m_last;
    reg  [1:0]  m_done;                     // requests
    reg  [7:0]  m_at;                       // position in the span

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {in_frame, m_write, good, m_known, m_new} <= 5'd0;
            m_bytes <= 5'd0;
            m_crc <= 16'd0;
            {m_seq, m_count, m_how, m_last, m_at} <= 40'd0;
            m_addr <= 32'd0;
            m_done <= 2'd0;
        end else begin
            if (take && state == S_COMMAND) begin
                in_frame <= right && (\dut.byte_in == 8'hF8 || \dut.byte_in == 8'hE7);
                m_write  <= \dut.byte_in == 8'hE7;
                m_bytes  <= 5'd1;
                m_crc    <= crc_of(16'hFFFF, \dut.byte_in );
                good     <= 1'b0;
            end else if (take && in_frame) begin
                m_bytes <= m_bytes + 5'd1;
                m_crc   <= m_crc_next;
                if (m_bytes == 5'd1) m_seq <= \dut.byte_in ;
                if (m_bytes == 5'd2) m_count <= \dut.byte_in ;
                if (m_bytes == 5'd3) m_how <= \dut.byte_in ;
                if (m_bytes >= 5'd4 && m_bytes <= 5'd7) m_addr <= {m_addr[23:0], \dut.byte_in };
                if (!right || (m_bytes == 5'd7 && (m_count > 8'd2 || (m_write && m_count == 8'd0))))
                    in_frame <= 1'b0;
                else if (m_bytes >= 5'd9 && m_bytes == m_length - 5'd1) begin
                    in_frame <= 1'b0;
                    good     <= m_crc_next == 16'd0;
                    if (m_crc_next == 16'd0) begin
                        m_new   <= m_count != 8'd0 && !(m_known && m_seq == m_last);
                        m_known <= 1'b1;
                        m_last  <= m_seq;
                        m_done  <= 2'd0;
                        m_at    <= 8'd0;
                    end
                end
            end else if (state == S_COMMAND || state == S_DEAF)
                {in_frame, good} <= 2'd0;
            if (req) begin
                m_done <= m_done + 2'd1;
                m_at   <= m_at + 8'd1 == m_how ? 8'd0 : m_at + 8'd1;
            end
        end

    always @(posedge clk)
        if (take && in_frame && m_bytes >= 5'd8 && m_bytes < m_length - 5'd2)
            m_words <= {m_words[55:0], \dut.byte_in };

    // The back end
    reg         b_write;
    reg  [31:2] b_addr;
    reg  [3:0]  b_be;
    reg  [31:0] b_wdata;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            under_way <= 1'b0;
        else begin
            under_way <= req || (under_way && !finish);
            if (req)
                {b_write, b_addr, b_be, b_wdata} <= {write, addr, be, wdata};
        end

    // A frame is dropped when the line is quiet in its middle, or when the bridge becomes deaf.
    reg  [3:0]  before, earlier;            // the states one and two clocks ago
    reg         took;                       // take one clock ago
    wire        quiet_drop = before >= S_HEADER && before <= S_CHECK && !took && state == S_COMMAND;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {before, earlier, took} <= {S_COMMAND, S_COMMAND, 1'b0};
        else
            {before, earlier, took} <= {state, before, take};

    // The end of an access one clock ago: without ack in time, whatever ack_error was then, or with
    // an error
    reg         hung, failed;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {hung, failed} <= 2'b00;
        else
            {hung, failed} <= {state == S_WAIT && !ack && m_wait >= BUS_CLOCKS,
                               state == S_WAIT && ack && ack_error};

    wire [29:0] offset = {28'd0, m_done};
    wire        m_fixed = m_write && m_how[4];

    always @* begin
        if (!rst_n)
            assert (!req && !tx_valid);
        else begin
            // An access is made only for a correct new frame, word by word, and for no more words
            // than it has.
            if (req) begin
                assert (good && m_new && {6'd0, m_done} < m_count);
                assert (!under_way);
                assert (write == m_write);
                assert (be == (m_write ? m_how[3:0] : 4'b1111));
                assert (addr == m_addr[29:0] +
                        (m_fixed ? 30'd0 : m_write || m_how == 8'd0 ? offset : {22'd0, m_at}));
`ifdef DATA
                if (m_write)
                    assert (wdata == (m_count == 8'd2 && m_done == 2'd0 ? m_words[63:32] :
                                      m_words[31:0]));
`endif
            end
            // The access is stable until ack.
            if (under_way)
                assert ({write, addr, be, wdata} == {b_write, b_addr, b_be, b_wdata});
            // An access is awaited for BUS_CLOCKS clocks, whatever comes from the line.
            assert (m_wait <= BUS_CLOCKS + 1);
            if (hung || failed)
                assert (state == S_ANSWER && \dut.status == (hung ? 2'd2 : 2'd1));
            // An incorrect frame is not accepted.
            if (obs_frame)
                assert (good);
            // Each dropped frame is shown once.
            assert (obs_drop == (quiet_drop || (before == S_DEAF && earlier != S_DEAF)));
        end
    end
    // Invariants
    always @* if (rst_n) begin
        assert (state <= S_DEAF);
        assert (\dut.held == m_held && \dut.overrun == m_lost);
        if (m_held)
            assert (\dut.held_bad == m_bad);
        if (state == S_WAIT)
            assert (\dut.timer == m_wait);
        assert (!(\dut.plain ) || state == S_DEAF || state == S_COMMAND);
        if ((state == S_HEADER && m_bytes >= 5'd4) || (state >= S_DATA && state <= S_ANSWER))
            assert (\dut.fixed == m_fixed);
        if (state == S_HEADER && m_bytes < 5'd4)
            assert (!(\dut.fixed ));
        assert (\dut.known == m_known);
        if (m_known)
            assert (\dut.last_seq == m_last);
        if (state == S_HEADER || state == S_DATA || state == S_CHECK)
            assert (in_frame && !good && \dut.f_write == m_write && \dut.crc == m_crc);
        if (in_frame)
            assert (state == S_HEADER || state == S_DATA || state == S_CHECK || state == S_COMMAND);
        if (state == S_HEADER)
            assert (m_bytes == {2'd0, \dut.n } + 5'd1 && \dut.n <= 3'd6 && \dut.lane == 2'd0 &&
                    \dut.word == 8'd0);
        if (state == S_DATA)
            assert (m_write && m_bytes == 5'd8 + {1'b0, \dut.word [1:0], \dut.lane } &&
                    \dut.word < m_count);
        if (state == S_CHECK)
            assert (m_bytes == m_length - 5'd2 + {3'd0, \dut.lane } && \dut.lane <= 2'd1 &&
                    m_bytes >= 5'd8);
        if ((state == S_HEADER && m_bytes >= 5'd3) || (state >= S_DATA && state <= S_ANSWER))
            assert (\dut.count == m_count);
        if ((state == S_HEADER && m_bytes >= 5'd2) || (state >= S_DATA && state <= S_ANSWER))
            assert (\dut.seq == m_seq);
        if ((state == S_HEADER && m_bytes >= 5'd4) || (state >= S_DATA && state <= S_ANSWER))
            assert (\dut.how == m_how);
        if (state == S_HEADER && m_bytes == 5'd5)
            assert (\dut.base [9:2] == m_addr[7:0]);
        if (state == S_HEADER && m_bytes == 5'd6)
            assert (\dut.base [17:2] == m_addr[15:0]);
        if (state == S_HEADER && m_bytes == 5'd7)
            assert (\dut.base [25:2] == m_addr[23:0]);
        if (state >= S_DATA && state <= S_WAIT)
            assert (m_count <= 8'd2 && \dut.base == m_addr[29:0]);
        if (state == S_DATA)
            assert (m_count >= 8'd1);
        if (state == S_DATA || state == S_CHECK)
            assert (\dut.at == m_addr[29:0] && \dut.left == m_how - 8'd1);
        if (state >= S_FETCH && state <= S_ANSWER)
            assert (good && \dut.f_write == m_write);
        if (good)
            assert (state >= S_FETCH && state <= S_COMMAND + 4'd8 || state == S_COMMAND);
        if (state >= S_FETCH && state <= S_WAIT)
            assert (m_new && m_count != 8'd0 && \dut.word < m_count);
        if (state == S_FETCH || state == S_REQ)
            assert (!req && {6'd0, m_done} == \dut.word );
        if (state == S_FETCH || state == S_REQ || (state == S_WAIT && req))
            if (!m_write && m_how != 8'd0)
                assert (m_at < m_how && \dut.left == m_how - 8'd1 - m_at &&
                        \dut.at == m_addr[29:0] + {22'd0, m_at});
            else
                assert (\dut.at == m_addr[29:0] + (m_fixed ? 30'd0 : {22'd0, \dut.word }) &&
                        (m_write || \dut.left == 8'd255 - \dut.word ));
        if (state == S_WAIT && !req)
            if (!m_write && m_how != 8'd0)
                assert (m_at < m_how &&
                        (m_at == 8'd0 ? \dut.left == 8'd0 : \dut.left == m_how - m_at) &&
                        (m_at == 8'd0 || \dut.at == m_addr[29:0] + {22'd0, m_at} - 30'd1));
            else
                assert (\dut.at == m_addr[29:0] + (m_fixed ? 30'd0 : {22'd0, \dut.word }) &&
                        (m_write || \dut.left == 8'd255 - \dut.word ));
        if (state == S_WAIT)
            assert (req ? {6'd0, m_done} == \dut.word : {6'd0, m_done} == \dut.word + 8'd1);
        if (req)
            assert (state == S_WAIT && !under_way);
        // The back end is busy only in S_WAIT, and after an access that timed out.
        if (under_way)
            assert ((state == S_WAIT && !req) || \dut.stuck );
        if (state == S_WAIT && !req)
            assert (under_way && !(\dut.stuck ));
        if (state == S_WAIT || state == S_REQ)
            assert (!(\dut.stuck ));
        if (\dut.stuck )
            assert (under_way);
        if (state == S_REQ)
            assert (!under_way);
    end

    // Reachable: an access
    always @* cover (rst_n && req);
endmodule
