// SPDX-License-Identifier: Apache-2.0
//
// Injects errors between a third-party slave (module dut) and a bus that answers in order, with
// wb_tap, ahb_tap or apb_tap, and holds each packet of the tap against a model of what
// rtl/tap/README.md says.
//
// A master makes TRANSACTIONS reads and writes of random addresses. Errors, at random: the master
// withdraws an access, or breaks the order of the phases; an answer is lost, and the master gives
// up later; an answer comes that nobody asked for; an answer says error; resets of the bus. Each
// latency must be that of the model, none may be missing while the port is ready, and the reported
// ones and those counted as lost must be all. Prints "ok" and the counts, or what is wrong.
`timescale 1ns / 1ps
`default_nettype none

module buses;
    parameter TRANSACTIONS = 100000;
    parameter SEED = 1;
    parameter BUS = 0;          // 0: Wishbone, 1: Wishbone pipelined, 2: AHB-Lite, 3: APB
    localparam CLASSIC = 0, PIPELINED = 1, AHB = 2, APB = 3;
    localparam OUTSTANDING = 6, PATIENCE = 40;
    localparam WITHDRAWN = 0, LOST = 1, EXTRA = 2, FAILED = 3, BUS_RESET = 4, KINDS = 5;

`include "bench.vh"

    // The bus. sel: CYC, PSEL, HTRANS[1]; go: STB, PENABLE. ready: ACK, HREADY, PREADY.
    reg         sel = 0, go = 0, we = 0;
    reg  [15:0] adr = 0;
    reg         hides = 0, adds = 0, fails = 0;     // what happens to an answer in this clock
    wire        x_ready, x_error, x_stall;
    wire        on = sel && bus_rst_n, runs = on && go;
    wire        stall = x_stall && BUS == PIPELINED;
    wire        ready = ((x_ready && !hides) || adds) && bus_rst_n;
    wire        error = (x_error && !hides) || (fails && ready);
    wire        answer = ready || (error && BUS <= PIPELINED && bus_rst_n);

    dut u_dut (
        .clk(clk), .rst_n(bus_rst_n), .sel(on), .go(runs), .we(we), .adr(adr), .wdata(now[31:0]),
        .ready(x_ready), .error(x_error), .stall(x_stall));

    // The tap
    reg         p_ready = 1;
    wire        p_valid;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [1:0]  p_lost;
    wire [31:0] frames, packets, dropped;
`define COMMON .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0), \
        .p_valid(p_valid), .p_y(), .p_x(), .p_category(), .p_words(), .p_color(p_color), \
        .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(), .p_addr(p_addr), .p_be(), \
        .p_ready(p_ready), .p_lost(p_lost), .clear(1'b0), .frames(frames), .packets(packets), \
        .dropped(dropped), .flags(), .about()
`define COLORS .COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)
    generate
        if (BUS <= PIPELINED) begin : g_wb
            wb_tap #(.PIPELINED(BUS), .ADR_BITS(16), .DEPTH_LOG2(3), `COLORS) u_tap (
                .cyc(on), .stb(runs), .stall(stall), .we(we), .adr(adr), .ack(ready),
                .err(error && bus_rst_n), .rty(1'b0), `COMMON);
        end else if (BUS == AHB) begin : g_ahb
            ahb_tap #(.ADDR_BITS(16), `COLORS) u_tap (
                .hsel(1'b1), .htrans({on, 1'b0}), .hready(ready), .hwrite(we), .haddr(adr),
                .hsize(3'd2), .hresp(error), `COMMON);
        end else begin : g_apb
            apb_tap #(.ADDR_BITS(16), `COLORS) u_tap (
                .psel(on), .penable(runs), .pready(ready), .pwrite(we), .paddr(adr),
                .pslverr(error), `COMMON);
        end
    endgenerate

    // The model: outstanding requests, the oldest first, and the packets that must come, by the
    // low bits of their receive time
    integer     out = 0, first = 0, requests = 0, ends = 0, right = 0, reported = 0, refused = 0;
    integer     lost = 0, missed = 0, waits = 0, resetting = 0, calm = 0, i;
    integer     kinds [0:KINDS-1];
    reg  [43:0] times [0:15];
    reg         writes [0:15], known [0:65535];
    reg  [15:0] places [0:15];
    reg  [43:0] from [0:65535];
    reg  [5:0]  color [0:65535];
    reg  [15:0] place [0:65535];
    reg         in_data = 0;

    initial begin
        for (i = 0; i < KINDS; i = i + 1) kinds[i] = 0;
        for (i = 0; i < 65536; i = i + 1) known[i] = 0;
    end

    task request;
        begin
            requests = requests + 1;
            times[(first + out) % 16] = now;
            writes[(first + out) % 16] = we;
            places[(first + out) % 16] = adr;
            out = out + 1;
        end
    endtask

    // an answer: of the oldest request, or of none
    task finish;
        begin
            ends = ends + 1;
            if (out != 0) begin
                known[now[15:0]] = 1;
                from[now[15:0]] = times[first];
                color[now[15:0]] = {4'd0, error, writes[first]};
                place[now[15:0]] = places[first];
                right = right + 1;
                first = (first + 1) % 16;
                out = out - 1;
            end
        end
    endtask

    // what is outstanding has no answer any more
    task give_up;
        begin
            ends = ends + out;
            out = 0;
        end
    endtask

    task idle;
        begin
            sel <= 0;
            go <= 0;
            waits = 0;
        end
    endtask

    // a new access; an address in eight does not exist in some of the slaves
    task access(input begins);
        begin
            sel <= 1;
            go <= begins;
            we <= draw(2);
            adr <= draw(8) == 0 ? 16'h8000 : draw(16) << 2;
            waits = 0;
        end
    endtask

    wire more = requests < TRANSACTIONS;

    always @(posedge clk) if (rst_n) begin
        now <= now + 1;
        lost = lost + p_lost;
        if (p_valid && !p_ready)
            refused = refused + 1;
        else if (p_valid) begin
            reported = reported + 1;
            i = p_rxtime[15:0];
            if (!known[i] || p_txtime != from[i] || p_color != color[i] ||
                    p_addr != {11'd0, place[i][15:2]})
                fail("no answer has this packet");
            known[i] = 0;
        end

        // what the bus shows in this clock
        case (BUS)
        CLASSIC: begin
            if (runs && out == 0)
                request;
            if (!runs)
                give_up;
            else if (answer)
                finish;
        end
        PIPELINED: begin
            if (runs && !stall)
                request;
            if (!on)
                give_up;
            else if (answer)
                finish;
        end
        AHB: begin
            if (in_data && ready)
                finish;
            if (ready && bus_rst_n) begin
                in_data = on;
                if (on)
                    request;
            end
        end
        default: begin
            if (!runs)
                give_up;
            if (on && !go)
                request;
            if (runs && ready)
                finish;
        end
        endcase
        waits = answer ? 0 : waits + 1;

        // errors of the next clock
        if (hides && x_ready)
            kinds[LOST] = kinds[LOST] + 1;
        if (adds)
            kinds[EXTRA] = kinds[EXTRA] + 1;
        if (fails && ready)
            kinds[FAILED] = kinds[FAILED] + 1;
        hides <= hides ? draw(20) != 0 : draw(400) == 0;
        adds <= draw(400) == 0;
        fails <= draw(50) == 0;

        // the master
        if (!bus_rst_n) begin
            idle;
            give_up;
            in_data = 0;
        end else case (BUS)
        CLASSIC:
            if (!runs) begin
                idle;
                if (more && draw(3) == 0)
                    access(1);
            end else if (answer) begin
                idle;
                if (more && draw(2) == 0)
                    access(1);
            end else if (draw(300) == 0 || waits > PATIENCE) begin
                kinds[WITHDRAWN] = kinds[WITHDRAWN] + 1;
                idle;
            end
        PIPELINED:
            if (!on) begin
                idle;
                if (more && draw(3) == 0)
                    access(1);
            end else if (draw(300) == 0 || waits > PATIENCE) begin
                kinds[WITHDRAWN] = kinds[WITHDRAWN] + (out != 0);
                idle;
            end else if (!go || !stall) begin
                go <= 0;
                if (more && out < OUTSTANDING && draw(4) != 0)
                    access(1);
                else if (out == 0 && draw(4) == 0)
                    idle;
            end
        AHB:
            if (ready) begin
                idle;
                if (more && draw(3) != 0)
                    access(1);
            end
        default:
            if (!on || (runs && ready)) begin
                idle;
                // an access phase without a setup phase
                if (more && draw(2) == 0)
                    access(draw(300) == 0);
            end else if (draw(300) == 0 || waits > PATIENCE) begin
                kinds[WITHDRAWN] = kinds[WITHDRAWN] + 1;
                idle;
            end else
                go <= go || draw(300) != 0;
        endcase

        // resets of the bus
        if (resetting != 0)
            resetting = resetting - 1;
        else if (draw(5000) == 0) begin
            resetting = 10;
            kinds[BUS_RESET] = kinds[BUS_RESET] + 1;
        end
        bus_rst_n <= resetting == 0;

        // the packet port waits in the second half only: until then no packet may be missing
        if (requests < TRANSACTIONS / 2)
            missed = right - reported;
        else
            p_ready <= draw(4) != 0;
        calm = !more && out == 0 ? calm + 1 : 0;
        if (calm == 1000) begin
            if (frames != ends || packets + dropped != ends)
                fail("the tap's frames, or its packets, are not the answers");
            if (reported + refused + lost != ends || reported + refused != right)
                fail("packets reported and counted as lost are not all");
            if (missed > 4 || right < requests / 2)
                fail("too few packets reported, or latencies known");
            for (i = 0; i < KINDS; i = i + 1)
                if (kinds[i] == 0 && !(BUS == AHB && i == WITHDRAWN))
                    fail("a kind of error never happened");
            $display("%0d requests: %0d reported, %0d counted as lost, of %0d; errors:", requests,
                     reported, refused + lost, ends);
            $display("  %0d withdrawn, %0d answers hidden, %0d too many, %0d with error,",
                     kinds[WITHDRAWN], kinds[LOST], kinds[EXTRA], kinds[FAILED]);
            $display("  %0d resets of the bus", kinds[BUS_RESET]);
            if (errors == 0)
                $display("ok");
            $finish;
        end
    end
endmodule
