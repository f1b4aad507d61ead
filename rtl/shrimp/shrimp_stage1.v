// SPDX-License-Identifier: Apache-2.0
//
// shrimp_stage1 - Stage 1 of the SHRIMP boards: receives packets from the SNI board
//
// Purpose     frames the packets on S_DATA, samples their fields, counts their
//             payload words and passes each complete packet to Stage 2.
// Interface   A beat is a clk_s1 edge with pmen_n = 0. The first beat after reset
//             or after an end of data is the header, then the time stamp, then
//             one 32-bit payload word a beat; s_eod_n = 0 with a payload beat ends the packet; it
//             has no effect with the other two beats.
//               header     63..60 byte enables, 58..53 Y, 52..47 X, 46 interrupt
//                          bit, 35..11 address A26..A2; S_COLOR with it
//               time stamp 54..11 transmit time 43..0
//               payload    63..60 of the first word: remote category
//             rxtime is 3 clocks old (shrimp_rxtime), so it is sampled 3 clocks after the header
//             beat: the value is the time of the header beat.
//             run is 1 from the header beat to the end of data (LED 9).
//             Stage 2 reads a FIFO: entry is valid while empty = 0, and rd pops it.
//             entry, MSB first: y[4:0] x[4:0] rcat[3:0] size[10:0] color[5:0]
//             rxtime[43:0] txtime[43:0] irq addr[26:2] be[3:0]. size is 1 to 1024;
//             a packet of more words violates the protocol.
// Latency     last beat to FIFO 2 clk_s1, and from there to empty = 0 another 3 clk25 (4 with
//             jitter).
// Throughput  one beat per clock; packets of 3 beats may come without pause.
// Domain      clk_s1; rd, entry and empty in clk25.
// Reset       rst_n and rst25_n, from one source: POR, RESDRV and HTCR.PRS. A packet that has not
//             ended is dropped.
// Paper       TR-596-99 3.2, A.1, A.2.
`default_nettype none

module shrimp_stage1 (
    input  wire         clk_s1,
    input  wire         rst_n,
    input  wire         pmen_n,
    input  wire         s_eod_n,
    input  wire [63:0]  s_data,
    input  wire [5:0]   s_color,
    input  wire [43:0]  rxtime,
    output reg          run,

    input  wire         clk25,
    input  wire         rst25_n,
    input  wire         rd,
    output wire [148:0] entry,
    output wire         empty
);
    localparam [1:0] HEADER = 2'd0, STAMP = 2'd1, FIRST = 2'd2, MORE = 2'd3;

    // S_DATA(59) and S_DATA(10..0) are not connected; Y5 is not used.
    wire full;
    wire unused = &{1'b0, s_data[59:58], s_data[10:0], full};

    // The pins are registered once. This also delays the header by one of the three clocks by which
    // the receive time lags.
    reg         beat, eod;
    reg [63:60] top;
    reg [57:11] data;
    reg [5:0]   color_in;

    always @(posedge clk_s1 or negedge rst_n)
        if (!rst_n) begin
            beat <= 1'b0;
            eod  <= 1'b0;
        end else begin
            beat <= !pmen_n;
            eod  <= !s_eod_n;
        end

    always @(posedge clk_s1) begin
        top      <= s_data[63:60];
        data     <= s_data[57:11];
        color_in <= s_color;
    end

    // Framing
    reg [1:0] state;
    reg       last;         // the packet is complete, push it now
    reg [1:0] header_age;   // one-hot: the header beat was 1 or 2 clocks ago

    always @(posedge clk_s1 or negedge rst_n)
        if (!rst_n) begin
            state      <= HEADER;
            run        <= 1'b0;
            last       <= 1'b0;
            header_age <= 2'b00;
        end else begin
            last       <= 1'b0;
            header_age <= {header_age[0], beat && state == HEADER};
            if (beat)
                case (state)
                HEADER: begin
                    state <= STAMP;
                    run   <= 1'b1;
                end
                STAMP:
                    state <= FIRST;
                default:        // FIRST, MORE
                    if (eod) begin
                        state <= HEADER;
                        run   <= 1'b0;
                        last  <= 1'b1;
                    end else
                        state <= MORE;
                endcase
        end

    // Fields. They are stable until the next header, which comes at the earliest in the clock in
    // which the packet is pushed.
    reg [4:0]  y, x;
    reg [3:0]  rcat, be;
    reg [10:0] size;
    reg [5:0]  color;
    reg [43:0] rx, tx;
    reg        irq;
    reg [26:2] addr;

    always @(posedge clk_s1) begin
        if (header_age[1])
            rx <= rxtime;
        if (beat)
            case (state)
            HEADER: begin
                be    <= top;
                y     <= data[57:53];
                x     <= data[51:47];
                irq   <= data[46];
                addr  <= data[35:11];
                color <= color_in;
                size  <= 11'd0;
            end
            STAMP:
                tx <= data[54:11];
            default: begin
                size <= size + 11'd1;
                if (state == FIRST)
                    rcat <= top;
            end
            endcase
    end

    // The FIFO cannot fill: a packet takes at least 3 clk_s1 = 180 ns, Stage 2 pops an entry in the
    // clk25 in which it sees it, and the writer sees the slot as free less than 500 ns after the
    // push. So at most 3 of the 4 slots are in use.
    wire there;

    assign empty = !there;

    async_fifo #(.WIDTH(149), .DEPTH_LOG2(2), .SALT(32'h5202)) u_fifo (
        .clk_w(clk_s1), .rst_w_n(rst_n), .wr(last),
        .wdata({y, x, rcat, size, color, rx, tx, irq, addr, be}), .full(full),
        .clk_r(clk25), .rst_r_n(rst25_n), .rd(rd), .rdata(entry), .level(there)
    );
endmodule
