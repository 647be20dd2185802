package lockorder

import (
	"sync"
	"testing"
)

// want deadlock
func TestTransfer(t *testing.T) { cross(t, Transfer) }

// want pass
func TestTransferFixed(t *testing.T) { cross(t, TransferOrdered) }

// cross lets two accounts pay one another at the same time.
func cross(t *testing.T, transfer func(from, to *Account, amount int) error) {
	alice, bob := NewAccount(1, 100), NewAccount(2, 100)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := transfer(alice, bob, 10); err != nil {
			t.Errorf("alice to bob: %v", err)
		}
	})
	wg.Go(func() {
		if err := transfer(bob, alice, 30); err != nil {
			t.Errorf("bob to alice: %v", err)
		}
	})
	wg.Wait()
	if a, b := alice.Balance(), bob.Balance(); a != 120 || b != 80 {
		t.Errorf("got balances %d and %d, want 120 and 80", a, b)
	}
}
