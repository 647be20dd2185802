package randomgo

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/model"
)

// perPackage is how many programs are built at once.
const perPackage = 150

// exactEnv makes stateful compare in full the states that it takes for equal.
const exactEnv = "HEDDLE_EXACT_STATES"

// TestAlgorithmsAgree compares the algorithms on HEDDLE_RANDOM_GO random programs, from seed HEDDLE_RANDOM_GO_SEED
// on, and on a third of them under the refined dependence.
func TestAlgorithmsAgree(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_GO", 60), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	if testing.Short() {
		n = min(n, 50)
	}
	t.Setenv(exactEnv, "1")
	command := clitest.Build(t)
	t.Run("standard", func(t *testing.T) { agree(t, command, first, n, model.Standard) })
	t.Run("refined", func(t *testing.T) { agree(t, command, first, (n+2)/3, model.Refined) })
}

// agree compares the algorithms on n random programs.
func agree(t *testing.T, command *clitest.Command, first, n uint64, d model.Dependence) {
	var counts tally
	for begin := first; begin < first+n && !t.Failed(); begin += perPackage {
		counts.add(compareSeeds(t, command, begin, min(begin+perPackage, first+n), d))
	}
	counts.check(t, "")
	if !t.Failed() && counts.failing < counts.compared/4 {
		t.Errorf("got %d programs that can fail, want at least a quarter of %d", counts.failing, counts.compared)
	}
}

func fromEnv(t *testing.T, name string, otherwise uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// compareSeeds compares the algorithms on the programs of the seeds from begin to end.
func compareSeeds(t *testing.T, command *clitest.Command, begin, end uint64, d model.Dependence) tally {
	t.Helper()
	var seeds []uint64
	with := os.Getenv("HEDDLE_RANDOM_GO_WITH")
	for seed := begin; seed < end; seed++ {
		if with == "" || strings.Contains(Program(seed), with) {
			seeds = append(seeds, seed)
		}
	}
	return compare(t, command, module(t, File, seeds), d)
}

// module makes a module with the programs of the seeds, and returns its directory.
func module(t *testing.T, file func(pkg string, seeds []uint64) ([]byte, error), seeds []uint64) string {
	t.Helper()
	text, err := file("random", seeds)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", []byte("module random\n\ngo 1.25\n"))
	write(t, dir, "random_test.go", text)
	return dir
}

func write(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestRegress compares the algorithms on programs that were once explored wrongly.
func TestRegress(t *testing.T) {
	t.Setenv(exactEnv, "1")
	command := clitest.Build(t)
	for _, plain := range []string{"race", "explore"} {
		counts := compare(t, command, "testdata/regress", model.Standard, "-plain", plain)
		if counts.large > 1 || counts.compared == 0 {
			t.Errorf("-plain %s: got %d programs compared and %d that are too large", plain, counts.compared, counts.large)
		}
	}
}

// TestTickers compares the algorithms on programs with tickers. With plain accesses as operations they would be too large.
func TestTickers(t *testing.T) {
	command := clitest.Build(t)
	for _, d := range []model.Dependence{model.Standard, model.Refined} {
		if counts := compare(t, command, "testdata/tickers", d); counts.large > 0 || counts.compared == 0 {
			t.Errorf("%s: got %d programs compared and %d that are too large", d, counts.compared, counts.large)
		}
	}
}

// TestTimers compares the algorithms that explore each trace once with sleep, on programs with up to 3600 traces.
func TestTimers(t *testing.T) {
	once := slices.DeleteFunc(slices.Clone(explore.Algorithms), func(a explore.Algorithm) bool { return a.Promise < explore.Once })
	counts := compareWith(t, clitest.Build(t), "testdata/timers", "sleep", 50000, once, model.Standard)
	if t.Logf("%d traces", counts.traces); counts.large > 0 || counts.compared == 0 {
		t.Errorf("got %d programs compared and %d that are too large", counts.compared, counts.large)
	}
}

// FuzzAlgorithmsAgree compares the algorithms on the twenty programs from a seed on.
func FuzzAlgorithmsAgree(f *testing.F) {
	command := clitest.Build(f)
	f.Add(uint64(1 << 32))
	f.Fuzz(func(t *testing.T, seed uint64) {
		seed &= 1<<62 - 1
		compareSeeds(t, command, seed, seed+20, []model.Dependence{model.Standard, model.Refined}[seed%2])
	})
}

func TestSameSeedSameProgram(t *testing.T) {
	one, err1 := File("random", []uint64{1, 2, 3})
	two, err2 := File("random", []uint64{1, 2, 3})
	if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
		t.Errorf("got two programs for the same seeds (%v, %v)", err1, err2)
	}
}
