// SPDX-License-Identifier: Apache-2.0
//
// Proof of sync_fifo: it never overflows or underruns, and each word comes out once, in order. The
// solver chooses one word when it is written, and the proof tracks it through the memory. CONTROL
// omits the words, so that the 4096 slots of the board can be proved.
`default_nettype none

module prove_sync_fifo #(
    parameter WIDTH = 2,
    parameter LOG2 = 2
) (
    input wire             clk,
    input wire             rst_n,
    input wire             clear,
    input wire             wr,
    input wire [WIDTH-1:0] wdata,
    input wire             rd,
    input wire             pick
);
    localparam [LOG2:0] SLOTS = 1 << LOG2;

    wire             full, empty;
    wire [WIDTH-1:0] rdata;
    wire [LOG2:0]    count;

    sync_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2)) dut (.*);

    (* hierconn *) wire [LOG2-1:0] \dut.wptr ;
    (* hierconn *) wire [LOG2-1:0] \dut.rptr ;

    initial assume (!rst_n);

    // Words held, counted by the rules of the interface alone
    reg  [LOG2:0] held;
    wire          push = wr && !clear && held != SLOTS;
    wire          pop  = rd && !clear && held != 0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            held <= 0;
        else if (clear)
            held <= 0;
        else
            held <= held + push - pop;

    always @* begin
        assert (held <= SLOTS);
        assert (count == held);
        assert (full == (held == SLOTS));
        assert (empty == (held == 0));
        // invariant
        assert (\dut.wptr == \dut.rptr + held[LOG2-1:0]);
    end

    // Reachable: the FIFO is full, and later empty again
    reg was_full;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_full <= 1'b0;
        else
            was_full <= was_full || full;

`ifdef CONTROL
    always @* cover (rst_n && held == 3 && push && pop);
`else
    always @* cover (rst_n && was_full && empty && !clear);

    (* hierconn *) wire [WIDTH-1:0] \dut.mem[0] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[1] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[2] ;
    (* hierconn *) wire [WIDTH-1:0] \dut.mem[3] ;

    // The tracked word: first in the FIFO with ahead words before it, then on rdata
    reg             followed, shown;
    reg [LOG2:0]    ahead;
    reg [WIDTH-1:0] word;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            followed <= 1'b0;
            shown    <= 1'b0;
            ahead    <= 0;
            word     <= 0;
        end else begin
            if (pop)
                shown <= followed && ahead == 0;
            if (clear)
                followed <= 1'b0;
            else if (!followed && push && pick) begin
                followed <= 1'b1;
                ahead    <= held - pop;
                word     <= wdata;
                shown    <= 1'b0;
            end else if (followed && pop) begin
                followed <= ahead != 0;
                ahead    <= ahead - 1;
            end
        end

    wire [LOG2-1:0] where = \dut.rptr + ahead[LOG2-1:0];
    reg [WIDTH-1:0] stored;

    always @* begin
        case (where)
        0: stored = \dut.mem[0] ;
        1: stored = \dut.mem[1] ;
        2: stored = \dut.mem[2] ;
        3: stored = \dut.mem[3] ;
        endcase
    end

    always @* begin
        if (shown)
            assert (rdata == word);
        if (followed) begin
            assert (ahead < held);
            assert (stored == word);        // invariant
        end
        cover (rst_n && shown && full);
    end

    // rdata is 0 before the first pop, and afterwards stable until the next pop.
    reg             before, any, popped;
    reg [WIDTH-1:0] last;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            before <= 1'b0;
            any    <= 1'b0;
            popped <= 1'b0;
            last   <= 0;
        end else begin
            before <= 1'b1;
            any    <= any || pop;
            popped <= pop;
            last   <= rdata;
        end

    always @* begin
        if (!any)
            assert (rdata == 0);
        if (before && !popped)
            assert (rdata == last);
    end
`endif
endmodule
