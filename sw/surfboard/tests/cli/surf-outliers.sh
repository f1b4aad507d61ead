# SPDX-License-Identifier: Apache-2.0
# Tests outlier capture of revision 2: the saved trace must have the packets around the large ones
# in the order of their arrival, although those before each are in a ring in the memory.
# shows SB-REV-010
cat >script <<'EOF'
htcr = 1
olsb = e
olpr.before = 5
olpr.after = 2
olcr.size = 1
generate count=200 period=2us words=1-16 seed=7
drain
show tecr
save trace t
EOF
surf -b sim:trace=4,hist=4,revision=2 script
echo "-> $?"
tallyboard traceCheck t | head -2
# index, size in hexadecimal, and whether it is an outlier: each has five packets before it and two
# after it
awk '!/^#/ { s = int(strtonum("0x" $3) / 262144) % 1024; o = int(strtonum("0x" $5) / 536870912) % 4
	printf "%s %x%s\n", $1, s, o == 1 ? " outlier" : "" }' t

#> TECR 0000008B ( 139.)
#> t: 139 entries
#> -> 0
#> records: 139
#> receive time decreases: 0
#> 000000 d
#> 000001 4
#> 000002 1
#> 000003 6
#> 000004 1
#> 000005 f outlier
#> 000006 9
#> 000007 2
#> 000008 f outlier
#> 000009 b
#> 00000A a
#> 00000B 2
#> 00000C e
#> 00000D 5
#> 00000E f outlier
#> 00000F 10 outlier
#> 000010 f outlier
#> 000011 3
#> 000012 10 outlier
#> 000013 a
#> 000014 10 outlier
#> 000015 c
#> 000016 4
#> 000017 3
#> 000018 1
#> 000019 1
#> 00001A 2
#> 00001B c
#> 00001C 10 outlier
#> 00001D 4
#> 00001E d
#> 00001F 2
#> 000020 7
#> 000021 4
#> 000022 e
#> 000023 6
#> 000024 10 outlier
#> 000025 8
#> 000026 8
#> 000027 e
#> 000028 e
#> 000029 5
#> 00002A 3
#> 00002B 10 outlier
#> 00002C 1
#> 00002D 1
#> 00002E 4
#> 00002F 3
#> 000030 2
#> 000031 1
#> 000032 9
#> 000033 10 outlier
#> 000034 d
#> 000035 b
#> 000036 6
#> 000037 b
#> 000038 4
#> 000039 b
#> 00003A e
#> 00003B f outlier
#> 00003C 9
#> 00003D a
#> 00003E f outlier
#> 00003F f outlier
#> 000040 c
#> 000041 2
#> 000042 8
#> 000043 8
#> 000044 a
#> 000045 7
#> 000046 9
#> 000047 10 outlier
#> 000048 10 outlier
#> 000049 4
#> 00004A 3
#> 00004B b
#> 00004C 7
#> 00004D d
#> 00004E 4
#> 00004F d
#> 000050 10 outlier
#> 000051 d
#> 000052 5
#> 000053 6
#> 000054 5
#> 000055 e
#> 000056 e
#> 000057 f outlier
#> 000058 a
#> 000059 7
#> 00005A 6
#> 00005B 5
#> 00005C a
#> 00005D 7
#> 00005E b
#> 00005F f outlier
#> 000060 f outlier
#> 000061 f outlier
#> 000062 b
#> 000063 f outlier
#> 000064 d
#> 000065 5
#> 000066 f outlier
#> 000067 a
#> 000068 b
#> 000069 5
#> 00006A e
#> 00006B a
#> 00006C a
#> 00006D 8
#> 00006E f outlier
#> 00006F f outlier
#> 000070 3
#> 000071 f outlier
#> 000072 4
#> 000073 f outlier
#> 000074 f outlier
#> 000075 5
#> 000076 e
#> 000077 1
#> 000078 9
#> 000079 8
#> 00007A 2
#> 00007B 2
#> 00007C 10 outlier
#> 00007D c
#> 00007E e
#> 00007F b
#> 000080 e
#> 000081 5
#> 000082 5
#> 000083 f outlier
#> 000084 d
#> 000085 1
#> 000086 6
#> 000087 f outlier
#> 000088 10 outlier
#> 000089 4
#> 00008A 9
