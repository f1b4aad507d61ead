// SPDX-License-Identifier: Apache-2.0
//
// nmpcm - the monitor of a NUMAchine processor card
//
// Purpose     counts the watched transactions of the external agent bus in registers and in 65,536
//             words of an external SRAM. It also counts latencies of reads, clocks of basic blocks,
//             pipeline states and other events, and has barrier and interrupt registers.
// Interface   nmpcm_pins.def, nmpcm_regs.def. README.md describes every clock of each transfer.
// Latency     from ea_start, 3 clocks to obs_counted and 5 until the word is written back; for an
//             access, 4 clocks to ack, 5 with 64 bits, plus the wait for the SRAM.
// Throughput  a transaction every 2 clocks.
// Domain      clk, 50 MHz.
// Reset       reset_n, asynchronous; its release is synchronised here. A reset does not clear the
//             external SRAM.
// Paper       thesis, 2.4.4, 2.4.5.
`default_nettype none
`include "numachine_regs.vh"

module nmpcm #(
    parameter [31:0] COUNTS_INIT = 32'd0    // value after reset of PCM_COUNTED, FILTERED, MISSED,
                                            // TIMEOUTS, half of TOTAL, and the clocks of the block
) (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        ea_start,
    input  wire [63:0] ea_ad,
    input  wire [9:0]  ea_cmd,
    input  wire        ea_out,
    input  wire        ea_write,
    input  wire        ea_double,
    input  wire [15:0] sc_index,
    input  wire [2:0]  pipe_state,
    output wire        busy,
    output reg         ack,
    output reg  [63:0] rdata,
    output reg  [1:0]  irq,
    output reg         barrier,
    output reg         bus_error,
    output wire [15:0] sram_addr,
    input  wire [31:0] sram_data_i,
    output wire [31:0] sram_data_o,
    output wire        sram_data_oe,
    output wire        sram_oe_n,
    output wire        sram_we_n,
    output reg         obs_counted,
    output reg         obs_filtered,
    output reg         obs_own,
    output reg         obs_missed
);
    localparam [1:0] BY_INDEX = 2'd1, BY_LATENCY = 2'd2, BY_BLOCK = 2'd3;
    localparam [1:0] IDLE = 2'd0, BEAT0 = 2'd1, BEAT1 = 2'd2;

    wire rst_n;
    reset_sync u_reset (.clk(clk), .arst_n(reset_n), .rst_n(rst_n));

    // ---- registers
    reg  [1:0]  mode, wanted;       // mode of the SRAM; the mode last written
    reg  [15:0] block, phase_watch;
    reg  [3:0]  phase;
    reg  [9:0]  cmd_watch, cmd_filter;
    reg  [31:0] addr_watch, addr_filter;
    reg  [31:0] total, counted, filtered, missed, timeouts;
    reg  [11:0] latency;
    reg  [6:0]  pipe;
    reg  [3:0]  barrier_mask, arrived;
    reg  [15:0] int0, int0_mask, int1, int1_mask;
    reg  [2:0]  event0, event1, event2, event3;
    reg  [1:0]  mode0, mode1, mode2, mode3;
    wire [31:0] count0, count1, count2, count3;

    // ---- transactions
    wire        first, done, ignored, own, fits, out_q, write_q, dbl_q;
    wire [31:0] lo;
    wire [9:0]  cmd_q;
    wire [15:0] index_q;
    wire [63:0] data;
    wire        watched = phase_watch[phase];
    wire        counts  = done && !own && fits && watched;
    wire        rejects = done && !own && !(fits && watched);

    pcm_watch u_watch (
        .clk(clk), .rst_n(rst_n), .start(ea_start), .ad(ea_ad), .cmd(ea_cmd), .out(ea_out),
        .write(ea_write), .dbl(ea_double), .index(sc_index),
        .cmd_watch(cmd_watch), .cmd_filter(cmd_filter),
        .addr_watch(addr_watch), .addr_filter(addr_filter),
        .first(first), .done(done), .missed(ignored), .own(own), .fits(fits),
        .lo(lo), .cmd_q(cmd_q), .out_q(out_q), .write_q(write_q), .dbl_q(dbl_q),
        .index_q(index_q), .data(data)
    );

    wire        unused = &{1'b0, lo[31:27], lo[1:0], cmd_q[9:8], cmd_q[2:0]};

    // ---- latency: reads, reads exclusive, non-block reads. Bits of a command: 7..5 kind,
    // 4 refused (Nack), 3 request, otherwise response.
    wire        reads    = cmd_q[7:5] == 3'b000 || cmd_q[7:5] == 3'b001 || cmd_q[7:5] == 3'b010;
    wire        request  = counts && out_q && cmd_q[3] && reads;
    wire        response = done && !own && !out_q && !cmd_q[3] && !cmd_q[4] && reads;
    wire        running, stop, timeout;
    wire [11:0] clocks;

    pcm_latency u_latency (
        .clk(clk), .rst_n(rst_n), .request(request), .response(response),
        .running(running), .stop(stop), .timeout(timeout), .clocks(clocks)
    );

    // ---- accesses
    reg  [1:0]  state;
    reg         at_sram, writes, doubles;
    reg  [21:0] word;               // offset / 4
    reg  [63:0] wdata;
    wire        fetch, write;       // Count & Increment uses the SRAM
    wire        acts  = state != IDLE && !(at_sram && (fetch || write));
    wire        ends  = acts && (state == BEAT1 || !doubles);
    wire        takes = done && own && (state == IDLE || ends);
    wire [21:0] at    = doubles ? {word[21:1], state == BEAT0} : word;
    wire [31:0] value = state == BEAT1 ? wdata[63:32] : wdata[31:0];
    wire        puts  = acts && writes && !at_sram && at[21:6] == 16'd0;
    wire [7:0]  offset = {at[5:0], 2'b00};
    reg  [31:0] shown;

    assign busy = state != IDLE;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state <= IDLE;
            ack   <= 1'b0;
        end else begin
            ack <= ends;
            if (takes)
                state <= BEAT0;
            else if (ends)
                state <= IDLE;
            else if (acts)
                state <= BEAT1;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            at_sram <= 1'b0;
            word    <= 22'd0;
            writes  <= 1'b0;
            doubles <= 1'b0;
            wdata   <= 64'd0;
            rdata   <= 64'd0;
        end else begin
            if (takes) begin
                at_sram <= lo[26:24] == 3'b011;         // AD[27:24] = 1011; 1100: registers
                word    <= lo[23:2];
                writes  <= write_q;
                doubles <= dbl_q;
                wdata   <= data;
            end
            if (acts && !writes)
                rdata <= state == BEAT1 ? {at_sram ? sram_data_i : shown, rdata[31:0]}
                                        : {32'd0, at_sram ? sram_data_i : shown};
        end

    // ---- SRAM
    wire        adds_block = puts && offset == `NUMACHINE_PCM_BLOCK && mode == BY_BLOCK;
    reg  [31:0] elapsed;            // clocks spent in the basic block
    wire        adds = (mode == BY_INDEX && counts) || (mode == BY_LATENCY && stop) || adds_block;
    wire [15:0] index = mode == BY_INDEX ? index_q : mode == BY_LATENCY ? {phase, clocks} : block;
    wire [15:0] addr;
    wire [31:0] sum;
    wire        overflow;
    wire        stores = acts && at_sram && writes;

    pcm_add u_add (
        .clk(clk), .rst_n(rst_n), .add(adds), .index(index),
        .amount(adds_block ? elapsed : 32'd1), .rdata(sram_data_i),
        .fetch(fetch), .write(write), .addr(addr), .wdata(sum), .overflow(overflow)
    );

    assign sram_addr    = fetch || write ? addr : at[15:0];
    assign sram_data_o  = write ? sum : value;
    assign sram_data_oe = write || stores;
    assign sram_oe_n    = sram_data_oe;
    assign sram_we_n    = !sram_data_oe;

    // the mode does not change in a clock in which an increment of the previous mode starts
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            mode <= 2'd0;
        else if (!adds)
            mode <= wanted;

    // ---- general-purpose counters: events by the values of PCM_CONTROL0.EVENT
    wire [7:0] states = {1'b0, pipe};
    wire [7:0] events = {1'b1, busy && !acts, states[pipe_state], running, first, done && own,
                         rejects, counts};
    wire [3:0] wraps;

    pcm_counter u_counter0 (
        .clk(clk), .rst_n(rst_n), .events(events), .watched(watched), .event_sel(event0),
        .mode(mode0), .put(puts && offset == `NUMACHINE_PCM_COUNTER0), .wdata(value),
        .count(count0), .wraps(wraps[0])
    );
    pcm_counter u_counter1 (
        .clk(clk), .rst_n(rst_n), .events(events), .watched(watched), .event_sel(event1),
        .mode(mode1), .put(puts && offset == `NUMACHINE_PCM_COUNTER0 + 8), .wdata(value),
        .count(count1), .wraps(wraps[1])
    );
    pcm_counter u_counter2 (
        .clk(clk), .rst_n(rst_n), .events(events), .watched(watched), .event_sel(event2),
        .mode(mode2), .put(puts && offset == `NUMACHINE_PCM_COUNTER0 + 16), .wdata(value),
        .count(count2), .wraps(wraps[2])
    );
    pcm_counter u_counter3 (
        .clk(clk), .rst_n(rst_n), .events(events), .watched(watched), .event_sel(event3),
        .mode(mode3), .put(puts && offset == `NUMACHINE_PCM_COUNTER0 + 24), .wdata(value),
        .count(count3), .wraps(wraps[3])
    );

    // ---- counts of transactions
    wire clear = puts && offset == `NUMACHINE_PCM_CONFIG && value[`NUMACHINE_PCM_CONFIG_CLEAR];
    wire miss  = ignored || (done && own && !takes);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            total        <= {COUNTS_INIT[30:0], 1'b0};
            counted      <= COUNTS_INIT;
            filtered     <= COUNTS_INIT;
            missed       <= COUNTS_INIT;
            timeouts     <= COUNTS_INIT;
            latency      <= 12'd0;
            bus_error    <= 1'b0;
            obs_counted  <= 1'b0;
            obs_filtered <= 1'b0;
            obs_own      <= 1'b0;
            obs_missed   <= 1'b0;
            elapsed      <= COUNTS_INIT;
        end else begin
            total        <= (clear ? 32'd0 : total) + {31'd0, counts || rejects};
            counted      <= (clear ? 32'd0 : counted) + {31'd0, counts};
            filtered     <= (clear ? 32'd0 : filtered) + {31'd0, rejects};
            missed       <= clear ? {31'd0, miss} : missed + {31'd0, miss && !(&missed)};
            timeouts     <= (clear ? 32'd0 : timeouts) + {31'd0, timeout};
            if (stop)
                latency <= clocks;
            bus_error    <= timeout;
            obs_counted  <= counts;
            obs_filtered <= rejects;
            obs_own      <= done && own;
            obs_missed   <= miss;
            elapsed      <= puts && offset == `NUMACHINE_PCM_BLOCK ? 32'd1 : elapsed + 32'd1;
        end

    // ---- barrier and interrupts
    wire [3:0]  arrives = arrived | (puts && offset == `NUMACHINE_PCM_BARRIER ?
                                  value[`NUMACHINE_PCM_BARRIER_ARRIVED] : 4'd0);
    wire        all_there = barrier_mask != 4'd0 && (arrives & barrier_mask) == barrier_mask;
    // the bits of PCM_INT0, highest first
    wire [15:0] set0 = {8'd0, wraps, all_there, timeout, overflow, miss} |
                       (puts && offset == `NUMACHINE_PCM_INT0 ?
                        value[`NUMACHINE_PCM_INT0_MASK_BITS] : 16'd0);
    wire [15:0] set1 = puts && offset == `NUMACHINE_PCM_INT1 ?
                        value[`NUMACHINE_PCM_INT1_SOFTWARE] : 16'd0;
    wire [15:0] kept0 = puts && offset == `NUMACHINE_PCM_INT0_CLEAR ?
                        ~value[`NUMACHINE_PCM_INT0_CLEAR_BITS] : 16'hFFFF;
    wire [15:0] kept1 = puts && offset == `NUMACHINE_PCM_INT1_CLEAR ?
                        ~value[`NUMACHINE_PCM_INT1_CLEAR_BITS] : 16'hFFFF;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            arrived   <= 4'd0;
            barrier   <= 1'b0;
            int0      <= 16'd0;
            int1      <= 16'd0;
            irq       <= 2'd0;
        end else begin
            arrived   <= all_there ? 4'd0 : arrives;
            barrier   <= barrier ^ all_there;
            int0      <= (int0 & kept0) | set0;
            int1      <= (int1 & kept1) | set1;
            irq       <= {(int1 & int1_mask) != 16'd0, (int0 & int0_mask) != 16'd0};
        end

    // ---- writes
    wire [4:0]  control = {value[`NUMACHINE_PCM_CONTROL0_MODE],
                           value[`NUMACHINE_PCM_CONTROL0_EVENT]};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            wanted       <= 2'd0;
            block        <= 16'd0;
            phase        <= 4'd0;
            phase_watch  <= 16'hFFFF;
            cmd_watch    <= 10'd0;
            cmd_filter   <= 10'd0;
            addr_watch   <= 32'd0;
            addr_filter  <= 32'd0;
            pipe         <= 7'd0;
            barrier_mask <= 4'd0;
            int0_mask    <= 16'd0;
            int1_mask    <= 16'd0;
            {mode0, event0} <= 5'd0;
            {mode1, event1} <= 5'd0;
            {mode2, event2} <= 5'd0;
            {mode3, event3} <= 5'd0;
        end else if (puts)
            case (offset)
            `NUMACHINE_PCM_CONFIG:       wanted       <= value[`NUMACHINE_PCM_CONFIG_MODE];
            `NUMACHINE_PCM_BLOCK:        block        <= value[`NUMACHINE_PCM_BLOCK_BLOCK];
            `NUMACHINE_PCM_PHASE:        phase        <= value[`NUMACHINE_PCM_PHASE_PHASE];
            `NUMACHINE_PCM_PHASE_WATCH:  phase_watch  <= value[`NUMACHINE_PCM_PHASE_WATCH_PHASES];
            `NUMACHINE_PCM_CMD_WATCH:    cmd_watch    <= value[`NUMACHINE_PCM_CMD_WATCH_CMD];
            `NUMACHINE_PCM_CMD_FILTER:   cmd_filter   <= value[`NUMACHINE_PCM_CMD_FILTER_MASK];
            `NUMACHINE_PCM_ADDR_WATCH:   addr_watch   <= value;
            `NUMACHINE_PCM_ADDR_FILTER:  addr_filter  <= value;
            `NUMACHINE_PCM_PIPE:         pipe         <= value[`NUMACHINE_PCM_PIPE_STATES];
            `NUMACHINE_PCM_BARRIER_MASK: barrier_mask <= value[`NUMACHINE_PCM_BARRIER_MASK_MASK];
            `NUMACHINE_PCM_INT0_MASK:    int0_mask    <= value[`NUMACHINE_PCM_INT0_MASK_BITS];
            `NUMACHINE_PCM_INT1_MASK:    int1_mask    <= value[`NUMACHINE_PCM_INT1_MASK_BITS];
            `NUMACHINE_PCM_CONTROL0:      {mode0, event0} <= control;
            `NUMACHINE_PCM_CONTROL0 + 8:  {mode1, event1} <= control;
            `NUMACHINE_PCM_CONTROL0 + 16: {mode2, event2} <= control;
            `NUMACHINE_PCM_CONTROL0 + 24: {mode3, event3} <= control;
            default: ;
            endcase

    // ---- reads
    always @* begin
        shown = 32'd0;
        case (offset)
        `NUMACHINE_PCM_CONFIG:       shown = {30'd0, wanted};
        `NUMACHINE_PCM_BLOCK:        shown = {16'd0, block};
        `NUMACHINE_PCM_PHASE:        shown = {28'd0, phase};
        `NUMACHINE_PCM_PHASE_WATCH:  shown = {16'd0, phase_watch};
        `NUMACHINE_PCM_CMD_WATCH:    shown = {22'd0, cmd_watch};
        `NUMACHINE_PCM_CMD_FILTER:   shown = {22'd0, cmd_filter};
        `NUMACHINE_PCM_ADDR_WATCH:   shown = addr_watch;
        `NUMACHINE_PCM_ADDR_FILTER:  shown = addr_filter;
        `NUMACHINE_PCM_TOTAL:        shown = total;
        `NUMACHINE_PCM_COUNTED:      shown = counted;
        `NUMACHINE_PCM_FILTERED:     shown = filtered;
        `NUMACHINE_PCM_MISSED:       shown = missed;
        `NUMACHINE_PCM_TIMEOUTS:     shown = timeouts;
        `NUMACHINE_PCM_LATENCY:      shown = {20'd0, latency};
        `NUMACHINE_PCM_PIPE:         shown = {25'd0, pipe};
        `NUMACHINE_PCM_BARRIER_MASK: shown = {28'd0, barrier_mask};
        `NUMACHINE_PCM_BARRIER: begin
            shown[`NUMACHINE_PCM_BARRIER_SENSE]   = barrier;
            shown[`NUMACHINE_PCM_BARRIER_ARRIVED] = arrived;
        end
        `NUMACHINE_PCM_INT0:         shown = {16'd0, int0};
        `NUMACHINE_PCM_INT0_MASK:    shown = {16'd0, int0_mask};
        `NUMACHINE_PCM_INT1:         shown = {16'd0, int1};
        `NUMACHINE_PCM_INT1_MASK:    shown = {16'd0, int1_mask};
        `NUMACHINE_PCM_COUNTER0:      shown = count0;
        `NUMACHINE_PCM_COUNTER0 + 8:  shown = count1;
        `NUMACHINE_PCM_COUNTER0 + 16: shown = count2;
        `NUMACHINE_PCM_COUNTER0 + 24: shown = count3;
        `NUMACHINE_PCM_CONTROL0: begin
            shown[`NUMACHINE_PCM_CONTROL0_MODE]  = mode0;
            shown[`NUMACHINE_PCM_CONTROL0_EVENT] = event0;
        end
        `NUMACHINE_PCM_CONTROL0 + 8: begin
            shown[`NUMACHINE_PCM_CONTROL0_MODE]  = mode1;
            shown[`NUMACHINE_PCM_CONTROL0_EVENT] = event1;
        end
        `NUMACHINE_PCM_CONTROL0 + 16: begin
            shown[`NUMACHINE_PCM_CONTROL0_MODE]  = mode2;
            shown[`NUMACHINE_PCM_CONTROL0_EVENT] = event2;
        end
        `NUMACHINE_PCM_CONTROL0 + 24: begin
            shown[`NUMACHINE_PCM_CONTROL0_MODE]  = mode3;
            shown[`NUMACHINE_PCM_CONTROL0_EVENT] = event3;
        end
        default: ;
        endcase
        if (at[21:6] != 16'd0)
            shown = 32'd0;
    end
endmodule
