package moderation

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// folder unifies different ways of writing the same character: full-width and other
// compatibility forms, case, accents, traditional and simplified Han. It converts each
// character on its own, so that the result does not depend on where a stream is cut.
// (NFKC would compose a letter with the mark behind it. Here, marks that can follow any
// letter are removed instead, so that composed and decomposed writing are equal as
// well.)
type folder struct {
	bmp [1 << 16]folded
}

// folded is the result for a character: `nothing`, `several`, or one character in the low 21 bits,
// with the flag `punctuation` if that character is not a letter, a number or a mark.
type folded uint32

const (
	punctuation folded = 1 << 30
	nothing     folded = 1 << 31   // the character is ignored
	several     folded = 1<<31 + 1 // the result has several characters; see expand
)

func (f folded) char() rune { return rune(f &^ punctuation) }

func newFolder() *folder {
	f := &folder{}
	for r := range f.bmp {
		switch all := f.expand(rune(r)); len(all) {
		case 0:
			f.bmp[r] = nothing
		case 1:
			f.bmp[r] = all[0]
		default:
			f.bmp[r] = several
		}
	}
	return f
}

// fold converts r to zero or more characters. The result may use the memory of `buf`.
func (f *folder) fold(r rune, buf *[1]folded) []folded {
	if int(r) < len(f.bmp) {
		switch c := f.bmp[r]; c {
		case nothing:
			return nil
		case several:
		default:
			buf[0] = c
			return buf[:]
		}
	}
	return f.expand(r)
}

func (f *folder) expand(r rune) []folded {
	var out []folded
	for _, d := range norm.NFKD.String(string(r)) {
		if ignorable(d) {
			continue
		}
		d = unicode.ToLower(unicode.ToUpper(zh.Simplify(d)))
		c := folded(d)
		if !unicode.In(d, unicode.L, unicode.N, unicode.M) {
			c |= punctuation
		}
		out = append(out, c)
	}
	return out
}

// text folds a whole text. If `bare` is true, it also removes the characters with the flag `punctuation`.
func (f *folder) text(s string, bare bool) []rune {
	var out []rune
	var buf [1]folded
	for _, r := range s {
		for _, c := range f.fold(r, &buf) {
			if !bare || c&punctuation == 0 {
				out = append(out, c.char())
			}
		}
	}
	return out
}

// marks are combining marks that can follow any character and are used to disguise words. Marks for
// vowels and voicing, which belong to one script, count as letters.
var marks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0300, Hi: 0x036f, Stride: 1},
		{Lo: 0x0483, Hi: 0x0489, Stride: 1},
		{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
		{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
		{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
		{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
	},
}

// ignorable reports whether r is invisible or only affects its neighbour:
// zero-width and direction characters, byte order marks, combining marks (see
// marks), variation selectors, controls except white space.
func ignorable(r rune) bool {
	if r < utf8.RuneSelf {
		return (r < ' ' || r == 0x7f) && !unicode.IsSpace(r)
	}
	return unicode.In(r, unicode.Cf, marks, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.IsControl(r) && !unicode.IsSpace(r)
}
