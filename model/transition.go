package model

// A Choice names one transition that a state offers: a thread, and which of the alternatives of its pending operation it takes.
//
// The n-th operation of a thread together with Case, Partner and PartnerCase names the same transition in every execution in
// which it is offered. Choices are comparable.
type Choice struct {
	Thread Thread
	// Partner is the other thread of a joint event: the receiver of an unbuffered send, or the waiter that a Signal wakes.
	// NoThread otherwise. A joint event of a sender and a receiver is always offered by the sender, never by the receiver.
	Partner Thread
	// Case is the case that a Select takes (-1 the default), the branch that a Pick takes, and 0 for all others.
	Case int16
	// PartnerCase is the case that the partner's Select takes in a joint event; 0 when the partner is no Select.
	PartnerCase int16
}
