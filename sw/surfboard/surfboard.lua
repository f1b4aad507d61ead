-- SPDX-License-Identifier: Apache-2.0
-- Names for the fields of trace entries that surfexport wrote as pcapng, in Wireshark
-- and tshark:
--	wireshark -X lua_script:surfboard.lua TRACE.pcapng
-- or put this file into the folder of personal Lua plugins. It takes link type USER0.

local surf = Proto("surfboard", "SurfBoard trace entry")

local index = ProtoField.uint32("surfboard.index", "Index", base.HEX)
local rxtime = ProtoField.uint64("surfboard.rxtime", "Receive time, ticks", base.DEC)
-- fields of the four words (TR-596-99 A.7): offset, field
local entry = {
	{ 4, ProtoField.uint32("surfboard.sender", "Sender", base.DEC, nil, 0xFC000000) },
	{ 4, ProtoField.bool("surfboard.overflow", "Latency too large", 32, nil, 0x02000000) },
	{ 4, ProtoField.bool("surfboard.underflow", "Sent after it was received", 32, nil, 0x01000000) },
	{ 4, ProtoField.uint32("surfboard.latency", "Latency, in units of the board", base.DEC, nil,
		0x00FFFFFF) },
	{ 8, ProtoField.uint32("surfboard.category", "Category, or phase bits 7..4", base.DEC, nil,
		0xF0000000) },
	{ 8, ProtoField.uint32("surfboard.color", "Color", base.DEC, nil, 0x0003F000) },
	{ 16, ProtoField.bool("surfboard.interrupt", "Interrupt", 32, nil, 0x80000000) },
	{ 16, ProtoField.uint32("surfboard.presence", "Presence", base.DEC, nil, 0x60000000) },
	{ 16, ProtoField.uint32("surfboard.be", "Byte enables, or phase bits 3..0", base.HEX, nil,
		0x0000000F) },
}
local latency_ns = ProtoField.uint64("surfboard.latency_ns", "Latency, ns", base.DEC)
local words = ProtoField.uint16("surfboard.words", "Payload words", base.DEC)
local address = ProtoField.uint32("surfboard.address", "Address", base.HEX)

surf.fields = { index, rxtime, words, address, latency_ns }
for _, field in ipairs(entry) do
	table.insert(surf.fields, field[2])
end

function surf.dissector(buffer, packet, tree)
	if buffer:len() < 20 then
		return 0
	end
	local w1, w3 = buffer(8, 4):uint(), buffer(16, 4):uint()
	local size = bit.band(bit.rshift(w1, 18), 0x3FF)
	local sender = bit.rshift(buffer(4, 4):uint(), 26)
	local latency = bit.band(buffer(4, 4):uint(), 0xFFFFFF)
	local at = bit.lshift(bit.band(bit.rshift(w3, 4), 0x1FFFFFF), 2)
	local time = UInt64.new(buffer(12, 4):uint(), bit.band(w1, 0xFFF))

	if size == 0 then
		size = 1024
	end
	packet.cols.protocol = "SurfBoard"
	packet.cols.src = "sender " .. sender
	packet.cols.dst = string.format("0x%07X", at)
	-- files of earlier versions have no latency in ns, or not even its unit
	local ns
	if buffer:len() >= 36 then
		ns = buffer(28, 8):uint64()
	elseif buffer:len() >= 28 then
		ns = buffer(20, 8):uint64() * UInt64.new(latency, 0)
	end
	packet.cols.info = size .. " words, latency " .. (ns and tostring(ns) .. " ns" or latency)
	local length = buffer:len() >= 36 and 36 or ns and 28 or 20
	tree = tree:add(surf, buffer(0, length))
	tree:add(index, buffer(0, 4))
	tree:add(rxtime, buffer(10, 6), time)
	tree:add(words, buffer(8, 2), size)
	tree:add(address, buffer(16, 4), at)
	for _, field in ipairs(entry) do
		tree:add(field[2], buffer(field[1], 4))
	end
	if ns then
		tree:add(latency_ns, buffer(length - 8, 8), ns)
	end
	return length
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, surf)
