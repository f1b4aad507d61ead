/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the state of a board (Malony, Reed 1990, 3.3). */
#include "hmutil.h"
#include <inttypes.h>
#include <string.h>

static const char usage_text[] =
	"Usage: hmstatus [OPTION]...\n"
	"\n"
	"Prints the state of a HYPERMON board.\n"
	"\n" HMUTIL_BOARD_HELP "  -r, --reset         reset the board first\n"
	"  -o, --output=FILE   output file (standard output)\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"The control register and the number of frames read cannot be read back:\n"
	"window, capture and buffered frames are known only after a reset.\n"
	"\n"
	"Exit status: 0 success, 1 error, or data were lost, 2 error in the\n"
	"command line.";

int main(int argc, char **argv)
{
	char names[HM_STATUS_TEXT];
	bool reset = false;
	struct hm_state st;
	int c, err;

	util_begin("hmstatus", usage_text, argc, argv);
	while ((c = util_option(NULL)) != -1) {
		if (c == 'r')
			reset = true;
		else
			hmutil_board_option(c, optarg);
	}
	if (util_argument())
		util_usage("unknown argument", argv[optind - 1]);
	util_open();
	if (!hmutil_board_open(reset))
		return util_end();
	err = hm_get_state(&hmutil_board, &st);
	if (err) {
		util_error("%s", util_access_reason(err));
	} else {
		hmutil_losses("", st.status, st.lost);
		util_print("STATUS: %" PRIu32 " %s", st.status,
			   hm_status_text(st.status, names));
		util_print("LOST: %" PRIu32, st.lost);
		util_print("COUNT: %" PRIu32, st.count);
		if (st.known) {
			util_print("buffered: %" PRIu32, st.buffered);
			util_print("window: %u ns", st.window_ns);
			util_print("capture: %s", st.enabled ? "on" : "off");
		} else {
			util_print("buffered: not known");
			util_print("window: not known");
			util_print("capture: not known");
		}
	}
	hm_close(&hmutil_board);
	return util_end();
}
