package cite

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Thresholds of similarity for statements without quotations.
const (
	minCovered       = 0.45 // minimum share of the statement's meaningful characters or words that the source contains
	minBesideFigures = 0.15 // minimum share if the statement has figures and the source contains all of them
	minKnown         = 0.25 // minimum share for a source in another language if the statement has one fact or name; with more facts or names, there is no minimum
	minHan           = 4    // with fewer meaningful characters or words, it is enough if one of them, or a fact or name, is in the source
)

// statement is a sentence of an answer, analysed once for all its sources.
type statement struct {
	text    string // the original text, without a list marker at its beginning
	folded  string // the text, folded by zh.FoldSimplified for comparison
	facts   facts
	clauses [][]token
	names   []string
	han     bool
	read    *reading
}

func newStatement(sentence string, read *reading) *statement {
	sentence = sentence[len(listMarker.FindString(sentence)):]
	folded := zh.FoldSimplified(sentence)
	s := &statement{text: sentence, folded: folded, facts: factsOf(folded), names: namesIn(sentence), han: zh.HasHan(sentence), read: read}
	s.clauses = tokensOf(folded)
	return s
}

// supportedBy reports whether a source supports the statement. The main conditions: every fact and name
// of the statement is in the source, nothing is negated or reversed, and enough of the statement's
// words occur in the source. When the reading affords no more comparisons, no statement is supported.
func (s *statement) supportedBy(src source.Source) bool {
	if !s.read.affords(len(src.Content()) * (1 + len(s.clauses))) {
		return false
	}
	content := zh.FoldSimplified(src.Content())
	all := zh.FoldSimplified(src.Title+"\n"+src.Heading) + "\n" + content
	if !s.factsIn(all) || !s.namesIn(all) {
		return false
	}
	there := tokensOf(content + freeMeans(content))
	if reversed(s.folded, content) {
		return false
	}
	if s.han != zh.HasHan(content) {
		return !s.turned(content) && s.translated(content, there)
	}
	if contradicted(s.folded, s.clauses, polarities(there)) || s.turned(content) {
		return false
	}
	if !s.together(content) || s.misattributed(content) {
		return false
	}
	if clauses := s.passageClauses(content); s.misbound(clauses) || s.exchanged(clauses) || s.opposed(clauses) || s.leavesOut(clauses) || s.verbConflict(clauses) || s.wrongly(clauses) {
		return false
	}
	covered, n := s.coverage(content)
	figures := len(s.facts.numbers) + len(s.facts.dates) + len(s.facts.codes)
	switch {
	case n < minHan:
		return covered > 0 || figures+len(s.names) > 0
	case figures > 0:
		return covered >= minBesideFigures
	}
	return covered >= minCovered
}

// turned reports whether the statement and the passage give the same number with words of opposite
// meaning, such as a rise and a fall.
func (s *statement) turned(content string) bool {
	passage := clauseTexts(content)
	for _, clause := range clauseTexts(s.folded) {
		against := map[string]bool{} // which clauses of the passage reverse this one
		for _, n := range s.read.factsOf(clause).numbers {
			same, contrary := 0, 0
			for _, p := range passage {
				if !(facts{numbers: s.read.factsOf(p).numbers}).has(n) {
					continue
				}
				same++
				if _, ok := against[p]; !ok {
					against[p] = reversed(clause, p)
				}
				if against[p] {
					contrary++
				}
			}
			if same > 0 && same == contrary {
				return true
			}
		}
	}
	return false
}

// clauseTexts splits a text into clauses.
func clauseTexts(s string) []string {
	var out []string
	at := 0
	for _, m := range append(clauseEnds.FindAllStringIndex(s, -1), []int{len(s), len(s)}) {
		if m[0] > 0 && m[1] < len(s) && s[m[0]] == ',' && isDigit(s[m[0]-1]) && isDigit(s[m[1]]) {
			continue
		}
		out = append(out, s[at:m[0]])
		at = m[1]
	}
	return out
}

