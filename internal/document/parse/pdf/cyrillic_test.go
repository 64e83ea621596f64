package pdf

import (
	"strings"
	"testing"
)

// TestCyrillicI checks that a Latin i becomes Cyrillic in Cyrillic words only. A single i counts as a
// Cyrillic word if the word before it is Cyrillic.
func TestCyrillicI(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"мiж матерiалу, Iсторiя":  "між матеріалу, Історія",
		"команд i оточень":        "команд і оточень",
		"version i of the text":   "version i of the text",
		"файл ini, Linux i ядро":  "файл ini, Linux i ядро",
		"i":                       "i",
		"UTF-8 iз кодом i II том": "UTF-8 із кодом і II том",
	} {
		got := text(t, book([]string{in}, true))
		if strings.TrimSpace(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
