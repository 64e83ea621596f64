package pdf

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// pageLayout is a page that has been read but not passed on yet. The pages around it
// must be read first, because they show which of its lines are headers.
type pageLayout struct {
	number        int // page number, from 1
	width, height float64
	quarters      int     // quarter turns that make most of its text upright
	tall          float64 // height of the page after these turns
	segs          []segment
	aside         []parsed.Block // text in other directions
	notes         []parsed.Block // comments on the page
	picture       bool           // the page has a picture and little or no text
	garbled       bool           // many of its characters cannot be identified
	failed        bool
}

// layout makes segments and tables from a page's glyphs.
func (p *page) layout(number int) pageLayout {
	l := pageLayout{number: number, width: p.width, height: p.height, tall: p.height, failed: p.failed}
	for _, n := range p.notes {
		l.notes = append(l.notes, parsed.Block{Kind: parsed.Note, Text: n.text, Box: &n.box})
	}
	text, tilted := 0, 0
	for _, g := range p.glyphs {
		switch {
		case g.r == ' ':
		case g.quarter == slanted:
			tilted++
		default:
			text++
		}
	}
	l.picture = p.pictures > 0 && (text < 8 || text < 60 && p.covered > 0.7)
	readable := text
	if text == 0 {
		readable = tilted
	}
	if l.garbled = p.unmapped*3 > readable; l.garbled && p.unmapped > readable {
		return l // most characters are unknown, so the other characters are no text either
	}
	if text == 0 && !l.picture {
		l.aside = p.slantedText()
	}
	main, by := p.directions()
	l.quarters = main
	for q, glyphs := range by {
		t := p.turned(q, glyphs)
		if q == main {
			l.tall = t.height
			l.segs = t.tables()
			continue
		}
		for _, s := range joined(t.glyphs) {
			box := turnedBox(s.Box, -q, t.width, t.height)
			l.aside = append(l.aside, parsed.Block{Kind: parsed.Paragraph, Text: s.text, Box: &box})
		}
	}
	return l
}

// slantedText returns the text of a page that has only slanted text, in drawing order.
func (p *page) slantedText() []parsed.Block {
	var b strings.Builder
	var box parsed.Box
	for i, g := range p.glyphs {
		if i == 0 {
			box = g.box
		}
		b.WriteRune(g.r)
		box = union(box, g.box)
	}
	if strings.TrimSpace(b.String()) == "" {
		return nil
	}
	return []parsed.Block{{Kind: parsed.Paragraph, Text: b.String(), Box: &box}}
}

// tables finds the tables that are drawn with lines, and makes segments from the other
// glyphs.
func (p *page) tables() []segment {
	glyphs := p.glyphs
	var out []segment
	for _, g := range grids(p.rules) {
		b, others := g.table(glyphs)
		if b == nil {
			continue
		}
		out = append(out, segment{Box: g.Box, block: b, size: 10})
		glyphs = others
	}
	return append(joined(glyphs), out...)
}

// letters counts the letters of a document by size and by weight.
type letters struct {
	sizes      map[int]int // number of letters by size in half points
	bold, thin int
}

func (t *letters) count(l *pageLayout) {
	for _, s := range l.segs {
		if s.block != nil {
			continue
		}
		t.sizes[int(math.Round(s.size*2))] += s.runes
		if s.bold {
			t.bold += s.runes
		} else {
			t.thin += s.runes
		}
	}
}

// usual is the usual font size and weight of a document's letters.
type usual struct {
	size float64 // font size in points
	bold bool    // most letters are bold, so that bold does not mark a heading
}

func (t *letters) usual() usual {
	best, most := 20, 0
	for size, n := range t.sizes {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return usual{float64(best) / 2, t.bold > t.thin}
}

// blocks returns the content of a page: its paragraphs, headings, tables and so on in reading order,
// then the text in other directions and the comments.
func (l *pageLayout) blocks(body usual) []parsed.Block {
	var out []parsed.Block
	if body.bold {
		for i := range l.segs {
			l.segs[i].bold = false
		}
	}
	for _, col := range columns(flat(divided(bands(l.segs))), 0) {
		next := columnBlocks(col, body.size)
		if n := len(out); n > 0 && len(next) > 0 && goesOn(out[n-1], next[0], col) {
			last := &out[n-1]
			var b strings.Builder
			parse.JoinLine(&b, last.Text)
			parse.JoinLine(&b, next[0].Text)
			box := union(*last.Box, *next[0].Box)
			last.Text, last.Box = b.String(), &box
			next = next[1:]
		}
		out = append(out, next...)
	}
	wide := l.width
	if l.quarters&1 == 1 {
		wide = l.height
	}
	for i := range out {
		if b := out[i].Box; b != nil {
			*b = turnedBox(*b, -l.quarters, wide, l.tall)
		}
	}
	out = append(append(out, l.aside...), l.notes...)
	for i := range out {
		if b := out[i].Box; b != nil {
			*b = parsed.Box{X0: tenth(b.X0), Y0: tenth(b.Y0), X1: tenth(b.X1), Y1: tenth(b.Y1)}
		}
	}
	return out
}

// goesOn reports whether the block `a` continues in the block `b`. `a` is the last block before the column
// `col`; `b` is the first block of `col`. `a` must be a paragraph or list item, and its last character must
// not end a sentence. `b` must be a paragraph. It must not be below `a`, have the mark of a list item, or
// be indented.
func goesOn(a, b parsed.Block, col column) bool {
	if b.Kind != parsed.Paragraph || a.Kind != parsed.Paragraph && a.Kind != parsed.List || a.Box == nil || b.Box == nil || len(col) == 0 {
		return false
	}
	if b.Box.Y0 > a.Box.Y1 || item(b.Text) {
		return false // `b` is below `a`, so `b` is another part of the page, or `b` is a list item
	}
	left := col[0][0].X0
	for _, row := range col[1:] {
		left = min(left, row[0].X0)
	}
	end, _ := utf8.DecodeLastRuneInString(a.Text)
	return !strings.ContainsRune("。！？!?：:”）.", end) && col[0][0].X0-left < col[0][0].size
}

func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// columnBlocks reads one column.
func columnBlocks(col column, body float64) []parsed.Block {
	var out []parsed.Block
	par := paragraph{body: body}
	par.measure(col)
	edges := par.edges(col)
	text := 0 // index of the line after the justified text found last; no table begins before that line
	for i := 0; i < len(col); i++ {
		if t := col[i][0].block; t != nil {
			out = append(par.end(out), *t)
			continue
		}
		rows, n := alignedTable(col[i:])
		if n > 0 && justified(col, i, n) {
			text = i + n
		}
		if n > 0 && i >= text {
			out = par.end(out)
			box := col[i][0].Box
			for _, row := range col[i : i+n] {
				for _, s := range row {
					box = union(box, s.Box)
				}
			}
			out = append(out, parsed.Block{Kind: parsed.Table, Rows: rows, Box: &box})
			i += n - 1
			continue
		}
		line := oneSegment(col[i])
		par.right = edges[i]
		if par.breaks(line) {
			out = par.end(out)
		}
		par.add(line)
	}
	return par.end(out)
}

// oneSegment joins the segments of a line that is not a row of a table.
func oneSegment(row []segment) segment {
	line := row[0]
	for _, s := range row[1:] {
		line.text += " " + s.text
		line.Box = union(line.Box, s.Box)
		line.size = (line.size*float64(line.runes) + s.size*float64(s.runes)) / float64(max(line.runes+s.runes, 1))
		line.bold = line.bold && s.bold
		line.runes += s.runes
	}
	return line
}
