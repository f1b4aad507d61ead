// SPDX-License-Identifier: Apache-2.0
//
// dash - performance monitor of a DASH station, the whole board except its memory chips
//
// Purpose     observes the bus of a station. A controller with one of four circuits counts in two
//             banks of 16,384 counters of 32 bits (SRAM) or traces requests in a buffer of words of
//             36 bits (DRAM). Every processor reads registers, counters and trace while monitoring
//             goes on.
// Interface   dash_pins.def, dash_regs.def; axil_slave describes the bus. An access to registers
//             takes 3 clocks at the back end, one to a bank at most 20, one to the trace buffer at
//             most 40.
// Structure   dash_events, dash_joint, dash_latency, dash_trigger: the circuits, behind one port;
//             dash_bank: a bank of counters; dash_trace: trace buffer; dash_regs: registers and the
//             exchange of the circuit.
// Trace       word 0: kind (1 = write), address 28..0, processor 5..0. Word 1, in extended entries:
//             PROM address 11..0, clocks since the last request on the bus, 24 bits; all ones: that
//             or more, or no earlier request was observed.
// Domain      aclk, the bus clock (DASH: 16 MHz), at most 25 MHz.
// Reset       aresetn, asynchronous; released synchronously here. The banks keep their contents.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

`include "dash_regs.vh"

module dash #(
    parameter TRACE_LOG2 = 21,              // 2**TRACE_LOG2 words of trace, 4 to 21
    parameter EXCHANGE_CLOCKS = 1600000,    // duration of an exchange, 100 ms; 4 to 2**30
    parameter REFRESH_CLOCKS = 240          // clocks from one row refresh to the next, 84 to 390
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [24:0] s_awaddr,
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
    input  wire [24:0] s_araddr,
    input  wire [2:0]  s_arprot,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire [31:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire        irq,
    input  wire        b_start,
    input  wire        b_reply,
    input  wire        b_write,
    input  wire        b_posted,
    input  wire [28:0] b_addr,
    input  wire [5:0]  b_cpu,
    input  wire [11:0] b_prom,
    input  wire [13:0] events,
    output wire [13:0] s0_a,
    output wire        s0_oe_n,
    output wire        s0_we_n,
    input  wire [31:0] s0_dq_i,
    output wire [31:0] s0_dq_o,
    output wire        s0_dq_oe,
    output wire [13:0] s1_a,
    output wire        s1_oe_n,
    output wire        s1_we_n,
    input  wire [31:0] s1_dq_i,
    output wire [31:0] s1_dq_o,
    output wire        s1_dq_oe,
    input  wire [3:0]  l_pd,
    output wire [11:0] l_a,
    output wire        l_ras_n,
    output wire [3:0]  l_cas_n,
    output wire        l_we_n,
    input  wire [31:0] l_dq_i,
    output wire [31:0] l_dq_o,
    output wire        l_dq_oe,
    input  wire [3:0]  u_pd,
    output wire [11:0] u_a,
    output wire        u_ras_n,
    output wire [3:0]  u_cas_n,
    output wire        u_we_n,
    input  wire [3:0]  u_dq_i,
    output wire [3:0]  u_dq_o,
    output wire        u_dq_oe,
    output wire        obs_on,
    output reg         obs_phase,
    output wire [1:0]  obs_host,
    output reg         obs_take,
    output reg         obs_lost,
    output reg         obs_commit,
    output reg         obs_full
);
    generate
        if (TRACE_LOG2 < 4 || TRACE_LOG2 > 21) begin : g_trace
            dash_TRACE_LOG2_must_be_4_to_21 illegal_parameter ();
        end
        if (EXCHANGE_CLOCKS < 4 || EXCHANGE_CLOCKS > 1073741824) begin : g_exchange
            dash_EXCHANGE_CLOCKS_must_be_4_to_2_to_the_30 illegal_parameter ();
        end
    endgenerate

    wire rst_n;
    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));

    // ---- bus
    wire        req, write;
    wire [24:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata, reg_rdata, rdata0, rdata1;
    wire [35:0] trace_rdata;
    wire        done0, done1, trace_done, refused, writing;
    reg         to_regs, to_bank0, to_bank1, to_trace, reg_ack, bad_ack;

    // the pointer of the trace does not move while an entry is being written
    wire        ok     = !write || be == 4'hF;
    wire        in_range = {3'd0, addr[23:3]} < 24'd1 << TRACE_LOG2;
    wire        regs   = ok && addr[24:8] == 17'd0;
    wire        bank0  = ok && addr[24:16] == 9'd1;
    wire        bank1  = ok && addr[24:16] == 9'd2;
    wire        trace  = !write && addr[24] && in_range;
    wire        go     = to_regs && !(write && writing && {addr[7:2], 2'b00} == `DASH_TCNT);

    always @(posedge aclk or negedge rst_n)
        if (!rst_n)
            {to_regs, to_bank0, to_bank1, to_trace, reg_ack, bad_ack} <= 6'd0;
        else begin
            to_regs  <= req ? regs : to_regs && !go;
            to_bank0 <= req ? bank0 : to_bank0 && !done0;
            to_bank1 <= req ? bank1 : to_bank1 && !done1;
            to_trace <= req ? trace : to_trace && !trace_done;
            reg_ack  <= go;
            bad_ack  <= req && !(regs || bank0 || bank1 || trace);
        end

    axil_slave #(.ADDR_BITS(25)) u_slave (
        .aclk(aclk), .rst_n(rst_n), .s_awaddr(s_awaddr), .s_awprot(s_awprot),
        .s_awvalid(s_awvalid), .s_awready(s_awready), .s_wdata(s_wdata), .s_wstrb(s_wstrb),
        .s_wvalid(s_wvalid), .s_wready(s_wready), .s_bresp(s_bresp), .s_bvalid(s_bvalid),
        .s_bready(s_bready), .s_araddr(s_araddr), .s_arprot(s_arprot), .s_arvalid(s_arvalid),
        .s_arready(s_arready), .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rvalid(s_rvalid),
        .s_rready(s_rready), .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(reg_ack || done0 || done1 || trace_done || bad_ack),
        .ack_error(bad_ack || (reg_ack && refused)),
        .ack_rdata(reg_ack ? reg_rdata : done0 ? rdata0 : done1 ? rdata1 :
                   addr[2] ? {28'd0, trace_rdata[35:32]} : trace_rdata[31:0])
    );

    // ---- registers
    wire        held, on, hold, set_tcnt, busy, fired, skip;
    wire [2:0]  circuit;
    wire [31:0] mode;
    wire [13:0] mask0, mask1;
    wire [28:0] tmask, tvalue;
    wire [21:0] post, tcnt;
    wire [6:0]  window;
    wire        take, lost, own, commit, full;
    wire [1:0]  counted, missed, wrapped;
    reg         request;                // in the last clock
    wire        traced;                 // the circuit requests a trace of it
    wire        unused = &{1'b0, mode[31:20], mode[15:13], mode[3:2]};

    dash_regs #(.EXCHANGE_CLOCKS(EXCHANGE_CLOCKS), .TRACE_LOG2(TRACE_LOG2)) u_regs (
        .clk(aclk), .rst_n(rst_n), .wr(go && write), .rd(go && !write), .offset(addr[7:2]),
        .wdata(wdata), .rdata(reg_rdata), .refused(refused), .rejected(bad_ack), .held(held),
        .on(on), .circuit(circuit), .hold(hold), .mode(mode), .mask0(mask0), .mask1(mask1),
        .tmask(tmask), .tvalue(tvalue), .post(post), .window(window), .irq(irq),
        .set_tcnt(set_tcnt), .tcnt(tcnt), .busy(busy), .fired(fired), .presence({u_pd, l_pd}),
        .inc({skip, request && !traced, own, full, lost, commit, request, 3'd0, wrapped, missed,
              counted}),
        .wrapped({s1_a, s0_a})
    );

    // ---- controller: circuits that do not run hold their outputs at 0
    wire [13:0] seen  = events & {14{on}};
    wire        start = b_start && on;
    wire [1:0]  count1, count2, count3;
    wire [13:0] addr1, addr1b, addr2, addr3;
    wire        independent = mode[`DASH_MODE_INDEPENDENT];

    dash_events u_events (
        .clk(aclk), .run(!held && circuit == 3'd1), .events(seen), .independent(independent),
        .mask0(mask0), .mask1(mask1), .count(count1), .addr0(addr1), .addr1(addr1b)
    );
    dash_joint u_joint (
        .clk(aclk), .run(!held && circuit == 3'd2), .start(start), .reply(b_reply),
        .write(b_write), .baddr(b_addr), .events(events), .independent(independent),
        .bits(mode[`DASH_MODE_BITS]), .shift(mode[`DASH_MODE_SHIFT]), .count(count2),
        .addr(addr2)
    );
    dash_latency u_latency (
        .clk(aclk), .run(!held && circuit == 3'd3), .start(start && !b_posted),
        .reply(b_reply), .write(b_write), .cpu(b_cpu), .independent(independent),
        .shift(mode[`DASH_MODE_SHIFT]), .station(mode[`DASH_MODE_STATION]), .count(count3),
        .addr(addr3), .skip(skip)
    );
    dash_trigger u_trigger (
        .clk(aclk), .run(!held && circuit == 3'd4), .start(start), .reply(b_reply),
        .baddr(b_addr), .mask(tmask), .value(tvalue), .post(post), .trace(traced),
        .fired(fired)
    );

    // ---- banks: interleaved banks count in alternate clocks
    wire [1:0]  count  = count1 | count2 | count3;
    wire [13:0] index0 = addr1 | addr2 | addr3;
    wire [13:0] index1 = independent ? addr1b | addr2 | addr3 : index0;

    assign obs_on = on;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n)
            obs_phase <= 1'b0;
        else
            obs_phase <= !obs_phase;

    dash_bank u_bank0 (
        .clk(aclk), .rst_n(rst_n), .count(count[0] && (independent || !obs_phase)),
        .addr(index0), .counted(counted[0]), .missed(missed[0]), .wrapped(wrapped[0]),
        .h_req(to_bank0), .h_write(write), .h_addr(addr[15:2]), .h_wdata(wdata),
        .h_done(done0), .h_rdata(rdata0), .host(obs_host[0]), .a(s0_a), .oe_n(s0_oe_n),
        .we_n(s0_we_n), .dq_oe(s0_dq_oe), .dq_o(s0_dq_o), .dq_i(s0_dq_i)
    );
    dash_bank u_bank1 (
        .clk(aclk), .rst_n(rst_n), .count(independent ? count[1] : count[0] && obs_phase),
        .addr(index1), .counted(counted[1]), .missed(missed[1]), .wrapped(wrapped[1]),
        .h_req(to_bank1), .h_write(write), .h_addr(addr[15:2]), .h_wdata(wdata),
        .h_done(done1), .h_rdata(rdata1), .host(obs_host[1]), .a(s1_a), .oe_n(s1_oe_n),
        .we_n(s1_we_n), .dq_oe(s1_dq_oe), .dq_o(s1_dq_o), .dq_i(s1_dq_i)
    );

    // ---- trace
    reg  [35:0] word0, word1;
    reg  [23:0] since;                  // clocks since the last request
    reg         inside_window;
    wire [35:0] dq_o;
    wire [4:0]  cas_n;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            request       <= 1'b0;
            word0         <= 36'd0;
            word1         <= 36'd0;
            since         <= 24'hFFFFFF;
            inside_window <= 1'b0;
        end else begin
            request <= start && !b_reply;
            since   <= !on ? 24'hFFFFFF : start && !b_reply ? 24'd1 :
                       since + {23'd0, since != 24'hFFFFFF};
            if (start && !b_reply) begin
                word0         <= {b_write, b_addr, b_cpu};
                word1         <= {b_prom, since};
                inside_window <= b_addr[28:22] == window;
            end
        end

    dash_trace #(.TRACE_LOG2(TRACE_LOG2), .REFRESH_CLOCKS(REFRESH_CLOCKS)) u_trace (
        .clk(aclk), .rst_n(rst_n), .req(traced), .own(inside_window), .hold(hold),
        .two(mode[`DASH_MODE_EXTENDED]), .word0(word0), .word1(word1), .take(take),
        .in_lost(lost), .own_held(own), .commit(commit), .out_lost(full), .busy(busy),
        .writing(writing), .set(set_tcnt), .set_tcnt(wdata[`DASH_TCNT_WORDS]), .tcnt(tcnt),
        .h_req(to_trace), .h_addr(addr[23:3]), .h_done(trace_done), .h_rdata(trace_rdata),
        .a(l_a), .ras_n(l_ras_n), .cas_n(cas_n), .we_n(l_we_n), .dq_oe(l_dq_oe), .dq_o(dq_o),
        .dq_i({u_dq_i, l_dq_i})
    );

    assign l_cas_n = cas_n[3:0];
    assign l_dq_o  = dq_o[31:0];
    assign u_a     = l_a;
    assign u_ras_n = l_ras_n;
    assign u_cas_n = {4{cas_n[4]}};
    assign u_we_n  = l_we_n;
    assign u_dq_o  = dq_o[35:32];
    assign u_dq_oe = l_dq_oe;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n)
            {obs_take, obs_lost, obs_commit, obs_full} <= 4'd0;
        else
            {obs_take, obs_lost, obs_commit, obs_full} <= {take, lost, commit, full};
endmodule
