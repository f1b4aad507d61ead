// SPDX-License-Identifier: Apache-2.0
//
// supermon - SUPERMON, the monitor of the Hector multiprocessor
//
// Purpose     observes every memory request of one processor, before the cache, and the answers.
//             A programmable machine decides what is traced, counted or ignored; two banks of 32K x
//             48 bits of SRAM hold traces or counters.
// Interface   supermon_pins.def, supermon_regs.def. The processor's bus has inputs only.
// Structure   axil_slave - sm_host; sm_trigger - sm_collect - two sm_bank
// Latency     a request is on the pins of a bank 8 clocks after it was on the processor's bus.
// Throughput  a request in each clock.
// Clocks      aclk, the processor's bus clock.
// Reset       aresetn, asynchronous; it does not clear the banks and the tables.
// Paper       thesis, 2.1.1.
`default_nettype none

module supermon #(
    parameter [39:0] TIME_INIT   = 40'd0,   // time before the first monitored clock
    parameter [31:0] COUNTS_INIT = 32'd0    // EVENTS, CLOST and TLOST after reset and START
) (
    input  wire        aclk,
    input  wire        aresetn,

    input  wire        p_req,
    input  wire [29:0] p_addr,
    input  wire [7:0]  p_ctl,
    input  wire        p_tag,
    input  wire        p_ans,
    input  wire        p_ans_tag,

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
    output wire        irq,

    output wire [14:0] a_addr,
    output wire        a_we_n,
    input  wire [31:0] a_lo_i,
    output wire [31:0] a_lo_o,
    input  wire [15:0] a_hi_i,
    output wire [15:0] a_hi_o,
    output wire        a_oe,
    output wire [14:0] b_addr,
    output wire        b_we_n,
    input  wire [31:0] b_lo_i,
    output wire [31:0] b_lo_o,
    input  wire [15:0] b_hi_i,
    output wire [15:0] b_hi_o,
    output wire        b_oe,

    output wire        obs_run,
    output reg         obs_event,
    output reg         obs_trace,
    output reg         obs_count
);
    wire        rst_n, req, write, ack, ack_error;
    wire [11:2] addr;
    wire [3:0]  be, machine;
    wire [31:0] wdata, ack_rdata;
    wire        run, start, idle, form_b, a_trace, b_trace;
    wire [1:0]  hist, space, lost_count;
    wire [74:0] sel;
    wire        soon, o_run, o_req, event_seen, is_write, tag, ans, ans_tag, trace, count;
    wire [29:0] o_addr;
    wire [14:0] bin, user, state, t_rdata;
    wire [16:0] tcnt;
    wire [39:0] now;
    wire        full, lost_trace, over, wrap, time_wrap, t_we, h_fetch, h_store, h_done;
    wire [15:0] word;
    wire [47:0] data, h_rdata;

    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));

    axil_slave #(.ADDR_BITS(12)) u_slave (
        .aclk(aclk), .rst_n(rst_n),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid),
        .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready),
        .s_araddr(s_araddr), .s_arprot(s_arprot), .s_arvalid(s_arvalid),
        .s_arready(s_arready),
        .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata)
    );

    sm_host #(.COUNTS_INIT(COUNTS_INIT)) u_host (
        .clk(aclk), .rst_n(rst_n), .req(req), .write(write), .addr(addr[6:2]), .be(be),
        .wdata(wdata), .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata), .irq(irq),
        .run(run), .start(start), .hist(hist), .form_b(form_b), .b_trace(b_trace),
        .a_trace(a_trace), .sel(sel), .idle(idle), .event_seen(event_seen), .tcnt(tcnt),
        .full(full), .now(now), .state(state), .machine(machine), .lost_count(lost_count),
        .lost_trace(lost_trace), .over(over), .wrap(wrap), .time_wrap(time_wrap),
        .t_we(t_we), .space(space), .word(word), .data(data), .t_rdata(t_rdata),
        .h_fetch(h_fetch), .h_store(h_store), .h_done(h_done), .h_rdata(h_rdata)
    );

    sm_trigger u_trigger (
        .clk(aclk), .rst_n(rst_n), .run(run), .start(start), .sel(sel), .p_req(p_req),
        .p_addr(p_addr), .p_ctl(p_ctl), .p_tag(p_tag), .p_ans(p_ans), .p_ans_tag(p_ans_tag),
        .t_we(t_we), .t_space(space), .t_addr(word), .t_wdata(data[14:0]), .t_rdata(t_rdata),
        .idle(idle), .o_soon(soon), .o_run(o_run), .o_req(o_req), .o_event(event_seen),
        .o_write(is_write), .o_tag(tag), .o_ans(ans), .o_ans_tag(ans_tag), .o_addr(o_addr),
        .o_bin(bin), .o_trace(trace), .o_count(count), .o_user(user), .o_state(machine)
    );

    sm_collect #(.TIME_INIT(TIME_INIT)) u_collect (
        .clk(aclk), .rst_n(rst_n), .start(start), .a_trace(a_trace), .b_trace(b_trace),
        .form_b(form_b), .hist(hist), .soon(soon), .run(o_run), .req(o_req),
        .is_write(is_write), .tag(tag), .ans(ans), .ans_tag(ans_tag), .addr(o_addr),
        .addr_bin(bin), .trace(trace), .count(count), .user(user), .h_fetch(h_fetch),
        .h_store(h_store), .h_addr(word), .h_data(data), .h_done(h_done), .h_rdata(h_rdata),
        .tcnt(tcnt), .full(full), .now(now), .state(state), .lost_count(lost_count),
        .lost_trace(lost_trace), .over(over), .wrap(wrap), .time_wrap(time_wrap),
        .a_addr(a_addr), .a_we_n(a_we_n), .a_oe(a_oe), .a_o({a_hi_o, a_lo_o}),
        .a_i({a_hi_i, a_lo_i}), .b_addr(b_addr), .b_we_n(b_we_n), .b_oe(b_oe),
        .b_o({b_hi_o, b_lo_o}), .b_i({b_hi_i, b_lo_i})
    );

    assign obs_run = run;
    always @(posedge aclk or negedge rst_n)
        if (!rst_n)
            {obs_event, obs_trace, obs_count} <= 3'd0;
        else
            {obs_event, obs_trace, obs_count} <= {event_seen, event_seen && trace,
                                                  event_seen && count};

    wire unused = &{1'b0, addr[11:7]};
endmodule
