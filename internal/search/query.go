package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of a query; anything beyond them is ignored.
const (
	MaxQuery   = 200 // characters
	maxPhrases = 8
	maxLoose   = 24 // terms in query.loose
)

// zeroWidthJoiner joins several emoji into one.
const zeroWidthJoiner = '\u200d'

// phrase is a word of a query, or several words in quotation marks. A text must contain the phrase
// literally. In a Sounded kind, the phrase may instead spell the pronunciation of characters in the text.
type phrase struct {
	text   string   // folded
	series []series // contained in every text with the phrase
	prefix string   // the last word of the phrase; also matches longer words with this beginning; empty: none
	sound  string   // letters and digits that may spell the pronunciation of a title or name; empty: none
}

// series is a list of terms that follow each other in a text: the bigrams of a run in a script
// without spaces, or a single term.
type series []string

// query is a parsed search query.
type query struct {
	phrases []phrase
	loose   []string // the significant terms; a loose search finds texts with only some of them; empty until loosened
}

// clean prepares any text for searching. It replaces white space characters with spaces, and removes
// other control and invisible characters. The joiner of emoji stays. A long text is cut.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s[:min(len(s), 4*utf8.UTFMax*MaxQuery)], ""))
	return strings.TrimSpace(text.Cut(strings.TrimLeft(s, " "), MaxQuery))
}

// parse parses a cleaned query. A query without letters, digits or symbols has no phrases.
func parse(cleaned string) query {
	var q query
	for _, words := range quoted(fold(cleaned)) {
		p := phraseOf(words)
		if len(p.series) == 0 && p.prefix == "" {
			continue
		}
		if !slices.ContainsFunc(q.phrases, func(o phrase) bool { return o.text == p.text }) && len(q.phrases) < maxPhrases {
			q.phrases = append(q.phrases, p)
		}
	}
	return q
}

// loosened returns the query with its loose terms. Most searches do not need loose terms.
func (q query) loosened() query {
	for _, p := range q.phrases {
		q.loosen(asking.ReplaceAllString(p.text, " "))
	}
	for _, p := range q.phrases {
		if len(q.loose) == 0 { // the query consists of question words only
			q.loosen(p.text)
		}
	}
	return q
}

// asking matches question words and particles. They do not help to find an answer to the question.
// The pattern is applied to folded text, which has no traditional characters.
var asking = text.NewPattern(`请问|请告诉我|告诉我|什么|甚么|怎么样?|怎样|为何|是不是|有没有|能不能|可不可以|多少|哪里|哪些|哪个|哪|几[点个号时]?|谁|[吗呢吧的了]|\b(?:what|when|where|who|why|which|how|is|are|was|were|do|does|did|the|please|tell)\b`)

// exact reports whether almost every text that the index finds also contains the phrases of the query literally. An
// ordered index finds texts with the series of a phrase; any other index finds texts with the terms of the series.
func (q query) exact(ordered bool) bool {
	return !slices.ContainsFunc(q.phrases, func(p phrase) bool {
		if p.prefix == p.text {
			return false
		}
		return len(p.series) != 1 || len(p.series[0]) > 1 && !ordered || p.series[0].text() != p.text
	})
}

// text restores the text of a series from its terms.
func (s series) text() string {
	out := s[0]
	for _, bigram := range s[1:] {
		_, first := utf8.DecodeRuneInString(bigram)
		out += bigram[first:]
	}
	return out
}

// loosen adds terms of a folded text to q.loose: words, symbols, and the bigrams of scripts without
// spaces. In these scripts, a character that stands alone is a term of its own.
func (q *query) loosen(folded string) {
	eachRun(folded, func(r run) {
		n := text.Len(r.text)
		eachTerm(r.text, func(term string) {
			if (r.script != ideo || n == 1 || text.Len(term) == 2) && !slices.Contains(q.loose, term) && len(q.loose) < maxLoose {
				q.loose = append(q.loose, term)
			}
		})
	})
}

// quoted splits a folded query at its spaces, but not within quotation marks. An unpaired
// quotation mark counts as a space.
func quoted(s string) []string {
	var out []string
	for s != "" {
		before, rest, found := strings.Cut(s, `"`)
		out = append(out, strings.Fields(before)...)
		if !found {
			break
		}
		inside, after, closed := strings.Cut(rest, `"`)
		if !closed {
			s = rest
			continue
		}
		if inside = strings.Join(strings.Fields(inside), " "); inside != "" {
			out = append(out, inside)
		}
		s = after
	}
	return out
}

// phraseOf parses one phrase of a folded query. The last word of the phrase also matches
// longer words that begin with it.
func phraseOf(s string) phrase {
	p := phrase{text: s}
	end := ""
	eachRun(s, func(r run) {
		end = ""
		if r.script == word {
			end = r.text
		}
		n := text.Len(r.text)
		var found series
		eachTerm(r.text, func(term string) {
			if r.script == ideo && n > 1 && text.Len(term) == 1 {
				return // the bigrams of the run already contain this character
			}
			found = append(found, term)
		})
		if !slices.ContainsFunc(p.series, func(s series) bool { return slices.Equal(s, found) }) {
			p.series = append(p.series, found)
		}
	})
	if len(end) > 1 && strings.HasSuffix(s, end) {
		// A single ASCII letter or digit is not a prefix, because too many words begin with the same character.
		p.prefix = text.CutBytes(end, maxWord)
		p.series = slices.DeleteFunc(p.series, func(s series) bool { return s[0] == p.prefix })
	}
	if len(end) > 1 && end == s && len(s) <= maxSpelled && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
		p.sound = s
	}
	return p
}
