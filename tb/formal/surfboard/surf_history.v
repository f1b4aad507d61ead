// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_history: it covers the registers with their byte lanes, the choice of outliers, and
// the packets that stay: each outlier, up to BEFORE packets before it (fewer if fewer came or fit)
// and AFTER packets after it. Packets, decisions, losses and writes are free. room behaves as in
// surf_trace_ctl: it decreases by the entries that stay, and changes otherwise only after registers
// were written.
`default_nettype none

module prove_surf_history (
    input wire         clk25,
    input wire         rst_n,
    input wire         wr,
    input wire [1:0]   index,
    input wire [3:0]   be,
    input wire [31:0]  wdata,
    input wire         take,
    input wire [23:0]  latency,
    input wire [10:0]  size,
    input wire         decide,
    input wire         record,
    input wire         mark,
    input wire         restart,
    input wire         anew,
    input wire [22:0]  any_room
);
    wire [31:0] rdata;
    wire        outlier, on, skip, no_mark, settle, give_up;
    wire [10:0] offset, advance, kept;
    reg  [22:0] room;

    surf_history dut (.trace({104'd0, latency}), .*);

    initial assume (!rst_n);

    // Registers
    reg [31:0] olcr, olpr, ollb, olsb;

    function [31:0] put(input [31:0] old, input [31:0] mask);
        integer i;
        for (i = 0; i < 32; i = i + 1)
            put[i] = mask[i] && be[i / 8] ? wdata[i] : old[i];
    endfunction

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            {olcr, olpr, ollb, olsb} <= 128'd0;
        else if (wr)
            case (index)
            0: olcr <= put(olcr, 32'h00000003);
            1: olpr <= put(olpr, 32'h03FF03FF);
            2: ollb <= put(ollb, 32'h00FFFFFF);
            3: olsb <= put(olsb, 32'h000007FF);
            endcase

    (* hierconn *) wire [1:0]  \dut.enable ;
    (* hierconn *) wire [9:0]  \dut.ahead ;
    (* hierconn *) wire [9:0]  \dut.behind ;
    (* hierconn *) wire [23:0] \dut.lat_bound ;
    (* hierconn *) wire [10:0] \dut.size_bound ;

    always @* if (rst_n) begin
        assert (rdata == (index == 0 ? olcr : index == 1 ? olpr : index == 2 ? ollb : olsb));
        assert (\dut.enable == olcr[1:0] && \dut.ahead == olpr[9:0] && \dut.behind == olpr[25:16]);
        assert (\dut.lat_bound == ollb[23:0] && \dut.size_bound == olsb[10:0]);
        assert (on == (olcr != 0));
        assert ((olcr & ~32'h3) == 0 && (olpr & ~32'h03FF03FF) == 0 && ollb < 32'h1000000 &&
                olsb < 2048);
    end

    // The packet in Stage 3
    reg x_outlier;
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            x_outlier <= 1'b0;
        else if (take)
            x_outlier <= (olcr[0] && {8'd0, latency} > ollb) || (olcr[1] && {21'd0, size} > olsb);

    // Packets in the ring, place of the next one, packets still to be kept, and whether a marker
    // precedes them
    wire [31:0] before = olpr[9:0];
    wire [31:0] after  = olpr[25:16];
    reg  [31:0] there, place, still;
    reg         marker;
    wire [31:0] places = {9'd0, room} - marker < before ? {9'd0, room} - marker : before;
    wire        rounds = on && !x_outlier && still == 0;
    wire        move   = decide && record;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {there, place, still} <= 96'd0;
            marker <= 1'b0;
        end else begin
            if (move && mark)
                marker <= rounds;
            else if (move && x_outlier) begin
                {there, place} <= 64'd0;
                still  <= after;
                marker <= 1'b0;
            end else if (move && on && still != 0)
                still <= still - 1;
            else if (move && on) begin
                there <= there == places ? places : there + 1;
                place <= place + 1 >= places ? 0 : place + 1;
            end
            if (restart || anew || wr || !on) begin
                {there, place} <= 64'd0;
                marker <= 1'b0;
                still  <= anew || wr || !on ? 0 : still;
            end
        end

    // Assumptions about the other modules
    always @(posedge clk25)
        room <= anew || !rst_n ? any_room : move ? room - advance : room;

    always @* begin
        // A packet enters the ring only if there is a place, a marker only if the ring is empty.
        assume (!move || mark || !skip);
        assume (!move || !mark || (!no_mark && there == 0 && !marker));
        // There is room for the entries that stay.
        assume (!move || {12'd0, advance} <= room);
        assume (!anew || !move);
        assume (!restart || !move);
        assume (!wr || !move);
        // The entry of a marker exists until the marker is given up.
        assume (!rst_n || !marker || room != 0);
    end

    (* hierconn *) wire [9:0] \dut.count ;
    (* hierconn *) wire [9:0] \dut.at ;
    (* hierconn *) wire [9:0] \dut.left ;
    (* hierconn *) wire       \dut.marker ;

    always @* if (rst_n) begin
        assert (outlier == x_outlier);
        assert (\dut.count == there && \dut.at == place && \dut.left == still &&
                \dut.marker == marker);
        // After an outlier the ring is empty until AFTER packets have come.
        assert (still == 0 || (there == 0 && place == 0 && !marker));
        assert (there <= 1023 && place <= 1023 && still <= 1023);
        assert (there <= places && (place < places || place == 0) &&
                (there == places || place == there));
        if (!mark) begin
            assert (skip == (rounds && places == 0));
            // With an outlier the packets of the ring stay, and the outlier follows them.
            if (on && x_outlier) begin
                assert (kept == there + 1 && advance == there + 1 + marker);
                assert (offset == there + marker);
            end
            if (rounds)
                assert (kept == 0 && advance == 0 && (skip || offset == place + marker));
            if (!on || (!x_outlier && still != 0))
                assert (kept == 1 && advance == 1 && offset == 0);
        end else
            assert (kept == 0 && offset == 0 && advance == !rounds);
        assert (give_up == (marker && (!on || wr || anew || restart)));
        assert (no_mark == (rounds && (before == 0 || room == 0)));
        assert (settle == (decide && !(record && mark) && !rounds && (record || !marker)));
    end

    always @* begin
        cover (rst_n && move && !mark && x_outlier && there == 2 && before == 2 && place == 1);
        cover (rst_n && move && !mark && x_outlier && there == 1 && before == 3 && marker);
        cover (rst_n && move && !mark && still == 1 && after == 2);
        cover (rst_n && !mark && skip && before != 0);
    end
endmodule
