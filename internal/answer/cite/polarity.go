package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// token is a term with its polarity in a clause. The term is a bigram of Han characters, a single
// Han character directly after a negator, or the stem of a word in another script.
type token struct {
	term   string
	denied bool
	either bool // part of an exception or a condition: it counts as both affirmed and negated
	head   bool // directly follows the negator
}

// negator is a word that negates the following words.
type negator struct {
	word  string
	reach int // scope in characters; it never extends beyond the clause
}

const wholeClause = 200

// negators lists longer words before their prefixes.
var negators = []negator{
	{"不得", wholeClause}, {"不能", wholeClause}, {"不可以", wholeClause}, {"不可", wholeClause}, {"不应", wholeClause}, {"不准", wholeClause},
	{"不予", wholeClause}, {"不会", wholeClause}, {"不再", wholeClause}, {"禁止", wholeClause}, {"严禁", wholeClause},
	{"请勿", wholeClause}, {"切勿", wholeClause}, {"不要", wholeClause}, {"无权", wholeClause}, {"无法", wholeClause}, {"未经", wholeClause}, {"没有", 12}, {"并未", 12},
	{"拒绝", 10}, {"没", 8}, {"未", 10}, {"不", 14}, {"勿", wholeClause}, {"无", 2}, {"非", 2},
}

// notNegators matches words that contain a negator but are not treated as negations.
var notNegators = text.NewPattern(`不良|不同|不动产|不足|不断|不久|不仅|不但|不论|不管|不限|无论|无线|未来|未中标|非常|除非|不超过|不低于|不高于|不少于|不多于|不大于|不小于|不可抗力|不满|不锈钢|不到|不过|没问题|没事|差不多|是不是|能不能|有没有|可不可以|不当|未成年`)

// exceptions matches words that introduce an exception. The terms of a clause with such a word, and
// the terms of the clause before it, count as both affirmed and negated.
var exceptions = text.NewPattern(`除外|除非|另有|但书|例外|\b(?:except|unless|other than)\b`)

var (
	clauseEnds      = text.NewPattern(`[，,。；;！!？?：:\n（）()]|\.(?:\s|$)`)
	englishNegators = map[string]bool{"not": true, "no": true, "never": true, "without": true, "cannot": true, "neither": true, "nor": true, "non": true, "instead": true, "rather": true}
	contraction     = text.NewPattern(`\b(can|do|does|did|is|are|was|were|has|have|had|will|would|should|must|need)(?:n't|n’t)\b`)
)

// englishReach is the scope of an English negator, as a number of words.
const englishReach = 6

// tokensOf tokenises a text by clauses. The text must be folded by zh.FoldSimplified.
func tokensOf(s string) [][]token {
	s = contraction.ReplaceAllString(strings.ReplaceAll(s, "’", "'"), "$1 not")
	s = strings.ReplaceAll(s, "non-", "non ")
	texts := clauseTexts(s)
	out := make([][]token, len(texts))
	for i, text := range texts {
		out[i] = tokensIn(text)
	}
	for i, text := range texts {
		unless := strings.Contains(text, "未经")
		if !exceptions.MatchString(text) && !unless {
			continue
		}
		// An exception concerns its own clause and the clause before it. 未经 concerns its own clause
		// and the next clause.
		for _, j := range []int{i - 1, i, i + 1} {
			if j < 0 || j >= len(out) || j == i-1 && unless || j == i+1 && !unless {
				continue
			}
			for k := range out[j] {
				out[j][k].either = true
			}
		}
	}
	return out
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func tokensIn(clause string) []token {
	runes := []rune(clause)
	denied, heads := deniedIn(clause, len(runes))
	var out []token
	words, reach, head := 0, 0, false
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case unicode.Is(unicode.Han, r):
			if i+1 < len(runes) && unicode.Is(unicode.Han, runes[i+1]) {
				out = append(out, token{term: string(runes[i : i+2]), denied: denied[i] && denied[i+1], head: heads[i]})
			} else if heads[i] { // a single negated character, such as 养 in 不准养
				out = append(out, token{term: string(r), denied: denied[i], head: true})
			}
			i++
		case unicode.IsLetter(r):
			j := i
			for j < len(runes) && unicode.IsLetter(runes[j]) && !unicode.Is(unicode.Han, runes[j]) {
				j++
			}
			word := string(runes[i:j])
			words++
			if word == "and" || word == "but" {
				reach = 0
			}
			if englishNegators[word] {
				reach, head = words+englishReach, true
			} else if !stopWords[word] {
				out = append(out, token{term: stem(word), denied: words <= reach, head: head})
				head = false
			}
			i = j
		default:
			i++
		}
	}
	return out
}

