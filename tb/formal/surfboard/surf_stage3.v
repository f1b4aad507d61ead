// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_stage3 with its two memory controllers.
//
// By induction: each packet taken with HEN makes exactly one read-modify-write, and each
// of these adds one to exactly its bin; each recorded packet writes exactly its entry; EISA
// accesses read and write the requested words; each word is counted once. The solver chooses the
// words of the memories that the proof examines.
//
// PACKET: from every state that meets the invariant and in which a packet is taken, the
// packet is served within its clocks. EISA: from every such state in which an EISA access
// begins to wait, it ends within its clocks.
//
// Packets come at any time, as fast as they are taken; EISA accesses come at any time; any packets
// may be recorded.
`default_nettype none

module prove_surf_stage3 (
    input wire         clk,
    input wire         rst_n,

    input wire         s2_valid,
    input wire [127:0] s2_trace,
    input wire [10:0]  s2_size,
    input wire         s2_v,
    input wire         s2_u,
    input wire         s2_ext,
    input wire [23:0]  bin,
    input wire         wen,
    input wire         hen,
    input wire         ten,
    input wire         saturate,
    input wire         wr_wcdr,
    input wire [31:0]  wdata,
    input wire         choose,
    input wire [21:0]  entry,

    input wire         he_req,
    input wire         he_write,
    input wire [23:0]  he_addr,
    input wire [3:0]   he_be,
    input wire [31:0]  he_wdata,
    input wire [31:0]  h_other,
    input wire         te_req,
    input wire         te_write,
    input wire [23:0]  te_addr,
    input wire [3:0]   te_be,
    input wire [31:0]  te_wdata,
    input wire [31:0]  t_other
);
    localparam REFRESH_CLOCKS = 380;
    localparam SERVICE = 26;    // maximum clocks of a packet; 27 are allowed

    // ------------------------------------------------------------ modules
    wire        s2_take, set_lv, set_lu, set_wcv, set_bv, index_push, decide;
    wire        pk_ten, pk_ext, pk_wrapped, obs_take, obs_done;
    wire [31:0] wcdr, h_wdata, h_rdata, t_wdata, t_rdata;
    wire [23:0] index, h_addr, t_addr;
    wire        h_req, h_hold, h_modify, h_done, t_req, t_hold, t_modify, t_done;
    wire [1:0]  h_word, t_word;
    wire        record = decide && pk_ten && choose;

    surf_stage3 u_s3 (
        .clk25(clk), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(s2_size), .s2_v(s2_v), .s2_u(s2_u),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(wen), .hen(hen), .ten(ten), .saturate(saturate), .wr_wcdr(wr_wcdr), .wdata(wdata),
        .wcdr(wcdr),
        .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .mark(1'b0), .missing(32'd0), .outlier(1'b0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(t_word), .t_wdata(t_wdata),
        .t_done(t_done), .obs_take(obs_take), .obs_done(obs_done)
    );

    wire        he_done, te_done, h_ras_n, t_ras_n, h_we_n, t_we_n, h_oe, t_oe;
    wire [11:0] h_a, t_a;
    wire [3:0]  h_cas_n, t_cas_n;
    wire [31:0] h_dq_i, t_dq_i, h_dq_o, t_dq_o;

    simm_dram #(
        .BURST(0), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(4)
    ) u_hist (
        .clk(clk), .rst_n(rst_n), .hold(h_hold),
        .p_req(h_req), .p_addr(h_addr), .p_modify(h_modify), .p_word(h_word), .p_wdata(h_wdata),
        .p_done(h_done), .e_req(he_req), .e_write(he_write), .e_addr(he_addr), .e_be(he_be),
        .e_wdata(he_wdata), .e_done(he_done), .rdata(h_rdata), .a(h_a), .ras_n(h_ras_n),
        .cas_n(h_cas_n), .we_n(h_we_n), .dq_i(h_dq_i), .dq_o(h_dq_o), .dq_oe(h_oe)
    );

    simm_dram #(
        .BURST(1), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(9)
    ) u_trace (
        .clk(clk), .rst_n(rst_n), .hold(t_hold),
        .p_req(t_req), .p_addr(t_addr), .p_modify(t_modify), .p_word(t_word), .p_wdata(t_wdata),
        .p_done(t_done), .e_req(te_req), .e_write(te_write), .e_addr(te_addr), .e_be(te_be),
        .e_wdata(te_wdata), .e_done(te_done), .rdata(t_rdata), .a(t_a), .ras_n(t_ras_n),
        .cas_n(t_cas_n), .we_n(t_we_n), .dq_i(t_dq_i), .dq_o(t_dq_o), .dq_oe(t_oe)
    );

    // ------------------------------------------------------------ invariant of the control
    (* hierconn *) wire [2:0] \u_s3.state ;
    (* hierconn *) wire       \u_s3.marking ;
    (* hierconn *) wire [3:0] \u_s3.age ;
    (* hierconn *) wire       \u_s3.pk_hen ;
    (* hierconn *) wire [3:0] \u_hist.state ;
    (* hierconn *) wire       \u_hist.packet ;
    (* hierconn *) wire       \u_hist.eisa ;
    (* hierconn *) wire       \u_hist.write ;
    (* hierconn *) wire [1:0] \u_hist.word ;
    (* hierconn *) wire       \u_hist.due ;
    (* hierconn *) wire       \u_hist.overdue ;
    (* hierconn *) wire [8:0] \u_hist.timer ;
    (* hierconn *) wire [3:0] \u_trace.state ;
    (* hierconn *) wire       \u_trace.packet ;
    (* hierconn *) wire       \u_trace.eisa ;
    (* hierconn *) wire       \u_trace.write ;
    (* hierconn *) wire [1:0] \u_trace.word ;
    (* hierconn *) wire       \u_trace.due ;
    (* hierconn *) wire       \u_trace.overdue ;
    (* hierconn *) wire [8:0] \u_trace.timer ;

    wire       h_ok, t_ok;
    wire [4:0] h_rest, t_rest;

    dram_state #(.BURST(0)) u_h (
        .state(\u_hist.state ), .packet(\u_hist.packet ), .eisa(\u_hist.eisa ),
        .write(\u_hist.write ), .word(\u_hist.word ), .ras_n(h_ras_n), .cas_n(h_cas_n),
        .we_n(h_we_n), .dq_oe(h_oe), .p_done(h_done), .e_done(he_done), .due(\u_hist.due ),
        .overdue(\u_hist.overdue ), .ok(h_ok), .rest(h_rest)
    );
    dram_state #(.BURST(1)) u_t (
        .state(\u_trace.state ), .packet(\u_trace.packet ), .eisa(\u_trace.eisa ),
        .write(\u_trace.write ), .word(\u_trace.word ), .ras_n(t_ras_n), .cas_n(t_cas_n),
        .we_n(t_we_n), .dq_oe(t_oe), .p_done(t_done), .e_done(te_done), .due(\u_trace.due ),
        .overdue(\u_trace.overdue ), .ok(t_ok), .rest(t_rest)
    );

    localparam [2:0] IDLE = 0, WORDS = 1, BIN = 2, DECIDE = 3, TRACE = 4, FINISH = 5;
    localparam [3:0] D_IDLE = 0, D_ROW = 1, D_RAS = 2, D_COL = 3, D_CAS = 4, D_MODIFY = 5;

    wire h_runs = \u_hist.packet && \u_hist.state != D_IDLE;    // the packet's access
    wire h_late = (h_runs && \u_hist.write ) || h_done;         // the packet's access is past its
                                                                // modification
    wire t_runs = \u_trace.packet && \u_trace.state != D_IDLE;

    // Clocks since s2_take
    reg [4:0] gone;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            gone <= 5'd0;
        else
            gone <= s2_take ? 5'd1 : gone == 31 ? 5'd31 : gone + 5'd1;

    reg legal;

    always @* begin
        legal = !\u_s3.marking && h_ok && t_ok && \u_s3.state <= FINISH && \u_s3.age <= 10 &&
                \u_hist.timer < REFRESH_CLOCKS && \u_trace.timer < REFRESH_CLOCKS;
        if ((h_runs || h_done) && !h_req)
            legal = 0;
        if ((t_runs || t_done) && \u_s3.state != TRACE)
            legal = 0;
        // Two refreshes do not follow each other at once.
        if (\u_hist.state > D_MODIFY && (\u_hist.overdue || (\u_hist.due && \u_hist.timer < 376)))
            legal = 0;
        if (\u_trace.state > D_MODIFY &&
            (\u_trace.overdue || (\u_trace.due && \u_trace.timer < 376)))
            legal = 0;

        case (\u_s3.state )
        IDLE:
            if (h_req || \u_s3.age > 4)
                legal = 0;
        WORDS:
            if (h_req != \u_s3.pk_hen || h_runs || h_done || gone != 1)
                legal = 0;
        BIN:
            if (!h_req || !\u_s3.pk_hen || h_late || gone < 2)
                legal = 0;
        DECIDE:
            if (h_req != \u_s3.pk_hen || (h_req && !(h_runs && h_late && h_rest == 2)) ||
                (!h_req && gone != 2))
                legal = 0;
        TRACE:
            if (!pk_ten || gone < (\u_s3.pk_hen ? 8 : 3) ||
            (h_req && (!h_late || t_done || (t_runs && t_rest < 9))))
                legal = 0;
        default:
            if (!h_req || !\u_s3.pk_hen || !h_late || \u_s3.age > 3)
                legal = 0;
        endcase

        // The histogram memory: at worst an EISA access of 4 clocks and a refresh of 4, then the
        // packet
        if (h_req && !h_done) begin
            if (h_runs ? gone + h_rest > 16 : \u_hist.eisa ? gone + h_rest > 4 : gone + h_rest > 8)
                legal = 0;
            if (!h_runs && gone > 4 && (\u_hist.overdue || (\u_hist.due && \u_hist.timer < 370)))
                legal = 0;
        end
        if (h_done && gone > 16)
            legal = 0;
        // The trace memory: from clock 10 on only the packet's access begins
        if (\u_s3.state != IDLE && \u_s3.state != FINISH) begin
            if (\u_s3.age != (gone > 10 ? 10 : gone))
                legal = 0;
            if (pk_ten && gone >= 10 && !t_runs && !t_done && gone + t_rest > 14)
                legal = 0;
            if (t_runs && gone + t_rest > 25)
                legal = 0;
            if (gone > 25)
                legal = 0;
        end
        if (\u_s3.state == TRACE && !t_runs && !t_done) begin
            if (gone > 14)
                legal = 0;
        end
        if (\u_s3.state == FINISH && gone > 16)
            legal = 0;
    end

`ifdef PACKET
    // ------------------------------------------------------------ 27 clocks
    reg [4:0] since;
    reg       served;

    initial assume (legal && s2_take);
    always @* assume (rst_n);
    initial {since, served} = 6'd0;
    always @(posedge clk) begin
        since  <= since + 5'd1;
        served <= served || (since != 0 && obs_done);
    end

    always @* begin
        assert (since < SERVICE || served || obs_done);
        cover (since == SERVICE && obs_done && !served);
        cover (since == 3 && obs_done);
    end
