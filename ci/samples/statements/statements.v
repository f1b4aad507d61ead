    integer own = 1;
    reg [7:0] memory [0:3];
    // Executes, at the clock edge, the statement that the written value selects.
    always @(posedge clk) if (wr) case (wdata)
        8'd1: $display("shown %0d at %0t in %m", wdata, $time);
        8'd2: $error("wrong: %0d, hex %h", wdata, wdata);
        8'd3: assert (wdata != 8'd3);
        8'd4: assert (wdata != 8'd4) else $error("not %0d", wdata);
        8'd5: $fatal(1, "worse: %0d", wdata);
        8'd6: $finish;
        8'd7: $stop;
        8'd8: $warning("mild");
        8'd9: begin $write("two "); $write("parts\n"); end
        8'd10: $readmemh("absent.hex", memory);
        8'd11: $display("drawn %0d %0d", $random, $urandom);
        8'd12: $display("own %0d %0d", $random(own), $random(own));
        default: ;
    endcase
