// SPDX-License-Identifier: Apache-2.0
// What Verilator's runtime prints with, instead of printf(): see model_shim.cpp.
extern "C" int tally_printf(const char *format, ...);
#define VL_PRINTF tally_printf
