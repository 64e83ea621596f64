package search

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxWord is the maximum length of a term in bytes; longer words are cut.
const maxWord = 48

// folding contains the folded form of every character of the basic plane.
type folding struct {
	changes [1 << 16 / 64]uint64 // one bit per character: 1 if it folds to another character; fits in the processor's cache
	to      [1 << 16]rune
}

var foldingTable = sync.OnceValue(func() *folding {
	var t folding
	for r := range t.to {
		t.to[r] = zh.FoldRune(text.Radical(rune(r)))
		if t.to[r] != rune(r) || r == utf8.RuneError { // RuneError may stand for an invalid byte; appendFold must replace it
			t.changes[r/64] |= 1 << (r % 64)
		}
	}
	return &t
})

// fold normalises variants: full-width forms, punctuation, case, traditional Han, Han radicals. Each
// character becomes exactly one character, so positions in characters are unchanged.
func fold(s string) string { return string(appendFold(make([]byte, 0, len(s)), s)) }

// appendFold appends the folded form of s to b.
func appendFold(b []byte, s string) []byte {
	table := foldingTable()
	copied := 0 // s[:copied] is already in b
	for i, r := range s {
		var folded rune
		if int(r) < len(table.to) {
			if table.changes[r/64]>>(r%64)&1 == 0 {
				continue // most characters are their own folded form
			}
			folded = table.to[r]
		} else if folded = zh.FoldRune(r); folded == r {
			continue
		}
		b = utf8.AppendRune(append(b, s[copied:i]...), folded)
		_, n := utf8.DecodeRuneInString(s[i:])
		copied = i + n
	}
	return append(b, s[copied:]...)
}

// script is a class of characters.
type script int

const (
	between script = iota // no term: punctuation, space
	ideo                  // Han, kana, hangul: treated as scripts without spaces
	word                  // letters, combining marks and numbers of other scripts
	symbol                // an emoji or another symbol
)

func scriptOf(r rune) script {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return word
		}
		return between
	case r >= 0x4E00 && r <= 0x9FFF:
		return ideo
	case r >= 0x3000 && r <= 0x303F, r >= 0xFF00 && r <= 0xFF65:
		return between
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return ideo
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
		return word
	case unicode.Is(unicode.So, r):
		return symbol
	}
	return between
}

// run is a part of a folded text in one script.
type run struct {
	script script
	text   string
}

// eachRun calls f for the runs of a folded text. Each symbol is a run of its own.
func eachRun(s string, f func(run)) {
	start, kind := 0, between
	for i, r := range s {
		k := scriptOf(r)
		if k == kind && k != symbol {
			continue
		}
		if kind != between {
			f(run{kind, s[start:i]})
		}
		start, kind = i, k
	}
	if kind != between {
		f(run{kind, s[start:]})
	}
}

// eachTerm calls f for the terms of a folded text: each word, each symbol and, in scripts without
// spaces, each character and each bigram.
func eachTerm(s string, f func(term string)) {
	eachRun(s, func(r run) {
		if r.script != ideo {
			f(text.CutBytes(r.text, maxWord))
			return
		}
		last := -1
		for i, c := range r.text {
			n := utf8.RuneLen(c)
			f(r.text[i : i+n])
			if last >= 0 {
				f(r.text[last : i+n])
			}
			last = i
		}
	})
}

// eachBigram calls f for the bigrams of a folded text.
func eachBigram(s string, f func(bigram string)) {
	eachRun(s, func(r run) {
		if r.script != ideo {
			return
		}
		last := -1
		for i, c := range r.text {
			if last >= 0 {
				f(r.text[last : i+utf8.RuneLen(c)])
			}
			last = i
		}
	})
}

// A long text is indexed in parts, which begin partSize characters apart. Each part also
// contains the first `overlap` characters of the next part.
const (
	partSize = 8000
	overlap  = 100
)

// maxParts is the maximum number of parts of a text. The rest of a longer text is not indexed.
const maxParts = 64

// parts is the number of parts of a text, at least one.
func parts(s string) int {
	n := text.Len(s)
	if n <= partSize+overlap {
		return 1
	}
	return min(maxParts, (n-overlap+partSize-1)/partSize)
}

// part returns one part of a text.
func part(s string, i int) string {
	if i > 0 {
		s = s[len(text.Cut(s, i*partSize)):]
	}
	return text.Cut(s, partSize+overlap)
}
