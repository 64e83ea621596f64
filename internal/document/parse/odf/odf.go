// Package odf reads OpenDocument texts, sheets and presentations.
package odf

import (
	"context"
	"encoding/xml"
	"io"
	"path"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxObjects is the maximum number of embedded objects read per document.
const maxObjects = 200

// document is a document that is being read.
type document struct {
	*archive.Archive
	ctx     context.Context
	c       *parse.Collector
	keys    keys
	styles  *styles
	objects int
}

func open(ctx context.Context, in *parse.Input, c *parse.Collector) (*document, error) {
	a, err := archive.Open(in, in.Size)
	if err != nil {
		return nil, err
	}
	d := &document{Archive: a, ctx: ctx, c: c, styles: newStyles()}
	if d.keys, err = readKeys(ctx, a, in.Password); err != nil {
		return nil, err
	}
	for _, name := range a.Order {
		if strings.HasPrefix(name, "Basic/") || strings.HasPrefix(name, "Scripts/") {
			c.Warn(parsed.Scripts)
		}
		c.Drawn = c.Drawn || strings.HasPrefix(name, "Pictures/")
	}
	c.Sum.Title = d.title()
	_ = d.decode("styles.xml", d.styles.token) // a document is read even if its styles are missing or damaged
	return d, nil
}

// decode reads a part as XML.
func (d *document) decode(name string, visit func(xml.Token) error) error {
	r, err := d.part(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return archive.DecodeXML(d.ctx, r, visit)
}

// part opens a part and decrypts it if it is encrypted.
func (d *document) part(name string) (io.ReadCloser, error) {
	if k, ok := d.keys.of[archive.PartName(name)]; ok {
		return d.keys.open(d.Archive, name, k)
	}
	return d.Open(name)
}

// title returns the title in the document's properties.
func (d *document) title() string {
	var out strings.Builder
	inside := false
	_ = d.decode("meta.xml", func(t xml.Token) error { // the title is empty if the part is missing or damaged before the title
		switch t := t.(type) {
		case xml.StartElement:
			inside = t.Name.Local == "title"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside && out.Len() < 1_000 {
				out.Write(t)
			}
		}
		return nil
	})
	return strings.TrimSpace(out.String())
}

// read reads the content with r. Of a damaged part, the content before the damage is
// kept.
func (d *document) read(r *reader) error {
	seen := false
	err := d.decode("content.xml", func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "body" && e.Name.Space == "office" {
			seen = true
		}
		if !seen {
			return d.styles.token(t)
		}
		return r.token(t)
	})
	if err != nil {
		if !d.c.Recoverable(err) || !r.any {
			return parse.OrBroken(err)
		}
		d.c.Warn(parsed.Unreadable)
	}
	return r.end()
}

// object reads an embedded chart: its title and its values. It returns no blocks for any other
// object, for an unreadable chart, and after maxObjects objects.
func (d *document) object(href string) []parsed.Block {
	name := archive.PartName(strings.TrimPrefix(href, "./"))
	if d.objects++; d.objects > maxObjects || name == "" || strings.Contains(href, ":") {
		return nil
	}
	return d.chart(path.Join(name, "content.xml"))
}

// ReadChart reads a chart document: its title and its values.
func ReadChart(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	d, err := open(ctx, in, c)
	if err != nil {
		return err
	}
	return c.Unit(parsed.Unit{Kind: parsed.Section, Blocks: d.chart("content.xml")})
}

// chart reads the part that contains a chart.
func (d *document) chart(part string) []parsed.Block {
	var out []parsed.Block
	r := &reader{d: d, inner: true, put: func(b parsed.Block) error {
		if len(out) < 1_000 {
			out = append(out, b)
		}
		return nil
	}, note: func(string) {}}
	seen := false
	_ = d.decode(part, func(t xml.Token) error { // a damaged object is used as far as it can be read
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "chart" && e.Name.Space == "chart" {
			seen = true
		}
		if seen {
			return r.token(t)
		}
		return nil
	})
	_ = r.end() // cannot fail: put returns no error
	return out
}
