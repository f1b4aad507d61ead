// SPDX-License-Identifier: Apache-2.0
//
// multikron_vc - the MultiKron_vc chip: virtual counters
//
// Purpose     has 16 counters, and 512 pages of 16 stored counters in an SRAM of 8K x 32; a page
//             switch stores the counters to their page and loads those of another page.
// Processor   the same as multikron_ii. Slots 0 to 511: a write makes that page current; slot 0
//             reads the current page. Slots 512 to 575: holding register, CSR, counters. refused =
//             1 with ack: the chip did nothing because a page switch is in progress. All other
//             slots read 0.
// Switch      32 clocks, 64 with the memory wait state: it stores 16 words, then loads 16. No
//             counter counts from the clock of the write to the end of the switch. The pages do not
//             contain enable, pair and source settings.
// SRAM        address {page, counter}. v_we_n = 0 requests a write pulse in that clock; read data
//             are sampled at the end of the clock. With the wait state the address
//             is held for two clocks, and the pulse comes in the second one.
// Latency     cs to ack 1 clock, 2 with the processor wait state.
// Throughput  one access per 2 clocks.
// Domain      nodeclk; ext is asynchronous, or synchronous to nodeclk with EXT_ASYNC = 0.
// Reset       rst_n asynchronous. wait_cpu and wait_mem are sampled when reset ends; ready = 1 from
//             then on. The current page and the counters are 0; the SRAM keeps its contents. A
//             reset aborts a page switch; the words stored by then remain in the SRAM.
// Paper       NISTIR 5993, 1.1, 1.2, 2.3.
`default_nettype none

module multikron_vc #(
    parameter [63:0] RC_INIT = 64'd0, // values of the counters after reset, see mk_counters
    parameter EXT_ASYNC = 1,          // 1: ext is asynchronous, 0: synchronous to nodeclk
    parameter [31:0] SALT = 32'd0     // seed of the jitter, see sync_bits
) (
    input  wire        nodeclk,
    input  wire        rst_n,
    input  wire        ts_tick,
    input  wire        wait_cpu,
    input  wire        wait_mem,
    input  wire [15:0] ext,

    input  wire        cs,
    input  wire        write,
    input  wire [10:0] slot,
    input  wire [1:0]  half,
    input  wire [63:0] d_i,
    output reg         ack,
    output reg         refused,
    output reg  [63:0] d_o,
    output reg         ready,

    output reg  [12:0] v_a,
    output reg         v_we_n,
    output reg         v_oe_n,
    input  wire [31:0] v_d_i,
    output reg  [31:0] v_d_o,
    output reg         v_d_oe,

    output wire        obs_switch
);
    // Numbers of the slots in the register block: offset / 8
    localparam [5:0] HOLD = 6'd0, CSR = 6'd1, RC_ENABLE = 6'd4, RC_DISABLE = 6'd5,
                     RC_RESET = 6'd6, RC_MODE = 6'd7, MUXSEL = 6'd32;

    wire rst_node_n;

    reset_sync u_reset (.clk(nodeclk), .arst_n(rst_n), .rst_n(rst_node_n));

    reg        wait_state, wait_sram;
    reg        waited;
    reg [31:0] hold;
    reg        mode32;
    reg [7:0]  pairs;
    reg [63:0] source;
    reg [8:0]  page;

    wire [15:0]  enable;
    wire [511:0] counts;

    // Page switch: words 0 to 15 are stored, words 16 to 31 loaded.
    reg        switching;
    reg [4:0]  word;
    reg        second;         // second clock of a word
    reg [8:0]  next_page;

    assign obs_switch = switching;

    wire is_page  = slot[10:9] == 2'b00;
    wire in_block = slot[10:6] == 5'b01000;
    wire is_hold  = in_block && slot[5:0] == HOLD;
    wire begins = cs && !ack && ready && (!wait_state || waited);
    wire act = begins && !switching;
    wire put_low   = act && write && half[0];
    wire put_page  = put_low && is_page;
    wire put_block = put_low && in_block;

    wire        wide = half == 2'b11;
    wire [63:0] value = {wide ? d_i[63:32] : mode32 ? hold : 32'd0, d_i[31:0]};

    // Read data of a slot; the holding register appears in both halves
    reg  [63:0] q;
    wire [3:0]  n = slot[3:0];
    wire [31:0] count_n = counts[{n, 5'd0} +: 32];
    wire [31:0] count_odd = counts[{n[3:1], 6'b100000} +: 32];
    wire [31:0] count_high = !n[0] && pairs[n[3:1]] ? count_odd : 32'd0;

    always @* begin
        q = 64'd0;
        if (in_block)
            casez (slot[5:0])
                HOLD:       q = {hold, hold};
                CSR:        q = {61'd0, mode32, 2'd0};
                RC_ENABLE,
                RC_DISABLE,
                RC_RESET:   q = {48'd0, enable};
                RC_MODE:    q = {56'd0, pairs};
                6'b01????:  q = {count_high, count_n};
                MUXSEL:     q = source;
                default:    q = 64'd0;
            endcase
        else if (slot == 11'd0)
            q = {55'd0, page};
    end

    wire hold_high = half[1] && write && (!wide || mode32);
    wire hold_low  = half[0] && write && is_hold;
    wire hold_read = half[0] && !write && (!wide || mode32);

    wire last_clock = !wait_sram || second;

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n) begin
            ready      <= 1'b0;
            wait_state <= 1'b0;
            wait_sram  <= 1'b0;
            waited     <= 1'b0;
            ack        <= 1'b0;
            refused    <= 1'b0;
            d_o        <= 64'd0;
            hold       <= 32'd0;
            mode32     <= 1'b0;
            pairs      <= 8'd0;
            source     <= 64'd0;
        end else begin
            ready <= 1'b1;
            if (!ready) begin
                wait_state <= wait_cpu;
                wait_sram  <= wait_mem;
            end
            waited  <= cs && !ack && ready;
            ack     <= begins;
            refused <= switching;
            if (act) begin
                d_o <= {wide ? q[63:32] : hold, q[31:0]};
                if (hold_high)
                    hold <= d_i[63:32];
                if (hold_low)
                    hold <= d_i[31:0];
                if (hold_read)
                    hold <= q[63:32];
            end
            if (put_block)
                case (slot[5:0])
                    CSR:     mode32 <= d_i[2];
                    RC_MODE: pairs <= d_i[7:0];
                    MUXSEL:  source <= value;
                    default: ;
                endcase
        end

    // Page switch. word and second describe the state of the pins.
    wire       load = switching && word[4] && last_clock;
    wire [4:0] after = word + 5'd1;

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n) begin
            page      <= 9'd0;
            next_page <= 9'd0;
            switching <= 1'b0;
            word      <= 5'd0;
            second    <= 1'b0;
            v_a       <= 13'd0;
            v_we_n    <= 1'b1;
            v_oe_n    <= 1'b1;
            v_d_o     <= 32'd0;
            v_d_oe    <= 1'b0;
        end else if (!switching) begin
            if (put_page) begin
                switching <= 1'b1;
                word      <= 5'd0;
                second    <= 1'b0;
                next_page <= slot[8:0];
                v_a       <= {page, 4'd0};
                v_d_o     <= counts[31:0];
                v_d_oe    <= 1'b1;
                v_we_n    <= wait_sram;
            end
        end else if (!last_clock) begin
            second <= 1'b1;
            v_we_n <= word[4];
        end else begin
            second <= 1'b0;
            word   <= after;
            if (word == 5'd31) begin
                switching <= 1'b0;
                page      <= next_page;
                v_oe_n    <= 1'b1;
            end else begin
                v_a    <= {after[4] ? next_page : page, after[3:0]};
                v_d_o  <= counts[{after[3:0], 5'd0} +: 32];
                v_d_oe <= !after[4];
                v_oe_n <= !after[4];
                v_we_n <= after[4] || wait_sram;
            end
        end

    mk_counters #(.RC_INIT(RC_INIT), .EXT_ASYNC(EXT_ASYNC), .SALT(SALT)) u_counters (
        .clk(nodeclk), .rst_n(rst_node_n),
        .ext(ext), .ts_tick(ts_tick),
        .trace(1'b0), .resource(1'b0), .lost(1'b0), .waits(1'b0),
        .set_enable(put_block && slot[5:0] == RC_ENABLE),
        .set_disable(put_block && slot[5:0] == RC_DISABLE),
        .set_reset(put_block && slot[5:0] == RC_RESET), .mask(d_i[15:0]),
        .increment(put_block && slot[5:4] == 2'b01 ? 16'd1 << n : 16'd0),
        .mode(pairs), .source(source), .freeze(switching || put_page),
        .load(load), .load_n(word[3:0]), .load_value(v_d_i),
        .enable(enable), .counts(counts)
    );
endmodule
