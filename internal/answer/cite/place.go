package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// sentenceEnds separates the sentences of a passage, partBreaks the parts of a sentence.
var (
	sentenceEnds = text.NewPattern(`[。！？!?\n]|\.(?:\s|$)`)
	partBreaks   = text.NewPattern(`[；;]`)
)

// place is a part of a sentence of a passage.
type place struct {
	text     string
	sentence string // the whole sentence
	from     int    // where the part begins in its sentence
	terms    map[string]bool
}

// before is the text of the preceding parts of the same sentence.
func (p place) before() string { return p.sentence[:p.from] }

// placesOf returns the parts of the sentences of a passage, which must be folded by zh.FoldSimplified.
func placesOf(content string) []place {
	var out []place
	for _, sentence := range sentenceEnds.Split(content, -1) {
		from := 0
		for _, end := range append(partBreaks.FindAllStringIndex(sentence, -1), []int{len(sentence), len(sentence)}) {
			text := sentence[from:end[0]]
			if strings.TrimSpace(text) != "" {
				p := place{text: text, sentence: sentence, from: from, terms: map[string]bool{}}
				for _, clause := range tokensOf(text) {
					for _, t := range clause {
						p.terms[t.term] = true
					}
				}
				out = append(out, p)
			}
			from = end[1]
		}
	}
	return out
}

// Thresholds for terms of a clause that must occur together.
const (
	minTerms  = 2    // a clause with fewer terms is not checked by `aside`
	mostAside = 0.34 // maximum share of a clause's terms that occur only outside of its place; terms missing in the passage do not count
	minBeside = 0.6  // the place with the figures must contain at least about this share of the number of terms in the best place
)

// together reports whether the terms of each clause of the statement occur together in one place of the
// passage. If a place has all numbers and dates of the clause, the terms must occur there. Terms from
// different places may be about different things, so an invented sentence could combine them. The result is
// also false if overtaken, anotherHas or overstates finds a contradiction.
func (s *statement) together(content string) bool {
	places := placesOf(content)
	if len(places) == 0 {
		return true
	}
	var last place
	for _, clause := range clauseTexts(s.folded) {
		var terms []string
		seen := map[string]bool{}
		for _, t := range tokensIn(numeric.ReplaceAllString(clause, "，")) {
			if !seen[t.term] && !hollowTerms[t.term] && !hollowPair(t.term) {
				seen[t.term] = true
				terms = append(terms, t.term)
			}
		}
		f := s.read.factsOf(clause)
		if len(terms) == 0 && f.none() {
			continue
		}
		p, fits := s.whereIs(terms, f, places)
		if !fits {
			return false
		}
		if len(terms) >= minTerms && aside(terms, p, places) {
			return false
		}
		last = p
		if overtaken(clause, f, p) || s.anotherHas(f, terms, p) {
			return false
		}
	}
	return !s.overstates(last)
}

// hollowPair reports whether a bigram consists of hollowRunes.
func hollowPair(term string) bool {
	for _, r := range term {
		if !unicode.Is(unicode.Han, r) || !strings.ContainsRune(hollowRunes, r) {
			return false
		}
	}
	return true
}

// whereIs compares the parts with all figures, and returns the part with the most terms. If a part
// without the figures has far more of the terms, `fits` is false. If no part contains all figures,
// whereIs returns the part with the most terms.
func (s *statement) whereIs(terms []string, f facts, places []place) (best place, fits bool) {
	most, with, found := 0.0, -1.0, false
	counts := countsIn(terms, places)
	for i, p := range places {
		n := counts[i]
		most = max(most, n)
		if n > with && f.within(s.read.factsOf(p.text)) {
			best, with, found = p, n, true
		}
	}
	if !found { // for example, the figures are in different parts, or in the title
		for i, p := range places {
			if n := counts[i]; n > with {
				best, with = p, n
			}
		}
		return best, true
	}
	return best, with >= minBeside*most-1
}

// countsIn counts the terms in each part. Terms in the preceding parts of the same sentence count half,
// because the part may continue them. Each sentence is searched once for each term, however many parts
// it has.
func countsIn(terms []string, places []place) []float64 {
	out := make([]float64, len(places))
	ends := make([]int, len(terms)) // where the first occurrence in the sentence ends
	for i, p := range places {
		if i == 0 || p.sentence != places[i-1].sentence {
			for j, t := range terms {
				ends[j] = len(p.sentence) + 1
				if at := strings.Index(p.sentence, t); at >= 0 {
					ends[j] = at + len(t)
				}
			}
		}
		for j, t := range terms {
			switch {
			case p.terms[t]:
				out[i]++
			case ends[j] <= p.from:
				out[i] += 0.5
			}
		}
	}
	return out
}

// none reports whether there are no figures.
func (f facts) none() bool { return len(f.numbers)+len(f.dates)+len(f.times) == 0 }

// within reports whether `there` contains all numbers and dates. Times and codes are not checked.
func (f facts) within(there facts) bool {
	for _, n := range f.numbers {
		if !there.has(n) {
			return false
		}
	}
	for _, d := range f.dates {
		if !there.hasDate(d) {
			return false
		}
	}
	return true
}

