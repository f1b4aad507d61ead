// SPDX-License-Identifier: Apache-2.0
//
// Injects errors between a third-party memory system (module dut) and a bus with axi_tap, and holds
// each packet of the tap against a model of what rtl/tap/README.md says.
//
// A master makes TRANSACTIONS reads and writes of random ids, lengths and addresses. Responses of
// the memory system pass with random errors: another id, a response lost, one too many, the last
// beat lost. In between come resets of the bus, with the memory system, and of the tap alone. For
// each direction the master lets all requests end from time to time, or waits until the tap has
// given up those that are never answered.
//
// The model matches requests and responses of the bus by id. After a response without a request,
// or one without the beats of its request while others are outstanding, it trusts nothing until no
// request is outstanding. A second record, of the memory system's own
// responses, is not touched by the errors: since the last clock without an outstanding request and
// without an error, each latency must equal it.
//
// With TAG_BITS < ID_BITS no errors but the resets are made. The tap drops and counts what it
// cannot tell from a response to another id of the same tag.
//
// Prints "ok" and the counts, or what is wrong.
`timescale 1ns / 1ps
`default_nettype none

module faults;
    parameter TRANSACTIONS = 100000;
    parameter SEED = 1;
    parameter ID_BITS = 3;
    parameter NOWHERE = 20;     // of 100 requests are to no memory
    parameter RIGHT = 1;        // the memory system answers these 1: as AXI demands, 0: wrongly
    parameter LENGTH = 4;       // beats of a burst, at most
    parameter TAG_BITS = ID_BITS;   // less: several ids share a tag of the tap
    localparam ERRORS = TAG_BITS == ID_BITS;
    localparam QUIET_LOG2 = 8, DEPTH_LOG2 = 3, IDS = 1 << ID_BITS;
    // clocks without a transfer: after GIVEN_UP the tap has given up all requests, which it does
    // within 2 * 2**QUIET_LOG2; from STILL_WAITS on it may do so
    localparam READ = 0, WRITE = 1, GIVEN_UP = (2 << QUIET_LOG2) + 8;
    localparam STILL_WAITS = (1 << QUIET_LOG2) - 40;
    localparam RING = 64, OUT_MOST = 50;    // of each id: times that the model holds; requests out
    localparam PASS = 0, WRONG_ID = 1, LOST = 2, LAST_LOST = 3, EXTRA = 4, KINDS = 5;

