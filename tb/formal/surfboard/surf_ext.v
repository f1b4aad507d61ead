// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_ext: the input, its interrupt and the line, in all settings of TTCR and with
// registers and resets at any time.
`default_nettype none

module prove_surf_ext (
    input wire clk25,
    input wire rst_n,
    input wire rst_board_n,
    input wire enable,
    input wire x_in,
    input wire eip,
    input wire eop,
    input wire meod,
    input wire mei,
    input wire mbv,
    input wire data,
    input wire boc
);
    wire ext_true, set_ext, x_out_oe;

    surf_ext dut (.*);

    initial assume (!rst_n && !rst_board_n);
    always @* assume (rst_n || !rst_board_n);       // RESDRV does not reset all

    (* hierconn *) wire \dut.u_line.q ;
    (* hierconn *) wire \dut.was_true ;

    // the level of the line, two clocks late; released after a reset
    reg was, level;
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            {level, was} <= 2'b11;
        else
            {level, was} <= {was, x_in};

    // the clock before
    reg was_input, old_enable, old_output;
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            was_input <= 1'b0;
        else
            was_input <= ext_true;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            {old_enable, old_output} <= 2'b00;
        else begin
            old_enable <= enable;
            old_output <= eop ? !(mbv && boc) && !(mei && ext_true) && !(meod && data)
                              : mbv && boc || mei && ext_true || meod && data;
        end

    always @* begin
        assert (ext_true == (eip ? level : !level));
        assert (set_ext == (ext_true && !was_input));
        assert (x_out_oe == (old_enable && old_output));
        assert (\dut.u_line.q == level && \dut.was_true == was_input);
    end

    always @* begin
        cover (rst_n && set_ext && !level);
        cover (rst_n && x_out_oe && eop && level);
    end
endmodule
