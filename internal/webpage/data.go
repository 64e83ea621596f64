package webpage

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxEntries is the maximum number of entries read from a feed; most feeds list the newest entry first.
const maxEntries = 100

// data makes a page of machine-readable content: the entries of a feed, JSON with one line per value, or any other
// text unchanged.
func data(at *url.URL, b []byte) (Page, error) {
	if p, ok := feed(at, b); ok {
		return p, nil
	}
	var lines bytes.Buffer
	if json.Indent(&lines, b, "", " ") == nil && lines.Len() <= 4*DefaultLimit {
		b = lines.Bytes()
	}
	return plain(at, b)
}

// feed makes a page of an RSS, Atom or JSON feed.
func feed(at *url.URL, b []byte) (p Page, ok bool) {
	defer func() { // the library may panic on malformed input
		if recover() != nil {
			ok = false
		}
	}()
	f, err := gofeed.NewParser().Parse(bytes.NewReader(b))
	if err != nil || len(f.Items) == 0 {
		return Page{}, false
	}
	c, units := collect(MaxChars)
	put := func(kind parsed.BlockKind, level int, line string) {
		if line = strings.TrimSpace(line); line != "" {
			_ = c.Flow(parsed.Block{Kind: kind, Level: level, Text: line}) // an error means that the character limit was reached; the text before the limit was added
		}
	}
	for _, it := range f.Items[:min(len(f.Items), maxEntries)] {
		if it == nil {
			continue
		}
		put(parsed.Title, 2, text.OneLine(it.Title))
		for _, when := range []*time.Time{it.PublishedParsed, it.UpdatedParsed} {
			if when != nil {
				put(parsed.Paragraph, 0, when.UTC().Format("2006-01-02 15:04 UTC"))
				break
			}
		}
		put(parsed.Paragraph, 0, it.Link)
		words, err := blocksOf([]byte(fmt.Sprintf("<!doctype html><body>%s</body>", cmp.Or(it.Description, it.Content))), MaxChars)
		if err == nil {
			put(parsed.Paragraph, 0, TextOf(words))
		}
	}
	p = Page{URL: at.String(), Site: HostOf(at.String()), Units: end(c, units)}
	p.Text = TextOf(p.Units)
	p.Title = text.OneLine(f.Title)
	p.complete(p.Units)
	return p, strings.TrimSpace(p.Text) != ""
}
