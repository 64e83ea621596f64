package cite

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

var (
	notDenial = text.NewPattern(`不到|不满|不足|不超过|不低于|不高于|不少于|不多于|不大于|不小于|不限|不仅|不但|不同|无论|不论`)
	freeOf    = text.NewPattern(`免费|不收费|不收钱|不要钱|不花钱|不用钱`)
	notFree   = text.NewPattern(`免|不收|不要钱|无需|不另|不计|赠`)
	strong    = text.NewPattern(`明显|显著`)
	notStrong = text.NewPattern(`(?:没有|无|未|不)(?:明显|显著)|差[异别]不(?:大|明显|显著)`)
	since     = text.NewPattern(`(?:从|自)(\p{Han}{2,8}?)(?:那天|之日|当天|那日|起|开始)`)
)

// denies reports whether a text contains a negator, apart from words such as 不到 and 不超过.
func denies(text string) bool {
	return deniedClause.MatchString(notDenial.ReplaceAllString(text, ""))
}

// wrongly reports whether the passage contradicts the statement in one of three ways: it states a
// price where the statement says "free", it denies a difference that the statement calls considerable,
// or it counts a period from another event.
func (s *statement) wrongly(clauses []clauseOf) bool {
	for _, clause := range clauseTexts(s.folded) {
		p := nearest(clause, clauses)
		if p == nil {
			continue
		}
		if freeOf.MatchString(clause) && !notFree.MatchString(p.whole) && strings.Contains(p.whole, "元") {
			return true
		}
		if strong.MatchString(clause) && !denies(clause) && notStrong.MatchString(p.whole) && !strong.MatchString(notStrong.ReplaceAllString(p.whole, "")) {
			return true
		}
	}
	claim := since.FindStringSubmatch(s.folded)
	if claim == nil {
		return false
	}
	found := false
	for _, p := range clauses {
		for _, m := range since.FindAllStringSubmatch(p.text, -1) {
			found = true
			for _, pair := range pairsOf(claim[1]) {
				if strings.Contains(m[1], pair) || strings.Contains(p.text, pair) {
					return false
				}
			}
		}
	}
	return found && len(pairsOf(claim[1])) > 0
}
