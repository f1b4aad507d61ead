// SPDX-License-Identifier: Apache-2.0
//
// dash_regs - registers, exchange of the controller's circuit, counts of what was lost
//
// Purpose     decodes accesses to registers, contains CTRL, the conditions of the circuit, TLEVEL,
//             WINDOW and the counts, and times the exchange of the circuit.
// Access      wr or rd (one clock) with offset and wdata; rdata and refused are valid in the next
//             clock. refused = 1: there is no such register, LOAD names no circuit, or a condition
//             (MODE to POST) was written while a circuit runs; nothing has changed.
//             rejected: an access to an address outside of the registers was refused.
// Circuit     circuit is the number of the one that is loaded, 0 for none. A write of LOAD ends it,
//             and EXCHANGE_CLOCKS clocks later the new one runs. on = 1: events and transactions of
//             this clock are observed; it follows running and CTRL.ENABLE by one clock. circuit
//             changes only while on = 0. held = 1: the circuit is in reset.
// Counts      inc[k] = 1 adds 1 to the count at 0x80 + 4 * k. A count stops at FFFFFFFF. A flag of
//             STAT is 1 as long as its count is not 0; CTRL.CLEAR clears all of them, and an event
//             in that clock is counted.
// Trace       tcnt is TCNT; set_tcnt = 1: it takes wdata. busy, fired and presence are bits of STAT
//             and SIZE.
// Latency     1 clock. Domain clk. Reset rst_n asynchronous.
// Paper       thesis on NUMAchine's monitor, 2.2; the text has no registers.
`default_nettype none

`include "dash_regs.vh"

