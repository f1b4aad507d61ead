// SPDX-License-Identifier: Apache-2.0
//
// memory - an AXI4 slave with random delays, for the crossbars
//
// Purpose     answers each read with LEN + 1 beats and each write with a response, 0 to 31 clocks
//             after the request, or after its last data; it keeps nothing.
// Interface   AXI4, data of 32 bits. Up to 16 reads and 16 writes wait.
// Domain      clk.
// Reset       rst_n, asynchronous.
`default_nettype none

module memory #(
    parameter ID_BITS = 4,
    parameter SEED = 1
) (
    input  wire               clk,
    input  wire               rst_n,
    input  wire [ID_BITS-1:0] awid,
    input  wire               awvalid,
    output wire               awready,
    input  wire               wlast,
    input  wire               wvalid,
    output wire               wready,
    output wire [ID_BITS-1:0] bid,
    output wire               bvalid,
    input  wire               bready,
    input  wire [ID_BITS-1:0] arid,
    input  wire [7:0]         arlen,
    input  wire               arvalid,
    output wire               arready,
    output wire [ID_BITS-1:0] rid,
    output wire [31:0]        rdata,
    output wire               rlast,
    output wire               rvalid,
    input  wire               rready
);
    reg [ID_BITS+7:0] reads [0:15];
    reg [ID_BITS-1:0] writes [0:15];
    reg [4:0]         r_in, r_out, w_in, w_out, data;
    reg [4:0]         r_wait, w_wait;
    reg [7:0]         beat;
    reg [31:0]        random;

    assign arready = r_in - r_out != 5'd16 && random[0];
    assign awready = w_in - w_out != 5'd16 && random[1];
    assign wready = data != 5'd16;
    assign rvalid = r_in != r_out && r_wait == 5'd0;
    assign {rid, rdata, rlast} = {reads[r_out[3:0]][ID_BITS+7:8], random,
                                  beat == reads[r_out[3:0]][7:0]};
    assign bvalid = w_in != w_out && data != 5'd0 && w_wait == 5'd0;
    assign bid = writes[w_out[3:0]];

    wire r_ends = rvalid && rready && rlast;
    wire w_ends = bvalid && bready;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            {r_in, r_out, w_in, w_out, data, r_wait, w_wait} <= 35'd0;
            beat <= 8'd0;
            random <= SEED;
        end else begin
            random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
            if (arvalid && arready)
                reads[r_in[3:0]] <= {arid, arlen};
            if (awvalid && awready)
                writes[w_in[3:0]] <= awid;
            r_in <= r_in + {4'd0, arvalid && arready};
            w_in <= w_in + {4'd0, awvalid && awready};
            data <= data + {4'd0, wvalid && wready && wlast} - {4'd0, w_ends};
            if (rvalid && rready)
                beat <= rlast ? 8'd0 : beat + 8'd1;
            if (r_ends) begin
                r_out <= r_out + 5'd1;
                r_wait <= random[6:2];
            end else if (r_in != r_out && r_wait != 5'd0)
                r_wait <= r_wait - 5'd1;
            if (w_ends) begin
                w_out <= w_out + 5'd1;
                w_wait <= random[11:7];
            end else if (w_in != w_out && data != 5'd0 && w_wait != 5'd0)
                w_wait <= w_wait - 5'd1;
        end
    end
endmodule
