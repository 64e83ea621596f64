package source

import (
	"time"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Doc returns the source's entry in the list of sources of an answer. `number` is the N of
// [citation:N]. `quote` is the supporting part of Text, or empty.
func (s Source) Doc(number int, quote, locale string) stream.Doc {
	d := stream.Doc{
		Index: number, DocID: s.ID, Title: s.Title, SourceName: s.Title, WebSiteName: s.Place(locale),
		URL: s.Address(quote), Quote: quote, Page: s.Locator.Unit, IconURL: s.Icon,
		Kind: string(s.Kind), Locator: s.Locator.String(),
	}
	if s.Kind == Knowledge {
		d.DocID = "" // only the owner of the file can use its id
	}
	if s.Kind == Web {
		d.SourceName, d.CopyURL = d.WebSiteName, s.Copy
		d.Verified = "unchecked"
		if s.Read {
			d.Verified = "checked"
		}
	}
	if s.Published > 0 {
		d.PublishTime = s.Day()
	}
	return d
}

// Day returns the publication date of the source, such as 2026-11-20; empty if the date is not known.
func (s Source) Day() string {
	if s.Published <= 0 {
		return ""
	}
	return time.UnixMilli(s.Published).UTC().Format(time.DateOnly)
}

// KindOf returns the kind of a listed source. Old answers do not state kinds; in them, a source with a
// page and an id is a file, and any other source with a URL is a web page. Otherwise the kind is empty.
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

// Link returns the address at which everybody, and not only the owner, can open a listed source. An
// exported file, for example, contains this address. It is empty if only the owner can open the source.
func Link(d stream.Doc) string {
	if row, ok := kinds[KindOf(d)]; ok && row.opens != Site {
		return ""
	}
	return d.URL
}