module dash_regs #(
    parameter EXCHANGE_CLOCKS = 1600000,
    parameter TRACE_LOG2 = 21
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        wr,
    input  wire        rd,
    input  wire [7:2]  offset,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,
    output reg         refused,
    input  wire        rejected,
    output wire        held,
    output reg         on,
    output reg  [2:0]  circuit,
    output reg         hold,
    output reg  [31:0] mode,
    output reg  [13:0] mask0,
    output reg  [13:0] mask1,
    output reg  [28:0] tmask,
    output reg  [28:0] tvalue,
    output reg  [21:0] post,
    output reg  [6:0]  window,
    output reg         irq,
    output wire        set_tcnt,
    input  wire [21:0] tcnt,
    input  wire        busy,
    input  wire        fired,
    input  wire [7:0]  presence,
    input  wire [15:0] inc,         // all but CLOCKS, GAP and EXCHANGES, which are counted here
    input  wire [27:0] wrapped      // of both banks, the addresses of the counters that inc counts
);
    localparam [31:0] DELAY = EXCHANGE_CLOCKS, TLEVEL = `DASH_TLEVEL_RESET,
                      WINDOW = `DASH_WINDOW_RESET, MASK0 = `DASH_MASK0_RESET,
                      MASK1 = `DASH_MASK1_RESET;
    // numbers of the counts
    localparam MISSED0 = 2, MISSED1 = 3, WRAPS0 = 4, WRAPS1 = 5, CLOCKS = 6, GAP = 7,
               EXCHANGES = 8, LOST = 11, FULL = 12, SKIPPED = 15;

    reg         enable, error;
    reg  [2:0]  next;
    reg  [31:0] left;               // clocks until the next circuit runs
    reg  [21:0] level;
    reg  [13:0] wrap0, wrap1;
    reg  [31:0] counts [0:15];

    wire [31:0] where    = {24'd0, offset, 2'b00};
    wire        running  = next != 3'd0 && left == 32'd0;
    wire        known    = where <= `DASH_DELAY || where[7:6] == 2'b10;
    wire        is_cond  = where >= `DASH_MODE && where <= `DASH_POST;
    wire        is_load  = where == `DASH_LOAD;
    wire        bad      = !known || (wr && is_cond && running) ||
                           (wr && is_load && wdata[`DASH_LOAD_CIRCUIT] > 3'd4);
    wire        write    = wr && !bad;
    wire        load     = write && is_load;
    wire        clear    = write && where == `DASH_CTRL && wdata[`DASH_CTRL_CLEAR];
    wire [15:0] add      = inc | {15'd0, load && running} << EXCHANGES |
                           {15'd0, !running} << GAP | {15'd0, on} << CLOCKS;
    wire        full     = {10'd0, tcnt} >= 32'd1 << TRACE_LOG2;
    wire        at_level = level != 22'd0 && tcnt >= level;

    assign held     = !running && !on;
    assign set_tcnt = write && where == `DASH_TCNT;

    integer i;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            for (i = 0; i < 16; i = i + 1)
                counts[i] <= 32'd0;
            wrap0 <= 14'd0;
            wrap1 <= 14'd0;
            error <= 1'b0;
        end else begin
            for (i = 0; i < 16; i = i + 1)
                counts[i] <= clear ? {31'd0, add[i]}
                                   : counts[i] + {31'd0, add[i] && counts[i] != 32'hFFFFFFFF};
            if (inc[WRAPS0])
                wrap0 <= wrapped[13:0];
            if (inc[WRAPS1])
                wrap1 <= wrapped[27:14];
            error <= rejected || ((wr || rd) && bad) || (error && !clear);
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            enable  <= 1'b0;
            hold    <= 1'b0;
            on      <= 1'b0;
            circuit <= 3'd0;
            next    <= 3'd0;
            left    <= 32'd0;
            irq     <= 1'b0;
            level   <= TLEVEL[21:0];
            window  <= WINDOW[6:0];
            mode    <= 32'd0;
            mask0   <= MASK0[13:0];
            mask1   <= MASK1[13:0];
            tmask   <= 29'd0;
            tvalue  <= 29'd0;
            post    <= 22'd0;
        end else begin
            on  <= running && enable;
            irq <= at_level;
            if (!on)
                circuit <= next;
            if (load) begin
                next <= wdata[`DASH_LOAD_CIRCUIT];
                left <= DELAY;
            end else if (left != 32'd0)
                left <= left - 32'd1;
            if (write)
                case (where)
                `DASH_CTRL: begin
                    enable <= wdata[`DASH_CTRL_ENABLE];
                    hold   <= wdata[`DASH_CTRL_HOLD];
                end
                `DASH_MODE: begin
                    mode[`DASH_MODE_STATION]     <= wdata[`DASH_MODE_STATION];
                    mode[`DASH_MODE_SHIFT]       <= wdata[`DASH_MODE_SHIFT];
                    mode[`DASH_MODE_BITS]        <= wdata[`DASH_MODE_BITS];
                    mode[`DASH_MODE_EXTENDED]    <= wdata[`DASH_MODE_EXTENDED];
                    mode[`DASH_MODE_INDEPENDENT] <= wdata[`DASH_MODE_INDEPENDENT];
                end
                `DASH_MASK0:  mask0  <= wdata[`DASH_MASK0_EVENTS];
                `DASH_MASK1:  mask1  <= wdata[`DASH_MASK1_EVENTS];
                `DASH_TMASK:  tmask  <= wdata[`DASH_TMASK_ADDR];
                `DASH_TVALUE: tvalue <= wdata[`DASH_TVALUE_ADDR];
                `DASH_POST:   post   <= wdata[`DASH_POST_REQUESTS];
                `DASH_TLEVEL: level  <= wdata[`DASH_TLEVEL_WORDS];
                `DASH_WINDOW: window <= wdata[`DASH_WINDOW_BASE];
                default: ;
                endcase
        end

    wire       skips  = counts[SKIPPED] != 32'd0;
    wire       gaps   = counts[EXCHANGES] != 32'd0;
    wire       losses = (counts[LOST] | counts[FULL]) != 32'd0;
    wire       wraps  = (counts[WRAPS0] | counts[WRAPS1]) != 32'd0;
    wire       misses = (counts[MISSED0] | counts[MISSED1]) != 32'd0;
    reg [31:0] stat;

    always @* begin
        stat = 32'd0;
        stat[`DASH_STAT_REFUSED]  = error;
        stat[`DASH_STAT_SKIP]     = skips;
        stat[`DASH_STAT_GAP]      = gaps;
        stat[`DASH_STAT_LOST]     = losses;
        stat[`DASH_STAT_WRAP]     = wraps;
        stat[`DASH_STAT_MISS]     = misses;
        stat[`DASH_STAT_END]      = full;
        stat[`DASH_STAT_LEVEL]    = at_level;
        stat[`DASH_STAT_BUSY]     = busy;
        stat[`DASH_STAT_FIRED]    = fired;
        stat[`DASH_STAT_EXCHANGE] = left != 32'd0;
        stat[`DASH_STAT_RUN]      = running;
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            rdata   <= 32'd0;
            refused <= 1'b0;
        end else if (wr || rd) begin
            refused <= bad;
            rdata   <= 32'd0;
            case (where)
            `DASH_ID:      rdata <= `DASH_ID_RESET;
            `DASH_CTRL: begin
                rdata[`DASH_CTRL_HOLD]   <= hold;
                rdata[`DASH_CTRL_ENABLE] <= enable;
            end
            `DASH_STAT:    rdata <= stat;
            `DASH_LOAD:    rdata <= {29'd0, next};
            `DASH_MODE:    rdata <= mode;
            `DASH_MASK0:   rdata <= {18'd0, mask0};
            `DASH_MASK1:   rdata <= {18'd0, mask1};
            `DASH_TMASK:   rdata <= {3'd0, tmask};
            `DASH_TVALUE:  rdata <= {3'd0, tvalue};
            `DASH_POST:    rdata <= {10'd0, post};
            `DASH_TLEVEL:  rdata <= {10'd0, level};
            `DASH_TCNT:    rdata <= {10'd0, tcnt};
            `DASH_WINDOW:  rdata <= {25'd0, window};
            `DASH_WRAPPED: begin
                rdata[`DASH_WRAPPED_BANK1] <= wrap1;
                rdata[`DASH_WRAPPED_BANK0] <= wrap0;
            end
            `DASH_SIZE: begin
                rdata[`DASH_SIZE_UPD_MSB:`DASH_SIZE_LPD_LSB] <= presence;
                rdata[`DASH_SIZE_TRACE] <= TRACE_LOG2[4:0];
            end
            `DASH_DELAY:   rdata <= DELAY;
            default:       rdata <= counts[where[5:2]];
            endcase
        end

    wire unused = &{1'b0, wdata[31:29]};
endmodule
