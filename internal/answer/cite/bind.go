package cite

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// clauseOf is a clause of a passage, with its sentence.
type clauseOf struct {
	text  string
	facts facts
	head  string // the words of the clause before its first figure
	whole string // the whole sentence
	above string // the previous clause of the sentence; empty: this is the first clause
}

// passageClauses returns the clauses of a passage, which must be folded by zh.FoldSimplified.
func (s *statement) passageClauses(content string) []clauseOf {
	var out []clauseOf
	for _, sentence := range sentenceEnds.Split(content, -1) {
		above := ""
		for _, text := range clauseTexts(sentence) {
			text = strings.TrimSpace(text)
			if text == "" {
				continue
			}
			out = append(out, clauseOf{text: text, facts: s.read.factsOf(text), head: headOf(text), whole: sentence, above: above})
			above = text
		}
	}
	return out
}

var anyFigure = text.NewPattern(`\d|` + hanNumeral + `(?:个|元|块|天|年|月|日|号|次|人|成|名|位|点|时|分|倍|折|米|克|本|张|件|套|台|间|岁|周|季|页|份|户|只|头|条|辆|晚|课|单|杯|碗)`)

// headOf is the part of a clause before its first figure. Function words and characters other than
// Han are replaced by blanks.
func headOf(clause string) string {
	if at := anyFigure.FindStringIndex(clause); at != nil {
		clause = clause[:at[0]]
	}
	return strings.Map(func(r rune) rune {
		if !unicode.Is(unicode.Han, r) || strings.ContainsRune(hollowRunes, r) || strings.ContainsRune("每各共最多少满不超过低于按达第只仅", r) {
			return ' '
		}
		return r
	}, hollowWords.ReplaceAllString(clause, " "))
}

// pairsOf are the bigrams of Han characters in a text, without bigrams that occur in texts on any
// subject.
func pairsOf(s string) []string {
	var out []string
	runes := []rune(s)
	for i := 0; i+1 < len(runes); i++ {
		if unicode.Is(unicode.Han, runes[i]) && unicode.Is(unicode.Han, runes[i+1]) && !hollowTerms[string(runes[i:i+2])] && !hollowPair(string(runes[i:i+2])) {
			out = append(out, string(runes[i:i+2]))
		}
	}
	return out
}

// mostPaired is the number of figures of a clause that `apartFrom` combines with each other figure.
const mostPaired = 20

// misbound reports whether a statement assigns a figure to the wrong thing. The functions `elsewhere`
// and `apartFrom` decide this. Figures with a bound, such as "at most", are not checked.
func (s *statement) misbound(clauses []clauseOf) bool {
	for _, clause := range clauseTexts(s.folded) {
		f := s.read.factsOf(clause)
		for i, n := range f.numbers {
			if n.bound != 0 {
				continue
			}
			if s.elsewhere(clause, n, clauses) || apartFrom(n, f.numbers[:min(i, mostPaired)], clauses) {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether the passage has the figure n only in clauses about something else, not
// about the subject of `clause`. For this subject, the passage must have another figure with the same
// unit.
func (s *statement) elsewhere(clause string, n number, clauses []clauseOf) bool {
	var with []clauseOf
	figure := n // the figure with its unit in the passage
	for _, p := range clauses {
		for _, o := range p.facts.numbers {
			if (facts{numbers: []number{o}}).has(n) {
				with, figure = append(with, p), o
				break
			}
		}
	}
	if len(with) == 0 {
		return false
	}
	subject := pairsOf(headOf(clause))
	for _, p := range with {
		if len([]rune(strings.TrimSpace(p.head))) < 2 || !s.foreign(p.head) {
			return false // p.head is too short, or the statement has each word of p.head, at least as a synonym
		}
	}
	for _, p := range with { // drop the words of the subject that share a character with p
		if len(subject) == 0 || strings.Contains(p.text, subject[0]) {
			return false
		}
		subject = slices.DeleteFunc(subject, func(pair string) bool { return partly(pair, p.text) })
	}
	// Look for a clause without n, but with one of the remaining words and another figure of the same
	// unit. The other figure may also be in the continuation of the clause.
	for i, p := range clauses {
		if (facts{numbers: p.facts.numbers}).has(n) {
			continue
		}
		rival := p.facts.sameUnit(figure) || i+1 < len(clauses) && clauses[i+1].above == p.text && len([]rune(strings.TrimSpace(clauses[i+1].head))) < 2 && clauses[i+1].facts.sameUnit(figure)
		for _, pair := range subject {
			if rival && strings.Contains(p.text, pair) {
				return true
			}
		}
	}
	return false
}

// sameUnit reports whether one of the figures has the unit of n.
func (f facts) sameUnit(n number) bool {
	return slices.ContainsFunc(f.numbers, func(o number) bool { return o.unit == n.unit })
}

// foreign reports whether a text has a word that is missing in the statement, even as a synonym.
func (s *statement) foreign(text string) bool {
	runes := []rune(text)
	for i := range runes {
		pair := i+1 < len(runes) && strings.Contains(s.folded, string(runes[i:i+2])) || i > 0 && strings.Contains(s.folded, string(runes[i-1:i+1]))
		if runes[i] != ' ' && !pair && !strings.ContainsRune(s.folded, runes[i]) && !alike(runes[i], runes, i, s.folded) && !meant(runes, i, s.folded) {
			return true
		}
	}
	return false
}

// above returns the numbers of the clause before clauses[i] in its sentence.
func above(i int, clauses []clauseOf) facts {
	if clauses[i].above == "" {
		return facts{}
	}
	return facts{numbers: clauses[i-1].facts.numbers}
}

// apartFrom reports whether the statement combines n with a number in `others`, and the passage combines
// n only with a different figure of the same kind. Example with n = 十五天: the statement says 满十年 and
// 十五天, and the passage says 满二十年 and 十五天.
func apartFrom(n number, others []number, clauses []clauseOf) bool {
	if len(others) == 0 {
		return false
	}
	var with []int // the clauses that have n
	for i, p := range clauses {
		if (facts{numbers: p.facts.numbers}).has(n) {
			with = append(with, i)
		}
	}
	for _, o := range others {
		together, clash, free := false, false, false
		for _, i := range with {
			there := facts{numbers: clauses[i].facts.numbers}
			own := slices.ContainsFunc(there.numbers, func(q number) bool {
				return q.unit == o.unit && o.unit != "" && q.unit != n.unit && q.value.Cmp(o.value) != 0
			})
			if there.has(o) || !own && above(i, clauses).has(o) {
				together = true
				break
			}
			clash, free = clash || own, free || !own
		}
		if clash && !free && !together {
			return true
		}
	}
	return false
}
