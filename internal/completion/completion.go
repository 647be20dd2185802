// Package completion writes the scripts with which shells complete the words of a heddle command.
package completion

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// A Command is a subcommand, with its flags; nil if it has none.
type Command struct {
	Name, Short string
	Flags       *flag.FlagSet
	Words       []string // that may follow it
}

// Shells are those that Write knows.
var Shells = []string{"bash", "zsh", "fish"}

// Write writes the script for a shell.
func Write(w io.Writer, shell string, commands []Command) error {
	switch shell {
	case "bash":
		return bash(w, commands)
	case "zsh": // has what bash has, once it is told so
		if _, err := io.WriteString(w, "autoload -U +X bashcompinit && bashcompinit\n"); err != nil {
			return err
		}
		return bash(w, commands)
	case "fish":
		return fish(w, commands)
	}
	return fmt.Errorf("completion: unknown shell %q: want one of %s", shell, strings.Join(Shells, ", "))
}

func bash(w io.Writer, commands []Command) error {
	var names []string
	cases := ""
	for _, c := range commands {
		names = append(names, c.Name)
		words := c.Words
		each(c.Flags, func(f *flag.Flag) { words = append(words, "-"+f.Name) })
		if len(words) > 0 {
			cases += fmt.Sprintf("\t%s) words=%q ;;\n", c.Name, strings.Join(words, " "))
		}
	}
	_, err := fmt.Fprintf(w, `_heddle() {
	local cur=${COMP_WORDS[COMP_CWORD]} words=
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W %q -- "$cur"))
		return
	fi
	case ${COMP_WORDS[1]} in
%s	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
}
complete -o filenames -F _heddle heddle
`, strings.Join(names, " "), cases)
	return err
}

func fish(w io.Writer, commands []Command) (err error) {
	print := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for _, c := range commands {
		print("complete -c heddle -n __fish_use_subcommand -f -a %s -d %s\n", c.Name, quote(c.Short))
		for _, word := range c.Words {
			print("complete -c heddle -n '__fish_seen_subcommand_from %s' -f -a %s\n", c.Name, word)
		}
		each(c.Flags, func(f *flag.Flag) {
			_, usage := flag.UnquoteUsage(f)
			print("complete -c heddle -n '__fish_seen_subcommand_from %s' -o %s -d %s\n", c.Name, f.Name, quote(usage))
		})
	}
	return err
}

// each calls do with the flags of f, if it has any.
func each(f *flag.FlagSet, do func(*flag.Flag)) {
	if f != nil {
		f.VisitAll(do)
	}
}

// quote makes text one word for a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }
