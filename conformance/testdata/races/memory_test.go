package races

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// What compiled code and the runtime do to memory: with nothing in between, and under a lock.

type outer struct {
	name string
	pair
}

type box[T any] struct{ v T }

func (b *box[T]) set(v T) { b.v = v }

func counter() func() int { n := 0; return func() int { n++; return n } }

var global int

var globals = map[string]int{}

func TestRaceInterface(t *testing.T) {
	v := new(pair)
	twice(func() { sinks.Store(any(*v)); v.A = 1 })
}

func TestNoneInterface(t *testing.T) {
	v := new(pair)
	alternately(func() { sinks.Store(any(*v)); v.A = 1 })
}

func TestRaceInterfaceOfString(t *testing.T) {
	v := new(string)
	twice(func() { sinks.Store(any(*v)); *v = "x" })
}

func TestNoneInterfaceOfString(t *testing.T) {
	v := new(string)
	alternately(func() { sinks.Store(any(*v)); *v = "x" })
}

func TestRaceMethodOfInterface(t *testing.T) {
	v := new(pair)
	var s fmt.Stringer = v
	twice(func() { v.A = len(s.String()) })
}

func TestNoneMethodOfInterface(t *testing.T) {
	v := new(pair)
	var s fmt.Stringer = v
	alternately(func() { v.A = len(s.String()) })
}

func TestRaceClearMap(t *testing.T) {
	m := map[int]int{1: 1}
	twice(func() { clear(m) })
}

func TestNoneClearMap(t *testing.T) {
	m := map[int]int{1: 1}
	alternately(func() { clear(m) })
}

func TestRaceMapsClone(t *testing.T) {
	m := map[int]int{1: 1}
	twice(func() { n := maps.Clone(m); m[len(n)] = 5 })
}

func TestNoneMapsClone(t *testing.T) {
	m := map[int]int{1: 1}
	alternately(func() { n := maps.Clone(m); m[len(n)] = 5 })
}

func TestRaceMapsCopy(t *testing.T) {
	m := map[int]int{1: 1}
	twice(func() { maps.Copy(m, map[int]int{2: 2}) })
}

func TestNoneMapsCopy(t *testing.T) {
	m := map[int]int{1: 1}
	alternately(func() { maps.Copy(m, map[int]int{2: 2}) })
}

func TestRaceMapString(t *testing.T) {
	m := map[string]int{}
	twice(func() { m["a"]++ })
}

func TestNoneMapString(t *testing.T) {
	m := map[string]int{}
	alternately(func() { m["a"]++ })
}

func TestRaceMapStruct(t *testing.T) {
	m := map[pair]int{}
	twice(func() { m[pair{1, "a"}]++ })
}

func TestNoneMapStruct(t *testing.T) {
	m := map[pair]int{}
	alternately(func() { m[pair{1, "a"}]++ })
}

func TestRaceMapLen(t *testing.T) {
	m := map[int]int{}
	twice(func() { m[len(m)] = 1 })
}

func TestNoneMapLen(t *testing.T) {
	m := map[int]int{}
	alternately(func() { m[len(m)] = 1 })
}

func TestRaceMapDelete(t *testing.T) {
	m := map[int]int{1: 1}
	twice(func() { delete(m, 1) })
}

func TestNoneMapDelete(t *testing.T) {
	m := map[int]int{1: 1}
	alternately(func() { delete(m, 1) })
}

func TestRaceMapRange(t *testing.T) {
	m := map[int]int{1: 1}
	twice(func() {
		for k := range m {
			m[k]++
		}
	})
}

func TestNoneMapRange(t *testing.T) {
	m := map[int]int{1: 1}
	alternately(func() {
		for k := range m {
			m[k]++
		}
	})
}

func TestRaceMapOfPointers(t *testing.T) {
	m := map[string]*pair{"a": {}}
	twice(func() { m["a"].A++ })
}

func TestNoneMapOfPointers(t *testing.T) {
	m := map[string]*pair{"a": {}}
	alternately(func() { m["a"].A++ })
}

func TestRaceSlicesClone(t *testing.T) {
	s := []int{1, 2}
	twice(func() { u := slices.Clone(s); s[0] = u[1] })
}

func TestNoneSlicesClone(t *testing.T) {
	s := []int{1, 2}
	alternately(func() { u := slices.Clone(s); s[0] = u[1] })
}

func TestRaceAppend(t *testing.T) {
	s := new([]int)
	twice(func() { *s = append(*s, 1) })
}

func TestNoneAppend(t *testing.T) {
	s := new([]int)
	alternately(func() { *s = append(*s, 1) })
}

func TestRaceAppendSlice(t *testing.T) {
	s := []int{1, 2}
	twice(func() { u := append([]int(nil), s...); s[0] = u[1] })
}

