// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_transfer with any FIFO, memory, cable and CPU, and with changes of all modes and
// resets at any time: each sequence pops four, two or one bytes and delivers these once, in order,
// and each sequence ends when bytes, acknowledge and memory come.
`default_nettype none

module prove_mk_transfer #(
    parameter MEM_BIG_ENDIAN = 0,
    parameter CABLE_LITTLE_ENDIAN = 0
) (
    input wire        clk,
    input wire        rst_n,
    input wire        pointer_rst_n,
    input wire        test,
    input wire        local_mode,
    input wire        dis_state,
    input wire        wrapb,
    input wire [10:0] level,
    input wire [7:0]  rdata,
    input wire        t_req,
    input wire        t_write,
    input wire        t_late,
    input wire        map_write,
    input wire [23:0] pointer_wdata,
    input wire        memory_done,
    input wire        s_ack
);
    wire        rd, t_done, held, s_req, s_dav, busy, store, drain;
    wire [7:0]  t_rdata;
    wire [23:0] pointer;
    wire [31:0] s_wdata;
    wire [15:0] s_d;
    wire        pointer_write = map_write && !held;
    wire        s_done = s_req && memory_done;

    mk_transfer #(.MEM_BIG_ENDIAN(MEM_BIG_ENDIAN), .CABLE_LITTLE_ENDIAN(CABLE_LITTLE_ENDIAN)) dut (
        .*
    );

    (* hierconn *) wire [2:0]  \dut.state ;
    (* hierconn *) wire [1:0]  \dut.kind ;
    (* hierconn *) wire [1:0]  \dut.more ;
    (* hierconn *) wire        \dut.arrives ;
    (* hierconn *) wire [31:0] \dut.word ;
    (* hierconn *) wire        \dut.t_byte ;

    localparam [2:0] IDLE = 3'd0, POP = 3'd1, LAST = 3'd2, WORD = 3'd3, VALID = 3'd4, DAV = 3'd5,
                     REST = 3'd6;
    localparam [1:0] MEMORY = 2'd0, CABLE = 2'd1, CPU = 2'd2;

    initial assume (!rst_n && !pointer_rst_n);
    // A hardware reset resets everything.
    always @* assume (pointer_rst_n || !rst_n);

    // Bytes popped since the last delivery, in order
    reg  [2:0]  taken;
    reg         was_rd, was_held, was_dav;
    reg  [7:0]  b0, b1, b2, b3;
    wire        to_memory = held && !was_held;
    wire        to_cable  = s_dav && !was_dav;
    wire        to_cpu    = \dut.t_byte ;
    wire [31:0] memory_word = MEM_BIG_ENDIAN != 0 ? {b0, b1, b2, b3} : {b3, b2, b1, b0};
    wire [15:0] cable_word  = CABLE_LITTLE_ENDIAN != 0 ? {b1, b0} : {b0, b1};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            taken <= 3'd0;
            {was_rd, was_held, was_dav} <= 3'd0;
            {b0, b1, b2, b3} <= 32'd0;
        end else begin
            taken    <= (to_memory || to_cable || to_cpu ? 3'd0 : taken) + rd;
            was_rd   <= rd;
            was_held <= held;
            was_dav  <= s_dav;
            if (was_rd)
                case (taken)
                1: b0 <= rdata;
                2: b1 <= rdata;
                3: b2 <= rdata;
                default: b3 <= rdata;
                endcase
        end

    // Number of steps to the end of a sequence, and what it waits for
    reg  [3:0] steps;

    always @* begin
        case (\dut.state )
        IDLE:    steps = 4'd0;
        REST:    steps = 4'd1;
        DAV:     steps = 4'd2;
        VALID:   steps = 4'd3;
        WORD:    steps = 4'd4;
        LAST:    steps = 4'd5;
        default: steps = 4'd6 + \dut.more ;
        endcase
    end
    wire waits = (\dut.state == POP && level == 0) || (\dut.state == VALID && s_ack) ||
                 (\dut.state == DAV && !s_ack) || (\dut.state == REST && s_ack) ||
                 (\dut.state == WORD && \dut.kind == MEMORY && held);

    // Values in the previous clock
    reg         was, was_waits, was_req, was_done, was_ack, was_full;
    reg         may_memory, may_cable, may_cpu;
    reg  [3:0]  was_steps;
    reg  [31:0] was_word;
    reg  [15:0] was_d;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {was, was_waits, was_req, was_done, was_ack, was_full} <= 6'd0;
            {may_memory, may_cable, may_cpu} <= 3'd0;
            was_steps <= 4'd0;
            was_word  <= 32'd0;
            was_d     <= 16'd0;
        end else begin
            was        <= 1'b1;
            was_waits  <= waits;
            was_steps  <= steps;
            was_req    <= s_req;
            was_done   <= s_done;
            was_ack    <= s_ack;
            was_full   <= wrapb && pointer[23:22] != 0;
            was_word   <= s_wdata;
            was_d      <= s_d;
            may_memory <= !dis_state && (test ? t_req && t_write : local_mode && level >= 4);
            may_cable  <= !dis_state && !test && !local_mode && level >= 2;
            may_cpu    <= !dis_state && test && t_req && !t_write && !t_late && level != 0;
        end

    reg         was_store, was_write;
    reg  [23:0] was_pointer, was_wdata;

    always @(posedge clk or negedge pointer_rst_n)
        if (!pointer_rst_n) begin
            {was_store, was_write} <= 2'd0;
            {was_pointer, was_wdata} <= 48'd0;
        end else begin
            was_store   <= store;
            was_write   <= pointer_write;
            was_pointer <= pointer;
            was_wdata   <= pointer_wdata;
        end

    wire [2:0] whole = \dut.kind == MEMORY ? 3'd4 : \dut.kind == CABLE ? 3'd2 : 3'd1;

    always @* begin
        // The FIFO has bytes.
        if (rd)
            assert (level != 0);
        // It delivers four, two or one bytes, in order.
        if (to_memory)
            assert (taken == 4 && s_wdata == memory_word);
        if (to_cable)
            assert (taken == 2 && s_d == cable_word);
        if (to_cpu)
            assert (taken == 1 && t_done && t_rdata == b0);
        // A sequence begins only if the modes allow it.
        if (was && was_steps == 0 && steps != 0)
            assert (\dut.kind == MEMORY ? may_memory : \dut.kind == CABLE ? may_cable : may_cpu);
        // Each step brings the sequence closer to its end, unless it waits; during a wait nothing
        // is lost.
        if (was && was_steps != 0)
            assert (was_waits ? steps == was_steps : steps < was_steps);
        // The held word is offered to the memory at once and is stable until it is stored; it is
        // discarded only if the simple buffer is full.
        if (was && was_held) begin
            if (held)
                assert (s_req && s_wdata == was_word && !was_done);
            else
                assert (was_done || (was_full && !was_req));
        end
        assert (!s_req || held);
        assert (store == s_done);
        assert (!drain || (held && !s_req && wrapb && pointer[23:22] != 0));
        assert (busy == (steps != 0 || held));
        // Each word gets its own address.
        if (pointer_rst_n)
            assert (pointer == (was_write ? was_wdata : was_pointer + was_store));
        // handshake of the cable
        if (was && s_dav != was_dav)
            assert (was_ack != s_dav);
        if (s_dav)
            assert (s_d == was_d);
    end

    // Invariants
    always @* begin
        assert (\dut.state != 7 && \dut.kind != 3);
        assert (\dut.arrives == was_rd);
        case (\dut.state )
        POP:  assert (taken + \dut.more + 1 == whole && !to_memory && !to_cpu);
        LAST: assert (taken == whole && was_rd);
        WORD: assert (taken == whole && !was_rd);
        VALID: assert (taken == 2 && \dut.kind == CABLE && s_d == cable_word);
        DAV:  assert (taken == (to_cable ? 2 : 0) && \dut.kind == CABLE && s_d == was_d);
        REST: assert (taken == 0 && \dut.kind == CABLE);
        default: assert (taken == (to_memory ? 4 : to_cpu ? 1 : 0));
        endcase
        assert (was_rd ? \dut.state == POP || \dut.state == LAST : \dut.state != LAST);
        assert (s_dav == (\dut.state == DAV));
        assert (!was_dav || \dut.state == DAV || \dut.state == REST);
        assert (!to_memory || \dut.state == IDLE);
        assert (!to_cpu || \dut.state == IDLE);
        case (taken - was_rd)
        1: assert (\dut.word [31:24] == b0);
        2: assert (\dut.word [31:16] == {b1, b0});
        3: assert (\dut.word [31:8] == {b2, b1, b0});
        4: assert (\dut.word == {b3, b2, b1, b0});
        endcase
        if (!was)
            assert (!was_held && !was_dav);
        if (was_rd)
            assert (taken != 0);
        if (pointer_rst_n && was_store)
            assert (!was_write);
    end

    // Reachable: a sequence that begins while a word waits for memory, each kind of end, and a
    // pause between the bytes of a word
    reg paused, overtaken;

    initial {paused, overtaken} = 2'd0;

    always @(posedge clk) begin
        paused    <= rst_n && \dut.state != IDLE &&
                     (paused || (\dut.state == POP && level == 0 && taken == 2));
        overtaken <= rst_n && (overtaken || (was_held && held && rd));
    end

    always @* begin
        cover (store && overtaken && s_wdata == 32'h12345678);
        cover (drain);
        cover (\dut.state == WORD && paused);
        cover (\dut.state == REST && !s_ack && s_d == 16'hABCD);
        cover (to_cpu);
    end
endmodule
