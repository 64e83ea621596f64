// Package source describes citable passages: of a file, a web page, a message, a note, a favourite or a
// memory. Citations of all kinds use the package.
package source

import "strconv"

// Source is one citable passage. Text is the passage itself: a model reads it, and citations are
// checked against it.
type Source struct {
	ID        string // id of the thing that contains the passage, unique within its kind: a file's id, an address, a message's id
	Kind      Kind
	Title     string // title of the thing: a file's name, a page's title
	URL       string // address of a web page, a message, a note or a source of unknown kind; not used for other kinds
	Locator   Locator
	Heading   string // the headings above the passage, outermost first; may be empty
	Header    string // column names of a part of a table, joined by tabs
	Text      string
	Published int64  // Unix milliseconds; 0: not known
	Site      string // name of the web site or collection; may be empty
	Icon      string // our own address of the site's icon; may be empty
	Read      bool   // for a web page: Text is from the page itself; otherwise it is a search snippet
	Copy      string // for a web page: address of our stored copy of the text that was read; may be empty
}

// Content returns all text of the source, including the column names of a table.
func (s Source) Content() string {
	if s.Header == "" {
		return s.Text
	}
	return s.Header + "\n" + s.Text
}

// Same reports whether s and o are the same passage.
func (s Source) Same(o Source) bool {
	return s.Kind == o.Kind && s.ID == o.ID && s.Locator == o.Locator && s.Header == o.Header && s.Text == o.Text
}

// SameThing reports whether s and o are passages of the same thing.
func (s Source) SameThing(o Source) bool { return s.Kind == o.Kind && s.ID == o.ID }

// Locator is the place of a passage within the file, conversation or other object that contains
// the passage.
type Locator struct {
	Unit     int    // page, slide, sheet or section of a file, or index of a message, from 1; 0: none
	UnitKind string // "page", "slide", "sheet", "section" or "message"
	UnitName string // name of a sheet or chapter; may be empty
}

// String returns the place in the notation of stream.Doc, such as page=3; empty if Unit or UnitKind
// is not set.
func (l Locator) String() string {
	if l.Unit <= 0 || l.UnitKind == "" {
		return ""
	}
	return l.UnitKind + "=" + strconv.Itoa(l.Unit)
}
