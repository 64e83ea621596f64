package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// folder replaces the variants of a character by one form: full-width and other compatibility
// forms, Kangxi radicals, upper case, and traditional Han characters. It works on one character
// at a time, so that every folded character can be traced back to its position in the source.
type folder struct {
	bmp [1 << 16]rune
}

// Values of folder.bmp that are not characters.
const (
	nothing rune = 0  // the character is dropped
	several rune = -1 // the character is replaced by several characters: see expand
)

func newFolder() *folder {
	f := &folder{}
	for r := range f.bmp {
		switch all := f.expand(rune(r)); len(all) {
		case 0:
		case 1:
			f.bmp[r] = all[0]
		default:
			f.bmp[r] = several
		}
	}
	return f
}

func (f *folder) expand(r rune) []rune {
	var out []rune
	for _, d := range norm.NFKC.String(string(r)) {
		if unicode.In(d, unicode.Cf, unicode.Variation_Selector) || unicode.IsControl(d) && !unicode.IsSpace(d) {
			continue // an invisible character is dropped
		}
		out = append(out, zh.Simplify(unicode.ToLower(text.Radical(d))))
	}
	return out
}

// folded is a folded text with the source positions of its bytes.
type folded struct {
	text string
	at   []int32 // position in the source for each byte of text, and for its end
}

// fold folds s. It makes no table of positions if every character keeps its length in bytes.
func (f *folder) fold(s string) folded {
	var b strings.Builder
	b.Grow(len(s))
	var at []int32
	for i, r := range s {
		c := several
		if int(r) < len(f.bmp) {
			c = f.bmp[r]
		}
		before := b.Len()
		switch c {
		case nothing:
		case several:
			for _, d := range f.expand(r) {
				b.WriteRune(d)
			}
		default:
			b.WriteRune(c)
		}
		if at == nil && b.Len()-before != runeLen(s, i, r) {
			at = make([]int32, before, len(s)+len(s)/8+1)
			for j := range at {
				at[j] = int32(j)
			}
		}
		if at != nil {
			for range b.Len() - before {
				at = append(at, int32(i))
			}
		}
	}
	if at != nil {
		at = append(at, int32(len(s)))
	}
	return folded{b.String(), at}
}

// runeLen returns the number of bytes of the character at s[i:]; 1 for an invalid byte.
func runeLen(s string, i int, r rune) int {
	if r == utf8.RuneError {
		_, n := utf8.DecodeRuneInString(s[i:])
		return n
	}
	return utf8.RuneLen(r)
}

// source converts a position in the folded text to a position in the source.
func (f folded) source(i int) int {
	if f.at == nil {
		return i
	}
	return int(f.at[i])
}
