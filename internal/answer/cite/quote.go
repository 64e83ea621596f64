package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits of quotations.
const (
	minQuote   = 4   // minimum number of letters, ideographs and digits; a shorter text in quotation marks is a term
	quoteRunes = 300 // maximum length of the quote of a listed source, in characters
	quoteLines = 3   // bestQuote looks for a quotation in at most this many consecutive sentences
)

// quotations matches text in quotation marks.
var quotations = text.NewPattern(`“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|"([^"]+)"`)

// quotedIn returns the quotations in a sentence.
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

// BestQuote is the sentence of a text that is most similar to the given sentence, cut to quoteRunes
// characters.
func BestQuote(text, sentence string) string { return bestQuote(text, sentence, nil) }

// bestQuote returns the part of a text that best supports a sentence, cut by Shorten. If an element of
// `quotes` is in at most quoteLines consecutive sentences of the text, bestQuote returns these
// sentences. Otherwise it returns the most similar sentence of the text.
func bestQuote(text, sentence string, quotes []string) string {
	all := Sentences(text)
	for _, q := range quotes {
		for n := 1; n <= quoteLines; n++ {
			for i := 0; i+n <= len(all); i++ {
				if s := text[all[i].Start:all[i+n-1].End]; Quoted(s, q) {
					return Shorten(s)
				}
			}
		}
	}
	claim := TermsOf(sentence)
	best, at := -1.0, ""
	for _, span := range all {
		s := span.Of(text)
		in := withNumbers(TermsOf(s), s)
		// The first share counts most; the second share prefers sentences with few other terms.
		if score := claim.Share(in) + 0.2*in.Share(claim); score > best {
			best, at = score, s
		}
	}
	return Shorten(at)
}

// Shorten cuts a quote that is too long to highlight; the result is still a part of its source.
func Shorten(s string) string {
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

// Sentences splits a text into sentences and lines.
func Sentences(text string) []zh.Span {
	var out []zh.Span
	from, ended := 0, false
	var before rune
	add := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			out = append(out, zh.Span{Start: from, End: to})
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

// endsSentence reports whether r ends a sentence wherever r occurs. A semicolon does. The full stop
// of Latin text does not, because it also occurs in numbers and abbreviations.
func endsSentence(r rune) bool { return zh.EndsClause(r) }

// closesSentence reports whether r, directly behind the end of a sentence, still belongs to that
// sentence, as a closing quotation mark does. Straight quotation marks are ambiguous and do not count.
func closesSentence(r rune) bool { return r != '"' && r != '\'' && zh.ClosesSentence(r) }
