package formula

import (
	"encoding/xml"
	"strings"
)

// WriteOMML writes a TeX formula as Office Math; a malformed formula becomes its source.
func WriteOMML(b *strings.Builder, tex string) { omml(b, readTeX(tex)) }

// omml writes a formula as Office Math, which Word and LibreOffice can edit.
func omml(b *strings.Builder, t term) {
	switch t := t.(type) {
	case nil:
	case symbols:
		mathText(b, t)
	case row:
		for _, part := range t.terms {
			omml(b, part)
		}
	case fraction:
		b.WriteString("<m:f>")
		if t.bare {
			b.WriteString(`<m:fPr><m:type m:val="noBar"/></m:fPr>`)
		}
		wrap(b, "m:num", t.above)
		wrap(b, "m:den", t.below)
		b.WriteString("</m:f>")
	case scripts:
		ommlScripts(b, t)
	case radical:
		b.WriteString("<m:rad>")
		if t.degree == nil {
			b.WriteString(`<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>`)
		} else {
			wrap(b, "m:deg", t.degree)
		}
		wrap(b, "m:e", t.body)
		b.WriteString("</m:rad>")
	case bigSign:
		place := "subSup"
		if t.limits {
			place = "undOvr"
		}
		b.WriteString(`<m:nary><m:naryPr><m:chr m:val="` + t.sign + `"/><m:limLoc m:val="` + place + `"/>`)
		if t.sub == nil {
			b.WriteString(`<m:subHide m:val="1"/>`)
		}
		if t.sup == nil {
			b.WriteString(`<m:supHide m:val="1"/>`)
		}
		b.WriteString("</m:naryPr>")
		wrap(b, "m:sub", t.sub)
		wrap(b, "m:sup", t.sup)
		wrap(b, "m:e", leading(t.body))
		b.WriteString("</m:nary>")
	case fenced:
		fence(b, t.open, t.close, func() { omml(b, leading(t.body)) })
	case grid:
		ommlGrid(b, t)
	case accent:
		ommlAccent(b, t)
	case function:
		b.WriteString("<m:func>")
		wrap(b, "m:fName", t.name)
		wrap(b, "m:e", t.body)
		b.WriteString("</m:func>")
	case framed:
		b.WriteString("<m:borderBox>")
		wrap(b, "m:e", t.body)
		b.WriteString("</m:borderBox>")
	}
}

func wrap(b *strings.Builder, tag string, t term) {
	b.WriteString("<" + tag + ">")
	omml(b, t)
	b.WriteString("</" + tag + ">")
}

// leading adds an invisible character before a term that is empty or starts with a
// relation. Word shows a placeholder for an empty term, and an error for a term that
// starts with a relation.
func leading(t term) term {
	r, ok := t.(row)
	if t == nil || ok && len(r.terms) == 0 {
		return nothing
	}
	if !ok {
		return t
	}
	if s, ok := r.terms[0].(symbols); ok && s.isRel {
		return row{append([]term{nothing}, r.terms...)}
	}
	return t
}

var nothing = symbols{text: "\u200b", look: upright}

func ommlScripts(b *strings.Builder, t scripts) {
	if t.limits {
		inner := func() { wrap(b, "m:e", t.base) }
		if t.sup != nil {
			b.WriteString("<m:limUpp><m:e>")
			if t.sub != nil {
				b.WriteString("<m:limLow>")
				inner()
				wrap(b, "m:lim", t.sub)
				b.WriteString("</m:limLow>")
			} else {
				omml(b, t.base)
			}
			b.WriteString("</m:e>")
			wrap(b, "m:lim", t.sup)
			b.WriteString("</m:limUpp>")
			return
		}
		b.WriteString("<m:limLow>")
		inner()
		wrap(b, "m:lim", t.sub)
		b.WriteString("</m:limLow>")
		return
	}
	tag := map[[2]bool]string{{true, true}: "m:sSubSup", {true, false}: "m:sSub", {false, true}: "m:sSup"}[[2]bool{t.sub != nil, t.sup != nil}]
	b.WriteString("<" + tag + ">")
	wrap(b, "m:e", t.base)
	if t.sub != nil {
		wrap(b, "m:sub", t.sub)
	}
	if t.sup != nil {
		wrap(b, "m:sup", t.sup)
	}
	b.WriteString("</" + tag + ">")
}

