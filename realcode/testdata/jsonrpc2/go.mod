module jsonrpc2test

go 1.25

require (
	github.com/gorilla/websocket v1.5.3 // indirect
	github.com/sourcegraph/jsonrpc2 v0.2.3 // indirect
)
