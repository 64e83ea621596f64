package source

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Doc is the source as an answer lists it: by its number, with the words that
// the answer rests on. quote is a part of Text; it may be empty.
func (s Source) Doc(number int, quote, locale string) stream.Doc {
	d := stream.Doc{
		Index: number, DocID: s.ID, Title: s.Title, SourceName: s.Title, WebSiteName: s.Place(locale),
		URL: s.Address(quote), Quote: quote, Page: s.Locator.Unit, IconURL: s.Icon,
		Kind: string(s.Kind), Locator: s.Locator.String(),
	}
	if s.Kind == Web {
		d.SourceName = d.WebSiteName
	}
	if s.Published > 0 {
		d.PublishTime = time.UnixMilli(s.Published).UTC().Format(time.DateOnly)
	}
	return d
}

// KindOf is the kind of a listed source. Answers from before sources had kinds
// name none: of those, only files have a page.
func KindOf(d stream.Doc) Kind {
	switch {
	case d.Kind != "":
		return Kind(d.Kind)
	case d.Page > 0 && d.DocID != "":
		return File
	case d.URL != "":
		return Web
	}
	return ""
}

// Link is the address by which others than the asker can open a listed source,
// as in an exported file; empty where there is none.
func Link(d stream.Doc) string {
	if row, ok := kinds[KindOf(d)]; ok && !row.public {
		return ""
	}
	return d.URL
}
