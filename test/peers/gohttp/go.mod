module peer-gohttp

go 1.26
