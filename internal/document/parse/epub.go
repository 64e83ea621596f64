package parse

import (
	"context"
	"encoding/xml"
	"net/url"
	"path"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// readEPUB reads a book chapter by chapter, in the order of its spine.
func readEPUB(ctx context.Context, in *input, c *collector) error {
	a, err := openArchive(in.ReaderAt, in.size)
	if err != nil {
		return err
	}
	if a.has("META-INF/encryption.xml") && a.has("META-INF/rights.xml") {
		return failf(Unsupported, "a book with rights management")
	}
	b, err := a.book(ctx)
	if err != nil {
		return err
	}
	c.sum.Title = b.title
	names := b.contents(ctx, a)
	for _, chapter := range b.spine {
		r, err := a.open(chapter)
		if err != nil {
			if _, bad := CodeOf(err); bad {
				return err
			}
			c.warn(parsed.Unreadable)
			continue
		}
		c.chapter = names[chapter]
		before := len(c.sum.Outline)
		at := c.next()
		p := &page{emit: c.flow}
		err = p.read(ctx, r)
		r.Close()
		if p.scripts {
			c.warn(parsed.Scripts)
		}
		if err == nil {
			err = c.flush()
		}
		if err != nil && !c.recoverable(err) {
			return err
		} else if err != nil {
			c.warn(parsed.Unreadable)
			c.pending, c.runes = parsed.Unit{}, 0
		}
		if len(c.sum.Outline) == before && c.next() > at && names[chapter] != "" {
			c.heading(1, names[chapter], at)
		}
	}
	return nil
}

// book is what the package of a book says.
type book struct {
	title string
	spine []string
	toc   string // the part that holds the contents
}

func (a *archive) book(ctx context.Context) (book, error) {
	opf := ""
	err := a.xml(ctx, "META-INF/container.xml", func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "rootfile" && opf == "" {
			opf = attr(e, "full-path")
		}
		return nil
	})
	if err != nil {
		return book{}, err
	}
	if opf == "" {
		return book{}, failf(Broken, "a book without a package")
	}
	var b book
	items, inTitle := map[string]string{}, false
	err = a.xml(ctx, opf, func(t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			inTitle = e.Name.Local == "title"
			switch e.Name.Local {
			case "item":
				to := refer(opf, attr(e, "href"))
				if len(items) < maxEntries {
					items[attr(e, "id")] = to
				}
				if strings.Contains(attr(e, "properties"), "nav") || b.toc == "" && attr(e, "media-type") == "application/x-dtbncx+xml" {
					b.toc = to
				}
			case "itemref":
				if to := items[attr(e, "idref")]; to != "" && attr(e, "linear") != "no" && to != b.toc && len(b.spine) < maxEntries {
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

// contents are the names of chapters by their parts, out of either format of
// contents.
func (b book) contents(ctx context.Context, a *archive) map[string]string {
	out := map[string]string{}
	if b.toc == "" {
		return out
	}
	var label strings.Builder
	target, inLabel := "", false
	keep := func(to string) {
		if s := oneLine(label.String()); s != "" && out[to] == "" && len(out) < maxEntries {
			out[to] = s
		}
	}
	_ = a.xml(ctx, b.toc, func(t xml.Token) error { // a book can do without
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "a":
				label.Reset()
				target, inLabel = refer(b.toc, attr(e, "href")), true
			case "text":
				label.Reset()
				inLabel = true
			case "content":
				keep(refer(b.toc, attr(e, "src")))
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

func (a *archive) xml(ctx context.Context, name string, visit func(xml.Token) error) error {
	r, err := a.open(name)
	if err != nil {
		return orBroken(err)
	}
	defer r.Close()
	return decodeXML(ctx, r, visit)
}

// refer is the part that a link in the part from leads to.
func refer(from, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if plain, err := url.PathUnescape(href); err == nil {
		href = plain
	}
	return partName(path.Join(path.Dir(from), href))
}
