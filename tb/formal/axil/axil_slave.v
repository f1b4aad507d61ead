// SPDX-License-Identifier: Apache-2.0
//
// Proof of axil_slave against every legal master and back end.
//
// The master may raise each VALID in any clock and holds it, with its payload, until READY; its
// READYs are free. It need not wait for an answer before the next access. Reset comes at any time;
// the master may have a VALID high then and keep it high. The back end acknowledges each request in
// any later clock; its outputs in other clocks are free.
`default_nettype none

module prove_axil_slave #(
    parameter ADDR_BITS = 6
) (
    input wire                 aclk,
    input wire                 rst_n,
    input wire                 aw_go, w_go, ar_go,     // a VALID rises
    input wire [ADDR_BITS-1:0] aw_addr, ar_addr,
    input wire [31:0]          w_data,
    input wire [3:0]           w_strb,
    input wire [2:0]           prot,
    input wire                 s_bready, s_rready,
    input wire                 finish,                 // the back end acknowledges
    input wire                 ack_error,
    input wire [31:0]          ack_rdata
);
    localparam A = ADDR_BITS;

    // Master
    reg          s_awvalid, s_wvalid, s_arvalid;
    reg  [A-1:0] s_awaddr, s_araddr;
    reg  [31:0]  s_wdata;
    reg  [3:0]   s_wstrb;
    wire         s_awready, s_wready, s_arready, s_bvalid, s_rvalid;
    wire [1:0]   s_bresp, s_rresp;
    wire [31:0]  s_rdata;

    wire aw_taken = s_awvalid && s_awready;
    wire w_taken  = s_wvalid && s_wready;
    wire ar_taken = s_arvalid && s_arready;
    wire b_taken  = s_bvalid && s_bready;
    wire r_taken  = s_rvalid && s_rready;

    always @(posedge aclk) begin
        if (!s_awvalid || aw_taken) {s_awvalid, s_awaddr} <= {aw_go, aw_addr};
        if (!s_wvalid || w_taken)   {s_wvalid, s_wdata, s_wstrb} <= {w_go, w_data, w_strb};
        if (!s_arvalid || ar_taken) {s_arvalid, s_araddr} <= {ar_go, ar_addr};
    end

    initial assume (!rst_n);

    wire         req, write;
    wire [A-1:2] addr;
    wire [3:0]   be;
    wire [31:0]  wdata;

    // Back end
    reg  under_way;                 // from the clock after req to that of ack
    wire ack = under_way && finish;

    axil_slave #(.ADDR_BITS(A)) dut (.s_awprot(prot), .s_arprot(prot), .*);

    // The accesses on the bus
    reg          aw_open, w_open, ar_open;  // transferred, and not yet answered
    reg  [A-1:2] open_awaddr;
    reg  [31:0]  open_wdata;
    reg  [3:0]   open_wstrb;
    reg          w_asked;                   // the request of the write has been issued
    reg          b_due, r_due;              // an answer is due after ack, with:
    reg          b_error, r_error;
    reg  [31:0]  r_data;
    reg          access_write;              // kind of the current access
    reg  [A-1:2] access_addr;
    reg  [3:0]   access_be;
    reg  [31:0]  access_wdata;
    reg          fresh;                     // first clock after reset

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {aw_open, w_open, ar_open, w_asked, b_due, r_due, b_error, r_error} <= 8'd0;
            {under_way, access_write} <= 2'd0;
            {open_awaddr, access_addr} <= {(2 * A - 4){1'b0}};
            {open_wdata, r_data, access_wdata} <= 96'd0;
            {open_wstrb, access_be} <= 8'd0;
            fresh <= 1'b1;
        end else begin
            fresh   <= 1'b0;
            aw_open <= (aw_open || aw_taken) && !b_taken;
            w_open  <= (w_open || w_taken) && !b_taken;
            ar_open <= (ar_open || ar_taken) && !r_taken;
            if (aw_taken) open_awaddr <= s_awaddr[A-1:2];
            if (w_taken) {open_wdata, open_wstrb} <= {s_wdata, s_wstrb};
            w_asked   <= (w_asked || (req && write)) && !b_taken;
            under_way <= req || (under_way && !finish);
            if (req) begin
                access_write <= write;
                access_addr  <= addr;
                access_be    <= be;
                access_wdata <= wdata;
            end
            b_due <= (b_due && !b_taken) || (ack && access_write);
            r_due <= (r_due && !r_taken) || (ack && !access_write);
            if (ack && access_write)
                b_error <= ack_error;
            if (ack && !access_write)
                {r_error, r_data} <= {ack_error, ack_error ? 32'd0 : ack_rdata};
        end

    // State in the previous clock: the back end was free, and the accesses that waited for it
    wire read_under_way = (req && !write) || (under_way && !access_write);
    wire write_waits    = aw_open && w_open && !w_asked && !(req && write);
    wire read_waits     = s_arvalid && !read_under_way && (!s_rvalid || s_rready);
    reg  was_free, was_write_waits, was_read_waits, was_read_under_way;
    reg  write_skipped, read_skipped;   // the other kind was served while this one waited

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            {was_free, was_write_waits, was_read_waits, was_read_under_way} <= 4'd0;
            {write_skipped, read_skipped} <= 2'd0;
        end else begin
            was_free           <= !req && (!under_way || finish);
            was_write_waits    <= write_waits;
            was_read_waits     <= read_waits;
            was_read_under_way <= read_under_way;
            write_skipped      <= write_waits && was_write_waits &&
                                  (write_skipped || (req && !write));
            read_skipped       <= read_waits && was_read_waits && (read_skipped || (req && write));
        end

    always @* begin
        if (!rst_n)
            assert (!s_awready && !s_wready && !s_arready && !s_bvalid && !s_rvalid && !req);
        else begin
            // At most one access of each kind is outstanding. If none is, the slave accepts AW in
            // any clock, and W in any clock in which no read is in progress; such a clock follows
            // each read.
            assert (s_awready == (!aw_open && !fresh));
            assert (s_wready == (!w_open && !read_under_way && !fresh));
            if (s_arready)
                assert (!ar_open && req && !write);
            // A request is issued only for a transferred access, once, with its address, lanes and
            // data,
            if (req)
                assert (!under_way);
            if (req && write)
                assert (aw_open && w_open && !w_asked && addr == open_awaddr &&
                        be == open_wstrb && wdata == open_wdata);
            if (req && !write)
                assert (ar_taken && addr == s_araddr[A-1:2] && be == 4'hF && !was_read_under_way);
            // which are stable until ack.
            if (under_way)
                assert (write == access_write && addr == access_addr && be == access_be &&
                        wdata == access_wdata);
            // Each access gets exactly one answer, that of the back end, in the clock after ack; it
            // is stable until READY.
            assert (s_bvalid == b_due && s_rvalid == r_due);
            if (s_bvalid)
                assert (aw_open && w_open && w_asked && s_bresp == {b_error, 1'b0});
            if (s_rvalid)
                assert (ar_open && s_rresp == {r_error, 1'b0} && s_rdata == r_data);
            // Each access ends: a free back end is used at once, by both kinds alternately.
            if (was_free && (was_write_waits || was_read_waits))
                assert (req);
            if (req && was_write_waits && was_read_waits)
                assert (write ? !read_skipped : !write_skipped);
        end
    end

    // Invariants
    (* hierconn *) wire         \dut.busy ;
    (* hierconn *) wire         \dut.aw_held ;
    (* hierconn *) wire         \dut.w_held ;
    (* hierconn *) wire         \dut.asked ;
    (* hierconn *) wire [A-1:2] \dut.aw_addr ;
    (* hierconn *) wire [3:0]   \dut.w_be ;

    always @* if (rst_n) begin
        assert (\dut.busy == (req || under_way));
        assert (\dut.aw_held == aw_open && \dut.w_held == w_open);
        assert (\dut.asked == (w_asked || (req && write)));
        if (aw_open)
            assert (\dut.aw_addr == open_awaddr);
        if (w_open)
            assert (\dut.w_be == open_wstrb && wdata == open_wdata);
        if (w_asked)
            assert (aw_open && w_open && ((under_way && access_write) != b_due));
        if (b_due)
            assert (w_asked);
        if (under_way && access_write)
            assert (w_asked);
        assert (ar_open == ((under_way && !access_write) || r_due));
        assert (!(under_way && !access_write && r_due));
        // the kind that was served last waits
        if (write_waits && write_skipped)
            assert (!write);
        if (read_waits && read_skipped)
            assert (write);
    end

    // Reachable: AW long before W and vice versa; a read that waits for a write and vice versa;
    // answers that wait for READY; an access after a reset in mid-access
    reg was_under_way, cut, aw_first, w_first, both, b_stalled, r_stalled;

    initial {was_under_way, cut, aw_first, w_first, both, b_stalled, r_stalled} = 7'd0;

    always @(posedge aclk) begin
        was_under_way <= under_way;
        cut           <= cut || (!rst_n && was_under_way);
        aw_first      <= aw_open && (aw_first || !w_open);
        w_first       <= w_open && (w_first || !aw_open);
        both          <= both || (write_waits && read_waits);
        b_stalled     <= s_bvalid && !s_bready;
        r_stalled     <= s_rvalid && !s_rready;
    end

    always @* begin
        cover (rst_n && b_taken && aw_first && b_stalled && b_error);
        cover (rst_n && b_taken && w_first && !b_error && r_due);
        cover (rst_n && r_taken && r_stalled && r_error);
        cover (rst_n && both && req && write && read_waits && r_data == 32'h12345678);
        cover (rst_n && both && req && !write && write_waits);
        cover (rst_n && cut && b_taken && r_taken);
    end
endmodule
