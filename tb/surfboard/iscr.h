/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ISCR_H
#define ISCR_H
/* Bits of ISCR and IEMR by their names in the report, from the register table. */
#include "surflib.h"

enum {
	TC = SURF_ISCR_TC,
	TP = SURF_ISCR_TP,
	EXT = SURF_ISCR_EXT,
	FNE = SURF_ISCR_FNE,
	FPF = SURF_ISCR_FPF,
	FAF = SURF_ISCR_FAF,
	FF = SURF_ISCR_FF,
	FV = SURF_ISCR_FV,
	BV = SURF_ISCR_BV,
	WCV = SURF_ISCR_WCV,
	PV = SURF_ISCR_PV,
	LV = SURF_ISCR_LV,
	LU = SURF_ISCR_LU,
	RTV = SURF_ISCR_RTV,
	ISCR_ALL = (RTV << 1) - 1, /* without PEND */
};

#endif
