# SPDX-License-Identifier: Apache-2.0
# Checks the bins that eval prints for packets: values are decimal or hexadecimal, omitted fields 0.
cat >m.bsel <<'END'
bin[11:0] = latency[11:0]
bin[21:12] = size[9:0]
bin[22] = color[3]
bin[23] = 0
END
binsel compile m.bsel -o m.bit
binsel eval m.bit latency=0x12 size=4 sender=1 color=0 category=0
binsel eval m.bit
binsel eval m.bit size=1023 latency=16777215 color=0x3F category=15 sender=63
binsel eval m.bit size=1024
binsel eval m.bit color=8
binsel eval m.bit latency=0XaBc
echo 'bin = 0xC35A96' | binsel compile - -o - | binsel eval - size=1
echo 'bin[5:0] = sender
bin[9:6] = category
bin[15:10] = color' | binsel compile - -o k.bit
binsel eval k.bit sender=63
binsel eval k.bit category=15
binsel eval k.bit color=63

#> 004012
#> 000000
#> 7FFFFF
#> 000000
#> 400000
#> 000ABC
#> C35A96
#> 00003F
#> 0003C0
#> 00FC00
