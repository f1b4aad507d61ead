/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CALLS_H
#define CALLS_H
/*
 * A list of calls, CALLS(CALL), of which each entry is CALL(function, (arguments)): their
 * numbers for an enum, their names, and the cases of a switch that makes the call of a number.
 */
#define CALL_NUMBER(function, arguments) CALL_##function,
#define CALL_NAME(function, arguments) #function,
#define CALL_CASE(function, arguments) \
	case CALL_##function:          \
		return function arguments;

#endif
