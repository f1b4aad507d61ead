// SPDX-License-Identifier: Apache-2.0
//
// wb_slave - Wishbone B4 slave of 32 bits, classic cycles
//
// Purpose     converts Wishbone cycles into requests to a back end, one at a time, each exactly
//             once. The back end decides which addresses exist.
// Bus         Classic standard cycles, single or block: each clock of ACK or ERR ends one
//             access; STB may stay high for the next one. ERR is the answer when the back
//             end asserts ack_error. SEL is passed to the back end unchanged, in reads, too.
//             wb_dat_o is valid with ACK and 0 with ERR. A master that lowers CYC or STB early gets
//             no answer; an access that the back end executes then still takes effect, and the next
//             cycle waits for its end.
// Back end    req is 1 for one clock, and only while no access is in progress. write, addr, be and
//             wdata are stable from the clock of req to that of ack, inclusive. ack is 1 for one
//             clock, at the earliest in the clock after req; ack_error and, for a read, ack_rdata
//             are valid in the same clock.
// Latency     clocks: req 1 after STB, ACK or ERR 1 after ack.
// Throughput  an access every 4 clocks if the back end acknowledges in the clock after req.
// Domain      wb_clk. wb_ack and wb_err are flip-flops combined with CYC and STB; the
//             other outputs are flip-flops.
// Reset       rst_n asynchronous, released synchronously: no answer; the access in progress is
//             dropped.
`default_nettype none

module wb_slave #(
    parameter ADDR_BITS = 28    // bytes of the window, as a power of 2: 4 to 32
) (
    input  wire                 wb_clk,
    input  wire                 rst_n,

    // bus
    input  wire                 wb_cyc,
    input  wire                 wb_stb,
    input  wire                 wb_we,
    input  wire [ADDR_BITS-1:2] wb_adr,
    input  wire [3:0]           wb_sel,
    input  wire [31:0]          wb_dat_i,
    output reg  [31:0]          wb_dat_o,
    output wire                 wb_ack,
    output wire                 wb_err,

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
            wb_slave_ADDR_BITS_must_be_4_to_32 illegal_parameter ();
        end
    endgenerate

    reg  busy;          // the back end executes an access
    reg  wanted;        // the master still waits for this access
    reg  done, failed;  // the clock of the answer

    wire strobe = wb_cyc && wb_stb;
    wire start  = strobe && !busy && !done && !failed;
    wire answer = busy && ack && wanted && strobe;

    assign wb_ack = done && strobe;
    assign wb_err = failed && strobe;

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            wb_dat_o <= 32'd0;
            req      <= 1'b0;
            write    <= 1'b0;
            addr     <= {(ADDR_BITS - 2){1'b0}};
            be       <= 4'd0;
            wdata    <= 32'd0;
            busy     <= 1'b0;
            wanted   <= 1'b0;
            done     <= 1'b0;
            failed   <= 1'b0;
        end else begin
            req      <= start;
            busy     <= start || (busy && !ack);
            wanted   <= start || (wanted && strobe);
            done     <= answer && !ack_error;
            failed   <= answer && ack_error;
            if (start) begin
                write <= wb_we;
                addr  <= wb_adr;
                be    <= wb_sel;
                wdata <= wb_dat_i;
            end
            if (answer)
                wb_dat_o <= ack_error || write ? 32'd0 : ack_rdata;
        end
endmodule
