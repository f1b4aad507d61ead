// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_samples, the sample FIFO of the MultiKron_II, for any samples, network and
// output enable, and reset at any time: it never over- or underruns, and each sample comes out
// once, whole, in order, its last byte marked, with odd parity. One sample, chosen by the
// solver when it is put, is followed; of a resource sample one of its eight pairs of counters.
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
    (* anyconst *) wire [2:0] row;  // the pair that is followed

    wire       room_trace, room_resource, busy, net_wr, net_eos, net_par;
    wire [8:0] level;
    wire [7:0] net_d;

    mk_samples dut (
        .clk(clk), .rst_n(rst_n), .put(put), .resource(resource), .record(record),
        .source(source), .counts(counts),
        .room_trace(room_trace), .room_resource(room_resource), .busy(busy), .level(level),
        .oe(oe), .net_full(net_full),
        .net_wr(net_wr), .net_d(net_d), .net_eos(net_eos), .net_par(net_par)
    );

    (* hierconn *) wire [511:0] \dut.shadow ;
    (* hierconn *) wire [3:0]   \dut.rows_left ;
    (* hierconn *) wire [4:0]   \dut.row_in ;
    (* hierconn *) wire [3:0]   \dut.head_in ;
    (* hierconn *) wire         \dut.put_q ;
    (* hierconn *) wire [3:0]   \dut.head_last ;
    (* hierconn *) wire [127:0] \dut.head_q ;
    (* hierconn *) wire [31:0]  \dut.source_q ;
    (* hierconn *) wire [63:0]  \dut.row_q ;
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

    initial assume (!rst_n);
    // the user's side: room, and no resource sample while counters are being stored
    always @* assume (!put || (resource ? room_resource && !busy : room_trace));
    always @* assume (record[7] == resource);

    localparam N = 14;   // more than the samples that 256 bytes can be

    wire [8:0] length = resource ? 9'd84 : 9'd20;
    wire       pop = \dut.send && \dut.last ;
    wire       row_sent = \dut.send && \dut.last_byte && \dut.in_rows ;
    wire [4:0] place = \dut.waiting - pop;   // in the queue, of a sample put now

    // The queue of samples, oldest first: kind; bytes, and rows, up to the end of each
    reg [N:0]       kind;
    reg [9*N+8:0]   off;
    reg [6*N+5:0]   rows;
    wire [8:0]      off_last  = \dut.waiting == 0 ? 9'd0 : off[9 * (\dut.waiting - 5'd1) +: 9];
    wire [5:0]      rows_all  = \dut.waiting == 0 ? 6'd0 : rows[6 * (\dut.waiting - 5'd1) +: 6];

    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : g_queue
            always @(posedge clk)
                if (put && place == k) begin
                    kind[k] <= resource;
                    off[9*k +: 9]  <= level - \dut.send + length;
                    rows[6*k +: 6] <= rows_all - row_sent + (resource ? 6'd8 : 6'd0);
                end else begin
                    kind[k] <= pop ? kind[k+1] : kind[k];
                    off[9*k +: 9]  <= (pop ? off[9*(k+1) +: 9] : off[9*k +: 9]) - \dut.send ;
                    rows[6*k +: 6] <= (pop ? rows[6*(k+1) +: 6] : rows[6*k +: 6]) - row_sent;
                end
        end
    endgenerate

    // Bytes put and not yet seen on the network
    reg [8:0] held;
    // Clocks in a row in which a byte could go out, and none does
    reg [2:0] idle;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held <= 9'd0;
            idle <= 3'd0;
        end else begin
            held <= held + (put ? length : 9'd0) - net_wr;
            idle <= level == 0 || !oe || net_full || \dut.send ? 3'd0 : idle + 3'd1;
        end

    // The sample that is followed
    reg         followed, queued, fresh, own, f_kind;
    reg [3:0]   q;        // its place in the queue
    reg [3:0]   slot;
    reg [4:0]   base;     // its first row
    reg [8:0]   to_end;   // bytes on the network until its end
    reg [127:0] f_record;
    reg [31:0]  f_source;
    reg [63:0]  f_row;
    wire [8:0]  f_length = f_kind ? 9'd84 : 9'd20;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {followed, queued, fresh, own} <= 4'd0;
        end else begin
            fresh <= 1'b0;
            if (fresh)
                f_source <= source;
            if (put && resource)
                own <= 1'b0;
            if (queued && pop) begin
                queued <= q != 0;
                q      <= q - 4'd1;
            end
            if (followed && net_wr) begin
                to_end   <= to_end - 9'd1;
                followed <= to_end != 9'd1;
            end
            if (put && pick && !followed) begin
                {followed, queued, fresh} <= 3'b111;
                own      <= resource;
                f_kind   <= resource;
                q        <= place[3:0];
                slot     <= \dut.head_in ;
                base     <= \dut.row_in ;
                to_end   <= level + length;
                f_record <= record;
                f_row    <= counts[64 * row +: 64];
            end
        end

    // Memories at the followed sample, and at the output
    reg [127:0] head_slot, head_out_mem;
    reg [31:0]  source_slot, source_out_mem;
    reg [63:0]  row_slot, row_out_mem;
    wire [4:0]  row_at = base + row;
    wire [15:0] kinds = {\dut.head_mem[15] [7], \dut.head_mem[14] [7], \dut.head_mem[13] [7], \dut.head_mem[12] [7], \dut.head_mem[11] [7], \dut.head_mem[10] [7], \dut.head_mem[9] [7], \dut.head_mem[8] [7], \dut.head_mem[7] [7], \dut.head_mem[6] [7], \dut.head_mem[5] [7], \dut.head_mem[4] [7], \dut.head_mem[3] [7], \dut.head_mem[2] [7], \dut.head_mem[1] [7], \dut.head_mem[0] [7]};

    always @* begin
        case (slot)
        4'd0: head_slot = \dut.head_mem[0] ;
        4'd1: head_slot = \dut.head_mem[1] ;
        4'd2: head_slot = \dut.head_mem[2] ;
        4'd3: head_slot = \dut.head_mem[3] ;
        4'd4: head_slot = \dut.head_mem[4] ;
        4'd5: head_slot = \dut.head_mem[5] ;
        4'd6: head_slot = \dut.head_mem[6] ;
        4'd7: head_slot = \dut.head_mem[7] ;
        4'd8: head_slot = \dut.head_mem[8] ;
        4'd9: head_slot = \dut.head_mem[9] ;
        4'd10: head_slot = \dut.head_mem[10] ;
        4'd11: head_slot = \dut.head_mem[11] ;
        4'd12: head_slot = \dut.head_mem[12] ;
        4'd13: head_slot = \dut.head_mem[13] ;
        4'd14: head_slot = \dut.head_mem[14] ;
        4'd15: head_slot = \dut.head_mem[15] ;
        endcase
        case (\dut.head_out )
        4'd0: head_out_mem = \dut.head_mem[0] ;
        4'd1: head_out_mem = \dut.head_mem[1] ;
        4'd2: head_out_mem = \dut.head_mem[2] ;
        4'd3: head_out_mem = \dut.head_mem[3] ;
        4'd4: head_out_mem = \dut.head_mem[4] ;
        4'd5: head_out_mem = \dut.head_mem[5] ;
        4'd6: head_out_mem = \dut.head_mem[6] ;
        4'd7: head_out_mem = \dut.head_mem[7] ;
        4'd8: head_out_mem = \dut.head_mem[8] ;
        4'd9: head_out_mem = \dut.head_mem[9] ;
        4'd10: head_out_mem = \dut.head_mem[10] ;
        4'd11: head_out_mem = \dut.head_mem[11] ;
        4'd12: head_out_mem = \dut.head_mem[12] ;
        4'd13: head_out_mem = \dut.head_mem[13] ;
        4'd14: head_out_mem = \dut.head_mem[14] ;
        4'd15: head_out_mem = \dut.head_mem[15] ;
        endcase
        case (slot)
        4'd0: source_slot = \dut.source_mem[0] ;
        4'd1: source_slot = \dut.source_mem[1] ;
        4'd2: source_slot = \dut.source_mem[2] ;
        4'd3: source_slot = \dut.source_mem[3] ;
        4'd4: source_slot = \dut.source_mem[4] ;
        4'd5: source_slot = \dut.source_mem[5] ;
        4'd6: source_slot = \dut.source_mem[6] ;
        4'd7: source_slot = \dut.source_mem[7] ;
        4'd8: source_slot = \dut.source_mem[8] ;
        4'd9: source_slot = \dut.source_mem[9] ;
        4'd10: source_slot = \dut.source_mem[10] ;
        4'd11: source_slot = \dut.source_mem[11] ;
        4'd12: source_slot = \dut.source_mem[12] ;
        4'd13: source_slot = \dut.source_mem[13] ;
        4'd14: source_slot = \dut.source_mem[14] ;
        4'd15: source_slot = \dut.source_mem[15] ;
        endcase
        case (\dut.head_out )
        4'd0: source_out_mem = \dut.source_mem[0] ;
        4'd1: source_out_mem = \dut.source_mem[1] ;
        4'd2: source_out_mem = \dut.source_mem[2] ;
        4'd3: source_out_mem = \dut.source_mem[3] ;
        4'd4: source_out_mem = \dut.source_mem[4] ;
        4'd5: source_out_mem = \dut.source_mem[5] ;
        4'd6: source_out_mem = \dut.source_mem[6] ;
        4'd7: source_out_mem = \dut.source_mem[7] ;
        4'd8: source_out_mem = \dut.source_mem[8] ;
        4'd9: source_out_mem = \dut.source_mem[9] ;
        4'd10: source_out_mem = \dut.source_mem[10] ;
        4'd11: source_out_mem = \dut.source_mem[11] ;
        4'd12: source_out_mem = \dut.source_mem[12] ;
        4'd13: source_out_mem = \dut.source_mem[13] ;
        4'd14: source_out_mem = \dut.source_mem[14] ;
        4'd15: source_out_mem = \dut.source_mem[15] ;
        endcase
        case (row_at)
        5'd0: row_slot = \dut.row_mem[0] ;
        5'd1: row_slot = \dut.row_mem[1] ;
        5'd2: row_slot = \dut.row_mem[2] ;
        5'd3: row_slot = \dut.row_mem[3] ;
        5'd4: row_slot = \dut.row_mem[4] ;
        5'd5: row_slot = \dut.row_mem[5] ;
        5'd6: row_slot = \dut.row_mem[6] ;
        5'd7: row_slot = \dut.row_mem[7] ;
        5'd8: row_slot = \dut.row_mem[8] ;
        5'd9: row_slot = \dut.row_mem[9] ;
        5'd10: row_slot = \dut.row_mem[10] ;
        5'd11: row_slot = \dut.row_mem[11] ;
        5'd12: row_slot = \dut.row_mem[12] ;
        5'd13: row_slot = \dut.row_mem[13] ;
        5'd14: row_slot = \dut.row_mem[14] ;
        5'd15: row_slot = \dut.row_mem[15] ;
        5'd16: row_slot = \dut.row_mem[16] ;
        5'd17: row_slot = \dut.row_mem[17] ;
        5'd18: row_slot = \dut.row_mem[18] ;
        5'd19: row_slot = \dut.row_mem[19] ;
        5'd20: row_slot = \dut.row_mem[20] ;
        5'd21: row_slot = \dut.row_mem[21] ;
        5'd22: row_slot = \dut.row_mem[22] ;
        5'd23: row_slot = \dut.row_mem[23] ;
        5'd24: row_slot = \dut.row_mem[24] ;
        5'd25: row_slot = \dut.row_mem[25] ;
        5'd26: row_slot = \dut.row_mem[26] ;
        5'd27: row_slot = \dut.row_mem[27] ;
        5'd28: row_slot = \dut.row_mem[28] ;
        5'd29: row_slot = \dut.row_mem[29] ;
        5'd30: row_slot = \dut.row_mem[30] ;
        5'd31: row_slot = \dut.row_mem[31] ;
        endcase
        case (\dut.row_out )
        5'd0: row_out_mem = \dut.row_mem[0] ;
        5'd1: row_out_mem = \dut.row_mem[1] ;
        5'd2: row_out_mem = \dut.row_mem[2] ;
        5'd3: row_out_mem = \dut.row_mem[3] ;
        5'd4: row_out_mem = \dut.row_mem[4] ;
        5'd5: row_out_mem = \dut.row_mem[5] ;
        5'd6: row_out_mem = \dut.row_mem[6] ;
        5'd7: row_out_mem = \dut.row_mem[7] ;
        5'd8: row_out_mem = \dut.row_mem[8] ;
        5'd9: row_out_mem = \dut.row_mem[9] ;
        5'd10: row_out_mem = \dut.row_mem[10] ;
        5'd11: row_out_mem = \dut.row_mem[11] ;
        5'd12: row_out_mem = \dut.row_mem[12] ;
        5'd13: row_out_mem = \dut.row_mem[13] ;
        5'd14: row_out_mem = \dut.row_mem[14] ;
        5'd15: row_out_mem = \dut.row_mem[15] ;
        5'd16: row_out_mem = \dut.row_mem[16] ;
        5'd17: row_out_mem = \dut.row_mem[17] ;
        5'd18: row_out_mem = \dut.row_mem[18] ;
        5'd19: row_out_mem = \dut.row_mem[19] ;
        5'd20: row_out_mem = \dut.row_mem[20] ;
        5'd21: row_out_mem = \dut.row_mem[21] ;
        5'd22: row_out_mem = \dut.row_mem[22] ;
        5'd23: row_out_mem = \dut.row_mem[23] ;
        5'd24: row_out_mem = \dut.row_mem[24] ;
        5'd25: row_out_mem = \dut.row_mem[25] ;
        5'd26: row_out_mem = \dut.row_mem[26] ;
        5'd27: row_out_mem = \dut.row_mem[27] ;
        5'd28: row_out_mem = \dut.row_mem[28] ;
        5'd29: row_out_mem = \dut.row_mem[29] ;
        5'd30: row_out_mem = \dut.row_mem[30] ;
        5'd31: row_out_mem = \dut.row_mem[31] ;
        endcase
    end

    // What must come out
    wire [8:0]   index = f_length - to_end;
    wire [159:0] f_head = {f_record[127:64], f_source, f_record[63:0]};
    wire [8:0]   in_row = index - 9'd20;
    wire         written = !(own && \dut.rows_left != 0 && {1'b0, row} >= 4'd8 - \dut.rows_left );

    wire [4:0]   row_in_want = \dut.row_out + rows_all - \dut.rows_left ;
    wire [4:0]   base_want   = \dut.row_out + rows[6*q +: 6] - 6'd8;

    integer i;
    always @* if (rst_n) begin
        assert (level <= 256);
        assert (held == level + net_wr);
        assert (idle <= 2);
        if (net_wr)
            assert (net_par == ~^net_d);
        if (followed && net_wr && to_end <= f_length) begin
            assert (net_eos == (to_end == 1));
            if (index < 20)
                assert (net_d == f_head[8 * index[4:0] +: 8]);
            else if (in_row[8:3] == row)
                assert (net_d == f_row[8 * in_row[2:0] +: 8]);
        end

        // invariants: the queue
        assert (\dut.waiting < N);
        assert (level == off_last);
        assert (\dut.head_in == \dut.head_out + \dut.waiting [3:0]);
        assert (!\dut.there || \dut.waiting != 0);
        assert (\dut.there || (\dut.at == 0 && !\dut.in_rows ));
        assert (\dut.at <= (\dut.in_rows ? 7 : 19));
        assert (\dut.rows_out <= 8);
        assert (!\dut.in_rows || kind[0]);
        for (i = 0; i < N; i = i + 1)
            if (i < \dut.waiting ) begin
                if (i == 0) begin
                    assert (off[8:0] == (\dut.in_rows ? 8 * \dut.rows_out : kind[0] ? 84 : 20)
                                        - \dut.at );
                    assert (rows[5:0] == (kind[0] ? \dut.in_rows ? \dut.rows_out : 8 : 0));
                end else begin
                    assert (off[9*i +: 9] == off[9*(i-1) +: 9] + (kind[i] ? 84 : 20));
                    assert (rows[6*i +: 6] == rows[6*(i-1) +: 6] + (kind[i] ? 8 : 0));
                end
                assert (kinds[(\dut.head_out + i) & 15] == kind[i]);
                assert (off[9*i +: 9] <= 256);
                assert (rows[6*i +: 6] <= 32);
            end
        // rows
        assert (\dut.rows_left <= 8);
        assert (\dut.rows_left <= rows_all);
        assert (\dut.row_in == row_in_want);
        if (busy && kind[0] && !\dut.in_rows && rows_all == 8)
            assert (\dut.at + \dut.rows_left <= 8);
        if (\dut.in_rows )
            assert (rows_all - \dut.rows_left >= \dut.rows_out );
        // outputs of the memories
        if (\dut.there )
            assert (\dut.head_q == head_out_mem);
        if (\dut.at != 0 && !\dut.in_rows )
            assert (\dut.source_q == source_out_mem);
        if (\dut.put_q ) begin
            assert (\dut.waiting != 0);
            assert (\dut.waiting != 1 || !\dut.there );
        end
        if (\dut.in_rows && !net_wr)
            assert (\dut.row_q == row_out_mem);
        // the followed sample
        if (fresh)
            assert (queued && \dut.put_q && \dut.head_last == slot);
        if (followed && !queued)
            assert (net_wr && to_end == 1);
        if (queued) begin
            assert (followed);
            assert (q < \dut.waiting );
            assert (slot == \dut.head_out + q);
            assert (kind[q] == f_kind);
            assert (f_record[7] == f_kind);
            assert (to_end == off[9*q +: 9] + net_wr);
            assert (head_slot == f_record);
            if (!fresh)
                assert (source_slot == f_source);
            if (f_kind) begin
                assert (base == base_want);
                if (own)
                    assert (rows_all == rows[6*q +: 6]);
                else if (busy)
                    assert (rows[6*q +: 6] + 8 <= rows_all);
                if (!written)
                    assert (\dut.shadow [64 * (row - (4'd8 - \dut.rows_left )) +: 64] == f_row);
                else if (q != 0 || !\dut.in_rows || row >= 4'd8 - \dut.rows_out )
                    assert (row_slot == f_row);
            end
        end
    end

    always @* begin
        cover (rst_n && followed && net_wr && to_end == 1);
        cover (rst_n && level == 256);
        cover (rst_n && \dut.waiting == 12);
        cover (rst_n && own && queued && \dut.in_rows );
        cover (rst_n && put && net_wr && \dut.waiting == 1);
    end
endmodule
