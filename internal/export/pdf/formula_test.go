package pdf

import (
	"bytes"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	"github.com/wenqu-ai/wenqu/internal/export/markdown"
)

// A well-formed formula within a line is drawn. A formula that is a little too wide is made smaller;
// a formula that is much too wide is refused.
func TestFormulas(t *testing.T) {
	t.Parallel()
	f := face(t)
	p := &writer{doc: exporttest.Of("", ""), face: f, left: pageLeft, widths: map[rune]float64{}}
	for tex, want := range map[string]bool{`\frac{1}{2}`: true, `\text{路程}`: true, `\frac{1}{`: false} {
		g := p.glyphs([]markdown.Run{{Kind: markdown.MathRun, Text: tex}}, setting{size: bodySize})
		if drawn := len(g) == 1 && g[0].math != nil; drawn != want {
			t.Errorf("%s is drawn: %v", tex, drawn)
		}
	}
	long := "1" + string(bytes.Repeat([]byte("+1"), 400))
	if _, ok := p.formulaBox(long, true, bodySize, pageRight-pageLeft); ok {
		t.Error("a formula is wider than the line")
	}
	if b, ok := p.formulaBox("1"+string(bytes.Repeat([]byte("+1"), 30)), true, bodySize, 120); !ok || b.Width > 120 {
		t.Errorf("a formula that is a little too wide is not made smaller: %v", b.Width)
	}
}

// A high formula makes its line higher, so that the next line does not touch the formula.
func TestHighLines(t *testing.T) {
	t.Parallel()
	p := &writer{doc: exporttest.Of("", ""), face: face(t), left: pageLeft, widths: map[rune]float64{}}
	s := setting{size: bodySize}
	const usual = bodySize * mm * lead
	for tex, higher := range map[string]bool{"x": false, `\frac{\frac{\frac{1}{2}}{3}}{\frac{4}{\frac{5}{6}}}`: true} {
		base, all := lineHeight(p.glyphs([]markdown.Run{{Kind: markdown.MathRun, Text: tex}}, s), usual, s)
		if got := all > usual+0.1; got != higher || base >= all {
			t.Errorf("%s: %v of %v", tex, base, all)
		}
	}
}
