// SPDX-License-Identifier: Apache-2.0
//
// mk_transfer - FIFO state machine, memory address pointer and cable of the MultiKron board
//
// Purpose     moves bytes from the board's FIFO in sequences: four to local memory, two to
//             the S16D cable, or one to the CPU.
// Sequences   memory: begins if local = 1 and the FIFO has four bytes, or with a TEST write. The
//             word is stored in a holding register and written from there to memory at the pointer,
//             which then increments; the next memory sequence may begin meanwhile. If wrapb = 1
//             (simple buffer) and pointer[23:22] is not 0, the word is discarded.
//             cable: begins if local = 0 and the FIFO has two bytes. Order: word valid, DAV high,
//             ACK high, DAV low, ACK low.
//             CPU: begins with a TEST read.
//             A sequence that has begun is completed; only a reset ends one that hangs.
//             dis_state = 1: no sequence begins. test = 1: only a TEST operation begins a sequence.
// TEST        t_req with t_write is held until t_done, which is combinational for a write, or until
//             the master withdraws it. t_late = 1: no read begins. The operation does nothing (a
//             read returns 0) if test = 0 or dis_state = 1, while a sequence waits for a byte or
//             for the cable, and, for a read, if the FIFO is empty.
// Pointer     pointer_write loads pointer_wdata; it is ignored while held = 1.
// Held        held = 1: a word waits for memory or is being written.
// Latency     the word of a memory sequence is in the holding register 6 clocks after the sequence
//             could begin.
// Throughput  one word per 6 clocks, if the memory keeps up.
// Domain      clk. s_ack must be synchronous to clk.
// Reset       rst_n: software or hardware reset; pointer_rst_n, hardware reset only, resets the
//             pointer.
// Paper       NISTIR 5993, 1.2, 1.3, 2.4 to 2.7.
`default_nettype none

module mk_transfer #(
    parameter MEM_BIG_ENDIAN = 0,     // 1: the first byte of a word is in bits 31..24
    parameter CABLE_LITTLE_ENDIAN = 0 // 1: the first byte of a cable word is in bits 7..0
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        pointer_rst_n,

    input  wire        test,
    input  wire        local_mode,
    input  wire        dis_state,
    input  wire        wrapb,

    // FIFO
    input  wire [10:0] level,
    output wire        rd,
    input  wire [7:0]  rdata,

    // TEST operations
    input  wire        t_req,
    input  wire        t_write,
    input  wire        t_late,
    output wire        t_done,
    output wire [7:0]  t_rdata,

    // pointer
    input  wire        pointer_write,
    input  wire [23:0] pointer_wdata,
    output reg  [23:0] pointer,
    output reg         held,

    // memory
    output reg         s_req,
    output wire [31:0] s_wdata,
    input  wire        s_done,

    // cable
    output reg  [15:0] s_d,
    output reg         s_dav,
    input  wire        s_ack,

    output wire        busy,
    output wire        store,
    output wire        drain
);
    generate
        if (MEM_BIG_ENDIAN < 0 || MEM_BIG_ENDIAN > 1) begin : g_illegal_mem
            mk_transfer_MEM_BIG_ENDIAN_must_be_0_or_1 illegal_parameter ();
        end
        if (CABLE_LITTLE_ENDIAN < 0 || CABLE_LITTLE_ENDIAN > 1) begin : g_illegal_cable
            mk_transfer_CABLE_LITTLE_ENDIAN_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    localparam [2:0] IDLE = 3'd0,
                     POP  = 3'd1,  // bytes are popped from the FIFO
                     LAST = 3'd2,  // the last byte arrives
                     WORD = 3'd3,  // the word is complete
                     VALID = 3'd4, // cable: data are valid
                     DAV  = 3'd5,  // cable: DAV is high
                     REST = 3'd6;  // cable: DAV is low, until ACK is low

    localparam [1:0] MEMORY = 2'd0, CABLE = 2'd1, CPU = 2'd2;

    reg [2:0]  state;
    reg [1:0]  kind;
    reg [1:0]  more;     // bytes to be popped after this one
    reg        arrives;  // rdata is the next byte
    reg [31:0] word;     // bytes received so far, the latest in bits 31..24
    reg [31:0] hold;

    wire empty = level == 11'd0;
    wire idle = state == IDLE;
    wire enabled = idle && !dis_state;
    wire full = wrapb && pointer[23:22] != 2'b00;
    wire waiting = (state == POP && empty) || state == VALID || state == DAV || state == REST;

    // sequences that may begin
    reg  t_byte;     // word contains the byte of a TEST read
    wire t_off    = !test || dis_state || waiting || (idle && !t_write && empty);
    wire go_test  = enabled && test && t_req && !t_byte &&
                    (t_write || (!t_late && !empty && !held));
    wire go_mem   = enabled && !test && local_mode && level >= 11'd4;
    wire go_cable = enabled && !test && !local_mode && level >= 11'd2 && !held;

    // first byte in bits 7..0, or in bits 31..24
    wire [31:0] swapped = {word[7:0], word[15:8], word[23:16], word[31:24]};
    wire [31:0] mem_word = MEM_BIG_ENDIAN != 0 ? swapped : word;
    wire [15:0] cable_word = CABLE_LITTLE_ENDIAN != 0 ? word[31:16] : swapped[15:0];

    assign t_done  = t_byte || (t_req && (t_off || (go_test && t_write)));
    assign t_rdata = t_byte ? word[31:24] : 8'd0;
    assign s_wdata = hold;
    assign rd    = state == POP && !empty;
    assign busy  = !idle || held;
    assign store = s_done && s_req;
    assign drain = held && !s_req && full;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state   <= IDLE;
            kind    <= MEMORY;
            more    <= 2'd0;
            arrives <= 1'b0;
            word    <= 32'd0;
            t_byte  <= 1'b0;
            s_d     <= 16'd0;
            s_dav   <= 1'b0;
        end else begin
            arrives <= rd;
            if (arrives)
                word <= {rdata, word[31:8]};
            t_byte <= 1'b0;
            case (state)
                IDLE: begin
                    if (go_test) begin
                        state  <= POP;
                        kind   <= t_write ? MEMORY : CPU;
                        more   <= t_write ? 2'd3 : 2'd0;
                    end else if (go_mem || go_cable) begin
                        state <= POP;
                        kind  <= go_mem ? MEMORY : CABLE;
                        more  <= go_mem ? 2'd3 : 2'd1;
                    end
                end
                POP: begin
                    if (!empty) begin
                        more <= more - 2'd1;
                        if (more == 2'd0)
                            state <= LAST;
                    end
                end
                LAST: state <= WORD;
                WORD: begin
                    if (kind == CPU) begin
                        state  <= IDLE;
                        t_byte <= 1'b1;
                    end else if (kind == CABLE) begin
                        state <= VALID;
                        s_d   <= cable_word;
                    end else if (!held)
                        state <= IDLE;
                end
                VALID: begin
                    if (!s_ack) begin
                        state <= DAV;
                        s_dav <= 1'b1;
                    end
                end
                DAV: begin
                    if (s_ack) begin
                        state <= REST;
                        s_dav <= 1'b0;
                    end
                end
                default: begin
                    if (!s_ack)
                        state <= IDLE;
                end
            endcase
        end

    // Holding register
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held    <= 1'b0;
            s_req   <= 1'b0;
            hold    <= 32'd0;
        end else begin
            if (state == WORD && kind == MEMORY && !held) begin
                held <= 1'b1;
                hold <= mem_word;
            end
            if (held && !s_req && !full)
                s_req <= 1'b1;
            if (s_done || drain) begin
                held  <= 1'b0;
                s_req <= 1'b0;
            end
        end

    // Pointer
    always @(posedge clk or negedge pointer_rst_n)
        if (!pointer_rst_n)
            pointer <= 24'd0;
        else if (held ? store : pointer_write)
            pointer <= held ? pointer + 24'd1 : pointer_wdata;
endmodule
