package formula

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOMML(t *testing.T) {
	t.Parallel()
	r := func(s string) string { return "<m:r>" + mathFont + `<m:t xml:space="preserve">` + s + "</m:t></m:r>" }
	none := `<m:r><m:rPr><m:sty m:val="p"/></m:rPr>` + mathFont + "<m:t xml:space=\"preserve\">\u200b</m:t></m:r>"
	tests := []struct{ tex, want string }{
		{`\oint,`, `<m:nary><m:naryPr><m:chr m:val="∮"/><m:limLoc m:val="subSup"/><m:subHide m:val="1"/><m:supHide m:val="1"/></m:naryPr><m:sub></m:sub><m:sup></m:sup><m:e>` + none + "</m:e></m:nary>" + r(",")},
		{`\frac{1}{2}`, "<m:f><m:num>" + r("1") + "</m:num><m:den>" + r("2") + "</m:den></m:f>"},
		{`x_1^2`, "<m:sSubSup><m:e>" + r("x") + "</m:e><m:sub>" + r("1") + "</m:sub><m:sup>" + r("2") + "</m:sup></m:sSubSup>"},
		{`f''`, "<m:sSup><m:e>" + r("f") + "</m:e><m:sup>" + r("′") + r("′") + "</m:sup></m:sSup>"},
		{`\sqrt[3]{x}`, "<m:rad><m:deg>" + r("3") + "</m:deg><m:e>" + r("x") + "</m:e></m:rad>"},
		{`\alpha \le 10.5`, r("α") + r("≤") + r("10.5")},
		{`\sum_{i}^n i=1`, `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub>` + r("i") + "</m:sub><m:sup>" + r("n") + "</m:sup><m:e>" + r("i") + "</m:e></m:nary>" + r("=") + r("1")},
		{`\sum\nolimits_{i}^n i`, `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="subSup"/></m:naryPr><m:sub>` + r("i") + "</m:sub><m:sup>" + r("n") + "</m:sup><m:e>" + r("i") + "</m:e></m:nary>"},
		{`\int\limits_{i}^n i`, `<m:nary><m:naryPr><m:chr m:val="∫"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub>` + r("i") + "</m:sub><m:sup>" + r("n") + "</m:sup><m:e>" + r("i") + "</m:e></m:nary>"},
		{`\mathbb{R}`, "<m:r><m:rPr><m:sty m:val=\"p\"/></m:rPr>" + mathFont + `<m:t xml:space="preserve">ℝ</m:t></m:r>`},
		{`\left(a\right]`, `<m:d><m:dPr><m:begChr m:val="("/><m:endChr m:val="]"/></m:dPr><m:e>` + r("a") + "</m:e></m:d>"},
		{`\begin{bmatrix}a&b\\c\end{bmatrix}`, `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m><m:mr><m:e>` + r("a") + "</m:e><m:e>" + r("b") + "</m:e></m:mr><m:mr><m:e>" + r("c") + "</m:e><m:e>" + none + "</m:e></m:mr></m:m></m:e></m:d>"},
		{`(a)^2`, `<m:sSup><m:e><m:d><m:dPr><m:begChr m:val="("/><m:endChr m:val=")"/></m:dPr><m:e>` + r("a") + "</m:e></m:d></m:e><m:sup>" + r("2") + "</m:sup></m:sSup>"},
		{`((a)`, r("(") + r("(") + r("a") + r(")")},
		{`\hat{x}`, "<m:acc><m:accPr><m:chr m:val=\"\u0302\"/></m:accPr><m:e>" + r("x") + "</m:e></m:acc>"},
		{`\text{若 }x`, `<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">若 </m:t></m:r>` + r("x")},
		{`\foo x`, `<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">\foo</m:t></m:r>` + r("x")},
		{`\frac{1}{<`, `<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">\frac{1}{&lt;</m:t></m:r>`},
	}
	for _, tt := range tests {
		var b strings.Builder
		WriteOMML(&b, tt.tex)
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("%s: %s", tt.tex, diff)
		}
	}
}

// TestNothingIsLost converts formulas of many kinds; the result must contain the letters q and w of
// each formula, except a w in a comment.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	for _, tex := range []string{
		`\overset{q}{w}`, `\underset{q}{w}`, `\stackrel{q}{w}`, `\binom{q}{w}`, `{q \over w}`, `{q \choose w}`, `\boxed{q}w`, `q\tag{w}`,
		`\xrightarrow[q]{w}`, `\overbrace{q}^{w}`, `\underbrace{q}_{w}`, `\overline{q}w`, `\not q w`, `\int_q^w`, `\prod q w`, `\lim_{q} w`,
		`\sin q + w`, `\mathrm{q}\mathbf{w}`, `\begin{aligned}q&=w\\\end{aligned}`, `\begin{cases}q\\w\end{cases}`, `\unknown{q}{w}`,
		`\begin{unknown}q w\end{unknown}`, `q^w^w`, `\left. q \middle| w \right)`, `\sqrt{q}w`, `\operatorname{q}w`, `q % w`, `\big(q\Big)w`,
	} {
		var b strings.Builder
		WriteOMML(&b, tex)
		got := b.String()
		if !strings.Contains(got, "q") || !strings.Contains(got, "w</m:t>") && !strings.Contains(got, "w)") && tex != `q % w` && !strings.Contains(got, tex) {
			t.Errorf("%s: %s", tex, got)
		}
	}
}
