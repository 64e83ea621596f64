package formula

import (
	"math"
	"strings"
	"testing"
)

// plainFace is a Face with signs of one size.
type plainFace struct{}

func (plainFace) Sign(rune) Extent {
	return Extent{Advance: 0.5, Left: 0.05, Right: 0.45, Below: -0.1, Above: 0.7}
}

// at returns the mark of a sign. For a letter drawn in a style, `sign` is
// the styled character, such as 𝑥.
func at(t *testing.T, b Box, sign rune) Mark {
	t.Helper()
	for _, m := range b.Marks {
		if m.Sign == sign {
			return m
		}
	}
	t.Fatalf("no %q", sign)
	return Mark{}
}

func setTeX(t *testing.T, tex string, display bool) Box {
	t.Helper()
	b, ok := Set(tex, plainFace{}, display)
	if !ok {
		t.Fatalf("%s is not set", tex)
	}
	return b
}

func TestWhereSignsStand(t *testing.T) {
	t.Parallel()
	const x = '𝑥'
	tests := []struct {
		tex     string
		display bool
		first   rune
		second  rune
		rightOf bool // true: first must be to the right of second; false: not checked
		above   bool // whether first must be above second; not checked if first is '3'
		smaller bool // true: first must be smaller than second; false: not checked
	}{
		{`\frac{1}{2}`, true, '1', '2', false, true, false},
		{`x^2`, false, '2', x, true, true, true},
		{`x_2`, false, x, '2', false, true, false},
		{`x_1^2`, false, '2', '1', false, true, false},
		{`\sum_{1}^{2}3`, true, '2', '1', false, true, false},
		{`\sum_{1}^{2}3`, true, '3', '∑', true, false, true},
		{`\sum_{1}^{2}3`, false, '2', '∑', true, true, true},
		{`\prod\nolimits_{1}^{2}3`, true, '2', '∏', true, true, true},
		{`\overset{1}{=}`, false, '1', '=', false, true, true},
		{`\sqrt[3]{2}`, false, '2', '3', true, false, false},
		{`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, true, '1', '4', false, true, false},
		{`\begin{aligned}1&=2\\3&=4\end{aligned}`, true, '2', '3', true, true, false},
		{`\lim_{1}2`, true, 'l', '1', false, true, false},
	}
	for _, tt := range tests {
		b := setTeX(t, tt.tex, tt.display)
		one, two := at(t, b, tt.first), at(t, b, tt.second)
		if right := one.X > two.X+0.01; tt.rightOf && !right {
			t.Errorf("%s: %q is not right of %q", tt.tex, tt.first, tt.second)
		}
		if above := one.Y > two.Y+0.01; above != tt.above && tt.first != '3' {
			t.Errorf("%s: %q above %q: %v", tt.tex, tt.first, tt.second, above)
		}
		if tt.smaller && one.Size >= two.Size {
			t.Errorf("%s: %q is as large as %q", tt.tex, tt.first, tt.second)
		}
	}
}

func TestRoom(t *testing.T) {
	t.Parallel()
	wider := func(a, b string) {
		t.Helper()
		if setTeX(t, a, false).Width <= setTeX(t, b, false).Width {
			t.Errorf("%s is not wider than %s", a, b)
		}
	}
	wider("1=2", "1+2")
	wider("1+2", "12")
	wider("1,2", "12")
	wider("1-2", "-12")
	wider(`1\quad2`, `1\,2`)
	wider(`\frac{12}{3}`, `\frac{1}{3}`)
}

func TestBracketsReach(t *testing.T) {
	t.Parallel()
	b := setTeX(t, `\left(\frac{\frac{1}{2}}{3}\right)`, true)
	open := at(t, b, '(')
	if open.StretchY < 1.5 || b.Above < 1 || b.Below < 0.5 {
		t.Errorf("%+v in a formula of %v and %v", open, b.Above, b.Below)
	}
	if low := setTeX(t, `(1)`, false); at(t, low, '(').StretchY != 1 {
		t.Error("a low bracket is stretched")
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	for tex, want := range map[string]rune{
		"h": 'ℎ', "a": '𝑎', `\alpha`: '𝛼', `\phi`: '𝜙', `\Gamma`: 'Γ', `\mathbf{A}`: '𝐀', `\mathbf{1}`: '𝟏', `\mathbb{R}`: 'ℝ', `\mathbb{A}`: '𝔸',
		`\mathcal{L}`: 'ℒ', `\mathfrak{g}`: '𝔤', `\text{甲}`: '甲', `\sin`: 's', "7": '7', `\partial`: '𝜕',
	} {
		at(t, setTeX(t, tex, false), want)
	}
}

func TestNotAFormula(t *testing.T) {
	t.Parallel()
	for _, tex := range []string{"", `\frac{1}{`, `\begin{x}`, "}", `\quad`} {
		if _, ok := Set(tex, plainFace{}, true); ok {
			t.Errorf("%q is set", tex)
		}
	}
}

func FuzzSet(f *testing.F) {
	for _, s := range []string{`\frac{a}{b}`, `\sqrt[3]{x}^2_1'`, `\begin{cases}a&b\\c\end{cases}`, `\left\{x\right.`, `\underbrace{a}_b`, `\not=`, `\boxed{\vec{x}}`, strings.Repeat("{", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, ok := Set(s, plainFace{}, true)
		if !ok {
			return
		}
		for _, v := range []float64{b.Width, b.Above, b.Below} {
			if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
				t.Errorf("%q: %v wide, %v above, %v below", s, b.Width, b.Above, b.Below)
			}
		}
	})
}
