module pubsubtest

go 1.25

require github.com/cskr/pubsub v1.0.2 // indirect
