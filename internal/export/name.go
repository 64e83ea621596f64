package export

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxName is the maximum length of a file name without its extension, in bytes: 80 Han characters.
// With the extension, the name stays below the limit of common file systems, 255 bytes.
const maxName = 240

// fileName returns a name that is valid on common systems and cannot pretend to be another kind of
// file. The name contains no separators, control characters or direction marks. The part before the
// first dot is not in `reserved`. The name does not start or end with a dot.
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
	name := strings.Trim(text.CutBytes(text.OneLine(b.String()), maxName), " .~-")
	device, _, _ := strings.Cut(name, ".")
	if name == "" || reserved[strings.ToUpper(strings.TrimSpace(device))] {
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
