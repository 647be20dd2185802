package result

// A Coverage is what a process has reached of the code of the covered packages.
type Coverage struct {
	// Functions are all of them, in the order of the binary, if Config.Functions asks for them. Their blocks are numbered through, from 0.
	Functions []Function `json:",omitempty"`
	// Reached is how often blocks were entered since the last message, by their numbers.
	Reached map[int]uint64 `json:",omitempty"`
}

// A Function is a function of a covered package.
type Function struct {
	Package string // import path
	File    string // import path of the package, and the file's name
	Name    string // "(*Pool).Close"
	Literal bool   `json:",omitempty"`
	Blocks  []Block
}

// A Block is a part of a function that is entered at its beginning and left at its end: the line and the column of both, counted from 1, and
// how many statements it has.
type Block [5]int

// Statements is how many statements the block has.
func (b Block) Statements() int { return b[4] }
