// SPDX-License-Identifier: Apache-2.0
//
// traffic - a DMA-like generator: two read channels and a write channel on one AXI4 bus
//
// Purpose     generates load for the memory of the example. Reads have id 0 or 1, and their data
//             leave as a frame on stream 0 or 1; writes have id 2. Lengths (1 to 16 beats of 4
//             bytes), addresses and pauses are pseudo-random.
// Interface   while run is 1, the generator makes new requests; requests in progress always end.
//             restart restarts the pseudo-random sequence; no request is made in that clock. AXI4
//             master with INCR bursts of 32 bits; streams with TVALID, TREADY, TLAST, TDATA.
// Latency     not specified.
// Throughput  a read request in 32 clocks on average, a write in 64.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module traffic (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        run,
    input  wire        restart,

    output reg         arvalid,
    input  wire        arready,
    output reg  [1:0]  arid,
    output reg  [11:0] araddr,
    output reg  [7:0]  arlen,
    input  wire        rvalid,
    output wire        rready,
    input  wire [1:0]  rid,
    input  wire [31:0] rdata,
    input  wire        rlast,

    output reg         awvalid,
    input  wire        awready,
    output wire [1:0]  awid,
    output reg  [11:0] awaddr,
    output reg  [7:0]  awlen,
    output reg         wvalid,
    input  wire        wready,
    output wire [31:0] wdata,
    output wire        wlast,
    input  wire        bvalid,
    output wire        bready,

    output wire [1:0]  tvalid,  // streams 0 and 1
    input  wire [1:0]  tready,
    output wire        tlast,
    output wire [31:0] tdata
);
    // 32 bits, maximal length
    localparam [31:0] FIRST = 32'h2545F491;
    reg [31:0] lfsr;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            lfsr <= FIRST;
        else if (restart)
            lfsr <= FIRST;
        else
            lfsr <= {lfsr[30:0], lfsr[31] ^ lfsr[21] ^ lfsr[1] ^ lfsr[0]};

    // Read requests. A burst does not cross the end of the memory.
    wire [7:0] r_len = {4'd0, lfsr[5:2]};
    wire [7:0] w_len = {4'd0, lfsr[17:14]};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            arvalid <= 1'b0;
            arid    <= 2'd0;
            araddr  <= 12'd0;
            arlen   <= 8'd0;
        end else if (arvalid) begin
            arvalid <= !arready;
        end else if (run && !restart && lfsr[31:27] == 5'd0) begin
            arvalid <= 1'b1;
            arid    <= {1'b0, lfsr[0]};
            araddr  <= {lfsr[13:8], 6'd0};
            arlen   <= r_len;
        end

    // Read data leave on the stream that their id selects
    assign tvalid = {rvalid && rid == 2'd1, rvalid && rid == 2'd0};
    assign tlast  = rlast;
    assign tdata  = rdata;
    assign rready = rid == 2'd0 ? tready[0] : tready[1];

    // Writes: one at a time, with the data after the address
    reg [7:0] left;     // beats
    reg       waiting;  // a write waits for its response

    assign awid   = 2'd2;
    assign wdata  = {12'hDA7, awaddr, left};
    assign wlast  = left == 8'd0;
    assign bready = 1'b1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            awvalid <= 1'b0;
            awaddr  <= 12'd0;
            awlen   <= 8'd0;
            wvalid  <= 1'b0;
            left    <= 8'd0;
            waiting <= 1'b0;
        end else if (awvalid) begin
            awvalid <= !awready;
            wvalid  <= awready;
        end else if (wvalid) begin
            if (wready) begin
                left   <= left - 8'd1;
                wvalid <= !wlast;
            end
        end else if (waiting) begin
            waiting <= !bvalid;
        end else if (run && !restart && lfsr[26:21] == 6'd0) begin
            awvalid <= 1'b1;
            awaddr  <= {lfsr[13:8], 6'd0};
            awlen   <= w_len;
            left    <= w_len;
            waiting <= 1'b1;
        end
endmodule
