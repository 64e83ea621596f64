package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// sentenceEnd contains the characters that end a sentence.
const sentenceEnd = "。！？!?；;\n"

// reach is the maximum distance between a verb and the actor before it, in characters.
const reach = 14

var (
	byWhom  = text.NewPattern(`由(\p{Han}{2,6}?)(?:负责)?(主持|负责|承担|支付|批准|审批|提供|提出|介绍|签字|签署|保管|安排|组织|完成|\p{Han}{2})(?:$|[^\p{Han}])`)
	surname = text.NewPattern(`^[` + surnames + `]\p{Han}{1,2}`)
	doneBy  = text.NewPattern(`\b([a-z]+ed) by ([a-z]+)`)
)

// misattributed reports whether a statement seems to attribute an action to the wrong person. It
// compares only names and verbs that are near each other.
func (s *statement) misattributed(content string) bool {
	for _, clause := range clauseTexts(s.folded) {
		clause = strings.TrimSpace(clause)
		if m := byWhom.FindStringSubmatch(clause); m != nil && others(string([]rune(m[1])[:2]), m[2], content) {
			return true
		}
		if name := surname.FindString(clause); name != "" && !commonNoun.MatchString(name) {
			if who, what := actor(clause, name, content); what != "" && others(who, what, content) {
				return true
			}
		}
	}
	for _, m := range doneBy.FindAllStringSubmatch(s.folded, -1) {
		if by := " by " + m[2]; strings.Contains(content, by) && !strings.Contains(content, m[1]+by) && doneBy.MatchString(content) {
			return true
		}
	}
	return false
}

// actor returns the name at the beginning of a clause and, as the verb, the two characters after the
// name. The name is the first three characters, or otherwise the first two, if they occur together
// in the passage. Both results are empty if there is no such name, or if the two characters after
// the name are not Chinese.
func actor(clause, name, content string) (who, what string) {
	for n := 3; n >= 2; n-- {
		r := []rune(clause)
		if len([]rune(name)) < n || len(r) < n+2 || !strings.Contains(content, string(r[:n])) {
			continue
		}
		if unicode.Is(unicode.Han, r[n]) && unicode.Is(unicode.Han, r[n+1]) {
			return string(r[:n]), string(r[n : n+2])
		}
	}
	return "", ""
}

// sentenceStart returns the start of the last sentence of a text.
func sentenceStart(s string) int {
	if i := strings.LastIndexAny(s, sentenceEnd); i >= 0 {
		_, size := nextRune(s[i:])
		return i + size
	}
	return 0
}

// lastRunes are the last n characters of a text.
func lastRunes(s string, n int) string {
	r := []rune(s)
	return string(r[max(0, len(r)-n):])
}

// others reports whether the passage seems to attribute the action to others: it contains the verb
// `what`, but never closely after the name `who` in the same sentence. The result is false for a verb
// without Han characters.
func others(who, what, content string) bool {
	if !zh.HasHan(what) {
		return false
	}
	there := false
	for from := 0; ; {
		at := strings.Index(content[from:], what)
		if at < 0 {
			return there
		}
		before := content[max(0, from+at-reach*utf8.UTFMax) : from+at]
		if strings.Contains(lastRunes(before[sentenceStart(before):], reach), who) {
			return false
		}
		there = true
		from += at + len(what)
	}
}
