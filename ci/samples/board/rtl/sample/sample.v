// SPDX-License-Identifier: Apache-2.0
//
// sample - a counter of events with a threshold interrupt, behind AXI4-Lite
//
// Purpose     counts events; raises an interrupt when the count reaches a threshold.
// Inputs      event_in   1 in each clock with an event
// Outputs     irq        1: the interrupt of the registers FLAGS and CONTROL
//             obs_*      the access that takes effect in this clock, for the golden model
// Bus         s_* is the bus of axil_slave, sample_regs.def has the registers. An access without
//             all byte lanes, or to an address without a register, is answered with SLVERR and has
//             no effect.
// Latency     an event is in COUNT one clock later, irq rises two clocks later.
// Throughput  an event in every clock.
// Domain      aclk.
// Reset       aresetn, asynchronous; its release is synchronised here.
// Losses      a count that has wrapped sets FLAGS.WRAPPED.
`default_nettype none
`include "sample_regs.vh"

module sample #(
    parameter BITS = 16         // of the counter, 1 to 16
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [5:0]  s_awaddr,
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
    input  wire [5:0]  s_araddr,
    input  wire [2:0]  s_arprot,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire [31:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        s_rvalid,
    input  wire        s_rready,
    output reg         irq,
    input  wire        event_in,
    output wire        obs_req,
    output wire        obs_write,
    output wire [3:0]  obs_addr,
    output wire [3:0]  obs_be,
    output wire [31:0] obs_wdata
);
    wire rst_n;
    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));

    // ---- bus
    wire        req, write;
    wire [5:2]  addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    reg         ack, ack_error;
    reg  [31:0] ack_rdata;

    axil_slave #(.ADDR_BITS(6)) u_slave (
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

    // ---- registers
    wire [5:0] offset      = {addr, 2'b00};
    wire       puts        = req && write && be == 4'hF;
    wire       put_control = puts && offset == `SAMPLE_CONTROL;
    wire       put_flags   = puts && offset == `SAMPLE_FLAGS;

    reg        run, irq_on;
    reg [15:0] threshold;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            run       <= 1'b0;
            irq_on    <= 1'b0;
            threshold <= 16'hFFFF;
        end else begin
            if (put_control) begin
                run    <= wdata[`SAMPLE_CONTROL_RUN];
                irq_on <= wdata[`SAMPLE_CONTROL_IRQ];
            end
            if (puts && offset == `SAMPLE_THRESHOLD)
                threshold <= wdata[`SAMPLE_THRESHOLD_EVENTS];
        end

    // ---- counter
    wire [BITS-1:0] count;
    wire            reached, wrapped;

    sample_counter #(.BITS(BITS)) u_counter (
        .clk(aclk), .rst_n(rst_n), .event_in(event_in), .run(run),
        .clear(put_control && wdata[`SAMPLE_CONTROL_CLEAR]), .threshold(threshold[BITS-1:0]),
        .ack_reached(put_flags && wdata[`SAMPLE_FLAGS_REACHED]),
        .ack_wrapped(put_flags && wdata[`SAMPLE_FLAGS_WRAPPED]),
        .count(count), .reached(reached), .wrapped(wrapped)
    );

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) irq <= 1'b0;
        else        irq <= irq_on && reached;

    // ---- reads
    reg [31:0] value;
    reg        known;

    always @* begin
        value = 32'd0;
        known = 1'b1;
        case (offset)
        `SAMPLE_ID: value = `SAMPLE_ID_RESET;
        `SAMPLE_CONTROL: begin
            value[`SAMPLE_CONTROL_RUN] = run;
            value[`SAMPLE_CONTROL_IRQ] = irq_on;
        end
        `SAMPLE_COUNT:     value[BITS-1:0] = count;
        `SAMPLE_THRESHOLD: value[`SAMPLE_THRESHOLD_EVENTS] = threshold;
        `SAMPLE_FLAGS: begin
            value[`SAMPLE_FLAGS_REACHED] = reached;
            value[`SAMPLE_FLAGS_WRAPPED] = wrapped;
        end
        default: known = 1'b0;
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
