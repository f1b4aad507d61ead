# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/hypermon/tests/hm.bash"
{
	send 3 10 4 01 22 33 44
	send 15 500 4 02 01 02 03 04 05 06 07 08 09 0A 0B 0C 00 00 00
	send 5 2000 4 30 01 00 00
} >frames
{ header; words <frames; } >t
board b
full_disk out hmstatus -b unix:b -o out
full_disk out.hm hmrecord -c 'event 1 1 2 3 4' -t 200us -o out.hm
full_disk groups hmrecord -c 'event 1 1 2 3 4' -i 200us -o all --groups=groups
full_disk out hmdump -e table -o out t
full_disk out hmstat -o out t
full_disk out hmprogram -e table -o out t
full_disk out hmsplit -e table -o out -d . t
full_disk nodes hmsplit -e table -d nodes t
full_disk out hmsize -o out t
full_disk out.json hmexport -e table -o out.json t
full_disk out.ctf hmexport -e table -o out.ctf t
full_disk out.svg hmplot rate -o out.svg t
full_disk s hmplot rate --script=s t

#> hmstatus -b unix:b -o out: full disks are reported
#> hmrecord -c event 1 1 2 3 4 -t 200us -o out.hm: full disks are reported
#> hmrecord -c event 1 1 2 3 4 -i 200us -o all --groups=groups: full disks are reported
#> hmdump -e table -o out t: full disks are reported
#> hmstat -o out t: full disks are reported
#> hmprogram -e table -o out t: full disks are reported
#> hmsplit -e table -o out -d . t: full disks are reported
#> hmsplit -e table -d nodes t: full disks are reported
#> hmsize -o out t: full disks are reported
#> hmexport -e table -o out.json t: full disks are reported
#> hmexport -e table -o out.ctf t: full disks are reported
#> hmplot rate -o out.svg t: full disks are reported
#> hmplot rate --script=s t: full disks are reported
