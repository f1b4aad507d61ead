// SPDX-License-Identifier: Apache-2.0
// Verilator's runtime prints with this function instead of printf(): see model_shim.cpp.
extern "C" int tally_printf(const char *format, ...);
#define VL_PRINTF tally_printf
