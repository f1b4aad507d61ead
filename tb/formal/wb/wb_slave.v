// SPDX-License-Identifier: Apache-2.0
//
// Proof of wb_slave against every legal master and back end.
//
// The master raises CYC and STB in any clock; all signals of the access are stable until ACK or
// ERR, or until the master aborts the access. The next access may follow at once, even in the same
// block; after an abort CYC or STB is low for a clock. Reset comes at any time, and the master need
// not notice it. The back end acknowledges each request in any later clock; its outputs in other
// clocks are free.
`default_nettype none

module prove_wb_slave #(
    parameter ADDR_BITS = 6
) (
    input wire                 wb_clk,
    input wire                 rst_n,
    input wire                 go,          // the next access begins
    input wire                 give_up,     // the master aborts the current access
    input wire                 block,       // CYC without STB
    input wire                 we,
    input wire [ADDR_BITS-1:2] adr,
    input wire [3:0]           sel,
    input wire [31:0]          dat,
    input wire                 finish,      // the back end acknowledges
    input wire                 ack_error,
    input wire [31:0]          ack_rdata
);
    localparam A = ADDR_BITS;

    // Master
    reg          active;                    // the master has an access that it has not aborted
    reg          wb_we;
    reg  [A-1:2] wb_adr;
    reg  [3:0]   wb_sel;
    reg  [31:0]  wb_dat_i;
    wire         wb_stb = active && !give_up;
    wire         wb_cyc = wb_stb || block;
    wire         wb_ack, wb_err;
    wire [31:0]  wb_dat_o;
    wire         answered = wb_ack || wb_err;

    always @(posedge wb_clk)
        if (!active || give_up || answered)
            {active, wb_we, wb_adr, wb_sel, wb_dat_i} <= {go, we, adr, sel, dat};

    initial assume (!rst_n);

    // Back end
    wire         req, write;
    wire [A-1:2] addr;
    wire [3:0]   be;
    wire [31:0]  wdata;
    reg          under_way;                 // from the clock after req to that of ack
    wire         ack = under_way && finish;

    wb_slave #(.ADDR_BITS(A)) dut (.*);

    // The access on the bus
    reg         asked;              // the request of the access on the bus has been issued
    reg         due, error;         // its answer is due after ack, with:
    reg  [31:0] data;
    reg  [A-1:2] access_addr;
    reg  [3:0]  access_be;
    reg  [31:0] access_wdata;
    reg         access_write;
    reg         was_stb, was_free, was_answered;    // values in the previous clock

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            {asked, due, error, under_way, access_write} <= 5'd0;
            {was_stb, was_free, was_answered} <= 3'd0;
            {data, access_wdata} <= 64'd0;
            access_addr <= {(A - 2){1'b0}};
            access_be <= 4'd0;
        end else begin
            was_stb      <= wb_stb;
            was_free     <= !req && !under_way && !due;
            was_answered <= answered;
            asked        <= wb_stb && !answered && (asked || req);
            under_way    <= req || (under_way && !finish);
            due          <= ack && asked && wb_stb;
            if (ack)
                {error, data} <= {ack_error, ack_error || access_write ? 32'd0 : ack_rdata};
            if (req) begin
                access_write <= write;
                access_addr  <= addr;
                access_be    <= be;
                access_wdata <= wdata;
            end
        end

    always @* begin
        if (!rst_n)
            assert (!wb_ack && !wb_err && !req);
        else begin
            // Each access gets one answer, that of the back end, in the clock after ack; there are
            // no other answers.
            assert (!(wb_ack && wb_err));
            assert (!answered || (wb_cyc && wb_stb));
            assert (answered == (due && wb_stb));
            if (answered)
                assert (asked && wb_err == error && wb_dat_o == data);
            // A request is issued once, for the access that began in the previous clock, with its
            // address, lanes and data,
            if (req)
                assert (!under_way && was_stb && !was_answered && !asked);
            if (req && wb_stb)
                assert (write == wb_we && addr == wb_adr && be == wb_sel && wdata == wb_dat_i);
            // which are stable until ack.
            if (under_way)
                assert (write == access_write && addr == access_addr && be == access_be &&
                        wdata == access_wdata);
            // Each access ends: its request is issued as soon as the back end is free.
            if (was_stb && was_free)
                assert (req);
            if (under_way && asked && wb_stb)
                assert (access_write == wb_we && access_addr == wb_adr && access_be == wb_sel &&
                        access_wdata == wb_dat_i);
        end
    end

    // Invariants
    (* hierconn *) wire \dut.busy ;
    (* hierconn *) wire \dut.wanted ;
    (* hierconn *) wire \dut.done ;
    (* hierconn *) wire \dut.failed ;

    always @* if (rst_n) begin
        assert (\dut.busy == (req || under_way));
        if (req || under_way)
            assert ((\dut.wanted ) == (req || asked));
        assert ((\dut.done || \dut.failed ) == due);
        assert (!(\dut.done && \dut.failed ));
        assert (!(due && (req || under_way)));
        if (due)
            assert (\dut.failed == error && asked);
        if (asked)
            assert (was_stb && (under_way || due));
    end

    // Reachable: a read and a failed write in one block; an aborted access whose end the next one
    // waits for; an access after a reset in mid-access
    reg read_before, late, was_under_way, cut;

    initial {read_before, late, was_under_way, cut} = 4'd0;

    always @(posedge wb_clk) begin
        read_before   <= wb_cyc && (read_before || (wb_ack && !wb_we && data == 32'h12345678));
        late          <= wb_stb && (late || (under_way && !asked));
        was_under_way <= under_way;
        cut           <= cut || (!rst_n && was_under_way);
    end

    always @* begin
        cover (rst_n && read_before && wb_err && wb_we);
        cover (rst_n && late && wb_ack && wb_we);
        cover (rst_n && cut && wb_ack);
    end
endmodule
