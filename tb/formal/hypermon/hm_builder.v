// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_builder alone, for any vectors, nibbles, marks and free space: each output in each of
// the 8 clocks of a frame, from the rules of the interface.
`default_nettype none

module prove_hm_builder (
    input wire         clk20,
    input wire         rst_n,
    input wire         clear,
    input wire         vec_empty,
    input wire [15:0]  vector,
    input wire [31:0]  stamp,
    input wire [63:0]  heads,
    input wire [6:0]   free,
    input wire         block,
    input wire         due,
    input wire [127:0] mark
);
    wire        vec_rd, take, wr, store, drop;
    wire [15:0] pop;
    wire [31:0] wdata;
    wire [4:0]  size;

    hm_builder #(.ROOM(7)) dut (.*);

    initial assume (!rst_n);

    // ---- reference
    reg [2:0]   at;         // clock of the frame; 0: none
    reg         is_mark;
    reg         fits;
    wire        start = at == 0 && (due || !vec_empty);
    reg [127:0] frame;
    integer     i;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            at <= 3'd0;
        else
            at <= clear ? 3'd0 : at + (start || at != 0);

    always @(posedge clk20) begin
        if (start)
            is_mark <= due;
        if (at == 2)
            fits <= free >= 4 && !block;
    end

    // node 15 in bits 31..28 of W0, node 8 in its bits 3..0; node 7 in bits 31..28 of W1
    always @* begin
        frame = {stamp, 16'd0, vector, 64'd0};
        for (i = 0; i < 16; i = i + 1)
            if (vector[i])
                frame[(i < 8 ? 32 + 4 * i : 4 * i - 32) +: 4] = heads[4*i +: 4];
        if (is_mark)
            frame = mark;
    end

    always @* if (rst_n) begin
        assert (take == (at == 0 && due));
        assert (vec_rd == (at == 0 && !due && !vec_empty));
        assert (pop == (at == 1 && !is_mark ? vector : 16'd0));
        assert (wr == (at >= 3 && at <= 6 && fits));
        if (wr)
            assert (wdata == frame[32*(at - 3) +: 32]);
        assert (store == (at == 7 && fits));
        assert (drop == (at == 7 && !fits));
        assert (!store || size == 4);
        cover (store && is_mark);
        cover (drop && !is_mark && free == 4);
        cover (at == 6 && fits && frame == 128'h0123456789ABCDEF0000FFFF13579BDF);
    end

    // invariants
    (* hierconn *) wire [2:0] \dut.step ;
    (* hierconn *) wire       \dut.fits ;
    (* hierconn *) wire       \dut.marking ;

    always @* if (rst_n) begin
        assert (\dut.step == at);
        assert (at == 0 || \dut.marking == is_mark);
        assert (at <= 2 || \dut.fits == fits);
    end
endmodule
