// SPDX-License-Identifier: Apache-2.0
//
// s96_stage2 - measures the five variables of a packet and forms its histogram address
//
// Purpose     pops packets from the FIFO of shrimp_stage1, measures latency, size, sender, category
//             and page tag, and forms the histogram address from them.
// Interface   An entry is popped in the clock in which it appears (rd = !empty). With run = 0 it is
//             ignored. Otherwise, if Stage 2 holds a packet that Stage 3 does not take in the same
//             clock, it is dropped completely (drop = 1); if not, it is accepted. still = 1: a
//             packet's variables are being read; cat, mux, shift, min and max must not change at
//             the end of this clock. Each packet is thus measured with one configuration: that of
//             the clock of its pop.
//             s2_valid = 1: s2_addr and s2_time belong to the packet and are stable
//             until s2_take (one clock, only with s2_valid).
//             s2_addr  19..0 from the multiplexers, 23..20 from the jumpers
//             s2_time  receive time, low 20 bits
//             jumper   four bits for each address bit, 20 lowest: the signal it is
//                      wired to: 0 none (0), 1..4 category 0..3, 5..8 page tag 0..3,
//                      9..12 sender 0..3, and of the network interface board 13, 14
//                      the upper bits of the page's color, 15 its interrupt bit
// Variables   sender {Y3..0, X3..0}; tag color 3..0; size in bytes modulo 4096; for a packet of one
//             word, the number of its enabled bytes.
// Latency     pop to s2_valid 4 clocks.
// Throughput  one packet per 4 clocks if Stage 3 takes it at once.
// Domain      clk25.
// Reset       rst_n (power-on) asynchronous, released synchronously.
// Paper       SPDT 1996 3.2, 3.3.
`default_nettype none

module s96_stage2 (
    input  wire         clk25,
    input  wire         rst_n,
    input  wire         run,

    // Stage 1
    input  wire [148:0] entry,
    input  wire         empty,
    output wire         rd,

    // configuration
    input  wire [3:0]   cat,
    input  wire [14:0]  mux,
    input  wire [4:0]   shift,
    input  wire [43:0]  min,
    input  wire [43:0]  max,
    input  wire [15:0]  jumper,
    output wire         still,

    // Stage 3
    output reg          s2_valid,
    output reg  [23:0]  s2_addr,
    output wire [19:0]  s2_time,
    input  wire         s2_take,

    output wire         arrive,     // a packet has arrived while run = 1
    output wire         drop,       // this packet was dropped

    // observation
    output reg          obs_arrive,
    output reg          obs_accept,
    output reg          obs_drop,
    output reg  [43:0]  obs_rxtime
);
    // Fields of the entry
    wire [4:0]  e_y, e_x;
    wire [3:0]  e_rcat, e_be;
    wire [10:0] e_size;
    wire [5:0]  e_color;
    wire [43:0] e_rx, e_tx;
    wire        e_irq;
    wire [26:2] e_addr;

    assign {e_y, e_x, e_rcat, e_size, e_color, e_rx, e_tx, e_irq, e_addr, e_be} = entry;

    wire unused = &{1'b0, e_y[4], e_x[4], e_rcat, e_size[10], e_addr};

    wire [2:0] enabled = {2'b00, e_be[0]} + {2'b00, e_be[1]} +
                         {2'b00, e_be[2]} + {2'b00, e_be[3]};

    // Arrival. step is one-hot: the number of clocks since the pop
    reg  [2:0] step;
    wire       occupied = step != 3'b000 || s2_valid;
    wire       accept   = arrive && (!occupied || s2_take);

    assign rd     = !empty;
    assign arrive = rd && run;
    assign drop   = arrive && !accept;
    assign still  = accept || step != 3'b000;

    reg [43:0] rx, tx;
    reg [11:0] size;
    reg [7:0]  sender;
    reg [5:0]  color;
    reg [3:0]  category;
    reg        irq;

    wire [19:0] latency, chosen;

    s96_latency u_latency (
        .clk(clk25), .rst_n(rst_n), .subtract(step[0]), .rx(rx), .tx(tx),
        .min(min), .max(max), .shift(shift), .latency(latency)
    );

    s96_mux u_mux (
        .sel(mux), .latency(latency), .size(size), .sender(sender), .tag(color[3:0]),
        .cat(category), .addr(chosen)
    );

    // Jumpers
    wire [15:0] signal = {irq, color[5:4], sender[3:0], color[3:0], category, 1'b0};
    wire [3:0]  upper  = {signal[jumper[15:12]], signal[jumper[11:8]],
                          signal[jumper[7:4]], signal[jumper[3:0]]};

    assign s2_time = rx[19:0];

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            step     <= 3'b000;
            s2_valid <= 1'b0;
            s2_addr  <= 24'd0;
            {rx, tx, size, sender, color, category, irq} <= 119'd0;
        end else begin
            step <= {step[1:0], accept};
            if (accept) begin
                rx       <= e_rx;
                tx       <= e_tx;
                size     <= e_size == 11'd1 ? {9'd0, enabled} : {e_size[9:0], 2'b00};
                sender   <= {e_y[3:0], e_x[3:0]};
                color    <= e_color;
                category <= cat;
                irq      <= e_irq;
            end
            // the next packet begins only when this one has been taken
            s2_valid <= s2_valid ? !s2_take : step[2];
            if (step[2])
                s2_addr <= {upper, chosen};
        end

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            obs_arrive <= 1'b0;
            obs_accept <= 1'b0;
            obs_drop   <= 1'b0;
            obs_rxtime <= 44'd0;
        end else begin
            obs_arrive <= rd;
            obs_accept <= accept;
            obs_drop   <= drop;
            if (rd)
                obs_rxtime <= e_rx;
        end
endmodule