func TestNoneAppendSlice(t *testing.T) {
	s := []int{1, 2}
	alternately(func() { u := append([]int(nil), s...); s[0] = u[1] })
}

func TestRaceAppendInto(t *testing.T) {
	s := make([]int, 1, 4)
	twice(func() { _ = append(s, 5) })
}

func TestNoneAppendInto(t *testing.T) {
	s := make([]int, 1, 4)
	alternately(func() { _ = append(s, 5) })
}

func TestRaceAppendString(t *testing.T) {
	s := make([]byte, 0, 4)
	twice(func() { _ = append(s, "ab"...) })
}

func TestNoneAppendString(t *testing.T) {
	s := make([]byte, 0, 4)
	alternately(func() { _ = append(s, "ab"...) })
}

func TestRaceCopy(t *testing.T) {
	s := []int{1, 2}
	twice(func() { copy(s, s[1:]) })
}

func TestNoneCopy(t *testing.T) {
	s := []int{1, 2}
	alternately(func() { copy(s, s[1:]) })
}

func TestRaceCopyString(t *testing.T) {
	s := make([]byte, 4)
	twice(func() { copy(s, "abcd") })
}

func TestNoneCopyString(t *testing.T) {
	s := make([]byte, 4)
	alternately(func() { copy(s, "abcd") })
}

func TestRaceConvertToString(t *testing.T) {
	s := []byte("ab")
	twice(func() { s[0] = byte(len(string(s))) })
}

func TestNoneConvertToString(t *testing.T) {
	s := []byte("ab")
	alternately(func() { s[0] = byte(len(string(s))) })
}

func TestRaceConvertToBytes(t *testing.T) {
	s := new(string)
	twice(func() { *s = string([]byte(*s)) })
}

func TestNoneConvertToBytes(t *testing.T) {
	s := new(string)
	alternately(func() { *s = string([]byte(*s)) })
}

func TestRaceConvertToRunes(t *testing.T) {
	s := []rune("ab")
	twice(func() { s[0] = rune(len(string(s))) })
}

func TestNoneConvertToRunes(t *testing.T) {
	s := []rune("ab")
	alternately(func() { s[0] = rune(len(string(s))) })
}

func TestRaceCompareStrings(t *testing.T) {
	s := []byte("ab")
	twice(func() {
		if string(s) == "cd" {
			s[0] = 1
		}
		s[1] = 2
	})
}

func TestNoneCompareStrings(t *testing.T) {
	s := []byte("ab")
	alternately(func() {
		if string(s) == "cd" {
			s[0] = 1
		}
		s[1] = 2
	})
}

func TestRaceMapKeyBytes(t *testing.T) {
	s, m := []byte("ab"), map[string]int{}
	twice(func() { s[0] = byte(m[string(s)]) })
}

func TestNoneMapKeyBytes(t *testing.T) {
	s, m := []byte("ab"), map[string]int{}
	alternately(func() { s[0] = byte(m[string(s)]) })
}

func TestRaceArray(t *testing.T) {
	x := new([4]int)
	twice(func() { y := *x; x[0] = y[3] + 1 })
}

func TestNoneArray(t *testing.T) {
	x := new([4]int)
	alternately(func() { y := *x; x[0] = y[3] + 1 })
}

func TestRaceArrayRange(t *testing.T) {
	x := new([4]int)
	twice(func() {
		for i, v := range *x {
			x[i] = v + 1
		}
	})
}

func TestNoneArrayRange(t *testing.T) {
	x := new([4]int)
	alternately(func() {
		for i, v := range *x {
			x[i] = v + 1
		}
	})
}

func TestRaceStruct(t *testing.T) {
	x := new(pair)
	twice(func() { y := *x; x.A = y.A + 1 })
}

func TestNoneStruct(t *testing.T) {
	x := new(pair)
	alternately(func() { y := *x; x.A = y.A + 1 })
}

func TestRaceStructZero(t *testing.T) {
	x := new(pair)
	twice(func() { *x = pair{} })
}

func TestNoneStructZero(t *testing.T) {
	x := new(pair)
	alternately(func() { *x = pair{} })
}

func TestRaceStructCompare(t *testing.T) {
	x := new(pair)
	twice(func() {
		if *x == (pair{1, "a"}) {
			x.A = 4
		}
		x.A++
	})
}

func TestNoneStructCompare(t *testing.T) {
	x := new(pair)
	alternately(func() {
		if *x == (pair{1, "a"}) {
			x.A = 4
		}
		x.A++
	})
}

func TestRaceEmbedded(t *testing.T) {
	x := new(outer)
	twice(func() { x.A++ })
}

func TestNoneEmbedded(t *testing.T) {
	x := new(outer)
	alternately(func() { x.A++ })
}

func TestRaceSlice3(t *testing.T) {
	x := new([]int)
	twice(func() { *x = (*x)[:0] })
}