// aside reports whether too many terms occur only outside of p, in other parts of the passage. It
// is also true if the first term, the subject, occurs only outside of p and begins another part.
func aside(terms []string, p place, places []place) bool {
	away, known := 0, 0
	for i, t := range terms {
		if p.terms[t] {
			known++
			continue
		}
		if partly(t, p.text) || strings.Contains(p.before(), t) {
			continue
		}
		for _, o := range places {
			if !o.terms[t] {
				continue
			}
			known++
			away++
			if i == 0 && !strings.Contains(o.text[:len(o.text)/2+1], "（") && strings.HasPrefix(strings.TrimLeft(o.text, " "), t) {
				return true
			}
			break
		}
	}
	return known > 1 && float64(away) > mostAside*float64(known)
}

// partly reports whether a text contains a Han character of a term.
func partly(term, text string) bool {
	for _, r := range term {
		if unicode.Is(unicode.Han, r) && strings.ContainsRune(text, r) {
			return true
		}
	}
	return false
}

// anotherHas reports whether the place p has a different figure of the same kind as f for the statement's words.
// The statement's own figure must be missing in p, or belong to something else there. Example: the passage
// gives two years for 镜头 and one year for 整机, and the statement gives two years for 整机.
func (s *statement) anotherHas(f facts, terms []string, p place) bool {
	if len(f.numbers)+len(f.times) == 0 {
		return false
	}
	own, other := 0, 0
	for _, clause := range strings.FieldsFunc(strings.Join(clauseTexts(p.text), "、"), func(r rune) bool { return r == '、' }) {
		there := s.read.factsOf(clause)
		n := 0
		for _, t := range terms {
			if strings.Contains(clause, t) {
				n++
			}
		}
		switch has, alike := f.shared(there); {
		case has:
			own = max(own, n)
		case alike:
			other = max(other, n)
		}
	}
	return other-own >= 2 && float64(own) <= minBeside*float64(other)
}

// shared compares the numbers and times of two sets of facts. `has` is true if they have a value in
// common. `alike` is true if they have no value in common, but values of the same kind.
func (f facts) shared(there facts) (has, alike bool) {
	for _, n := range f.numbers {
		for _, o := range there.numbers {
			has = has || n.unit == o.unit && n.value.Cmp(o.value) == 0
			alike = alike || n.unit == o.unit
		}
	}
	for _, n := range f.times {
		for _, o := range there.times {
			has = has || n == o
			alike = alike || (len(n) == len("mon")) == (len(o) == len("mon"))
		}
	}
	return has, alike && !has
}

// leftBehind matches the old value in a change, for example in 由原定的 4 月 25 日推迟到 5 月 8 日.
// tellsOld matches words that mark a value as old.
var (
	leftBehind = text.NewPattern(`(?:由|从|原定|原计划|原价|原来|\bfrom\b)([^,，。;；]{1,14}?)(?:推迟|提前|延[后期长]|改|调整|变更|[上下]?调|[降升增减]|提高|缩短|\bto\b)`)
	tellsOld   = text.NewPattern(`由|从|原|以前|之前|本来|过去|\b(?:from|was|were|originally|previously)\b`)
)

// mostChanges is the number of changes in one place that `overtaken` looks at. It reads the whole place
// for each of them.
const mostChanges = 5

// overtaken reports whether a clause presents a figure as valid although the passage says that the
// figure was changed.
func overtaken(clause string, f facts, p place) bool {
	if tellsOld.MatchString(clause) {
		return false
	}
	for _, m := range leftBehind.FindAllStringSubmatchIndex(p.text, mostChanges) {
		old, rest := factsOf(p.text[m[2]:m[3]]), factsOf(p.text[:m[2]]+"，"+p.text[m[3]:])
		for _, n := range f.numbers {
			if old.has(n) && !rest.has(n) {
				return true
			}
		}
		for _, d := range f.dates {
			if old.hasDate(d) && !rest.hasDate(d) {
				return true
			}
		}
	}
	return false
}

var (
	everything   = text.NewPattern(`所有|一律|任何|全部|全体|\b(?:all|every|always|any)\b`)
	done         = text.NewPattern(`已经|已[^知婚]|[到至为成]了`)
	doneThere    = text.NewPattern(`已|了|完成|完毕|曾`)
	hypothetical = text.NewPattern(`如遇|如有|如需|如因|如果|假如|[,。;]如|^如|倘|若|凭|下列|可以|应当|须|的,|计划|拟`)
)

// overstates reports whether a statement excludes exceptions and the passage does not, or whether
// the statement presents a hypothetical as a fact.
func (s *statement) overstates(p place) bool {
	if everything.MatchString(s.folded) && !everything.MatchString(p.text) && !strings.Contains(p.text, "均") && !strings.Contains(p.text, "都") {
		return true
	}
	return done.MatchString(s.folded) && !doneThere.MatchString(p.text) && hypothetical.MatchString(p.text)
}
