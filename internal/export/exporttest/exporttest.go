// Package exporttest contains helpers for testing the export formats. Examples are a document with
// most kinds of Markdown, and texts with edge cases.
package exporttest

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

//go:embed answer.md
var answer string

// Sample returns a document with three rounds. The first has an answer with most kinds of
// Markdown, the second has a question of two lines, and the third is hidden.
func Sample() *content.Document {
	d := Of("排版与公式", "")
	d.Parts = []content.Part{
		{
			Heading: "怎样排版？", Model: "up-1", Texts: []content.AnswerText{{Markdown: answer}},
			Sources: []content.Source{{Number: 1, Title: "资料 <一>", Site: "例站", URL: "https://example.com/1?a=b&c=d"}},
		},
		{Heading: "第二个问题很长， 分成两行写。", Question: "第二个问题很长，\n分成两行写。", Texts: []content.AnswerText{{Markdown: "好的。"}}},
		{Heading: d.Hidden, Note: d.Hidden},
	}
	return d
}

// Of returns a document with one round. Its question, answer, model and source are made from s.
func Of(title, s string) *content.Document {
	return &content.Document{
		Phrases: content.PhrasesIn("zh-CN"), Title: title, Product: "问渠", Made: time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC),
		Parts: []content.Part{{
			Heading: content.OneLine(s, content.MaxHeading), Question: s, Model: s, Texts: []content.AnswerText{{Markdown: s}},
			Sources: []content.Source{{Number: 1, Title: content.OneLine(s, 200), Site: content.OneLine(s, 60), URL: content.SafeLink(s)}},
		}},
	}
}

// Seed adds the initial texts to a fuzz target.
func Seed(f *testing.F) {
	f.Helper()
	f.Add(answer)
	for _, s := range Seeds {
		f.Add(s)
	}
}

// Unzip returns the parts of a .docx. Every part except pictures must be well-formed XML.
func Unzip(t testing.TB, data []byte) map[string]string {
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
		if strings.HasSuffix(f.Name, ".png") {
			continue
		}
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

// PNG returns a transparent picture; width and height are in pixels.
func PNG(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
