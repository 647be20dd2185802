// Package docs holds the pages that heddle help prints.
package docs

import "embed"

// Pages are the pages, by their names without .md.
//
//go:embed guide.md corpus.md large-tests.md ci.md json.md
var Pages embed.FS

// Topics are the names of the pages, and what they are about.
var Topics = [][2]string{
	{"guide", "the first bug in ten minutes: run, read the report, replay, keep, CI"},
	{"corpus", "keeping failures as regression tests that survive edits; a pre-commit hook"},
	{"large-tests", "how to cut a test down that does not complete, and what each flag costs"},
	{"ci", "GitHub Actions, GitLab, JUnit, SARIF, caching, nightly runs"},
	{"json", "the lines of -json"},
}
