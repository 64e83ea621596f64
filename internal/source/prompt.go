package source

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Prompt formats sources for a model. The sources are numbered from `first`, and the model cites them
// by number. The text of a source is data: it cannot end the source or forge a citation.
func Prompt(all []Source, first int, locale string) string {
	var b strings.Builder
	for i, s := range all {
		fmt.Fprintf(&b, "[source %d begin]\n%s", first+i, StripMarks(s.Title))
		for _, part := range []string{StripMarks(s.Place(locale)), s.Day(), StripMarks(s.Heading)} {
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
	// ownMarks matches the marks of our prompts and answers.
	ownMarks = regexp.MustCompile(`(?i)\[(\s*(?:source|citation|file|webpage)\b[^\]\n]{0,40}\]|\]\(@replace=)`)
	// turnMarks matches the end-of-turn tokens of models, such as <|im_end|>.
	turnMarks = regexp.MustCompile(`<\|([^|<>\n]{1,40})\|>`)
)

// StripMarks makes a text from outside, such as a web page, safe for a prompt. It replaces the brackets
// of our own marks and of turn marks by similar characters. It removes invisible characters, because a
// model would still read them.
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

// StripTags removes the tag characters and the supplementary variation selectors, which can
// encode hidden sentences. Among emoji, only the flags of regions are affected.
func StripTags(s string) string {
	if !strings.Contains(s, "\xf3\xa0") { // the first bytes of these characters in UTF-8; without them there is nothing to remove
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= 0xE0000 && r <= 0xE0FFF {
			return -1
		}
		return r
	}, s)
}

// invisible contains variation selectors and the block of tag characters. They display nothing and
// can encode whole texts.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}},
}
