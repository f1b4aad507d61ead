/* SPDX-License-Identifier: Apache-2.0 */
/* Each hart begins here with a stack and thread-local data of its own. */
	.section .text.start, "ax"
	.globl	_start
_start:
	.option push
	.option norelax
	la	gp, __global_pointer$
	.option pop
	csrr	a0, mhartid
	la	sp, node_stacks
	li	t1, NODE_STACK
	addi	t0, a0, 1
	mul	t0, t0, t1
	add	sp, sp, t0
	la	tp, node_local
	li	t1, NODE_LOCAL
	mul	t0, a0, t1
	add	tp, tp, t0
	j	node_begin
