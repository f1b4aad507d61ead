// SPDX-License-Identifier: Apache-2.0
//
// Proof that fifo_queue may stand in for sync_fifo: both have the same outputs for all inputs.
`default_nettype none

module prove_sync_fifo_queue #(
    parameter WIDTH = 2,
    parameter LOG2 = 3
) (
    input wire             clk,
    input wire             rst_n,
    input wire             clear,
    input wire             wr,
    input wire [WIDTH-1:0] wdata,
    input wire             rd
);
    wire             full, empty, q_full, q_empty;
    wire [WIDTH-1:0] rdata, q_rdata;
    wire [LOG2:0]    count, q_count;

    sync_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2)) dut (.*);
    fifo_queue #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2)) other (
        .clk(clk), .rst_n(rst_n), .clear(clear), .wr(wr), .wdata(wdata), .full(q_full),
        .rd(rd), .rdata(q_rdata), .empty(q_empty), .count(q_count)
    );

    initial assume (!rst_n);

    always @* begin
        assert (full == q_full && empty == q_empty);
        assert (count == q_count && count <= 1 << LOG2);
        assert (rdata == q_rdata);
        cover (rst_n && full && rd && wr);
        cover (rst_n && rdata == 3 && count == 2 && clear);
    end

    // Invariants: both hold the same words in the same order.
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[1] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[2] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[3] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[4] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[5] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[6] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[7] ;
    (* hierconn *) wire [LOG2-1:0]  \dut.wptr ;
    (* hierconn *) wire [LOG2-1:0]  \dut.rptr ;
    (* hierconn *) wire [8*WIDTH-1:0] \other.queue ;

    wire [8*WIDTH-1:0] slots = {\dut.mem[7] , \dut.mem[6] , \dut.mem[5] , \dut.mem[4] ,
                                \dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };
    wire [16*WIDTH-1:0] turned = {slots, slots} >> WIDTH * \dut.rptr ;

    integer i;
    always @* begin
        assert (\dut.wptr == \dut.rptr + count[LOG2-1:0]);
        for (i = 0; i < 8; i = i + 1)
            if (i < count)
                assert (turned[WIDTH*i +: WIDTH] == \other.queue [WIDTH*i +: WIDTH]);
    end
endmodule
