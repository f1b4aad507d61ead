/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STYLE_H
#define STYLE_H
/*
 * The colors and the fonts of all pictures: those of gnuplot (gnuplot.h), the web page of
 * sharing, and those of the pages of make lab, for which sw/lab/style.in makes the same names
 * known to JavaScript. On paper, colors and shades have a contrast of at least 3, text of 4.5.
 */
#define STYLE_FONT "sans-serif"
#define STYLE_PAPER "#ffffff"
#define STYLE_TEXT "#000000"
#define STYLE_NOTE "#666666" /* text of less weight */
#define STYLE_AXIS "#555555"
#define STYLE_GRID "#dddddd"
#define STYLE_UNKNOWN "#e6e6e6" /* areas of which nothing is known */
#define STYLE_REST "#737373"	/* what remains or is missing; also visible on STYLE_UNKNOWN */
#define STYLE_ALARM "#a40000"

/* Curves, bars and points, in this order; color-blind readers can distinguish them. The last
 * one is for the remaining data. */
#define STYLE_COLORS                                                                 \
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#000000", "#6a3d9a", \
		"#d81b60", STYLE_REST
/* Values from the smallest to the largest. */
#define STYLE_SHADES "#5696cc", "#2070b4", "#08519c", "#041d42"
/* States of a node, from the busiest. */
#define STYLE_BUSY STYLE_TEXT
#define STYLE_SYSTEM "#5a5a5a"
#define STYLE_SENDING "#969696"
#define STYLE_WAITING "#dcdcdc"
/* Behind text: what is read, and what is written. */
#define STYLE_READ "#cfe2f7"
#define STYLE_WRITTEN "#f6c08c"
#define STYLE_CODE "#f4f4f4"

#endif
