package formula

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func FuzzLatex(f *testing.F) {
	for _, s := range []string{`\frac{a}{b}`, `\sqrt[3]{x}^2_1'`, `\begin{cases}a&b\\c\end{cases}`, `\left\{x\right.`, `{a\over b}`, `\sum_{i}^n\int x`, `\`, `%`, `a\tag*{1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		b.WriteString(`<x xmlns:m="m" xmlns:w="w">`)
		WriteOMML(&b, s)
		b.WriteString("</x>")
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v in %s", s, err, b.String())
			}
		}
	})
}
