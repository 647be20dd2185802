package model

// A Choice names one transition: a thread, and the alternative of its pending operation that it takes. It does not
// depend on the execution: of the n-th operation of a thread, equal Choices are the same transition wherever they are
// offered.
type Choice struct {
	Thread Thread
	// Partner is the receiver in a joint transition, or the waiter that a CondSignal wakes, or NoThread. Only the
	// sender offers a joint transition.
	Partner Thread
	// Case is the case that a Select takes (-1 for the default), or the branch that a Pick takes. It is 0 for other
	// kinds.
	Case int16
	// PartnerCase is the case that the partner's Select takes in a joint transition. It is 0 if the partner is no
	// Select.
	PartnerCase int16
}
