package site

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/mmcdole/gofeed"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of a feed.
const (
	maxFeed    = 4 << 20 // bytes
	maxEntries = 300
	maxEntry   = 60_000 // characters of an entry's HTML
)

// entry is one entry of a feed.
type entry struct {
	url, title string
	html       string // text in the feed itself
	published  int64
}

// readFeed parses RSS, Atom or a JSON feed and returns its title and its first entries, at most
// maxEntries. Entries without an address are left out.
func readFeed(b []byte) (title string, out []entry, err error) {
	defer func() { // the library may panic on malformed input
		if p := recover(); p != nil {
			err = fmt.Errorf("site: panic: %v", p)
		}
	}()
	if len(b) > maxFeed {
		return "", nil, errors.New("site: the feed is too long")
	}
	f, err := gofeed.NewParser().Parse(bytes.NewReader(b))
	if err != nil {
		return "", nil, err
	}
	for _, it := range f.Items {
		if it == nil || len(out) >= maxEntries {
			continue
		}
		e := entry{url: it.Link, title: text.OneLine(it.Title), html: text.Cut(cmp.Or(it.Content, it.Description), maxEntry)}
		if e.url == "" && len(it.Links) > 0 {
			e.url = it.Links[0]
		}
		switch {
		case it.PublishedParsed != nil:
			e.published = it.PublishedParsed.UnixMilli()
		case it.UpdatedParsed != nil:
			e.published = it.UpdatedParsed.UnixMilli()
		}
		if e.url != "" {
			out = append(out, e)
		}
	}
	return text.OneLine(f.Title), out, nil
}
