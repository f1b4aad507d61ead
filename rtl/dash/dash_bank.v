// SPDX-License-Identifier: Apache-2.0
//
// dash_bank - one bank of 16,384 counters of 32 bits in an external SRAM
//
// Purpose     adds 1 to the counter that a circuit addresses. A count takes two clocks at the pins:
//             one to fetch the word, one to write it back incremented.
// Count       count (one clock) with addr. The bank accepts it (counted = 1 in the same clock), or
//             loses it (missed = 1) because it is fetching a word or the host uses this clock.
//             wrapped = 1 in the clock in which a counter is written back as 0.
// Host        h_req with h_write, h_addr and h_wdata is held until h_done (one clock); h_rdata is
//             valid with h_done. An access takes one clock at the pins. It waits up to 15 clocks
//             for a clock without a count and then takes a clock from a count.
// SRAM        a is stable while oe_n = 0 (read) or we_n = 0 (write); dq_i is sampled at the end of
//             the clock. Every output is a flip-flop.
// Latency     count to the pins 1 clock, to the new value in the SRAM 3. h_done 2 to 18 clocks
//             after h_req.
// Throughput  a count every two clocks.
// Domain      clk.
// Reset       rst_n asynchronous; a count in progress is lost (dash_regs resets its counts, too).
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_bank (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        count,
    input  wire [13:0] addr,
    output wire        counted,
    output wire        missed,
    output wire        wrapped,
    input  wire        h_req,
    input  wire        h_write,
    input  wire [13:0] h_addr,
    input  wire [31:0] h_wdata,
    output reg         h_done,
    output reg  [31:0] h_rdata,
    output reg         host,        // the pins carry an access of the host
    output reg  [13:0] a,
    output reg         oe_n,
    output reg         we_n,
    output reg         dq_oe,
    output reg  [31:0] dq_o,
    input  wire [31:0] dq_i
);
    reg       fetch;        // the pins fetch the word of a count
    reg [3:0] waited;
    wire      h_take = h_req && !h_done && !host && !fetch && (!count || waited == 4'd15);

    assign counted = count && !fetch && !h_take;
    assign missed  = count && !counted;
    assign wrapped = fetch && dq_i == 32'hFFFFFFFF;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            fetch   <= 1'b0;
            host    <= 1'b0;
            waited  <= 4'd0;
            h_done  <= 1'b0;
            h_rdata <= 32'd0;
            a       <= 14'd0;
            oe_n    <= 1'b1;
            we_n    <= 1'b1;
            dq_oe   <= 1'b0;
            dq_o    <= 32'd0;
        end else begin
            fetch  <= counted;
            host   <= h_take;
            h_done <= host;
            waited <= !h_req || h_take || host || h_done ? 4'd0 : waited + {3'd0, waited != 4'd15};
            if (host)
                h_rdata <= dq_i;
            if (counted)
                a <= addr;
            else if (h_take)
                a <= h_addr;
            oe_n  <= !(counted || (h_take && !h_write));
            we_n  <= !(fetch || (h_take && h_write));
            dq_oe <= fetch || (h_take && h_write);
            if (fetch || h_take)
                dq_o <= fetch ? dq_i + 32'd1 : h_wdata;
        end
endmodule
