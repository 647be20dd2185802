// Package pattern reads the patterns of -run and -skip.
package pattern

// Split splits a pattern at the slashes outside of brackets and parentheses, as package testing does.
func Split(text string) []string {
	var parts []string
	brackets, parens, start := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[':
			brackets++
		case ']':
			brackets = max(brackets-1, 0)
		case '(':
			if brackets == 0 {
				parens++
			}
		case ')':
			if brackets == 0 {
				parens--
			}
		case '\\':
			i++
		case '/':
			if brackets == 0 && parens == 0 {
				parts, start = append(parts, text[start:i]), i+1
			}
		}
	}
	return append(parts, text[start:])
}
