// SPDX-License-Identifier: Apache-2.0
//
// mk_counters - the 16 resource counters of a MultiKron chip
//
// Purpose     has 16 counters of 32 bits, each with its own source; pairs can form counters of 64
//             bits.
// Sources     0 none, 1 rising edges of external input n, 2 clocks, 3 timestamp clocks,
//             4 clocks while external input n is 1, 5 increments by the processor, 6 trace
//             samples, 7 resource samples, 8 samples lost, 9 clocks in which the CPU waits;
//             10 to 15 none.
// Interface   set_enable, set_disable, set_reset: one clock, with mask. increment: one clock,
//             bit n. mode[k] = 1: counters 2k and 2k+1 form one counter of 64 bits, which uses
//             source, enable and increment of counter 2k; an increment of 2k+1 has no effect.
//             freeze = 1: no counter counts. load: counter load_n becomes load_value.
//             counts: counter n in bits 32n+31..32n.
// Latency     an edge of an asynchronous external input is counted after 3 clocks (4 with jitter),
//             every other source at the next edge.
// Throughput  every source can count in every clock. An external level must last at least two
//             clocks.
// Domain      clk; ext is asynchronous, or synchronous to clk with EXT_ASYNC = 0.
// Reset       rst_n asynchronous, released synchronously; pairs start at RC_INIT.
// Paper       NISTIR 5993, 2.3.
`default_nettype none

module mk_counters #(
    parameter [63:0] RC_INIT = 64'd0, // value after reset: even counters bits 31..0, odd ones
                                      // 63..32
    parameter EXT_ASYNC = 1,          // 1: ext is asynchronous, 0: synchronous to clk
    parameter [31:0] SALT = 32'd0     // seed of the jitter, see sync_bits
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire [15:0]  ext,
    input  wire         ts_tick,
    input  wire         trace,
    input  wire         resource,
    input  wire         lost,
    input  wire         waits,

    input  wire         set_enable,
    input  wire         set_disable,
    input  wire         set_reset,
    input  wire [15:0]  mask,
    input  wire [15:0]  increment,
    input  wire [7:0]   mode,
    input  wire [63:0]  source,
    input  wire         freeze,
    input  wire         load,
    input  wire [3:0]   load_n,
    input  wire [31:0]  load_value,

    output reg  [15:0]  enable,
    output wire [511:0] counts
);
    wire [15:0] level;
    reg  [15:0] level_q;
    wire [15:0] rise = level & ~level_q;

    generate
        if (EXT_ASYNC < 0 || EXT_ASYNC > 1) begin : g_illegal
            mk_counters_EXT_ASYNC_must_be_0_or_1 illegal_parameter ();
        end
        if (EXT_ASYNC != 0) begin : g_async
            sync_bits #(.WIDTH(16), .SALT(SALT)) u_ext (
                .clk(clk), .rst_n(rst_n), .d(ext), .q(level)
            );
        end else begin : g_sync
            assign level = ext;
        end
    endgenerate

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            level_q <= 16'd0;
            enable  <= 16'd0;
        end else begin
            level_q <= level;
            if (set_enable)
                enable <= enable | mask;
            if (set_disable)
                enable <= enable & ~mask;
        end

    genvar n;

    generate
        for (n = 0; n < 16; n = n + 1) begin : g_counter
            wire [3:0] s = source[4 * n +: 4];
            wire       event_n = s == 4'd1 ? rise[n] :
                                 s == 4'd2 ? 1'b1 :
                                 s == 4'd3 ? ts_tick :
                                 s == 4'd4 ? level[n] :
                                 s == 4'd5 ? increment[n] :
                                 s == 4'd6 ? trace :
                                 s == 4'd7 ? resource :
                                 s == 4'd8 ? lost :
                                 s == 4'd9 ? waits : 1'b0;
            wire       own = event_n && enable[n] && !freeze;
            wire       count;
            reg [31:0] value;

            // the odd counter of a pair counts when the even one wraps
            if (n % 2 == 1) begin : g_odd
                assign count = mode[n / 2] ? g_counter[n - 1].count &&
                                              &g_counter[n - 1].value : own;
            end else begin : g_even
                assign count = own;
            end

            assign counts[32 * n +: 32] = value;

            // a counter that stands costs Icarus Verilog little
            wire zeroed = set_reset && mask[n];
            wire loaded = load && load_n == n;
            wire changes = zeroed || loaded || count;

            always @(posedge clk or negedge rst_n)
                if (!rst_n)
                    value <= RC_INIT[32 * (n % 2) +: 32];
                else if (changes)
                    value <= zeroed ? 32'd0 : loaded ? load_value : value + 32'd1;
        end
    endgenerate
endmodule
