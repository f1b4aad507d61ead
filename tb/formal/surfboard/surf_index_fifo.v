// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_index_fifo at its full size: an index is stored completely or not at all, and the
// occupancy, the offsets and the flags are those of the report. The proof of sync_fifo covers the
// slots.
//
// Assumptions about the other modules: an index comes at most every 4 clocks (proved of
// surf_stage3), and wr_hfdr does not come while busy (shrimp_host waits).
`default_nettype none

module prove_surf_index_fifo #(
    parameter IDT_EXACT = 0
) (
    input wire        clk25,
    input wire        rst_n,
    input wire        reset,
    input wire        index_push,
    input wire [23:0] index,
    input wire        wr_hfdr,
    input wire        rd_hfdr,
    input wire        wr_hfcr,
    input wire        rd_hfcr,
    input wire        step,
    input wire [8:0]  wdata
);
    wire       set_fv, busy, fne, fpf, faf, ff;
    wire [8:0] slot;
    wire [7:0] offset;

    surf_index_fifo #(.IDT_EXACT(IDT_EXACT)) dut (.*);

    // The ports of the FIFO inside
    (* hierconn *) wire        \dut.u_fifo.push ;
    (* hierconn *) wire        \dut.u_fifo.pop ;
    (* hierconn *) wire [8:0]  \dut.u_fifo.wdata ;
    (* hierconn *) wire [12:0] \dut.u_fifo.count ;
    (* hierconn *) wire [2:0]  \dut.phase ;
    (* hierconn *) wire [23:0] \dut.bytes ;

    initial assume (!rst_n);

    // Clocks since an index came; 4 = no index in progress
    reg [2:0]  age;
    reg [23:0] word;
    reg        goes_in;

    always @* begin
        if (index_push)
            assume (age == 4);
        if (busy)
            assume (!wr_hfdr);
    end

    // Occupancy according to the report: an index takes 3 slots or none, HFDR single ones
    reg  [12:0] held;
    wire [12:0] room = 13'd4096 - held;
    wire        byte_in = age == 1 ? room >= 3 : age <= 3 && goes_in;
    wire        slot_in = wr_hfdr && room != 0;
    wire        slot_out = rd_hfdr && held != 0;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            age     <= 3'd4;
            goes_in <= 1'b0;
            held    <= 13'd0;
            word    <= 24'd0;
        end else if (reset) begin
            age     <= 3'd4;
            held    <= 13'd0;
        end else begin
            age <= index_push ? 3'd1 : age == 4 ? 3'd4 : age + 3'd1;
            if (index_push)
                word <= index;
            if (age == 1)
                goes_in <= room >= 3;
            held <= held + (byte_in || slot_in) - slot_out;
        end

    always @* if (rst_n) begin
        assert (\dut.u_fifo.count == held);
        assert (held <= 4096);
        if (!reset) begin
            assert (\dut.u_fifo.push == (byte_in || slot_in));
            assert (\dut.u_fifo.pop == slot_out);
            // The three bytes stay together: none is refused, nothing comes between, and their
            // order is kept.
            if (byte_in) begin
                assert (room != 0 && !slot_in);
                assert (\dut.u_fifo.wdata == {age == 1, age == 1 ? word[7:0] : age == 2 ?
                        word[15:8] : word[23:16]});
            end
            if (slot_in)
                assert (\dut.u_fifo.wdata == wdata);
            assert (set_fv == (age == 1 && room < 3));
        end
        assert (busy == (age == 1 || (age < 4 && goes_in)));
        // invariants
        assert (age >= 1 && age <= 4);
        assert (\dut.phase == (busy ? 3'd1 << (age - 1) : 3'd0));
        if (age == 2 && goes_in)
            assert (room >= 2);
        if (age == 3 && goes_in)
            assert (room >= 1);
        if (age == 1)
            assert (\dut.bytes == word);
        if (age == 2 && goes_in)
            assert (\dut.bytes == word >> 8);
        if (age == 3 && goes_in)
            assert (\dut.bytes == word >> 16);
    end

    // Offsets and flags
    (* hierconn *) wire [11:0] \dut.empty_offset ;
    (* hierconn *) wire [11:0] \dut.full_offset ;
    (* hierconn *) wire [1:0]  \dut.pointer ;

    reg [15:0] empty_at, full_at;
    reg [1:0]  at;
    reg [7:0]  shown;
    wire [31:0] all = {full_at, empty_at};

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            empty_at <= 16'd7;
            full_at  <= 16'd7;
            at       <= 2'd0;
            shown    <= 8'd0;
        end else begin
            if (rd_hfcr)
                shown <= all[8 * at +: 8];
            if (reset) begin
                empty_at <= 16'd7;
                full_at  <= 16'd7;
                at       <= 2'd0;
            end else begin
                if (wr_hfcr || (rd_hfcr && step))
                    at <= at + 2'd1;
                if (wr_hfcr) begin
                    if (at == 0) empty_at[7:0]  <= wdata[7:0];
                    if (at == 1) empty_at[11:8] <= wdata[3:0];
                    if (at == 2) full_at[7:0]   <= wdata[7:0];
                    if (at == 3) full_at[11:8]  <= wdata[3:0];
                end
            end
        end

    always @* begin
        assert (offset == shown);
        assert (fne == (held != 0));
        assert (ff == (room == 0));
        assert (fpf == (IDT_EXACT ? held >= empty_at + 1 : held >= empty_at));
        assert (faf == (IDT_EXACT ? room <= full_at : room < full_at));
        // invariants
        assert (\dut.empty_offset == empty_at && empty_at[15:12] == 0);
        assert (\dut.full_offset == full_at && full_at[15:12] == 0);
        assert (\dut.pointer == at);
    end

    // Reachable: an index, and its read; a flag changed by an offset
    always @* begin
        cover (rst_n && held == 6 && age == 3 && slot_out);
        cover (rst_n && fpf && held == 2 && empty_at == 1);
        cover (rst_n && faf && held == 3 && full_at == 16'hFFF);
    end
endmodule