// deniedBefore matches negations of the words before them.
var deniedBefore = text.NewPattern(`不行|不可以$|不准$|不允许$`)

// free matches words for "free of charge"; see freeMeans.
var free = text.NewPattern(`免费|全免|免收|不收费|不另收`)

// freeMeans returns a text to append to the passage. If the passage says "free of charge", the text
// contains further phrases with this meaning. Otherwise it is empty.
func freeMeans(content string) string {
	if free.MatchString(content) {
		return "。不收钱不收费不要钱不交钱不出钱不花钱不掏钱"
	}
	return ""
}

// deniedIn returns for each character of a clause whether it is in the scope of a negator, and whether
// it directly follows the negator.
func deniedIn(clause string, n int) (denied, heads []bool) {
	denied, heads = make([]bool, n), make([]bool, n)
	masked := notNegators.ReplaceAllStringFunc(clause, func(m string) string { return strings.Repeat("＿", len([]rune(m))) })
	runes := []rune(masked)
	for i := 0; i < len(runes); i++ {
		for _, g := range negators {
			word := []rune(g.word)
			if i+len(word) > len(runes) || string(runes[i:i+len(word)]) != g.word {
				continue
			}
			if head := i + len(word); head < len(runes) {
				heads[head] = true
			}
			for j, left := i+len(word), g.reach; j < len(runes) && left > 0; j, left = j+1, left-1 {
				if runes[j] == '的' && (g.word == "不" || g.word == "未") { // in 不改变结构的装修 the negation does not apply to 装修
					break
				}
				denied[j] = true
			}
			i += len(word) - 1
			break
		}
	}
	for _, m := range deniedBefore.FindAllStringIndex(clause, -1) { // in 输液不行, for example, 不行 negates 输液
		to := len([]rune(clause[:m[0]]))
		for j := max(0, to-4); j < to; j++ {
			denied[j] = true
		}
	}
	return denied, heads
}

// universal matches words that exclude exceptions.
var universal = text.NewPattern(`所有|全部|任何|一律|均|都|随时|\b(?:all|any|every|always|at any time)\b`)

// contradicted reports whether a statement negates what the passage affirms, or the reverse.
func contradicted(statement string, claim [][]token, there speech) bool {
	exact := universal.MatchString(statement) && !exceptions.MatchString(statement)
	for _, clause := range claim {
		if contradictedIn(clause, there, exact) {
			return true
		}
	}
	return false
}

// contradictedIn reports whether the passage contradicts one clause of the statement. If exact is
// set, an exception in the passage does not excuse a contradiction.
func contradictedIn(clause []token, there speech, exact bool) bool {
	agree, conflict := 0, 0
	denies, denialKnown := false, false
	for _, t := range clause {
		p, ok := there[t.term]
		excused := t.either || p.either && !exact
		denies = denies || t.denied
		switch {
		case !ok:
			if t.denied && there.deniesAny(t.term) {
				denialKnown = true
			}
		case hollowTerms[t.term]:
		case excused || t.denied && p.denied || !t.denied && p.input && !(exact && p.either && p.denied):
			denialKnown = denialKnown || t.denied
			if conflict > 0 { // words before the first conflict do not count: they are the common subject of both texts
				agree++
			}
		case t.denied && t.head, !t.denied && p.head:
			if t.denied || !denies {
				return true
			}
			conflict++
		default:
			conflict++
		}
	}
	if denies {
		return !denialKnown
	}
	return conflict > 0 && conflict >= agree
}

