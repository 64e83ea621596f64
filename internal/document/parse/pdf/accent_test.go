package pdf

import "testing"

// TestDrawnAccents reads words with accents as drawn by TeX: as separate characters over or
// under the letters.
func TestDrawnAccents(t *testing.T) {
	t.Parallel()
	const size = 10
	draw := func(glyphs ...glyph) string {
		x, out := 0.0, ""
		for i, g := range glyphs {
			at := glyphs[i].box
			g.box.X0, g.box.X1 = x+at.X0, x+at.X0+5
			g.box.Y1, g.size = size, size
			glyphs[i] = g
			if accents[g.r] == 0 {
				x += 5
			}
		}
		for _, g := range withAccents(glyphs) {
			out += string(g.r)
		}
		return out
	}
	at := func(r rune, dx float64) glyph {
		g := glyph{r: r}
		g.box.X0 = dx
		return g
	}
	for want, glyphs := range map[string][]glyph{
		"treść": {at('t', 0), at('r', 0), at('e', 0), at('´', 0.5), at('s', 0), at('´', 0.3), at('c', 0)},
		"są":    {at('s', 0), at('˛', 1.7), at('a', 0)},
		"aquí":  {at('a', 0), at('q', 0), at('u', 0), at('´', -0.4), at('ı', 0)},
		"ça":    {at('c', 0), at('¸', -5), at('a', 0)},
		"f´":    {at('f', 0), at('´', 1)}, // a prime beside a letter
		"´q":    {at('´', 0), at('q', 0)}, // Unicode has no q with an acute accent
		"´ a":   {at('´', 0), at(' ', 0), at('a', 0)},
	} {
		if got := draw(glyphs...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
