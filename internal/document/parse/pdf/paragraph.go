package pdf

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// paragraph collects the lines of a paragraph.
type paragraph struct {
	body        float64 // font size of the document's running text
	left, right float64 // edges of the column
	pitch       float64 // distance between two lines

	text  strings.Builder
	box   parsed.Box
	last  segment
	size  float64
	bold  bool
	lines int
	item  bool
	whole bool // the paragraph is an entry of a table of contents; such an entry is always one paragraph
}

// measure finds the edges of a column and the distance between its lines.
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

// edges returns the right end of a full line, for each line of `col`. This is usually the right edge of
// the column. If at least half of three or more consecutive lines end near another common edge, for
// example in a quotation, full lines end at that edge.
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

// narrower finds four or more consecutive lines that end well before their edges in `edges`. If at least
// half of these lines end at about the same place, this place becomes the edge of all of them. If full
// lines would then be very short, narrower leaves the edges as they are.
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

// sentenceEnd reports whether a paragraph may end with the text s.
func sentenceEnd(s string) bool {
	end, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("。！？!?：:”）)；;.", end)
}

// itemMark matches the beginning of a list item. leader matches the dots that lead to a page number.
var (
	itemMark = regexp.MustCompile(`^(?:[•·●○■□◆◇▪▫◦‣⁃➢➤✓✔※–—*]\s*\S|-\s+\S|\d{1,3}[.)、）．]\s*[^\d\s.]|[（(]\d{1,3}[)）]|[①-⑳]|[（(][一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}[、．]|[a-zA-Z][.)]\s+\S)`)
	leader   = regexp.MustCompile(`\s*(?:[.．·…‥]\s?){4,}\s*`)
)

// item reports whether a line begins with the mark of a list item.
func item(s string) bool {
	if len(s) > 1 && s[1] != '.' && s[1] != ')' && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z') {
		return false // most lines begin with a word, which is not a mark, so no search is needed
	}
	return itemMark.MatchString(beginning(s))
}

// leads reports whether a line has the dots that lead to a page number. It matches the same
// lines as leader, in less time.
func leads(s string) bool {
	const least = 4
	dots, apart := 0, false // apart is set if a space follows the last dot
	for _, r := range s {
		switch r {
		case '.', '．', '·', '…', '‥':
			if dots++; dots == least {
				return true
			}
			apart = false
		case ' ', '\t', '\n', '\f', '\r':
			if apart {
				dots = 0
			}
			apart = true
		default:
			dots = 0
		}
	}
	return false
}

// beginning returns the first 80 bytes of a text, which are enough for itemMark and captionMark.
// Searching only these bytes saves time and memory.
func beginning(s string) string { return s[:min(len(s), 80)] }

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
	case p.whole, leads(l.text):
		return true
	case math.Abs(l.size-p.size) > 0.08*max(l.size, p.size):
		return true
	case p.bold != l.bold && (p.heading() || l.bold && parse.LooksHeading(l.text)):
		return true
	case p.pitch > 0 && step > p.pitch*1.4, step > em*2.6, step < -em:
		return true
	case item(l.text) && (p.item || short > em || strings.ContainsRune("。；：;:.", end)):
		return true
	case p.heading() && parse.ChapterLevel(l.text) > 0:
		return true
	case !p.item && l.X0-p.last.X0 > em*1.2 && l.X0-p.left > em*1.2:
		return true // the line is indented, so it is the first line of a paragraph
	case p.item && p.lines > 1 && l.X0-p.last.X0 > em*1.2:
		return true
	case p.item && l.X0 < p.box.X0-em*0.5:
		return true
	case sentenceEnd(p.last.text) && short > max(em*1.7, width*0.05) && (parse.Wide(end) || short > width*0.15):
		return true
	case short > max(em*4, width*0.3):
		return true
	}
	return false
}

func (p *paragraph) add(l segment) {
	if p.lines == 0 {
		p.box, p.size, p.bold = l.Box, l.size, l.bold
		p.item = item(l.text)
		p.whole = leads(l.text)
	}
	p.box = union(p.box, l.Box)
	p.bold = p.bold && l.bold
	parse.JoinLine(&p.text, l.text)
	p.last = l
	p.lines++
}

// heading reports whether the collected lines look like a heading.
func (p *paragraph) heading() bool {
	s := p.text.String()
	return !p.whole && p.lines <= 3 && utf8.RuneCountInString(s) <= 80 && (p.size > p.body*1.12 || p.bold) && parse.LooksHeading(strings.ReplaceAll(parse.Cut(s, 40), "\n", " "))
}

// end appends the paragraph to `out` as a block, and makes `p` ready for the next paragraph.
func (p *paragraph) end(out []parsed.Block) []parsed.Block {
	if p.lines == 0 {
		return out
	}
	s := strings.TrimSpace(p.text.String())
	if leads(s) {
		s = leader.ReplaceAllString(s, " … ")
	}
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
	case captionMark.MatchString(beginning(s)) && p.lines <= 3:
		b.Kind = parsed.Caption
	}
	*p = paragraph{body: p.body, left: p.left, right: p.right, pitch: p.pitch}
	return append(out, b)
}

// bulletMark matches the bullet at the beginning of an item. Such an item is a heading only if its
// letters are much larger than the running text.
var bulletMark = regexp.MustCompile(`^[•·●○■□◆◇▪▫◦‣⁃➢➤✓✔※–—*-]`)

// captionMark matches the beginning of a caption of a figure or table.
var captionMark = regexp.MustCompile(`^(?:[图表圖][\s]*\d{1,3}(?:[-.．–]\d{1,3})?[\s：:.．、]|(?:Figure|Fig\.|Table)\s+\d{1,3})`)

// level returns the level of a heading; 0 if s is not a heading.
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
	case bulletMark.MatchString(beginning(s)):
		return 0
	case ratio >= 1.12 && parse.LooksHeading(parse.Cut(s, 40)):
		return 3
	case p.lines > 1 || !parse.LooksHeading(s):
		return 0
	}
	if level := parse.ChapterLevel(s); level > 0 && n <= 30 {
		return level
	}
	if p.bold {
		return 4
	}
	return 0
}
