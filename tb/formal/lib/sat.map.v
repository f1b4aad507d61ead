// SPDX-License-Identifier: Apache-2.0
// Cells that yosys's sat handles differently from the SMT-LIB backend of yosys.

// A cover becomes an assertion that the state is never reached; the state is reachable if that
// assertion fails.
(* techmap_celltype = "$cover" *)
module cover_as_assert (input A, EN);
	\$assert _TECHMAP_REPLACE_ (.A(!(A && EN)), .EN(1'b1));
endmodule

// A register marks the first clock as part of the state: sat -tempinduct omits each trace in which
// the registers return to an earlier state, so without this register the second clock could be
// lost.
(* techmap_celltype = "$initstate" *)
module initstate_as_register (output Y);
	(* init = 1'b1 *) wire first;
	\$ff #(.WIDTH(1)) _TECHMAP_REPLACE_ (.D(1'b0), .Q(first));
	assign Y = first;
endmodule
