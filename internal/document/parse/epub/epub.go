// Package epub reads books in the format EPUB.
package epub

import (
	"context"
	"encoding/xml"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/html"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Read reads a book chapter by chapter, in the order of its spine.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	a, err := archive.Open(in.ReaderAt, in.Size)
	if err != nil {
		return err
	}
	if a.Has("META-INF/encryption.xml") && a.Has("META-INF/rights.xml") {
		return parse.Failf(parse.Unsupported, "a book with rights management")
	}
	b, err := readPackage(ctx, a)
	if err != nil {
		return err
	}
	c.Sum.Title = b.title
	c.Drawn = slices.ContainsFunc(a.Order, picture.IsPicture)
	names := b.contents(ctx, a)
	for _, chapter := range b.spine {
		r, err := a.Open(chapter)
		if err != nil {
			if _, bad := parse.CodeOf(err); bad {
				return err
			}
			c.Warn(parsed.Unreadable)
			continue
		}
		c.Chapter = names[chapter]
		before := len(c.Sum.Outline)
		at := c.Next()
		p := &html.Page{Emit: c.Flow}
		err = p.Read(ctx, r)
		r.Close()
		if p.Scripts {
			c.Warn(parsed.Scripts)
		}
		if err == nil {
			err = c.Flush()
		}
		if err != nil && !c.Recoverable(err) {
			return err
		} else if err != nil {
			c.Warn(parsed.Unreadable)
			c.Discard()
		}
		if len(c.Sum.Outline) == before && c.Next() > at && names[chapter] != "" {
			c.Heading(1, names[chapter], at)
		}
	}
	if c.Sum.Units == 0 {
		return picture.NewInside(in, c).All(ctx, a)
	}
	return nil
}

// book is the content of a book's package document.
type book struct {
	title string
	spine []string
	toc   string // the part that contains the table of contents
}

func readPackage(ctx context.Context, a *archive.Archive) (book, error) {
	opf := ""
	err := decodePart(ctx, a, "META-INF/container.xml", func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "rootfile" && opf == "" {
			opf = archive.Attr(e, "full-path")
		}
		return nil
	})
	if err != nil {
		return book{}, err
	}
	if opf == "" {
		return book{}, parse.Failf(parse.Broken, "a book without a package")
	}
	var b book
	items, inTitle := map[string]string{}, false
	err = decodePart(ctx, a, opf, func(t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			inTitle = e.Name.Local == "title"
			switch e.Name.Local {
			case "item":
				to := refer(opf, archive.Attr(e, "href"))
				if len(items) < parse.MaxEntries {
					items[archive.Attr(e, "id")] = to
				}
				if strings.Contains(archive.Attr(e, "properties"), "nav") || b.toc == "" && archive.Attr(e, "media-type") == "application/x-dtbncx+xml" {
					b.toc = to
				}
			case "itemref":
				if to := items[archive.Attr(e, "idref")]; to != "" && archive.Attr(e, "linear") != "no" && to != b.toc && len(b.spine) < parse.MaxEntries {
					b.spine = append(b.spine, to)
				}
			}
		case xml.EndElement:
			inTitle = false
		case xml.CharData:
			if inTitle && b.title == "" {
				b.title = strings.TrimSpace(string(e))
			}
		}
		return nil
	})
	return b, err
}

// contents maps the name of a part to the name of its chapter. The table of contents may be in the
// format of EPUB 2 (NCX) or of EPUB 3 (XHTML).
func (b book) contents(ctx context.Context, a *archive.Archive) map[string]string {
	out := map[string]string{}
	if b.toc == "" {
		return out
	}
	var label strings.Builder
	target, inLabel := "", false
	keep := func(to string) {
		if s := parse.OneLine(label.String()); s != "" && out[to] == "" && len(out) < parse.MaxEntries {
			out[to] = s
		}
	}
	_ = decodePart(ctx, a, b.toc, func(t xml.Token) error { // the table of contents may be missing or damaged
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "a":
				label.Reset()
				target, inLabel = refer(b.toc, archive.Attr(e, "href")), true
			case "text":
				label.Reset()
				inLabel = true
			case "content":
				keep(refer(b.toc, archive.Attr(e, "src")))
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "a":
				keep(target)
				inLabel = false
			case "text":
				inLabel = false
			}
		case xml.CharData:
			if inLabel {
				label.Write(e)
			}
		}
		return nil
	})
	return out
}

func decodePart(ctx context.Context, a *archive.Archive, name string, visit func(xml.Token) error) error {
	r, err := a.Open(name)
	if err != nil {
		return parse.OrBroken(err)
	}
	defer r.Close()
	return archive.DecodeXML(ctx, r, visit)
}

// refer returns the target part of the link `href` in the part `base`.
func refer(base, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if plain, err := url.PathUnescape(href); err == nil {
		href = plain
	}
	return archive.PartName(path.Join(path.Dir(base), href))
}
