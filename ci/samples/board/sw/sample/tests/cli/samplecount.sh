# shows SA-SW-001
samplecount 250 10

#> 4
