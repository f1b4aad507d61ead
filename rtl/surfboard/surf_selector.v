// SPDX-License-Identifier: Apache-2.0
//
// surf_selector - histogram bin selector, a routing fabric that is configured serially
//
// Purpose     drives each of the 24 bin address bits from one of 50 inputs (WIDE: 114), 0 or 1. The
//             configuration is loaded serially, as into an FPGA in slave-serial mode, and has a
//             CRC-16.
// Interface   prog = 1 clears the configuration; the fall of prog starts 64 clocks of clearing,
//             after which the selector accepts bits. cclk (one clock) samples din; a cclk before
//             that is ignored and not counted. Stream, in order of transmission:
//               8 or more ones, 0010, length L (24 bits, MSB first), 1111,
//               24 frames: 0, select code (6 bits, MSB first), the top 4 bits of
//                 the running CRC; frame k configures out[k]
//               the CRC (16 bits, MSB first), 01111111
//             CRC: 0x8005 from 0xFFFF, over start bits and select codes. Codes 0..49 select
//             in[code], 63 selects 1, all others select 0. With WIDE = 1 and wide = 1 the first
//             bit of a frame is the top bit of its code, and code 64 + n selects more[n]; otherwise
//             this bit must be 0. done rises with the 4th cclk after cclk number L, counted from
//             the first one; if the count has passed L before the last stream bit, done never
//             rises. A wrong frame, check word or postamble raises err at its last bit. After a
//             wrong header done and err stay 0. In both cases further clocks are ignored until
//             prog.
//             phase          done err cfg
//             prog, clearing   0   1   1
//             listening        0   0   1
//             error            0   1   1
//             configured       1   0   0
//             out is 0 until done, and while show is 0.
// Latency     in and show to out combinational; cclk to done and err 1 clock.
// Domain      clk.
// Reset       rst_n (power-on only) asynchronous, released synchronously; it acts like prog.
// Paper       TR-596-99 3.1, 3.2, A.6 FCCR and FCDR.
`default_nettype none

module surf_selector #(
    parameter WIDE = 0          // 1 = codes of 7 bits
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        prog,
    input  wire        cclk,
    input  wire        din,
    output wire        done,
    output wire        err,
    output wire        cfg,
    input  wire        show,
    input  wire [49:0] in,
    input  wire        wide,
    input  wire [63:0] more,
    output reg  [23:0] out
);
    localparam [3:0] CLEAR    = 4'd0,  // while prog = 1, and for 64 clocks after it
                     ONES     = 4'd1,  // 8 or more ones and the first 0
                     PREAMBLE = 4'd2,  // the other bits of 0010
                     LENGTH   = 4'd3,
                     FILL     = 4'd4,  // 1111
                     FRAME    = 4'd5,
                     CHECK    = 4'd6,
                     POST     = 4'd7,  // 01111111
                     COUNT    = 4'd8,  // wait for clock L
                     STARTUP  = 4'd9,  // 4 more clocks
                     DONE     = 4'd10,
                     ERROR    = 4'd11,
                     LOST     = 4'd12; // not a header

    reg [3:0]   state;
    reg [5:0]   n;        // number of clocks or bits in this state so far; in ONES it saturates at
                          // 8
    reg [4:0]   frame;
    reg         bad;      // a wrong bit in this frame, check word or postamble
    reg [15:0]  crc;
    reg [23:0]  length;
    reg [24:0]  clocks;   // clocks since the selector began to accept bits; saturates at 2**24
    localparam BITS = WIDE != 0 ? 7 : 6;

    reg [24*BITS-1:0] codes;    // code of out[0] in the top bits

    assign done = state == DONE;
    assign err  = state == CLEAR || state == ERROR;
    assign cfg  = state != DONE;

    // Running CRC over the first seven bits of each frame
    wire [15:0] crc_next;

    crc16 u_crc (.crc(crc), .d(din), .next(crc_next));

    wire in_code = n < 6'd7;
    wire top_bit = WIDE != 0 && n == 6'd0;      // of a code, 0 unless wide = 1

    // The expected value of the current bit, where the format prescribes it. In CHECK the CRC is
    // shifted out.
    reg  expected;

    always @* begin
        case (state)
        PREAMBLE: expected = n == 6'd1;                      // 010
        FRAME:    expected = n != 6'd0 && crc[4'd6 - n[3:0]]; // n = 7..10: crc[15..12]
        CHECK:    expected = crc[15];
        POST:     expected = n != 6'd0;
        default:  expected = 1'b1;                           // ONES, FILL
        endcase
    end

    wire wrong   = din != expected;
    wire checked = state == CHECK || state == POST ||
                   (state == FRAME && ((n == 6'd0 && !(WIDE != 0 && wide)) || !in_code));
    wire bad_now = bad || (checked && wrong);

    wire [24:0] clocks_next = clocks + 25'd1;
    wire        at_length   = clocks_next == {1'b0, length};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state  <= CLEAR;
            n      <= 6'd0;
            frame  <= 5'd0;
            bad    <= 1'b0;
            crc    <= 16'hFFFF;
            length <= 24'd0;
            clocks <= 25'd0;
            codes  <= {24 * BITS{1'b0}};
        end else if (prog || state == CLEAR) begin
            state  <= !prog && n == 6'd63 ? ONES : CLEAR;
            n      <= prog ? 6'd0 : n + 6'd1;     // 0 after 63
            frame  <= 5'd0;
            bad    <= 1'b0;
            crc    <= 16'hFFFF;
            length <= 24'd0;
            clocks <= 25'd0;
            codes  <= {24 * BITS{1'b0}};
        end else if (cclk) begin
            if (!clocks[24])
                clocks <= clocks_next;
            n   <= n + 6'd1;
            bad <= bad_now;

            case (state)
            ONES:
                if (din)
                    n <= n == 6'd8 ? n : n + 6'd1;
                else begin
                    state <= n == 6'd8 ? PREAMBLE : LOST;
                    n     <= 6'd0;
                end
            PREAMBLE:
                if (wrong)
                    state <= LOST;
                else if (n == 6'd2) begin
                    state <= LENGTH;
                    n     <= 6'd0;
                end
            LENGTH: begin
                length <= {length[22:0], din};
                if (n == 6'd23) begin
                    state <= FILL;
                    n     <= 6'd0;
                end
            end
            FILL:
                if (wrong)
                    state <= LOST;
                else if (n == 6'd3) begin
                    state <= FRAME;
                    n     <= 6'd0;
                end
            FRAME: begin
                if (in_code)
                    crc <= crc_next;
                if (in_code && (n != 6'd0 || WIDE != 0))
                    codes <= {codes[24*BITS-2:0], din && (wide || !top_bit)};
                if (n == 6'd10) begin
                    n     <= 6'd0;
                    frame <= frame + 5'd1;
                    if (bad_now)
                        state <= ERROR;
                    else if (frame == 5'd23)
                        state <= CHECK;
                end
            end
            CHECK: begin
                crc <= {crc[14:0], 1'b0};
                if (n == 6'd15) begin
                    n     <= 6'd0;
                    state <= bad_now ? ERROR : POST;
                end
            end
            POST:
                if (n == 6'd7) begin
                    n     <= 6'd0;
                    state <= bad_now ? ERROR : at_length ? STARTUP : COUNT;
                end
            COUNT: begin
                n <= 6'd0;
                if (at_length)
                    state <= STARTUP;
            end
            STARTUP:
                if (n == 6'd3)
                    state <= DONE;
            default:            // DONE, ERROR, LOST: until PROG
                ;
            endcase
        end

    // Fabric
    function [23:0] chosen(input [24*BITS-1:0] code, input [2**BITS-1:0] source);
        integer k;
        for (k = 0; k < 24; k = k + 1)
            chosen[k] = source[code[24 * BITS - 1 - BITS * k -: BITS]];
    endfunction

    wire [127:0] sources = {more, 1'b1, 13'd0, in};

    always @* begin
        out = 24'd0;
        if (done && show)
            out = chosen(codes, sources[2**BITS-1:0]);
    end

    wire unused = &{1'b0, sources, wide};
endmodule
