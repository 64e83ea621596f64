package retrieve

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxQuestion is the maximum number of characters used from a question. Of a longer question, half come
// from the beginning and half from the end. A long question usually contains pasted text, and the
// actual question comes before or after that text.
const maxQuestion = 300

// Factors for a word that occurs in a text only in another form.
const (
	discount = 0.75 // the text has a synonym of the word
	kindred  = 0.3  // the text has a character of similar meaning
)

// element is a character or word of a question.
type element struct {
	at, end int     // byte offsets in question.folded
	weight  float64 // weight by rarity, computed when the frequencies are known
	term    int     // term number of the element itself
	pairs   []int   // term numbers of longer terms that contain the element, such as pairs of characters
	others  []int   // numbers of the terms and phrases, such as synonyms, that can replace a word with the element
	kindred []int   // term numbers of characters of similar meaning
	rare    float64 // rarity, 0 to 1
	hollow  bool
	word    bool // the element consists of letters or digits; otherwise it is a Han character, kana or hangul
	earlier bool // the element comes from the previous question, Query.Before
}

// question is a parsed question.
type question struct {
	asked    string // folded, with all its words
	folded   string // folded, with each phrase of `asks` replaced, and without the end of a yes-no question
	kinds    map[kind]bool
	elements []element
	terms    []string       // all terms to look for, including the terms of synonyms
	index    map[string]int // position in terms, by term
	idf      []float64      // inverse document frequency of each term, 0 to 1; 0 if no chunk has the term
	own      int            // terms[:own] come from the question itself; the other terms are synonyms and kindred characters
	sought   int            // terms[:sought] may be looked for in the index; the other terms are looked for only in texts
	digits   []standing     // numbers of the question in Chinese numerals
	measures []string       // measure words that follow 多少 or 几
	phrases  []phrase       // synonyms in Han characters; phrases[i] has the number maxTerms-1-i, and terms are numbered from 0
	begins   runeBits       // the first characters of the terms
	period   int            // the period in the question, as an index into `periods`; -1: no period
}

// whether is the pattern of the end of a yes-no question: 能寄打火机不, 定了没有.
var whether = text.NewPattern(`(?:不|没|没有|不能|不行|了没)[?!。.\s]*$`)

// sumAsked matches questions that ask for a sum of money with 多少.
var sumAsked = text.NewPattern(`(?:费|钱|款|租金|房租|工资|薪|价|押金|奖金|补贴|补助|收入|成本|预算|利润)用?[大概约一共总是要为]{0,3}多少|多少(?:费|钱|款)`)

// parse parses a question about documents with the given names.
func (f *folder) parse(asked string, names ...string) *question {
	q := &question{kinds: map[kind]bool{}, index: map[string]int{}}
	s := f.fold(ends(asked, maxQuestion)).text
	q.asked, q.period = s, periodOf(s)
	if m := whether.FindStringIndex(s); m != nil {
		q.kinds[decision] = true
		s = s[:m[0]]
	}
	for _, a := range asks {
		if !contains(s, a.phrase) {
			continue
		}
		q.kinds[a.kind] = true
		if strings.HasSuffix(a.phrase, "多少") || strings.Contains(a.phrase, "几") {
			q.measures = append(q.measures, measures(s, a.phrase)...)
		}
		if a.kind == amount && sumAsked.MatchString(s) {
			q.kinds[price] = true
			delete(q.kinds, amount)
		}
		s = replace(s, a.phrase, a.about)
	}
	q.folded = s
	eachTerm(s, q.element)
	for _, d := range q.digits {
		q.stands(d)
	}
	for _, w := range slices.Concat(hollowWords, q.measures) {
		q.hollow(w)
	}
	for _, name := range names {
		eachTerm(f.fold(name).text, func(term string, _, _ int) {
			if _, ok := q.index[term]; ok && !single(term) {
				q.hollow(term)
			}
		})
	}
	q.solidify()
	q.own = len(q.terms)
	eachSynonym(s, synonyms(), q.synonym)
	q.sought = len(q.terms)
	return q
}

// ends returns the first and the last most/2 characters of a text, with a line end between them. A
// text of at most `most` characters is returned unchanged.
func ends(s string, most int) string {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	return string(runes[:most/2]) + "\n" + string(runes[len(runes)-most/2:])
}

