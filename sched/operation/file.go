package operation

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
)

// A file is what package internal/poll has for each direction of a pipe or a connection inside of the process (its file heddle.go).
type file struct {
	n, room    int32 // how much waits in it, and how much can
	closed     bool  // at one of its ends
	readersGo  bool  // a deadline has passed
	writersGo  bool
	writing    bool // a write has put in a part of its bytes
	sockets    bool // it is that of a socket of datagrams, or of a listener: others write to it
	orders     bool // what is written comes before it is read, to the race detector
	closedWith unsafe.Pointer
}

func (o *Operation) file() *file { return hook.At[file](uintptr(o.Where)) }

// File describes the file of the operation.
func (o *Operation) File() model.Found {
	f := o.file()
	return model.Found{N: f.n, Taken: f.readersGo, Closed: f.closed}
}

// Allowed reports whether the operation, on a file, is enabled.
func (o *Operation) Allowed() bool {
	f := o.file()
	s := model.Status{N: f.n, Taken: f.readersGo, Late: f.writersGo, Closed: f.closed}
	if f.writing {
		s.Sent = -1
	}
	return s.Allows(o.Op.Action(model.Choice{}, o.Op.Obj))
}

// Orders reports whether the operation, which is about to be executed, moves data: that is a release, or an acquisition, to the race detector.
func (o *Operation) Orders() bool {
	f := o.file()
	if o.Op.Kind == model.FileWrite {
		return f.orders && !f.closed && !f.writersGo
	}
	return f.orders && !f.readersGo
}

// Sends reports whether the operation, a FileWrite, is on the queue of a socket or a listener.
func (o *Operation) Sends() bool { return o.file().sockets }

// Directions returns how much can wait in the file of the operation, and the other direction of the connection.
func (o *Operation) Directions() (room int32, other unsafe.Pointer) {
	return o.file().room, o.file().closedWith
}