`elsif EISA
    // ------------------------------------------------------------ EISA
    localparam H_WAIT = 27, T_WAIT = 35;

    reg [5:0] since;
    reg       h_served, t_served;

    initial assume (legal && !he_done && !te_done);
    always @* begin
        assume (rst_n);
        assume (he_req && te_req);
    end
    initial {since, h_served, t_served} = 8'd0;
    always @(posedge clk) begin
        since    <= since + 6'd1;
        h_served <= h_served || he_done;
        t_served <= t_served || te_done;
    end

    always @* begin
        assert (since < H_WAIT || h_served || he_done);
        assert (since < T_WAIT || t_served || te_done);
        cover (since == H_WAIT && !h_served && he_done);
        cover (since == T_WAIT && !t_served && te_done);
    end
`else
    // ------------------------------------------------------------ function
    initial assume (!rst_n);
    always @* if (!$initstate) assume (rst_n);

    always @* if (rst_n) begin
        assert (legal);
        assert (\u_s3.state == IDLE || gone <= 25);     // served within its clocks
        assert (obs_take == s2_take && s2_take == (s2_valid && \u_s3.state == IDLE));
    end

    // What the proofs of other modules assume of Stage 3: an index comes at most every 4 clocks;
    // hold obeys the rules of simm_dram
    reg [2:0] no_index;
    reg [4:0] t_held, t_free, h_free;
    reg       h_held;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            no_index <= 3'd4;
            t_held   <= 5'd0;
            t_free   <= 5'd11;
            h_held   <= 1'b0;
            h_free   <= 5'd8;
        end else begin
            no_index <= index_push ? 3'd1 : no_index == 4 ? 3'd4 : no_index + 3'd1;
            t_held   <= t_hold ? t_held + 5'd1 : 5'd0;
            t_free   <= t_hold ? 5'd0 : t_free == 11 ? 5'd11 : t_free + 5'd1;
            h_held   <= h_hold;
            h_free   <= h_hold ? 5'd0 : h_free == 8 ? 5'd8 : h_free + 5'd1;
        end

    always @* if (rst_n) begin
        if (index_push)
            assert (no_index == 4);
        if (t_hold)
            assert (t_held < 20 && (t_held != 0 || t_free == 11));
        if (h_hold)
            assert (!h_held && h_free == 8);
        // invariants
        assert (t_free <= 11 && h_free <= 8);
        if (\u_s3.state == IDLE || \u_s3.state == WORDS || \u_s3.state == BIN || t_done)
            assert (no_index == 4);
        if (h_late)
            assert (no_index + h_rest >= 3);
        assert (no_index >= 1 && no_index <= 4);
        if (\u_s3.state == TRACE)
            assert (no_index >= 2);
        if (t_runs)
            assert (no_index == 4 || no_index + t_rest >= 12);
        case (\u_s3.state )
        IDLE:
            assert (!t_hold && t_free >= 1 && !h_held && h_free == 8);
        FINISH:
            assert (!t_hold);
        default:
            if (!pk_ten)
                assert (t_free >= (gone > 10 ? 11 : gone + 1));
            else if (gone <= 10)
                assert (t_held == 0 && t_free >= gone + 1);
            else
                assert (t_held == gone - 10 && t_free == 0);
        endcase
        if (\u_s3.state != IDLE)
            assert (\u_s3.pk_hen ? h_held == (gone == 1) && h_free >= (gone > 9 ? 8 : gone - 1) :
                                   h_free == 8 && !h_held);
        if (h_runs || h_done)
            assert (gone + h_rest >= 9);
        if (t_runs || t_done)
            assert (gone + t_rest >= (\u_s3.pk_hen ? 18 : 13));
    end

