package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Cut returns the first n runes of s.
func Cut(s string, n int) string { return text.Cut(s, n) }

// OneLine joins the lines of s and leaves one space between words.
func OneLine(s string) string { return text.OneLine(s) }

// Clean normalises text from a file: valid UTF-8 in NFC, without control characters other than \n
// and \t, and without invisible characters (see invisible). Variants of characters, such as
// ligatures and full-width digits, are replaced (see fold). Chinese punctuation is kept.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r == '\r':
			continue // carriage returns are dropped
		case r == '\n', r == '\t':
			b.WriteRune(r)
		case r == '\v', r == '\f', r == '\u2028', r == '\u2029', r == '\u0085':
			b.WriteByte('\n')
		case r < 0x20, r == 0x7f:
			// Control characters are dropped, because databases and JSON do not accept
			// all of them.
		case r < 0x80:
			b.WriteRune(r)
		case invisible(r):
		default:
			fold(&b, r)
		}
	}
	return norm.NFC.String(b.String())
}

// plain reports whether a text has only characters that remain unchanged in Clean. Most Chinese and
// English texts are plain.
func plain(s string) bool {
	for _, r := range s {
		switch {
		case r >= 0x4e00 && r <= 0x9fff, // Han characters
			r >= 0x20 && r < 0x7f, r == '\n', r == '\t',
			r >= 0x3001 && r <= 0x3011,                             // 、。《》「」【】
			r >= 0x2014 && r <= 0x2026,                             // —“”‘’…
			r >= 0xff01 && r <= 0xff0f, r >= 0xff1a && r <= 0xff20: // full-width punctuation
		default:
			return false
		}
	}
	return true
}

// invisible reports whether r is a character that is not drawn and would prevent a search from
// finding a word, for example a soft hyphen, a zero-width space, a direction mark or a C1 control.
// Zero-width joiners are kept, because emoji and Indic scripts need them.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x200b, r == 0x200e, r == 0x200f, r == 0x2060, r == 0xfeff, r == 0xfffe, r == 0xffff,
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f, r >= 0x80 && r < 0xa0:
		return true
	}
	return false
}

// fold writes r as people type it. Only characters with exactly one meaning are
// replaced: full NFKC would turn Chinese punctuation into ASCII and m² into m2.
func fold(b *strings.Builder, r rune) {
	switch {
	case r >= 0x2e80 && r <= 0x2eff: // CJK radicals supplement
		b.WriteRune(text.Radical(r))
	case r >= 0x2f00 && r <= 0x2fdf, // Kangxi radicals
		r >= 0xf900 && r <= 0xfaff,                             // compatibility ideographs
		r >= 0xfb00 && r <= 0xfb06,                             // Latin ligatures
		r >= 0xff10 && r <= 0xff19,                             // full-width digits
		r >= 0xff21 && r <= 0xff3a, r >= 0xff41 && r <= 0xff5a, // full-width letters
		r >= 0xff66 && r <= 0xff9f: // half-width kana
		b.WriteString(norm.NFKC.String(string(r)))
	case r >= 0xfe10 && r <= 0xfe19, r >= 0xfe30 && r <= 0xfe48: // punctuation of vertical text
		if to, ok := upright[r]; ok {
			r = to
		}
		b.WriteRune(r)
	case r == 0x3000, r == 0xa0, r != ' ' && unicode.Is(unicode.Zs, r):
		b.WriteByte(' ')
	default:
		b.WriteRune(r)
	}
}

// upright maps the punctuation of vertical text to the punctuation of horizontal text.
var upright = map[rune]rune{
	'︐': '，', '︑': '、', '︒': '。', '︓': '：', '︔': '；', '︕': '！', '︖': '？', '︗': '〖', '︘': '〗', '︙': '…',
	'︰': '：', '︱': '—', '︵': '（', '︶': '）', '︷': '｛', '︸': '｝', '︹': '〔', '︺': '〕', '︻': '【', '︼': '】',
	'︽': '《', '︾': '》', '︿': '〈', '﹀': '〉', '﹁': '「', '﹂': '」', '﹃': '『', '﹄': '』', '﹇': '［', '﹈': '］',
}
