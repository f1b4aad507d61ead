/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SURFSTATE_H
#define SURFSTATE_H
/*
 * Saves and loads the state of a SurfBoard (TR-596-99 3.7), so that a run can continue after
 * a power-off without any difference.
 *
 * The file contains EBCR, all other registers except FCCR and FCDR, for a board of revision 2
 * all writable fields of the extension registers, the offsets and the slots of the index FIFO,
 * and both memories. It does not contain the bin selector's configuration, which the caller
 * loads first with surf_ConfigHAS(), nor the receive time counter, which is common to the whole
 * machine.
 *
 * A state file is text; # starts a comment line. Numbers are hexadecimal:
 *
 *	STATE 1			version of the format: 2 for a board of revision 2, else 1
 *	EBCR D0001D01		and the other registers, in this order: ACDR (image) TTCR
 *				ECDR PCLR ISCR IEMR HTCR WCDR TICR (all 22 bits) TECR TPIR
 *				HFCR (as SURF_HFCR)
 *	HMCR 00000001		version 2: the readable and writable fields of the extension
 *				registers that have any, in the order of the table
 *	FIFO 1A5		a slot, with the LSB flag in bit 8, in the order of reading
 *	TRACE 01000000		bytes of trace memory; then the entries that are not 0, as in a
 *				trace file (surfrecord.h), in ascending order
 *	HISTOGRAM 01000000	the same for the bins, as in a histogram file
 *	END 1C291CA3		CRC-32 (of zlib) of all bytes before this line
 */
#include "surflib.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Report of surf_load_state(). */
struct surf_state_report {
	/* ISCR bits 13..0 as saved, and as the board shows them now. LU, LV, PV, WCV, BV and
	 * FV cannot be set by software, and RTV belongs to the global clock: the caller must
	 * remember conditions that are in @saved and not in @board. Without BV the board
	 * releases the external output if TTCR.MBV is 1. */
	uint32_t saved, board;
	/* Number of extension registers of the board that are missing in the file, because it
	 * is from a board of revision 1 or an older program. They have their power-on values.
	 */
	unsigned int unsaved;
	/* After -EBADMSG: error message and line. */
	uint64_t line;
	const char *wrong;
};

/*
 * Saves the board's state to the file @path ("-": standard output); an existing file is kept
 * until the new one is complete. Collection is halted during the save and then continues,
 * even after an error; packets that arrive during the save are not counted. HFCR's pointer must
 * be at EMPTY low, as for surf_GetReg(). @progress is called every 64 KB of both memories, and
 * may be NULL. Other programs cannot change the board during the save (surf_hold). -ENXIO: the
 * board is disabled.
 */
int surf_save_state(struct surf *surf, const char *path, surf_progress *progress, void *arg);

/*
 * Loads the state in the file @path, which must be seekable: the whole file is checked before
 * the board is changed. A pending exception is dropped. Collection continues according to the
 * saved HTCR. @report may be NULL. EBCR is loaded too, so that no other board on the bus may
 * have these addresses.
 * -EBADMSG: the file is damaged, see @report; -EMEDIUMTYPE: the memories of the saved board
 * have different sizes; -EPERM: its TTCR.MEI is 1, see surf_allow_mei(); -ESPIPE: the file is a
 * pipe; -ENOTSUP: an extension register in use that this board does not have. After any other
 * error or -ECANCELED the board does not collect or interrupt, and must be loaded again.
 */
int surf_load_state(struct surf *surf, const char *path, struct surf_state_report *report,
		    surf_progress *progress, void *arg);

#ifdef __cplusplus
}
#endif

#endif
