// SPDX-License-Identifier: Apache-2.0
//
// wb_tb - a short run of wb_slave with a memory of 16 words behind it: it reads written words back,
// and checks SEL and the ERR for an address above the memory.
`timescale 1ns/1ps
`default_nettype none

module wb_tb;
    reg         clk = 0, rst_n = 0, stb = 0, we = 0;
    reg  [27:2] adr = 0;
    reg  [3:0]  sel = 0;
    reg  [31:0] dat_i = 0;
    wire [31:0] dat_o, wdata;
    wire        wb_ack, wb_err, req, write;
    wire [27:2] addr;
    wire [3:0]  be;
    reg         ack = 0;
    reg  [31:0] mem [0:15];
    integer     i, wrong = 0;

    always #5 clk = !clk;

    wb_slave u_slave (
        .wb_clk(clk), .rst_n(rst_n), .wb_cyc(stb), .wb_stb(stb), .wb_we(we), .wb_adr(adr),
        .wb_sel(sel), .wb_dat_i(dat_i), .wb_dat_o(dat_o), .wb_ack(wb_ack), .wb_err(wb_err),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(addr > 26'd15), .ack_rdata(mem[addr[5:2]])
    );

    always @(posedge clk) begin
        ack <= req;
        for (i = 0; i < 4; i = i + 1)
            if (req && write && be[i] && addr < 26'd16)
                mem[addr[5:2]][8*i +: 8] <= wdata[8*i +: 8];
    end

    // data: the word to write, or the expected word of a read
    task cycle(input w, input [27:2] a, input [3:0] s, input [31:0] data, input error);
        begin
            @(posedge clk);
            #1 stb = 1; we = w; adr = a; sel = s; dat_i = data;
            @(negedge clk);
            while (!wb_ack && !wb_err) @(negedge clk);
            if (wb_err !== error || wb_ack === error || (!w && dat_o !== data)) begin
                $display("FAIL %0s of word %0d: ACK %b, ERR %b, data %h; expected ERR %b, data %h",
                         w ? "write" : "read", a, wb_ack, wb_err, dat_o, error, data);
                wrong = wrong + 1;
            end
            @(posedge clk);
            #1 stb = 0;
        end
    endtask

    integer k;
    initial begin
        #22 rst_n = 1;
        for (k = 0; k < 16; k = k + 1) cycle(1, k, 4'b1111, 32'h01010101 * k, 0);
        cycle(1, 2, 4'b0100, 32'hFFFFFFFF, 0);
        cycle(1, 16, 4'b1111, 32'd0, 1);
        cycle(0, 2, 4'b1111, 32'h02FF0202, 0);
        cycle(0, 15, 4'b1111, 32'h0F0F0F0F, 0);
        cycle(0, 16, 4'b1111, 32'd0, 1);
        if (wrong == 0)
            $display("ok   words, lanes and errors");
        $finish;
    end

    initial begin
        #100000 $display("FAIL a cycle has no end");
        $finish;
    end
endmodule
