package parse

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// sound checks what holds of whatever comes out of a parser.
func sound(t testing.TB, sum parsed.Summary, units []parsed.Unit, err error, o Options) {
	t.Helper()
	if err != nil {
		if _, ours := CodeOf(err); !ours && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("an error of another type: %v", err)
		}
		return
	}
	runes := 0
	for i, u := range units {
		if u.Number != i+1 {
			t.Fatalf("unit %d has the number %d", i+1, u.Number)
		}
		if u.Kind == "" || !utf8.ValidString(u.Name) || utf8.RuneCountInString(u.Name) > 200 {
			t.Fatalf("unit %d: kind %q, name %q", i, u.Kind, u.Name)
		}
		for _, b := range u.Blocks {
			runes += utf8.RuneCountInString(b.Text)
			if b.Text == "" || !utf8.ValidString(b.Text) || strings.ContainsAny(b.Text, "\x00\r\u202e") {
				t.Fatalf("a block of %s: %q", b.Kind, b.Text)
			}
			if (b.Kind == parsed.Table) != (b.Rows != nil) || b.Kind == "" {
				t.Fatalf("a block of %q with %d rows", b.Kind, len(b.Rows))
			}
			if b.Kind == parsed.Title && (b.Level < 1 || b.Level > 9) {
				t.Fatalf("a heading of level %d", b.Level)
			}
			if len(b.Rows) > tableRows && u.Kind == parsed.Sheet {
				t.Fatalf("a table of %d rows", len(b.Rows))
			}
			if x := b.Box; x != nil && u.Width > 0 && (x.X0 > x.X1 || x.Y0 > x.Y1 || x.X1 < -100 || x.Y1 < -100) {
				t.Fatalf("a box %+v on a page of %v × %v", *x, u.Width, u.Height)
			}
		}
	}
	if sum.Chars != runes || runes == 0 || sum.Units < len(units) {
		t.Fatalf("%d runes and %d units, said to be %d and %d", runes, len(units), sum.Chars, sum.Units)
	}
	if o.MaxChars > 0 && runes > o.MaxChars {
		t.Fatalf("%d runes of at most %d", runes, o.MaxChars)
	}
	for _, h := range sum.Outline {
		if h.Unit < 1 || h.Unit > max(sum.Units, len(units)) || h.Level < 1 || h.Text == "" {
			t.Fatalf("a heading %+v of %d units", h, len(units))
		}
	}
}
