package toolchain

import "testing"

func TestIsSetting(t *testing.T) {
	own := map[string]bool{"local": true}
	for name, want := range map[string]bool{
		"io.EOF": true, "os.Args": true, "flag.CommandLine": true, "log.std": true, "net/http.DefaultClient": true, "net/http.defaultServeMux": true,
		"net/http.http2VerboseLogs": false, "mime.once": false, "runtime.MemProfileRate": false, "internal/cpu.X86": false, "unicode.Latin": false,
		"example.com/m.Exported": false, "local.Exported": false, "heddle+/agent.Exported": false, "flag..inittask": false,
		"io.EOF·f": false, "type:.hash": false, "noPackage": false,
	} {
		if got := isSetting(name, own); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