// contains reports whether a text has a phrase. Like replace, it matches an English phrase only as whole
// words: "show" does not contain "how".
func contains(s, phrase string) bool { return replace(s, phrase, "") != s }

func replace(s, phrase, by string) string {
	if phrase[0] >= utf8.RuneSelf {
		return strings.ReplaceAll(s, phrase, " "+by+" ")
	}
	padded := " " + s + " "
	for _, end := range []string{" ", "?", ","} {
		padded = strings.ReplaceAll(padded, " "+phrase+end, " "+by+" ")
	}
	return strings.TrimSpace(padded)
}

// number returns the number of a term. It adds the term if it is new, and returns -1 if there are too
// many terms.
func (q *question) number(term string) int {
	if i, ok := q.index[term]; ok {
		return i
	}
	i := len(q.terms)
	if i+len(q.phrases) >= maxTerms {
		return -1
	}
	q.terms = append(q.terms, term)
	q.index[term] = i
	q.begins.add(firstRune(term))
	return i
}

func (q *question) element(term string, at, end int) {
	if stopwords[term] {
		return
	}
	i := q.number(term)
	if i < 0 {
		return
	}
	r, n := utf8.DecodeRuneInString(term)
	switch {
	case scriptOf(r) == ideo && n == len(term):
		q.elements = append(q.elements, element{at: at, end: end, term: i, hollow: hollowRunes[r]})
	case scriptOf(r) == ideo:
		for j := range q.elements {
			if e := &q.elements[j]; e.at >= at && e.end <= end {
				e.pairs = append(e.pairs, i)
			}
		}
	case q.folded[at] >= utf8.RuneSelf && zh.IsNumeral(firstRune(q.folded[at:])):
		q.digits = append(q.digits, standing{at, end, i})
	default:
		if k := len(q.elements) - 1; k >= 0 && q.elements[k].at == at { // 2.4ghz has two terms at one place: the first, 2.4, is the element, and 2.4ghz is added to it
			q.elements[k].pairs = append(q.elements[k].pairs, i)
			return
		}
		q.elements = append(q.elements, element{at: at, end: end, term: i, word: true})
	}
}

// hollow gives low weight to every occurrence of a word in the question.
func (q *question) hollow(word string) {
	for at := 0; ; {
		i := strings.Index(q.folded[at:], word)
		if i < 0 {
			return
		}
		at += i
		for j := range q.elements {
			if e := &q.elements[j]; e.at >= at && e.end <= at+len(word) {
				e.hollow = true
			}
		}
		at += len(word)
	}
}

// particles are characters that stay hollow even if the question has only hollow elements (see
// solidify).
var particles = runeSet("的了呢吧啊呀么嘛哦和与及或是在被把我你他她它这那就都也还有会吗")

// solidify gives full weight to hollow elements when a question has no other elements, for example
// to 走 in 谁走了. Particles stay hollow.
func (q *question) solidify() {
	if slices.ContainsFunc(q.elements, func(e element) bool { return !e.hollow }) {
		return
	}
	for i := range q.elements {
		e := &q.elements[i]
		e.hollow = particles[firstRune(q.folded[e.at:])]
	}
}

// synonym adds `others` as synonyms of the word from `at` to `end`.
func (q *question) synonym(at, end int, others []string) {
	for _, other := range others {
		if len(q.terms)+len(q.phrases)+2*len(other) >= maxTerms {
			return
		}
		stands := -1
		var pairs set
		eachTerm(other, func(term string, _, _ int) {
			if utf8.RuneCountInString(term) > 1 || utf8.RuneCountInString(other) == 1 {
				if stands = q.number(term); stands >= 0 && scriptOf(firstRune(term)) == ideo {
					pairs.add(stands)
				}
			}
		})
		if other[0] >= utf8.RuneSelf { // a synonym in Han characters gets a number of its own: a text may have all its pairs of characters, but not the whole synonym
			stands = maxTerms - 1 - len(q.phrases)
			q.phrases = append(q.phrases, phrase{other, pairs})
		}
		if stands >= 0 {
			q.stands(standing{at, end, stands})
		}
	}
}

// addKindred adds the characters of similar meaning for each character of the question, except
// hollow characters.
func (q *question) addKindred() {
	for j := range q.elements {
		e := &q.elements[j]
		if e.hollow || e.word {
			continue
		}
		for _, other := range characters()[q.folded[e.at:e.end]] {
			if n := q.number(other); n >= 0 {
				e.kindred = append(e.kindred, n)
			}
		}
	}
}

