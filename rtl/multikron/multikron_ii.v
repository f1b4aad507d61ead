// SPDX-License-Identifier: Apache-2.0
//
// multikron_ii - the MultiKron_II chip
//
// Purpose     records time-stamped samples when a processor writes to its sample addresses,
//             counts events, and sends the samples over its output network.
// Processor   cs is held with write, slot, half, d_i and cpu_id until ack (one clock); with ack,
//             d_o is valid for a read. refused = 1 with ack: the chip did nothing because it had no
//             room for the sample, and the CPU must wait. half[0] accesses bits 31..0 of the slot,
//             half[1] bits 63..32 through the holding register; both together access all 64 bits.
// Samples     have 20 or 84 bytes (mk_samples.v). First comes the header: [7] resource sample,
//             [6:4] CPU id, [3] samples were lost before this one, [2:0] n of TSn or RSn; time
//             stamp (7 bytes), source address (4), user data (8), counters (16 x 4), each least
//             significant byte first.
// Latency     cs to ack 1 clock, 2 with the wait state; up to 8 more for a resource sample
//             immediately after another one.
// Throughput  one access per 2 clocks.
// Domain      nodeclk; ext is asynchronous, or synchronous to nodeclk with EXT_ASYNC = 0.
// Reset       rst_n asynchronous. wait_cpu is sampled when reset ends; ready = 1 from then on.
// Identity    sample writes enabled = samples sent + samples in the FIFO + OVRCNT.
// Paper       NISTIR 5993, 1.1, 2.2 to 2.4.
`default_nettype none
`include "multikron_regs.vh"

