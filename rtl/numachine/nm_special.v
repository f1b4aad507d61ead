// SPDX-License-Identifier: Apache-2.0
//
// nm_special - the part of the Special Functions unit that serves the monitor
//
// Purpose     contains the registers and the overflow interrupt, and makes a processor's accesses
//             to counters.
// Interface   start = 1 begins an access, with its address on ad (AD[35:32] = 4,
//             AD[27:24] = 1111 register, 1110 counter); the data of a write are on ad in the next
//             clock. ack = 1 for one clock when the access is done; rdata is valid from then until
//             the next read. A start between start and ack is ignored.
//             Counters: enable claims the counter SRAM for one clock, or two for 64 bits, once free
//             = 1, which means that no count uses it in the next clock. addr, hi, lo (write
//             strobes) and data are valid during that time. enable_next is the value of enable in
//             the next clock. addr0_oe_n = 1: addr0, not addr[0], is address 0.
//             PIPELINED = 1: enable rises 3 clocks before the first access, so that the counts in
//             progress end; rdata of the SRAM comes a clock later.
// Latency     registers 3 clocks, counters 4 or 5 plus the wait for free;
//             PIPELINED = 1: 3 more, reads 4 more.
// Throughput  one access at a time.
// Domain      clk.
// Paper       thesis, 4.4, 4.5.5, 4.5.6.
`default_nettype none
`include "numachine_regs.vh"

