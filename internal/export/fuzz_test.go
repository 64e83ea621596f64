package export

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// parts unpacks a .docx and reads every part as XML to its end.
func parts(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(b)
		d := xml.NewDecoder(bytes.NewReader(b))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is no XML: %v", f.Name, err)
			}
		}
	}
	return out
}

func FuzzWriters(f *testing.F) {
	md, err := os.ReadFile("testdata/answer.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(md))
	for _, s := range []string{
		"", "\x00\xff\ufffe", "$", "$$", "\\[", "$$\n\n$$", "**“a”**b", strings.Repeat("> ", 99) + "x", "| a |\n|-|\n| $|$ |",
		"[](@replace=x)", "![a](javascript:x)", "[^a]\n\n[^a]: $$x$$", "<br><b>x", "1000000000. x", "~~a~~~b~~~", "𠮷😀\u202e\u200d\u0301",
		"$\\frac{1}{$", "\\(\\begin{array}{c}a\\end{array}\\)", "$a^b^c$", "$\\left(a\\right.$", "```\n\t$x$", "- [x] \n- [ ]", "# \n#\n===",
	} {
		f.Add(s)
	}
	var face *typeface
	if len(fontFile) > 0 {
		if face, err = openFont(fontFile); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) > 4096 {
			t.Skip("long enough")
		}
		tr := Transcript{Title: md, Rounds: []Round{{Question: md, ModelID: md, Answer: answered(
			stream.SearchGuid{Docs: []stream.Doc{{Index: 1, Title: md, URL: md, WebSiteName: md}}}, stream.Text{Msg: md})}}}
		d, err := service(tr).document(tr, order(Word))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := writeMarkdown(t.Context(), &b, d); err != nil {
			t.Fatal(err)
		}
		b.Reset()
		if err := writeWord(t.Context(), &b, d); err != nil {
			t.Fatal(err)
		}
		parts(t, b.Bytes())
		if face != nil {
			if err := drawPDF(t.Context(), io.Discard, d, face); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzLatex(f *testing.F) {
	for _, s := range []string{`\frac{a}{b}`, `\sqrt[3]{x}^2_1'`, `\begin{cases}a&b\\c\end{cases}`, `\left\{x\right.`, `{a\over b}`, `\sum_{i}^n\int x`, `\`, `%`, `a\tag*{1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		b.WriteString(`<x xmlns:m="m" xmlns:w="w">`)
		omml(&b, readLatex(s))
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
