// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_selector for every stream of bits. done rises exactly if the stream has no fault
// and its length is correct, at the fourth clock after it; a fault raises err. All outputs are 0
// until done and while show = 0; otherwise each output shows the choice of its frame. The reference
// reads the stream by position; the solver chooses the output that the proof examines. WIDE = 1:
// with codes of 7 bits, of which wide allows the top one in each clock.
`default_nettype none

module prove_surf_selector #(
    parameter WIDE = 0
) (
    input wire        clk,
    input wire        rst_n,
    input wire        prog,
    input wire        cclk,
    input wire        din,
    input wire        show,
    input wire [49:0] in,
    input wire        wide,
    input wire [63:0] more
);
    (* anyconst *) reg [4:0] k;     // number of the examined output

    wire        done, err, cfg;
    wire [23:0] out;

    surf_selector #(.WIDE(WIDE)) dut (.*);

    always @* begin
        if ($initstate)
            assume (!rst_n);
        assume (k < 24);
    end

    // Position of the next bit: 0 is the 0 of the preamble after the ones
    localparam [8:0] LENGTH = 9'd4, FILL = 9'd28, FRAMES = 9'd32, CHECK = 9'd296,
                     POST = 9'd312, END = 9'd320;

    reg [6:0]  clearing;    // number of clearing clocks so far; 64 = the selector accepts bits
    reg [3:0]  ones;        // number of ones; saturates at 8
    reg [8:0]  place;
    reg        lost, bad, failed;
    reg [4:0]  frame;
    reg [3:0]  bit_no;      // position in the frame
    reg [23:0] length;
    reg [25:0] clocks;      // saturates far above any length
    reg [15:0] crc;
    reg [6:0]  code;        // select code of output k
    reg        fit;         // the stream ended at clock L or before
    wire       listens = clearing == 64;
    wire       frames = place >= FRAMES && place < CHECK;

    function [15:0] crc_step(input [15:0] c, input d);
        crc_step = c[15] != d ? {c[14:0], 1'b0} ^ 16'h8005 : {c[14:0], 1'b0};
    endfunction

    // Whether this bit violates the format
    reg  wrong;
    wire top = WIDE != 0 && wide;   // the first bit of a frame may be 1
    wire [3:0] check_no = 4'd15 - (place[3:0] - CHECK[3:0]);

    always @* begin
        wrong = 1'b0;
        if (place == 1 || place == 3)
            wrong = din != 1'b0;
        else if (place == 2 || (place >= FILL && place < FRAMES))
            wrong = din != 1'b1;
        else if (frames) begin
            if (bit_no == 0)
                wrong = din && !top;
            else if (bit_no >= 7)
                wrong = din != crc[15 - (bit_no - 7)];
        end else if (place >= CHECK && place < POST)
            wrong = din != crc[check_no];
        else if (place >= POST && place < END)
            wrong = din != (place != POST);
    end

    wire last = (frames && bit_no == 10) || place == POST - 1 || place == END - 1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            clearing <= 7'd0;
            {ones, place, lost, bad, failed, fit} <= 17'd0;
            {frame, bit_no, length, clocks} <= 59'd0;
            crc  <= 16'hFFFF;
            code <= 7'd0;
        end else if (prog || !listens) begin
            clearing <= prog ? 7'd0 : clearing + 7'd1;
            {ones, place, lost, bad, failed, fit} <= 17'd0;
            {frame, bit_no, length, clocks} <= 59'd0;
            crc  <= 16'hFFFF;
            code <= 7'd0;
        end else if (cclk) begin
            if (!clocks[25])
                clocks <= clocks + 26'd1;
            if (!lost && !failed && place != END) begin
                if (place == 0) begin
                    ones <= ones == 8 ? 4'd8 : ones + 4'd1;
                    if (!din) begin
                        lost  <= ones != 8;
                        place <= 9'd1;
                    end
                end else begin
                    place <= place + 9'd1;
                    if (place < FRAMES)
                        lost <= wrong;
                    else begin
                        bad    <= bad || wrong;
                        failed <= last && (bad || wrong);
                    end
                end
                if (place >= LENGTH && place < FILL)
                    length <= {length, din};
                if (frames) begin
                    bit_no <= bit_no == 10 ? 4'd0 : bit_no + 4'd1;
                    if (bit_no == 10)
                        frame <= frame + 5'd1;
                    if (bit_no <= 6)
                        crc <= crc_step(crc, din);
                    if (bit_no <= 6 && frame == k)
                        code <= {code, din && (bit_no != 0 || top)};
                end
                if (place == END - 1)
                    fit <= clocks + 1 <= length;
            end
        end

    wire good = listens && place == END && !failed && !lost;

    always @* if (rst_n) begin
        assert (done == (good && fit && clocks >= length + 26'd4));
        assert (err == (!listens || failed));
        assert (cfg == !done);
        if (!done || !show)
            assert (out == 24'd0);
        else
            assert (out[k] == (code < 50 ? in[code] : code < 64 ? code == 63 : more[code[5:0]]));
        if (WIDE == 0)
            assert (code < 64);
        // The states in terms of the report
        if (failed || bad || lost)
            assert (!done);
    end

    // Invariants
    (* hierconn *) wire [3:0]   \dut.state ;
    (* hierconn *) wire [5:0]   \dut.n ;
    (* hierconn *) wire [4:0]   \dut.frame ;
    (* hierconn *) wire         \dut.bad ;
    (* hierconn *) wire [15:0]  \dut.crc ;
    (* hierconn *) wire [23:0]  \dut.length ;
    (* hierconn *) wire [24:0]  \dut.clocks ;
    localparam BITS = WIDE != 0 ? 7 : 6;
    (* hierconn *) wire [24*BITS-1:0] \dut.codes ;

    // Number of code bits received after the first one of frame k
    wire [3:0] in_frame = bit_no > 7 ? BITS : WIDE != 0 || bit_no == 0 ? bit_no : bit_no - 4'd1;
    wire [7:0] shifted = BITS * (frame - k) + in_frame;
    wire       begun   = frame > k || (frame == k && in_frame != 0);
    wire       whole   = frame > k || (frame == k && in_frame == BITS);

    reg [3:0] state;
    reg [5:0] n;

    always @* begin
        n = 0;
        if (!listens) begin
            state = 0;
            n = clearing;
        end else if (failed)
            state = 11;
        else if (lost)
            state = 12;
        else if (place == 0) begin
            state = 1;
            n = ones;
        end else if (place < LENGTH) begin
            state = 2;
            n = place - 1;
        end else if (place < FILL) begin
            state = 3;
            n = place - LENGTH;
        end else if (place < FRAMES) begin
            state = 4;
            n = place - FILL;
        end else if (place < CHECK) begin
            state = 5;
            n = bit_no;
        end else if (place < POST) begin
            state = 6;
            n = place - CHECK;
        end else if (place < END) begin
            state = 7;
            n = place - POST;
        end else if (!fit || clocks < length)
            state = 8;
        else if (clocks < length + 26'd4) begin
            state = 9;
            n = clocks - length;
        end else
            state = 10;
    end

    always @* if (rst_n) begin
        assert (\dut.state == state);
        if (state < 10)
            assert (\dut.n == n);
        assert (clearing <= 64 && ones <= 8 && place <= END);
        assert (clocks <= 26'h2000000);
        assert (\dut.clocks == (clocks[25:24] != 0 ? 25'h1000000 : clocks[24:0]));
        assert (\dut.length == length);
        assert (!fit || place == END);
        if (place == END && !fit)
            assert (clocks > length);
        if (place < FRAMES || lost)
            assert (!bad && place <= FRAMES);
        if (failed)
            assert (bad);
        if (place == END)
            assert (!bad || failed);
        if (!failed && !lost) begin
            if (place >= FRAMES)
                assert (\dut.bad == bad);
            assert (\dut.bad == 0 || bad);
            if (place <= CHECK)
                assert (\dut.crc == crc);
            else if (place < POST)
                assert (\dut.crc == crc << (place - CHECK));
        end
        assert (bit_no <= 10 && frame <= 24 && (frame < 24 || bit_no == 0));
        assert (\dut.frame == frame);
        if (frames || (place < FRAMES))
            assert (place < FRAMES ? frame == 0 && bit_no == 0 : place == FRAMES + 11 * frame +
                    bit_no);
        if (place >= CHECK)
            assert (frame == 24);
        if (whole)
            assert (((\dut.codes >> (shifted - BITS)) & ((1 << BITS) - 1)) == code);
        else
            assert (code == (begun ? \dut.codes & ((1 << in_frame) - 1) : 0));
    end

    // Reachable: the clearing after a second prog. (Later states take hundreds of clocks; the
    // testbenches load complete streams.)
    reg again;

    initial again = 1'b0;
    always @(posedge clk)
        again <= again || (rst_n && clearing == 2 && prog);

    always @* cover (rst_n && again && clearing == 4 && cclk && din);
endmodule
