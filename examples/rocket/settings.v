// SPDX-License-Identifier: Apache-2.0
//
// Settings of Rocket's Verilog, which must be compiled before it: it prints no instructions,
// and its own assertions are off.
`define PRINTF_COND 0
`define STOP_COND 0
