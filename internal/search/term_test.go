package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// FuzzFold compares fold with a simple function that normalises one character after another.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"", "水库", "臺灣的水庫", "ＡＢＣ abc Ünïcode", "a\xffb\xe6\xb0", "\uFFFD水", "\U0002F800𠀀", "繁體\xc3體"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := strings.Map(func(r rune) rune { return zh.FoldRune(text.Radical(r)) }, s)
		got := fold(s)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) != utf8.RuneCountInString(s) {
			t.Errorf("%q became %q", s, got)
		}
		if got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
	})
}
