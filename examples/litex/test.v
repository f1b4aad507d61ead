// SPDX-License-Identifier: Apache-2.0
//
// Sends the bytes of sent.hex over the serial line of litex_surfboard and prints those that it
// sends back. 100 + N (hexadecimal) in sent.hex: wait until N more bytes have come back.
`timescale 1ns / 1ps
`default_nettype none

module test;
    parameter SENT = 1;         // bytes in sent.hex
    parameter ANSWERS = 1;      // bytes that come back
    parameter BIT = 400;        // ns

    reg        clk25 = 0, rst = 1, rx = 1;
    wire       tx;
    reg  [8:0] sent [0:SENT-1];
    reg  [7:0] answer [0:ANSWERS-1];
    reg  [7:0] byte_in;
    integer    i, k, n, m, received = 0, wanted = 0;

    litex_surfboard dut (.clk25(clk25), .rst(rst), .serial_rx(rx), .serial_tx(tx));

    always #20 clk25 = !clk25;

    initial begin
        $readmemh("sent.hex", sent);
        #1000 rst = 0;
        #10000;
        for (i = 0; i < SENT; i = i + 1) if (sent[i][8]) begin
            wanted = wanted + sent[i][7:0];
            while (received < wanted) #BIT;
            #BIT;
        end else begin
            rx = 0;
            #BIT;
            for (k = 0; k < 8; k = k + 1) begin
                rx = sent[i][k];
                #BIT;
            end
            rx = 1;
            #(2 * BIT);
        end
    end

    initial begin
        repeat (30 * (SENT + ANSWERS)) #BIT;    // one long delay would overflow
        $display("only %0d bytes came back", received);
        $finish;
    end

    initial begin
        while (received < ANSWERS) begin
            @(negedge tx) #(BIT / 2);
            for (n = 0; n < 8; n = n + 1) begin
                #BIT;
                byte_in[n] = tx;
            end
            #BIT;
            answer[received] = byte_in;
            received = received + 1;
        end
        $write("received ");
        for (m = 0; m < ANSWERS; m = m + 1)
            $write("%02x", answer[m]);
        $write("\n");
        $finish;
    end
endmodule
