// SPDX-License-Identifier: Apache-2.0
//
// One Rocket core in rocket_node.
`define ROCKET_1
`define ROCKET_NODE rocket_node1
