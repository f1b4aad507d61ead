// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_filter: each register keeps the values written to its lanes, and a packet passes
// exactly if all enabled criteria are met or, with INV, if one of them is not met.
//
// Registers are written at any time; the packet is free. LATE = 1: pass is that of the packet, and
// of the registers but FxCR, of the clock before.
`default_nettype none

module prove_surf_filter #(
    parameter LATE = 0
) (
    input wire         clk,
    input wire         rst_n,
    input wire         wr,
    input wire [3:0]   index,
    input wire [3:0]   be,
    input wire [31:0]  wdata,
    input wire [127:0] trace,
    input wire [10:0]  size
);
    wire [31:0] rdata;
    wire        pass;

    surf_filter #(.LATE(LATE)) dut (.clk25(clk), .*);

    initial assume (!rst_n);

    // The masks of the registers according to the table; unused bits are 0.
    function [31:0] bits(input [3:0] n);
        case (n)
        4'd0:             bits = 32'h0000003F;
        4'd1, 4'd2, 4'd3: bits = 32'h07FFFFFC;
        4'd8:             bits = 32'h07FF07FF;
        4'd9, 4'd10:      bits = 32'h00FFFFFF;
        default:          bits = n < 4'd8 ? 32'hFFFFFFFF : 32'd0;
        endcase
    endfunction

    reg  [31:0] held [0:15];
    integer     n, b;

    always @(posedge clk)
        for (n = 0; n < 16; n = n + 1)
            for (b = 0; b < 4; b = b + 1)
                if (!rst_n)
                    held[n][8 * b +: 8] <= 8'd0;
                else if (wr && index == n && be[b])
                    held[n][8 * b +: 8] <= wdata[8 * b +: 8] & (bits(n) >> 8 * b);

    // The criteria
    wire [31:0] address = {5'd0, trace[124:100], 2'd0} & held[3];
    wire [63:0] senders = {held[5], held[4]};
    wire [63:0] colors  = {held[7], held[6]};
    wire [4:0]  misses = {
        {8'd0, trace[23:0]} < held[9] || {8'd0, trace[23:0]} > held[10],
        size < held[8][10:0] || size > held[8][26:16],
        (colors >> trace[49:44] & 64'd1) == 64'd0,
        (senders >> trace[31:26] & 64'd1) == 64'd0,
        address < held[1] || address > held[2]
    };
    reg  [4:0]  missed;
    reg  [31:0] shown;
    reg         known;
    wire        all = ((LATE != 0 ? missed : misses) & held[0][4:0]) == 5'd0;

    initial known = 1'b0;
    always @(posedge clk) begin
        shown  <= held[index];
        missed <= misses;
        known  <= rst_n;
    end

    always @* if (rst_n) begin
        if (LATE == 0 || known) begin
            assert (rdata == (LATE != 0 ? shown : held[index]));
            assert (pass == (held[0][5] ? !all : all));
        end
    end

    // The registers in the design equal these.
    (* hierconn *) wire [5:0]  \dut.control ;
    (* hierconn *) wire [26:2] \dut.addr_low ;
    (* hierconn *) wire [26:2] \dut.addr_high ;
    (* hierconn *) wire [26:2] \dut.addr_mask ;
    (* hierconn *) wire [63:0] \dut.senders ;
    (* hierconn *) wire [63:0] \dut.colors ;
    (* hierconn *) wire [10:0] \dut.size_low ;
    (* hierconn *) wire [10:0] \dut.size_high ;
    (* hierconn *) wire [23:0] \dut.lat_low ;
    (* hierconn *) wire [23:0] \dut.lat_high ;

    always @* if (rst_n) begin
        assert (held[0] == \dut.control && held[1] == {\dut.addr_low , 2'd0});
        assert (held[2] == {\dut.addr_high , 2'd0} && held[3] == {\dut.addr_mask , 2'd0});
        assert (senders == \dut.senders && colors == \dut.colors );
        assert (held[8] == {5'd0, \dut.size_high , 5'd0, \dut.size_low });
        assert (held[9] == \dut.lat_low && held[10] == \dut.lat_high );
        for (n = 11; n < 16; n = n + 1)
            assert (held[n] == 32'd0);
    end

    always @* begin
        cover (rst_n && held[0] == 32'h3F && !pass);
        cover (rst_n && held[0] == 32'h1F && pass);
    end
endmodule
