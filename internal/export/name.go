package export

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxName is the length of a file name without its extension, in characters.
// With three bytes each it stays below the 255 bytes of common file systems.
const maxName = 80

// fileName makes a name that every system takes and that shows what it is: no
// separators, no control or direction marks, no reserved name, no dot at its
// ends.
func fileName(title, ext string) string {
	var b strings.Builder
	for _, r := range title {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			b.WriteRune(' ')
		case unicode.IsSpace(r):
			b.WriteRune(' ')
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp), r == unicode.ReplacementChar:
		default:
			b.WriteRune(r)
		}
	}
	name := strings.Trim(text.Cut(text.OneLine(b.String()), maxName), " .~-")
	if name == "" || reserved[strings.ToUpper(name)] {
		name = "wenqu " + name
	}
	return strings.TrimSpace(name) + "." + ext
}

// reserved are the names of devices on Windows.
var reserved = func() map[string]bool {
	m := map[string]bool{"CON": true, "PRN": true, "AUX": true, "NUL": true}
	for _, n := range "0123456789" {
		m["COM"+string(n)], m["LPT"+string(n)] = true, true
	}
	return m
}()
