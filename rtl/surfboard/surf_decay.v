// SPDX-License-Identifier: Apache-2.0
//
// surf_decay - halves the bins of the histogram memory while packets and host use it
//
// Purpose     implements the decay of revision 2. It is connected between the host and the memory
//             controller: simm_dram, surf_bram or surf_port.
// Control     go (one clock) begins a pass over bins 0 to last, unless one is in progress (busy).
//             If last becomes less than the bin in progress, the pass ends with this bin.
//             Each bin is read, and its half, rounded down, is written back. taken_valid (one
//             clock) with taken: the amount subtracted from a bin. ended (one clock): the pass is
//             over. hold = 1: the pass begins no access.
// Host        e_* are the same as at the controller; a host access may wait for one access of the
//             pass.
// Memory      m_* drive the host port of the controller.
// Packets     p_req, p_modify and p_addr monitor the packet port, which is connected directly to
//             the controller. To the controller an access of the pass is a host access.
// Exact       if a packet or the host changes a bin between its read and its write, the pass reads
//             it again, so that no change is lost. In the clock of p_modify the controller executes
//             the packet's access; a write of the pass that waits then has not begun and is
//             withdrawn.
// Latency     an access begins when neither a packet nor the host requests the memory. Without such
//             requests a bin takes 12 clocks with simm_dram, 6 with surf_bram, and half of that
//             if it is 0.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

module surf_decay #(
    parameter ON = 1,           // 0: no decay, the host is connected directly to the memory
    parameter LOG2 = 20         // number of address bits that distinguish bins, 6 to 24
) (
    input  wire        clk25,
    input  wire        rst_n,

    // control
    input  wire        hold,
    input  wire        go,
    input  wire [23:0] last,
    output wire        busy,
    output wire        ended,
    output wire        taken_valid,
    output wire [31:0] taken,

    // host
    input  wire        e_req,
    input  wire        e_write,
    input  wire [23:0] e_addr,
    input  wire [3:0]  e_be,
    input  wire [31:0] e_wdata,
    output wire        e_done,

    // memory
    output wire        m_req,
    output wire        m_write,
    output wire [23:0] m_addr,
    output wire [3:0]  m_be,
    output wire [31:0] m_wdata,
    input  wire        m_done,
    input  wire [31:0] m_rdata,

    // packets
    input  wire        p_req,
    input  wire        p_modify,
    input  wire [23:0] p_addr
);
    generate
        if (ON == 0) begin : g_off
            assign {m_req, m_write, m_addr, m_be, m_wdata} =
                {e_req, e_write, e_addr, e_be, e_wdata};
            assign e_done = m_done;
            assign {busy, ended, taken_valid, taken} = 35'd0;

            wire unused = &{1'b0, clk25, rst_n, hold, go, last, m_rdata, p_req, p_modify};
        end else begin : g_on
            localparam [2:0] IDLE  = 3'd0,
                             AHEAD = 3'd1,  // waits to read
                             READ  = 3'd2,
                             HALF  = 3'd3,  // waits to write
                             WRITE = 3'd4;

            reg [2:0]  state;
            reg [23:0] bin;
            reg [31:0] value;
            reg        is_ended, is_taken;
            reg [31:0] amount;
            reg [5:0]  gone;            // the host withdrew its request before done; its access may
                                        // still be in progress, and ends within 60 clocks

            wire ours    = state == READ || state == WRITE;
            wire free    = !hold && !e_req && !p_req && gone == 6'd0;
            wire changed = (p_modify && p_addr[LOG2-1:0] == bin[LOG2-1:0]) ||
                           (e_req && e_write && !ours && e_addr[LOG2-1:0] == bin[LOG2-1:0]);

            assign busy    = state != IDLE;
            assign {ended, taken_valid, taken} = {is_ended, is_taken, amount};
            assign m_req   = ours || e_req;
            assign m_write = ours ? state == WRITE : e_write;
            assign m_addr  = ours ? bin : e_addr;
            assign m_be    = ours ? 4'b1111 : e_be;
            assign m_wdata = ours ? {1'b0, value[31:1]} : e_wdata;
            assign e_done  = m_done && !ours;

            // The bin is finished: go on to the next bin, or end the pass
            wire done = (state == READ && m_done && m_rdata == 32'd0) || (state == WRITE && m_done);

            always @(posedge clk25 or negedge rst_n)
                if (!rst_n) begin
                    state    <= IDLE;
                    bin      <= 24'd0;
                    value    <= 32'd0;
                    gone     <= 6'd0;
                    is_ended <= 1'b0;
                    is_taken <= 1'b0;
                    amount   <= 32'd0;
                end else begin
                    is_ended <= 1'b0;
                    is_taken <= 1'b0;
                    if (e_req)
                        gone <= e_done ? 6'd0 : 6'd63;
                    else if (gone != 6'd0)
                        gone <= e_done ? 6'd0 : gone - 6'd1;

                    case (state)
                    IDLE:
                        if (go) begin
                            state <= AHEAD;
                            bin   <= 24'd0;
                        end
                    AHEAD:
                        if (free)
                            state <= READ;
                    READ:
                        if (m_done) begin
                            value <= m_rdata;
                            state <= HALF;
                        end
                    HALF:
                        if (changed || free)
                            state <= changed ? AHEAD : WRITE;
                    default: begin  // WRITE
                        if (changed)
                            state <= AHEAD;
                        if (m_done) begin
                            is_taken <= 1'b1;
                            amount   <= value - {1'b0, value[31:1]};
                        end
                    end
                    endcase
                    if (done) begin
                        state <= bin >= last ? IDLE : AHEAD;
                        is_ended <= bin >= last;
                        bin   <= bin + 24'd1;
                    end
                end
        end
    endgenerate

    wire unused = &{1'b0, p_addr};
endmodule
