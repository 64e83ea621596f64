package search

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a range of characters in a text.
type span struct{ from, to int }

// Piece is a part of a snippet; Hit marks a part that matches the query.
type Piece struct {
	Text string `json:"text"`
	Hit  bool   `json:"hit,omitempty" doc:"it is what was searched for"`
}

// maxSpans is the maximum number of spans returned by `places`.
const maxSpans = 20

// places finds the occurrences of a phrase in a folded text.
func places(folded []byte, wanted string) (out []span) {
	n := utf8.RuneCountInString(wanted)
	at, runes := 0, 0
	for len(out) < maxSpans {
		i := bytes.Index(folded[at:], []byte(wanted))
		if i < 0 {
			break
		}
		for _, b := range folded[at : at+i] {
			if utf8.RuneStart(b) {
				runes++
			}
		}
		out = append(out, span{runes, runes + n})
		at += i + len(wanted)
		runes += n
	}
	return out
}

// match describes how a text matches a query.
type match struct {
	spans []span
	score float64
}

// strict matches a folded text that contains all phrases of the query. If `sound` is true, a phrase may instead spell
// the pronunciation of characters in the text. If a phrase is missing, `ok` is false.
func (q query) strict(folded []byte, sound bool) (m match, ok bool) {
	for _, p := range q.phrases {
		found := places(folded, p.text)
		if len(found) == 0 && sound && p.sound != "" {
			if s, heard := soundSpan(string(folded), p.sound); heard {
				found = []span{s}
			}
		}
		if len(found) == 0 {
			return match{}, false
		}
		if m.spans == nil {
			m.spans = found
		} else {
			m.spans = append(m.spans, found...)
		}
	}
	m.tidy()
	m.score = 1 + m.closeness(len(q.phrases)) + 0.1*float64(min(len(m.spans), 5)) + earliness(m.spans, folded)
	return m, true
}

// some finds the loose terms of the query in a folded text. The score is the sum of their weights, divided by the sum
// of the weights of all loose terms.
func (q query) some(folded []byte, weight map[string]float64) (m match) {
	total := 0.0
	for _, t := range q.loose {
		total += weight[t]
		if found := places(folded, t); len(found) > 0 {
			m.spans = append(m.spans, found...)
			m.score += weight[t]
		}
	}
	if total > 0 {
		m.score /= total
	}
	m.tidy()
	return m
}

// tidy sorts the spans and joins spans that touch or overlap.
func (m *match) tidy() {
	slices.SortFunc(m.spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	out := m.spans[:0]
	for _, s := range m.spans {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	m.spans = out
}

// closeness is at most 1. It depends on the smallest gap between neighbouring spans: a smaller gap gives a greater
// value. If there is only one phrase or one span, closeness is 1.
func (m match) closeness(phrases int) float64 {
	if phrases < 2 || len(m.spans) < 2 {
		return 1
	}
	nearest := m.spans[len(m.spans)-1].to - m.spans[0].from
	for i := 1; i < len(m.spans); i++ {
		nearest = min(nearest, m.spans[i].from-m.spans[i-1].to)
	}
	return 10 / float64(10+max(0, nearest))
}

// earliness is at most 0.3. The earlier in the text the first span is, the greater it is.
func earliness(spans []span, folded []byte) float64 {
	if len(spans) == 0 || len(folded) == 0 {
		return 0
	}
	return 0.3 * 30 / float64(30+spans[0].from)
}

// snippetBefore is the number of characters in a snippet before its chosen match: fewer at the beginning of the text,
// more near the end of the text. snippetSize is the number of characters covered by a snippet: fewer if the text is
// shorter, more if the chosen match would otherwise be cut.
const (
	snippetBefore = 24
	snippetSize   = 120
)

// snippet shows the part of the text with the most matching characters, on one line, as plain
// text. If nothing matches, it shows the beginning of the text.
func snippet(runes []rune, spans []span) []Piece {
	if len(spans) == 0 {
		return pieces(runes, nil, 0, min(len(runes), snippetSize))
	}
	best, most := 0, 0
	for i := range spans {
		n := 0
		for j := i; j < len(spans) && spans[j].to <= spans[i].from+snippetSize-snippetBefore; j++ {
			n += spans[j].to - spans[j].from
		}
		if n > most {
			best, most = i, n
		}
	}
	from := max(0, min(spans[best].from-snippetBefore, len(runes)-snippetSize))
	to := min(len(runes), max(from+snippetSize, spans[best].to))
	return pieces(runes, spans, from, to)
}

// pieces splits runes[from:to] at the spans, and leaves out the signs of Markdown.
func pieces(runes []rune, spans []span, from, to int) []Piece {
	var out []Piece
	signs := marks(runes, spans, from, to)
	add := func(a, b int, hit bool) {
		if a = max(a, from); a >= min(b, to) {
			return
		}
		if text := line(without(runes, signs, a, min(b, to))); text != "" {
			out = append(out, Piece{text, hit})
		}
	}
	at := from
	for _, s := range spans {
		if s.to <= at || s.from >= to {
			continue
		}
		add(at, s.from, false)
		add(s.from, s.to, true)
		at = s.to
	}
	add(at, to, false)
	if len(out) > 0 && from > 0 {
		out = slices.Insert(out, 0, Piece{Text: "…"})
	}
	if len(out) > 0 && to < len(runes) {
		out = append(out, Piece{Text: "…"})
	}
	return out
}

// lastSpace is the white space character with the greatest code. Nearly all Han characters have greater codes, so
// `line` need not check whether they are white space.
const lastSpace = 0x3000

// line replaces each sequence of white space with one space, also at the beginning and at the end.
func line(runes []rune) string {
	var b strings.Builder
	b.Grow(3 * len(runes)) // most Han characters have three bytes
	space := false
	for _, r := range runes {
		if r <= lastSpace && unicode.IsSpace(r) {
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		}
		space = false
		b.WriteRune(r)
	}
	return b.String()
}

// Mark returns a snippet of a text found by another index. Pieces with Hit are phrases of the query
// `typed`.
func Mark(s, typed string) []Piece {
	var m match
	folded := appendFold(nil, s)
	for _, p := range parse(clean(typed)).phrases {
		m.spans = append(m.spans, places(folded, p.text)...)
	}
	m.tidy()
	return snippet([]rune(s), m.spans)
}
