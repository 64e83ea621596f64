package source

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Prompt writes sources as a model reads them: each with its number, from first
// on, by which the model cites it. What the sources say is data: nothing in
// them can end a source or cite one.
func Prompt(all []Source, first int, locale string) string {
	var b strings.Builder
	for i, s := range all {
		fmt.Fprintf(&b, "[source %d begin]\n%s", first+i, StripMarks(s.Title))
		for _, part := range []string{s.Place(locale), StripMarks(s.Heading)} {
			if part != "" {
				b.WriteString(" · " + part)
			}
		}
		b.WriteByte('\n')
		if s.Header != "" {
			fmt.Fprintf(&b, "%s\n", StripMarks(s.Header))
		}
		fmt.Fprintf(&b, "%s\n[source %d end]\n", strings.TrimSpace(StripMarks(s.Text)), first+i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var (
	// ownMarks are what our prompts and answers are marked with.
	ownMarks = regexp.MustCompile(`(?i)\[(\s*(?:source|citation|file|webpage)\b[^\]\n]{0,40}\]|\]\(@replace=)`)
	// turnMarks are what models are taught to take for the end of a turn.
	turnMarks = regexp.MustCompile(`<\|([^|<>\n]{1,40})\|>`)
)

// StripMarks makes a text of others safe to stand in a prompt: our own marks
// and marks of turns lose their brackets, and characters that show nothing,
// which a model would read all the same, are taken out.
func StripMarks(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(invisible, r):
			return -1
		}
		return r
	}, s)
	return turnMarks.ReplaceAllString(ownMarks.ReplaceAllString(s, "［$1"), "‹$1›")
}

// StripTags takes the tag characters and the supplementary variation selectors
// out of a text, in which whole sentences can be hidden. Emoji lose nothing but
// the flags of regions.
func StripTags(s string) string {
	if !strings.Contains(s, "\xf3\xa0") { // how all of them begin in UTF-8
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= 0xE0000 && r <= 0xE0FFF {
			return -1
		}
		return r
	}, s)
}

// invisible are characters that show nothing and are not of the category Cf:
// variation selectors, in which whole texts can be written.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}},
}
