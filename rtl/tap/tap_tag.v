// SPDX-License-Identifier: Apache-2.0
//
// tap_tag - makes a tag of an id, for tables that cannot have an entry for each id
//
// Purpose     several ids have the same tag if TAG_BITS is less than ID_BITS.
// Interface   bit k of tag is the exclusive or of the bits k, k + TAG_BITS, k + 2 * TAG_BITS, ...
//             of id, so each bit of an id changes its tag, and two ids that differ only in TAG_BITS
//             adjacent bits have different tags. With TAG_BITS = ID_BITS the tag is the id.
// Latency     combinational.
// Domain      that of id.
// Reset       none.
`default_nettype none

module tap_tag #(
    parameter ID_BITS = 12,
    parameter TAG_BITS = 6          // 1 to ID_BITS
) (
    input  wire [ID_BITS-1:0]  id,
    output wire [TAG_BITS-1:0] tag
);
    // no always block: a simulator does not begin it for an id that never changes
    assign tag = fold(id);

    function [TAG_BITS-1:0] fold(input [ID_BITS-1:0] bits);
        integer i;
        begin
            fold = bits[TAG_BITS-1:0];
            for (i = TAG_BITS; i < ID_BITS; i = i + 1)
                fold[i % TAG_BITS] = fold[i % TAG_BITS] ^ bits[i];
        end
    endfunction
endmodule
