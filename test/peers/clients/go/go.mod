module example.com/conversation

go 1.26
