PAPER_sample := count
SMOKE_sample := first_count
LONG_sample := first_count:200:long
SHOWS_sample_lint := SA-HW-002
