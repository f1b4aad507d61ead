// SPDX-License-Identifier: Apache-2.0
//
// Proof of nmpcm for any transactions and accesses. Every accepted start is, three clocks later,
// exactly one of: counted, filtered, an access; the registers agree. A word of the SRAM, which the
// solver chooses, always holds the value last written plus every increment since; an increment
// never comes before the previous one has been fetched.
`default_nettype none

module prove_nmpcm (
    input wire        clk,
    input wire        reset_n,
    input wire        ea_start,
    input wire [63:0] ea_ad,
    input wire [9:0]  ea_cmd,
    input wire        ea_out,
    input wire        ea_write,
    input wire        ea_double,
    input wire [15:0] sc_index,
    input wire [2:0]  pipe_state,
    input wire [31:0] other         // contents of the other words
);
    (* anyconst *) reg [15:0] followed;

    wire        busy, ack, barrier, bus_error, sram_data_oe, sram_oe_n, sram_we_n;
    wire        obs_counted, obs_filtered, obs_own, obs_missed;
    wire [63:0] rdata;
    wire [1:0]  irq;
    wire [15:0] sram_addr;
    wire [31:0] sram_data_o;
    reg  [31:0] word, model;        // the word in the SRAM; the expected value, including
                                    // increments in progress
    wire [31:0] sram_data_i = sram_addr == followed ? word : other;

    nmpcm dut (.*);

    (* hierconn *) wire        \dut.rst_n ;
    (* hierconn *) wire [31:0] \dut.total ;
    (* hierconn *) wire [31:0] \dut.counted ;
    (* hierconn *) wire [31:0] \dut.filtered ;
    (* hierconn *) wire        \dut.first ;
    (* hierconn *) wire        \dut.done ;
    (* hierconn *) wire        \dut.adds ;
    (* hierconn *) wire [15:0] \dut.index ;
    (* hierconn *) wire        \dut.adds_block ;
    (* hierconn *) wire [31:0] \dut.elapsed ;
    (* hierconn *) wire        \dut.fetch ;
    (* hierconn *) wire        \dut.write ;
    (* hierconn *) wire        \dut.stores ;
    (* hierconn *) wire [15:0] \dut.addr ;
    (* hierconn *) wire [31:0] \dut.sum ;
    (* hierconn *) wire [31:0] \dut.u_add.by ;
    (* hierconn *) wire [31:0] \dut.value ;
    (* hierconn *) wire [1:0]  \dut.mode ;
    (* hierconn *) wire [1:0]  \dut.state ;
    (* hierconn *) wire        \dut.at_sram ;
    (* hierconn *) wire        \dut.running ;
    wire rst_n = \dut.rst_n ;
    wire mine = \dut.addr == followed;

    initial assume (!reset_n);

    // ---- starts
    reg  accepted;                  // a start was accepted in the previous clock
    reg  [1:0] later;               // the same two and three clocks ago

    wire accept = ea_start && !accepted;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            accepted <= 1'b0;
            later    <= 2'd0;
        end else begin
            accepted <= accept;
            later    <= {later[0], accepted};
        end

    always @*
        if (rst_n) begin
            assert (\dut.total == \dut.counted + \dut.filtered );
            assert (\dut.first == accepted);
            assert (\dut.done == later[0]);
            assert (obs_counted + obs_filtered + obs_own == {1'b0, later[1]});
        end

    always @(posedge clk)
        if (rst_n) begin
            cover (obs_counted && \dut.total == 32'd2);
            cover (obs_filtered);
            cover (\dut.write && \dut.adds && mine && \dut.index == followed);
            cover (\dut.stores && sram_addr == followed);
        end

    // ---- why increments do not come in successive clocks
    wire beat = \dut.state == 2'd1 && !\dut.at_sram ;

    always @*
        if (rst_n) begin
            assert (\dut.state != 2'd3);
            assert (!(accepted && later[0]) && !(later[0] && later[1]));
            if (beat)
                assert (later[1]);
            if (\dut.fetch ) begin
                assert (\dut.mode != 2'd0);
                if (\dut.mode == 2'd1)
                    assert (later[1]);
                if (\dut.mode == 2'd2)
                    assert (!\dut.running );
                if (\dut.mode == 2'd3)
                    assert (!later[1]);
            end
        end

    // ---- the tracked word
    wire [31:0] amount = \dut.adds_block ? \dut.elapsed : 32'd1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            word  <= 32'd0;
            model <= 32'd0;
        end else begin
            if (!sram_we_n && sram_addr == followed)
                word <= sram_data_o;
            if (\dut.stores && sram_addr == followed)
                model <= \dut.value + (\dut.adds && \dut.index == followed ? amount : 32'd0);
            else if (\dut.adds && \dut.index == followed)
                model <= model + amount;
        end

    always @*
        if (rst_n) begin
            // Increments come one at a time, with no access between their two clocks.
            assert (!(\dut.adds && \dut.fetch ));
            assert (!(\dut.fetch && \dut.write ));
            assert (!(\dut.stores && (\dut.fetch || \dut.write )));
            assert (sram_we_n == !(\dut.write || \dut.stores ));
            if (\dut.fetch && mine)
                assert (word + \dut.u_add.by == model);
            else if (\dut.write && mine)
                assert (\dut.sum == model);
            else
                assert (word == model);
        end
endmodule
