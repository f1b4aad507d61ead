// SPDX-License-Identifier: Apache-2.0
//
// nm_monitor - the Monitoring Unit
//
// Purpose     computes the 16-bit counter address of each transaction in three pipeline stages,
//             decides whether the transaction is counted, and writes labels.
// Interface   README.md describes the pins. ready = 1: Count & Increment accepts an address at the
//             end of this clock. external_next = 1: Special Functions raises external_addr_enable
//             for the next clock; used only with PIPELINED = 1. take = 1: an event that is counted
//             enters stage 3 at the end of this clock. address is the address in stage 3, before
//             the multiplexer.
// Stages      1 latches the transaction with mon_start, 2 the addresses of all modes, 3 the
//             selected address. An event leaves stage 1 when stage 2 is free or becomes free, and
//             stage 2 when the counter SRAM is free. busy = 1: there is no room for a mon_start;
//             one that comes nevertheless is missed.
// Latency     mon_start to address and flex_write_sram 3 clocks, plus the wait for the counter
//             SRAM.
// Throughput  with PIPELINED = 0 an event every 4 clocks, with PIPELINED = 1 every clock.
// Domain      clk.
// Paper       thesis, 4.5, appendix B.
`default_nettype none

module nm_monitor #(
    parameter AHDL_ORDER = 0,   // 1: FIFO depth address in the order of the AHDL listing
    parameter PIPELINED = 0     // 1: an event every clock
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         mon_start,
    input  wire [63:48] ad_hi,
    input  wire [35:32] magic,
    input  wire [27:6]  ad_lo,
    input  wire         special,    // Cmd[9]
    input  wire [7:3]   cmd,
    input  wire         valid,
    input  wire         lock,
    input  wire         local_global,
    input  wire         fifo_cnt_en,
    input  wire         fifo_cnt_dir,
    input  wire         cache_line_size,
    input  wire         num_memory_boards,
    output reg          busy,
    // block label SRAM
    output wire [17:0]  label_index,
    input  wire [8:0]   block_label,
    output wire [8:0]   label_q,
    output wire         label_write,
    input  wire [8:0]   block_label_write_data,
    // counter address
    input  wire [3:0]   config_register,
    input  wire         ready,
    input  wire         external_next,
    input  wire [15:0]  external_addr,
    input  wire         external_addr_enable,
    input  wire         flexprog_oe_n,
    input  wire         sram_addr0_oe_n,
    output wire [15:0]  counter_sram_addr,
    output wire [15:0]  counter_sram_addr_oe,
    output reg          flex_write_sram,
    output reg  [15:0]  address,
    output wire         take,
    input  wire         overflow,
    output reg          overflow_mode,
    // outputs to Special Functions, and for observation
    output reg  [5:0]   depth,
    output wire         miss,       // a mon_start is ignored in this clock
    output wire [3:0]   debug,
    output reg          counts,     // the mon_start of the previous clock is counted,
    output reg          filtered,   // is not counted,
    output reg          labels,     // is a label write,
    output reg          missed,     // or is ignored
    output wire         check,
    output reg          increment
);
    localparam [3:0] MONITOR = 4'd4;    // value of AD[35:32] in accesses to the monitor
    localparam [1:0] FLYER = 2'd0, FIFO = 2'd1, HISTO = 2'd2, OFF = 2'd3;

    generate
        if (PIPELINED != 0 && PIPELINED != 1) begin : g_illegal
            nm_monitor_PIPELINED_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // ---- acceptance
    reg  s1_valid, s2_valid;    // the stage holds a memory access, counted or not
    wire s2_move = s2_valid && ready && !external_addr_enable;
    wire s1_move = s1_valid && (!s2_valid || s2_move);
    wire s1_stays = s1_valid && !s1_move;
    wire accept = mon_start && !busy && !s1_stays;
    wire busy_next;

    assign miss = mon_start && !accept;

    // ---- kind of transaction
    wire [2:0] mapped;
    wire       counted, monitored, is_label, match;
    wire       memory = magic != MONITOR;
    wire       to_count = memory && config_register[3:2] != OFF && (config_register[3:2] != HISTO ||
                          counted);

    nm_command u_command (
        .special(special), .cmd(cmd), .mapped(mapped), .counted(counted), .monitored(monitored)
    );

    nm_label u_label (
        .clk(clk), .rst_n(rst_n), .start(accept), .ad(ad_lo), .magic(magic), .cmd3(cmd[3]),
        .line128(cache_line_size), .boards2(num_memory_boards), .wdata(block_label_write_data),
        .is_write(is_label), .match(match), .check(check), .write(label_write), .q(label_q),
        .index(label_index)
    );

    generate
        if (PIPELINED != 0) begin : g_pipelined
            // the label SRAM is written, or Special Functions uses the counter SRAM
            assign busy_next = external_next || (check && match);
        end else begin : g_spaced
            reg third;
            assign busy_next = accept || check || third || s1_stays;
            always @(posedge clk or negedge rst_n)
                if (!rst_n)
                    third <= 1'b0;
                else
                    third <= check;
            wire unused = &{1'b0, external_next};
        end
    endgenerate

    // ---- stage 1
    // the bits of AD that addresses use; none uses the lowest bit of a one-hot mask
    reg [63:61] s1_ring;
    reg [59:57] s1_station;
    reg [55:53] s1_processor;
    reg [51:48] s1_phase;
    reg [27:14] s1_page;
    reg [8:6]   s1_line;
    reg [2:0]   s1_mapped;
    reg         s1_valid_bit, s1_lock, s1_local, s1_type, s1_counts;
    reg [8:0]   s1_label;
    reg [5:0]   s1_depth;
    reg [3:0]   s1_config;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            s1_ring      <= 3'd0;
            s1_station   <= 3'd0;
            s1_processor <= 3'd0;
            s1_phase     <= 4'd0;
            s1_page      <= 14'd0;
            s1_line      <= 3'd0;
            s1_mapped    <= 3'd0;
            s1_valid_bit <= 1'b0;
            s1_lock      <= 1'b0;
            s1_local     <= 1'b0;
            s1_type      <= 1'b0;
            s1_counts    <= 1'b0;
            s1_label     <= 9'd0;
            s1_depth     <= 6'd0;
            s1_config    <= 4'd0;
        end else if (accept) begin
            s1_ring      <= ad_hi[63:61];
            s1_station   <= ad_hi[59:57];
            s1_processor <= ad_hi[55:53];
            s1_phase     <= ad_hi[51:48];
            s1_page      <= ad_lo[27:14];
            s1_line      <= ad_lo[8:6];
            s1_mapped    <= mapped;
            s1_valid_bit <= valid;
            s1_lock      <= lock;
            s1_local     <= local_global;
            s1_type      <= monitored;
            s1_counts    <= to_count;
            s1_label     <= block_label;
            s1_depth     <= depth;
            s1_config    <= config_register;
        end

    // ---- stage 2
    wire [15:0] flyer, fifo, histo;
    reg  [15:0] s2_flyer, s2_fifo, s2_histo;
    reg  [1:0]  s2_mode;
    reg         s2_counts;

    nm_address #(.AHDL_ORDER(AHDL_ORDER)) u_address (
        .ad_hi({s1_ring, 1'b0, s1_station, 1'b0, s1_processor, 1'b0, s1_phase}),
        .ad_lo({s1_page, 5'd0, s1_line}), .line128(cache_line_size), .boards2(num_memory_boards),
        .depth(s1_depth), .mode(s1_config[1:0]), .mapped(s1_mapped), .valid(s1_valid_bit),
        .lock(s1_lock), .local_global(s1_local), .label(s1_label),
        .flyer(flyer), .fifo(fifo), .histo(histo)
    );

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            s2_flyer  <= 16'd0;
            s2_fifo   <= 16'd0;
            s2_histo  <= 16'd0;
            s2_mode   <= 2'd0;
            s2_counts <= 1'b0;
        end else if (s1_move) begin
            s2_flyer  <= flyer;
            s2_fifo   <= fifo;
            s2_histo  <= histo;
            s2_mode   <= s1_config[3:2];
            s2_counts <= s1_counts;
        end

    // ---- stage 3
    reg [15:0] selected;

    always @*
        case (s2_mode)
        FLYER:   selected = s2_flyer;
        FIFO:    selected = s2_fifo;
        HISTO:   selected = s2_histo | {9'd0, !overflow_mode, 6'd0};
        default: selected = 16'd0;
        endcase

    assign take = s2_move && s2_counts;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            busy            <= 1'b0;
            s1_valid        <= 1'b0;
            s2_valid        <= 1'b0;
            flex_write_sram <= 1'b0;
            address         <= 16'd0;
            counts          <= 1'b0;
            filtered        <= 1'b0;
            labels          <= 1'b0;
            missed          <= 1'b0;
            increment       <= 1'b0;
        end else begin
            busy            <= busy_next;
            s1_valid        <= (accept && memory) || s1_stays;
            s2_valid        <= s1_move || (s2_valid && !s2_move);
            flex_write_sram <= take;
            if (s2_move)
                address <= selected;
            counts          <= accept && to_count;
            filtered        <= accept && !to_count && !is_label;
            labels          <= accept && is_label;
            missed          <= miss;
            increment       <= (s1_move && s1_counts) || (s2_valid && s2_counts);
        end

    // ---- overflow bit, depth of the input FIFO
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            overflow_mode <= 1'b1;
            depth         <= 6'd0;
        end else begin
            overflow_mode <= overflow_mode ^ overflow;
            if (fifo_cnt_en)
                depth <= fifo_cnt_dir ? depth + 6'd1 : depth - 6'd1;
        end

    wire unused = &{1'b0, ad_hi[60], ad_hi[56], ad_hi[52]};

    // ---- pins
    assign counter_sram_addr    = external_addr_enable ? external_addr : address;
    assign counter_sram_addr_oe = {{15{!flexprog_oe_n}}, !sram_addr0_oe_n};
    assign debug                = {mon_start, match, label_write, s1_type};
endmodule
