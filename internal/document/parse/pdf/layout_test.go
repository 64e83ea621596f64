package pdf

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// line returns the glyphs of text at a position. Latin letters are half as wide as Han
// characters. A space is a gap, not a glyph.
func line(text string, x, y, size float64) []glyph {
	var out []glyph
	for _, r := range text {
		w := size
		if !parse.Wide(r) {
			w = size / 2
		}
		if r != ' ' {
			out = append(out, glyph{r: r, size: size, box: parsed.Box{X0: x, Y0: y, X1: x + w, Y1: y + size}})
		}
		x += w
	}
	return out
}

func texts(blocks []parsed.Block) string {
	var out []string
	for _, b := range blocks {
		parse.TidyBlock(&b)
		out = append(out, string(b.Kind)+":"+b.Text)
	}
	return strings.Join(out, "|")
}

func laid(p page) string {
	p.width, p.height = 595, 842
	l := p.layout(1)
	return texts(l.blocks(usual{size: 10}))
}

func TestLetters(t *testing.T) {
	t.Parallel()
	shifted := func(g []glyph, by float64) []glyph {
		for i := range g {
			g[i].box.X0, g[i].box.X1 = g[i].box.X0+by, g[i].box.X1+by
		}
		return g
	}
	raised := line("2", 150, 298, 6)
	for want, glyphs := range map[string][]glyph{
		"paragraph:the ‘Group’ type":        line("the ‘Group’ type", 100, 300, 10),
		"paragraph:东干渠全长18公里，由乙方养护。":        line("东干渠全长18公里，由乙方养护。", 100, 300, 10),
		"paragraph:水位已经上涨，请注意安全。":           append(line("水位已经上涨，请注意安全。", 100, 300, 10), shifted(line("水位已经上涨，请注意安全。", 100, 300, 10), 0.3)...), // drawn twice, as bold text
		"paragraph:全长十八公里，":                 append(append(line("全长十八公", 100, 300, 10), raised...), line("里，", 155, 300, 10)...),
		"paragraph:area in m2 of the field": append(append(line("area in m", 100, 300, 10), line("2", 145, 298, 6)...), line(" of the field", 148, 300, 10)...),
	} {
		if got := laid(page{glyphs: glyphs}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	// The two letters of a split ligature have the same box.
	ff := line("buffer", 100, 300, 10)
	ff[2].box.X1 = ff[3].box.X1
	ff[3].box = ff[2].box
	if got := laid(page{glyphs: ff}); got != "paragraph:buffer" {
		t.Error(got)
	}
	// A watermark is not text; a note along the margin comes last.
	all := line("正文在这里，写得很清楚。", 100, 300, 10)
	for _, g := range line("内部资料", 200, 280, 40) {
		g.quarter = slanted
		all = append(all, g)
	}
	for i, g := range line("arXiv:2401", 0, 0, 8) {
		g.quarter, g.box = 1, parsed.Box{X0: 20, Y0: 500 - float64(i)*4, X1: 28, Y1: 504 - float64(i)*4}
		all = append(all, g)
	}
	if got := laid(page{glyphs: all}); got != "paragraph:正文在这里，写得很清楚。|paragraph:arXiv:2401" {
		t.Error(got)
	}
}

// TestSlantedText checks that one unknown character does not make a page of slanted text garbled.
func TestSlantedText(t *testing.T) {
	t.Parallel()
	p := page{glyphs: line("内部资料不得外传", 100, 300, 10), unmapped: 1}
	for i := range p.glyphs {
		p.glyphs[i].quarter = slanted
	}
	if l := p.layout(1); l.garbled || texts(l.blocks(usual{size: 10})) != "paragraph:内部资料不得外传" {
		t.Errorf("%+v", l)
	}
}

func TestAlignedTable(t *testing.T) {
	t.Parallel()
	var p page
	for i, row := range [][]string{{"渠段", "长度", "水量"}, {"东干渠", "18.6", "1250"}, {"西干渠", "12.4", "830"}, {"南支渠", "3.1", "96"}} {
		for j, cell := range row {
			p.glyphs = append(p.glyphs, line(cell, 100+float64(j)*120, 300+float64(i)*16, 10)...)
		}
	}
	if got, want := laid(p), "table:渠段\t长度\t水量\n东干渠\t18.6\t1250\n西干渠\t12.4\t830\n南支渠\t3.1\t96"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// bodies returns the texts of pages, leaving out the repeated lines.
func bodies(pages []pageLayout) []string {
	var out []string
	for i, l := range pages {
		var around [][]margin
		for j := range pages {
			if j != i {
				around = append(around, pages[j].margins())
			}
		}
		l.withoutRepeats(around, 10)
		out = append(out, texts(l.blocks(usual{size: 10})))
	}
	return out
}

// TestHeaders checks that headers and page numbers are removed from ten pages. The headers differ
// between odd and even pages and contain numbers that change.
func TestHeaders(t *testing.T) {
	t.Parallel()
	var pages []pageLayout
	for n := 1; n <= 10; n++ {
		p := page{width: 595, height: 842}
		header := fmt.Sprintf("第%c章 灌区的水 %d", []rune("一二三四五")[n/2%5], n+30)
		if n%2 == 0 {
			header = fmt.Sprintf("%d 水利文集", n+30)
		}
		p.glyphs = append(p.glyphs, line(header, 100, 40, 9)...)
		p.glyphs = append(p.glyphs, line(strings.Repeat(string([]rune("甲乙丙丁戊己庚辛壬癸")[n-1])+"渠水清如许", 6), 100, 60+float64(n), 10)...)
		p.glyphs = append(p.glyphs, line(fmt.Sprintf("- %d -", n), 280, 800, 9)...)
		pages = append(pages, p.layout(n))
	}
	for i, got := range bodies(pages) {
		if strings.ContainsFunc(got, unicode.IsDigit) || !strings.Contains(got, "渠水清如许") {
			t.Errorf("page %d: %s", i+1, got)
		}
	}
}

// TestForms reads pages with the same words but different numbers in their first lines. It
// also reads pages of a single line, which is always the same. None of these lines are headers.
func TestForms(t *testing.T) {
	t.Parallel()
	for name, say := range map[string]func(n int) string{
		"numbers of a form":   func(n int) string { return fmt.Sprintf("工号：%d", 3100+n*7) },
		"numbers too long":    func(n int) string { return fmt.Sprintf("电话 1380013%04d%03d", 9000-n*3, n*n) },
		"names that count":    func(n int) string { return fmt.Sprintf("编号WQ%d。", 1000+n) },
		"all that there is":   nil,
		"numbers that differ": func(n int) string { return fmt.Sprintf("应发合计 %d 元", 8000+n*n) },
	} {
		var pages []pageLayout
		for n := 1; n <= 6; n++ {
			p := page{width: 595, height: 842}
			if say != nil {
				p.glyphs = append(p.glyphs, line(say(n), 100, 40, 10)...)
				p.glyphs = append(p.glyphs, line("半亩方塘一鉴开，天光云影共徘徊。", 100, 300, 10)...)
			} else {
				p.glyphs = line("水渠和闸门的照片", 100, 40, 10)
			}
			pages = append(pages, p.layout(n))
		}
		for i, got := range bodies(pages) {
			want := "水渠和闸门的照片"
			if say != nil {
				want = say(i + 1)
			}
			if !strings.Contains(strings.ReplaceAll(got, " ", ""), strings.ReplaceAll(want, " ", "")) {
				t.Errorf("%s, page %d: %q is not in %q", name, i+1, want, got)
			}
		}
	}
}

// TestTurning rotates a box and rotates it back.
func TestTurning(t *testing.T) {
	t.Parallel()
	const width, height = 600.0, 800.0
	b := parsed.Box{X0: 10, Y0: 20, X1: 110, Y1: 50}
	for q := range 4 {
		w, h := width, height
		if q&1 == 1 {
			w, h = h, w
		}
		turned := turnedBox(b, q, width, height)
		if turned.X0 >= turned.X1 || turned.Y0 >= turned.Y1 || turned.X1 > w || turned.Y1 > h {
			t.Errorf("by %d: %+v", q, turned)
		}
		if back := turnedBox(turned, -q, w, h); back != b {
			t.Errorf("by %d and back: %+v", q, back)
		}
	}
	// A box near the bottom left corner of a page, in PDF coordinates, moves to its place on the
	// rotated page.
	for turn, want := range map[int]parsed.Box{
		0: {X0: 10, Y0: 750, X1: 110, Y1: 780}, 1: {X0: 20, Y0: 10, X1: 50, Y1: 110}, 2: {X0: 490, Y0: 20, X1: 590, Y1: 50}, 3: {X0: 750, Y0: 490, X1: 780, Y1: 590},
	} {
		p := placement{right: width, top: height, turn: turn}
		if got := p.box(10, 20, 110, 50); got != want {
			t.Errorf("turned by %d: %+v, want %+v", turn, got, want)
		}
	}
}

// TestSpaceAfterHook checks that a space after an f is found, although the hook of the f overlaps a
// part of the space. Inside words, no space may be found.
func TestSpaceAfterHook(t *testing.T) {
	t.Parallel()
	type at struct {
		r      rune
		x0, x1 float64
	}
	for want, letters := range map[string][]at{
		"of the": {{'o', 366.08, 371.06}, {'f', 371.06, 374.67}, {'t', 375.75, 378.76}, {'h', 378.76, 383.80}, {'e', 383.80, 388.07}},
		"if the": {{'i', 291.2, 294.93}, {'f', 294.93, 301.03}, {'t', 301.77, 305.56}, {'h', 304.89, 310.26}, {'e', 310.17, 314.54}},
		"after":  {{'a', 100, 105}, {'f', 105, 109}, {'t', 108.3, 111.3}, {'e', 111.3, 116}, {'r', 116, 119}},
		"soft":   {{'s', 100, 104}, {'o', 105, 110}, {'f', 111, 114}, {'t', 115, 118}}, // the letters are spaced out
	} {
		var glyphs []glyph
		for _, l := range letters {
			glyphs = append(glyphs, glyph{r: l.r, size: 10, box: parsed.Box{X0: l.x0, X1: l.x1, Y0: 100, Y1: 110}})
		}
		if got := joined(glyphs); len(got) != 1 || got[0].text != want {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// TestLeads checks that the function `leads` and the expression `leader` match the same lines.
func TestLeads(t *testing.T) {
	t.Parallel()
	signs := []rune(".… \n1")
	line := make([]rune, 6)
	var each func(n int)
	each = func(n int) {
		if n == len(line) {
			if s := string(line); leads(s) != leader.MatchString(s) {
				t.Errorf("%q: %v", s, leads(s))
			}
			return
		}
		for _, r := range signs {
			line[n] = r
			each(n + 1)
		}
	}
	each(0)
}
