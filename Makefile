# check runs what .ci/run runs. bench prints execution counts and times. update rewrites the golden files: read the
# diff. tables prints the papers' tables beside our numbers. traces compares the numbers of traces of all programs of
# the papers under source, optimal and quasi. It takes half an hour or more, nearly all of it for source.

GO ?= go

.PHONY: check fmt vet staticcheck test bench tables traces update

check: fmt vet staticcheck test

fmt:
	@files=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$files" ]; then echo "not formatted:" $$files; exit 1; fi

vet:
	$(GO) vet ./...
	$(GO) vet -tags unfold_count ./explore/quasi/unfold

staticcheck:
	$(GO) tool staticcheck ./...

test:
	$(GO) test ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./benchmarks/...

tables:
	$(GO) run ./benchmarks/papers
	$(GO) test -tags unfold_count -run '^$$' -bench 'Depths|Queries' -benchtime 1x ./explore/quasi/unfold

traces:
	HEDDLE_BENCHMARKS_TRACES=1000000000 $(GO) test -count=1 -timeout 0 -v -run 'TestTraces/^(source|optimal|quasi)$$' ./benchmarks/table

# The packages with golden files declare the flag -update.
update:
	$(GO) test $$(git grep -l 'flag.Bool("update"' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|') -update
