// SPDX-License-Identifier: Apache-2.0
//
// mk_samples - sample FIFO and output network of the MultiKron_II
//
// Purpose     stores 256 bytes of samples and sends at most one byte in two clocks. A trace sample
//             has 20 bytes, a resource sample 84; the FIFO accepts only whole samples.
// Interface   put = 1 stores a sample: record (header, timestamp, user data: bytes 0 to 7 and 12 to
//             19, the first one in bits 7..0) and, with resource = 1, counts are sampled at that
//             edge, source (bytes 8 to 11) at the next one. The user must observe room_trace and
//             room_resource. busy = 1: no resource sample may be put, because the counters of the
//             previous one are still being stored (8 clocks).
//             level: bytes in the FIFO, with those of a resource sample that is still being stored.
//             net_wr: one clock, with net_d, net_eos (last byte of a sample) and net_par (odd
//             parity). A byte is sent only if net_full = 0 and oe = 1 in the previous clock.
// Latency     put to the first net_wr: 3 clocks.
// Throughput  one byte per 2 clocks, without a pause between samples.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the FIFO is empty.
// Paper       NISTIR 5993, 2.4.
`default_nettype none

module mk_samples (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         put,
    input  wire         resource,
    input  wire [127:0] record,
    input  wire [31:0]  source,
    input  wire [511:0] counts,
    output wire         room_trace,
    output wire         room_resource,
    output wire         busy,
    output reg  [8:0]   level,

    input  wire         oe,
    input  wire         net_full,
    output reg          net_wr,
    output reg  [7:0]   net_d,
    output reg          net_eos,
    output reg          net_par
);
    localparam [8:0] TRACE_BYTES = 9'd20, RESOURCE_BYTES = 9'd84;

    assign room_trace    = level <= 9'd256 - TRACE_BYTES;
    assign room_resource = level <= 9'd256 - RESOURCE_BYTES;

    // With the one that is being sent, 256 bytes hold parts of at most 13 samples, of which at most
    // four are resource samples.
    reg [127:0] head_mem [0:15];
    reg [31:0]  source_mem [0:15];
    reg [63:0]  row_mem [0:31];

    // Shadow registers: the counters at the instant of the sample, then shifted into row_mem
    reg [511:0] shadow;
    reg [3:0]   rows_left;
    reg [4:0]   row_in;
    reg [3:0]   head_in;
    reg         put_q;
    wire [3:0]  head_last = head_in - 4'd1;

    assign busy = rows_left != 4'd0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            shadow    <= 512'd0;
            rows_left <= 4'd0;
            row_in    <= 5'd0;
            head_in   <= 4'd0;
            put_q     <= 1'b0;
        end else begin
            put_q <= put;
            if (busy) begin
                shadow    <= {64'd0, shadow[511:64]};
                rows_left <= rows_left - 4'd1;
                row_in    <= row_in + 5'd1;
            end
            if (put) begin
                head_in <= head_in + 4'd1;
                if (resource) begin
                    shadow    <= counts;
                    rows_left <= 4'd8;
                end
            end
        end

    always @(posedge clk) begin
        if (put)
            head_mem[head_in] <= record;
        if (put_q)
            source_mem[head_last] <= source;
        if (busy)
            row_mem[row_in] <= shadow[63:0];
    end

    // Output: the 20 bytes of a head, then the 8 of each row that follows it
    reg [127:0] head_q;      // head_mem and source_mem at head_out
    reg [31:0]  source_q;
    reg [63:0]  row_q;       // row_mem at row_out
    reg [3:0]   head_out;
    reg [4:0]   row_out;
    reg [4:0]   waiting;     // samples in head_mem
    reg         there;       // head_q holds the first of them; 0 after each byte, which takes two
                             // clocks
    reg [4:0]   at;          // current byte of the head or of the row
    reg [3:0]   rows_out;    // rows of this sample left, including the current one; 0: the head is
                             // sent

    wire       in_rows   = rows_out != 4'd0;
    wire       last_byte = at == (in_rows ? 5'd7 : 5'd19);
    // bit 7 of the header: 16 counters follow
    wire       last      = last_byte && (in_rows ? rows_out == 4'd1 : !head_q[7]);
    wire       send      = there && !net_full && oe;
    wire [159:0] head    = {head_q[127:64], source_q, head_q[63:0]};
    wire [7:0] next      = in_rows ? row_q[{at[2:0], 3'd0} +: 8] : head[{at, 3'd0} +: 8];

    always @(posedge clk) begin
        head_q   <= head_mem[head_out];
        source_q <= source_mem[head_out];
        row_q    <= row_mem[row_out];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            head_out <= 4'd0;
            row_out  <= 5'd0;
            waiting  <= 5'd0;
            there    <= 1'b0;
            at       <= 5'd0;
            rows_out <= 4'd0;
            net_wr   <= 1'b0;
            net_d    <= 8'd0;
            net_eos  <= 1'b0;
            net_par  <= 1'b1;
            level    <= 9'd0;
        end else begin
            net_wr <= send;
            if (send) begin
                net_d   <= next;
                net_eos <= last;
                net_par <= ~^next;
                at      <= last_byte ? 5'd0 : at + 5'd1;
                if (last_byte && in_rows) begin
                    rows_out <= rows_out - 4'd1;
                    row_out  <= row_out + 5'd1;
                end
                if (last_byte && !in_rows)
                    rows_out <= {head_q[7], 3'd0};
                if (last)
                    head_out <= head_out + 4'd1;
            end
            waiting <= waiting + {4'd0, put} - {4'd0, send && last};
            there   <= waiting != 5'd0 && !send;
            level   <= level + (put ? resource ? RESOURCE_BYTES : TRACE_BYTES : 9'd0) -
                       {8'd0, send};
        end
endmodule
