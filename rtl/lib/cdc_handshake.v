// SPDX-License-Identifier: Apache-2.0
//
// cdc_handshake - a request with data one way, a response with data back
//
// Purpose     moves WIDTH bits and a pulse from domain A to domain B and RWIDTH
//             bits and a pulse back, one transaction at a time (two-phase
//             toggle; data are stable while a toggle is in progress).
// Interface A: req (one clock, only while busy = 0) samples req_data at that edge. busy is 1 from
//                the next clock on until the response arrives. ack is 1 for one clock; busy is
//                already 0 in it, so a new req may be given in the same clock. ack_data is valid
//                from the clock AFTER ack and stays until the clock after the next ack.
//             B: valid (one clock) with data, which stays until the next valid.
//                done (one clock, in the clock of valid at the earliest) ends the transaction and
//                samples done_data at that edge. A done without a transaction is ignored.
// Latency     req edge to valid: high after the 3rd clk_b edge (4th with
//             jitter). done edge to ack: high after the 2nd clk_a edge (3rd
//             with jitter).
// Throughput  one transaction in about 4 clk_b + 3 clk_a + the service time.
// Domain      A in clk_a, B in clk_b. No flip-flop outside this module is driven
//             from the other domain: this module contains the receiving registers of both
//             directions.
// Reset       rst_a_n and rst_b_n must derive from the same asynchronous source
//             (one reset_sync per clock), otherwise a toggle may be lost or generated.
//             A transaction in progress during reset is dropped without a response.
// Constraint  to the first flip-flop of each sync_bits: none. From data_a to
//             data_b and from rdata_b to ack_data: less than two periods of the
//             receiving clock, so that data arrive before the toggle (README.md).
`default_nettype none

module cdc_handshake #(
    parameter WIDTH = 8,          // request data, bits
    parameter RWIDTH = 8,         // response data, bits
    parameter [31:0] SALT = 32'd0 // seed of the jitter, see sync_bits
) (
    input  wire              clk_a,
    input  wire              rst_a_n,
    input  wire              req,
    input  wire [WIDTH-1:0]  req_data,
    output wire              busy,
    output wire              ack,
    output reg  [RWIDTH-1:0] ack_data,

    input  wire              clk_b,
    input  wire              rst_b_n,
    output reg               valid,
    output wire [WIDTH-1:0]  data,
    input  wire              done,
    input  wire [RWIDTH-1:0] done_data
);
    generate
        if (WIDTH < 1 || RWIDTH < 1) begin : g_illegal
            cdc_handshake_WIDTH_and_RWIDTH_must_be_1_or_more illegal_parameter ();
        end
    endgenerate

    reg               req_tgl;  // clk_a
    reg  [WIDTH-1:0]  data_a;   // in clk_a; stable while busy = 1
    reg               ack_tgl;  // clk_b
    reg  [RWIDTH-1:0] rdata_b;  // in clk_b; stable until the next done

    // Domain A
    wire ack_a;    // ack_tgl, synchronised to clk_a
    reg  ack_seen;

    sync_bits #(.WIDTH(1), .RESET(1'b0), .SALT(SALT * 2)) u_ack (
        .clk(clk_a), .rst_n(rst_a_n), .d(ack_tgl), .q(ack_a)
    );

    assign busy = req_tgl ^ ack_a;
    assign ack  = ack_a ^ ack_seen;

    always @(posedge clk_a or negedge rst_a_n)
        if (!rst_a_n) begin
            req_tgl  <= 1'b0;
            ack_seen <= 1'b0;
            ack_data <= {RWIDTH{1'b0}};
        end else begin
            ack_seen <= ack_a;
            if (req && !busy)
                req_tgl <= ~req_tgl;
            if (ack)
                ack_data <= rdata_b;
        end

    // loaded before anybody reads it, and so is rdata_b
    always @(posedge clk_a)
        if (req && !busy)
            data_a <= req_data;

    // Domain B
    wire              req_b;    // req_tgl, synchronised to clk_b
    reg               req_seen;
    reg               active;   // valid has been asserted, done has not come yet
    reg  [WIDTH-1:0]  data_b;

    sync_bits #(.WIDTH(1), .RESET(1'b0), .SALT(SALT * 2 + 1)) u_req (
        .clk(clk_b), .rst_n(rst_b_n), .d(req_tgl), .q(req_b)
    );

    assign data = data_b;

    always @(posedge clk_b or negedge rst_b_n)
        if (!rst_b_n) begin
            req_seen <= 1'b0;
            valid    <= 1'b0;
            active   <= 1'b0;
            data_b   <= {WIDTH{1'b0}};
            ack_tgl  <= 1'b0;
        end else begin
            req_seen <= req_b;
            valid    <= req_b ^ req_seen;
            active   <= active ? !done : req_b ^ req_seen;
            if (req_b ^ req_seen)
                data_b <= data_a;
            if (done && active)
                ack_tgl <= ~ack_tgl;
        end

    always @(posedge clk_b)
        if (done && active)
            rdata_b <= done_data;
endmodule
