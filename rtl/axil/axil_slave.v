// SPDX-License-Identifier: Apache-2.0
//
// axil_slave - AXI4-Lite slave of 32 bits (AMBA AXI, IHI 0022)
//
// Purpose     converts AXI4-Lite reads and writes into requests to a back end, one at a time,
//             each exactly once. The back end decides which addresses exist.
// Bus         At most one write and one read are outstanding. AW and W may arrive in any order and
//             are accepted independently of each other. Byte strobes are passed to the back end
//             unchanged, even if all are 0; a read requests all four bytes. The answer is OKAY, or
//             SLVERR if the back end asserts ack_error; s_rdata is then 0. AWPROT, ARPROT and
//             address bits 1..0 are ignored. Each VALID and each answer is stable until its READY.
//             s_wready is 0 while the back end executes a read, because wdata must be stable then.
// Back end    req is 1 for one clock, and only while no access is in progress. write, addr, be and
//             wdata are stable from the clock of req to that of ack, inclusive. ack is 1 for one
//             clock, at the earliest in the clock after req; ack_error and, for a read, ack_rdata
//             are valid in the same clock.
// Order       If a read and a write are both waiting, the read is next. No other read can follow
//             immediately, because the answer takes a clock; the waiting write follows. Each
//             therefore waits for at most one access of the other kind.
// Latency     Clocks from VALID, with everything idle: read req in 1, write req in 2 (from
//             the later one of AW and W), BVALID or RVALID 1 after ack.
// Throughput  with a back end that acknowledges in the clock after req: a read every 3 clocks, a
//             write every 5, or a read and a write together every 6.
// Domain      aclk. All outputs are flip-flops.
// Reset       rst_n asynchronous, released synchronously: READY and VALID are 0, and accesses in
//             progress are dropped. READY rises only after the release, which may be later than
//             that of the master's reset.
`default_nettype none

module axil_slave #(
    parameter ADDR_BITS = 28    // bytes of the window, as a power of 2: 4 to 32
) (
    input  wire                 aclk,
    input  wire                 rst_n,

    // bus
    input  wire [ADDR_BITS-1:0] s_awaddr,
    input  wire [2:0]           s_awprot,
    input  wire                 s_awvalid,
    output reg                  s_awready,
    input  wire [31:0]          s_wdata,
    input  wire [3:0]           s_wstrb,
    input  wire                 s_wvalid,
    output reg                  s_wready,
    output reg  [1:0]           s_bresp,
    output reg                  s_bvalid,
    input  wire                 s_bready,
    input  wire [ADDR_BITS-1:0] s_araddr,
    input  wire [2:0]           s_arprot,
    input  wire                 s_arvalid,
    output reg                  s_arready,
    output reg  [31:0]          s_rdata,
    output reg  [1:0]           s_rresp,
    output reg                  s_rvalid,
    input  wire                 s_rready,

    // back end
    output reg                  req,
    output reg                  write,
    output reg  [ADDR_BITS-1:2] addr,
    output reg  [3:0]           be,
    output reg  [31:0]          wdata,
    input  wire                 ack,
    input  wire                 ack_error,
    input  wire [31:0]          ack_rdata
);
    generate
        if (ADDR_BITS < 4 || ADDR_BITS > 32) begin : g_illegal
            axil_slave_ADDR_BITS_must_be_4_to_32 illegal_parameter ();
        end
    endgenerate

    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;

    reg                 busy;               // the back end executes an access
    reg                 aw_held, w_held;    // AW, W was received, and the write's response has not
                                            // been accepted
    reg                 asked;              // the write was passed to the back end
    reg [ADDR_BITS-1:2] aw_addr;
    reg [3:0]           w_be;

    wire aw_taken = s_awvalid && s_awready;
    wire w_taken  = s_wvalid && s_wready;
    wire b_taken  = s_bvalid && s_bready;
    wire r_taken  = s_rvalid && s_rready;

    wire read_busy   = busy && !write;
    wire write_waits = aw_held && w_held && !asked;
    wire read_waits  = s_arvalid && !read_busy && (!s_rvalid || s_rready);
    wire free        = !busy || ack;
    wire give_read   = free && read_waits;
    wire give_write  = free && write_waits && !read_waits;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            s_awready <= 1'b0;
            s_wready  <= 1'b0;
            s_bresp   <= OKAY;
            s_bvalid  <= 1'b0;
            s_arready <= 1'b0;
            s_rdata   <= 32'd0;
            s_rresp   <= OKAY;
            s_rvalid  <= 1'b0;
            req       <= 1'b0;
            write     <= 1'b0;
            addr      <= {(ADDR_BITS - 2){1'b0}};
            be        <= 4'd0;
            wdata     <= 32'd0;
            busy      <= 1'b0;
            aw_held   <= 1'b0;
            w_held    <= 1'b0;
            asked     <= 1'b0;
            aw_addr   <= {(ADDR_BITS - 2){1'b0}};
            w_be      <= 4'd0;
        end else begin
            // write address and data
            aw_held   <= (aw_held || aw_taken) && !b_taken;
            w_held    <= (w_held || w_taken) && !b_taken;
            asked     <= (asked || give_write) && !b_taken;
            s_awready <= b_taken || !(aw_held || aw_taken);
            s_wready  <= (b_taken || !(w_held || w_taken)) && !give_read && !(read_busy && !ack);
            if (aw_taken)
                aw_addr <= s_awaddr[ADDR_BITS-1:2];
            if (w_taken) begin
                wdata <= s_wdata;
                w_be  <= s_wstrb;
            end

            // a read is accepted in the clock in which its request is issued
            s_arready <= give_read;

            // back end
            req  <= give_write || give_read;
            busy <= give_write || give_read || (busy && !ack);
            if (give_write || give_read) begin
                write <= give_write;
                addr  <= give_write ? aw_addr : s_araddr[ADDR_BITS-1:2];
                be    <= give_write ? w_be : 4'hF;
            end

            // answers
            if (b_taken)
                s_bvalid <= 1'b0;
            if (r_taken)
                s_rvalid <= 1'b0;
            if (ack && busy && write) begin
                s_bvalid <= 1'b1;
                s_bresp  <= ack_error ? SLVERR : OKAY;
            end
            if (ack && busy && !write) begin
                s_rvalid <= 1'b1;
                s_rresp  <= ack_error ? SLVERR : OKAY;
                s_rdata  <= ack_error ? 32'd0 : ack_rdata;
            end
        end

    wire unused = &{1'b0, s_awaddr[1:0], s_awprot, s_araddr[1:0], s_arprot};
endmodule
