// SPDX-License-Identifier: Apache-2.0
//
// Proof of nm_monitor: every mon_start is counted, filtered, a label write or missed. Each counted
// one causes exactly one strobe, three clocks later unless the SRAM is busy, with the address
// according to the tables of the thesis. The solver chooses one transaction, and the proof tracks
// it with the values of the pins in its clock.
`default_nettype none

module prove_nm_monitor #(
    parameter AHDL_ORDER = 0,
    parameter PIPELINED = 0
) (
    input wire         clk,
    input wire         rst_n,
    input wire         mon_start,
    input wire [63:0]  ad,
    input wire [9:0]   cmd,
    input wire         valid,
    input wire         lock,
    input wire         local_global,
    input wire         fifo_cnt_en,
    input wire         fifo_cnt_dir,
    input wire [8:0]   block_label,
    input wire [8:0]   block_label_write_data,
    input wire [3:0]   config_register,
    input wire         ready_free,
    input wire         external_next,
    input wire [15:0]  external_addr,
    input wire         external_free,
    input wire         flexprog_oe_n,
    input wire         sram_addr0_oe_n,
    input wire         overflow,
    input wire         pick
);
    (* anyconst *) reg cache_line_size;
    (* anyconst *) reg num_memory_boards;

    // PIPELINED = 1: external_addr_enable is announced one clock ahead, as Special Functions does
    reg announced;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            announced <= 1'b0;
        else
            announced <= external_next;

    wire external = PIPELINED != 0 ? announced : external_free;
    wire ready    = PIPELINED != 0 ? 1'b1 : ready_free;
    wire stall    = external || !ready;

    wire        busy, label_write, flex_write_sram, take, overflow_mode, miss;
    wire        counts, filtered, labels, missed, check, increment;
    wire [17:0] label_index;
    wire [8:0]  label_q;
    wire [15:0] counter_sram_addr, counter_sram_addr_oe, address;
    wire [5:0]  depth;
    wire [3:0]  debug;

    nm_monitor #(.AHDL_ORDER(AHDL_ORDER), .PIPELINED(PIPELINED)) dut (
        .*, .ad_hi(ad[63:48]), .magic(ad[35:32]), .ad_lo(ad[27:6]), .special(cmd[9]),
        .cmd(cmd[7:3]), .external_addr_enable(external)
    );

    (* hierconn *) wire \dut.s1_valid ;
    (* hierconn *) wire \dut.s2_valid ;
    (* hierconn *) wire \dut.s1_counts ;
    (* hierconn *) wire \dut.s2_counts ;
    (* hierconn *) wire \dut.s1_move ;
    (* hierconn *) wire \dut.s2_move ;

    initial assume (!rst_n);

    wire accept = mon_start && !miss;

    // ---- reference, from the tables: whether a transaction counts, and in which counter
    wire       memory = ad[35:32] != 4'd4;
    wire       is_label = !memory && ad[27:24] == 4'b1101 && !cmd[3];
    reg        known;
    reg  [2:0] mapped;

    always @* begin
        known  = 1'b1;
        mapped = 3'd0;
        casez (cmd[7:3])        // Table 4.5
        5'b00001: mapped = 3'd0;        // Read_Req
        5'b00000: mapped = 3'd1;        // Read_Res
        5'b00101: mapped = 3'd2;        // ReadEx_Req
        5'b00100: mapped = 3'd3;        // ReadEx_Res
        5'b11000: mapped = 3'd4;        // Inval_Res
        5'b11001: mapped = 3'd5;        // Upgrade_Req
        5'b10000: mapped = 3'd6;        // Write_Back_Res
        5'b0001?, 5'b0011?, 5'b1001?, 5'b1101?: mapped = 3'd7;  // Nack of any of these
        default: known = 1'b0;
        endcase
    end

    wire to_count = memory && (!config_register[3] || (config_register[3:2] == 2'b10 && known &&
                    !cmd[9]));

    // with the overflow bit 0
    reg  [15:0] where;
    reg  [3:0]  st;
    reg  [1:0]  pid;
    reg         sel, tag, lowest;
    wire [6:0]  low = {1'b0, local_global, lock, valid, mapped};

    always @* begin
        st  = {|(ad[63:60] & 4'b1100), |(ad[63:60] & 4'b1010), |(ad[59:56] & 4'b1100),
              |(ad[59:56] & 4'b1010)};
        pid = {|(ad[55:52] & 4'b1100), |(ad[55:52] & 4'b1010)};
        case ({cache_line_size, num_memory_boards})
        2'b00:        {sel, tag, lowest} = {ad[24], ad[25], ad[6]};
        2'b01, 2'b10: {sel, tag, lowest} = {ad[25], ad[26], ad[7]};
        default:      {sel, tag, lowest} = {ad[26], ad[27], ad[8]};
        endcase
        casez (config_register)
        4'b00??: where = {ad[25:14], st};
        4'b01??: where = AHDL_ORDER ? {depth, ad[51:48], pid, st} : {depth, st, pid, ad[51:48]};
        4'b1000: where = {block_label, low};
        4'b1001: where = {tag, ad[51:48], sel ? block_label[3:0] : block_label[7:4], low};
        4'b1010: where = {tag, block_label[8:1], low};
        4'b1011: where = {lowest, block_label[7:0], low};
        default: where = 16'd0;
        endcase
    end

    // ---- the tracked transaction: 0 none, 1 in stage 1, 2 in stage 2, 3 out
    reg [1:0]  place;
    reg        f_counts, f_histo, f_waited, f_ovf;
    reg [15:0] f_where;
    reg [2:0]  age;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            place    <= 2'd0;
            f_counts <= 1'b0;
            f_histo  <= 1'b0;
            f_waited <= 1'b0;
            f_ovf    <= 1'b0;
            f_where  <= 16'd0;
            age      <= 3'd0;
        end else if ((place == 2'd0 || place == 2'd3) && accept && memory && pick) begin
            place    <= 2'd1;
            f_counts <= to_count;
            f_histo  <= config_register[3:2] == 2'b10;
            f_waited <= stall;
            f_where  <= where;
            age      <= 3'd1;
        end else if (place != 2'd0) begin
            if (place == 2'd1 && \dut.s1_move || place == 2'd2 && \dut.s2_move )
                place <= place + 2'd1;
            else if (place == 2'd3)
                place <= 2'd0;
            f_waited <= f_waited || stall;
            f_ovf    <= !overflow_mode;
            age      <= age + (age != 3'd7);
        end

    always @* if (rst_n) begin
        if (place == 2'd3) begin
            assert (flex_write_sram == f_counts);
            assert (address == (f_where | {9'd0, f_histo && f_ovf, 6'd0}));
        end
        // The strobe comes after three clocks, unless the SRAM was in use.
        if (place != 2'd0 && !f_waited)
            assert (age == place);
        if (place == 2'd1)
            assert (\dut.s1_valid && \dut.s1_counts == f_counts);
        if (place == 2'd2)
            assert (\dut.s2_valid && \dut.s2_counts == f_counts);
    end

    // invariants: the tracked transaction in the stages
    (* hierconn *) wire [15:0] \dut.flyer ;
    (* hierconn *) wire [15:0] \dut.fifo ;
    (* hierconn *) wire [15:0] \dut.histo ;
    (* hierconn *) wire [15:0] \dut.s2_flyer ;
    (* hierconn *) wire [15:0] \dut.s2_fifo ;
    (* hierconn *) wire [15:0] \dut.s2_histo ;
    (* hierconn *) wire [3:0]  \dut.s1_config ;
    (* hierconn *) wire [1:0]  \dut.s2_mode ;

    reg [15:0] at1, at2;

    always @* begin
        case (\dut.s1_config [3:2])
        2'b00:   at1 = \dut.flyer ;
        2'b01:   at1 = \dut.fifo ;
        2'b10:   at1 = \dut.histo ;
        default: at1 = 16'd0;
        endcase
        case (\dut.s2_mode )
        2'b00:   at2 = \dut.s2_flyer ;
        2'b01:   at2 = \dut.s2_fifo ;
        2'b10:   at2 = \dut.s2_histo ;
        default: at2 = 16'd0;
        endcase
    end

    always @* if (rst_n) begin
        if (place == 2'd1)
            assert (at1 == f_where && (\dut.s1_config [3:2] == 2'b10) == f_histo);
        if (place == 2'd2)
            assert (at2 == f_where && (\dut.s2_mode == 2'b10) == f_histo);
        if (f_histo && (place == 2'd1 || place == 2'd2))
            assert (!f_where[6]);
    end

    // ---- conservation, modulo 256
    reg [7:0] starts, all, to_do, done;
    wire [2:0] kinds = {2'b00, counts} + filtered + labels + missed;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            starts <= 8'd0;
            all    <= 8'd0;
            to_do  <= 8'd0;
            done   <= 8'd0;
        end else begin
            starts <= starts + mon_start;
            all    <= all + kinds;
            to_do  <= to_do + counts;
            done   <= done + flex_write_sram;
        end

    always @* if (rst_n) begin
        assert (kinds <= 3'd1);
        assert (starts == all + kinds);
        assert (to_do + counts == done + flex_write_sram + (\dut.s1_valid && \dut.s1_counts )
                                  + (\dut.s2_valid && \dut.s2_counts ));
    end

    // The kind of each mon_start
    reg [3:0] kind;
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            kind <= 4'd0;
        else
            kind <= {accept && to_count, accept && !to_count && !is_label, accept && is_label,
                     mon_start && !accept};
    always @* if (rst_n)
        assert ({counts, filtered, labels, missed} == kind);

    // ---- acceptance
    reg [1:0] since;    // clocks since the last accepted one; 3: more than 2
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            since <= 2'd3;
        else if (accept)
            since <= 2'd0;
        else if (since != 2'd3)
            since <= since + 2'd1;

    (* hierconn *) wire \dut.match ;
    reg waits;      // an event is in stage 1 for a second clock
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            waits <= 1'b0;
        else
            waits <= \dut.s1_valid && !\dut.s1_move ;

    always @* if (rst_n) begin
        assert (miss == (mon_start && busy));
        if (PIPELINED != 0) begin
            assert (busy == (external || label_write));
        end else begin
            assert (busy == (since != 2'd3 || waits));
            assert (!\dut.s1_valid || since == 2'd0 || waits);
        end
        assert (check == (since == 2'd0));
        assert (!waits || \dut.s1_valid );
    end

    // ---- labels: a write of one, 1 and 2 clocks after its mon_start; w1, w2: the address of the
    // line, d2: the label
    reg [17:0] w1, w2;
    reg [8:0]  d2;
    reg        write1, write2;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            write1 <= 1'b0;
            write2 <= 1'b0;
            w1 <= 18'd0;
            w2 <= 18'd0;
            d2 <= 9'd0;
        end else begin
            write1 <= accept && is_label;
            write2 <= write1;
            w2 <= w1;
            d2 <= block_label_write_data;
            if (accept)
                w1 <= ad[23:6];
        end

    (* hierconn *) wire [17:0] \dut.u_label.started ;
    (* hierconn *) wire [17:0] \dut.u_label.place ;

    always @* if (rst_n) begin
        if (check)
            assert (\dut.u_label.started == w1);
        if (write2)
            assert (\dut.u_label.place == w2);
        assert ((check && \dut.match ) == write1);
        // It lasts exactly one clock, two clocks after mon_start.
        assert (label_write == write2);
        if (label_write)
            assert (label_index == w2 && label_q == d2 && !accept);
        else
            assert (label_index == ad[6 + cache_line_size + num_memory_boards +: 18]);
        if (PIPELINED == 0)
            assert (!(label_write && check) && !(since >= 2'd2 && (check || label_write)));
    end

    // ---- overflow bit, depth, pins
    reg       parity;
    reg [5:0] waiting;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            parity  <= 1'b0;
            waiting <= 6'd0;
        end else begin
            parity  <= parity ^ overflow;
            waiting <= waiting + (fifo_cnt_en && fifo_cnt_dir) - (fifo_cnt_en && !fifo_cnt_dir);
        end

    always @* if (rst_n) begin
        assert (overflow_mode == !parity);
        assert (depth == waiting);
        assert (counter_sram_addr == (external ? external_addr : address));
        assert (counter_sram_addr_oe[0] == !sram_addr0_oe_n);
        assert (counter_sram_addr_oe[15:1] == (flexprog_oe_n ? 15'h0000 : 15'h7FFF));
        assert (take == (\dut.s2_move && \dut.s2_counts ));
        assert (!(stall && take));
    end

    always @* begin
        cover (rst_n && place == 2'd3 && flex_write_sram && !f_waited && done == 8'd1 && f_histo &&
               address[6]);
        cover (rst_n && place == 2'd3 && flex_write_sram && age == 3'd6);
        cover (rst_n && label_write && w2 == 18'h3FFFF);
        cover (rst_n && missed && all == 8'd2);
    end
endmodule