`include "bench.vh"
`include "resets.vh"

    // the bus of the master, which the tap watches: requests, and responses with errors
    reg                arvalid = 0, awvalid = 0, wvalid = 0, wlast = 0, rready = 0, bready = 0;
    reg  [ID_BITS-1:0] arid = 0, awid = 0;
    reg  [19:0]        araddr = 0, awaddr = 0;
    reg  [7:0]         arlen = 0, awlen = 0;
    wire               arready, awready, wready, x_rvalid, x_rlast, x_bvalid;
    wire [ID_BITS-1:0] x_rid, x_bid;
    wire [1:0]         x_rresp, x_bresp;
    wire [31:0]        x_rdata;

    // what happens to the next response, and a response too many, by direction
    reg  [2:0]         fate [0:1];
    reg                extra [0:1];
    reg  [ID_BITS-1:0] other [0:1];
    wire rlost = fate[READ] == LOST || (fate[READ] == LAST_LOST && x_rlast);
    wire blost = fate[WRITE] == LOST;
    wire rvalid = extra[READ] || (x_rvalid && !rlost);
    wire bvalid = extra[WRITE] || (x_bvalid && !blost);
    wire rlast = extra[READ] || x_rlast;
    wire [ID_BITS-1:0] rid = extra[READ] ? other[READ] :
                             fate[READ] == WRONG_ID ? x_rid ^ other[READ] : x_rid;
    wire [ID_BITS-1:0] bid = extra[WRITE] ? other[WRITE] :
                             fate[WRITE] == WRONG_ID ? x_bid ^ other[WRITE] : x_bid;
    wire x_rready = !extra[READ] && (rlost || rready);
    wire x_bready = !extra[WRITE] && (blost || bready);

    dut u_dut (
        .clk(clk), .rst_n(bus_rst_n),
        .s_awid(awid), .s_awaddr(awaddr), .s_awlen(awlen), .s_awvalid(awvalid && bus_rst_n),
        .s_awready(awready), .s_wdata(now[31:0]), .s_wlast(wlast), .s_wvalid(wvalid && bus_rst_n),
        .s_wready(wready), .s_bid(x_bid), .s_bresp(x_bresp), .s_bvalid(x_bvalid),
        .s_bready(x_bready), .s_arid(arid), .s_araddr(araddr), .s_arlen(arlen),
        .s_arvalid(arvalid && bus_rst_n), .s_arready(arready), .s_rid(x_rid), .s_rdata(x_rdata),
        .s_rresp(x_rresp), .s_rlast(x_rlast), .s_rvalid(x_rvalid), .s_rready(x_rready));

    wire ask_r = arvalid && arready && bus_rst_n, ask_w = awvalid && awready && bus_rst_n;
    wire beat_r = rvalid && rready && bus_rst_n, answer_w = bvalid && bready && bus_rst_n;

    // the tap
    reg         p_ready = 1;
    wire        p_valid;
    wire [4:0]  p_x, p_y;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [7:0]  p_lost;
    wire [31:0] rd_frames, rd_packets, rd_dropped, wr_frames, wr_packets, wr_dropped;
    axi_tap #(
        .ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS), .ADDR_BITS(20), .DEPTH_LOG2(DEPTH_LOG2),
        .QUIET_LOG2(QUIET_LOG2)
    ) u_tap (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n), .time_ext(64'd0),
        .arvalid(arvalid && bus_rst_n), .arready(arready), .arid(arid), .araddr(araddr),
        .arlen(arlen), .arsize(3'd2), .rvalid(rvalid && bus_rst_n), .rready(rready), .rid(rid),
        .rresp(x_rresp), .rlast(rlast), .awvalid(awvalid && bus_rst_n), .awready(awready),
        .awid(awid), .awaddr(awaddr), .awlen(awlen), .awsize(3'd2), .bvalid(bvalid && bus_rst_n),
        .bready(bready), .bid(bid), .bresp(x_bresp),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_color(p_color), .p_rxtime(p_rxtime),
        .p_txtime(p_txtime), .p_ready(p_ready), .p_lost(p_lost), .p_category(), .p_words(),
        .p_irq(), .p_addr(), .p_be(), .clear(1'b0), .rd_frames(rd_frames),
        .rd_packets(rd_packets), .rd_dropped(rd_dropped), .rd_flags(), .wr_frames(wr_frames),
        .wr_packets(wr_packets), .wr_dropped(wr_dropped), .wr_flags());

    // the model, by direction: outstanding requests by id (times in a ring), of the memory system
    // (x_) and of the bus; expected packets by the low bits of their receive time
    integer asked [0:2*IDS*RING-1], x_asked [0:2*IDS*RING-1];
    integer length [0:2*IDS*RING-1], beats [0:IDS-1];     // beats of a request; of the read so far
    integer head [0:2*IDS-1], tail [0:2*IDS-1], x_head [0:2*IDS-1], x_tail [0:2*IDS-1];
    integer out [0:1], x_out [0:1], quiet [0:1], frames [0:1], right [0:1];
    reg     trusted [0:1], clean [0:1], drain [0:1], in_burst;
    reg     expected [0:131071];
    integer latency [0:131071], ident [0:131071], kinds [0:KINDS-1];
    integer requests = 0, reported = 0, refused = 0, lost = 0, missed = 0, compared = 0;
    integer i, j, d, t, id, x_id, truth, calm = 0;
    reg     asks, none, done, x_done, odd;
    reg [7:0] bursts [0:63];
    integer b_head = 0, b_tail = 0, beat = 0;

    initial begin
        for (i = 0; i < 131072; i = i + 1) expected[i] = 0;
        for (i = 0; i < KINDS; i = i + 1) kinds[i] = 0;
        for (d = 0; d < 2; d = d + 1) begin
            fate[d] = PASS;
            extra[d] = 0;
            other[d] = 0;
            frames[d] = 0;
            right[d] = 0;
            forget(d);
        end
        in_burst = 0;
    end

    // of the request or packet of direction d and id
    task fail_id(input [8*64-1:0] what);
        begin
            $sformat(failure, "%0s of id %0d: %0s", d == READ ? "read" : "write", id, what);
            fail(failure);
        end
    endtask

    // no request of direction d is outstanding any more
    task forget(input integer d);
        integer k;
        begin
            for (k = 0; k < IDS; k = k + 1) begin
                head[d*IDS+k] = 0;
                tail[d*IDS+k] = 0;
                x_head[d*IDS+k] = 0;
                x_tail[d*IDS+k] = 0;
            end
            for (k = 0; k < IDS && d == READ; k = k + 1)
                beats[k] = 0;
            out[d] = 0;
            x_out[d] = 0;
            quiet[d] = 0;
            trusted[d] = 1;
            clean[d] = 1;
            drain[d] = 0;
        end
    endtask

    // a request of direction d and id
    task request;
        begin
            requests = requests + 1;
            out[d] = out[d] + 1;
            x_out[d] = x_out[d] + 1;
            x_asked[(d*IDS+id)*RING + x_head[d*IDS+id] % RING] = now;
            x_head[d*IDS+id] = x_head[d*IDS+id] + 1;
            if (trusted[d]) begin
                asked[(d*IDS+id)*RING + head[d*IDS+id] % RING] = now;
                length[(d*IDS+id)*RING + head[d*IDS+id] % RING] = arlen + 1;
                head[d*IDS+id] = head[d*IDS+id] + 1;
            end
        end
    endtask

    // the end of a response of direction d: at the memory system (x_done, x_id), on the bus (done,
    // id)
    task response;
        begin
            truth = -1;
            if (x_done) begin
                j = d * IDS + x_id;
                if (x_head[j] == x_tail[j])
                    clean[d] = 0;
                else begin
                    truth = now - x_asked[j*RING + x_tail[j] % RING];
                    x_tail[j] = x_tail[j] + 1;
                    x_out[d] = x_out[d] - 1;
                end
            end
            if (done) begin
                frames[d] = frames[d] + 1;
                j = d * IDS + id;
                // each response is that of some request, but not of one of the same clock with
                // another id
                if (out[d] - asks > 0 || (asks && id == (d == READ ? arid : awid)))
                    out[d] = out[d] - 1;
                if (trusted[d] && head[j] == tail[j]) begin
                    trusted[d] = none;
                    if (clean[d])
                        fail_id("a response without a request, and nobody made an error");
                end else if (trusted[d]) begin
                    i = asked[j*RING + tail[j] % RING];
                    odd = d == READ && i >= 0 && length[j*RING + tail[j] % RING] !=
                          (i == now ? 1 : beats[id]);
                    tail[j] = tail[j] + 1;
                    if (odd) begin
                        trusted[d] = out[d] == 0;
                        if (clean[d])
                            fail_id("a wrong number of beats, and nobody made an error");
                    end else if (i >= 0) begin
                        t = d * 65536 + now[15:0];
                        expected[t] = 1;
                        latency[t] = now - i;
                        ident[t] = id;
                        right[d] = right[d] + 1;
                        if (clean[d]) begin
                            compared = compared + 1;
                            if (latency[t] != truth)
                                fail_id("latencies of the bus and of the memory system differ");
                        end
                    end
                end
            end
        end
    endtask

    // an address in one of two memories, or in none
    function [31:0] address(input unused);
        address = (draw(100) < NOWHERE ? 2 : draw(2)) << 18 | draw(256) << 4;
    endfunction

    // whether the master may make a request of id k now: not while it waits for those outstanding
    // to end, nor in the clocks in which the tap may or may not have given them up
    function may_ask(input integer d, input integer k);
        may_ask = requests < TRANSACTIONS && !drain[d] && draw(3) == 0 &&
                  out[d] < OUT_MOST && x_out[d] < OUT_MOST &&
                  (trusted[d] ? head[d*IDS+k] - tail[d*IDS+k] : out[d]) < (1 << DEPTH_LOG2) &&
                  (out[d] == 0 || quiet[d] < STILL_WAITS);
    endfunction

    // an error, of a kind, in direction d
    task fault(input integer kind);
        begin
            kinds[kind] = kinds[kind] + 1;
            clean[d] = 0;
        end
    endtask

    // the fate of the next response of direction d
    task choose;
        begin
            other[d] <= 1 + draw(IDS - 1);
            i = draw(400);
            fate[d] <= !ERRORS ? PASS : i == 0 ? WRONG_ID : i == 1 ? LOST :
                       i == 2 && d == READ ? LAST_LOST : PASS;
        end
    endtask

    always @(posedge clk) if (rst_n) begin
        now <= now + 1;

        // what the tap reports
        lost = lost + p_lost;
        if (p_valid && !p_ready)
            refused = refused + 1;
        else if (p_valid) begin
            reported = reported + 1;
            d = p_color[0];
            id = {p_y, p_x};
            t = d * 65536 + p_rxtime[15:0];
            if (!expected[t] || ident[t] != id || p_rxtime - p_txtime != {12'd0, latency[t]})
            begin
                fail_id("no response has this packet");
                $display("  received %0d, latency %0d; expected: %b, %0d, id %0d", p_rxtime,
                         p_rxtime - p_txtime, expected[t], latency[t], ident[t]);
            end
            expected[t] = 0;
        end

        // requests before responses: a response may come in the clock of its request
        for (d = 0; d < 2; d = d + 1) begin
            quiet[d] = quiet[d] + 1;
            if (d == READ ? ask_r || beat_r : ask_w || answer_w)
                quiet[d] = 0;
            asks = d == READ ? ask_r : ask_w;
            none = out[d] == 0 && !asks;
            if (!trusted[d] && none) begin
                trusted[d] = 1;
                for (i = d * IDS; i < (d + 1) * IDS; i = i + 1)
                    tail[i] = head[i];
            end
            if (asks) begin
                id = d == READ ? arid : awid;
                if (!RIGHT && (d == READ ? araddr[19:18] : awaddr[19:18]) > 1)
                    fault(WRONG_ID);
                request;
            end
            // errors that take effect in this clock
            x_id = d == READ ? x_rid : x_bid;
            id = d == READ ? rid : bid;
            x_done = bus_rst_n && (d == READ ? x_rvalid && x_rready && x_rlast :
                                   x_bvalid && x_bready);
            done = d == READ ? beat_r && rlast : answer_w;
            if (x_done && fate[d] != PASS)
                fault(fate[d]);
            if (done && extra[d])
                fault(EXTRA);
            if (d == READ && beat_r)
                beats[id] = beats[id] + 1;
            response;
            if (d == READ && done)
                beats[id] = 0;
            for (i = 0; i < IDS && d == READ && none; i = i + 1)
                beats[i] = 0;
            if (x_done)
                choose;
            if (extra[d] && done)
                extra[d] <= 0;
            if (quiet[d] == GIVEN_UP) begin
                frames[d] = frames[d] + out[d];
                forget(d);
            end
            // all requests have ended: the records begin anew
            if (trusted[d] && out[d] == 0 && x_out[d] == 0)
                forget(d);
        end
        if (bus_rst_n && x_rvalid && x_rready)
            in_burst = !x_rlast;

        resets(20000);
        // -1: not measured. What ends in the clock of its request may be reported all the same
        if (!tap_rst_n)
            for (i = 0; i < 2 * IDS * RING; i = i + 1)
                asked[i] = -1;
        if (!bus_rst_n) begin
            for (d = 0; d < 2; d = d + 1) begin
                frames[d] = frames[d] + out[d];
                forget(d);
                extra[d] <= 0;
                choose;
            end
            in_burst = 0;
            arvalid <= 0;
            awvalid <= 0;
            wvalid <= 0;
            b_head = 0;
            b_tail = 0;
            beat = 0;
        end else begin
            // the master
            for (d = 0; d < 2; d = d + 1) begin
                if (draw(300) == 0)
                    drain[d] = 1;
                if (ERRORS && !extra[d] && draw(3000) == 0 && quiet[d] < STILL_WAITS &&
                        (d == READ ? !in_burst && !(x_rvalid && !x_rready) :
                         !(x_bvalid && !x_bready))) begin
                    extra[d] <= 1;
                    other[d] <= draw(IDS);
                    if (fate[d] == WRONG_ID)
                        fate[d] <= PASS;
                end
            end
            if (ask_r)
                arvalid <= 0;
            id = draw(IDS);
            if ((!arvalid || ask_r) && may_ask(READ, id)) begin
                arvalid <= 1;
                arid <= id;
                araddr <= address(0);
                arlen <= draw(LENGTH);
            end
            if (ask_w)
                awvalid <= 0;
            id = draw(IDS);
            if ((!awvalid || ask_w) && may_ask(WRITE, id)) begin
                i = draw(LENGTH);
                awvalid <= 1;
                awid <= id;
                awaddr <= address(0);
                awlen <= i;
                bursts[b_head%64] = i;
                b_head = b_head + 1;
            end
            if (wvalid && wready) begin
                beat = beat + 1;
                if (wlast) begin
                    beat = 0;
                    b_tail = b_tail + 1;
                end
                wvalid <= 0;
            end
            if ((!wvalid || wready) && b_head != b_tail && draw(2) == 0) begin
                wvalid <= 1;
                wlast <= beat == bursts[b_tail%64];
            end
        end
        rready <= draw(4) != 0;
        bready <= draw(4) != 0;

        // the packet port waits in the second half only: until then no packet may be missing
        if (requests < TRANSACTIONS / 2)
            missed = right[READ] + right[WRITE] - reported;
        else
            p_ready <= draw(4) != 0;
        calm = requests >= TRANSACTIONS && out[READ] == 0 && out[WRITE] == 0 &&
               !x_rvalid && !x_bvalid ? calm + 1 : 0;
        if (calm == 1000) begin
            if (rd_frames != frames[READ] || wr_frames != frames[WRITE])
                fail("the taps' frames are not the responses and what was given up");
            if (rd_packets + rd_dropped != rd_frames || wr_packets + wr_dropped != wr_frames ||
                    reported + refused + lost != frames[READ] + frames[WRITE])
                fail("packets reported and counted as lost are not all");
            if ((ERRORS ? missed > 4 + 8 * tap_resets : reported < requests / 10) ||
                    compared < requests / 4)
                fail("too few packets reported, or latencies compared");
            $display("%0d requests: %0d reported, %0d counted as lost, of %0d; %0d latencies",
                     requests, reported, refused + lost, frames[READ] + frames[WRITE], compared);
            $display("  equal the memory system's own; errors: %0d ids, %0d responses lost,",
                     kinds[WRONG_ID], kinds[LOST]);
            $display("  %0d last beats lost, %0d responses too many, %0d resets of bus, %0d of tap",
                     kinds[LAST_LOST], kinds[EXTRA], bus_resets, tap_resets);
            if (errors == 0)
                $display("ok");
            $finish;
        end
    end
endmodule
