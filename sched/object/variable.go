package object

import "heddle/sched/hook"

// Where the runtime's types have what is read here, in bytes from their beginning.
const (
	kindOfType   = 23 // in the lower five bits
	elemOfArray  = 48
	fieldsOfType = 56 // a slice of names, types and offsets
)

// The kinds of types that have parts, as in package reflect.
const (
	arrayKind  = 17
	structKind = 25
)

// Width returns the size of the variable at addr, which is neither a struct nor an array: three words for a slice. It is 0 if that is not
// known: addr is not in an allocation of the execution, or is not where a variable begins.
func (m *Allocations) Width(addr uintptr) uintptr {
	m.CatchUp()
	if base, _ := hook.HeapBase(addr); base != 0 {
		if start, a := m.At(base); a != nil && a.typ != 0 && !a.IsChannel() {
			return width(a.typ, addr-start)
		}
	}
	return 0
}

// width returns the size of the variable that is so many bytes from the beginning of one of the type, or of a sequence of them.
func width(typ, offset uintptr) uintptr {
	for {
		size := *hook.At[uintptr](typ)
		if size == 0 {
			return 0
		}
		offset %= size
		switch *hook.At[uint8](typ + kindOfType) & 31 {
		case arrayKind:
			typ = *hook.At[uintptr](typ + elemOfArray)
		case structKind:
			fields := *hook.At[[]field](typ + fieldsOfType)
			i := 0
			for i < len(fields) && !fields[i].has(offset) {
				i++
			}
			if i == len(fields) {
				return 0
			}
			typ, offset = fields[i].typ, offset-fields[i].offset
		default:
			if offset != 0 {
				return 0
			}
			return size
		}
	}
}

// A field is one of a struct type.
type field struct{ _, typ, offset uintptr }

// has reports whether what is so many bytes from the beginning of the struct is in the field.
func (f *field) has(offset uintptr) bool {
	return f.offset <= offset && offset-f.offset < *hook.At[uintptr](f.typ)
}
