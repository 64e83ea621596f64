package libreoffice_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/libreoffice"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// pages collects the texts of the units.
type pages []string

func (p *pages) Unit(u parsed.Unit) error {
	*p = append(*p, u.Text())
	return nil
}

func (*pages) Progress(int, int) {}

// TestNothingStaysOfAFailedConversion checks that the built-in reader begins anew when the converted
// file cannot be read: the text, the outline and the warnings of the converted file are dropped.
func TestNothingStaysOfAFailedConversion(t *testing.T) {
	t.Parallel()
	office := filepath.Join(t.TempDir(), "office")
	const script = "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --outdir ] && dir=$2; shift; done\necho converted >\"$dir/in.docx\"\n"
	if err := os.WriteFile(office, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	content := func(text string, end error) parse.Reader {
		return func(_ context.Context, _ *parse.Input, c *parse.Collector) error {
			c.Heading(1, text, c.Next())
			c.Warn(parsed.Warning(text))
			c.Add(parsed.Block{Kind: parsed.Paragraph, Text: text})
			if end != nil {
				return end
			}
			return c.Flush()
		}
	}
	read := libreoffice.Reader("docx", content("converted", errors.New("cannot be read")), content("own", nil))
	var got pages
	c := parse.NewCollector(t.Context(), &got, parse.Options{})
	in := &parse.Input{ReaderAt: strings.NewReader("text"), Size: 4, Ext: "doc", Options: parse.Options{Tools: parse.Tools{Office: office}}}
	if err := read(t.Context(), in, c); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0] != "own" {
		t.Errorf("units: %q", got)
	}
	if len(c.Sum.Outline) != 1 || c.Sum.Outline[0].Text != "own" || len(c.Sum.Warnings) != 1 || c.Sum.Warnings[0] != "own" {
		t.Errorf("outline %v, warnings %v", c.Sum.Outline, c.Sum.Warnings)
	}
}
