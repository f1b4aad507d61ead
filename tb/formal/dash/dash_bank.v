// SPDX-License-Identifier: Apache-2.0
// Proof of dash_bank: each count is counted or missed; a counted one is written back, plus one.
`default_nettype none

module prove_dash_bank (
    input wire        clk,
    input wire        rst_n,
    input wire        count,
    input wire [13:0] addr,
    input wire        h_req,
    input wire        h_write,
    input wire [13:0] h_addr,
    input wire [31:0] h_wdata,
    input wire [31:0] dq_i
);
    wire        counted, missed, wrapped, h_done, host, oe_n, we_n, dq_oe;
    wire [31:0] h_rdata, dq_o;
    wire [13:0] a;

    dash_bank dut (.*);
    (* hierconn *) wire       \dut.fetch ;
    (* hierconn *) wire [3:0] \dut.waited ;

    initial assume (!rst_n);

    // values in the previous clocks
    reg         was_counted, was_host, was_write, held;
    reg  [1:0]  since;              // clocks since a count, 3: more
    reg  [13:0] at, host_at;
    reg  [31:0] word, data, read;
    reg  [4:0]  waits;              // clocks for which the host has waited

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            was_counted <= 1'b0;
            was_host    <= 1'b0;
            was_write   <= 1'b0;
            held        <= 1'b0;
            since       <= 2'd3;
            at          <= 14'd0;
            host_at     <= 14'd0;
            word        <= 32'd0;
            data        <= 32'd0;
            read        <= 32'd0;
            waits       <= 5'd0;
        end else begin
            was_counted <= counted;
            since       <= counted ? 2'd1 : since == 2'd3 ? 2'd3 : since + 2'd1;
            if (counted)
                at <= addr;
            word      <= dq_i + 32'd1;
            held      <= h_req && !h_done;
            was_write <= h_write;
            host_at   <= h_addr;
            data      <= h_wdata;
            was_host  <= host;
            read      <= dq_i;
            waits     <= h_req && !h_done ? waits + 5'd1 : 5'd0;
        end

    // the host holds its request until it is done
    always @* if (rst_n && held)
        assume (h_req && h_write == was_write && h_addr == host_at && h_wdata == data);

    always @* if (rst_n) begin
        assert (counted + missed == count);
        // a fetch, then the write-back
        assert (\dut.fetch == was_counted);
        if (since == 2'd1)
            assert (!oe_n && we_n && !dq_oe && a == at && !host && !counted);
        if (since == 2'd2)
            assert (oe_n && !we_n && dq_oe && a == at && dq_o == word && !host);
        if (since == 2'd3 && !host)
            assert (oe_n && we_n && !dq_oe);
        assert (wrapped == (since == 2'd1 && dq_i == 32'hFFFFFFFF));
        // the host takes a clock from a count only after it has waited 15 clocks
        if (count && !was_counted && waits < 5'd15)
            assert (counted);
        // one access for each request
        if (host)
            assert (held && a == host_at && oe_n == was_write && we_n == !was_write &&
                    (!was_write || (dq_oe && dq_o == data)));
        assert (h_done == was_host && (!h_done || h_rdata == read));
        assert (!(host && h_done));
        assert (waits <= 5'd18);
        // invariants
        assert (\dut.waited <= waits);
        assert (host || h_done || waits <= 5'd16);
        if (!host && !h_done)
            assert (\dut.waited == (waits > 5'd15 ? 4'd15 : waits[3:0]));
    end

    always @* begin
        cover (rst_n && host && was_write && waits == 5'd16);
        cover (rst_n && wrapped);
        cover (rst_n && missed && !was_counted);
    end
endmodule
