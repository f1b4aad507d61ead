// SPDX-License-Identifier: Apache-2.0
//
// Two Rocket cores in rocket_node.
`define ROCKET_2
`define ROCKET_NODE rocket_node2
