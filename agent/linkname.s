// This file is empty: it lets the package declare variables that live in package testing.
