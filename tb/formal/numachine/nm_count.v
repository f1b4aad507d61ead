// SPDX-License-Identifier: Apache-2.0
//
// Proof of nm_count and, with PIPE, of nm_count_pipe: the solver chooses one word of the counter
// SRAM. Counts of this and of other words come in any order, and the word is written from outside
// while no count is in progress. It always holds the written value plus the number of strobes (and
// of clocks of hold) since then.
`default_nettype none

module prove_nm_count (
    input wire        clk,
    input wire        rst_n,
    input wire        want,         // requests a count, if one is allowed
    input wire [15:0] which,        // the counter to be counted
    input wire        hold,
    input wire [31:0] other,        // contents of the other words
    input wire        external,     // writes the tracked word, if that is allowed
    input wire [31:0] external_data
);
    (* anyconst *) reg [15:0] followed;

    wire        write, overflow;
    wire [31:0] wdata;
    reg  [31:0] word, model;    // the word in the SRAM; the expected value, including counts in
                                // progress

    initial assume (!rst_n);

`ifdef PIPE
    wire        strobe = want;
    wire [15:0] address = which;
    wire [15:0] waddr;
    reg  [31:0] rdata;
    reg  [2:0]  strobes;        // strobes in the three previous clocks
    wire        put = rst_n && external && !strobe && strobes[1:0] == 2'd0;

    nm_count_pipe dut (.*);

    wire mine  = strobe && address == followed;
    wire saved = write && waddr == followed;
    wire more  = 1'b0;

    // a word that is read while it is written may have any value
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            strobes <= 3'd0;
            rdata   <= 32'd0;
        end else begin
            strobes <= {strobes[1:0], strobe};
            if (strobe)
                rdata <= mine && !(write && waddr == address) ? word : other;
        end

    (* hierconn *) wire        \dut.adds ;
    (* hierconn *) wire [15:0] \dut.addr ;
    (* hierconn *) wire        \dut.past ;
    (* hierconn *) wire [15:0] \dut.past_addr ;
    (* hierconn *) wire [31:0] \dut.past_data ;
    wire adding = \dut.adds && \dut.addr == followed;
    wire passed = \dut.past && \dut.past_addr == followed;

    always @* if (rst_n) begin
        assert ((saved ? wdata : word) + adding == model);
        // There are two clocks from strobe to write.
        assert (write == strobes[1] && \dut.adds == strobes[0] && \dut.past == strobes[2]);
        // invariants
        if (passed)
            assert (word == \dut.past_data );
        if (adding && !passed)
            assert (rdata == word);
    end

    // three successive counts of the word; two counts of it with a count of another between
    reg [7:0] counted;
    always @(posedge clk)
        counted <= rst_n ? counted + mine : 8'd0;
    always @* begin
        cover (rst_n && strobes == 3'b111 && counted == 3 && saved && passed && adding);
        cover (rst_n && overflow && saved && model == 32'd1 && counted == 4);
    end
`else
    reg         strobe;
    reg  [15:0] address;        // address, stable until the next strobe
    wire        ready;
    wire [31:0] rdata = address == followed ? word : other;
    wire        put = rst_n && external && !strobe && !write;

    nm_count dut (.*);

    wire mine  = strobe && address == followed;
    wire saved = write && address == followed;
    wire more  = saved && hold;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            strobe  <= 1'b0;
            address <= 16'd0;
        end else begin
            strobe <= want && ready;
            if (want && ready)
                address <= which;
        end

    // A read clock, then write clocks: one, or until hold ends
    reg strobed, held;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            strobed <= 1'b0;
            held    <= 1'b0;
        end else begin
            strobed <= strobe;
            held    <= write && hold;
        end

    always @* if (rst_n) begin
        assert ((saved ? wdata : word) == model);
        assert (write == (strobed || held));
        assert (ready == !(strobe || (write && hold)));
        assert (!(strobe && write && hold));
    end

    reg [7:0] counted;
    always @(posedge clk)
        counted <= rst_n ? counted + mine : 8'd0;
    always @* begin
        cover (rst_n && counted == 2 && saved && model == 32'h00010000);
        cover (rst_n && overflow && held && counted == 1);
    end
`endif

    always @(posedge clk) begin
        if (saved)
            word <= wdata;
        else if (put)
            word <= external_data;
        if (!rst_n)
            model <= word;     // a reset does not change the word
        else if (put)
            model <= external_data;
        else
            model <= model + (mine || more);
    end
    always @* if (rst_n)
        assert (overflow == (write && wdata == 32'd0));
endmodule
