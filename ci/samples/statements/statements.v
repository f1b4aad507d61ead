// SPDX-License-Identifier: Apache-2.0
// Simulation statements that ci/checks/test-statements inserts before the endmodule of
// rtl/sample/sample.v. It finds the line of statement N by 8'dN.
    integer own = 1;
    reg [7:0] memory [0:3];
    // Executes, at the clock edge, the statement that the value written to THRESHOLD selects.
    wire [7:0] said = wdata[7:0];
    always @(posedge aclk) if (puts && offset == `SAMPLE_THRESHOLD) case (said)
        8'd1: $display("shown %0d at %0t in %m", said, $time);
        8'd2: $error("wrong: %0d, hex %h", said, said);
        8'd3: assert (said != 8'd3);
        8'd4: assert (said != 8'd4) else $error("not %0d", said);
        8'd5: $fatal(1, "worse: %0d", said);
        8'd6: $finish;
        8'd7: $stop;
        8'd8: $warning("mild");
        8'd9: begin $write("two "); $write("parts\n"); end
        8'd10: $readmemh("absent.hex", memory);
        8'd11: $display("drawn %0d %0d", $random, $urandom);
        8'd12: $display("own %0d %0d", $random(own), $random(own));
        default: ;
    endcase
