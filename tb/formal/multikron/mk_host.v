// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_host's registers and address map, with any bus, FIFO state machine, memory and chips,
// and reset at any time. A whole word written to CONFIG is visible from the next clock on, and any
// other write does not change it; the pointer is written once, and only while no word waits for
// memory; a software reset lasts four clocks; each region gives its own answer. A request to a chip
// is sent once, and its answer returned once.
`default_nettype none
`include "multikron_regs.vh"

module prove_mk_host #(
    parameter VC_INSTALLED = 1
) (
    input wire        clk,
    input wire        rst_n,
    input wire        brst_n,
    input wire        req,
    input wire        write,
    input wire [24:0] addr,
    input wire [7:0]  be,
    input wire [63:0] wdata,
    input wire        wide,
    input wire [7:0]  xcpu,
    input wire        t_done,
    input wire [7:0]  t_rdata,
    input wire [23:0] pointer,
    input wire        held,
    input wire        p_done,
    input wire [63:0] p_rdata,
    input wire        a_busy,
    input wire        a_ack,
    input wire        a_refused,
    input wire [63:0] a_rdata,
    input wire        up
);
    wire        soft_n, wide_ok, done, refuse, target_abort, t_req, map_write, p_req, a_req, a_vc;
    wire [63:0] rdata, a_wdata;
    wire [20:8] cfg;
    wire [10:0] a_slot;
    wire [1:0]  a_half;
    wire [7:0]  a_cpu_id;

    mk_host #(.VC_INSTALLED(VC_INSTALLED)) dut (.*);

    initial assume (!rst_n && !brst_n);
    always @* assume (rst_n || !brst_n);
    always @* assume (addr[1:0] == 2'b00);
    // The memory, the FIFO state machine and the chips answer only requests.
    always @* assume (!p_done || p_req);
    always @* assume (!t_done || t_req);

    // Table 1
    wire        memory = addr >= `MULTIKRON_MEMORY;
    wire        ii     = addr >= `MULTIKRON_HOLD && addr < `MULTIKRON_SWRESET;
    wire        vc     = addr >= `MULTIKRON_VC_PAGE && addr < 25'h8000;
    wire        chip   = ii || (vc && VC_INSTALLED != 0);
    wire        whole  = be[3:0] == 4'hF;
    wire        put    = req && write && whole;
    wire        reset  = put && addr == `MULTIKRON_SWRESET;

    // Table 2
    reg  [31:0] config;
    reg  [2:0]  left;       // clocks left of the software reset

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            config <= 32'h90000000;
            left   <= 3'd0;
        end else begin
            if (put && addr == `MULTIKRON_CONFIG)
                config <= {8'h90, 3'd0,
                           wdata[`MULTIKRON_CONFIG_WAIT_MEM_MSB:`MULTIKRON_CONFIG_TS_RATIO_LSB],
                           1'b0,
                           wdata[`MULTIKRON_CONFIG_DIS_STATE_MSB:`MULTIKRON_CONFIG_CPU_ID_LSB]};
            if (reset)
                left <= 3'd4;
            else if (left != 3'd0)
                left <= left - 3'd1;
        end

    (* hierconn *) wire [7:0] \dut.cpu_id ;
    (* hierconn *) wire [1:0] \dut.soft_left ;
    (* hierconn *) wire       \dut.sent ;
    (* hierconn *) wire       \dut.ack_q ;
    (* hierconn *) wire       \dut.there ;

    always @* if (rst_n) begin
        assert (cfg == config[20:8] && \dut.cpu_id == config[7:0]);
        assert (soft_n == (left == 3'd0));
        assert (left == 3'd0 ? \dut.soft_left == 2'd0 : \dut.soft_left == left - 3'd1);
        assert (left <= 3'd4);
        assert (config[31:21] == 11'h480 && !config[17]);
        assert (a_cpu_id == (config[10] ? \dut.xcpu_p : config[7:0]));
    end

    (* hierconn *) wire [7:0] \dut.xcpu_p ;

    // The pointer can be written with TEST = 1 or LOCAL = 0 while no word waits for memory
    always @* if (rst_n) begin
        assert (map_write == (put && addr == `MULTIKRON_MAP && !held && (config[8] || !config[9])));
        if (req && write && whole && addr == `MULTIKRON_MAP)
            assert (done == !held && !refuse && !target_abort);
        if (addr == `MULTIKRON_MAP && !write && req && whole)
            assert (done && rdata == {40'd0, pointer});
        assert (t_req == (req && addr == `MULTIKRON_TEST && whole));
        assert (p_req == (req && memory));
        assert (wide_ok == (memory || ii || vc));
        // answers
        if (!req)
            assert (!done && !refuse && !target_abort);
        if (req && memory)
            assert (done == p_done && rdata == p_rdata && !refuse && !target_abort);
        if (req && addr == `MULTIKRON_CONFIG && !write && whole)
            assert (done && rdata == {32'd0, config});
        if (req && t_req)
            assert (done == t_done && rdata == {56'd0, t_rdata});
        if (req && vc && VC_INSTALLED == 0)
            assert (done && rdata == 64'hFFFFFFFFFFFFFFFF);
        if (req && !memory && !chip && !vc && addr[24:4] != 21'h120)
            assert (done && rdata == 64'd0);
        if (req && chip && !config[13])
            assert (target_abort && !done && !refuse && !a_req);
        if (a_req)
            assert (req && chip && config[13] && up && !\dut.sent && a_vc == vc);
        if (a_req && vc)
            assert (a_slot == addr[13:3]);
        if (a_req && ii)
            assert (a_slot == addr[8:3]);
        if (up && soft_n)
            assert (!done || !refuse);
        assert (!target_abort || (!done && !refuse));
    end

    // A chip access: the crossing answers each request once, and is busy until then
    reg asked;
    always @(posedge clk or negedge brst_n)
        if (!brst_n)
            asked <= 1'b0;
        else
            asked <= a_req || (asked && !a_ack);

    always @* assume (!a_ack || asked);

    always @* if (brst_n) begin
        assert (!a_req || !\dut.sent );
        assert (\dut.sent == (asked || \dut.ack_q || \dut.there ));
        assert (asked + \dut.ack_q + \dut.there <= 2'd1);
        // It ends with its answer, or at once if no half is complete.
        if (req && chip && done && a_half != 2'b00)
            assert ((\dut.ack_q || \dut.there ) && !a_refused);
    end

    // A refused access has ended: in the next clock any access can be sent.
    reg refused;
    always @(posedge clk or negedge brst_n)
        if (!brst_n)
            refused <= 1'b0;
        else
            refused <= \dut.ack_q && a_refused;
    always @*
        if (brst_n && refused && req && chip && config[13] && a_half != 2'b00 && up && soft_n &&
            !a_busy)
            assert (a_req);

    always @* begin
        cover (rst_n && map_write && wdata[23:0] == 24'hABCDEF);
        cover (rst_n && put && addr == `MULTIKRON_MAP && held && !config[9]);
        cover (rst_n && left == 3'd1 && reset);
        cover (brst_n && req && chip && done && a_half == 2'b10);
    end
endmodule
