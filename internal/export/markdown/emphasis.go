package markdown

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasis reads *, _ and ~~ by the same rule as the page
// (remark-cjk-friendly). Between punctuation and a Chinese, Japanese or Korean
// character, * or ~~ may open and close. Thus **“强调”**后文 is bold. CommonMark's
// own rule needs a space there, but Chinese, for example, has no spaces between words.
type emphasis struct{}

func (emphasis) Trigger() []byte { return []byte{'*', '_', '~'} }

func (emphasis) IsDelimiter(b byte) bool { return b == '*' || b == '_' || b == '~' }

func (emphasis) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	if opener.Char == '~' {
		return closer.Char == '~' && opener.Length == closer.Length
	}
	return opener.Char == closer.Char
}

func (emphasis) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

func (emphasis) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	mark, n := line[0], 1
	for n < len(line) && line[n] == mark {
		n++
	}
	var processor parser.DelimiterProcessor = emphasis{}
	if mark == '~' {
		if n != 2 || before == '~' {
			return nil
		}
		processor = strikethrough{}
	}
	after := ' '
	if n < len(line) {
		after = util.ToRune(line, n)
	}
	canOpen, canClose := flanks(before, after, mark == '_')
	d := parser.NewDelimiter(canOpen, canClose, n, mark, processor)
	d.Segment = segment.WithStop(segment.Start + n)
	block.Advance(n)
	pc.PushDelimiter(d)
	return d
}

type strikethrough struct{ emphasis }

func (strikethrough) OnMatch(int) ast.Node { return extast.NewStrikethrough() }

// flanks reports whether a mark between the characters `before` and `after` may open emphasis, and
// whether it may close emphasis.
func flanks(before, after rune, underscore bool) (canOpen, canClose bool) {
	spaceBefore, spaceAfter := util.IsSpaceRune(before), util.IsSpaceRune(after)
	markBefore, markAfter := punctuation(before), punctuation(after)
	left := !spaceAfter && (!markAfter || spaceBefore || markBefore || CJK(before))
	right := !spaceBefore && (!markBefore || spaceAfter || markAfter || CJK(after))
	if underscore {
		return left && (!right || markBefore), right && (!left || markAfter)
	}
	return left, right
}

// punctuation reports whether r is punctuation. Chinese, Japanese and Korean punctuation does not
// count.
func punctuation(r rune) bool { return util.IsPunctRune(r) && !CJK(r) }

// CJK reports whether r is a Chinese, Japanese or Korean character, belongs to the punctuation of
// these scripts, or is a full-width or half-width form. Quotes such as “ do not count, because
// other scripts use them too.
func CJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || r >= 0xfe30 && r <= 0xfe4f || r >= 0x20000 && r <= 0x3ffff
}