func TestNoneSlice3(t *testing.T) {
	x := new([]int)
	alternately(func() { *x = (*x)[:0] })
}

func TestRaceBytes(t *testing.T) {
	x := make([]byte, 2)
	twice(func() { x[1]++ })
}

func TestNoneBytes(t *testing.T) {
	x := make([]byte, 2)
	alternately(func() { x[1]++ })
}

func TestRaceBool(t *testing.T) {
	x := new(bool)
	twice(func() { *x = !*x })
}

func TestNoneBool(t *testing.T) {
	x := new(bool)
	alternately(func() { *x = !*x })
}

func TestRaceComplex(t *testing.T) {
	x := new(complex128)
	twice(func() { *x += 1 })
}

func TestNoneComplex(t *testing.T) {
	x := new(complex128)
	alternately(func() { *x += 1 })
}

func TestRaceFunc(t *testing.T) {
	x := new(func())
	twice(func() {
		if *x == nil {
			*x = func() {}
		}
	})
}

func TestNoneFunc(t *testing.T) {
	x := new(func())
	alternately(func() {
		if *x == nil {
			*x = func() {}
		}
	})
}

func TestRaceChannelVariable(t *testing.T) {
	x := new(chan int)
	twice(func() {
		if *x == nil {
			*x = make(chan int)
		}
	})
}

func TestNoneChannelVariable(t *testing.T) {
	x := new(chan int)
	alternately(func() {
		if *x == nil {
			*x = make(chan int)
		}
	})
}

func TestRaceClosure(t *testing.T) {
	n := 0
	f := func() { n++ }
	twice(func() { f() })
}

func TestNoneClosure(t *testing.T) {
	n := 0
	f := func() { n++ }
	alternately(func() { f() })
}

func TestRaceClosureResult(t *testing.T) {
	f := counter()
	twice(func() { f() })
}

func TestNoneClosureResult(t *testing.T) {
	f := counter()
	alternately(func() { f() })
}

func TestRaceDefer(t *testing.T) {
	n := new(int)
	twice(func() { defer func() { *n++ }() })
}

func TestNoneDefer(t *testing.T) {
	n := new(int)
	alternately(func() { defer func() { *n++ }() })
}

func TestRaceMethodValue(t *testing.T) {
	v := new(pair)
	f := v.inc
	twice(func() { f() })
}

func TestNoneMethodValue(t *testing.T) {
	v := new(pair)
	f := v.inc
	alternately(func() { f() })
}

func TestRaceGeneric(t *testing.T) {
	v := new(box[int])
	twice(func() { v.set(1) })
}

func TestNoneGeneric(t *testing.T) {
	v := new(box[int])
	alternately(func() { v.set(1) })
}

func TestRaceGenericString(t *testing.T) {
	v := new(box[string])
	twice(func() { v.set("a") })
}

func TestNoneGenericString(t *testing.T) {
	v := new(box[string])
	alternately(func() { v.set("a") })
}

func TestRaceGlobal(t *testing.T) {
	twice(func() { global++ })
}

func TestNoneGlobal(t *testing.T) {
	alternately(func() { global++ })
}

func TestRaceGlobalMap(t *testing.T) {
	twice(func() { globals["a"]++ })
}

func TestNoneGlobalMap(t *testing.T) {
	alternately(func() { globals["a"]++ })
}

func TestRaceReceivedInto(t *testing.T) {
	c, n := make(chan int, 4), new(int)
	c <- 1
	c <- 2
	c <- 3
	c <- 4
	twice(func() { *n = <-c })
}

func TestNoneReceivedInto(t *testing.T) {
	c, n := make(chan int, 4), new(int)
	c <- 1
	c <- 2
	c <- 3
	c <- 4
	alternately(func() { *n = <-c })
}

func TestRaceSentFrom(t *testing.T) {
	c, n := make(chan pair, 4), new(pair)
	twice(func() { n.A++; c <- *n })
}

func TestNoneSentFrom(t *testing.T) {
	c, n := make(chan pair, 4), new(pair)
	alternately(func() { n.A++; c <- *n })
}

func TestRaceSelectInto(t *testing.T) {
	c, n := make(chan int, 4), new(int)
	c <- 1
	c <- 2
	c <- 3
	c <- 4
	twice(func() {
		select {
		case *n = <-c:
		default:
		}
	})
}

func TestNoneSelectInto(t *testing.T) {
	c, n := make(chan int, 4), new(int)
	c <- 1
	c <- 2
	c <- 3
	c <- 4
	alternately(func() {
		select {
		case *n = <-c:
		default:
		}
	})
}

func TestRaceReflectSet(t *testing.T) {
	v := new(pair)
	twice(func() { reflect.ValueOf(v).Elem().Set(reflect.ValueOf(pair{1, "x"})) })
}

