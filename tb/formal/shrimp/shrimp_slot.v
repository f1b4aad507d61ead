// SPDX-License-Identifier: Apache-2.0
//
// Proof of shrimp_slot: each access from eisa_slave is answered by shrimp_slot or passed on,
// exactly once, with its address, lanes and data, in order; each read gets its answer.
//
// Assumptions, proved of eisa_slave and cdc_handshake: a request follows the selection of its
// address, once, and only while busy = 0; the link is busy from a request to its answer, and the
// next request may come in the clock of the answer.
`default_nettype none
`include "surfboard_regs.vh"  // the board of 1996 has the same offsets

module prove_shrimp_slot #(
    parameter MEMORIES = 1,
    parameter ADDR_BITS = 26
) (
    input wire        bclk,
    input wire        rst_por_n,
    input wire        rst_n,
    input wire [31:2] dec_addr,
    input wire        dec_mem,
    input wire        dec_aen,
    input wire        start,        // START#: this address is latched
    input wire        write,
    input wire [3:0]  be,
    input wire        req,
    input wire [31:0] req_wdata,
    input wire        finish,       // the link ends the current request
    input wire [31:0] response
);
    // The cycle of eisa_slave
    wire        dec_sel, busy, ack;
    reg         pending;
    reg         req_write, req_mem;
    reg  [31:2] req_addr;
    reg  [3:0]  req_be;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            pending <= 1'b0;
            {req_write, req_mem, req_addr, req_be} <= 36'd0;
        end else if (start) begin
            pending   <= dec_sel;
            req_write <= write;
            req_mem   <= dec_mem;
            req_addr  <= dec_addr;
            req_be    <= be;
        end else if (req)
            pending <= 1'b0;

    initial assume (!rst_por_n);
    always @* begin
        if (!rst_por_n) assume (!rst_n);
        if (req) assume (rst_n && pending && !busy && !start);
    end

    // The link
    wire        out_req;
    wire [36+ADDR_BITS:0] out_data;
    wire [31:0] ack_rdata;
    reg         under_way;
    reg  [31:0] out_ack_data;
    wire        out_busy = under_way && !finish;
    wire        out_ack = under_way && finish;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            under_way    <= 1'b0;
            out_ack_data <= 32'd0;
        end else begin
            under_way <= out_busy || out_req;
            if (out_ack)
                out_ack_data <= response;
        end

    shrimp_slot #(
        .ID(`SURFBOARD_EPIR_RESET), .MEMORIES(MEMORIES), .ADDR_BITS(ADDR_BITS)
    ) dut (
        .*
    );

    // EBCR according to the report
    reg [31:0] ebcr;

    always @(posedge bclk or negedge rst_por_n)
        if (!rst_por_n)
            ebcr <= 32'd0;
        else if (!rst_n)
            ebcr[0] <= 1'b0;
        else if (req && req_write && !req_mem && {req_addr[11:2], 2'b00} == `SURFBOARD_EBCR) begin
            if (req_be[0]) ebcr[0]     <= req_wdata[0];
            if (req_be[1]) ebcr[15:8]  <= MEMORIES ? req_wdata[15:8] : {5'd0, req_wdata[10:8]};
            if (req_be[2]) ebcr[23:16] <= req_wdata[23:16];
            if (req_be[3]) ebcr[31:24] <= req_wdata[31:24];
        end
    wire enable = ebcr[0];

    // The read that waits for its answer, and the expected value of ack_rdata after that
    reg         waits, answered, at_once;
    reg  [31:0] answer;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n)
            {waits, answered, at_once} <= 3'd0;
        else begin
            waits   <= (req && !req_write) || (waits && !ack);
            at_once <= req && !req_write && !req_mem;
            if (req)
                answered <= 1'b0;
            else if (waits && ack)
                answered <= 1'b1;
            if (req && !req_mem)
                answer <= {req_addr[11:2], 2'b00} == `SURFBOARD_EBCR ? ebcr : `SURFBOARD_EPIR_RESET;
            else if (waits && ack && !at_once)
                answer <= response;
        end

    // the region of an address
    wire dec_ram = MEMORIES && dec_addr[31:27] == ebcr[15:11];
    wire req_ram = MEMORIES && req_addr[31:27] == ebcr[15:11];
    wire is_regs = req_addr[31:16] == ebcr[31:16];

    always @* if (rst_n) begin
        // Exactly the board's own addresses are selected.
        assert (dec_sel == (dec_mem ? enable && (dec_addr[31:16] == ebcr[31:16] || dec_ram)
                                    : !dec_aen && {dec_addr[11:3], 3'd0} == `SURFBOARD_EPIR));
        // Each access is passed on once or answered here; nothing else is passed on.
        assert (out_req == (req && (req_mem || (req_write &&
                                                {req_addr[11:2], 2'b00} == `SURFBOARD_EBCR))));
        if (out_req) begin
            assert (!out_busy);
            assert (out_data == {!req_mem ? 2'd0 : is_regs ? 2'd1 : req_addr[26] ? 2'd3 : 2'd2,
                                 req_write, req_addr[ADDR_BITS-1:2], req_be, req_wdata});
            // Accesses to registers and memories are passed on only while the board is enabled.
            assert (!req_mem || enable);
        end
        // An access waits only for the link.
        assert (busy == out_busy);
        // Each read is answered, one of shrimp_slot itself in the next clock, and its data stay on
        // ack_rdata.
        if (at_once)
            assert (waits && ack && !under_way);
        if (waits && !at_once)
            assert (under_way && ack == out_ack);
        if (answered)
            assert (ack_rdata == answer);
    end

    // Invariants
    (* hierconn *) wire [15:0] \dut.rbase ;
    (* hierconn *) wire [4:0]  \dut.mbase ;
    (* hierconn *) wire [2:0]  \dut.irlev ;
    (* hierconn *) wire        \dut.enable ;
    (* hierconn *) wire        \dut.local_ack ;
    (* hierconn *) wire        \dut.local_read ;
    (* hierconn *) wire [31:0] \dut.local_data ;

    always @* begin
        if (rst_por_n)
            assert ({\dut.rbase , \dut.mbase , \dut.irlev , 7'd0} == ebcr[31:1]);
        if (rst_n) begin
            assert (\dut.enable == enable);
            assert (\dut.local_ack == at_once);
            if (at_once || answered)
                assert (\dut.local_read ? \dut.local_data == answer : out_ack_data == answer);
            if (at_once)
                assert (\dut.local_read );
            if (waits && !at_once)
                assert (!\dut.local_read );
            assert (!(waits && answered));
            if (answered && !\dut.local_read )
                assert (!under_way);
            // The selected address is still the board's own, because EBCR changes only with a
            // request.
            if (pending)
                assert (req_mem ? enable && (is_regs || req_ram)
                                : {req_addr[11:3], 3'd0} == `SURFBOARD_EPIR);
        end
    end

    always @* begin
        cover (rst_n && answered && answer == (MEMORIES ? 32'hA5C35D01 : 32'hA5C30501));
        cover (rst_n && out_req && out_ack && out_data[36+ADDR_BITS-:2] == (MEMORIES ? 2'd3 :
               2'd1));
        cover (rst_n && waits && under_way && ack && response == 32'h12345678);
    end
endmodule
