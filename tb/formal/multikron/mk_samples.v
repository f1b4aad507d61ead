// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_samples, the sample FIFO of the MultiKron_II, for any samples, network and output
// enable, and reset at any time. It has two parts. CONTROL shows that bytes, samples and rows of
// counters are counted correctly, so that no memory overflows or underruns. DATA assumes this and
// shows that the samples come out in order, each once and complete, with the last byte marked and
// odd parity. The solver chooses one sample when it is put, and the proof tracks it; of a resource
// sample it tracks one of the eight rows, each a pair of counters.
`default_nettype none

module prove_mk_samples (
    input wire         clk,
    input wire         rst_n,
    input wire         put,
    input wire         resource,
    input wire [127:0] record,
    input wire [31:0]  source,
    input wire [511:0] counts,
    input wire         oe,
    input wire         net_full,
    input wire         pick
);
    wire       room_trace, room_resource, busy, net_wr, net_eos, net_par;
    wire [8:0] level;
    wire [7:0] net_d;

    mk_samples dut (
        .clk(clk), .rst_n(rst_n), .put(put), .resource(resource),
`ifdef DATA
        .record(record), .source(source), .counts(counts),
`else
        .record({120'd0, resource, 7'd0}), .source(32'd0), .counts(512'd0),
`endif
        .room_trace(room_trace), .room_resource(room_resource), .busy(busy), .level(level),
        .oe(oe), .net_full(net_full),
        .net_wr(net_wr), .net_d(net_d), .net_eos(net_eos), .net_par(net_par)
    );

    (* hierconn *) wire [3:0]   \dut.rows_left ;
    (* hierconn *) wire [4:0]   \dut.row_in ;
    (* hierconn *) wire [3:0]   \dut.head_in ;
    (* hierconn *) wire [3:0]   \dut.head_last ;
    (* hierconn *) wire [127:0] \dut.head_q ;
    (* hierconn *) wire [3:0]   \dut.head_out ;
    (* hierconn *) wire [4:0]   \dut.row_out ;
    (* hierconn *) wire [4:0]   \dut.waiting ;
    (* hierconn *) wire         \dut.there ;
    (* hierconn *) wire [4:0]   \dut.at ;
    (* hierconn *) wire [3:0]   \dut.rows_out ;
    (* hierconn *) wire         \dut.in_rows ;
    (* hierconn *) wire         \dut.last_byte ;
    (* hierconn *) wire         \dut.last ;
    (* hierconn *) wire         \dut.send ;
    (* hierconn *) wire [127:0] \dut.head_mem[0] ;
    (* hierconn *) wire [127:0] \dut.head_mem[1] ;
    (* hierconn *) wire [127:0] \dut.head_mem[2] ;
    (* hierconn *) wire [127:0] \dut.head_mem[3] ;
    (* hierconn *) wire [127:0] \dut.head_mem[4] ;
    (* hierconn *) wire [127:0] \dut.head_mem[5] ;
    (* hierconn *) wire [127:0] \dut.head_mem[6] ;
    (* hierconn *) wire [127:0] \dut.head_mem[7] ;
    (* hierconn *) wire [127:0] \dut.head_mem[8] ;
    (* hierconn *) wire [127:0] \dut.head_mem[9] ;
    (* hierconn *) wire [127:0] \dut.head_mem[10] ;
    (* hierconn *) wire [127:0] \dut.head_mem[11] ;
    (* hierconn *) wire [127:0] \dut.head_mem[12] ;
    (* hierconn *) wire [127:0] \dut.head_mem[13] ;
    (* hierconn *) wire [127:0] \dut.head_mem[14] ;
    (* hierconn *) wire [127:0] \dut.head_mem[15] ;

    initial assume (!rst_n);
    // The user observes the room, and puts no resource sample while counters are being stored.
    always @* assume (!put || (resource ? room_resource && !busy : room_trace));
    always @* assume (record[7] == resource);

