package toolchain

import (
	"cmp"
	"debug/elf"
	"debug/macho"
	"errors"
	"os"
	"slices"
	"strings"
)

// An image describes a binary's variables.
type image struct {
	sections []section
	symbols  []symbol // the symbols in the sections, by address
}

// A section holds variables.
type section struct {
	start, end uint64
	data       []byte // the initial values; nil where they are zero or hold no pointers that can be read
}

// A symbol is a variable that has a name.
type symbol struct {
	name       string
	start, end uint64
}

// dataSections are the sections that hold variables, in ELF and in Mach-O.
var dataSections = []string{".data", ".bss", ".noptrdata", ".noptrbss", "__data", "__bss", "__noptrdata", "__noptrbss"}

// readImage reads an ELF or Mach-O binary.
func readImage(path string) (*image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	im := new(image)
	if e, elfErr := elf.NewFile(f); elfErr == nil {
		err = im.readELF(e)
	} else if m, machoErr := macho.NewFile(f); machoErr == nil {
		err = im.readMacho(m)
	} else {
		err = errors.New("it is neither ELF nor Mach-O")
	}
	slices.SortFunc(im.symbols, func(a, b symbol) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	return im, err
}

func (im *image) readELF(f *elf.File) error {
	symbols, err := f.Symbols()
	if err != nil {
		return err
	}
	for _, s := range f.Sections {
		if !slices.Contains(dataSections, s.Name) {
			continue
		}
		out := section{start: s.Addr, end: s.Addr + s.Size}
		// In other types of binary, pointers are relocations.
		if s.Name == ".data" && f.Type == elf.ET_EXEC {
			if out.data, err = s.Data(); err != nil {
				return err
			}
		}
		im.sections = append(im.sections, out)
	}
	for _, s := range symbols {
		if int(s.Section) >= len(f.Sections) || elf.ST_TYPE(s.Info) == elf.STT_SECTION {
			continue
		}
		if slices.Contains(dataSections, f.Sections[s.Section].Name) {
			im.symbols = append(im.symbols, symbol{s.Name, s.Value, s.Value + s.Size})
		}
	}
	return nil
}

// readMacho takes the start of the next symbol as the end of a symbol, because Mach-O has no sizes. A static that
// follows a variable becomes part of it.
func (im *image) readMacho(f *macho.File) error {
	if f.Symtab == nil {
		return errors.New("no symbol table")
	}
	for i, s := range f.Sections {
		if !slices.Contains(dataSections, s.Name) {
			continue
		}
		im.sections = append(im.sections, section{start: s.Addr, end: s.Addr + s.Size})
		var own []symbol
		for _, sym := range f.Symtab.Syms {
			if int(sym.Sect) == i+1 && sym.Type&0xe0 == 0 { // no debugging entries
				own = append(own, symbol{strings.TrimPrefix(sym.Name, "_"), sym.Value, 0})
			}
		}
		slices.SortFunc(own, func(a, b symbol) int { return cmp.Compare(a.start, b.start) })
		for j := range own {
			own[j].end = s.Addr + s.Size
			if j+1 < len(own) {
				own[j].end = own[j+1].start
			}
		}
		im.symbols = append(im.symbols, own...)
	}
	return nil
}