func TestNoneReflectSet(t *testing.T) {
	v := new(pair)
	alternately(func() { reflect.ValueOf(v).Elem().Set(reflect.ValueOf(pair{1, "x"})) })
}

func TestRaceReflectSetInt(t *testing.T) {
	v := new(pair)
	twice(func() { reflect.ValueOf(v).Elem().Field(0).SetInt(4) })
}

func TestNoneReflectSetInt(t *testing.T) {
	v := new(pair)
	alternately(func() { reflect.ValueOf(v).Elem().Field(0).SetInt(4) })
}

func TestRaceReflectInterface(t *testing.T) {
	v := new(pair)
	twice(func() { sinks.Store(reflect.ValueOf(v).Elem().Interface()); v.A = 1 })
}

func TestNoneReflectInterface(t *testing.T) {
	v := new(pair)
	alternately(func() { sinks.Store(reflect.ValueOf(v).Elem().Interface()); v.A = 1 })
}

func TestRaceReflectCopy(t *testing.T) {
	s := []int{1, 2}
	twice(func() { reflect.Copy(reflect.ValueOf(s), reflect.ValueOf([]int{3})) })
}

func TestNoneReflectCopy(t *testing.T) {
	s := []int{1, 2}
	alternately(func() { reflect.Copy(reflect.ValueOf(s), reflect.ValueOf([]int{3})) })
}

func TestRaceReflectAppend(t *testing.T) {
	s := new([]int)
	twice(func() { v := reflect.ValueOf(s).Elem(); v.Set(reflect.Append(v, reflect.ValueOf(1))) })
}

func TestNoneReflectAppend(t *testing.T) {
	s := new([]int)
	alternately(func() { v := reflect.ValueOf(s).Elem(); v.Set(reflect.Append(v, reflect.ValueOf(1))) })
}

func TestRaceReflectMap(t *testing.T) {
	m := map[string]int{}
	twice(func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
}

func TestNoneReflectMap(t *testing.T) {
	m := map[string]int{}
	alternately(func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
}

func TestRaceReflectMapRange(t *testing.T) {
	m := map[string]int{"a": 1}
	twice(func() {
		for it := reflect.ValueOf(m).MapRange(); it.Next(); {
			it.Value()
		}
		m["a"] = 1
	})
}

func TestNoneReflectMapRange(t *testing.T) {
	m := map[string]int{"a": 1}
	alternately(func() {
		for it := reflect.ValueOf(m).MapRange(); it.Next(); {
			it.Value()
		}
		m["a"] = 1
	})
}

func TestRaceReflectMapLen(t *testing.T) {
	m := map[string]int{}
	twice(func() { m["a"] = reflect.ValueOf(m).Len() })
}

func TestNoneReflectMapLen(t *testing.T) {
	m := map[string]int{}
	alternately(func() { m["a"] = reflect.ValueOf(m).Len() })
}

func TestRaceReflectSwapper(t *testing.T) {
	s := []int{1, 2}
	twice(func() { reflect.Swapper(s)(0, 1) })
}

func TestNoneReflectSwapper(t *testing.T) {
	s := []int{1, 2}
	alternately(func() { reflect.Swapper(s)(0, 1) })
}

func TestRaceReflectCall(t *testing.T) {
	v := new(pair)
	twice(func() { reflect.ValueOf(v).MethodByName("Inc").Call(nil) })
}

func TestNoneReflectCall(t *testing.T) {
	v := new(pair)
	alternately(func() { reflect.ValueOf(v).MethodByName("Inc").Call(nil) })
}

func TestRaceDeepEqual(t *testing.T) {
	v := new(pair)
	twice(func() {
		if reflect.DeepEqual(v, &pair{1, "a"}) {
			v.A = 2
		}
		v.A++
	})
}

func TestNoneDeepEqual(t *testing.T) {
	v := new(pair)
	alternately(func() {
		if reflect.DeepEqual(v, &pair{1, "a"}) {
			v.A = 2
		}
		v.A++
	})
}

func TestRaceUnsafe(t *testing.T) {
	v := new(int32)
	twice(func() { *(*int16)(unsafe.Pointer(v))++ })
}

func TestNoneUnsafe(t *testing.T) {
	v := new(int32)
	alternately(func() { *(*int16)(unsafe.Pointer(v))++ })
}

func TestRaceUnsafeString(t *testing.T) {
	b := []byte("ab")
	twice(func() {
		if unsafe.String(&b[0], 2) > "zz" {
			b[0]++
		}
		b[1]++
	})
}

func TestNoneUnsafeString(t *testing.T) {
	b := []byte("ab")
	alternately(func() {
		if unsafe.String(&b[0], 2) > "zz" {
			b[0]++
		}
		b[1]++
	})
}
