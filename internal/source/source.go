// Package source is what an answer may rest on: a place in a file, a page of
// the web, a message, a note, a remembered fact. Every citation of every
// answer goes through it, whatever its kind.
package source

import "strconv"

// Source is one passage that an answer may cite. Text is the passage itself:
// what a model reads and what a citation is checked against.
type Source struct {
	ID        string // of the thing that holds the passage, unique within its kind: a file's id, an address, a message's id
	Kind      Kind
	Title     string // of the thing: a file's name, a page's title
	URL       string // where a reader opens it; empty: the row of the kind makes it of ID and Locator
	Locator   Locator
	Heading   string // the headings above the passage, outermost first; may be empty
	Header    string // of a part of a table: its column names, joined by tabs
	Text      string
	Published int64  // Unix milliseconds; 0: not known
	Site      string // name of the web site or collection; may be empty
	Icon      string // our own address of the site's icon; may be empty
}

// Content is all that the source says: the column names of a table count too.
func (s Source) Content() string {
	if s.Header == "" {
		return s.Text
	}
	return s.Header + "\n" + s.Text
}

// Same says that both are the same passage.
func (s Source) Same(o Source) bool {
	return s.Kind == o.Kind && s.ID == o.ID && s.Locator == o.Locator && s.Header == o.Header && s.Text == o.Text
}

// SameThing says that one thing holds both passages.
func (s Source) SameThing(o Source) bool { return s.Kind == o.Kind && s.ID == o.ID }

// Locator is the place of a passage in the thing that holds it.
type Locator struct {
	Unit     int    // page, slide, sheet or section of a file, or index of a message, from 1; 0: none
	UnitKind string // "page", "slide", "sheet", "section" or "message"
	UnitName string // of a sheet or chapter; may be empty
}

// String is the place in the notation of stream.Doc: page=3; empty without one.
func (l Locator) String() string {
	if l.Unit <= 0 || l.UnitKind == "" {
		return ""
	}
	return l.UnitKind + "=" + strconv.Itoa(l.Unit)
}

// Kind says what holds a passage. Kinds lists all.
type Kind string

// The kinds.
const (
	File    Kind = "file"
	Web     Kind = "web"
	Message Kind = "message"
	Note    Kind = "note"
	Memory  Kind = "memory"
)
