package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A very long line is split between characters, and no character is lost.
func TestLongLine(t *testing.T) {
	t.Parallel()
	for _, character := range []string{"a", "é", "水", "𠀀"} {
		for before := range 4 {
			want := strings.Repeat("-", before) + strings.Repeat(character, 2*maxLine/len(character)+7)
			var got strings.Builder
			parts := 0
			err := lines(t.Context(), strings.NewReader(want), func(_ int, line string) error {
				if !utf8.ValidString(line) {
					t.Errorf("%s after %d: a part is split inside a character", character, before)
				}
				parts++
				got.WriteString(line)
				return nil
			})
			if err != nil || got.String() != want || parts < 2 {
				t.Errorf("%s after %d: %d of %d bytes in %d parts, %v", character, before, got.Len(), len(want), parts, err)
			}
		}
	}
}
