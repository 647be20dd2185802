package failure

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"heddle/sched/hook"
)

// PanicMessage returns what Go prints when a panic of the calling goroutine ends the process, earlier panics first. Package testing
// recovers a panic of a test and panics again; that is left out. It must be called by a deferred function, before recover.
func PanicMessage() string {
	var lines []string
	for i := 0; ; i++ {
		v, recovered, again, ok := hook.Panic(i)
		if !ok {
			break
		}
		if again {
			continue
		}
		line := "panic: " + panicText(v)
		if recovered {
			line += " [recovered]"
		}
		lines = append(lines, line)
	}
	reverse(lines)
	return strings.Join(lines, "\n\t")
}

// Late reports whether f is the panic of package testing in a goroutine that uses a test after its end.
func (f *Failure) Late() bool {
	return f.Kind == KindPanic && strings.Contains(f.Message, " after Test") && strings.Contains(f.Message, " has completed")
}

func reverse(lines []string) {
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
}

// panicText returns the value of a panic as Go prints it, except for values that Go prints as addresses.
func panicText(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T) (its text panicked)", v)
		}
	}()
	switch v := v.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	x := reflect.ValueOf(v)
	text, ok := basicText(x)
	switch {
	case !ok:
		return fmt.Sprintf("(%T) %v", v, v)
	case x.Type().PkgPath() == "":
		return text
	case x.Kind() == reflect.Complex64, x.Kind() == reflect.Complex128:
		return x.Type().String() + text
	}
	return x.Type().String() + "(" + text + ")"
}

// basicText returns a value of a basic type as Go's print prints it; false for other types.
func basicText(x reflect.Value) (text string, ok bool) {
	switch {
	case x.Kind() == reflect.String:
		return `"` + x.String() + `"`, true
	case x.CanFloat():
		return floatText(x.Float(), x.Type().Bits()), true
	case x.CanComplex():
		return strconv.FormatComplex(x.Complex(), 'g', -1, x.Type().Bits()), true
	case x.Kind() == reflect.Bool, x.CanInt(), x.CanUint():
		return fmt.Sprint(x), true
	}
	return "", false
}

// floatText returns a number as Go's print prints it since Go 1.26.
func floatText(f float64, bits int) string { return strconv.FormatFloat(f, 'g', -1, bits) }
