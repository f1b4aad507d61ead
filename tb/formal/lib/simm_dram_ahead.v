// SPDX-License-Identifier: Apache-2.0
//
// Proof of simm_dram with packets from a queue (AHEAD = 1): each packet that the controller
// takes with p_done changes exactly its word, by one, or writes exactly its four words, once;
// and EISA accesses read and write the requested word. The solver chooses the word of the memory
// that the proof examines. Packets and EISA accesses come at any time; a packet's request is stable
// until it is done, an EISA request may change or be withdrawn until its access begins.
`default_nettype none

module prove_simm_dram_ahead #(
    parameter BURST = 0
) (
    input wire         clk,
    input wire         rst_n,
    input wire         p_req,
    input wire [23:0]  p_addr,
    input wire [127:0] line,
    input wire         e_req,
    input wire         e_first,
    input wire         e_write,
    input wire [23:0]  e_addr,
    input wire [3:0]   e_be,
    input wire [31:0]  e_wdata,
    input wire [31:0]  other
);
    localparam [3:0] IDLE = 0, ROW = 1, RAS = 2, COL = 3, CAS = 4, MODIFY = 5;

    wire        p_modify, p_done, e_done, ras_n, we_n, dq_oe;
    wire [1:0]  p_word;
    wire [31:0] rdata, dq_i, dq_o;
    wire [11:0] a;
    wire [3:0]  cas_n;
    wire [31:0] p_wdata = BURST ? line[32 * p_word +: 32] : rdata + 32'd1;

    simm_dram #(
        .BURST(BURST), .AHEAD(1), .REFRESH_CLOCKS(380), .REFRESH_FIRST(12)
    ) dut (
        .hold(1'b0), .*
    );

    (* hierconn *) wire [3:0]  \dut.state ;
    (* hierconn *) wire        \dut.packet ;
    (* hierconn *) wire        \dut.eisa ;
    (* hierconn *) wire        \dut.write ;
    (* hierconn *) wire [1:0]  \dut.word ;
    (* hierconn *) wire        \dut.due ;
    (* hierconn *) wire        \dut.overdue ;
    (* hierconn *) wire        \dut.ended ;
    (* hierconn *) wire [11:0] \dut.open_row ;

    wire       ok;
    wire [4:0] rest;

    dram_state #(.BURST(BURST)) u_state (
        .*, .state(\dut.state ), .packet(\dut.packet ), .eisa(\dut.eisa ), .write(\dut.write ),
        .word(\dut.word ), .p_done(\dut.ended ), .due(\dut.due ), .overdue(\dut.overdue )
    );

    initial assume (!rst_n);
    always @* if (!$initstate) assume (rst_n);

    // ------------------------------------------------------------ clients
    reg          p_stands, e_stands;
    reg  [151:0] p_was;
    reg  [60:0]  e_was;
    wire [151:0] p_is = {p_addr, line};
    wire [60:0]  e_is = {e_write, e_addr, e_be, e_wdata};

    initial {p_stands, e_stands} = 2'b00;
    always @(posedge clk) begin
        p_stands <= rst_n && p_req && !p_done;
        e_stands <= rst_n && e_req && !e_done;
        {p_was, e_was} <= {p_is, e_is};
    end
    always @* begin
        if (p_stands) assume (p_req && p_is == p_was);
        if (e_stands && \dut.eisa ) assume (e_req && e_is == e_was);
        if (BURST) assume (p_addr[1:0] == 0);
    end

    // ------------------------------------------------------------ one word
    (* anyconst *) reg [23:0] address;

    wire [31:0] content;
    wire        in_row;

    simm_word u_word (.*);

    // The current packet: the one at the port until p_done, then a copy of it
    reg  [23:0]  at;
    reg  [127:0] what;
    reg          taken;     // the current packet has had its p_done
    reg          over;      // the last word of a packet was written in the previous clock
    reg  [7:0]   takes, writes;

    wire         runs = \dut.packet && \dut.state != IDLE;
    wire         last = runs && \dut.state == CAS && \dut.write && (BURST == 0 || \dut.word == 3);
    wire [23:0]  addr = taken ? at : p_addr;
    wire [127:0] data = taken ? what : line;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {at, what} <= 152'd0;
            {taken, over} <= 2'b00;
            {takes, writes} <= 16'd0;
        end else begin
            if (p_done)
                {at, what} <= p_is;
            taken  <= p_done || (taken && !last);
            over   <= last;
            takes  <= takes + p_done;
            writes <= writes + last;
        end

    // The expected value of the word
    reg  [31:0] kept, value;
    wire        mine = BURST ? at[23:2] == address[23:2] : at == address;
    wire        to_eisa = e_done && e_write && e_addr == address;
    wire        under_way = runs && (BURST ? addr[23:2] == address[23:2] &&
                            \dut.word > address[1:0] : 1'b0);
    wire [31:0] part = data[32 * address[1:0] +: 32], old = what[32 * address[1:0] +: 32];
    integer     i;

    always @* begin
        value = kept;
        if (over && mine)
            value = BURST ? old : kept + 32'd1;
        for (i = 0; i < 4; i = i + 1)
            if (to_eisa && e_be[i])
                value[8 * i +: 8] = e_wdata[8 * i +: 8];
    end

    always @(posedge clk)
        kept <= rst_n ? value : content;

    wire [11:0] row = {address[22], address[20], address[19:10]};
    wire [23:0] owner = \dut.packet ? {addr[23:2], BURST ? \dut.word : addr[1:0]} : e_addr;
    wire [11:0] owner_row = {owner[22], owner[20], owner[19:10]};
    wire [11:0] owner_col = {owner[23], owner[21], owner[9:0]};

    always @* if (rst_n) begin
        assert (ok);
        assert (content == (under_way ? part : value));
        assert (takes == writes + taken);
        if (e_done && !e_write && e_addr == address)
            assert (rdata == content);
        // p_done comes once per access, and the access uses the packet at the port.
        if (p_done)
            assert (runs && !taken && p_req);
        // invariants
        if (runs && !taken)
            assert (p_req && p_stands);
        if (taken)
            assert (runs && \dut.write == (BURST ? 1'b1 : \dut.state != MODIFY) &&
                    (BURST ? \dut.state == CAS && \dut.word == 3 : \dut.state == COL ||
                    \dut.state == CAS));
        if (runs && !taken)
            assert (BURST ? !(\dut.state == CAS && \dut.word == 3) : !\dut.write );
        if (\dut.eisa && \dut.state != IDLE)
            assert (e_stands && \dut.write == e_write);
        if (e_done)
            assert (e_stands);
        case (\dut.state )
        ROW, RAS: begin
            assert (a == owner_row && \dut.open_row == owner_row);
        end
        COL, CAS: begin
            assert (in_row == (owner_row == row) && \dut.open_row == owner_row);
            assert (a == owner_col);
            if (\dut.write && \dut.eisa )
                assert (dq_o == e_wdata);
            if (\dut.write && \dut.packet && BURST)
                assert (dq_o == data[32 * \dut.word +: 32]);
            if (\dut.write && \dut.packet && !BURST && addr == address)
                assert (dq_o == content + 32'd1);
            if (\dut.state == CAS && \dut.write )
                assert (cas_n == (\dut.eisa ? ~e_be : 4'b0000));
        end
        MODIFY: begin
            assert (in_row == (owner_row == row) && a == owner_col && \dut.open_row == owner_row);
            if (addr == address)
                assert (rdata == content);
        end
        default: ;
        endcase
    end

    always @* cover (rst_n && e_done && !e_write && e_addr == address && writes == 1);

    generate
        if (BURST) begin : g_burst
            // the second of two packets, in the open row and in another row
            wire second = rst_n && writes == 2 && over;

            always @* begin
                cover (second && !ras_n && mine && address[1:0] == 3 && content == 32'h12345678);
                cover (second && ras_n && p_stands);
            end
        end else begin : g_word
            always @* cover (rst_n && writes == 2 && over && mine && content == kept + 1);
        end
    endgenerate
endmodule
