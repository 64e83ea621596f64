package rtf

import "github.com/wenqu-ai/wenqu/internal/document/parsed"

// characters are the control words that stand for a single character.
var characters = map[string]string{
	"tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}

// destinations are the control words of groups outside the main text, each with the
// destination of the group's text.
var destinations = map[string]destination{
	"fonttbl": toFont, "stylesheet": toStyle, "title": toTitle, "footnote": toNote, "annotation": toNote, "listtext": toNumber, "pntext": toNumber,
	"header": toMargin, "headerl": toMargin, "headerr": toMargin, "headerf": toMargin, "footer": toMargin, "footerl": toMargin, "footerr": toMargin, "footerf": toMargin,
	"colortbl": nowhere, "info": nowhere, "pict": nowhere, "object": nowhere, "nonshppict": nowhere, "filetbl": nowhere, "listtable": nowhere, "listoverridetable": nowhere,
	"rsidtbl": nowhere, "revtbl": nowhere, "xe": nowhere, "tc": nowhere, "rxe": nowhere, "txe": nowhere, "atnid": nowhere, "atnauthor": nowhere, "nonesttables": nowhere,
	"fldinst": nowhere, "bkmkstart": nowhere, "bkmkend": nowhere, "ftnsep": nowhere, "ftnsepc": nowhere, "ftncn": nowhere, "aftnsep": nowhere, "aftnsepc": nowhere, "aftncn": nowhere,
	"sn": nowhere, "sv": nowhere, "upr": nowhere, "template": nowhere, "pnseclvl": nowhere, "ansitext": nowhere, "mmathPr": nowhere,
}

// known states which groups are read although they are marked as ignorable, by the first control word of the
// group. A word in `destinations` sets the destination of its group, whether the group is ignorable or not.
// All other ignorable groups are not read.
var known = map[string]bool{"shpinst": true, "shptxt": true, "ud": true, "annotation": true, "shppict": true, "result": true, "nesttableprops": false, "footnote": true}

// charsets are the code pages of fonts, by character set number.
var charsets = map[int]int{
	77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// maxFonts is the maximum number of fonts with a recorded code page.
const maxFonts = 10_000

// word handles a control word. If the word has no number, n is 0.
func (r *reader) word(word string, n int, numbered bool) error {
	if word == "u" {
		if r.cur.to != nowhere && r.cur.to != toFont {
			r.rune(n)
		} else {
			r.skip = r.cur.bytes
		}
		return nil
	}
	r.c.Drawn = r.c.Drawn || word == "pict"
	if to, ok := destinations[word]; ok {
		r.direct(word, to)
		return nil
	}
	if r.cur.star {
		r.cur.star = false
		if !known[word] {
			r.flush()
			r.cur.to = nowhere
			return nil
		}
	}
	if s, ok := characters[word]; ok {
		r.flush()
		r.emit(s)
		return nil
	}
	switch word {
	case "uc":
		r.cur.bytes = max(0, min(n, 8))
	case "f":
		r.flush()
		if r.cur.font = n; r.cur.to == toFont {
			delete(r.fonts, n)
		}
	case "fcharset", "cpg":
		if word == "fcharset" {
			n = charsets[n]
		}
		if r.cur.to == toFont && n > 0 && len(r.fonts) < maxFonts {
			r.fonts[r.cur.font] = n
		}
	case "ansicpg":
		r.page = n
	case "mac":
		r.page = 10000
	case "pc":
		r.page = 437
	case "pca":
		r.page = 850
	case "deff":
		r.cur.font = n
	case "plain":
		r.flush()
		r.cur.hidden = false
	case "v", "deleted":
		r.flush()
		r.cur.hidden = !numbered || n != 0
	case "ud", "result": // the text of this group takes the place of the group around it
		r.flush()
		r.cur.to, r.cur.instead = toText, true
		if n := len(r.stack); n > 1 {
			r.cur.to = r.stack[n-2].to
		}
	case "shptxt":
		r.flush()
		if r.cur.to == toText && !r.cur.box {
			r.cur.box = true
			r.boxes = append(r.boxes, r.para)
			r.para = paragraph{}
		}
	default:
		return r.layout(word, n)
	}
	return nil
}

// direct sets the destination of a group's text.
func (r *reader) direct(word string, to destination) {
	r.flush()
	r.cur.star = false
	if word == "object" {
		r.c.Warn(parsed.Objects) // of an object, only its replacement text is read
	}
	switch {
	case r.cur.to == nowhere && word != "title", r.cur.to == toNote || r.cur.to == toMargin || r.cur.to == toNumber:
		if to == nowhere {
			r.cur.to = nowhere
		}
		return
	case to == toNote || to == toMargin || to == toNumber || to == toTitle:
		r.aside.Reset()
	}
	r.cur.to = to
}

// layout handles the control words of paragraphs, tables and styles.
func (r *reader) layout(word string, n int) error {
	p := &r.para
	switch {
	case r.cur.to == toStyle:
		switch word {
		case "s":
			r.style = n
		case "cs", "ds", "ts":
			r.style = -1
		case "outlinelevel":
			if n >= 0 && n < 9 {
				r.level = n + 1
			}
		}
		return nil
	case r.cur.to != toText:
		if word == "par" || word == "cell" || word == "row" {
			r.flush()
			r.emit("\n")
		}
		return nil
	}
	switch word {
	case "par", "sect", "page":
		return r.endPara()
	case "pard":
		r.flush()
		p.style, p.outline, p.list, p.inTable = 0, 0, 0, false
	case "s":
		p.style = n
	case "outlinelevel":
		if n >= 0 && n < 9 {
			p.outline = n + 1
		}
	case "ls":
		p.list = max(1, p.list)
	case "ilvl":
		p.list = max(0, min(n, 8)) + 1
	case "intbl":
		p.inTable = true
	case "cell":
		p.inTable = true
		return r.endCell()
	case "nestcell":
		p.inTable = true
		return r.endPara()
	case "row":
		r.endRow()
	}
	return nil
}
