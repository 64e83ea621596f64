package captcha_test

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/captcha"
)

func TestPuzzles(t *testing.T) {
	t.Parallel()
	m := captcha.NewMaker()
	for _, k := range captcha.Kinds {
		seen := map[string]bool{}
		for range 12 {
			p, a, err := m.Make(k)
			if err != nil {
				t.Fatal(err)
			}
			seen[string(p.Image)] = true
			size := config(t, p.Image)
			if size.Width != captcha.Width || size.Height != captcha.Height {
				t.Errorf("%s: the picture is %d by %d", k, size.Width, size.Height)
			}
			piece := config(t, p.Piece)
			if piece.Width != p.PieceWidth || piece.Height != p.PieceHeight {
				t.Errorf("%s: the piece is %d by %d and said to be %d by %d", k, piece.Width, piece.Height, p.PieceWidth, p.PieceHeight)
			}
			right := solution(t, a)
			if !a.Right(right) {
				t.Errorf("%s: its own solution %v is wrong", k, right)
			}
			for i := range right {
				off := append([]captcha.Tap(nil), right...)
				off[i].X += 40
				if a.Right(off) {
					t.Errorf("%s: %v is as right as %v", k, off, right)
				}
			}
			if a.Right(nil) || a.Right(append(right, right...)) {
				t.Errorf("%s: any number of points is right", k)
			}
			if k == captcha.Click {
				back := []captcha.Tap{right[2], right[1], right[0]}
				if a.Right(back) {
					t.Errorf("the order does not matter: %v", right)
				}
			}
			if k == captcha.Slide && (p.PieceX+p.PieceWidth > right[0].X || right[0].X+p.PieceWidth > captcha.Width) {
				t.Errorf("a piece at %d goes to %d", p.PieceX, right[0].X)
			}
		}
		if len(seen) != 12 {
			t.Errorf("%s: only %d of 12 pictures differ", k, len(seen))
		}
	}
	if _, _, err := m.Make("text"); err == nil {
		t.Error("an unknown kind was drawn")
	}
}

// solution reads the right taps from the stored form of an answer.
func solution(t *testing.T, a captcha.Answer) []captcha.Tap {
	t.Helper()
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var raw struct{ Areas []struct{ X, Y, W, H int } }
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	var out []captcha.Tap
	for _, r := range raw.Areas {
		out = append(out, captcha.Tap{X: r.X + r.W/2, Y: r.Y + r.H/2})
	}
	return out
}

func config(t *testing.T, b []byte) image.Config {
	t.Helper()
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func BenchmarkSlide(b *testing.B) {
	m := captcha.NewMaker()
	for b.Loop() {
		if _, _, err := m.Make(captcha.Slide); err != nil {
			b.Fatal(err)
		}
	}
}