`ifdef HIST
    // ------------------------------------------------------------ one bin
    // EISA: a request is held until it is done
    reg         pending;
    reg  [60:0] was;
    wire [60:0] request = {he_write, he_addr, he_be, he_wdata};

    always @(posedge clk) begin
        pending <= rst_n && he_req && !he_done;
        was     <= request;
    end
    initial pending = 1'b0;
    always @* if (pending) assume (he_req && request == was);

    (* anyconst *) reg [23:0] address;

    wire [31:0] content;
    wire        in_row;

    simm_word u_word (
        .*, .a(h_a), .ras_n(h_ras_n), .cas_n(h_cas_n), .we_n(h_we_n), .dq_o(h_dq_o),
        .other(h_other), .dq_i(h_dq_i)
    );

    // The expected value of the word: its value in reset, plus one for each packet, or the value
    // written by EISA
    reg  [31:0] kept;
    reg  [31:0] value;
    wire        to_bin = h_done && h_addr == address;
    wire        to_eisa = he_done && he_write && he_addr == address;
    integer     i;

    // a full bin, which saturates
    reg stays;

    always @(posedge clk)
        if (h_modify)
            stays <= saturate && h_rdata == 32'hFFFFFFFF;

    always @* begin
        value = kept + (to_bin && !stays);
        for (i = 0; i < 4; i = i + 1)
            if (to_eisa && he_be[i])
                value[8 * i +: 8] = he_wdata[8 * i +: 8];
    end

    always @(posedge clk)
        kept <= rst_n ? value : content;

    // Packets taken with HEN = completed read-modify-writes + the one in progress
    reg [7:0]  takes, adds;
    reg [23:0] last_bin;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            takes <= 8'd0;
            adds  <= 8'd0;
            last_bin <= 24'd0;
        end else begin
            takes <= takes + (s2_take && hen);
            adds  <= adds + h_done;
            if (s2_take)
                last_bin <= bin;
        end

    wire [11:0] row = {address[22], address[20], address[19:10]};
    wire [11:0] col = {address[23], address[21], address[9:0]};
    wire [23:0] owner = \u_hist.packet ? h_addr : he_addr;
    wire [11:0] owner_row = {owner[22], owner[20], owner[19:10]};
    wire [11:0] owner_col = {owner[23], owner[21], owner[9:0]};

    always @* if (rst_n) begin
        assert (content == value);
        assert (takes == adds + h_req);
        assert (h_addr == last_bin);
        if (he_done && !he_write && he_addr == address)
            assert (h_rdata == content);
        // Overflow is signalled exactly when the bin wraps or becomes full.
        assert (set_bv == (h_modify && h_rdata == (saturate ? 32'hFFFFFFFE : 32'hFFFFFFFF)) &&
                index_push == set_bv);
        assert (index == last_bin);
        if (h_modify && h_addr == address)
            assert (h_rdata == content);

        // invariants: the pins of the access under way
        if (\u_hist.eisa && \u_hist.state != D_IDLE)
            assert (pending && \u_hist.write == he_write);
        if (he_done)
            assert (pending);
        case (\u_hist.state )
        D_ROW, D_RAS: begin
            assert (h_a == owner_row);
        end
        D_COL, D_CAS: begin
            assert (in_row == (owner_row == row));
            assert (h_a == owner_col);
            if (\u_hist.write && \u_hist.eisa )
                assert (h_dq_o == he_wdata);
            if (\u_hist.write && \u_hist.packet && h_addr == address)
                assert (h_dq_o == content + {31'd0, !stays});
            if (\u_hist.state == D_CAS && \u_hist.write )
                assert (h_cas_n == (\u_hist.eisa ? ~he_be : 4'b0000));
        end
        D_MODIFY: begin
            assert (in_row == (owner_row == row) && h_a == owner_col);
        end
        default: ;
        endcase
    end

    always @* begin
        cover (rst_n && adds == 1 && to_bin && content == 32'd0);
        cover (rst_n && adds == 1 && to_bin && stays && content == 32'hFFFFFFFF);
        cover (rst_n && he_done && !he_write && he_addr == address && takes == 1 &&
               kept == 32'hA5000001);
    end
`elsif TRACE
    // ------------------------------------------------------------ one word of the trace
    // EISA: a request is held until it is done
    reg         pending;
    reg  [60:0] was;
    wire [60:0] request = {te_write, te_addr, te_be, te_wdata};

    always @(posedge clk) begin
        pending <= rst_n && te_req && !te_done;
        was     <= request;
    end
    initial pending = 1'b0;
    always @* if (pending) assume (te_req && request == was);

    (* anyconst *) reg [23:0] address;

    wire [31:0] content;
    wire        in_row;

    simm_word u_word (
        .*, .a(t_a), .ras_n(t_ras_n), .cas_n(t_cas_n), .we_n(t_we_n), .dq_o(t_dq_o),
        .other(t_other), .dq_i(t_dq_i)
    );

    // The current packet, sampled at the port, and the entry chosen for it
    reg [127:0] packet;
    reg [21:0]  place;
    reg [7:0]   records, writes;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            packet  <= 128'd0;
            place   <= 22'd0;
            records <= 8'd0;
            writes  <= 8'd0;
        end else begin
            if (s2_take)
                packet <= s2_trace;
            if (record)
                place <= entry;
            records <= records + record;
            writes  <= writes + t_done;
        end

    // The expected value of the word, except between its write and the end of the access
    reg  [31:0] kept, value;
    wire        to_entry = t_done && place == address[23:2];
    wire        to_eisa = te_done && te_write && te_addr == address;
    wire        under_way = t_runs && place == address[23:2];
    wire [31:0] part = packet[32 * address[1:0] +: 32];
    integer     i;

    always @* begin
        value = to_entry ? part : kept;
        for (i = 0; i < 4; i = i + 1)
            if (to_eisa && te_be[i])
                value[8 * i +: 8] = te_wdata[8 * i +: 8];
    end

    always @(posedge clk)
        kept <= rst_n ? value : content;

    wire [11:0] row = {address[22], address[20], address[19:10]};
    wire [11:0] col = {address[23], address[21], address[9:0]};
    wire [23:0] owner = \u_trace.packet ? {place, \u_trace.word } : te_addr;
    wire [11:0] owner_row = {owner[22], owner[20], owner[19:10]};
    wire [11:0] owner_col = {owner[23], owner[21], owner[9:0]};

    // Words of this entry that are already written
    wire done_before = \u_trace.word > address[1:0];

    (* hierconn *) wire [127:0] \u_s3.trace ;
    (* hierconn *) wire [21:0]  \u_s3.pk_entry ;

    always @* if (rst_n) begin
        assert (content == (under_way && done_before ? part : value));
        assert (records == writes + (\u_s3.state == TRACE));
        if (te_done && !te_write && te_addr == address)
            assert (t_rdata == content);

        // invariants: the pins of the access under way
        if (\u_s3.state != IDLE)
            assert (\u_s3.trace == packet);
        if (\u_s3.state == TRACE)
            assert (\u_s3.pk_entry == place);
        if (\u_trace.eisa && \u_trace.state != D_IDLE)
            assert (pending && \u_trace.write == te_write);
        if (te_done)
            assert (pending);
        case (\u_trace.state )
        D_ROW, D_RAS: begin
            assert (t_a == owner_row && \u_trace.word == 0);
        end
        D_COL, D_CAS: begin
            assert (in_row == (owner_row == row));
            assert (t_a == owner_col);
            if (\u_trace.write )
                assert (t_dq_o == (\u_trace.eisa ? te_wdata : packet[32 * \u_trace.word +: 32]));
            if (\u_trace.state == D_CAS && \u_trace.write )
                assert (t_cas_n == (\u_trace.eisa ? ~te_be : 4'b0000));
        end
        default: ;
        endcase
    end

    always @* begin
        cover (rst_n && to_entry && address[1:0] == 3 && content == 32'h12345678);
        cover (rst_n && te_done && !te_write && te_addr == address && writes == 1 &&
               content == packet[31:0]);
    end
`else
    // ------------------------------------------------------------ control, word count
    reg [31:0] words;
    reg [10:0] size;
    reg        counts;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            words  <= 32'd0;
            size   <= 11'd0;
            counts <= 1'b0;
        end else begin
            counts <= s2_take && wen;
            if (s2_take)
                size <= s2_size;
            words <= wr_wcdr ? wdata : words + (counts ? size : 11'd0);
        end

    always @* if (rst_n) begin
        assert (wcdr == words);
        assert (set_wcv == (counts && words + {21'd0, size} < words));
    end

    always @* begin
        cover (rst_n && obs_done && gone == 3);
    end
`endif
`endif
endmodule
