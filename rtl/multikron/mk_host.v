// SPDX-License-Identifier: Apache-2.0
//
// mk_host - address map, registers and chip accesses of the MultiKron board
//
// Purpose     decodes the offset in the board's window (Table 1), holds the configuration
//             register, and passes accesses on to the FIFO state machine, the local memory and
//             the chips.
// Bus         the board side of pci_target. A register access takes one clock.
// Chips       an access is passed to the NODECLK domain. If the answer comes too late for the bus,
//             the master gets a retry, and gets the answer when it repeats the same access within
//             2**15 clocks (a delayed transaction). Until then other chip accesses get a retry.
//             Chip accesses end with target abort if mk_oe = 0, or after a chip has not answered
//             for 2**15 clocks.
// Byte enables  registers and chips can be accessed only with all bytes of a 32-bit half.
// Reset       rst_n, the reset of the bus, resets the configuration register. brst_n also includes
//             the software reset: a write to 1200 drives soft_n low for 4 clocks.
// Domain      clk. xcpu is asynchronous.
// Paper       NISTIR 5993, 1.2, Tables 1 and 2.
`default_nettype none
`include "multikron_regs.vh"

module mk_host #(
    parameter VC_INSTALLED = 1,
    parameter [31:0] SALT = 32'd0
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        brst_n,
    output reg         soft_n,

    // bus
    input  wire        req,
    input  wire        write,
    input  wire [24:0] addr,
    input  wire [7:0]  be,
    input  wire [63:0] wdata,
    input  wire        wide,
    output wire        wide_ok,
    output reg         done,
    output reg  [63:0] rdata,
    output reg         refuse,
    output reg         target_abort,

    // configuration register, bits 20..8
    output reg  [20:8] cfg,
    input  wire [7:0]  xcpu,

    // FIFO state machine
    output wire        t_req,
    input  wire        t_done,
    input  wire [7:0]  t_rdata,
    output wire        map_write,
    input  wire [23:0] pointer,
    input  wire        held,

    // memory
    output wire        p_req,
    input  wire        p_done,
    input  wire [63:0] p_rdata,

    // chips
    output wire        a_req,
    output wire        a_vc,
    output wire [10:0] a_slot,
    output wire [1:0]  a_half,
    output wire [7:0]  a_cpu_id,
    output wire [63:0] a_wdata,
    input  wire        a_busy,
    input  wire        a_ack,
    input  wire        a_refused,
    input  wire [63:0] a_rdata,
    input  wire        up
);
    generate
        if (VC_INSTALLED < 0 || VC_INSTALLED > 1) begin : g_illegal
            mk_host_VC_INSTALLED_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    localparam [31:0] CONFIG = `MULTIKRON_CONFIG_RESET;

    // Regions
    wire in_mem = addr[24];
    wire in_ii  = {addr[24:9], 9'd0} == `MULTIKRON_HOLD;
    wire in_vc  = {addr[24:14], 14'd0} == `MULTIKRON_VC_PAGE;
    wire in_reg = {addr[24:4], 4'd0} == `MULTIKRON_SWRESET;
    wire is_vc  = in_vc && VC_INSTALLED != 0;

    assign wide_ok = in_mem || in_ii || in_vc;

    wire low_whole  = &be[3:0];
    wire high_whole = &be[7:4];
    wire [24:0] offset = {addr[24:2], 2'b00};
    wire at_reset  = in_reg && offset == `MULTIKRON_SWRESET;
    wire at_config = in_reg && offset == `MULTIKRON_CONFIG;
    wire at_map    = in_reg && offset == `MULTIKRON_MAP;
    wire at_test   = in_reg && offset == `MULTIKRON_TEST;
    wire put       = req && write && low_whole;

    // Configuration register
    reg  [7:0] cpu_id;
    wire [7:0] xcpu_p;

    sync_bits #(.WIDTH(8), .SALT(SALT)) u_xcpu (.clk(clk), .rst_n(rst_n), .d(xcpu), .q(xcpu_p));

    wire test      = cfg[`MULTIKRON_CONFIG_TEST_LSB];
    wire local_mode = cfg[`MULTIKRON_CONFIG_LOCAL_LSB];
    wire mk_oe     = cfg[`MULTIKRON_CONFIG_MK_OE_LSB];
    wire ext_cpu   = cfg[`MULTIKRON_CONFIG_EXT_CPU_LSB];

    reg [1:0] soft_left;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            cfg       <= 13'd0;
            cpu_id    <= 8'd0;
            soft_n    <= 1'b1;
            soft_left <= 2'd0;
        end else begin
            if (put && at_config) begin
                cfg    <= {wdata[`MULTIKRON_CONFIG_WAIT_MEM_MSB:`MULTIKRON_CONFIG_TS_RATIO_LSB],
                           1'b0, wdata[`MULTIKRON_CONFIG_DIS_STATE_MSB:`MULTIKRON_CONFIG_TEST_LSB]};
                cpu_id <= wdata[`MULTIKRON_CONFIG_CPU_ID];
            end
            if (put && at_reset) begin
                soft_n    <= 1'b0;
                soft_left <= 2'd3;
            end else begin
                soft_left <= soft_left - {1'b0, soft_left != 2'd0};
                soft_n    <= soft_left == 2'd0;
            end
        end

    // FIFO state machine
    assign map_write = put && at_map && !held && (test || !local_mode);
    assign t_req     = req && at_test && low_whole;

    // Memory
    assign p_req = req && in_mem;

    // Chips: a delayed transaction
    wire [1:0] half = wide ? {high_whole, low_whole} : addr[2] ? {low_whole, 1'b0} :
                      {1'b0, low_whole};
    wire       chip = req && (in_ii || is_vc);
    wire       chip_now = chip && mk_oe && half != 2'b00;

    reg        sent;        // an access was sent, and its answer was not yet returned
    reg        there;       // its answer has arrived
    reg        ack_q;       // the answer arrives in this clock
    reg        dead;        // the chip has not answered for 2**15 clocks
    reg [14:0] age;
    // the access that was sent; same contents as the crossing's register, so that synthesis merges
    // both
    reg        sent_write, sent_vc;
    reg [10:0] sent_slot;
    reg [1:0]  sent_half;
    reg [63:0] sent_data;

    wire [63:0] data = addr[2] && !wide ? {wdata[31:0], 32'd0} : wdata;
    wire same   = sent_write == write && sent_vc == a_vc && sent_slot == a_slot
                  && sent_half == half && (!write || sent_data == data);
    wire answer = ack_q || there;
    wire given  = chip_now && sent && answer && same;

    assign a_req    = chip_now && up && soft_n && !sent && !a_busy;
    assign a_vc     = is_vc;
    assign a_slot   = in_ii ? {5'd0, addr[8:3]} : addr[13:3];
    assign a_half   = half;
    assign a_cpu_id = ext_cpu ? xcpu_p : cpu_id;
    assign a_wdata  = data;

    // the access that is under way, as cdc_handshake keeps it
    always @(posedge clk)
        if (a_req && !a_busy) begin
            sent_write <= write;
            sent_vc    <= a_vc;
            sent_slot  <= a_slot;
            sent_half  <= half;
            sent_data  <= data;
        end

    always @(posedge clk or negedge brst_n)
        if (!brst_n) begin
            sent       <= 1'b0;
            there      <= 1'b0;
            ack_q      <= 1'b0;
            dead       <= 1'b0;
            age        <= 15'd0;
        end else begin
            ack_q <= a_ack;
            age   <= sent ? age + 15'd1 : 15'd0;
            if (a_req)
                sent <= 1'b1;
            // the access ends: its answer was returned, it was refused, or no master repeated it in
            // time
            if (given || (ack_q && a_refused) || (&age && there)) begin
                sent  <= 1'b0;
                there <= 1'b0;
            end else if (ack_q)
                there <= 1'b1;
            if (answer)
                dead <= 1'b0;
            else if (&age)
                dead <= 1'b1;
        end

    // Answer to the bus
    always @* begin
        done         = 1'b0;
        rdata        = 64'd0;
        refuse       = 1'b0;
        target_abort = 1'b0;
        if (in_mem) begin
            done  = p_done;
            rdata = p_rdata;
        end else if (at_test && low_whole) begin
            done  = t_done;
            rdata = {56'd0, t_rdata};
        end else if (at_map && write && low_whole)
            done = req && !held;
        else if (in_ii || is_vc) begin
            if (!mk_oe || dead)
                target_abort = req;
            else if (half == 2'b00)
                done = req;
            else begin
                done   = given && !a_refused;
                refuse = chip_now && (!up || !soft_n || (given ? a_refused : sent && !same));
                // a 32-bit access uses the lower half of the bus
                rdata  = addr[2] && !wide ? {32'd0, a_rdata[63:32]} : a_rdata;
            end
        end else begin
            done = req;
            if (in_vc)
                rdata = 64'hFFFFFFFFFFFFFFFF;
            else if (at_config && low_whole)
                rdata = {32'd0, CONFIG[31:24], 3'd0, cfg, cpu_id};
            else if (at_map && low_whole)
                rdata = {40'd0, pointer};
        end
    end

    wire unused = &{1'b0, addr[1:0]};
endmodule