// standing states that the term or phrase `number` can replace the bytes of the question from `at` to
// `end`.
type standing struct{ at, end, number int }

func (q *question) stands(s standing) {
	for j := range q.elements {
		if e := &q.elements[j]; e.at >= s.at && e.end <= s.end {
			e.others = append(e.others, s.number)
		}
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// informativeTerms returns the terms to count in the index: the first q.sought terms except hollow
// characters and words.
func (q *question) informativeTerms() []string {
	solid := map[int]bool{}
	for _, e := range q.elements {
		solid[e.term] = solid[e.term] || !e.hollow
	}
	out := make([]string, 0, q.sought)
	for i, t := range q.terms[:q.sought] {
		if tells, element := solid[i]; tells || !element {
			out = append(out, t)
		}
	}
	return out
}

// frequencies returns the number of chunks with each term.
func (q *question) frequencies(all []ranked) map[string]int {
	out := map[string]int{}
	for _, r := range all {
		has := r.above
		for _, s := range r.sentences {
			has = has.or(s.has)
		}
		for i, t := range q.terms {
			if has.has(i) {
				out[t]++
			}
		}
	}
	return out
}

// weigh sets the weight of each term and element, from the number of chunks with each
// term and the total number of chunks.
func (q *question) weigh(frequency map[string]int, total int) {
	q.idf = make([]float64, len(q.terms))
	scale := math.Log(1 + float64(max(total, 1)))
	rarity := func(n int) float64 { return math.Log(1+float64(total)/float64(max(n, 1))) / scale }
	for i, t := range q.terms {
		if n := frequency[t]; n > 0 {
			q.idf[i] = rarity(n)
		}
	}
	for j := range q.elements {
		e := &q.elements[j]
		if e.hollow {
			e.weight = 0.1
		} else {
			e.rare = rarity(frequency[q.terms[e.term]])
			e.weight = 0.15 + e.rare
		}
		if e.word {
			e.weight *= 2
		}
	}
}

// found returns the question's terms and phrases in a folded text.
func (q *question) found(s string) set {
	var out set
	add := func(term string, _, _ int) {
		if i, ok := q.index[term]; ok {
			out.add(i)
		}
	}
	// This loop finds the same terms as eachTerm, but it skips most characters of the text: no term
	// of the question begins with them.
	numbers := q.begins.digits()
	numeral := false // the previous character is a numeral
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch scriptOf(r) {
		case word:
			i = eachWord(s, i, add)
			numeral = false
			continue
		case ideo:
			if q.begins.has(r) {
				add(s[i:i+n], 0, 0)
				if next, m := utf8.DecodeRuneInString(s[i+n:]); m > 0 && scriptOf(next) == ideo {
					add(s[i:i+n+m], 0, 0)
				}
			}
			before := numeral
			if numeral = zh.IsNumeral(r); numeral && !before && numbers {
				if digits, end := zh.LeadingNumber(s[i:]); end > n {
					add(digits, 0, 0)
				}
			}
		default:
			numeral = false
		}
		i += n
	}
	for i, p := range q.phrases {
		if p.pairs.or(out) == out && strings.Contains(s, p.text) {
			out.add(maxTerms - 1 - i)
		}
	}
	return out
}

// phrase is a synonym in Han characters.
type phrase struct {
	text  string
	pairs set // the phrase's pairs of adjacent characters, or its only character; a text with the phrase has all these terms
}

// covered returns the share of an element found in a text with the terms s, 0 to 1.
func (e *element) covered(s set) float64 {
	best := 0.0
	if s.has(e.term) {
		best = 0.25 + 0.5*e.rare
		if e.word || len(e.pairs) == 0 {
			best = 1
		}
	}
	for _, p := range e.pairs {
		if s.has(p) {
			return 1
		}
	}
	for _, o := range e.others {
		if s.has(o) {
			best = max(best, discount)
		}
	}
	if best < kindred && slices.ContainsFunc(e.kindred, s.has) {
		return kindred
	}
	return best
}

// coverage returns the share of the question found in a text with the terms s, 0 to 1.
func (q *question) coverage(s set) float64 {
	var has, all float64
	for i := range q.elements {
		e := &q.elements[i]
		has += e.weight * e.covered(s)
		all += e.weight
	}
	if all == 0 {
		return 0
	}
	return has / all
}
