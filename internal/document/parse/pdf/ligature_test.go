package pdf

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// TestWithLigatures checks that characters with a box without width are not torn from the next glyph.
// A real gap behind such characters must stay.
func TestWithLigatures(t *testing.T) {
	t.Parallel()
	type at struct {
		r      rune
		x0, x1 float64 // equal for a glyph without an outline
	}
	for want, all := range map[string][]at{
		"defined":  {{'d', 100, 106}, {'e', 106, 112}, {'f', 112, 112}, {'i', 112, 112}, {'n', 118, 124}, {'e', 124, 130}, {'d', 130, 136}},
		"off duty": {{'o', 100, 106}, {'f', 106, 106}, {'f', 106, 106}, {'d', 116, 122}, {'u', 122, 128}, {'t', 128, 132}, {'y', 132, 138}},
		"各个文档":     {{'各', 100, 100}, {'个', 110, 110}, {'文', 120, 120}, {'档', 130, 130}},
		"fifty":    {{'f', 100, 100}, {'i', 100, 100}, {'f', 106, 109}, {'t', 109, 112}, {'y', 112, 118}},
	} {
		var glyphs []glyph
		for i, a := range all {
			g := glyph{r: a.r, size: 10, box: parsed.Box{X0: a.x0, X1: a.x1, Y0: 100, Y1: 111}}
			if a.x0 == a.x1 {
				parts, part := 1.0, 0.0
				if i+1 < len(all) && all[i+1] == (at{all[i+1].r, a.x0, a.x0}) {
					parts = 2
				}
				if i > 0 && all[i-1].x0 == a.x0 && all[i-1].x1 == a.x0 {
					parts, part = 2, 1
				}
				g.box = parsed.Box{X0: a.x0 - 0.5 + part/parts, X1: a.x0 - 0.5 + (part+1)/parts, Y0: 108, Y1: 109}
			}
			glyphs = append(glyphs, g)
		}
		withLigatures(glyphs)
		if got := joined(glyphs); len(got) != 1 || got[0].text != want {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}
