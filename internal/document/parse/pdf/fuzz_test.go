package pdf

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// FuzzLayout lays out letters at arbitrary positions, with lines between them. If the text is not
// gibberish, each letter comes out at most as often as it goes in, and some letters come out. Slanted
// letters and Roman digits may be lost, as parts of a watermark or a page number.
func FuzzLayout(f *testing.F) {
	f.Add([]byte("\x10\x10\x05\x00\x18\x10\x05\x01\x10\x20\x05\x02\x80\x20\x05\x03"), []byte("\x08\x08\x90\x08\x08\x08\x08\x90\x90\x08\x90\x90\x08\x90\x90\x90\x40\x08\x40\x90"))
	f.Add([]byte(strings.Repeat("\x10\x10\x0a\x07", 50)), []byte{})
	f.Fuzz(func(t *testing.T, letters, lines []byte) {
		p := page{width: 600, height: 800, fonts: map[uint64]*font{}}
		for i := range uint64(3) {
			p.fonts[i] = &font{}
			p.fonts[i].guesses.set('a', i == 1)
		}
		in := map[rune]int{}
		for ; len(letters) >= 4 && len(p.glyphs) < 2_000; letters = letters[4:] {
			x, y, size := float64(letters[0])*2.3, float64(letters[1])*3.1, 4+float64(letters[2]%40)
			r := rune('a' + letters[3]%26)
			if letters[3]%3 == 0 {
				r = '一' + rune(letters[3])
			}
			p.glyphs = append(p.glyphs, glyph{r: r, font: p.fonts[uint64(letters[3]%4)], size: size, bold: letters[3]%7 == 0, quarter: int(letters[3])%5 - 1,
				box: parsed.Box{X0: x, Y0: y, X1: x + size*0.7, Y1: y + size}})
		}
		for ; len(lines) >= 4 && len(p.rules) < 300; lines = lines[4:] {
			b := parsed.Box{X0: float64(min(lines[0], lines[2])) * 2.3, Y0: float64(min(lines[1], lines[3])) * 3.1, X1: float64(max(lines[0], lines[2])) * 2.3, Y1: float64(max(lines[1], lines[3])) * 3.1}
			p.rules = append(p.rules, rulesOf(b, b.X1-b.X0, b.Y1-b.Y0)...)
		}
		drawn := len(p.glyphs)
		(&document{}).withoutGibberish(&p)
		if len(p.glyphs)+p.unmapped != drawn {
			t.Fatalf("%d glyphs of %d, %d unknown", len(p.glyphs), drawn, p.unmapped)
		}
		for _, g := range p.glyphs {
			in[g.r]++
		}
		l := p.layout(1)
		if l.garbled {
			return
		}
		l.withoutRepeats(nil, 10)
		out, some := map[rune]int{}, 0
		for _, b := range l.blocks(usual{size: 10}) {
			parse.TidyBlock(&b)
			for _, r := range b.Text {
				out[r]++
			}
			if x := b.Box; x == nil || x.X0 > x.X1 || x.Y0 > x.Y1 {
				t.Fatalf("%q in the box %+v", b.Text, x)
			}
		}
		for r, n := range out {
			if r > ' ' && n > in[r] && r != '…' {
				t.Fatalf("%q comes out %d times, and goes in %d times", r, n, in[r])
			}
			some += n
		}
		for _, g := range p.glyphs {
			if g.quarter != slanted && some == 0 && !strings.ContainsRune("ivxlc", g.r) {
				t.Fatal("all letters are lost")
			}
		}
	})
}
