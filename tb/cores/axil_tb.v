// SPDX-License-Identifier: Apache-2.0
//
// axil_tb - a short run of axil_slave with a memory of 16 words behind it: it reads written words
// back, and checks byte strobes and the SLVERR for an address above the memory.
`timescale 1ns/1ps
`default_nettype none

module axil_tb;
    reg         aclk = 0, rst_n = 0;
    reg  [27:0] addr_i = 0;
    reg  [31:0] data_i = 0;
    reg  [3:0]  strb = 0;
    reg         awvalid = 0, wvalid = 0, arvalid = 0;
    wire        awready, wready, arready, bvalid, rvalid;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;
    wire        req, write;
    wire [27:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    reg         ack = 0;
    reg  [31:0] mem [0:15];
    integer     i, wrong = 0;

    always #5 aclk = !aclk;

    axil_slave u_slave (
        .aclk(aclk), .rst_n(rst_n),
        .s_awaddr(addr_i), .s_awprot(3'd0), .s_awvalid(awvalid), .s_awready(awready),
        .s_wdata(data_i), .s_wstrb(strb), .s_wvalid(wvalid), .s_wready(wready),
        .s_bresp(bresp), .s_bvalid(bvalid), .s_bready(1'b1),
        .s_araddr(addr_i), .s_arprot(3'd0), .s_arvalid(arvalid), .s_arready(arready),
        .s_rdata(rdata), .s_rresp(rresp), .s_rvalid(rvalid), .s_rready(1'b1),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(addr > 26'd15), .ack_rdata(mem[addr[5:2]])
    );

    always @(posedge aclk) begin
        ack <= req;
        if (awready) awvalid <= 0;
        if (wready) wvalid <= 0;
        if (arready) arvalid <= 0;
        for (i = 0; i < 4; i = i + 1)
            if (req && write && be[i] && addr < 26'd16)
                mem[addr[5:2]][8*i +: 8] <= wdata[8*i +: 8];
    end

    task put(input [27:0] a, input [31:0] d, input [3:0] s, input [1:0] resp);
        begin
            @(posedge aclk);
            #1 addr_i = a; data_i = d; strb = s; awvalid = 1; wvalid = 1;
            while (awvalid || wvalid) @(negedge aclk);
            while (!bvalid) @(negedge aclk);
            if (bresp !== resp) begin
                $display("FAIL write of %h: BRESP %b, not %b", a, bresp, resp);
                wrong = wrong + 1;
            end
        end
    endtask

    task get(input [27:0] a, input [31:0] d, input [1:0] resp);
        begin
            @(posedge aclk);
            #1 addr_i = a; arvalid = 1;
            while (arvalid) @(negedge aclk);
            while (!rvalid) @(negedge aclk);
            if (rdata !== d || rresp !== resp) begin
                $display("FAIL read of %h: %h, RRESP %b, not %h, %b", a, rdata, rresp, d, resp);
                wrong = wrong + 1;
            end
        end
    endtask

    integer k;
    initial begin
        #22 rst_n = 1;
        for (k = 0; k < 16; k = k + 1) put(4 * k, 32'h01010101 * k, 4'b1111, 2'b00);
        put(28'd8, 32'hFFFFFFFF, 4'b0100, 2'b00);
        put(28'd64, 32'd0, 4'b1111, 2'b10);
        get(28'd8, 32'h02FF0202, 2'b00);
        get(28'd60, 32'h0F0F0F0F, 2'b00);
        get(28'd64, 32'd0, 2'b10);
        if (wrong == 0)
            $display("ok   words, strobes and errors");
        $finish;
    end

    initial begin
        #100000 $display("FAIL an access has no end");
        $finish;
    end
endmodule
