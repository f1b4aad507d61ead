# SPDX-License-Identifier: Apache-2.0
# Makes the Wishbone variant of a top from the top with AXI4-Lite: NAME_wb.v from NAME_axil.v.
# The variants differ in the ports of the bus, its slave, and the names of its clock and reset.
#   sed -f rtl/wb/to_wb.sed rtl/surfboard/surf_axil.v
/^\/\/ Variant /,/^\/\/$/c\
// Made        by rtl/wb/to_wb.sed from the top with AXI4-Lite\
//
s/_axil\>/_wb/g
s/_axil_/_wb_/g
s/axil_slave/wb_slave/g
s/AXI4-Lite/Wishbone/g
s/\baclk\b/wb_clk/g
# por_n is active low, wb_rst active high
s/(aresetn)/(!wb_rst)/
s/\baresetn\b/wb_rst/g
# CAPR.BUS of revision 2
s/\.BUS(1)/.BUS(2)/
# the ports of the top
/^    input .* s_awaddr,$/,/^    input .* s_rready,$/c\
    input  wire         wb_cyc,\
    input  wire         wb_stb,\
    input  wire         wb_we,\
    input  wire [27:2]  wb_adr,\
    input  wire [3:0]   wb_sel,\
    input  wire [31:0]  wb_dat_i,\
    output wire [31:0]  wb_dat_o,\
    output wire         wb_ack,\
    output wire         wb_err,
# the ports of the slave
/\.s_awaddr(s_awaddr)/,/\.s_rready(s_rready),$/c\
        .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_adr(wb_adr), .wb_sel(wb_sel),\
        .wb_dat_i(wb_dat_i), .wb_dat_o(wb_dat_o), .wb_ack(wb_ack), .wb_err(wb_err),
