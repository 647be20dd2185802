package main

import "testing"

func TestMain_(t *testing.T) {
	main()
	if runs != 1 {
		t.Fatal("main did not run")
	}
}