func fence(b *strings.Builder, open, closing string, body func()) {
	b.WriteString("<m:d><m:dPr><m:begChr m:val=\"")
	_ = xml.EscapeText(b, []byte(open)) // a strings.Builder never fails
	b.WriteString("\"/><m:endChr m:val=\"")
	_ = xml.EscapeText(b, []byte(closing)) // a strings.Builder never fails
	b.WriteString("\"/></m:dPr><m:e>")
	body()
	b.WriteString("</m:e></m:d>")
}

// ommlGrid writes rows as a matrix, even if they are lines aligned at &. Word's own element for
// aligned lines is not used, because other programs misread it.
func ommlGrid(b *strings.Builder, t grid) {
	columns := 1
	for _, line := range t.rows {
		columns = max(columns, len(line))
	}
	body := func() {
		b.WriteString("<m:m>")
		if t.aligned {
			b.WriteString("<m:mPr><m:mcs>")
			for i := range columns {
				side := "left"
				if t.open == "" && i%2 == 0 && columns > 1 {
					side = "right"
				}
				b.WriteString(`<m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="` + side + `"/></m:mcPr></m:mc>`)
			}
			b.WriteString("</m:mcs></m:mPr>")
		}
		for _, line := range t.rows {
			b.WriteString("<m:mr>")
			for i := range columns {
				var c term
				if i < len(line) {
					c = line[i]
				}
				wrap(b, "m:e", leading(c))
			}
			b.WriteString("</m:mr>")
		}
		b.WriteString("</m:m>")
	}
	if t.open == "" && t.close == "" {
		body()
		return
	}
	fence(b, t.open, t.close, body)
}

func ommlAccent(b *strings.Builder, t accent) {
	switch t.bar {
	case 0:
		b.WriteString(`<m:acc><m:accPr><m:chr m:val="` + t.mark + `"/></m:accPr>`)
		wrap(b, "m:e", t.body)
		b.WriteString("</m:acc>")
	case 1, -1:
		place := map[int]string{1: "top", -1: "bot"}[t.bar]
		b.WriteString(`<m:bar><m:barPr><m:pos m:val="` + place + `"/></m:barPr>`)
		wrap(b, "m:e", t.body)
		b.WriteString("</m:bar>")
	default:
		place := map[int]string{2: "top", -2: "bot"}[t.bar]
		b.WriteString(`<m:groupChr><m:groupChrPr><m:chr m:val="` + t.mark + `"/><m:pos m:val="` + place + `"/></m:groupChrPr>`)
		wrap(b, "m:e", t.body)
		b.WriteString("</m:groupChr>")
	}
}

// mathLooks are the run properties of the styles; the default style has none.
var mathLooks = map[look]string{
	slanted:    "",
	upright:    `<m:rPr><m:sty m:val="p"/></m:rPr>`,
	boldface:   `<m:rPr><m:sty m:val="b"/></m:rPr>`,
	blackboard: `<m:rPr><m:sty m:val="p"/></m:rPr>`, // the characters themselves have this style
	script:     `<m:rPr><m:scr m:val="script"/><m:sty m:val="p"/></m:rPr>`,
	fraktur:    `<m:rPr><m:scr m:val="fraktur"/><m:sty m:val="p"/></m:rPr>`,
	normalText: `<m:rPr><m:nor/></m:rPr>`,
}

const mathFont = `<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>`

func mathText(b *strings.Builder, t symbols) {
	b.WriteString("<m:r>" + mathLooks[t.look])
	if t.look != normalText {
		b.WriteString(mathFont)
	}
	b.WriteString(`<m:t xml:space="preserve">`)
	if t.look == blackboard {
		t.text = strings.Map(doubleStruck, t.text)
	}
	_ = xml.EscapeText(b, []byte(t.text)) // a strings.Builder never fails
	b.WriteString("</m:t></m:r>")
}

// doubleStruck returns the double-struck form of a letter or digit. Seven of the letters are in
// another range, because Unicode contained them before the other letters.
func doubleStruck(r rune) rune {
	if old, ok := map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'}[r]; ok {
		return old
	}
	switch {
	case r >= 'A' && r <= 'Z':
		return 0x1d538 + r - 'A'
	case r >= 'a' && r <= 'z':
		return 0x1d552 + r - 'a'
	case r >= '0' && r <= '9':
		return 0x1d7d8 + r - '0'
	}
	return r
}
