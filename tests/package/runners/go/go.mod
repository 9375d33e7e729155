module runners

go 1.19
