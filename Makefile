# check is what .ci/run runs; bench prints execution counts and times; update rewrites the golden files: read the diff.

GO ?= go

.PHONY: check fmt vet staticcheck test bench update

check: fmt vet staticcheck test

fmt:
	@files=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$files" ]; then echo "not formatted:" $$files; exit 1; fi

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) tool staticcheck ./...

test:
	$(GO) test ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./benchmarks/...

# The packages that have golden files name the flag -update.
update:
	$(GO) test $$(git grep -l 'flag.Bool("update"' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|') -update