`ifdef DATA
`define KNOWN assume
`else
`define KNOWN assert
`endif
    wire [8:0]  length   = resource ? 9'd84 : 9'd20;
    wire        pop      = \dut.send && \dut.last ;
    wire        row_sent = \dut.send && \dut.last_byte && \dut.in_rows ;
    wire        eos      = net_wr && net_eos;
    wire [15:0] kinds = {\dut.head_mem[15] [7], \dut.head_mem[14] [7], \dut.head_mem[13] [7],
                        \dut.head_mem[12] [7],
                         \dut.head_mem[11] [7], \dut.head_mem[10] [7], \dut.head_mem[9] [7],
                         \dut.head_mem[8] [7],
                         \dut.head_mem[7] [7], \dut.head_mem[6] [7], \dut.head_mem[5] [7],
                         \dut.head_mem[4] [7],
                         \dut.head_mem[3] [7], \dut.head_mem[2] [7], \dut.head_mem[1] [7],
                         \dut.head_mem[0] [7]};
    wire        head_kind = kinds[\dut.head_out ];

    // Bytes and samples that were put and are not yet sent; successive clocks in which a byte could
    // be sent but is not; rows put, rows sent, and rows put before the sample of each slot; bytes
    // of heads and of rows in the FIFO
    reg  [8:0] held, head_bytes, row_bytes;
    reg  [4:0] samples;
    reg  [2:0] idle;
    reg  [5:0] rows_put, rows_sent;
    wire [5:0] rows_all = rows_put - rows_sent;
    wire [8:0] heads = {\dut.waiting , 4'd0} + {2'd0, \dut.waiting , 2'd0};     // 20 bytes each

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held       <= 9'd0;
            samples    <= 5'd0;
            idle       <= 3'd0;
            rows_put   <= 6'd0;
            rows_sent  <= 6'd0;
            head_bytes <= 9'd0;
            row_bytes  <= 9'd0;
        end else begin
            held       <= held + (put ? length : 9'd0) - net_wr;
            samples    <= samples + put - eos;
            idle       <= level == 0 || !oe || net_full || \dut.send ? 3'd0 : idle + 3'd1;
            rows_put   <= rows_put + (put && resource ? 6'd8 : 6'd0);
            rows_sent  <= rows_sent + row_sent;
            head_bytes <= head_bytes + (put ? 9'd20 : 9'd0) - (\dut.send && !\dut.in_rows );
            row_bytes  <= row_bytes + (put && resource ? 9'd64 : 9'd0) - (\dut.send &&
                          \dut.in_rows );
        end

    wire [95:0] before;     // 6 bits of each slot
    wire [5:0]  to_first = \dut.in_rows ? 6'd8 - \dut.rows_out : 6'd0;   // rows of the first sample
                                                                         // that were sent

    genvar k;
    generate
        for (k = 0; k < 16; k = k + 1) begin : g_slot
            localparam [3:0] I = k;
            localparam [3:0] P = k - 1;
            reg  [5:0] rows;
            wire [3:0] place = I - \dut.head_out ;
            wire       valid = {1'b0, place} < \dut.waiting ;
            wire [5:0] since = rows_put - rows;

            assign before[6*k +: 6] = rows;

            always @(posedge clk)
                if (put && \dut.head_in == I)
                    rows <= rows_put;

            always @* if (rst_n && valid) begin
                // consistent with the previous slot
                if (place == 0)
                    `KNOWN (rows == rows_sent - to_first);
                else
                    `KNOWN (rows == before[6*P +: 6] + (kinds[P] ? 6'd8 : 6'd0));
                if (\dut.head_last == I)
                    `KNOWN (rows_put == rows + (kinds[I] ? 6'd8 : 6'd0));
                `KNOWN (rows[2:0] == 0);
                `KNOWN (since >= (kinds[I] ? 8 : 0));
                `KNOWN (since <= 40);
            end
        end
    endgenerate

    wire [4:0] row_in_want = rows_put[4:0] - \dut.rows_left ;

    always @* if (rst_n) begin
        `KNOWN (level <= 256);
        `KNOWN (held == level + net_wr);
        `KNOWN (idle <= 1);
        `KNOWN (samples == \dut.waiting + eos);
        // invariants
        `KNOWN (level == head_bytes + row_bytes);
        `KNOWN (head_bytes <= level);
        `KNOWN (row_bytes <= level);
        `KNOWN (head_bytes + (\dut.in_rows ? 9'd20 : {4'd0, \dut.at }) == heads);
        `KNOWN (row_bytes + (\dut.in_rows ? {4'd0, \dut.at } : 9'd0) == {rows_all, 3'd0});
        `KNOWN (\dut.waiting <= 13);
        `KNOWN (rows_all <= 32);
        `KNOWN (rows_put[2:0] == 0);
        `KNOWN (\dut.waiting != 0 || rows_all == 0);
        `KNOWN (\dut.head_in == \dut.head_out + \dut.waiting [3:0]);
        `KNOWN (!\dut.there || \dut.waiting != 0);
        `KNOWN (\dut.there || net_wr || (\dut.at == 0 && !\dut.in_rows ));
        `KNOWN (!\dut.there || !net_wr);
        `KNOWN (\dut.at <= (\dut.in_rows ? 7 : 19));
        `KNOWN (\dut.there || idle == 0);
        `KNOWN (!\dut.there || \dut.head_q [7] == head_kind);
        `KNOWN (\dut.rows_out <= 8);
        `KNOWN (\dut.rows_left <= 8);
        `KNOWN (\dut.rows_left <= rows_all);
        `KNOWN (\dut.row_out == rows_sent[4:0]);
        `KNOWN (\dut.row_in == row_in_want);
        if (\dut.in_rows ) begin
            `KNOWN (head_kind);
            `KNOWN (rows_all - \dut.rows_left >= \dut.rows_out );
        end
        if (busy && \dut.waiting != 0 && head_kind && !\dut.in_rows && rows_all == 8)
            `KNOWN (\dut.at + \dut.rows_left <= 8);
    end

`ifndef DATA
    always @* begin
        cover (rst_n && !room_resource && \dut.waiting == 6);
        cover (rst_n && busy && \dut.at == 2);
        cover (rst_n && put && net_wr && \dut.waiting == 1);
    end
`else
    (* anyconst *) wire [2:0] row;  // the tracked row

    (* hierconn *) wire [511:0] \dut.shadow ;
    (* hierconn *) wire         \dut.put_q ;
    (* hierconn *) wire [31:0]  \dut.source_q ;
    (* hierconn *) wire [63:0]  \dut.row_q ;
    (* hierconn *) wire [31:0]  \dut.source_mem[0] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[1] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[2] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[3] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[4] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[5] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[6] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[7] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[8] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[9] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[10] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[11] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[12] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[13] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[14] ;
    (* hierconn *) wire [31:0]  \dut.source_mem[15] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[0] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[1] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[2] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[3] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[4] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[5] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[6] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[7] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[8] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[9] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[10] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[11] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[12] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[13] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[14] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[15] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[16] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[17] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[18] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[19] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[20] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[21] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[22] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[23] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[24] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[25] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[26] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[27] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[28] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[29] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[30] ;
    (* hierconn *) wire [63:0]  \dut.row_mem[31] ;

    wire [2047:0] head_mem = {\dut.head_mem[15] , \dut.head_mem[14] , \dut.head_mem[13] ,
                             \dut.head_mem[12] ,
        \dut.head_mem[11] , \dut.head_mem[10] , \dut.head_mem[9] , \dut.head_mem[8] ,
        \dut.head_mem[7] , \dut.head_mem[6] , \dut.head_mem[5] , \dut.head_mem[4] ,
        \dut.head_mem[3] , \dut.head_mem[2] , \dut.head_mem[1] , \dut.head_mem[0] };
    wire [511:0]  source_mem = {\dut.source_mem[15] , \dut.source_mem[14] , \dut.source_mem[13] ,
                               \dut.source_mem[12] ,
        \dut.source_mem[11] , \dut.source_mem[10] , \dut.source_mem[9] , \dut.source_mem[8] ,
        \dut.source_mem[7] , \dut.source_mem[6] , \dut.source_mem[5] , \dut.source_mem[4] ,
        \dut.source_mem[3] , \dut.source_mem[2] , \dut.source_mem[1] , \dut.source_mem[0] };
    wire [2047:0] row_mem = {\dut.row_mem[31] , \dut.row_mem[30] , \dut.row_mem[29] ,
                            \dut.row_mem[28] ,
        \dut.row_mem[27] , \dut.row_mem[26] , \dut.row_mem[25] , \dut.row_mem[24] ,
        \dut.row_mem[23] , \dut.row_mem[22] , \dut.row_mem[21] , \dut.row_mem[20] ,
        \dut.row_mem[19] , \dut.row_mem[18] , \dut.row_mem[17] , \dut.row_mem[16] ,
        \dut.row_mem[15] , \dut.row_mem[14] , \dut.row_mem[13] , \dut.row_mem[12] ,
        \dut.row_mem[11] , \dut.row_mem[10] , \dut.row_mem[9] , \dut.row_mem[8] ,
        \dut.row_mem[7] , \dut.row_mem[6] , \dut.row_mem[5] , \dut.row_mem[4] ,
        \dut.row_mem[3] , \dut.row_mem[2] , \dut.row_mem[1] , \dut.row_mem[0] };

    // The tracked sample
    reg         followed, queued, fresh, own, f_kind;
    reg [3:0]   slot;
    reg [5:0]   base;     // number of rows put before it
    reg [4:0]   ahead;    // number of samples to be sent before it
    reg [6:0]   index;    // number of its bytes sent
    reg [127:0] f_record;
    reg [31:0]  f_source;
    reg [63:0]  f_row;
    wire [6:0]  f_last = f_kind ? 7'd83 : 7'd19;
    wire [5:0]  f_since = rows_put - base;
    wire [3:0]  q = slot - \dut.head_out ;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {followed, queued, fresh, own} <= 4'd0;
        else begin
            fresh <= 1'b0;
            if (fresh)
                f_source <= source;
            if (put && resource)
                own <= 1'b0;
            if (pop && q == 0)
                queued <= 1'b0;
            if (followed && net_wr) begin
                if (ahead != 0)
                    ahead <= ahead - eos;
                else begin
                    index    <= index + 7'd1;
                    followed <= !eos;
                end
            end
            if (put && pick && !followed) begin
                {followed, queued, fresh} <= 3'b111;
                own      <= resource;
                f_kind   <= resource;
                slot     <= \dut.head_in ;
                base     <= rows_put;
                ahead    <= samples - eos;
                index    <= 7'd0;
                f_record <= record;
                f_row    <= counts[{row, 6'd0} +: 64];
            end
        end

    // Contents of the memories for the tracked sample, and at the output
    wire [4:0]   row_at = base[4:0] + row;
    wire [127:0] head_slot = head_mem[{slot, 7'd0} +: 128];
    wire [127:0] head_out_mem = head_mem[{\dut.head_out , 7'd0} +: 128];
    wire [31:0]  source_slot = source_mem[{slot, 5'd0} +: 32];
    wire [31:0]  source_out_mem = source_mem[{\dut.head_out , 5'd0} +: 32];
    wire [63:0]  row_slot = row_mem[{row_at, 6'd0} +: 64];
    wire [63:0]  row_out_mem = row_mem[{\dut.row_out , 6'd0} +: 64];

    // The expected output
    wire [159:0] f_head  = {f_record[127:64], f_source, f_record[63:0]};
    wire [6:0]   in_row  = index - 7'd20;
    // its row has moved from shadow to row_mem
    wire         written = !(own && \dut.rows_left != 0 && {1'b0, row} >= 4'd8 - \dut.rows_left );
    wire [2:0]   in_shadow = row + \dut.rows_left [2:0];
    wire [6:0]   position = \dut.in_rows ? 7'd20 + {4'd8 - \dut.rows_out , 3'd0} + \dut.at
                                        : \dut.at ;

    always @* if (rst_n) begin
        if (net_wr)
            assert (net_par == ~^net_d);
        if (followed && net_wr && ahead == 0) begin
            assert (net_eos == (index == f_last));
            if (index < 20)
                assert (net_d == f_head[{index[4:0], 3'd0} +: 8]);
            else if (in_row[6:3] == row)
                assert (net_d == f_row[{in_row[2:0], 3'd0} +: 8]);
        end

        // invariants: outputs of the memories
        if (\dut.there )
            assert (\dut.head_q == head_out_mem);
        if (\dut.at != 0 && !\dut.in_rows )
            assert (\dut.source_q == source_out_mem);
        if (\dut.put_q ) begin
            assert (\dut.waiting != 0);
            assert (\dut.waiting != 1 || (!\dut.there && \dut.at == 0 && !\dut.in_rows ));
        end
        if (\dut.in_rows && !net_wr)
            assert (\dut.row_q == row_out_mem);
        // the followed sample
        if (fresh)
            assert (queued && \dut.put_q && \dut.head_last == slot);
        if (followed && !queued)
            assert (eos && ahead == 0 && index == f_last);
        if (queued) begin
            assert (followed);
            assert ({1'b0, q} < \dut.waiting );
            assert (f_record[7] == f_kind);
            assert (ahead == q + eos);
            assert (ahead == 0 || index == 0);
            if (q == 0)
                assert (position == (eos ? 0 : index + net_wr));
            assert (fresh || !\dut.put_q || \dut.head_last != slot);
            assert (head_slot == f_record);
            if (!fresh)
                assert (source_slot == f_source);
            assert (base == before[6*slot +: 6]);
            if (f_kind) begin
                assert (own ? rows_put == base + 6'd8 : f_since >= 16 || !busy);
                if (!written)
                    assert (\dut.shadow [{in_shadow, 6'd0} +: 64] == f_row);
                else if (q != 0 || !\dut.in_rows || row >= 4'd8 - \dut.rows_out )
                    assert (row_slot == f_row);
            end
        end
    end

    always @* cover (rst_n && followed && !fresh && \dut.there );
`endif
endmodule