module multikron_ii #(
    parameter [55:0] TS_INIT = 56'd0, // value of the timestamp after reset
    parameter [63:0] RC_INIT = 64'd0, // values of the counters after reset, see mk_counters
    parameter [31:0] OVERLOAD_INIT = 32'd0, // value of WAITCNT and OVRCNT after reset
    parameter EXT_ASYNC = 1,          // 1: ext is asynchronous, 0: synchronous to nodeclk
    parameter [31:0] SALT = 32'd0     // seed of the jitter, see sync_bits
) (
    input  wire        nodeclk,
    input  wire        rst_n,
    input  wire        ts_tick,
    input  wire        wait_cpu,
    input  wire        testb,
    input  wire        oe,
    input  wire [15:0] ext,

    input  wire        cs,
    input  wire        write,
    input  wire [5:0]  slot,
    input  wire [1:0]  half,
    input  wire [63:0] d_i,
    input  wire [7:0]  cpu_id,
    output reg         ack,
    output reg         refused,
    output wire [63:0] d_o,
    output reg         ready,

    output wire [7:0]  net_d,
    output wire        net_eos,
    output wire        net_par,
    output wire        net_wr,
    input  wire        net_full,

    output reg  [1:0]  obs_taken,
    output reg         obs_lost,
    output reg  [55:0] obs_stamp,
    output wire [8:0]  obs_level
);
    // Numbers of slots: offset / 8
    localparam [5:0] HOLD = 6'd0, CSR = 6'd1, TS = 6'd2, FILTER = 6'd3, RC_ENABLE = 6'd4,
                     RC_DISABLE = 6'd5, RC_RESET = 6'd6, RC_MODE = 6'd7, MUXSEL = 6'd32,
                     WAITCNT = 6'd33, OVRCNT = 6'd34;

    wire rst_node_n;

    reset_sync u_reset (.clk(nodeclk), .arst_n(rst_n), .rst_n(rst_node_n));

    // Registers
    reg        wait_state;     // 1: each access takes one more clock
    reg        waited;
    reg [31:0] hold;
    reg        sampling, discard, mode32, overflow;
    reg [55:0] stamp;
    reg [15:0] filter;
    reg [7:0]  pairs;
    reg [63:0] source;
    reg [63:0] d_q;            // of d_o
    reg [31:0] waitcnt, ovrcnt;
    reg        cpu_waits;      // a sample write was refused and has not been repeated yet
    reg        lost_before;    // samples were lost since the last stored one

    wire [15:0]  enable;
    wire [511:0] counts;
    wire         room_trace, room_resource, storing;

    wire is_sample = slot[5:4] == 2'b11;
    wire resource = slot[3];
    wire sampled = is_sample && half[0] && sampling && testb && filter[slot[3:0]];
    // An access is executed in this clock.
    wire begins = cs && !ack && ready && (!wait_state || waited);
    wire act = begins && !(write && sampled && resource && storing);

    // Samples
    wire room    = resource ? room_resource : room_trace;
    wire sample  = act && write && sampled;
    wire take    = sample && room;
    wire lose    = sample && !room && discard;
    wire refuse  = sample && !room && !discard;

    // CPU id: the lowest line that is 1
    reg [2:0] id;

    always @*
        casez (cpu_id)
            8'b???????1: id = 3'd0;
            8'b??????10: id = 3'd1;
            8'b?????100: id = 3'd2;
            8'b????1000: id = 3'd3;
            8'b???10000: id = 3'd4;
            8'b??100000: id = 3'd5;
            8'b?1000000: id = 3'd6;
            8'b10000000: id = 3'd7;
            default:     id = 3'd0;
        endcase

    // The 64 bits of a write to the low word
    wire        wide = half == 2'b11;
    wire [63:0] value = {wide ? d_i[63:32] : mode32 ? hold : 32'd0, d_i[31:0]};

    wire put_low = act && write && half[0];

    // Read data of a slot; the holding register appears in both halves
    reg  [63:0] q;
    wire [3:0]  n = slot[3:0];
    wire [31:0] count_n = counts[{n, 5'd0} +: 32];
    wire [31:0] count_odd = counts[{n[3:1], 6'b100000} +: 32];
    wire [31:0] count_high = !n[0] && pairs[n[3:1]] ? count_odd : 32'd0;

    always @* begin
        q = 64'd0;
        casez (slot)
            HOLD:       q = {hold, hold};
            CSR:        q = {53'd0, !room_trace, obs_level == 9'd0, overflow, 5'd0, mode32,
                             discard, sampling};
            TS:         q = {8'd0, stamp};
            FILTER:     q = {48'd0, filter};
            RC_ENABLE,
            RC_DISABLE,
            RC_RESET:   q = {48'd0, enable};
            RC_MODE:    q = {56'd0, pairs};
            6'b01????:  q = {count_high, count_n};
            MUXSEL:     q = source;
            WAITCNT:    q = {32'd0, waitcnt};
            OVRCNT:     q = {32'd0, ovrcnt};
            default:    q = 64'd0;
        endcase
    end

    // updates of the holding register
    wire hold_high = half[1] && write && (!wide || mode32) && !refuse;
    wire hold_low  = half[0] && write && slot == HOLD;
    wire hold_read = half[0] && !write && (!wide || mode32);

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n) begin
            ready       <= 1'b0;
            wait_state  <= 1'b0;
            waited      <= 1'b0;
            ack         <= 1'b0;
            refused     <= 1'b0;
            d_q         <= 64'd0;
            hold        <= 32'd0;
            sampling    <= 1'b0;
            discard     <= 1'b0;
            mode32      <= 1'b0;
            overflow    <= 1'b0;
            stamp       <= TS_INIT;
            filter      <= 16'hFFFF;
            pairs       <= 8'd0;
            source      <= 64'd0;
            waitcnt     <= OVERLOAD_INIT;
            ovrcnt      <= OVERLOAD_INIT;
            cpu_waits   <= 1'b0;
            lost_before <= 1'b0;
            obs_taken   <= 2'b00;
            obs_lost    <= 1'b0;
            obs_stamp   <= TS_INIT;
        end else begin
            ready <= 1'b1;
            if (!ready)
                wait_state <= wait_cpu;
            waited  <= cs && !ack && ready;
            ack     <= act;
            refused <= refuse;

            d_q <= {wide ? q[63:32] : hold, q[31:0]};
            if (act) begin
                if (hold_high)
                    hold <= d_i[63:32];
                if (hold_low)
                    hold <= d_i[31:0];
                if (hold_read)
                    hold <= q[63:32];
            end

            if (ts_tick)
                stamp <= stamp + 56'd1;

            if (put_low)
                casez (slot)
                    CSR: begin
                        sampling <= d_i[`MULTIKRON_CSR_SAMPLING_LSB];
                        discard  <= d_i[`MULTIKRON_CSR_DISCARD_LSB];
                        mode32   <= d_i[`MULTIKRON_CSR_MODE32_LSB];
                        if (d_i[`MULTIKRON_CSR_TSCLEAR_LSB])
                            stamp <= 56'd0;
                        if (d_i[`MULTIKRON_CSR_OVERFLOW_LSB])
                            overflow <= 1'b0;
                    end
                    FILTER:    filter <= d_i[15:0];
                    RC_MODE:   pairs <= d_i[7:0];
                    MUXSEL:    source <= value;
                    default:   ;
                endcase

            if (lose) begin
                overflow    <= 1'b1;
                ovrcnt      <= ovrcnt + 32'd1;
                lost_before <= 1'b1;
            end
            if (take)
                lost_before <= 1'b0;
            if (refuse)
                cpu_waits <= 1'b1;
            else if (take || discard || !sampling)
                cpu_waits <= 1'b0;
            if (cpu_waits)
                waitcnt <= waitcnt + 32'd1;

            obs_taken <= {take && resource, take && !resource};
            obs_lost  <= lose;
            obs_stamp <= stamp;
        end

    // Memory of source addresses: in the clock after an access, address_q has the one of it.
    // It reads 0 if it was not written since reset.
    reg  [31:0] address_mem [0:7];
    reg  [7:0]  address_set;
    reg  [31:0] address_q;
    reg         address_there;
    reg         address_read;      // d_o returns the source address
    wire        at_address = slot[5:3] == 3'b001;
    wire        put_address = put_low && at_address;
    wire [2:0]  address_n = is_sample ? id : slot[2:0];
    wire [31:0] address = address_there ? address_q : 32'd0;

    assign d_o = {d_q[63:32], address_read ? address : d_q[31:0]};

    always @(posedge nodeclk) begin
        if (put_address)
            address_mem[slot[2:0]] <= d_i[31:0];
        address_q     <= address_mem[address_n];
        address_there <= address_set[address_n];
    end

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n) begin
            address_set  <= 8'd0;
            address_read <= 1'b0;
        end else begin
            address_read <= at_address;
            if (put_address)
                address_set[slot[2:0]] <= 1'b1;
        end

    wire put_rc = act && write && half[0] && slot[5:4] == 2'b01;

    mk_counters #(.RC_INIT(RC_INIT), .EXT_ASYNC(EXT_ASYNC), .SALT(SALT)) u_counters (
        .clk(nodeclk), .rst_n(rst_node_n),
        .ext(ext), .ts_tick(ts_tick),
        .trace(take && !resource), .resource(take && resource), .lost(lose), .waits(cpu_waits),
        .set_enable(put_low && slot == RC_ENABLE), .set_disable(put_low && slot == RC_DISABLE),
        .set_reset(put_low && slot == RC_RESET), .mask(d_i[15:0]),
        .increment(put_rc ? 16'd1 << n : 16'd0),
        .mode(pairs), .source(source), .freeze(1'b0),
        .load(1'b0), .load_n(4'd0), .load_value(32'd0),
        .enable(enable), .counts(counts)
    );

    mk_samples u_samples (
        .clk(nodeclk), .rst_n(rst_node_n),
        .put(take), .resource(resource),
        .record({value, stamp, resource, id, lost_before, slot[2:0]}), .source(address),
        .counts(counts),
        .room_trace(room_trace), .room_resource(room_resource), .busy(storing),
        .level(obs_level),
        .oe(oe), .net_full(net_full),
        .net_wr(net_wr), .net_d(net_d), .net_eos(net_eos), .net_par(net_par)
    );
endmodule
