package chat

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a sentence must have in common with an excerpt to be supported by it.
const (
	minQuote   = 4    // letters, digits or ideographs; a shorter one is a term, not a quotation
	minShared  = 0.12 // of the sentence's terms that occur in the excerpt
	minHan     = 6    // Han characters of a sentence that says enough to compare
	quoteRunes = 300  // characters of the quote that a source shows
	quoteLines = 3    // sentences that a quotation may run over
)

// quotations are the marks that stand around what is quoted.
var quotations = regexp.MustCompile(`“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|"([^"]+)"`)

// quotedIn gives what a sentence quotes.
func quotedIn(sentence string) []string {
	var out []string
	for _, m := range quotations.FindAllStringSubmatch(sentence, -1) {
		q := strings.TrimSpace(strings.Join(m[1:], ""))
		q = strings.TrimSuffix(strings.TrimSuffix(q, "……"), "...")
		solid := 0
		for _, r := range q {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				solid++
			}
		}
		if solid >= minQuote {
			out = append(out, q)
		}
	}
	return out
}

// terms are what sentences are compared by: pairs of Han characters, words of
// other scripts, and numbers without the commas of thousands.
type terms map[string]struct{}

func termsOf(s string) terms {
	out := terms{}
	var word strings.Builder
	var before rune
	flush := func() {
		if w := word.String(); len(w) > 1 || w != "" && unicode.IsDigit(rune(w[0])) {
			out[strings.Trim(w, ".")] = struct{}{}
		}
		word.Reset()
	}
	for _, r := range strings.ReplaceAll(s, ",", "") {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			if before != 0 {
				out[string([]rune{before, r})] = struct{}{}
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' && word.Len() > 0:
			word.WriteRune(unicode.ToLower(r))
		default:
			flush()
		}
		before = 0
	}
	flush()
	delete(out, "")
	return out
}

// share is how much of t occurs in u, 0 to 1.
func (t terms) share(u terms) float64 {
	if len(t) == 0 {
		return 0
	}
	n := 0
	for k := range t {
		if _, ok := u[k]; ok {
			n++
		}
	}
	return float64(n) / float64(len(t))
}

// figures are the terms of t that are numbers of more than one digit: a single
// one may well count items of a list.
func (t terms) figures() terms {
	out := terms{}
	for k := range t {
		if len(k) > 1 && unicode.IsDigit(rune(k[0])) {
			out[k] = struct{}{}
		}
	}
	return out
}

// numerals are runs of numbers written in Han characters.
var numerals = regexp.MustCompile(`[一二两三四五六七八九十百千万]+`)

// hanNumbers gives the numbers of a text that are written out, in digits.
func hanNumbers(s string) []string {
	var out []string
	for _, m := range numerals.FindAllString(s, -1) {
		total, part, digit := 0, 0, 0
		for _, r := range m {
			switch r {
			case '十', '百', '千':
				scale := map[rune]int{'十': 10, '百': 100, '千': 1000}[r]
				part += max(digit, 1) * scale
				digit = 0
			case '万':
				total += (part + digit) * 10_000
				part, digit = 0, 0
			case '两':
				digit = 2
			default:
				digit = strings.IndexRune("一二三四五六七八九", r)/len("一") + 1
			}
		}
		out = append(out, strconv.Itoa(total+part+digit))
	}
	return out
}

// withNumbers adds the written numbers of s: 三十日 supports 30 天.
func withNumbers(t terms, s string) terms {
	for _, n := range hanNumbers(s) {
		t[n] = struct{}{}
	}
	return t
}

func hanIn(s string) int {
	n := 0
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// supports says whether a sentence without quotations can rest on an excerpt.
// It is a coarse sieve for what is plainly made up: a sentence of figures of
// which none is there, or of the same language without any of its words.
func supports(sentence, excerpt string) bool {
	said, there := termsOf(sentence), withNumbers(termsOf(excerpt), excerpt)
	if f, g := said.figures(), there.figures(); len(f) > 0 && len(g) > 0 && f.share(g) == 0 {
		return false
	}
	if hanIn(sentence) >= minHan && hanIn(excerpt)*4 >= utf8.RuneCountInString(excerpt) {
		return said.share(there) >= minShared
	}
	return true
}

// bestQuote is the part of an excerpt that a sentence rests on most: the
// sentences that hold its first quotation, else the one with most in common.
func bestQuote(text, sentence string, quotes []string, quoted func(source, quote string) bool) string {
	all := sentencesOf(text)
	for _, q := range quotes {
		for n := 1; n <= quoteLines; n++ {
			for i := 0; i+n <= len(all); i++ {
				if s := text[all[i].from:all[i+n-1].to]; quoted(s, q) {
					return shorten(s)
				}
			}
		}
	}
	said := termsOf(sentence)
	best, at := -1.0, ""
	for _, span := range all {
		s := text[span.from:span.to]
		in := withNumbers(termsOf(s), s)
		// What counts is how much of the answer stands there; of two that hold
		// the same, the shorter one.
		if score := said.share(in) + 0.2*in.share(said); score > best {
			best, at = score, s
		}
	}
	return shorten(at)
}

// shorten cuts a quote that is too long to mark, so that it stays a part of its
// source.
func shorten(s string) string {
	s = strings.TrimSpace(s)
	n := 0
	for i := range s {
		if n == quoteRunes {
			return strings.TrimSpace(s[:i])
		}
		n++
	}
	return s
}

type span struct{ from, to int }

// sentencesOf cuts a text into its sentences and lines, by byte offsets.
func sentencesOf(text string) []span {
	var out []span
	from, ended := 0, false
	var before rune
	add := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			out = append(out, span{from, to})
		}
		from, ended = to, false
	}
	for i, r := range text {
		if ended && !endsSentence(r) && !closesSentence(r) {
			add(i)
		}
		switch {
		case r == '\n', r == ' ' && before == '.':
			add(i)
		case endsSentence(r):
			ended = true
		}
		before = r
	}
	add(len(text))
	return out
}

// endsSentence says whether a sentence ends with r wherever it stands. The full
// stop of other scripts also stands in numbers and abbreviations.
func endsSentence(r rune) bool { return strings.ContainsRune("。！？!?；;…", r) }

// closesSentence says whether r still belongs to a sentence that has ended.
func closesSentence(r rune) bool { return strings.ContainsRune("”’」』）)】》", r) }
