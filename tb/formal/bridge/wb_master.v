// SPDX-License-Identifier: Apache-2.0
//
// Proof of wb_master against every legal front end and slave, also one that never answers.
`default_nettype none

module prove_wb_master (
    input wire        wb_clk,
    input wire        rst_n,
    input wire        go,           // starts the next request if none is in progress
    input wire        next_write,
    input wire [31:2] next_addr,
    input wire [3:0]  next_be,
    input wire [31:0] next_wdata,
    input wire        answer,       // the slave answers an access
    input wire        fails,
    input wire        retry,
    input wire [31:0] wb_dat_i
);
    localparam CLOCKS = 5;          // BUS_CLOCKS

    initial assume (!rst_n);

    reg         req, busy, write;
    reg [31:2]  addr;
    reg [3:0]   be;
    reg [31:0]  wdata;
    wire        ack, ack_error;
    wire [31:0] ack_rdata;
    wire        start = go && !req && (!busy || ack);

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            {req, busy, write} <= 3'd0;
            addr  <= 30'd0;
            be    <= 4'd0;
            wdata <= 32'd0;
        end else begin
            req  <= start;
            busy <= start || (busy && !ack);
            if (start) begin
                write <= next_write;
                addr  <= next_addr;
                be    <= next_be;
                wdata <= next_wdata;
            end
        end

    wire        wb_cyc, wb_stb, wb_we;
    wire [31:2] wb_adr;
    wire [3:0]  wb_sel;
    wire [31:0] wb_dat_o;
    // late answers of an access that was given up come while CYC is 0
    wire        wb_rty = answer && retry;
    wire        wb_ack = answer && !retry && !fails;
    wire        wb_err = answer && !retry && fails;

    wb_master #(.BUS_CLOCKS(CLOCKS)) dut (.*);

    reg        was_req, waits, pause, done, failed;
    reg [31:0] data;
    reg [2:0]  age;         // clocks since the request, of those on the bus
    wire       taken = wb_cyc && (wb_ack || wb_err);
    wire       late = (wb_cyc || pause) && age == CLOCKS;

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            {was_req, waits, pause, done, failed} <= 5'd0;
            data <= 32'd0;
            age  <= 3'd0;
        end else begin
            was_req <= req;
            waits   <= (wb_cyc && !answer && !late) || (pause && !late);
            pause   <= wb_cyc && wb_rty && !late;
            done    <= taken || late;
            failed  <= !taken || wb_err;
            data    <= wb_dat_i;
            age     <= req ? 3'd1 : age == 7 ? 3'd7 : age + 3'd1;
        end

    always @* begin
        if (!rst_n)
            assert (!wb_cyc && !ack);
        else begin
            // The access lasts from the clock after its request to its answer, with the requested
            // address, lanes and data; after RTY, CYC is 0 for one clock.
            assert (wb_cyc == wb_stb && wb_cyc == (was_req || waits));
            if (wb_cyc)
                assert (busy && !req && wb_we == write && wb_adr == addr && wb_dat_o == wdata &&
                        wb_sel == (write ? be : 4'b1111));
            // The answer is passed on once, in the next clock; without one, an error. Every request
            // is answered, and its access gone, at most CLOCKS + 1 clocks after it.
            assert (ack == done);
            if (ack)
                assert (busy && !wb_cyc && ack_error == failed && (failed || ack_rdata == data));
            if (busy && !req)
                assert (age <= CLOCKS + 1);
            // invariants
            assert (busy == (req || wb_cyc || pause || ack));
            assert (req + wb_cyc + pause + ack <= 1);
            assert (!(ack && age == 1));
            if (wb_cyc || pause)
                assert (age >= 1 && age <= CLOCKS && \dut.clocks == age);
            assert (\dut.again == pause);
        end
    end

    (* hierconn *) wire        \dut.again ;
    (* hierconn *) wire [26:0] \dut.clocks ;

    always @* begin
        cover (rst_n && ack && ack_error && go);
        cover (rst_n && ack && !ack_error && age == CLOCKS);
        cover (rst_n && pause && late);
    end
endmodule