// partEnds separates clauses that may have different sources.
var partEnds = text.NewPattern(`[，；;、]|, |而且|并且|以及|\band\b`)

// parts are the clauses of the statement as separate statements.
func (s *statement) parts() []*statement {
	var out []*statement
	for _, part := range partEnds.Split(s.text, -1) {
		if len(TermsOf(part)) > 0 {
			out = append(out, newStatement(part, s.read))
		}
	}
	return out
}

// factsIn reports whether a text contains all facts of the statement. If the statement lists items and
// gives their number, the text need not contain this number.
func (s *statement) factsIn(text string) bool {
	there := s.read.factsOf(text)
	for _, n := range s.facts.numbers {
		counts := n.value.IsInt() && n.value.Num().IsInt64() && n.value.Num().Int64() > 1 && n.value.Num().Int64() == listed(s.folded)
		if !counts && !there.has(n) && !s.each(n, text) {
			return false
		}
	}
	for _, d := range s.facts.dates {
		if !there.hasDate(d) && !(thisMonth.MatchString(text) && there.hasDay(d)) {
			return false
		}
	}
	for _, at := range s.facts.times {
		if !slices.Contains(there.times, at) {
			return false
		}
	}
	for _, c := range s.facts.codes {
		if !strings.Contains(strings.ReplaceAll(text, " ", ""), c) {
			return false
		}
	}
	return true
}

// thisMonth matches words that together with a day form a date.
var thisMonth = text.NewPattern(`本月|当月|同月|this month`)

// each reports whether "one" means "per" in the statement: the statement says 一公斤 where the text
// says 每公斤.
func (s *statement) each(n number, text string) bool {
	if !n.value.IsInt() && n.unit == "" {
		return false
	}
	for _, u := range units {
		if u.class == n.unit && u.class != "" && n.value.Cmp(big.NewRat(u.times, 1)) == 0 && strings.Contains(text, "每"+strings.TrimPrefix(u.written, "个")) && strings.Contains(s.folded, "一"+u.written) {
			return true
		}
	}
	return false
}

func (s *statement) namesIn(text string) bool {
	for _, n := range s.names {
		if !strings.Contains(text, zh.FoldSimplified(n)) {
			return false
		}
	}
	return true
}

// numeric matches numbers with their units. They are compared as facts, so they do not count as
// words.
var numeric = text.NewPattern(`(?:\d[\d,.]*|` + hanNumeral + `)\s*(?:个?工作日|个?小时|个月|周年|季度|分钟|[年月日号天时点分秒元周名例])?|%|‰`)

// coverage is the share of the statement's meaningful characters or words that occur in a text of the
// same language. A Han character that occurs without its neighbours counts less. A Han character that
// does not occur counts fully if the text has a synonym of its word. n is the number of meaningful characters
// or words in the statement.
func (s *statement) coverage(text string) (share float64, n int) {
	if !s.han {
		return s.wordCoverage(text)
	}
	score := 0.0
	for _, clause := range clauseEnds.Split(numeric.ReplaceAllString(s.folded, "，"), -1) {
		clause = hollowWords.ReplaceAllString(clause, "，")
		runes := []rune(clause)
		for i, r := range runes {
			if !unicode.Is(unicode.Han, r) || strings.ContainsRune(hollowRunes, r) {
				continue
			}
			n++
			pair := i > 0 && strings.Contains(text, string(runes[i-1:i+1])) || i+1 < len(runes) && strings.Contains(text, string(runes[i:i+2]))
			switch {
			case pair:
				score++
			case strings.ContainsRune(text, r):
				score += 0.6
			case alike(r, runes, i, text):
				score++
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	return score / float64(n), n
}

func (s *statement) wordCoverage(text string) (share float64, n int) {
	there := map[string]bool{}
	for _, clause := range tokensOf(text) {
		for _, t := range clause {
			there[t.term] = true
		}
	}
	found := 0
	for _, clause := range s.clauses {
		for _, t := range clause {
			n++
			if there[t.term] {
				found++
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	return float64(found) / float64(n), n
}