module nm_special #(
    parameter PIPELINED = 0,
    parameter [15:0] MISSED_INIT = 16'd0,   // value of the missed counter after reset
    parameter [47:0] QUEUED_INIT = 48'd0    // value of the sum of the depths after reset
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start,
    input  wire [63:0] ad,
    input  wire        is_read,     // Cmd[3]
    input  wire        wide,
    output reg         ack,
    output reg  [63:0] rdata,
    output reg         irq,
    // state of the monitor
    output reg  [3:0]  config_register,
    input  wire        overflow,
    input  wire [15:0] overflow_addr,   // address of the counter, in the clock of overflow
    input  wire        half,            // the overflow bit
    input  wire        miss,            // one clock for each missed mon_start
    input  wire        busy,
    input  wire        line128,
    input  wire        boards2,
    input  wire [5:0]  depth,
    input  wire        depths,          // the mode is FIFO Depth Histogram
    // counter SRAM
    input  wire        free,
    input  wire [31:0] sram_data,
    output wire        enable_next,
    output reg         enable,
    output reg  [15:0] addr,
    output reg         addr0_oe_n,
    output reg         addr0,
    output reg  [31:0] data,
    output reg         lo,
    output reg         hi,
    output wire        get
);
    localparam [3:0] MONITOR = 4'd4;
    localparam [2:0] ACCESS = 3'b111;   // AD[27:25]; AD[24] = 1: register, 0: counter
    localparam [1:0] IDLE = 2'd0, DATA = 2'd1, ACT = 2'd2, BEAT = 2'd3;

    generate
        if (PIPELINED != 0 && PIPELINED != 1) begin : g_illegal
            nm_special_PIPELINED_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    reg [1:0]  state;
    reg [23:2] offset;
    reg        reads, doubles, is_counter;
    reg [63:0] wdata;
    reg        second;      // the previous clock was BEAT, too: this clock accesses the odd counter
    reg [1:0]  drained;     // PIPELINED: number of clocks in ACT so far

    wire late = PIPELINED != 0 && reads;            // read data come a clock after their BEAT
    wire tail = late && state == IDLE && second;    // such data come in this clock
    wire hit  = start && !tail && ad[35:32] == MONITOR && ad[27:25] == ACCESS;
    wire acts = state == ACT && !is_counter;
    wire gets = state == ACT && is_counter && (PIPELINED != 0 ? drained == 2'd3 : free);
    wire last = state == BEAT && (second || !doubles);

    assign enable_next = (state == ACT && is_counter && (PIPELINED != 0 || free)) ||
                         (state == BEAT && !last);

    // ---- registers
    reg         pending, again, missed, ienable;
    reg  [15:0] misses, first;
    reg  [31:0] value;
    reg  [47:0] queued;     // sum of depth over all clocks in mode FIFO Depth Histogram
    reg  [15:0] queued_hi;  // upper bits of queued, copied when the lower bits are read
    wire        writes = acts && !reads;
    wire        to_config  = writes && offset == 22'd`NUMACHINE_CONFIG >> 2;
    wire        to_status  = writes && offset == 22'd`NUMACHINE_STATUS >> 2;
    wire        to_ienable = writes && offset == 22'd`NUMACHINE_IENABLE >> 2;
    wire        acknowledge = to_status && wdata[`NUMACHINE_STATUS_PENDING_MSB];
    wire        forget = to_status && wdata[`NUMACHINE_STATUS_MISSED_MSB];
    // an overflow in the clock in which the flag is cleared sets it
    wire        pending_next = overflow || (pending && !acknowledge);
    wire        ienable_next = to_ienable ? wdata[`NUMACHINE_IENABLE_OVERFLOW_MSB] : ienable;

    always @* begin
        value = 32'd0;
        case (offset)
        22'd`NUMACHINE_CONFIG >> 2:
            {value[`NUMACHINE_CONFIG_MODE], value[`NUMACHINE_CONFIG_HISTO]} = config_register;
        22'd`NUMACHINE_STATUS >> 2: begin
            value[`NUMACHINE_STATUS_MISSES]  = misses;
            value[`NUMACHINE_STATUS_MISSED]  = missed;
            value[`NUMACHINE_STATUS_DEPTH]   = depth;
            value[`NUMACHINE_STATUS_BOARDS]  = boards2;
            value[`NUMACHINE_STATUS_LINE]    = line128;
            value[`NUMACHINE_STATUS_BUSY]    = busy;
            value[`NUMACHINE_STATUS_HALF]    = half;
            value[`NUMACHINE_STATUS_SECOND]  = again;
            value[`NUMACHINE_STATUS_PENDING] = pending;
        end
        22'd`NUMACHINE_IENABLE >> 2:
            value[`NUMACHINE_IENABLE_OVERFLOW] = ienable;
        22'd`NUMACHINE_OVADDR >> 2:
            value[`NUMACHINE_OVADDR_COUNTER] = first;
        22'd`NUMACHINE_QUEUED >> 2:
            value[`NUMACHINE_QUEUED_SUM] = queued[31:0];
        22'd`NUMACHINE_QUEUED_HI >> 2:
            value[`NUMACHINE_QUEUED_HI_SUM] = queued_hi;
        default: ;
        endcase
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            config_register <= 4'd0;
            pending         <= 1'b0;
            again           <= 1'b0;
            first           <= 16'd0;
            missed          <= 1'b0;
            misses          <= MISSED_INIT;
            queued          <= QUEUED_INIT;
            queued_hi       <= 16'd0;
            ienable         <= 1'b0;
            irq             <= 1'b0;
        end else begin
            if (to_config)
                config_register <= {wdata[`NUMACHINE_CONFIG_MODE], wdata[`NUMACHINE_CONFIG_HISTO]};
            pending   <= pending_next;
            again     <= pending && !acknowledge &&
                         (overflow ||
                         (again && !(to_status && wdata[`NUMACHINE_STATUS_SECOND_MSB])));
            if (overflow && (!pending || acknowledge))
                first <= overflow_addr;
            missed    <= miss || (missed && !forget);
            if (forget)
                misses <= {15'd0, miss};
            else if (miss && misses != 16'hFFFF)
                misses <= misses + 16'd1;
            if (depths)
                queued <= queued + {42'd0, depth};
            if (acts && reads && offset == 22'd`NUMACHINE_QUEUED >> 2)
                queued_hi <= queued[47:32];
            ienable   <= ienable_next;
            irq       <= pending_next && ienable_next;
        end

    // ---- accesses
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state   <= IDLE;
            second  <= 1'b0;
            drained <= 2'd0;
            enable  <= 1'b0;
            ack     <= 1'b0;
        end else begin
            second  <= state == BEAT;
            drained <= state == ACT ? drained + 2'd1 : 2'd0;
            enable  <= enable_next;
            ack     <= acts || (last && !late) || tail;
            case (state)
            IDLE:    if (hit) state <= DATA;
            DATA:    state <= ACT;
            ACT:     if (acts) state <= IDLE; else if (gets) state <= BEAT;
            default: if (last) state <= IDLE;
            endcase
        end

    // latches the bus until the access begins
    always @(posedge clk) begin
        if (state == IDLE) begin
            offset     <= ad[23:2];
            reads      <= is_read;
            doubles    <= wide;
            is_counter <= !ad[24];
        end
        if (state == IDLE || state == DATA)
            wdata <= ad;
    end

    // ---- counter SRAM
    wire beat_next = gets || (state == BEAT && !last);

    assign get = state == BEAT && reads;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            addr0_oe_n <= 1'b0;
            lo         <= 1'b0;
            hi         <= 1'b0;
            rdata      <= 64'd0;
        end else begin
            addr0_oe_n <= beat_next && doubles;
            lo         <= beat_next && !reads;
            hi         <= beat_next && !reads;
            // the even counter comes first
            if (acts && reads)
                rdata <= {32'd0, value};
            else if (reads && (PIPELINED != 0 ? second : state == BEAT))
                rdata <= {doubles ? rdata[31:0] : 32'd0, sram_data};
        end

    always @(posedge clk) begin
        addr  <= {offset[17:3], !doubles && offset[2]};
        addr0 <= state == BEAT;
        data  <= doubles && state != BEAT ? wdata[63:32] : wdata[31:0];
    end
endmodule
