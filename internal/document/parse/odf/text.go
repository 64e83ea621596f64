package odf

import (
	"context"
	"encoding/xml"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// ReadText reads a text document: headings, lists with their displayed numbers, tables,
// notes, comments and text boxes, and at the end its headers and footers.
func ReadText(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	d, err := open(ctx, in, c)
	if err != nil {
		return err
	}
	r := &reader{d: d, put: c.Flow, note: func(s string) { c.Add(parsed.Block{Kind: parsed.Note, Text: s}) }}
	if err := d.read(r); err != nil {
		return err
	}
	if c.Sum.Units == 0 && c.Runes == 0 {
		if err := picture.NewInside(in, c).All(ctx, d.Archive); err != nil {
			return err
		}
	}
	return d.margins()
}

// margins adds the headers and footers of a document, each once.
func (d *document) margins() error {
	m := parse.Margins{}
	add := func(s string) { m.Add(d.c, s) }
	var text strings.Builder
	inside := false
	r := &reader{d: d, inner: true, note: add, put: func(b parsed.Block) error {
		for _, row := range b.Rows {
			b.Text += " " + strings.Join(row, " ")
		}
		text.WriteString(b.Text + " ")
		return nil
	}}
	_ = d.decode("styles.xml", func(t xml.Token) error { // damaged styles are used as far as they can be read
		var name xml.Name
		e, begins := t.(xml.StartElement)
		if begins {
			name = e.Name
		} else if end, ends := t.(xml.EndElement); ends {
			name = end.Name
		}
		if name.Space == "style" && (strings.HasPrefix(name.Local, "header") || strings.HasPrefix(name.Local, "footer")) && !strings.HasSuffix(name.Local, "style") {
			if inside = begins; !begins {
				add(text.String())
			}
			text.Reset()
			return nil
		}
		if inside {
			return r.token(t)
		}
		return nil
	})
	return nil
}
