// SPDX-License-Identifier: Apache-2.0
//
// xdbus - the event counters of the SPARCcenter 2000
//
// Purpose     counts events on two XDBuses in the 36 programmable counters of cache controllers,
//             Bus Watches, memory queue handlers and I/O caches. README.md numbers the counters and
//             the events.
// Interface   xdbus_pins.def, xdbus_regs.def; the host's bus is that of axil_slave. An access
//             without all byte lanes, or to an address without a register, is answered with SLVERR
//             and has no effect. A write to a register without RW, WO or W1C fields has no effect.
// Latency     an event is in its counter 3 clocks after the first cycle of its packet.
// Throughput  both buses at their highest rate.
// Domain      aclk, 40 MHz.
// Reset       aresetn, asynchronous; its release is synchronised here.
// Losses      each kind has a flag and a count: FLAGS, LOSSES, MISSED0, MISSED1.
// Identity    on each bus, the requests of the six memory kinds = the accesses of its four
//             handlers.
// Paper       thesis, 2.3.
`default_nettype none
`include "xdbus_regs.vh"

module xdbus #(
    parameter [31:0] LOSSES_INIT = 32'd0    // value of LOSSES after reset
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [11:0] s_awaddr,
    input  wire [2:0]  s_awprot,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_wdata,
    input  wire [3:0]  s_wstrb,
    input  wire        s_wvalid,
    output wire        s_wready,
    output wire [1:0]  s_bresp,
    output wire        s_bvalid,
    input  wire        s_bready,
    input  wire [11:0] s_araddr,
    input  wire [2:0]  s_arprot,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire [31:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        s_rvalid,
    input  wire        s_rready,
    output reg         irq,
    input  wire        b0_head,
    input  wire [2:0]  b0_kind,
    input  wire        b0_reply,
    input  wire [4:0]  b0_unit,
    input  wire [22:0] b0_addr,
    input  wire [3:0]  b0_hit,
    input  wire        b1_head,
    input  wire [2:0]  b1_kind,
    input  wire        b1_reply,
    input  wire [4:0]  b1_unit,
    input  wire [22:0] b1_addr,
    input  wire [3:0]  b1_hit,
    input  wire [3:0]  cc_miss,
    input  wire [1:0]  io_ref,
    input  wire [1:0]  io_hit,
    output wire        obs_req,
    output wire        obs_write,
    output wire [9:0]  obs_addr,
    output wire [3:0]  obs_be,
    output wire [31:0] obs_wdata
);
    localparam COUNTERS = 36, BITS = 24;

    wire rst_n;
    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));

    // ---- host
    wire        req, write;
    wire [11:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    reg         ack, ack_error;
    reg  [31:0] ack_rdata;

    axil_slave #(.ADDR_BITS(12)) u_slave (
        .aclk(aclk), .rst_n(rst_n),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid), .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready),
        .s_araddr(s_araddr), .s_arprot(s_arprot), .s_arvalid(s_arvalid), .s_arready(s_arready),
        .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata)
    );

    assign obs_req   = req;
    assign obs_write = write;
    assign obs_addr  = addr;
    assign obs_be    = be;
    assign obs_wdata = wdata;

    wire [11:0] offset     = {addr, 2'b00};
    wire [8:0]  number     = addr[11:3] - 9'd32;        // COUNT0 is at 8 * 32
    wire        at_counter = number < COUNTERS;
    wire        puts       = req && write && be == 4'hF;
    wire        puts_setup = puts && offset == `XDBUS_SETUP;
    wire        puts_control = puts && offset == `XDBUS_CONTROL;
    wire        puts_flags = puts && offset == `XDBUS_FLAGS;

    // ---- registers
    reg         run, raises;
    reg  [1:0]  ways;
    reg  [4:0]  first, io;
    reg  [4:0]  flags;
    reg  [15:0] lost_wraps, wrong_clocks;
    reg  [31:0] changed, clocks, when;
    wire [31:0] clocks_now = clocks + {31'd0, run};

    // ---- events of both buses; bit 4*b + n: processor or handler n on bus b
    wire [1:0]  busy, moves, pio, pio_waits, io_looks, io_misses, wrong_queue, wrong_pio,
                wrong_packet;
    wire [15:0] kinds;
    wire [7:0]  access, broadcasts, swaps, waiting, reads, writes, answers, invalidated, updated,
                snooped;
    wire [1:0]  head  = {b1_head, b0_head};
    wire [5:0]  kind  = {b1_kind, b0_kind};
    wire [1:0]  reply = {b1_reply, b0_reply};
    wire [9:0]  unit  = {b1_unit, b0_unit};
    wire [45:0] block = {b1_addr, b0_addr};
    wire [7:0]  hit   = {b1_hit, b0_hit};

    wire [4*COUNTERS-1:0]        select;
    wire [(BITS+2)*COUNTERS-1:0] shown;
    wire [COUNTERS-1:0]          wrapped, missed, loses;

    genvar b, n;
    generate
    for (b = 0; b < 2; b = b + 1) begin : g_bus
        xdb_bus u_bus (
            .clk(aclk), .rst_n(rst_n), .head(head[b]), .kind(kind[3*b +: 3]), .reply(reply[b]),
            .unit(unit[5*b +: 5]), .addr(block[23*b +: 23]), .hit(hit[4*b +: 4]),
            .io_ref(io_ref[b]), .io_hit(io_hit[b]),
            .ways(ways), .first(first), .io(io), .forget(puts_setup),
            .busy(busy[b]), .kinds(kinds[8*b +: 8]), .access(access[4*b +: 4]),
            .broadcasts(broadcasts[4*b +: 4]), .swaps(swaps[4*b +: 4]),
            .waiting(waiting[4*b +: 4]), .reads(reads[4*b +: 4]), .writes(writes[4*b +: 4]),
            .answers(answers[4*b +: 4]), .invalidated(invalidated[4*b +: 4]),
            .updated(updated[4*b +: 4]), .snooped(snooped[4*b +: 4]), .moves(moves[b]),
            .pio(pio[b]), .pio_waits(pio_waits[b]), .io_looks(io_looks[b]),
            .io_misses(io_misses[b]), .wrong_queue(wrong_queue[b]), .wrong_pio(wrong_pio[b]),
            .wrong_packet(wrong_packet[b])
        );
    end
    endgenerate

    // ---- cache controllers
    reg  [3:0] miss_q, miss, reading;   // reading: a READ has no reply yet
    wire [3:0] reads_now = reads[3:0] | reads[7:4];
    wire [3:0] answer    = answers[3:0] | answers[7:4];
    wire [3:0] reading_now = reads_now | (reading & ~answer);
    wire       wrong_read = |((reads[3:0] & reads[7:4]) | (answers[3:0] & answers[7:4]) |
                              (reads_now & reading & ~answer) | (answer & ~reading));

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            miss_q  <= 4'd0;
            miss    <= 4'd0;
            reading <= 4'd0;
        end else begin
            miss_q  <= cc_miss;
            miss    <= miss_q;
            reading <= puts_setup ? 4'd0 : reading_now;
        end

    // ---- counters: seen has 2 bits for each of events 7 to 1, then 0
    generate
    for (n = 0; n < COUNTERS; n = n + 1) begin : g_counter
        wire [15:0] seen;
        wire [15:0] seen_kinds;     // events 15 to 8

        if (n < 8) begin : g_controller
            // two for each processor
            localparam P = n / 2;
            assign seen = {2'd1, 4'd0, 1'b0, reading_now[P],
                           {1'b0, writes[P]} + {1'b0, writes[4+P]},
                           {1'b0, reads[P]} + {1'b0, reads[4+P]}, 1'b0, miss[P], 2'd0};
            assign seen_kinds = 16'd0;
        end else if (n < 16) begin : g_watch
            // one for each processor and bus
            localparam AT = 4 * (n % 2) + (n - 8) / 2;
            assign seen = {2'd1, 6'd0, 1'b0, snooped[AT], 1'b0, updated[AT],
                           1'b0, invalidated[AT], 2'd0};
            assign seen_kinds = 16'd0;
        end else if (n < 32) begin : g_handler
            // two for each bus and handler
            localparam AT = (n - 16) / 2, B = AT / 4;
            assign seen = {2'd1, 2'd0, 1'b0, swaps[AT], 1'b0, broadcasts[AT], 1'b0, busy[B],
                           1'b0, waiting[AT], 1'b0, access[AT], 2'd0};
            assign seen_kinds = {1'b0, kinds[8*B+7], 1'b0, kinds[8*B+6], 1'b0, kinds[8*B+5],
                                 1'b0, kinds[8*B+4], 1'b0, kinds[8*B+3], 1'b0, kinds[8*B+2],
                                 1'b0, kinds[8*B+1], 1'b0, kinds[8*B]};
        end else begin : g_io
            // two for each bus
            localparam B = (n - 32) / 2;
            assign seen = {2'd1, 2'd0, 1'b0, io_looks[B], 1'b0, pio_waits[B], 1'b0, pio[B],
                           1'b0, io_misses[B], 1'b0, moves[B], 2'd0};
            assign seen_kinds = 16'd0;
        end

        wire here = puts && number == n;
        localparam [11:0] WRAPPED = n < 32 ? `XDBUS_WRAPPED0 : `XDBUS_WRAPPED1;
        localparam [11:0] MISSED  = n < 32 ? `XDBUS_MISSED0 : `XDBUS_MISSED1;
        wire acks_wrapped = puts && offset == WRAPPED && wdata[n%32];
        wire acks_missed = puts && offset == MISSED && wdata[n%32];

        xdb_counter #(.BITS(BITS)) u_counter (
            .clk(aclk), .rst_n(rst_n), .run(run), .events({seen_kinds, seen}),
            .choose(here && addr[2]), .new_select(wdata[`XDBUS_SELECT0_EVENT]),
            .put(here && !addr[2]), .value(wdata[`XDBUS_COUNT0_COUNT]),
            .ack_wrapped(acks_wrapped), .ack_missed(acks_missed),
            .select(select[4*n +: 4]), .wrapped(wrapped[n]), .missed(missed[n]),
            .shown(shown[(BITS+2)*n +: BITS+2]), .loses(loses[n])
        );
    end
    endgenerate

    // ---- the addressed counter
    reg  [BITS+1:0] its_count;
    reg  [3:0]      its_select;
    reg  [5:0]      losing;         // number of wraps that are lost in this clock
    integer         i;

    always @* begin
        i          = 0;
        its_count  = {BITS+2{1'b0}};
        its_select = 4'd0;
        losing     = 6'd0;
        if (req)
            for (i = 0; i < COUNTERS; i = i + 1)
                if (number == i[8:0]) begin
                    its_count  = shown[(BITS+2)*i +: BITS+2];
                    its_select = select[4*i +: 4];
                end
        if (|loses)
            for (i = 0; i < COUNTERS; i = i + 1)
                losing = losing + {5'd0, loses[i]};
    end

    // ---- losses
    wire [4:0]  acked = wdata[`XDBUS_FLAGS_PACKET_MSB:`XDBUS_FLAGS_WRAP_LSB];
    wire [4:0]  wrong = {|wrong_packet, |wrong_pio, wrong_read, |wrong_queue, |loses};
    wire [16:0] more_wraps = {1'b0, lost_wraps} + {11'd0, losing};

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            flags        <= 5'd0;
            lost_wraps   <= LOSSES_INIT[15:0];
            wrong_clocks <= LOSSES_INIT[31:16];
        end else begin
            flags <= (puts_flags ? flags & ~acked : flags) | wrong;
            if (puts_control && wdata[`XDBUS_CONTROL_CLEAR]) begin
                lost_wraps   <= {10'd0, losing};
                wrong_clocks <= {15'd0, |wrong[4:1]};
            end else begin
                lost_wraps   <= more_wraps[16] ? 16'hFFFF : more_wraps[15:0];
                if (|wrong[4:1] && !(&wrong_clocks))
                    wrong_clocks <= wrong_clocks + 16'd1;
            end
        end

    // ---- writes
    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            run     <= 1'b0;
            raises  <= 1'b0;
            ways    <= 2'd2;
            first   <= 5'd0;
            io      <= 5'd20;
            changed <= 32'd0;
            clocks  <= 32'd0;
            when    <= 32'd0;
            irq     <= 1'b0;
        end else begin
            irq    <= raises && |wrapped;
            clocks <= clocks_now;
            if (puts_control)
                {raises, run} <= {wdata[`XDBUS_CONTROL_IRQ], wdata[`XDBUS_CONTROL_RUN]};
            if (puts_setup) begin
                ways  <= wdata[`XDBUS_SETUP_WAYS];
                first <= wdata[`XDBUS_SETUP_FIRST];
                io    <= wdata[`XDBUS_SETUP_IO];
            end
            if (puts && at_counter && addr[2]) begin
                changed <= {number[5:0], its_count};
                when    <= clocks_now;
            end
        end

    // ---- reads
    reg [31:0] value;
    reg        known;

    always @* begin
        known = 1'b1;
        value = 32'd0;
        case (offset)
        `XDBUS_ID:       value = `XDBUS_ID_RESET;
        `XDBUS_CONTROL: begin
            value[`XDBUS_CONTROL_IRQ] = raises;
            value[`XDBUS_CONTROL_RUN] = run;
        end
        `XDBUS_SETUP: begin
            value[`XDBUS_SETUP_IO]    = io;
            value[`XDBUS_SETUP_FIRST] = first;
            value[`XDBUS_SETUP_WAYS]  = ways;
        end
        `XDBUS_FLAGS:    value = {27'd0, flags};
        `XDBUS_LOSSES: begin
            value[`XDBUS_LOSSES_WRONG] = wrong_clocks;
            value[`XDBUS_LOSSES_WRAPS] = lost_wraps;
        end
        `XDBUS_CHANGED:  value = changed;
        `XDBUS_WHEN:     value = when;
        `XDBUS_WRAPPED0: value = wrapped[31:0];
        `XDBUS_WRAPPED1: value = {28'd0, wrapped[35:32]};
        `XDBUS_MISSED0:  value = missed[31:0];
        `XDBUS_MISSED1:  value = {28'd0, missed[35:32]};
        default: begin
            value = addr[2] ? {28'd0, its_select} : {6'd0, its_count};
            known = at_counter;
        end
        endcase
    end

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
        end else begin
            ack       <= req;
            ack_error <= !known || be != 4'hF;
            ack_rdata <= value;
        end
endmodule