// polarity states how a passage uses a term, possibly in several ways: affirmed (`input`), negated
// (`denied`), or in an exception or a condition (`either`).
type polarity struct {
	input, denied, either bool
	head                  bool // the term directly follows a negator
}

type speech map[string]polarity

// deniesAny reports whether the passage negates a term that shares a character with the given term.
// Example: the passage has 无息, and the given term is 利息.
func (s speech) deniesAny(term string) bool {
	for _, r := range term {
		if s[string(r)].denied {
			return true
		}
	}
	return false
}

// polarities returns the polarities of a text's terms. If a term is negated or directly follows a negator,
// its single Han characters are added as negated terms.
func polarities(clauses [][]token) speech {
	out := speech{}
	for _, clause := range clauses {
		for _, t := range clause {
			p := out[t.term]
			out[t.term] = polarity{p.input || !t.denied, p.denied || t.denied, p.either || t.either, p.head || t.head && t.denied}
			if !t.denied && !t.head {
				continue
			}
			for _, r := range t.term {
				if unicode.Is(unicode.Han, r) {
					out[string(r)] = polarity{denied: true}
				}
			}
		}
	}
	return out
}

// opposites are pairs of patterns for words that exclude each other. A passage that matches only one
// pattern of a pair contradicts a statement that matches only the other.
var opposites = []struct{ a, b *text.Pattern }{
	{text.NewPattern(`增长|上升|提高|增加|上涨|升至|升到|回升|\b(?:grew|grow|rose|rise|increase\w*|up)\b`), text.NewPattern(`下降|减少|降低|下滑|下跌|降至|降到|回落|降幅|\b(?:fell|fall|decline\w*|decrease\w*|drop\w*|down)\b`)},
	{text.NewPattern(`高于|超过|大于|多于|超标|\b(?:above|exceed\w*|higher)\b`), text.NewPattern(`低于|小于|少于|未超|\b(?:below|lower)\b`)},
	{text.NewPattern(`提前|早于`), text.NewPattern(`推迟|延后|延期|晚于`)},
	{text.NewPattern(`盈利`), text.NewPattern(`亏损`)},
	{text.NewPattern(`通电`), text.NewPattern(`断电`)},
	{text.NewPattern(`上午|\bam\b|a\.m\.`), text.NewPattern(`下午|\bpm\b|p\.m\.`)},
	{text.NewPattern(`按月|每月`), text.NewPattern(`按季|每季|按年|每年`)},
	{text.NewPattern(`书面`), text.NewPattern(`口头`)},
	{text.NewPattern(`环比`), text.NewPattern(`同比`)},
	{text.NewPattern(`来程|去程`), text.NewPattern(`回程`)},
	{text.NewPattern(`免费|不收费|不收取`), text.NewPattern(`收费|付费|自费`)},
	{text.NewPattern(`禁用`), text.NewPattern(`慎用`)},
	{text.NewPattern(`现场`), text.NewPattern(`远程`)},
	{text.NewPattern(`\bon by default\b`), text.NewPattern(`\boff by default\b`)},
	{text.NewPattern(`\b(?:was|were|has been|have been) (?:removed|released|replaced|changed)\b`), text.NewPattern(`\bwill be\b`)},
	{text.NewPattern(`连带`), text.NewPattern(`一般保证`)},
}

// reversed reports whether a statement matches only one pattern of a pair in opposites, and the
// passage matches only the other pattern.
func reversed(claim, there string) bool {
	for _, o := range opposites {
		for _, p := range [][2]*text.Pattern{{o.a, o.b}, {o.b, o.a}} {
			if p[0].MatchString(claim) && !p[1].MatchString(claim) && !p[0].MatchString(there) && p[1].MatchString(there) {
				return true
			}
		}
	}
	return false
}
