package formula

import (
	"html"
	"strings"
	"unicode"
)

// WriteMathML writes a TeX formula as MathML Core, which browsers display without a script; a
// malformed formula becomes its source. The TeX is included, for copying and for programs that
// read MathML aloud.
func WriteMathML(b *strings.Builder, tex string, display bool) {
	b.WriteString(`<math xmlns="http://www.w3.org/1998/Math/MathML"`)
	if display {
		b.WriteString(` display="block"`)
	}
	b.WriteString("><semantics>")
	one(b, readTeX(tex))
	b.WriteString(`<annotation encoding="application/x-tex">` + html.EscapeString(tex) + "</annotation></semantics></math>")
}

// one writes a term as mathML does, but always as exactly one element.
func one(b *strings.Builder, t term) {
	b.WriteString("<mrow>")
	mathML(b, t)
	b.WriteString("</mrow>")
}

func elements(b *strings.Builder, tag string, parts ...term) {
	b.WriteString("<" + tag + ">")
	for _, p := range parts {
		one(b, p)
	}
	name, _, _ := strings.Cut(tag, " ")
	b.WriteString("</" + name + ">")
}

func mathML(b *strings.Builder, t term) {
	switch t := t.(type) {
	case nil:
	case symbols:
		mathSymbols(b, t)
	case row:
		for _, part := range t.terms {
			mathML(b, part)
		}
	case fraction:
		tag := "mfrac"
		if t.bare {
			tag = `mfrac linethickness="0"`
		}
		elements(b, tag, t.above, t.below)
	case scripts:
		around(b, t.limits, func() { one(b, t.base) }, t.sub, t.sup)
	case radical:
		if t.degree == nil {
			elements(b, "msqrt", t.body)
		} else {
			elements(b, "mroot", t.body, t.degree)
		}
	case bigSign:
		around(b, t.limits, func() { operatorSign(b, t.sign, ` largeop="true"`) }, t.sub, t.sup)
		mathML(b, t.body)
	case fenced:
		fenceML(b, t.open, t.close, func() { mathML(b, t.body) })
	case grid:
		gridML(b, t)
	case accent:
		accentML(b, t)
	case function:
		mathML(b, t.name)
		b.WriteString("<mo>\u2061</mo>") // U+2061 means that the function is applied to the body
		mathML(b, t.body)
	case framed:
		b.WriteString(`<mrow class="framed">`)
		mathML(b, t.body)
		b.WriteString("</mrow>")
	}
}

// around writes a base with scripts below and above it, or after it.
func around(b *strings.Builder, limits bool, base func(), sub, sup term) {
	tags := map[bool][3]string{true: {"munderover", "munder", "mover"}, false: {"msubsup", "msub", "msup"}}[limits]
	var tag string
	var parts []term
	switch {
	case sub != nil && sup != nil:
		tag, parts = tags[0], []term{sub, sup}
	case sub != nil:
		tag, parts = tags[1], []term{sub}
	case sup != nil:
		tag, parts = tags[2], []term{sup}
	default:
		base()
		return
	}
	b.WriteString("<" + tag + ">")
	base()
	for _, p := range parts {
		one(b, p)
	}
	b.WriteString("</" + tag + ">")
}

func operatorSign(b *strings.Builder, sign, attributes string) {
	if sign != "" {
		b.WriteString("<mo" + attributes + ">" + html.EscapeString(sign) + "</mo>")
	}
}

func fenceML(b *strings.Builder, open, closing string, body func()) {
	b.WriteString("<mrow>")
	operatorSign(b, open, ` fence="true" form="prefix" stretchy="true"`)
	body()
	operatorSign(b, closing, ` fence="true" form="postfix" stretchy="true"`)
	b.WriteString("</mrow>")
}

func gridML(b *strings.Builder, t grid) {
	fenceML(b, t.open, t.close, func() {
		b.WriteString("<mtable>")
		for _, line := range t.rows {
			b.WriteString("<mtr>")
			for i, cell := range line {
				side := ""
				if t.aligned {
					side = ` class="left"`
					if t.open == "" && i%2 == 0 && len(line) > 1 {
						side = ` class="right"`
					}
				}
				b.WriteString("<mtd" + side + ">")
				mathML(b, cell)
				b.WriteString("</mtd>")
			}
			b.WriteString("</mtr>")
		}
		b.WriteString("</mtable>")
	})
}

func accentML(b *strings.Builder, t accent) {
	mark, tag := t.mark, "mover"
	switch t.bar {
	case 1:
		mark = "\u203e"
	case -1:
		mark, tag = "_", "munder"
	case -2:
		tag = "munder"
	}
	b.WriteString("<" + tag + ` accent="true">`)
	one(b, t.body)
	b.WriteString("<mo")
	if t.bar != 0 {
		b.WriteString(` stretchy="true"`)
	}
	b.WriteString(">" + html.EscapeString(spacing(mark)) + "</mo></" + tag + ">")
}

// marks maps combining characters to the standalone characters required by MathML for accents.
var marks = map[string]string{
	"\u0302": "^", "\u0303": "~", "\u0304": "\u00af", "\u0305": "\u203e", "\u0306": "\u02d8", "\u0307": "\u02d9", "\u0308": "\u00a8", "\u030a": "\u02da",
	"\u030c": "\u02c7", "\u0300": "`", "\u0301": "\u00b4", "\u20d7": "\u2192", "\u20d6": "\u2190", "\u20db": "\u20db",
}

func spacing(mark string) string {
	if s, ok := marks[mark]; ok {
		return s
	}
	return mark
}

// mathSymbols writes text as one element, and also a name such as sin. Of other symbols, every letter,
// number and sign becomes a separate element.
func mathSymbols(b *strings.Builder, t symbols) {
	if t.look == normalText {
		b.WriteString("<mtext>" + html.EscapeString(strings.ReplaceAll(t.text, " ", "\u00a0")) + "</mtext>")
		return
	}
	text := []rune(t.text)
	if t.look == upright && len(text) > 1 && allLetters(text) { // a name such as sin
		b.WriteString("<mi>" + html.EscapeString(t.text) + "</mi>")
		return
	}
	for i := 0; i < len(text); i++ {
		switch r := text[i]; {
		case unicode.IsDigit(r):
			j := i
			for j+1 < len(text) && (unicode.IsDigit(text[j+1]) || text[j+1] == '.' && j+2 < len(text) && unicode.IsDigit(text[j+2])) {
				j++
			}
			b.WriteString("<mn>" + html.EscapeString(inLook(text[i:j+1], t.look)) + "</mn>")
			i = j
		case spaces[r] != 0:
			b.WriteString(`<mtext>` + string(r) + `</mtext>`)
		case unicode.IsLetter(r):
			upright := t.look == upright
			if upright {
				b.WriteString(`<mi mathvariant="normal">`)
			} else {
				b.WriteString("<mi>")
			}
			if t.look == slanted { // browsers set a single letter in italics by default
				b.WriteString(html.EscapeString(string(r)))
			} else {
				b.WriteString(html.EscapeString(inLook(text[i:i+1], t.look)))
			}
			b.WriteString("</mi>")
		default:
			b.WriteString("<mo>" + html.EscapeString(string(r)) + "</mo>")
		}
	}
}

func inLook(text []rune, l look) string {
	if l == slanted || l == upright {
		return string(text)
	}
	out := make([]rune, len(text))
	for i, r := range text {
		out[i] = letter(r, l)
	}
	return string(out)
}

func allLetters(text []rune) bool {
	for _, r := range text {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}
