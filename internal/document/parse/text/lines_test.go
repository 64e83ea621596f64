package text

import (
	"fmt"
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

// TestFullBuffer checks that a line that fills the buffer exactly is visited once, and that an empty
// line behind it is visited, too.
func TestFullBuffer(t *testing.T) {
	t.Parallel()
	for _, size := range []int{maxLine - 1, maxLine, maxLine + 1, 2 * maxLine} {
		for _, end := range []string{"\n", "\r\n"} {
			var got []string
			err := lines(t.Context(), strings.NewReader(strings.Repeat("x", size)+end+end+"y"), func(number int, line string) error {
				if line == "" || line == "y" {
					got = append(got, fmt.Sprint(number, line))
				}
				return nil
			})
			if want := "2 3y"; err != nil || strings.Join(got, " ") != want {
				t.Errorf("%d bytes: %q, want %s, %v", size, got, want, err)
			}
		}
	}
}
