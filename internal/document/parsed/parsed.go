// Package parsed is the one model of a file's content: what every parser makes
// of its format, and what search, answers, the viewer and deep reading are made
// from. It does no I/O.
package parsed

import (
	"strconv"
	"strings"
)

// Summary is what is known of a file once it has been read to its end.
type Summary struct {
	Format   string    `json:"format"` // a row of the parsers' table: pdf, docx, xlsx …
	Title    string    `json:"title,omitempty"`
	Units    int       `json:"units"` // how many there are, also those that were not read
	Chars    int       `json:"chars"` // runes of all blocks that were read
	Outline  []Heading `json:"outline,omitempty"`
	Warnings []Warning `json:"warnings,omitempty"`
}

// Heading is one entry of the outline. Level counts from 1.
type Heading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	Unit  int    `json:"unit"`
}

// Warning says what was left out of a file that could be read all the same.
type Warning string

// The warnings.
const (
	Truncated   Warning = "truncated"   // longer than is read; the rest is left out
	NoText      Warning = "noText"      // pages that are pictures of text
	Recognised  Warning = "recognised"  // text that was recognised in pictures, and may be wrong
	Scripts     Warning = "scripts"     // scripts or macros, which were not run
	Unreadable  Warning = "unreadable"  // parts that are damaged
	Repaired    Warning = "repaired"    // a damaged structure that was mended
	HiddenParts Warning = "hiddenParts" // hidden sheets, slides or rows, which were read
	Garbled     Warning = "garbled"     // pages whose fonts do not say what their characters are; GarbledUnits names them
)

// maxRanges is how many stretches of pages are named.
const maxRanges = 20

// GarbledUnits is the warning Garbled with the units it is of, in rising order:
// "garbled:3-5,9". After maxRanges stretches "…" stands for the others.
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

// GarbledIn are the units of the warning of GarbledUnits, as "3-5,9"; empty
// where there is none.
func GarbledIn(warnings []Warning) string {
	for _, w := range warnings {
		if units, ok := strings.CutPrefix(string(w), string(Garbled)+":"); ok {
			return units
		}
	}
	return ""
}

// Unit is what a reader is sent to: a page, slide, sheet or section. Numbers
// count from 1 in the order of the file. A sheet of more than a million
// characters goes on in the next unit, which has the same name.
type Unit struct {
	Number int      `json:"number"`
	Kind   UnitKind `json:"kind"`
	Name   string   `json:"name,omitempty"`  // of a sheet or chapter
	Width  float64  `json:"width,omitempty"` // in points; 0 where a file has no fixed layout
	Height float64  `json:"height,omitempty"`
	Blocks []Block  `json:"blocks"`
}

// UnitKind says what a unit is.
type UnitKind string

// The kinds of unit.
const (
	Page    UnitKind = "page"
	Slide   UnitKind = "slide"
	Sheet   UnitKind = "sheet"
	Section UnitKind = "section" // of a file that flows: a chapter, or a stretch of some thousand characters
)

// Block is a piece of a unit, in reading order.
type Block struct {
	Kind  BlockKind  `json:"kind"`
	Level int        `json:"level,omitempty"` // of a heading, from 1; of a list item, its depth from 1
	Text  string     `json:"text"`            // without Kangxi radicals, ligatures and wide letters; Chinese punctuation stays. Of a table, cells joined by tabs and rows by newlines
	Box   *Box       `json:"box,omitempty"`
	Rows  [][]string `json:"rows,omitempty"`  // of a table, as shown; a covered cell of a merged one is empty
	First int        `json:"first,omitempty"` // of a sheet's table, its first row as the sheet counts, and of a program's text its first line, from 1
}

// BlockKind says what a block is.
type BlockKind string

// The kinds of block.
const (
	Title     BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	List      BlockKind = "list" // one item
	Table     BlockKind = "table"
	Code      BlockKind = "code"
	Caption   BlockKind = "caption"
	Note      BlockKind = "note" // foot notes, speaker notes, comments
)

// Box is a place on a page in points from its top left corner.
type Box struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Text is all text of the unit, a line for each block.
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
