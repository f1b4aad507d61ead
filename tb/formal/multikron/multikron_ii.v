// SPDX-License-Identifier: Apache-2.0
//
// Proof of the MultiKron_II without its sample FIFO and counters, which behave arbitrarily, for any
// processor that holds an access until its ack, and reset at any time. Each enabled write to a
// sample address stores exactly one sample with its own data, or loses exactly one, which is
// counted and flagged, or is refused and has no effect; no other access stores a sample. The
// holding register and the source addresses have the documented values. The sample FIFO is used as
// its own proof assumes.
`default_nettype none

// the sample FIFO: any room, at any time
module mk_samples (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         put,
    input  wire         resource,
    input  wire [127:0] record,
    input  wire [31:0]  source,
    input  wire [511:0] counts,
    output wire         room_trace,
    output wire         room_resource,
    output wire         busy,
    output wire [8:0]   level,
    input  wire         oe,
    input  wire         net_full,
    output wire         net_wr,
    output wire [7:0]   net_d,
    output wire         net_eos,
    output wire         net_par
);
    (* anyseq *) wire any_trace, any_resource, any_busy;
    assign room_trace    = any_trace;
    assign room_resource = any_resource;
    assign busy          = any_busy;
    assign level         = 9'd0;
    assign {net_wr, net_d, net_eos, net_par} = 11'd0;
endmodule

// the counters: any counts; the solver chooses one pair, the others are 0
module mk_counters #(
    parameter [63:0] RC_INIT = 64'd0,
    parameter EXT_ASYNC = 1,
    parameter [31:0] SALT = 32'd0
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire [15:0]  ext,
    input  wire         ts_tick,
    input  wire         trace,
    input  wire         resource,
    input  wire         lost,
    input  wire         waits,
    input  wire         set_enable,
    input  wire         set_disable,
    input  wire         set_reset,
    input  wire [15:0]  mask,
    input  wire [15:0]  increment,
    input  wire [7:0]   mode,
    input  wire [63:0]  source,
    input  wire         freeze,
    input  wire         load,
    input  wire [3:0]   load_n,
    input  wire [31:0]  load_value,
    output wire [15:0]  enable,
    output wire [511:0] counts
);
    (* anyseq *) wire [63:0] pair;
    (* anyseq *) wire [15:0] enabled;
    assign counts = {448'd0, pair};
    assign enable = enabled;
endmodule

module prove_multikron_ii (
    input wire        clk,
    input wire        rst_n,
    input wire        ts_tick,
    input wire        wait_cpu,
    input wire        testb,
    input wire        cs,
    input wire        write,
    input wire [5:0]  slot,
    input wire [1:0]  half,
    input wire [63:0] d_i,
    input wire [7:0]  cpu_id
);
    wire        ack, refused, ready;
    wire [63:0] d_o;
    wire [1:0]  obs_taken;
    wire        obs_lost;

    localparam [31:0] OVERLOAD_INIT = 32'hFFFFFFFE;   // the counts wrap within the proof's length
    localparam [55:0] TS_INIT = 56'hFFFFFFFFFFFFFE;

    multikron_ii #(.TS_INIT(TS_INIT), .OVERLOAD_INIT(OVERLOAD_INIT)) dut (
        .nodeclk(clk), .rst_n(rst_n), .ts_tick(ts_tick), .wait_cpu(wait_cpu), .testb(testb),
        .oe(1'b1), .ext(16'd0), .cs(cs), .write(write), .slot(slot), .half(half), .d_i(d_i),
        .cpu_id(cpu_id), .ack(ack), .refused(refused), .d_o(d_o), .ready(ready),
        .net_full(1'b0), .obs_taken(obs_taken), .obs_lost(obs_lost)
    );

    (* hierconn *) wire         \dut.rst_node_n ;
    (* hierconn *) wire [127:0] \dut.u_samples.record ;
    (* hierconn *) wire [31:0]  \dut.u_samples.source ;
    (* hierconn *) wire         \dut.u_samples.put ;
    (* hierconn *) wire         \dut.u_samples.resource ;
    (* hierconn *) wire         \dut.room_trace ;
    (* hierconn *) wire         \dut.room_resource ;
    (* hierconn *) wire         \dut.storing ;
    (* hierconn *) wire [511:0] \dut.counts ;
    (* hierconn *) wire [31:0]  \dut.hold ;
    (* hierconn *) wire         \dut.sampling ;
    (* hierconn *) wire         \dut.discard ;
    (* hierconn *) wire         \dut.mode32 ;
    (* hierconn *) wire         \dut.overflow ;
    (* hierconn *) wire [55:0]  \dut.stamp ;
    (* hierconn *) wire [15:0]  \dut.filter ;
    (* hierconn *) wire [7:0]   \dut.pairs ;
    (* hierconn *) wire [63:0]  \dut.source ;
    (* hierconn *) wire [31:0]  \dut.ovrcnt ;
    (* hierconn *) wire [31:0]  \dut.waitcnt ;
    (* hierconn *) wire         \dut.cpu_waits ;
    (* hierconn *) wire         \dut.lost_before ;
    (* hierconn *) wire [7:0]   \dut.address_set ;
    (* hierconn *) wire [31:0]  \dut.address_mem[0] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[1] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[2] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[3] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[4] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[5] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[6] ;
    (* hierconn *) wire [31:0]  \dut.address_mem[7] ;

    initial assume (!rst_n);

    localparam [5:0] HOLD = 6'd0, CSR = 6'd1, TS = 6'd2, FILTER = 6'd3, RC_MODE = 6'd7,
                     MUXSEL = 6'd32;

    // The processor holds an access until its ack. Values in the previous clock:
    reg         was, was_cs, was_ack, was_write, was_put, was_resource, was_testb;
    reg         was_trace_room, was_resource_room;
    reg [5:0]   was_slot;
    reg [1:0]   was_half;
    reg [63:0]  was_d, was_counts;
    reg [7:0]   was_id;
    reg [127:0] was_record;

    always @(posedge clk) begin
        was               <= \dut.rst_node_n ;
        was_cs            <= cs;
        was_ack           <= ack;
        was_write         <= write;
        was_slot          <= slot;
        was_half          <= half;
        was_d             <= d_i;
        was_id            <= cpu_id;
        was_testb         <= testb;
        was_put           <= \dut.u_samples.put ;
        was_resource      <= \dut.u_samples.resource ;
        was_record        <= \dut.u_samples.record ;
        was_trace_room    <= \dut.room_trace ;
        was_resource_room <= \dut.room_resource ;
        was_counts        <= \dut.counts [63:0];
    end

    reg before;
    initial before = 1'b0;
    always @(posedge clk) before <= 1'b1;
    wire now = before && was && \dut.rst_node_n ;

    always @* if (now && was_cs && !was_ack && !ack)
        assume (cs && write == was_write && slot == was_slot && half == was_half &&
                d_i == was_d && cpu_id == was_id);

    // The documented values of the registers, before the access that was acknowledged
    reg [31:0] hold, ovrcnt, waitcnt;
    reg        sampling, discard, mode32, overflow, lost;
    reg [55:0] stamp, stamp_q;
    reg        waited;
    reg [15:0] filter;
    reg [7:0]  pairs;
    reg [63:0] source;

    // an access is acknowledged in this clock
    wire        done   = now && ack;
    wire        wide   = was_half == 2'b11;
    wire        low    = was_half[0];
    wire        kind   = was_slot[3];
    wire        sample = done && was_write && low && was_slot[5:4] == 2'b11 && sampling &&
                         was_testb && filter[was_slot[3:0]];
    wire        room   = kind ? was_resource_room : was_trace_room;
    wire [63:0] value  = {wide ? was_d[63:32] : mode32 ? hold : 32'd0, was_d[31:0]};
    reg  [2:0]  id;
    reg  [31:0] upper;     // upper half of the slot that is read

    always @* begin
        casez (was_id)
        8'b???????1: id = 0;
        8'b??????10: id = 1;
        8'b?????100: id = 2;
        8'b????1000: id = 3;
        8'b???10000: id = 4;
        8'b??100000: id = 5;
        8'b?1000000: id = 6;
        8'b10000000: id = 7;
        default: id = 0;
        endcase
        case (was_slot)
        HOLD:    upper = hold;
        TS:      upper = {8'd0, stamp_q[55:32]};
        MUXSEL:  upper = source[63:32];
        6'd16:   upper = pairs[0] ? was_counts[63:32] : 32'd0;
        default: upper = 32'd0;
        endcase
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            hold    <= 32'd0;
            ovrcnt  <= OVERLOAD_INIT;
            waitcnt <= OVERLOAD_INIT;
            waited  <= 1'b0;
            stamp   <= TS_INIT;
            {sampling, discard, mode32, overflow, lost} <= 5'd0;
            stamp_q <= TS_INIT;
            filter  <= 16'hFFFF;
            pairs   <= 8'd0;
            source  <= 64'd0;
        end else begin
            stamp_q <= \dut.stamp ;
            stamp   <= \dut.rst_node_n ? stamp_now + ts_tick : TS_INIT;
            waited  <= waits;
            waitcnt <= waitcnt + waits;
            if (done && !refused) begin
                if (was_write && was_half[1] && (!wide || mode32))
                    hold <= was_d[63:32];
                if (was_write && low && was_slot == HOLD)
                    hold <= was_d[31:0];
                if (!was_write && low && was_slot != HOLD && (!wide || mode32))
                    hold <= upper;
                if (was_write && low)
                    case (was_slot)
                    CSR: begin
                        {mode32, discard, sampling} <= was_d[2:0];
                        if (was_d[8])
                            overflow <= 1'b0;
                    end
                    FILTER:  filter <= was_d[15:0];
                    RC_MODE: pairs <= was_d[7:0];
                    MUXSEL:  source <= value;
                    default: ;
                    endcase
            end
            if (sample && !room && discard) begin
                ovrcnt   <= ovrcnt + 32'd1;
                overflow <= 1'b1;
                lost     <= 1'b1;
            end
            if (sample && room)
                lost <= 1'b0;
        end

    // One source address register, which the solver chooses
    (* anyconst *) wire [2:0] chosen;

    reg  [31:0]  source_address;
    wire [255:0] address_mem = {\dut.address_mem[7] , \dut.address_mem[6] , \dut.address_mem[5] ,
                                \dut.address_mem[4] , \dut.address_mem[3] , \dut.address_mem[2] ,
                                \dut.address_mem[1] , \dut.address_mem[0] };
    wire         at_chosen = done && low && was_slot == {3'b001, chosen};

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            source_address <= 32'd0;
        else if (at_chosen && was_write)
            source_address <= was_d[31:0];

    // A lost sample appears in the registers one clock earlier than in the copies of this proof.
    wire        loses = sample && !room && discard;
    wire        takes = sample && room;

    // The CPU waits from a refusal to the sample, or until samples are discarded or not taken.
    wire        waits = (done && refused) || (waited && !takes && !discard && sampling);

    // A write of TSCLEAR clears the timestamp, also in the clock of a tick.
    wire [55:0] stamp_now = done && was_write && low && was_slot == CSR && was_d[3] ? 56'd0 : stamp;

    always @* if (now) begin
        // Each access is acknowledged once, and only an access is acknowledged.
        assert (!ack || (was_cs && !was_ack));
        // Exactly one of the three outcomes occurs.
        assert (was_put == takes);
        assert (refused == (sample && !room && !discard));
        assert (obs_lost == loses);
        assert (obs_taken == (takes ? kind ? 2'b10 : 2'b01 : 2'b00));
        if (takes) begin
            assert (was_resource == kind);
            assert (was_record[7:0] == {kind, id, lost, was_slot[2:0]});
            assert (was_record[63:8] == stamp_q);
            assert (was_record[127:64] == value);
            if (id == chosen)
                assert (\dut.u_samples.source == source_address);
        end
        // The rules of the sample FIFO are obeyed.
        if (\dut.u_samples.put ) begin
            assert (\dut.u_samples.resource ? \dut.room_resource && !\dut.storing
                                            : \dut.room_trace );
            assert (\dut.u_samples.record [7] == \dut.u_samples.resource );
        end
        // Read data: the low half, and the holding register at +4.
        if (done && !refused && !was_write && was_half == 2'b10)
            assert (d_o[63:32] == hold);
        if (done && !refused && !was_write && low && was_slot == HOLD)
            assert (d_o[31:0] == hold);
        if (at_chosen && !was_write)
            assert (d_o[31:0] == source_address);
        if (done && !was_write && wide)
            assert (d_o[63:32] == upper);
    end

    // In reset the outputs are 0, and the data stay 0 until the first clock after it.
    always @* if (!\dut.rst_node_n )
        assert (d_o == 0 && {ack, refused, ready, obs_taken, obs_lost} == 0);

    // Invariants: the copies follow one clock after an ack.
    always @* if (rst_n && before) begin
        assert (!ack || now);
        assert (ready || !ack);
        if (!ack) begin
            assert (hold == \dut.hold );
            assert ({mode32, discard, sampling} ==
                    {\dut.mode32 , \dut.discard , \dut.sampling });
            assert (filter == \dut.filter );
            assert (pairs == \dut.pairs );
            assert (source == \dut.source );
            assert (lost == \dut.lost_before );
            assert (ovrcnt == \dut.ovrcnt );
            assert (overflow == \dut.overflow );
            assert (source_address ==
                    (\dut.address_set [chosen] ? address_mem[{chosen, 5'd0} +: 32] : 32'd0));
        end
        assert (stamp_now == \dut.stamp );
        assert (waits == \dut.cpu_waits && waitcnt == \dut.waitcnt );
    end

    always @* begin
        cover (now && takes && lost);
        cover (now && takes && kind);
        cover (now && refused);
        cover (now && done && !was_write && low && was_slot == MUXSEL && upper != 0);
    end
endmodule
