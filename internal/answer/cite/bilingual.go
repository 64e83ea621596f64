package cite

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed bilingual.txt
var bilingualText string

// meaning is a row of the bilingual word list.
type meaning struct {
	han   []string
	stems []string
}

// meanings are the rows of the list.
var meanings = sync.OnceValue(func() []meaning {
	var out []meaning
	for line := range strings.Lines(bilingualText) {
		han, english, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		m := meaning{han: strings.Fields(han)}
		for _, w := range strings.Fields(english) {
			m.stems = append(m.stems, stem(w))
		}
		out = append(out, m)
	}
	return out
})

// translated reports whether a passage in another language supports the statement. The caller has
// already found the facts of the statement in the passage. If the facts alone are not sufficient,
// enough of the other words must occur in the passage, as translated by the word list. The passage
// must not contradict the statement.
func (s *statement) translated(content string, there [][]token) bool {
	claim, passage := s.clauses, there
	if !s.han {
		claim, passage = there, s.clauses
	}
	// From here on, claim contains the Chinese text and passage the English text.
	stems := polarities(passage)
	known := speech{} // Chinese terms with the polarity of their English counterparts
	for _, m := range meanings() {
		for _, st := range m.stems {
			p, ok := stems[st]
			if !ok {
				continue
			}
			for _, han := range m.han {
				q := known[han]
				known[han] = polarity{q.input || p.input, q.denied || p.denied, q.either || p.either, q.head || p.head}
			}
		}
	}
	if contradicted(s.folded, claim, known) {
		return false
	}
	if !s.han {
		return s.translatedWords(content)
	}
	covered, n := 0, 0
	for _, clause := range clauseEnds.Split(numeric.ReplaceAllString(s.folded, "，"), -1) {
		clause = hollowWords.ReplaceAllString(clause, "，")
		runes := []rune(clause)
		for i, r := range runes {
			if !unicode.Is(unicode.Han, r) || strings.ContainsRune(hollowRunes, r) {
				continue
			}
			n++
			if slices.ContainsFunc(spansAt(runes, i), func(w string) bool { _, ok := known[w]; return ok }) {
				covered++
			}
		}
	}
	return s.enough(covered, n)
}

// spansAt returns the substrings of up to four characters that contain runes[i].
func spansAt(runes []rune, i int) []string {
	var out []string
	for from := max(0, i-3); from <= i; from++ {
		for to := i + 1; to <= min(len(runes), from+4); to++ {
			out = append(out, string(runes[from:to]))
		}
	}
	return out
}

// translatedWords is the last step of translated for an English statement: it reports whether
// enough of its words occur in the Chinese passage in translation.
func (s *statement) translatedWords(content string) bool {
	covered, n := 0, 0
	for _, clause := range s.clauses {
		for _, t := range clause {
			n++
			if slices.ContainsFunc(meanings(), func(m meaning) bool {
				return slices.Contains(m.stems, t.term) && slices.ContainsFunc(m.han, func(h string) bool { return strings.Contains(content, h) })
			}) {
				covered++
			}
		}
	}
	return s.enough(covered, n)
}

// enough decides whether enough words of a statement were found in a passage of another
// language. Facts that were found compensate for words that are missing in the word list.
func (s *statement) enough(covered, n int) bool {
	anchors := len(s.facts.numbers) + len(s.facts.dates) + len(s.facts.codes) + len(s.names)
	if n == 0 {
		return anchors > 0
	}
	share := float64(covered) / float64(n)
	return share >= minCovered || anchors > 0 && share >= minKnown || anchors > 1
}
