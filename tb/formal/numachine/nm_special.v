// SPDX-License-Identifier: Apache-2.0
//
// Proof of nm_special's registers: an access takes effect once, on the register at its address, two
// clocks after sf_start; a read returns the current value; an overflow in the clock in which the
// flag is cleared is not lost; the recorded counter is that of the first overflow.
`default_nettype none
`include "numachine_regs.vh"

module prove_nm_special (
    input wire        clk,
    input wire        rst_n,
    input wire        start,
    input wire [63:0] ad,
    input wire        is_read,
    input wire        wide,
    input wire        overflow,
    input wire [15:0] overflow_addr,
    input wire        half,
    input wire        miss,
    input wire        busy,
    input wire        line128,
    input wire        boards2,
    input wire [5:0]  depth,
    input wire        depths,
    input wire        free,
    input wire [31:0] sram_data
);
    wire        ack, irq;
    wire [63:0] rdata;
    wire [3:0]  config_register;

    nm_special #(.MISSED_INIT(16'hFFFD), .QUEUED_INIT(48'h1_FFFF_FFC0)) dut (
        .clk(clk), .rst_n(rst_n), .start(start), .ad(ad), .is_read(is_read), .wide(wide), .ack(ack),
        .rdata(rdata), .irq(irq), .config_register(config_register), .overflow(overflow),
        .overflow_addr(overflow_addr), .half(half), .miss(miss), .busy(busy), .line128(line128),
        .boards2(boards2), .depth(depth), .depths(depths), .free(free), .sram_data(sram_data)
    );

    initial assume (!rst_n);

    // The current access, as seen on the bus; step: clocks since start
    reg        active, is_counter, reading;
    reg [1:0]  step;
    reg [23:0] offset;
    reg [63:0] wdata;
    wire       is_access = ad[35:32] == 4'd4 && (ad[27:24] == 4'hF || ad[27:24] == 4'hE);
    wire       acts = active && !is_counter && step == 2'd2;
    wire       writes = acts && !reading;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            active     <= 1'b0;
            is_counter <= 1'b0;
            reading    <= 1'b0;
            step       <= 2'd0;
            offset     <= 24'd0;
            wdata      <= 64'd0;
        end else if (start && is_access && (!active || ack)) begin
            active     <= 1'b1;
            is_counter <= ad[27:24] == 4'hE;
            reading    <= is_read;
            step       <= 2'd1;
            offset     <= ad[23:0];
        end else begin
            if (ack)
                active <= 1'b0;
            if (step != 2'd3)
                step <= step + 2'd1;
            if (step == 2'd1)
                wdata <= ad;
        end

    // Expected values of the registers
    reg  [3:0]  cfg;
    reg         pending, second, missed, enabled;
    reg  [15:0] misses, first;
    reg  [31:0] value, was;
    reg  [47:0] queued;
    reg  [15:0] queued_hi;
    wire        status = writes && {offset[23:2], 2'b00} == `NUMACHINE_STATUS;
    wire        acknowledge = status && wdata[`NUMACHINE_STATUS_PENDING];

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            cfg     <= 4'd0;
            pending <= 1'b0;
            second  <= 1'b0;
            missed  <= 1'b0;
            enabled <= 1'b0;
            misses  <= 16'hFFFD;
            first   <= 16'd0;
            was     <= 32'd0;
            queued    <= 48'h1_FFFF_FFC0;
            queued_hi <= 16'd0;
        end else begin
            if (writes && {offset[23:2], 2'b00} == `NUMACHINE_CONFIG)
                cfg <= {wdata[`NUMACHINE_CONFIG_MODE], wdata[`NUMACHINE_CONFIG_HISTO]};
            if (writes && {offset[23:2], 2'b00} == `NUMACHINE_IENABLE)
                enabled <= wdata[`NUMACHINE_IENABLE_OVERFLOW];
            // first the clearing by software, then events
            if (status && wdata[`NUMACHINE_STATUS_SECOND] || acknowledge)
                second <= 1'b0;
            if (acknowledge)
                pending <= 1'b0;
            if (overflow) begin
                pending <= 1'b1;
                if (pending && !acknowledge)
                    second <= 1'b1;
                else
                    first <= overflow_addr;
            end
            if (status && wdata[`NUMACHINE_STATUS_MISSED]) begin
                missed <= 1'b0;
                misses <= 16'd0;
            end
            if (miss) begin
                missed <= 1'b1;
                misses <= status && wdata[`NUMACHINE_STATUS_MISSED] ? 16'd1 :
                          misses + (misses != 16'hFFFF);
            end
            was <= value;
            if (depths)
                queued <= queued + depth;
            if (acts && reading && {offset[23:2], 2'b00} == `NUMACHINE_QUEUED)
                queued_hi <= queued[47:32];
        end

    always @* begin
        value = 32'd0;
        case ({offset[23:2], 2'b00})
        `NUMACHINE_CONFIG:    value = {28'd0, cfg};
        `NUMACHINE_STATUS: begin
            value[`NUMACHINE_STATUS_MISSES]  = misses;
            value[`NUMACHINE_STATUS_MISSED]  = missed;
            value[`NUMACHINE_STATUS_DEPTH]   = depth;
            value[`NUMACHINE_STATUS_BOARDS]  = boards2;
            value[`NUMACHINE_STATUS_LINE]    = line128;
            value[`NUMACHINE_STATUS_BUSY]    = busy;
            value[`NUMACHINE_STATUS_HALF]    = half;
            value[`NUMACHINE_STATUS_SECOND]  = second;
            value[`NUMACHINE_STATUS_PENDING] = pending;
        end
        `NUMACHINE_IENABLE:   value = {31'd0, enabled};
        `NUMACHINE_OVADDR:    value = {16'd0, first};
        `NUMACHINE_QUEUED:    value = queued[31:0];
        `NUMACHINE_QUEUED_HI: value = {16'd0, queued_hi};
        default: ;
        endcase
    end

    (* hierconn *) wire [1:0]  \dut.state ;
    (* hierconn *) wire        \dut.is_counter ;
    (* hierconn *) wire        \dut.reads ;
    (* hierconn *) wire [23:2] \dut.offset ;
    (* hierconn *) wire [63:0] \dut.wdata ;
    (* hierconn *) wire        \dut.pending ;
    (* hierconn *) wire        \dut.again ;
    (* hierconn *) wire        \dut.missed ;
    (* hierconn *) wire        \dut.ienable ;
    (* hierconn *) wire [15:0] \dut.misses ;
    (* hierconn *) wire [15:0] \dut.first ;
    (* hierconn *) wire [47:0] \dut.queued ;
    (* hierconn *) wire [15:0] \dut.queued_hi ;

    always @* if (rst_n) begin
        assert (config_register == cfg);
        assert (irq == (pending && enabled));
        if (active && !is_counter)
            assert (ack == (step == 2'd3));
        if (!active)
            assert (!ack);
        if (ack && !is_counter && reading)
            assert (rdata == {32'd0, was});

        // invariants
        assert ({\dut.pending , \dut.again , \dut.missed , \dut.ienable } == {pending, second,
                missed, enabled});
        assert (\dut.misses == misses && \dut.first == first);
        assert (\dut.queued == queued && \dut.queued_hi == queued_hi);
        assert (!second || pending);
        assert (active == (\dut.state != 2'd0 || ack));
        assert (!(ack && \dut.state != 2'd0));
        if (active) begin
            assert ((step == 2'd1) == (\dut.state == 2'd1));
            assert (step != 2'd0 && (step != 2'd2 || \dut.state == 2'd2));
            if (!is_counter)
                assert (step == 2'd3 || \dut.state == step);
            if (!is_counter && step == 2'd3)
                assert (\dut.state == 2'd0);
        end
        if (\dut.state != 2'd0) begin
            assert (\dut.is_counter == is_counter && \dut.reads == reading &&
                    \dut.offset == offset[23:2]);
            if (step != 2'd1)
                assert (\dut.wdata == wdata);
        end
    end

    always @* begin
        cover (rst_n && ack && reading && !is_counter && was[1:0] == 2'b11 && was[12]);
        cover (rst_n && acknowledge && overflow && pending);
        cover (rst_n && irq && first == 16'hBEEF);
        cover (rst_n && ack && reading && !is_counter && offset == `NUMACHINE_QUEUED_HI &&
               was == 32'd2);
    end
endmodule
