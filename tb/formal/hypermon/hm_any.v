// SPDX-License-Identifier: Apache-2.0
//
// hm_any - stand-ins for the modules around the ports, FIFOs and builder of hm_ecb, for the proofs
// of these. Each can do everything that the module of that name can do, and more:
//   strobe_capture  strobes come in any clock, with any data,
//   hm_window       windows end in any clock, and have any number
//   hm_frames only its free space is modelled: a stored frame takes its size, and a reader frees
//   any number of words at any time. The words read are free. The proof hm_frames_words shows that
//   a frame takes no more space.
`default_nettype none

module strobe_capture #(
    parameter WIDTH = 4,
    parameter ACTIVE_LOW = 0,
    parameter [31:0] SALT = 32'd0
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             strobe,
    input  wire [WIDTH-1:0] data,
    output wire             level,
    output wire             valid,
    output wire [WIDTH-1:0] q
);
    (* anyseq *) wire [WIDTH+1:0] any;

    assign {level, valid, q} = any;
endmodule

module hm_window #(
    parameter [31:0] STAMP_INIT = 32'd0
) (
    input  wire        clk20,
    input  wire        rst_n,
    input  wire        clear,
    input  wire [1:0]  code,
    output wire        last,
    output wire [31:0] stamp
);
    (* anyseq *) wire [32:0] any;

    assign {last, stamp} = any;
endmodule

module hm_frames #(
    parameter DEPTH_LOG2 = 12,
    parameter COMPACT = 0
) (
    input  wire                clk20,
    input  wire                rst_n,
    input  wire                clear,
    input  wire                wr,
    input  wire [31:0]         wdata,
    input  wire                store,
    input  wire [4:0]          size,
    output wire [DEPTH_LOG2:0] free,
    input  wire                rd,
    output wire [31:0]         rdata
);
    (* anyseq *) wire [31:0]         any;
    (* anyseq *) wire [DEPTH_LOG2:0] back;
    reg [DEPTH_LOG2:0]               used;

    assign free  = (1 << DEPTH_LOG2) - used;
    assign rdata = any;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            used <= 0;
        else
            used <= clear ? 0 : used - (back < used ? back : used) + (store ? size : 0);
endmodule
