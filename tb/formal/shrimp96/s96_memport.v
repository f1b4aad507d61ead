// SPDX-License-Identifier: Apache-2.0
//
// Proof of s96_memport: for commands of any host and a memory that answers at any time. Each
// command reads or writes exactly its words, each once and in order, with its data: one word, or a
// range from the first to the last word. Ranges of one word, of two, of none, and up to the end of
// the memory are included.
`default_nettype none

module prove_s96_memport #(
    parameter WORDS_LOG2 = 20
) (
    input wire        clk,
    input wire        rst_n,
    input wire [2:0]  wr_addr,
    input wire [2:0]  wr_last,
    input wire [3:0]  wr_datl,
    input wire        rd_datl,
    input wire        wr_dath,
    input wire        rd_dath,
    input wire [31:0] wdata,
    input wire        e_done,
    input wire [39:0] e_rdata
);
    wire [23:0] addr, last;
    wire [39:0] data;
    wire        busy, filling, refused, e_req, e_write;

    s96_memport #(.WORDS_LOG2(WORDS_LOG2)) dut (.clk25(clk), .*);

    initial assume (!rst_n);

    wire [5:0] commands = {wr_addr != 0, wr_last != 0, wr_datl != 0, rd_datl, wr_dath, rd_dath};
    wire       command  = commands != 0;

    // The host gives at most one command per clock and waits while busy, like shrimp_host. The
    // memory answers only a request.
    always @* begin
        assume ((commands & (commands - 6'd1)) == 0);
        assume (!command || !busy);
        assume (!e_done || e_req);
    end

    localparam [24:0] WORDS = 25'd1 << WORDS_LOG2;

    wire [23:0] put_addr = {wr_addr[2] ? wdata[23:16] : x_addr[23:16],
                            wr_addr[1] ? wdata[15:8] : x_addr[15:8],
                            wr_addr[0] ? wdata[7:0] : x_addr[7:0]} & (WORDS - 25'd1);
    wire [23:0] put_last = {wr_last[2] ? wdata[23:16] : x_last[23:16],
                            wr_last[1] ? wdata[15:8] : x_last[15:8],
                            wr_last[0] ? wdata[7:0] : x_last[7:0]} & (WORDS - 25'd1);

    // The work left: words still to be written or read, from x_addr on
    reg [23:0] x_addr, x_last;
    reg [39:0] x_data;
    reg [24:0] left;
    reg        fill, write;
    wire [23:0] after = x_addr == WORDS - 25'd1 ? 24'd0 : x_addr + 24'd1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {x_addr, x_last, x_data} <= 88'd0;
            left  <= 25'd0;
            fill  <= 1'b0;
            write <= 1'b0;
        end else begin
            if (e_done) begin
                left <= left - 25'd1;
                if (left == 25'd1)
                    fill <= 1'b0;
                if (write)
                    x_addr <= after;
                else
                    x_data <= e_rdata;
            end
            if (!fill) begin
                if (wr_addr != 0)
                    x_addr <= put_addr;
                if (wr_last != 0) begin
                    x_last <= put_last;
                    if (wr_last[0] && x_addr <= put_last) begin
                        left  <= {1'b0, put_last} - x_addr + 25'd1;
                        fill  <= 1'b1;
                        write <= 1'b1;
                    end
                end
                if (wr_datl[0]) x_data[7:0]   <= wdata[7:0];
                if (wr_datl[1]) x_data[15:8]  <= wdata[15:8];
                if (wr_datl[2]) x_data[23:16] <= wdata[23:16];
                if (wr_datl[3]) x_data[31:24] <= wdata[31:24];
                if (rd_datl) begin
                    left  <= 25'd1;
                    write <= 1'b0;
                end
                if (wr_dath) begin
                    x_data[39:32] <= wdata[7:0];
                    left  <= 25'd1;
                    write <= 1'b1;
                end
                if (rd_dath)
                    x_addr <= after;
            end
        end

    // There is at most one clock without a request between two words
    reg waited;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) waited <= 1'b0; else waited <= left != 25'd0 && !e_req;

    always @* if (rst_n) begin
        assert (addr == x_addr && last == x_last && data == x_data);
        assert (filling == fill && refused == (command && fill));
        assert (busy == (left != 25'd0 && !fill));
        // The memory gets exactly the remaining requests, without delay.
        if (e_req)
            assert (left != 25'd0 && e_write == write);
        if (left != 25'd0)
            assert (e_req || (fill && !waited));
        // invariants
        assert (x_addr < WORDS && x_last < WORDS);
        if (left != 25'd0)
            assert (e_write == write);
        if (fill)
            assert (write && x_addr <= x_last && left == {1'b0, x_last} - x_addr + 25'd1);
        else
            assert (left <= 25'd1);
    end

    always @* begin
        cover (rst_n && fill && left == 25'd1 && e_done && x_last == WORDS - 25'd1);
        cover (rst_n && fill && left == 25'd2 && wr_last[0]);
        cover (rst_n && !fill && wr_last[0] && x_addr == put_last + 24'd1);
        cover (rst_n && e_done && !write && !fill);
    end
endmodule
