// SPDX-License-Identifier: Apache-2.0
//
// surf_index_fifo - FIFO of the bins that have wrapped, with its offsets and flags
//
// Purpose     has 4096 slots of 9 bits, accessed through HFCR and HFDR. A bin address takes three
//             slots, low byte first; bit 8 marks that byte.
// Interface   index_push with index (one clock, at most every fourth) fills three slots in the next
//             three clocks. If fewer than 3 are free, it fills none, and set_fv is 1 for one clock.
//             wr_hfdr pushes wdata (ignored when full). It must not come while busy = 1, so that
//             the bytes of an index stay together. rd_hfdr pops a slot, which is on the output slot
//             from the next clock until the next pop; a pop of the empty FIFO does not change it.
//             HFCR: offset byte EMPTY low, EMPTY high, FULL low, FULL high; each wr_hfcr, and each
//             rd_hfcr with step = 1, advances the pointer. offset has the byte from the clock after
//             rd_hfcr on.
//             reset = 1 (HTCR.FRS) holds the FIFO empty, both offsets at 7 and the
//             pointer at EMPTY low, and ignores pushes.
// Flags       fne: occupied > 0; ff: occupied = 4096;
//             fpf: occupied >= EMPTY; faf: free < FULL
//             with IDT_EXACT = 1, the same as those of the IDT72241: occupied > EMPTY, free <= FULL
// Latency     1 clock to slot, offset and flags.
// Throughput  one push and one pop per clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       TR-596-99 A.6 HFCR, HFDR, ISCR.
`default_nettype none

module surf_index_fifo #(
    parameter IDT_EXACT = 0     // 1 = flags of the IDT part, 0 = those of the report
) (
    input  wire        clk25,
    input  wire        rst_n,
    input  wire        reset,

    // packets
    input  wire        index_push,
    input  wire [23:0] index,
    output wire        set_fv,

    // registers
    input  wire        wr_hfdr,
    input  wire        rd_hfdr,
    input  wire        wr_hfcr,
    input  wire        rd_hfcr,
    input  wire        step,
    input  wire [8:0]  wdata,
    output wire        busy,
    output wire [8:0]  slot,
    output reg  [7:0]  offset,

    output wire        fne,
    output wire        fpf,
    output wire        faf,
    output wire        ff
);
    generate
        if (IDT_EXACT < 0 || IDT_EXACT > 1) begin : g_illegal
            surf_index_fifo_IDT_EXACT_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // Byte of an index that is being pushed, one-hot
    reg  [2:0]  phase;
    reg  [23:0] bytes;
    wire [12:0] count;
    wire        room = count <= 13'd4093;
    wire        push = (phase[0] && room) || phase[1] || phase[2];

    assign busy   = phase != 3'b000;
    assign set_fv = phase[0] && !room;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            phase <= 3'b000;
            bytes <= 24'd0;
        end else begin
            phase <= reset ? 3'b000 : {phase[1], phase[0] && room, index_push};
            bytes <= index_push ? index : {8'd0, bytes[23:8]};
        end

    wire full, empty;

    sync_fifo #(.WIDTH(9), .DEPTH_LOG2(12)) u_fifo (
        .clk(clk25), .rst_n(rst_n), .clear(reset),
        .wr(push || wr_hfdr), .wdata(busy ? {phase[0], bytes[7:0]} : wdata), .full(full),
        .rd(rd_hfdr), .rdata(slot), .empty(empty), .count(count)
    );

    // Offsets
    reg [11:0] empty_offset, full_offset;
    reg [1:0]  pointer;
    reg [7:0]  current;

    always @* begin
        case (pointer)
        2'd0:    current = empty_offset[7:0];
        2'd1:    current = {4'd0, empty_offset[11:8]};
        2'd2:    current = full_offset[7:0];
        default: current = {4'd0, full_offset[11:8]};
        endcase
    end

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            empty_offset <= 12'd7;
            full_offset  <= 12'd7;
            pointer      <= 2'd0;
            offset       <= 8'd0;
        end else begin
            if (rd_hfcr)
                offset <= current;
            if (reset) begin
                empty_offset <= 12'd7;
                full_offset  <= 12'd7;
                pointer      <= 2'd0;
            end else if (wr_hfcr || (rd_hfcr && step)) begin
                pointer <= pointer + 2'd1;
                if (wr_hfcr)
                    case (pointer)
                    2'd0:    empty_offset[7:0]  <= wdata[7:0];
                    2'd1:    empty_offset[11:8] <= wdata[3:0];
                    2'd2:    full_offset[7:0]   <= wdata[7:0];
                    default: full_offset[11:8]  <= wdata[3:0];
                    endcase
            end
        end

    // Flags
    wire [12:0] free = 13'd4096 - count;

    assign fne = !empty;
    assign ff  = full;
    assign fpf = IDT_EXACT != 0 ? count > {1'b0, empty_offset} : count >= {1'b0, empty_offset};
    assign faf = IDT_EXACT != 0 ? free <= {1'b0, full_offset} : free < {1'b0, full_offset};
endmodule
