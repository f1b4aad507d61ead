// SPDX-License-Identifier: Apache-2.0
//
// control - the control registers of the example, on AXI4-Lite
//
// Purpose     starts the traffic, and counts the frames and packets of each tap.
// Interface   s_*: as in axil_slave. Registers of 32 bits; anything else answers SLVERR.
//               00              bit 0: run. Writing 1 to bit 1 clears the counters and flags of the
//                               taps and restarts traffic and memory, so that each run makes the
//                               same packets; write it while no request is in progress.
//               04              clocks after which run becomes 0 by itself; 0: never
//               40 + 10 k       frames of tap k    (0 and 1 streams, 2 reads, 3 writes)
//               44 + 10 k       packets
//               48 + 10 k       dropped = frames - packets
//               4C + 10 k       flags, as in tap_count
//             irq becomes 1 when a tap drops a frame, and 0 when the counters are cleared.
// Latency     that of axil_slave; the registers answer in one clock.
// Throughput  that of axil_slave.
// Domain      aclk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module control (
    input  wire         aclk,
    input  wire         rst_n,

    input  wire [7:0]   s_awaddr,
    input  wire [2:0]   s_awprot,
    input  wire         s_awvalid,
    output wire         s_awready,
    input  wire [31:0]  s_wdata,
    input  wire [3:0]   s_wstrb,
    input  wire         s_wvalid,
    output wire         s_wready,
    output wire [1:0]   s_bresp,
    output wire         s_bvalid,
    input  wire         s_bready,
    input  wire [7:0]   s_araddr,
    input  wire [2:0]   s_arprot,
    input  wire         s_arvalid,
    output wire         s_arready,
    output wire [31:0]  s_rdata,
    output wire [1:0]   s_rresp,
    output wire         s_rvalid,
    input  wire         s_rready,
    output reg          irq,

    output reg          run,        // run and clear change in the same clock
    output reg          clear,
    input  wire [127:0] frames,     // tap k has the bits 32 k + 31..32 k
    input  wire [127:0] packets,
    input  wire [127:0] dropped,
    input  wire [11:0]  flags
);
    wire        req, write;
    wire [7:2]  addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    reg         ack, ack_error;
    reg  [31:0] ack_rdata;

    axil_slave #(.ADDR_BITS(8)) u_slave (
        .aclk(aclk), .rst_n(rst_n),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid),
        .s_awready(s_awready), .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid),
        .s_wready(s_wready), .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready),
        .s_araddr(s_araddr), .s_arprot(s_arprot), .s_arvalid(s_arvalid),
        .s_arready(s_arready), .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rvalid(s_rvalid),
        .s_rready(s_rready), .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata)
    );

    wire       is_control = addr == 6'd0;
    wire       is_clocks = addr == 6'd1;
    wire       is_counter = addr[7:6] == 2'd1;
    wire [1:0] tap = addr[5:4];
    reg [31:0] clocks, left;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
            run       <= 1'b0;
            clear     <= 1'b0;
            clocks    <= 32'd0;
            left      <= 32'd0;
            irq       <= 1'b0;
        end else begin
            ack   <= req;
            clear <= req && write && is_control && be[0] && wdata[1];
            irq   <= flags[0] || flags[3] || flags[6] || flags[9];
            left  <= left - 32'd1;
            if (left == 32'd1 && clocks != 32'd0)
                run <= 1'b0;
            if (req) begin
                ack_error <= !is_control && !is_clocks && (write || !is_counter);
                if (is_control)
                    ack_rdata <= {31'd0, run};
                else if (is_clocks)
                    ack_rdata <= clocks;
                else
                    case (addr[3:2])
                    2'd0:    ack_rdata <= frames[32*tap +: 32];
                    2'd1:    ack_rdata <= packets[32*tap +: 32];
                    2'd2:    ack_rdata <= dropped[32*tap +: 32];
                    default: ack_rdata <= {29'd0, flags[3*tap +: 3]};
                    endcase
                if (write && is_control && be[0]) begin
                    run  <= wdata[0];
                    left <= clocks;
                end
                if (write && is_clocks && be == 4'b1111)
                    clocks <= wdata;
            end
        end

endmodule
