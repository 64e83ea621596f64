package cite

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// verbs are characters of verbs that occur in rules and contracts. The passage does not support the
// statement if one of the two negates such a verb and the other affirms the verb; see verbConflict.
const verbs = "退含收养保赔付交报补用喂进带送给要开放洗吃喝借租减免发算转让参接受"

// deniedVerb matches a negator and the verb after it, which is group 1. behind matches two to four
// characters, which are group 1, and the negation after them.
var (
	deniedVerb = text.NewPattern(`(?:不|不能|不得|不准|不予|不可|不可以|不许|禁止|严禁|一律不准|一律不|不再|不另|不再另|无需|没有|没|未|不用|不必|不让|勿|请勿|不要|不会|不允许|不能再)(?:另外|另行|自行|单独|计|帮忙|代|再|包)?([` + verbs + `])`)
	behind     = text.NewPattern(`(\p{Han}{2,4})(?:不行|不可以|不准|不允许|不在)`)
)

// verbConflict compares each clause of the statement with the nearest clause of the passage. It reports
// whether one clause negates a verb and the other affirms it, or whether deniedBehind finds a conflict.
func (s *statement) verbConflict(clauses []clauseOf) bool {
	for _, clause := range clauseTexts(s.folded) {
		p := nearest(clause, clauses)
		if p == nil {
			continue
		}
		claim, there := deniedVerbs(clause), deniedVerbs(p.text)
		for _, v := range verbs {
			verb := string(v)
			a, b := strings.Contains(claim, verb), strings.Contains(there, verb)
			if a == b || !strings.Contains(clause, verb) || !strings.Contains(p.text, verb) {
				continue
			}
			// There is no clear conflict if the text that negates the verb also affirms it, or if the
			// other text contains a negator, too.
			if a && (affirms(clause, verb) || deniedClause.MatchString(p.text+p.above)) || b && (affirms(p.text, verb) || deniedClause.MatchString(clause)) {
				continue
			}
			return true
		}
	}
	return s.deniedBehind(clauses)
}

// deniedClause matches any negator.
var deniedClause = text.NewPattern(`不|没|无|未|勿|禁|免|除外`)

// deniedVerbs are the verbs that a clause negates.
func deniedVerbs(clause string) string {
	var b strings.Builder
	for _, m := range deniedVerb.FindAllStringSubmatch(clause, -1) {
		b.WriteString(m[1])
	}
	return b.String()
}

// affirms reports whether a clause contains a verb without a negator.
func affirms(clause, verb string) bool {
	return strings.Contains(deniedVerb.ReplaceAllString(clause, ""), verb)
}

// deniedBehind reports whether a statement without a negator contains words that are followed by a
// negation in the passage, for example 输液 in 输液不行.
func (s *statement) deniedBehind(clauses []clauseOf) bool {
	if deniedClause.MatchString(s.folded) {
		return false
	}
	for _, p := range clauses {
		for _, m := range behind.FindAllStringSubmatch(p.text, -1) {
			if strings.Contains(s.folded, lastRunes(m[1], 2)) {
				return true
			}
		}
	}
	return false
}
