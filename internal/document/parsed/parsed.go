// Package parsed defines the content of a file: every parser produces it, and search,
// answers, the viewer and deep reading use it. The package does no I/O.
package parsed

import (
	"strconv"
	"strings"
)

// Summary describes a file that was read to its end or to a limit.
type Summary struct {
	Format   string    `json:"format"` // name of the file's format: pdf, docx, xlsx …
	Title    string    `json:"title,omitempty"`
	Units    int       `json:"units"` // number of units, including unread units
	Chars    int       `json:"chars"` // characters of all blocks that were read
	Outline  []Heading `json:"outline,omitempty"`
	Warnings []Warning `json:"warnings,omitempty"`
}

// Heading is an entry of the outline. Level counts from 1.
type Heading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Unit  int    `json:"unit"`
}

// Warning states what is missing or uncertain in a file that was read.
type Warning string

// The warnings.
const (
	Truncated   Warning = "truncated"   // the file is longer than the limit, and the rest was left out
	NoText      Warning = "noText"      // some pages are pictures without text
	Recognised  Warning = "recognised"  // some text was recognised in pictures and may be wrong
	Scripts     Warning = "scripts"     // the file has scripts or macros, which were not run
	Unreadable  Warning = "unreadable"  // some parts are damaged
	Repaired    Warning = "repaired"    // a damaged structure was repaired
	HiddenParts Warning = "hiddenParts" // hidden sheets or slides were read as well
	Objects     Warning = "objects"     // some embedded objects, such as charts, could not be read
	Garbled     Warning = "garbled"     // the characters of some pages cannot be identified; see GarbledUnits
)

// maxRanges is the maximum number of ranges in a warning.
const maxRanges = 20

// GarbledUnits returns the warning Garbled for the units with these numbers, which must be in rising
// order: "garbled:3-5,9". Ranges after the first maxRanges are replaced by "…".
func GarbledUnits(numbers []int) Warning {
	var b strings.Builder
	b.WriteString(string(Garbled) + ":")
	for i, ranges := 0, 0; i < len(numbers); ranges++ {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if ranges > 0 {
			b.WriteByte(',')
		}
		if ranges == maxRanges {
			b.WriteString("…")
			break
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(numbers[last]))
		}
		i = last + 1
	}
	return Warning(b.String())
}

// GarbledIn returns the unit numbers in the warning made by GarbledUnits, as "3-5,9";
// empty when there is no such warning.
func GarbledIn(warnings []Warning) string {
	for _, w := range warnings {
		if units, ok := strings.CutPrefix(string(w), string(Garbled)+":"); ok {
			return units
		}
	}
	return ""
}

// Unit is a page, slide, sheet or section of a file, and the target of citations. Units are
// numbered from 1 in the order of the file. A sheet with more than a million bytes of text is split
// into several units with the same name.
type Unit struct {
	Number int      `json:"number"`
	Kind   UnitKind `json:"kind"`
	Name   string   `json:"name,omitempty"`  // name of a sheet, or title of a slide or chapter
	Width  float64  `json:"width,omitempty"` // width in points; 0 if the file has no fixed layout
	Height float64  `json:"height,omitempty"`
	Blocks []Block  `json:"blocks"`
}

// UnitKind is the kind of a unit.
type UnitKind string

// The kinds of unit.
const (
	Page    UnitKind = "page"
	Slide   UnitKind = "slide"
	Sheet   UnitKind = "sheet"
	Section UnitKind = "section" // part of a file without pages, of about 3,000 characters at most
)

// Block is a part of a unit, such as a paragraph or a table. Blocks are in reading
// order.
type Block struct {
	Kind  BlockKind  `json:"kind"`
	Level int        `json:"level,omitempty"` // level of a heading or depth of a list item, from 1
	Text  string     `json:"text"`            // normalised: usual characters replace Kangxi radicals, ligatures and full-width letters; Chinese punctuation is kept. In a table, tabs separate the cells and newlines separate the rows.
	Box   *Box       `json:"box,omitempty"`
	Rows  [][]string `json:"rows,omitempty"`  // cells of a table as displayed; of merged cells, all but the first are empty
	First int        `json:"first,omitempty"` // number of the first row (table in a sheet) or first line (program text), from 1
}

// BlockKind is the kind of a block.
type BlockKind string

// The kinds of block.
const (
	Title     BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	List      BlockKind = "list" // one list item
	Table     BlockKind = "table"
	Code      BlockKind = "code"
	Caption   BlockKind = "caption"
	Note      BlockKind = "note" // footnotes, speaker notes, comments, headers and footers
)

// Box is a rectangle on a page, in points from the top left corner of the page.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Text returns the text of all blocks, joined by newlines.
func (u Unit) Text() string {
	var b strings.Builder
	for i, block := range u.Blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(block.Text)
	}
	return b.String()
}
