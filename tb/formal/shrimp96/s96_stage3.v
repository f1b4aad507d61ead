// SPDX-License-Identifier: Apache-2.0
//
// Proof of s96_stage3: the change of the word by a packet, and the condition of an event.
//
// Packets, modes, thresholds and words are free, registers are written at any time, and the memory
// answers at any time. The comparison is stated in 64-bit arithmetic.
`default_nettype none

module prove_s96_stage3 #(
    parameter WORDS_LOG2 = 20
) (
    input wire        clk,
    input wire        rst_n,
    input wire        s2_valid,
    input wire [23:0] s2_addr,
    input wire [19:0] s2_time,
    input wire        trace,
    input wire [39:0] threshold,
    input wire        wr_tcnt,
    input wire [3:0]  be,
    input wire [31:0] wdata,
    input wire        e_wait,
    input wire        p_modify,
    input wire [39:0] p_rdata,
    input wire        p_done
);
    wire        s2_take, tend, missed, count_event, p_req, hold, obs_take, obs_commit;
    wire [24:0] tcnt;
    wire [23:0] event_addr, p_addr;
    wire [39:0] p_wdata;

    s96_stage3 #(.WORDS_LOG2(WORDS_LOG2)) dut (.clk25(clk), .*);

    (* hierconn *) wire        \dut.traced ;
    (* hierconn *) wire [39:0] \dut.word ;

    initial assume (!rst_n);

    // The memory: each access has one modification, then its end
    reg modified;

    initial modified = 1'b0;
    always @(posedge clk)
        modified <= rst_n && p_req && !p_done && (modified || p_modify);
    always @* begin
        assume (!p_modify || (p_req && !modified && !p_done));
        assume (!p_done || (p_req && modified));
    end

    // The current packet, as it was when taken
    reg        is_trace;
    reg [23:0] addr;
    reg [19:0] low, ticks;
    reg [24:0] place;

    wire [24:0] the_end = 25'd1 << WORDS_LOG2;
    wire [31:0] lanes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
    wire [31:0] merged = ({7'd0, place} & ~lanes) | (wdata & lanes);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            is_trace <= 1'b0;
            addr     <= 24'd0;
            low      <= 20'd0;
            ticks    <= 20'd0;
            place    <= 25'd0;
        end else begin
            if (s2_take) begin
                is_trace <= trace;
                addr     <= trace ? place : s2_addr & (the_end - 1);
                low      <= s2_addr[19:0];
                ticks    <= s2_time;
            end
            // The trace counter counts each traced packet, and never passes the end.
            if (wr_tcnt)
                place <= merged >= the_end ? the_end : merged;
            else if (s2_take && trace && place != the_end)
                place <= place + 25'd1;
        end

    wire [63:0] sum = {24'd0, p_rdata} + 64'd1;

    always @* if (rst_n) begin
        assert (tcnt == place && tend == (place == the_end) && place <= the_end);
        // A packet is taken while none is in progress, or when the last one ends.
        if (s2_take)
            assert (s2_valid && (!p_req || p_done));
        if (s2_valid && (!p_req || (p_done && !e_wait)))
            assert (s2_take);
        assert (missed == (s2_take && trace && place == the_end));
        // its word
        if (p_req)
            assert (p_addr == addr);
        if (p_modify)
            assert (p_wdata == (is_trace ? {ticks, low} : sum[39:0]));
        // Its event depends on the 41-bit sum, and comes in histogram mode only.
        assert (count_event == (p_modify && !is_trace && sum > {24'd0, threshold}));
        if (count_event)
            assert (event_addr == addr);
        // invariant
        if (p_req)
            assert (\dut.traced == is_trace && \dut.word == {ticks, low});
        // A waiting host access begins between two packets.
        if (p_done && e_wait)
            assert (!s2_take);
    end

    always @* begin
        cover (rst_n && count_event && p_rdata == 40'hFFFFFFFFFF && threshold == 40'hFFFFFFFFFF);
        cover (rst_n && count_event && p_rdata == 40'd5 && threshold == 40'd5);
        cover (rst_n && missed);
        cover (rst_n && p_done && is_trace);
    end
endmodule
