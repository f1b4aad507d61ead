// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_stage2: packets are conserved. Each packet that comes while enabled is accepted or
// dropped; each accepted packet is presented in time, complete, and taken once. Stage 3 may take a
// packet at any time, and packets may come in every clock. QUEUED = 1: none is dropped; a packet
// that waits is accepted in the first clock in which Stage 2 is free or becomes free.
`default_nettype none

module prove_surf_stage2 #(
    parameter QUEUED = 0
) (
    input wire         clk25,
    input wire         rst_n,
    input wire         enable,
    input wire [148:0] entry,
    input wire         empty,
    input wire [2:0]   sendid,
    input wire         catmux,
    input wire [4:0]   lat_s,
    input wire [3:0]   lat_n,
    input wire [3:0]   local_cat,
    input wire         ext_true,
    input wire         s2_take
);
    wire         rd, s2_valid, s2_v, s2_u, s2_ext, run, pv;
    wire         obs_arrive, obs_accept, obs_drop, obs_ext;
    wire [49:0]  sel_in;
    wire [127:0] s2_trace;
    wire [10:0]  s2_size;
    wire [43:0]  obs_rxtime;
    wire [3:0]   obs_cat;

    surf_stage2 #(.QUEUED(QUEUED)) dut (.*);

    initial assume (!rst_n);
    always @* assume (!s2_take || s2_valid);

    // Fields of the entry
    wire [4:0]  y = entry[148:144], x = entry[143:139];
    wire [3:0]  rcat = entry[138:135];
    wire [10:0] size = entry[134:124];
    wire [5:0]  color = entry[123:118];
    wire [43:0] rx = entry[117:74], tx = entry[73:30];
    wire        irq = entry[29];
    wire [24:0] addr = entry[28:4];
    wire [3:0]  be = entry[3:0];
    reg  [5:0]  sender;

    always @*
        case (sendid)
        1:       sender = {y[1:0], x[3:0]};
        2:       sender = {y[2:0], x[2:0]};
        3:       sender = {y[3:0], x[1:0]};
        4:       sender = {y[4:0], x[0]};
        default: sender = {y[0], x[4:0]};
        endcase

    // The packet that Stage 2 must hold, and the clocks since it came, up to 5
    reg         holds;
    reg [2:0]   age;
    reg [127:0] trace;
    reg [10:0]  words;
    reg         ext;
    reg [43:0]  r, t;
    reg [7:0]   offered, accepted, dropped, taken;
    wire        free = !holds || s2_take;
    wire        accept = !empty && enable && free;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            holds <= 1'b0;
            age   <= 3'd0;
            {trace, words, ext, r, t} <= 228'd0;
            {offered, accepted, dropped, taken} <= 32'd0;
        end else begin
            holds <= accept || (holds && !s2_take);
            age   <= accept ? 3'd1 : age == 5 || age == 0 ? age : age + 3'd1;
            if (accept) begin
                trace <= {irq, 2'd0, addr, be, rx[31:0],
                          catmux ? rcat : local_cat, size[9:0], color, rx[43:32],
                          sender, 26'd0};
                words <= size;
                ext   <= ext_true;
                r     <= rx;
                t     <= tx;
            end
            // counts at the ports; arrivals count a clock later, like the observation outputs
            offered  <= offered + (rd && enable);
            accepted <= accepted + obs_accept;
            dropped  <= dropped + obs_drop;
            taken    <= taken + s2_take;
        end

    always @* if (rst_n) begin
        // Disabled, or without queue, nothing waits; otherwise a packet waits only until Stage 2 is
        // free.
        assert (rd == (QUEUED && enable ? accept : !empty));
        if (QUEUED)
            assert (!obs_drop);
        // Conservation: offered = accepted + dropped, accepted = taken + held.
        assert (!(obs_accept && obs_drop));
        assert (!(obs_accept || obs_drop) || obs_arrive);
        assert (offered == accepted + obs_accept + dropped + obs_drop);
        assert (accepted + obs_accept == taken + holds);
        assert (pv == obs_drop && run == holds);
        // Each packet is presented after 4 clocks and is stable until it is taken.
        assert (s2_valid == (holds && age == 5));
        if (holds) begin
            assert (s2_trace[127:26] == trace[127:26]);
            assert (s2_size == words && s2_ext == ext);
            assert (sel_in == {s2_trace[59:50], s2_trace[63:60], s2_trace[49:44], s2_trace[31:26],
                               s2_trace[23:0]});
            assert (s2_trace[25] == s2_v && s2_trace[24] == s2_u);
        end
    end

    // The inputs of the latency generator obey its rules, and its result is stable
    (* hierconn *) wire        \dut.u_latency.start ;
    (* hierconn *) wire [43:0] \dut.u_latency.rx ;
    (* hierconn *) wire [43:0] \dut.u_latency.tx ;
    (* hierconn *) wire [3:0]  \dut.u_latency.step ;
    (* hierconn *) wire        \dut.u_latency.done ;
    (* hierconn *) wire [23:0] \dut.u_latency.latency ;
    (* hierconn *) wire        \dut.waiting ;

    reg        was_valid;
    reg [25:0] was;

    always @(posedge clk25) begin
        was_valid <= rst_n && s2_valid && !s2_take;
        was       <= {s2_v, s2_u, \dut.u_latency.latency };
    end
    initial was_valid = 1'b0;

    always @* if (rst_n) begin
        assert (\dut.u_latency.start == accept);
        if (age >= 1 && holds)
            assert (\dut.u_latency.rx == r && \dut.u_latency.tx == t);
        if (s2_valid)
            assert (s2_trace[23:0] == \dut.u_latency.latency );
        if (was_valid)
            assert (s2_valid && was == {s2_v, s2_u, \dut.u_latency.latency });
        // invariants
        assert (age <= 5 && (holds ? age != 0 : age == 0 || age == 5));
        assert (\dut.u_latency.step == (age >= 1 && age <= 4 ? 4'd1 << (age - 1) : 4'd0));
        assert (!\dut.waiting || (holds && age == 5));
        assert (!\dut.u_latency.done || (holds && age == 5));
        assert (was_valid == \dut.waiting );
    end

    // Reachable: a drop, or a packet that waits; and a packet accepted in the clock in which one is
    // taken
    always @* begin
        cover (rst_n && (QUEUED ? !empty && !rd : obs_drop) && s2_valid && taken == 1);
        cover (rst_n && s2_take && accept && s2_trace[31:0] == 32'h58123456);
        cover (rst_n && obs_arrive && !obs_accept && !obs_drop && holds);
    end
endmodule
