package toolchain

import (
	"go/token"
	"strings"
)

// The standard library has variables that a test may set, and registries that it may add to. The next execution must find them as they
// were. What only fills, such as caches, stays as it is: it would have to be filled again in every execution. So do the runtime, package
// testing, and what a sync.Once outside of the variable guards.

// settings are packages, all of whose variables are settings, and single variables that are not exported.
var settings = map[string]bool{
	"flag": true, "expvar": true, "log": true, "log/slog": true, "database/sql": true, "image": true, "net/rpc": true,
	"net/http.defaultServeMux": true, "encoding/gob.nameToConcreteType": true, "encoding/gob.concreteTypeToName": true,
	"math/rand.globalRandGenerator": true, "archive/zip.compressors": true, "archive/zip.decompressors": true,
	"os/signal.handlers": true,
}

// noSettings are packages whose exported variables are none, with all below them: they are the machine's, or tables that nobody changes.
var noSettings = map[string]bool{
	"runtime": true, "internal": true, "vendor": true, "reflect": true, "sync": true, "syscall": true, "unicode": true, "testing": true,
	"heddle": true, "go": true, "debug": true, "main": true, "type:": true,
}

// isSetting reports whether a symbol, which is no variable of these packages, is a setting of the standard library.
func isSetting(name string, packages map[string]bool) bool {
	pkg, rest := splitSymbol(name)
	root, _, _ := strings.Cut(pkg, "/")
	switch {
	case pkg == "" || packages[pkg] || strings.ContainsAny(root, ".+") || noSettings[root] || noSettings[pkg] || rest == ".inittask":
		return false
	case settings[pkg] || settings[name]:
		return true
	}
	return token.IsExported(rest) && token.IsIdentifier(rest)
}
