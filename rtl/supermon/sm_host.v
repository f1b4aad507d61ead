// SPDX-License-Identifier: Apache-2.0
//
// sm_host - registers, and the host's accesses to the banks and to the tables
//
// Interface   req, write, addr, be, wdata, ack, ack_error, ack_rdata: back end of axil_slave.
//             t_*: tables of sm_trigger. h_*: banks of sm_collect.
// Latency     from req to ack: a register 1 clock; a table 2 to read, 1 to write; a bank 3 if no
//             event uses it, otherwise at most 258, after which the answer is SLVERR.
// Domain      clk.
`default_nettype none
`include "supermon_regs.vh"

module sm_host #(
    parameter [31:0] COUNTS_INIT = 32'd0    // EVENTS, CLOST and TLOST after reset and START
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        req,
    input  wire        write,
    input  wire [6:2]  addr,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output reg         ack,
    output reg         ack_error,
    output reg  [31:0] ack_rdata,
    output reg         irq,
    // settings and state
    output reg         run,
    output wire        start,
    output reg  [1:0]  hist,
    output reg         form_b,
    output reg         b_trace,
    output reg         a_trace,
    output reg  [74:0] sel,
    input  wire        idle,
    input  wire        event_seen,
    input  wire [16:0] tcnt,
    input  wire        full,
    input  wire [39:0] now,
    input  wire [14:0] state,
    input  wire [3:0]  machine,
    input  wire [1:0]  lost_count,
    input  wire        lost_trace,
    input  wire        over,
    input  wire        wrap,
    input  wire        time_wrap,
    // memories
    output wire        t_we,
    output wire [1:0]  space,
    output reg  [15:0] word,
    output wire [47:0] data,
    input  wire [14:0] t_rdata,
    output wire        h_fetch,
    output wire        h_store,
    input  wire        h_done,
    input  wire [47:0] h_rdata
);
    localparam [1:0] IDLE = 2'd0, BANK = 2'd1, TABLE = 2'd2;
    localparam [31:0] SEL0 = `SUPERMON_SEL0_RESET, SEL1 = `SUPERMON_SEL1_RESET,
                      SEL2 = `SUPERMON_SEL2_RESET;

    wire [6:0]  offset = {addr, 2'b00};
    wire        puts   = req && write && be == 4'hF;
    wire        gets   = req && !write;
    reg  [31:0] low;                // DATL last written
    reg  [15:0] high;               // DATH last written, or bits 47..32 last read
    reg  [15:0] last;
    reg  [31:0] events, clost, tlost;
    reg  [7:0]  time_high;
    reg  [6:0]  enable;
    reg         refused, twrap, overs, cwrap, lost_c, lost_t;

    // ---- memories
    reg  [1:0]  op;
    reg         storing, filling;
    reg  [7:0]  waited;
    reg  [1:0]  at_space;
    wire        banks   = at_space == 2'd0;
    wire        loads   = gets && offset == `SUPERMON_DATL;
    wire        stores  = puts && offset == (banks ? `SUPERMON_DATH : `SUPERMON_DATL);
    wire        fills   = puts && offset == `SUPERMON_LAST && wdata[`SUPERMON_LAST_WORD] >= word;
    wire        moves   = loads || stores || fills;
    wire        touches = req && (offset == `SUPERMON_ADDR || offset == `SUPERMON_LAST ||
                                  offset == `SUPERMON_DATL || offset == `SUPERMON_DATH);
    wire        begins  = moves && !filling && (banks || idle);
    wire        gave_up = op == BANK && !filling && waited == 8'hFF && !h_done;
    wire        done    = op == TABLE || (op == BANK && (h_done || gave_up));
    wire        more    = filling && word != last;

    // ---- refusals
    wire        starts  = puts && offset == `SUPERMON_CMD && wdata[`SUPERMON_CMD_START] &&
                          !wdata[`SUPERMON_CMD_STOP];
    wire        sets    = puts && (offset == `SUPERMON_MODE || offset == `SUPERMON_SEL0 ||
                                   offset == `SUPERMON_SEL1 || offset == `SUPERMON_SEL2);
    wire        refuses = (touches && filling) || (moves && !banks && !idle) || (sets && !idle) ||
                          (starts && !(idle && (banks || !filling)));

    assign start   = starts && !refuses;
    assign space   = at_space;
    assign h_fetch = op == BANK && !storing;
    assign h_store = op == BANK && storing;
    assign t_we    = op == TABLE && storing;
    assign data    = {high, low};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            op       <= IDLE;
            storing  <= 1'b0;
            filling  <= 1'b0;
            waited   <= 8'd0;
            at_space <= 2'd0;
            word     <= 16'd0;
            last     <= 16'd0;
            low      <= 32'd0;
            high     <= 16'd0;
        end else begin
            waited <= op == BANK ? waited + 8'd1 : 8'd0;
            if (begins) begin
                op      <= banks ? BANK : TABLE;
                storing <= !loads;
                filling <= fills;
            end else if (done) begin
                op      <= more ? op : IDLE;
                filling <= more;
            end
            if (puts && !refuses)
                case (offset)
                `SUPERMON_ADDR:
                    {at_space, word} <= {wdata[`SUPERMON_ADDR_SPACE], wdata[`SUPERMON_ADDR_WORD]};
                `SUPERMON_LAST: last <= wdata[`SUPERMON_LAST_WORD];
                `SUPERMON_DATL: low  <= wdata;
                `SUPERMON_DATH: high <= wdata[`SUPERMON_DATH_DATA];
                default: ;
                endcase
            if (h_done && h_fetch)
                high <= h_rdata[47:32];
            if ((done && !gave_up && !h_fetch) || (gets && offset == `SUPERMON_DATH && !refuses))
                word <= word + 16'd1;
        end

    // ---- settings and commands
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            run <= 1'b0;
            {hist, form_b, b_trace, a_trace} <= 5'd0;
            enable <= 7'd0;
            sel    <= {SEL2[24:0], SEL1[24:0], SEL0[24:0]};
        end else begin
            run <= start || (run && !(puts && offset == `SUPERMON_CMD &&
                                      wdata[`SUPERMON_CMD_STOP]));
            if (puts && !refuses)
                case (offset)
                `SUPERMON_MODE:  {hist, form_b, b_trace, a_trace} <=
                    {wdata[`SUPERMON_MODE_HIST], wdata[`SUPERMON_MODE_FORM],
                     wdata[`SUPERMON_MODE_BTRACE], wdata[`SUPERMON_MODE_ATRACE]};
                `SUPERMON_IRQEN: enable <= wdata[`SUPERMON_IRQEN_MASK];
                `SUPERMON_SEL0:  sel[24:0]  <= wdata[`SUPERMON_SEL0_DATA];
                `SUPERMON_SEL1:  sel[49:25] <= wdata[`SUPERMON_SEL1_DATA];
                `SUPERMON_SEL2:  sel[74:50] <= wdata[`SUPERMON_SEL2_DATA];
                default: ;
                endcase
        end

    // ---- flags and counts; an event in the clock of a write keeps its flag set
    wire [`SUPERMON_STAT_REFUSED_MSB:`SUPERMON_STAT_TLOST_LSB] acks =
        puts && offset == `SUPERMON_STAT ?
        wdata[`SUPERMON_STAT_REFUSED_MSB:`SUPERMON_STAT_TLOST_LSB] : 6'd0;
    wire [6:0]  flags  = {refused, twrap, overs, cwrap, lost_c, lost_t, full};
    wire [32:0] sum    = {1'b0, clost} + {31'd0, lost_count};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {refused, twrap, overs, cwrap, lost_c, lost_t} <= 6'd0;
            {events, clost, tlost} <= {3{COUNTS_INIT}};
            time_high <= 8'd0;
            irq       <= 1'b0;
        end else begin
            refused <= refuses || gave_up || (refused && !acks[`SUPERMON_STAT_REFUSED] && !start);
            twrap   <= time_wrap || (twrap && !acks[`SUPERMON_STAT_TWRAP] && !start);
            overs   <= over || (overs && !acks[`SUPERMON_STAT_OVER] && !start);
            cwrap   <= wrap || (cwrap && !acks[`SUPERMON_STAT_CWRAP] && !start);
            lost_c  <= lost_count != 2'd0 || (lost_c && !acks[`SUPERMON_STAT_CLOST] && !start);
            lost_t  <= lost_trace || (lost_t && !acks[`SUPERMON_STAT_TLOST] && !start);
            events  <= start ? COUNTS_INIT : events + {31'd0, event_seen && events != 32'hFFFFFFFF};
            clost   <= start ? COUNTS_INIT : sum[32] ? 32'hFFFFFFFF : sum[31:0];
            tlost   <= start ? COUNTS_INIT : tlost + {31'd0, lost_trace && tlost != 32'hFFFFFFFF};
            irq     <= (flags & enable) != 7'd0;
            if (gets && offset == `SUPERMON_TIMEL)
                time_high <= now[39:32];
        end

    // ---- answers
    reg  [31:0] shown;

    always @* begin
        shown = 32'd0;
        case (offset)
        `SUPERMON_ID:     shown = `SUPERMON_ID_RESET;
        `SUPERMON_STAT: begin
            shown[`SUPERMON_IRQEN_MASK] = flags;
            shown[`SUPERMON_STAT_FILL]  = filling;
            shown[`SUPERMON_STAT_RUN]   = !idle;
        end
        `SUPERMON_MODE: begin
            shown[`SUPERMON_MODE_HIST]   = hist;
            shown[`SUPERMON_MODE_FORM]   = form_b;
            shown[`SUPERMON_MODE_BTRACE] = b_trace;
            shown[`SUPERMON_MODE_ATRACE] = a_trace;
        end
        `SUPERMON_IRQEN:  shown[`SUPERMON_IRQEN_MASK] = enable;
        `SUPERMON_SEL0:   shown = {7'd0, sel[24:0]};
        `SUPERMON_SEL1:   shown = {7'd0, sel[49:25]};
        `SUPERMON_SEL2:   shown = {7'd0, sel[74:50]};
        `SUPERMON_TCNT:   shown = {15'd0, tcnt};
        `SUPERMON_EVENTS: shown = events;
        `SUPERMON_CLOST:  shown = clost;
        `SUPERMON_TLOST:  shown = tlost;
        `SUPERMON_TIMEL:  shown = now[31:0];
        `SUPERMON_TIMEH:  shown = {24'd0, time_high};
        `SUPERMON_NOW: begin
            shown[`SUPERMON_NOW_USER]    = state;
            shown[`SUPERMON_NOW_MACHINE] = machine;
        end
        `SUPERMON_ADDR: begin
            shown[`SUPERMON_ADDR_SPACE] = at_space;
            shown[`SUPERMON_ADDR_WORD]  = word;
        end
        `SUPERMON_LAST:   shown = {16'd0, last};
        `SUPERMON_DATH:   shown = {16'd0, high};
        default: ;
        endcase
    end

    wire waits = begins && !fills;  // ack comes when the memory has answered

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
        end else begin
            ack       <= (req && !waits) || (done && !filling);
            ack_error <= req ? refuses || (write && be != 4'hF) : gave_up;
            ack_rdata <= req ? shown : op == TABLE ? {17'd0, t_rdata} : h_rdata[31:0];
        end
endmodule
