// SPDX-License-Identifier: Apache-2.0
// To reach a state of interest is to break the property that it is never reached.
(* techmap_celltype = "$cover" *)
module cover_as_assert (input A, EN);
	\$assert _TECHMAP_REPLACE_ (.A(!(A && EN)), .EN(1'b1));
endmodule
