# shows SA-SW-001
samplecount -c "after 250 10"

#> 4
