// SPDX-License-Identifier: Apache-2.0
//
// memory - AXI4 memory of 4 KB whose latency varies like that of a DRAM
//
// Purpose     gives the example a latency to measure: bursts in the open row of 256 bytes start
//             after HIT clocks, others after MISS; every REFRESH_EVERY + 1 clocks a refresh takes
//             REFRESH clocks.
// Interface   AXI4 slave, INCR bursts of 32 bits, one burst at a time, reads and writes in turn.
//             restart, asserted while the memory is idle, opens row 0 and restarts the refresh
//             timer. Four read requests wait in a FIFO, so that their latency includes the wait.
// Latency     HIT or MISS clocks to the first beat, after the wait in the FIFO.
// Throughput  one beat every 2 clocks.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the memory keeps its contents.
`default_nettype none

module memory #(
    parameter HIT = 4,              // clocks, 1 to 255
    parameter MISS = 14,
    parameter REFRESH = 40,
    parameter REFRESH_EVERY = 1000  // clocks from one to the next less 1, to 4095
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        restart,

    input  wire        arvalid,
    output wire        arready,
    input  wire [1:0]  arid,
    input  wire [11:0] araddr,
    input  wire [7:0]  arlen,
    output reg         rvalid,
    input  wire        rready,
    output reg  [1:0]  rid,
    output reg  [31:0] rdata,
    output wire        rlast,

    input  wire        awvalid,
    output wire        awready,
    input  wire [1:0]  awid,
    input  wire [11:0] awaddr,
    input  wire [7:0]  awlen,
    input  wire        wvalid,
    output wire        wready,
    input  wire [31:0] wdata,
    input  wire        wlast,
    output reg         bvalid,
    input  wire        bready,
    output reg  [1:0]  bid
);
    // FIFO of waiting read requests
    wire        q_full, q_empty, q_rd;
    wire [21:0] q_word;
    wire [2:0]  q_count;

    sync_fifo #(.WIDTH(22), .DEPTH_LOG2(2)) u_queue (
        .clk(clk), .rst_n(rst_n), .clear(1'b0), .wr(arvalid), .wdata({arid, araddr, arlen}),
        .full(q_full), .rd(q_rd), .rdata(q_word), .empty(q_empty), .count(q_count)
    );
    assign arready = !q_full;

    // Refresh timer
    reg [11:0] timer;
    reg        due;

    localparam [2:0] IDLE = 3'd0, TAKE = 3'd1, WAIT = 3'd2, READ = 3'd3, WRITE = 3'd4,
                     RESPOND = 3'd5, REFRESHING = 3'd6;

    localparam [7:0]  AFTER_HIT = HIT, AFTER_MISS = MISS, AFTER_REFRESH = REFRESH;
    localparam [11:0] PERIOD = REFRESH_EVERY;

    reg [2:0]  state;
    reg [7:0]  clocks;      // clocks left in states WAIT and REFRESHING
    reg        writing;     // the current or last burst is a write
    reg [3:0]  row;         // number of the open row
    reg [11:2] place;
    reg [7:0]  left;        // beats of a read

    wire        take_read = state == IDLE && !due && !q_empty && (writing || !awvalid);
    wire        take_write = state == IDLE && !due && awvalid && !take_read;
    wire [11:0] first = state == TAKE ? q_word[19:8] : awaddr;
    wire [7:0]  delay = first[11:8] == row ? AFTER_HIT : AFTER_MISS;

    assign q_rd    = take_read;
    assign awready = take_write;
    assign wready  = state == WRITE;
    assign rlast   = left == 8'd0;

    reg [31:0] mem [0:1023];
    reg [31:0] word;

    always @(posedge clk) begin
        if (wvalid && wready)
            mem[place] <= wdata;
        word <= mem[place];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state   <= IDLE;
            timer   <= PERIOD;
            due     <= 1'b0;
            clocks  <= 8'd0;
            writing <= 1'b0;
            row     <= 4'd0;
            place   <= 10'd0;
            left    <= 8'd0;
            rvalid  <= 1'b0;
            rid     <= 2'd0;
            rdata   <= 32'd0;
            bvalid  <= 1'b0;
            bid     <= 2'd0;
        end else begin
            timer <= timer == 12'd0 ? PERIOD : timer - 12'd1;
            if (timer == 12'd0)
                due <= 1'b1;
            if (rvalid && rready)
                rvalid <= 1'b0;
            if (bvalid && bready)
                bvalid <= 1'b0;
            case (state)
            IDLE:
                if (due) begin
                    due    <= 1'b0;
                    clocks <= AFTER_REFRESH;
                    state  <= REFRESHING;
                end else if (take_read) begin
                    writing <= 1'b0;
                    state   <= TAKE;
                end else if (take_write) begin
                    writing <= 1'b1;
                    bid     <= awid;
                    left    <= awlen;
                    place   <= first[11:2];
                    row     <= first[11:8];
                    clocks  <= delay;
                    state   <= WAIT;
                end
            TAKE: begin
                rid    <= q_word[21:20];
                left   <= q_word[7:0];
                place  <= first[11:2];
                row    <= first[11:8];
                clocks <= delay;
                state  <= WAIT;
            end
            WAIT: begin
                clocks <= clocks - 8'd1;
                if (clocks <= 8'd1)
                    state <= writing ? WRITE : READ;
            end
            // sends a beat, and reads the next word of the memory
            READ:
                if (!rvalid) begin
                    rvalid <= 1'b1;
                    rdata  <= word;
                    place  <= place + 10'd1;
                end else if (rready) begin
                    left <= left - 8'd1;
                    if (rlast)
                        state <= IDLE;
                end
            WRITE:
                if (wvalid) begin
                    place <= place + 10'd1;
                    left  <= left - 8'd1;
                    if (wlast) begin
                        bvalid <= 1'b1;
                        state  <= RESPOND;
                    end
                end
            RESPOND:
                if (bready)
                    state <= IDLE;
            default: begin  // REFRESHING
                clocks <= clocks - 8'd1;
                if (clocks <= 8'd1)
                    state <= IDLE;
            end
            endcase
            if (restart) begin
                state   <= IDLE;
                timer   <= PERIOD;
                due     <= 1'b0;
                row     <= 4'd0;
                writing <= 1'b0;
            end
        end

    wire unused = &{1'b0, q_count, q_word[9:8], first[1:0]};
endmodule
