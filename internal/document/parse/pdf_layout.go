package parse

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// pageLayout is a page between reading and handing on: its lines are kept
// until the pages around it tell which of them are headers.
type pageLayout struct {
	number        int // from 1
	width, height float64
	quarters      int     // by which it is turned for reading
	tall          float64 // its height as it is read
	segs          []segment
	aside         []parsed.Block // text that runs another way
	picture       bool           // it has no text, and a picture
	failed        bool
}

// layout makes segments and tables of a page's glyphs.
func (p *pdfPage) layout(number int) pageLayout {
	l := pageLayout{number: number, width: p.width, height: p.height, tall: p.height, failed: p.failed}
	text := 0
	for _, g := range p.glyphs {
		if g.r != ' ' && g.quarter != slanted {
			text++
		}
	}
	if p.unmapped > text || text < 8 && p.pictures > 0 || text < 60 && p.covered > 0.7 {
		if l.picture = p.pictures > 0 || p.unmapped > 20; l.picture && p.unmapped > text {
			return l // signs whose characters nobody knows
		}
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

// tables finds the tables that are drawn with lines, and makes segments of
// the other glyphs.
func (p *pdfPage) tables() []segment {
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

// letters counts the letters of a document by how they look.
type letters struct {
	sizes      map[int]int // by half points
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

// usual is how most letters look.
type usual struct {
	size float64 // in points
	bold bool    // weights mean nothing then
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

// blocks makes paragraphs, headings, items and tables of a page.
func (l *pageLayout) blocks(body usual) []parsed.Block {
	var out []parsed.Block
	if body.bold {
		for i := range l.segs {
			l.segs[i].bold = false
		}
	}
	for _, col := range columns(l.segs, 0) {
		next := columnBlocks(col, body.size)
		if n := len(out); n > 0 && len(next) > 0 && goesOn(out[n-1], next[0], col) {
			last := &out[n-1]
			var b strings.Builder
			joinLine(&b, last.Text)
			joinLine(&b, next[0].Text)
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
	out = append(out, l.aside...)
	for i := range out {
		if b := out[i].Box; b != nil {
			*b = parsed.Box{X0: tenth(b.X0), Y0: tenth(b.Y0), X1: tenth(b.X1), Y1: tenth(b.Y1)}
		}
	}
	return out
}

// goesOn reports whether a paragraph that ends a column goes on at the top of
// the next: it does not end there, and what follows is not indented.
func goesOn(a, b parsed.Block, col column) bool {
	if b.Kind != parsed.Paragraph || a.Kind != parsed.Paragraph && a.Kind != parsed.List || a.Box == nil || b.Box == nil || len(col) == 0 {
		return false
	}
	if b.Box.Y0 > a.Box.Y1 || itemMark.MatchString(b.Text) {
		return false // it stands below: another part of the page
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
	text := 0 // the line before which there is no table
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

// oneSegment joins the segments of a line that is no row of a table.
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

// paragraph collects the lines of a paragraph.
type paragraph struct {
	body        float64 // size of the document's running text
	left, right float64 // of the column
	pitch       float64 // from one line to the next

	text  strings.Builder
	box   parsed.Box
	last  segment
	size  float64
	bold  bool
	lines int
	item  bool
	whole bool // it is a line of contents, which stands alone
}

// measure learns the edges of a column and the distance of its lines.
func (p *paragraph) measure(col column) {
	var lefts, rights, steps []float64
	for i, row := range col {
		if row[0].block != nil {
			continue
		}
		lefts, rights = append(lefts, row[0].X0), append(rights, row[len(row)-1].X1)
		if i > 0 && col[i-1][0].block == nil {
			if d := row[0].middle() - col[i-1][0].middle(); d > 2 && d < 4*row[0].size {
				steps = append(steps, d)
			}
		}
	}
	if len(lefts) == 0 {
		return
	}
	slices.Sort(lefts)
	slices.Sort(rights)
	slices.Sort(steps)
	p.left, p.right = lefts[len(lefts)/10], rights[len(rights)-1-len(rights)/10]
	if len(steps) > 0 {
		p.pitch = steps[len(steps)*2/5]
	}
}

// edges is the right edge of the running text that each line is of: that of
// the lines around it where most of them reach it, as a quotation is narrower
// than its column; else that of the column.
func (p *paragraph) edges(col column) []float64 {
	out := make([]float64, len(col))
	for i := 0; i < len(col); {
		first := col[i][0]
		j, edge := i+1, rightOf(col[i])
		for j < len(col) && col[j][0].block == nil && first.block == nil && math.Abs(col[j][0].size-first.size) < 0.08*first.size &&
			col[j][0].middle()-col[j-1][0].middle() < p.pitch*1.4 && !(sentenceEnd(col[j-1][len(col[j-1])-1].text) && p.right-rightOf(col[j-1]) > 1.7*first.size) {
			edge = max(edge, rightOf(col[j]))
			j++
		}
		full := 0
		for _, row := range col[i:j] {
			if edge-rightOf(row) < 3*first.size {
				full++
			}
		}
		if j-i < 3 || edge-first.X0 < 8*first.size || full*2 < j-i {
			edge = p.right
		}
		for k := i; k < j; k++ {
			out[k] = edge
		}
		narrower(col[i:j], out[i:j], first.size)
		i = j
	}
	return out
}

// narrower finds stretches of at least four lines that end well before the
// edge and share one of their own.
func narrower(lines column, edges []float64, size float64) {
	for i := 0; i < len(lines); i++ {
		j, own := i, 0.0
		for j < len(lines) && rightOf(lines[j]) < edges[j]-4*size {
			own = max(own, rightOf(lines[j]))
			j++
		}
		full := 0
		for _, row := range lines[i:j] {
			if own-rightOf(row) < 4*size {
				full++
			}
		}
		if j-i >= 4 && full*2 >= j-i && own-lines[i][0].X0 > 8*size {
			for k := i; k < j; k++ {
				edges[k] = own
			}
		}
		i = j
	}
}

func rightOf(row []segment) float64 { return row[len(row)-1].X1 }

// sentenceEnd reports text that may be the end of a paragraph.
func sentenceEnd(s string) bool {
	end, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("。！？!?：:”）)；;.", end)
}

// itemMark is how an item of a list begins.
var (
	itemMark = regexp.MustCompile(`^(?:[•·●○■□◆◇▪▫◦‣⁃➢➤✓✔※–—*]\s*\S|-\s+\S|\d{1,3}[.)、）．]\s*[^\d\s.]|[（(]\d{1,3}[)）]|[①-⑳]|[（(][一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}[、．]|[a-zA-Z][.)]\s+\S)`)
	leader   = regexp.MustCompile(`\s*(?:[.．·…‥]\s?){4,}\s*`)
)

// breaks reports whether a line begins a new paragraph.
func (p *paragraph) breaks(l segment) bool {
	if p.lines == 0 {
		return false
	}
	em := max(l.size, 4)
	step := l.middle() - p.last.middle()
	width := max(p.right-p.left, em)
	short := p.right - p.last.X1
	end, _ := utf8.DecodeLastRuneInString(p.last.text)
	switch {
	case p.whole, leader.MatchString(l.text):
		return true
	case math.Abs(l.size-p.size) > 0.08*max(l.size, p.size):
		return true
	case p.bold != l.bold && (p.heading() || l.bold && looksHeading(l.text)):
		return true
	case p.pitch > 0 && step > p.pitch*1.4, step > em*2.6, step < -em:
		return true
	case itemMark.MatchString(l.text) && (p.item || short > em || strings.ContainsRune("。；：;:.", end)):
		return true
	case p.heading() && chapterLevel(l.text) > 0:
		return true
	case !p.item && l.X0-p.last.X0 > em*1.2 && l.X0-p.left > em*1.2:
		return true // its first line is indented
	case p.item && p.lines > 1 && l.X0-p.last.X0 > em*1.2:
		return true
	case p.item && l.X0 < p.box.X0-em*0.5:
		return true
	case sentenceEnd(p.last.text) && short > max(em*1.7, width*0.05) && (wide(end) || short > width*0.15):
		return true
	case short > max(em*4, width*0.3):
		return true
	}
	return false
}

func (p *paragraph) add(l segment) {
	if p.lines == 0 {
		p.box, p.size, p.bold = l.Box, l.size, l.bold
		p.item = itemMark.MatchString(l.text)
		p.whole = leader.MatchString(l.text)
	}
	p.box = union(p.box, l.Box)
	p.bold = p.bold && l.bold
	joinLine(&p.text, l.text)
	p.last = l
	p.lines++
}

// heading reports whether what was collected looks like one.
func (p *paragraph) heading() bool {
	s := p.text.String()
	return !p.whole && p.lines <= 3 && utf8.RuneCountInString(s) <= 80 && (p.size > p.body*1.12 || p.bold) && looksHeading(strings.ReplaceAll(cut(s, 40), "\n", " "))
}

// end makes a block of the paragraph.
func (p *paragraph) end(out []parsed.Block) []parsed.Block {
	if p.lines == 0 {
		return out
	}
	s := leader.ReplaceAllString(strings.TrimSpace(p.text.String()), " … ")
	box := p.box
	b := parsed.Block{Kind: parsed.Paragraph, Text: s, Box: &box}
	switch level := p.level(s); {
	case p.whole:
	case level > 0:
		b.Kind, b.Level = parsed.Title, level
	case p.item && !strings.HasSuffix(s, "："):
		b.Kind, b.Level = parsed.List, 1+min(4, max(0, int((p.box.X0-p.left)/max(p.size*1.8, 1)+0.4)))
		if p.left == 0 {
			b.Level = 1
		}
	case captionMark.MatchString(s) && p.lines <= 3:
		b.Kind = parsed.Caption
	}
	*p = paragraph{body: p.body, left: p.left, right: p.right, pitch: p.pitch}
	return append(out, b)
}

// bulletMark is how an item begins that is never a heading.
var bulletMark = regexp.MustCompile(`^[•·●○■□◆◇▪▫◦‣⁃➢➤✓✔※–—*-]`)

// captionMark is how captions of figures and tables begin.
var captionMark = regexp.MustCompile(`^(?:[图表圖][\s]*\d{1,3}(?:[-.．–]\d{1,3})?[\s：:.．、]|(?:Figure|Fig\.|Table)\s+\d{1,3})`)

// level is the level of a paragraph that is a heading; 0 is none.
func (p *paragraph) level(s string) int {
	n := utf8.RuneCountInString(s)
	ratio := p.size / max(p.body, 1)
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters == 0 || p.lines > 3 || n > 100 {
		return 0
	}
	switch {
	case ratio >= 1.6:
		return 1
	case ratio >= 1.3:
		return 2
	case bulletMark.MatchString(s):
		return 0
	case ratio >= 1.12 && looksHeading(cut(s, 40)):
		return 3
	case p.lines > 1 || !looksHeading(s):
		return 0
	}
	if level := chapterLevel(s); level > 0 && n <= 30 {
		return level
	}
	if p.bold {
		return 4
	}
	return 0
}

// parted reports whether a line ends with a word that goes on in the next.
func parted(have, line string) bool {
	end, w := utf8.DecodeLastRuneInString(have)
	if end != '-' && end != '\u2010' && end != '\u00ad' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(have[:len(have)-w])
	next, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(before) && unicode.IsLower(next)
}

// alignedTable reads the rows of a table that has no lines: three rows or
// more whose segments stand in the same columns. n is how many lines it takes.
func alignedTable(col column) (rows [][]string, n int) {
	for n < len(col) && len(col[n]) >= 2 && col[n][0].block == nil && !leader.MatchString(oneSegment(col[n]).text) {
		if n > 0 && col[n][0].Y0-col[n-1][0].Y1 > 3*col[n][0].height() {
			break
		}
		n++
	}
	for ; n >= 3; n-- {
		spans := spansOf(col[:n])
		if len(spans) < 2 {
			continue
		}
		filled := 0
		for _, row := range col[:n] {
			filled += len(row)
		}
		if filled*10 < n*len(spans)*6 {
			continue
		}
		for _, row := range col[:n] {
			cells := make([]string, len(spans))
			for _, s := range row {
				for i, span := range spans {
					if s.X0 >= span[0] && s.X1 <= span[1] {
						if cells[i] != "" {
							cells[i] += " "
						}
						cells[i] += s.text
					}
				}
			}
			rows = append(rows, cells)
		}
		return rows, n
	}
	return nil, 0
}

// justified reports whether rows that look like those of a table are running
// text with wide spaces: a line before or after them fills just their width.
func justified(col column, from, n int) bool {
	left, right := col[from][0].X0, 0.0
	for _, row := range col[from : from+n] {
		left, right = min(left, row[0].X0), max(right, rightOf(row))
	}
	for _, i := range []int{from - 1, from + n} {
		if i < 0 || i >= len(col) || len(col[i]) != 1 || col[i][0].block != nil {
			continue
		}
		s := col[i][0]
		if math.Abs(s.X0-left) < s.size && math.Abs(s.X1-right) < 2*s.size && s.runes > 8 {
			return true
		}
	}
	return false
}

// spansOf are the columns of lines: what remains apart when all segments are
// laid over one another.
func spansOf(rows [][]segment) [][2]float64 {
	var all [][2]float64
	for _, row := range rows {
		for _, s := range row {
			all = append(all, [2]float64{s.X0, s.X1})
		}
	}
	slices.SortFunc(all, func(a, b [2]float64) int {
		switch {
		case a[0] < b[0]:
			return -1
		case a[0] > b[0]:
			return 1
		}
		return 0
	})
	var out [][2]float64
	for _, s := range all {
		if n := len(out); n > 0 && s[0] < out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], s[1])
			continue
		}
		out = append(out, s)
	}
	return out
}
