/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
#ifndef VALGRIND_IR_H
#define VALGRIND_IR_H
/*
 * Parts of tools for valgrind that instrument blocks of its intermediate code (libvex_ir.h):
 * each tool is one source file, which includes this header.
 */
#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

/* Returns the size in bytes of the value of an expression. */
static UInt ir_bytes(const IRSB *sb, const IRExpr *data)
{
	return (UInt)sizeofIRType(typeOfIRExpr(sb->tyenv, data));
}

/* Adds a read of the register of 64 bits at this offset of the thread's state. */
static IRExpr *ir_register(IRSB *sb, Int offset)
{
	const IRTemp t = newIRTemp(sb->tyenv, Ity_I64);

	addStmtToIRSB(sb, IRStmt_WrTmp(t, IRExpr_Get(offset, Ity_I64)));
	return IRExpr_RdTmp(t);
}

/* Adds a call of @fn; @registers: the number of its arguments that are in registers. @guard:
 * when it is called; NULL: always. */
static void ir_call(IRSB *sb, Int registers, const HChar *name, void *fn, IRExpr **args,
		    IRExpr *guard)
{
	IRDirty *d = unsafeIRDirty_0_N(registers, name, VG_(fnptr_to_fnentry)(fn), args);

	if (guard)
		d->guard = guard;
	addStmtToIRSB(sb, IRStmt_Dirty(d));
}

struct block; /* the tool's own */
typedef void ir_access(struct block *b, Bool store, IRExpr *addr, UInt bytes, IRExpr *guard);

/* Calls @access for each load and store of the statement, except those
 * of a compare-and-swap. */
static void ir_accesses(IRSB *sb, const IRStmt *st, ir_access *access, struct block *b)
{
	const IRExpr *load;
	const IRStoreG *store;
	const IRLoadG *guarded;
	const IRDirty *dirty;
	IRType type, wide;

	switch (st->tag) {
	case Ist_WrTmp:
		load = st->Ist.WrTmp.data;
		if (load->tag == Iex_Load)
			access(b, False, load->Iex.Load.addr,
			       (UInt)sizeofIRType(load->Iex.Load.ty), NULL);
		break;
	case Ist_Store:
		access(b, True, st->Ist.Store.addr, ir_bytes(sb, st->Ist.Store.data), NULL);
		break;
	case Ist_StoreG:
		store = st->Ist.StoreG.details;
		access(b, True, store->addr, ir_bytes(sb, store->data), store->guard);
		break;
	case Ist_LoadG:
		guarded = st->Ist.LoadG.details;
		typeOfIRLoadGOp(guarded->cvt, &wide, &type);
		access(b, False, guarded->addr, (UInt)sizeofIRType(type), guarded->guard);
		break;
	case Ist_Dirty:
		dirty = st->Ist.Dirty.details;
		if (dirty->mFx == Ifx_Read || dirty->mFx == Ifx_Modify)
			access(b, False, dirty->mAddr, (UInt)dirty->mSize, NULL);
		if (dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify)
			access(b, True, dirty->mAddr, (UInt)dirty->mSize, NULL);
		break;
	default:
		break;
	}
}

#endif
