// SPDX-License-Identifier: Apache-2.0
//
// numachine - the memory monitor of a NUMAchine memory card
//
// Purpose     counts the transactions of the card in 65,536 counters in an external SRAM. It
//             contains the Monitoring Unit, Count & Increment, and the part of the Special
//             Functions unit with the registers, the interrupt and the accesses to the counters.
// Interface   numachine_pins.def. README.md describes every clock of every transfer, the wires that
//             the card adds between the units, and departures from the thesis.
// Latency     mon_start to the counter's address 3 clocks.
// Throughput  a transaction every 4 clocks; with PIPELINED = 1 every clock.
// Domain      clk, 50 MHz.
// Reset       reset_n, asynchronous; its release is synchronised here. A reset does not clear
//             counters and labels, which are in external SRAM.
// Paper       thesis, 4.4, 4.5, appendix B.
`default_nettype none

module numachine #(
    // 1: FIFO depth address in the order of the AHDL listing
    parameter AHDL_ORDER = 0,
    // 1: a transaction every clock, synchronous counter SRAM
    parameter PIPELINED = 0,
    parameter [15:0] MISSED_INIT = 16'd0,   // value of the missed counter after reset
    parameter [47:0] QUEUED_INIT = 48'd0    // value of the sum of the depths after reset
) (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        mon_start,
    input  wire [63:0] ad,
    input  wire [15:0] cmd,
    input  wire        valid,
    input  wire        lock,
    input  wire        local_global,
    input  wire        fifo_cnt_en,
    input  wire        fifo_cnt_dir,
    input  wire        cache_line_size,
    input  wire        num_memory_boards,
    output wire        busy,
    output wire [17:0] label_index,
    input  wire [8:0]  block_label_i,
    output wire [8:0]  block_label_o,
    output wire        block_label_oe,
    input  wire [8:0]  block_label_write_data,
    output wire        write_enable,
    output wire        read_write_sram,
    input  wire [3:0]  config_register,
    input  wire [15:0] external_addr,
    input  wire        external_addr_enable,
    input  wire        flexprog_oe_n,
    input  wire        sram_addr0_oe_n,
    output wire [15:0] counter_sram_addr_o,
    output wire [15:0] counter_sram_addr_oe,
    output wire        flex_write_sram,
    input  wire        overflow,
    output wire        overflow_mode,
    output wire [3:0]  debug,
    input  wire        count_hold,
    input  wire [31:0] counter_sram_data_i,
    output wire [31:0] counter_sram_data_o,
    output wire        counter_sram_data_oe,
    output wire        counter_sram_oe_n,
    output wire [1:0]  counter_sram_we_n,
    input  wire [31:0] external_data,
    input  wire        flex_lo_wr,
    input  wire        flex_hi_wr,
    output wire        ci_overflow,
    output wire [15:0] counter_raddr,
    output wire        counter_re,
    input  wire [31:0] counter_rdata,
    output wire [15:0] counter_waddr,
    output wire [1:0]  counter_we,
    output wire [31:0] counter_wdata,
    input  wire        sf_start,
    input  wire        sf_double,
    output wire        sf_ack,
    output wire [63:0] sf_rdata,
    output wire        sf_interrupt,
    output wire [3:0]  sf_config_register,
    output wire [15:0] sf_external_addr,
    output wire        sf_external_addr_enable,
    output wire        sf_sram_addr0_oe_n,
    output wire        sf_sram_addr0,
    output wire [31:0] sf_external_data,
    output wire        sf_flex_lo_wr,
    output wire        sf_flex_hi_wr,
    output wire        obs_counts,
    output wire        obs_filtered,
    output wire        obs_label,
    output wire        obs_missed,
    output wire [1:0]  obs_increment,
    output wire [1:0]  obs_write_label,
    output wire [5:0]  obs_depth
);
    wire        rst_n;
    wire [15:0] address;
    wire        take, ready, external_next, miss;
    wire        label_write, check, increment;
    wire        count_write, count_overflow;
    wire [31:0] count_data, sram_data;
    wire [15:0] count_addr;
    wire        get;

    reset_sync u_reset (.clk(clk), .arst_n(reset_n), .rst_n(rst_n));

    nm_monitor #(.AHDL_ORDER(AHDL_ORDER), .PIPELINED(PIPELINED)) u_monitor (
        .clk(clk), .rst_n(rst_n), .mon_start(mon_start),
        .ad_hi(ad[63:48]), .magic(ad[35:32]), .ad_lo(ad[27:6]), .special(cmd[9]), .cmd(cmd[7:3]),
        .valid(valid), .lock(lock), .local_global(local_global),
        .fifo_cnt_en(fifo_cnt_en), .fifo_cnt_dir(fifo_cnt_dir),
        .cache_line_size(cache_line_size), .num_memory_boards(num_memory_boards), .busy(busy),
        .label_index(label_index), .block_label(block_label_i), .label_q(block_label_o),
        .label_write(label_write), .block_label_write_data(block_label_write_data),
        .config_register(config_register), .ready(ready), .external_next(external_next),
        .external_addr(external_addr), .external_addr_enable(external_addr_enable),
        .flexprog_oe_n(flexprog_oe_n), .sram_addr0_oe_n(sram_addr0_oe_n),
        .counter_sram_addr(counter_sram_addr_o), .counter_sram_addr_oe(counter_sram_addr_oe),
        .flex_write_sram(flex_write_sram), .address(address), .take(take),
        .overflow(overflow), .overflow_mode(overflow_mode),
        .depth(obs_depth), .miss(miss), .debug(debug),
        .counts(obs_counts), .filtered(obs_filtered), .labels(obs_label), .missed(obs_missed),
        .check(check), .increment(increment)
    );

    assign write_enable    = label_write;
    assign read_write_sram = label_write;
    assign block_label_oe  = label_write;
    assign obs_increment   = {increment, check};
    assign obs_write_label = {label_write, check};

    nm_special #(.PIPELINED(PIPELINED), .MISSED_INIT(MISSED_INIT),
                 .QUEUED_INIT(QUEUED_INIT)) u_special (
        .clk(clk), .rst_n(rst_n), .start(sf_start), .ad(ad), .is_read(cmd[3]), .wide(sf_double),
        .ack(sf_ack), .rdata(sf_rdata), .irq(sf_interrupt),
        .config_register(sf_config_register), .overflow(overflow), .overflow_addr(count_addr),
        .half(!overflow_mode), .miss(miss), .busy(busy), .line128(cache_line_size),
        .boards2(num_memory_boards), .depth(obs_depth), .depths(config_register[3:2] == 2'b01),
        .free(ready && !take), .sram_data(sram_data), .enable_next(external_next),
        .enable(sf_external_addr_enable), .addr(sf_external_addr), .addr0_oe_n(sf_sram_addr0_oe_n),
        .addr0(sf_sram_addr0), .data(sf_external_data), .lo(sf_flex_lo_wr), .hi(sf_flex_hi_wr),
        .get(get)
    );

    // ---- counter SRAM: Count & Increment, or from outside
    wire [1:0] outside = {flex_hi_wr, flex_lo_wr} & {2{external_addr_enable}};

    assign ci_overflow = count_overflow;

    generate
        if (PIPELINED != 0) begin : g_pipelined
            // a count that reads the SRAM in this clock has priority over any external enable
            wire        external = external_addr_enable && !flex_write_sram;
            wire [15:0] there = {external_addr[15:1], sram_addr0_oe_n ? sf_sram_addr0 :
                                external_addr[0]};

            nm_count_pipe u_count (
                .clk(clk), .rst_n(rst_n), .strobe(flex_write_sram), .address(address),
                .rdata(counter_rdata),
                .write(count_write), .waddr(count_addr), .wdata(count_data),
                .overflow(count_overflow)
            );

            assign ready         = 1'b1;
            assign sram_data     = counter_rdata;
            assign counter_raddr = external ? there : address;
            assign counter_re    = flex_write_sram || get;
            assign counter_waddr = count_write ? count_addr : there;
            assign counter_we    = count_write ? 2'b11 : outside;
            assign counter_wdata = count_write ? count_data : external_data;

            assign counter_sram_data_o  = 32'd0;
            assign counter_sram_data_oe = 1'b0;
            assign counter_sram_oe_n    = 1'b1;
            assign counter_sram_we_n    = 2'b11;
            wire unused = &{1'b0, count_hold, counter_sram_data_i};
        end else begin : g_two_clocks
            nm_count u_count (
                .clk(clk), .rst_n(rst_n), .strobe(flex_write_sram), .hold(count_hold),
                .rdata(counter_sram_data_i), .ready(ready),
                .write(count_write), .wdata(count_data), .overflow(count_overflow)
            );

            assign count_addr           = address;
            assign sram_data            = counter_sram_data_i;
            assign counter_sram_data_o  = count_write ? count_data : external_data;
            assign counter_sram_data_oe = count_write || outside != 2'b00;
            assign counter_sram_oe_n    = counter_sram_data_oe;
            assign counter_sram_we_n    = count_write ? 2'b00 : ~outside;

            assign counter_raddr = 16'd0;
            assign counter_re    = 1'b0;
            assign counter_waddr = 16'd0;
            assign counter_we    = 2'b00;
            assign counter_wdata = 32'd0;
            wire unused = &{1'b0, counter_rdata, get};
        end
    endgenerate

    wire unused = &{1'b0, cmd[15:10], cmd[8], cmd[2:0]};
endmodule
