// SPDX-License-Identifier: Apache-2.0
// What yosys's sat takes otherwise than the SMT-LIB output of yosys.

// To reach a state of interest is to break the property that it is never reached.
(* techmap_celltype = "$cover" *)
module cover_as_assert (input A, EN);
	\$assert _TECHMAP_REPLACE_ (.A(!(A && EN)), .EN(1'b1));
endmodule

// The first clock is a part of the state: sat -tempinduct leaves out each trace in which the
// registers return to a state that they had, so without a register the second clock would be lost.
(* techmap_celltype = "$initstate" *)
module initstate_as_register (output Y);
	(* init = 1'b1 *) wire first;
	\$ff #(.WIDTH(1)) _TECHMAP_REPLACE_ (.D(1'b0), .Q(first));
	assign Y = first;
endmodule
