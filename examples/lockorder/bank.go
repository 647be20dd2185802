// Package lockorder moves money between accounts. Each account has its own mutex.
//
// The bug: two transfers in opposite directions lock the same two accounts in opposite order. Each may then hold the
// lock that the other one needs.
package lockorder

import (
	"errors"
	"sync"
)

// ErrFunds says that an account holds less than what is asked of it.
var ErrFunds = errors.New("insufficient funds")

// An Account is money that belongs to somebody.
type Account struct {
	id      int
	mu      sync.Mutex
	balance int
}

// NewAccount returns an account that holds balance. No two accounts must have the same id.
func NewAccount(id, balance int) *Account { return &Account{id: id, balance: balance} }

// Balance returns what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Transfer moves amount from one account to another.
func Transfer(from, to *Account, amount int) error {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	return move(from, to, amount)
}

// TransferOrdered is Transfer without the bug: it locks the account with the smaller id first.
func TransferOrdered(from, to *Account, amount int) error {
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	return move(from, to, amount)
}

// move does the bookkeeping; both accounts must be locked.
func move(from, to *Account, amount int) error {
	if from.balance < amount {
		return ErrFunds
	}
	from.balance -= amount
	to.balance += amount
	return nil
}
