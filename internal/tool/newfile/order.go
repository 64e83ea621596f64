// Package newfile is a model's tool for creating a file: a Word document, a workbook, Markdown,
// comma-separated values or a calendar. The file is stored in the user's library.
package newfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Format is a kind of file.
type Format string

// Values of Format. Formats lists them.
const (
	Word     Format = "docx"
	Workbook Format = "xlsx"
	Markdown Format = "md"
	CSV      Format = "csv"
	Calendar Format = "ics"
)

// Formats are all formats.
var Formats = []Format{Word, Workbook, Markdown, CSV, Calendar}

// Limits of a file. The length of a model's call is limited as well.
const (
	maxContent = 256 << 10 // bytes of Markdown
	maxSheets  = 20
	maxRows    = 5_000 // of all sheets together
	maxColumns = 200
	maxCell    = 8 << 10 // bytes
	maxEvents  = 200
	maxName    = 80 // characters of a file's name; the title and the place of an event may each have twice as many
	maxNote    = 2_000
)

// Order is the arguments of a call. Parse sets Made, and the tool sets Locale.
type Order struct {
	Format  Format  `json:"format"`
	Name    string  `json:"name"`
	Content string  `json:"content,omitempty"` // Markdown of a docx or md
	Rows    []Row   `json:"rows,omitempty"`    // for csv
	Sheets  []Sheet `json:"sheets,omitempty"`  // for xlsx
	Events  []Event `json:"events,omitempty"`  // for ics

	Made   time.Time `json:"made,omitzero"` // when the file is made, in the user's time zone
	Locale string    `json:"locale,omitempty"`
}

// Sheet is one sheet of a workbook. Its first row is the header.
type Sheet struct {
	Name string `json:"name"`
	Rows []Row  `json:"rows"`
}

// Row is one row of cells: texts, numbers, true, false or null.
type Row []Cell

// Cell is the value of one cell: string, json.Number, bool or nil.
type Cell struct{ Value any }

// UnmarshalJSON decodes a value. Lists and objects are refused.
func (c *Cell) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&c.Value); err != nil {
		return err
	}
	switch c.Value.(type) {
	case nil, string, json.Number, bool:
		return nil
	}
	return errors.New("a cell is a text, a number, true, false or null")
}

// MarshalJSON writes the value.
func (c Cell) MarshalJSON() ([]byte, error) { return json.Marshal(c.Value) }

// Text returns the value as a text.
func (c Cell) Text() string {
	if c.Value == nil {
		return ""
	}
	return fmt.Sprint(c.Value)
}

// Event is one entry of a calendar.
type Event struct {
	Title  string `json:"title"`
	Start  string `json:"start"` // 2026-11-25 or 2026-11-25T09:30
	End    string `json:"end,omitempty"`
	Place  string `json:"place,omitempty"`
	Notes  string `json:"notes,omitempty"`
	Remind *int   `json:"remind,omitempty"` // reminder, in minutes before the start
	Repeat string `json:"repeat,omitempty"` // daily, weekly, monthly or yearly
	Times  int    `json:"times,omitempty"`  // number of occurrences; 0: no end
}

// Parse decodes the arguments of a call. `made` is when the file is made, in the user's time zone. The
// error explains to the model what to correct.
func Parse(input []byte, made time.Time) (Order, error) {
	var o Order
	if err := json.Unmarshal(input, &o); err != nil {
		return Order{}, errors.New("the file is not of the right form: rows are lists of texts, numbers, true, false or null")
	}
	o.Name, o.Made = stem(o.Name, o.Format), made
	switch {
	case !slices.Contains(Formats, o.Format):
		return Order{}, fmt.Errorf("format must be one of %v", Formats)
	case o.Name == "":
		return Order{}, errors.New("name must be a text that is not empty")
	}
	return o, o.check()
}

// stem returns the file name on one line, without its extension. It replaces the characters forbidden
// in file names by '-' and keeps at most maxName characters.
func stem(name string, f Format) string {
	name = text.OneLine(name)
	if ext := "." + string(f); len(name) > len(ext) && strings.EqualFold(name[len(name)-len(ext):], ext) {
		name = name[:len(name)-len(ext)]
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	return strings.Trim(text.Cut(name, maxName), " .-")
}

// check validates the fields needed for the format.
func (o Order) check() error {
	switch o.Format {
	case Word, Markdown:
		if strings.TrimSpace(o.Content) == "" || len(o.Content) > maxContent || !utf8.ValidString(o.Content) {
			return fmt.Errorf("content must be Markdown of at most %d KB", maxContent>>10)
		}
	case CSV:
		return checkRows([]Sheet{{Rows: o.Rows}})
	case Workbook:
		if len(o.Sheets) == 0 || len(o.Sheets) > maxSheets {
			return fmt.Errorf("sheets must be 1 to %d", maxSheets)
		}
		return checkRows(o.Sheets)
	case Calendar:
		if len(o.Events) == 0 || len(o.Events) > maxEvents {
			return fmt.Errorf("events must be 1 to %d", maxEvents)
		}
		for i, e := range o.Events {
			if err := e.check(o.Made.Location()); err != nil {
				return fmt.Errorf("event %d: %w", i+1, err)
			}
		}
	}
	return nil
}

func checkRows(sheets []Sheet) error {
	n := 0
	for _, s := range sheets {
		if len(s.Rows) == 0 {
			return errors.New("rows must not be empty; the first one is the header")
		}
		n += len(s.Rows)
		for _, r := range s.Rows {
			if len(r) > maxColumns {
				return fmt.Errorf("a row has at most %d cells", maxColumns)
			}
			for _, c := range r {
				if len(c.Text()) > maxCell {
					return fmt.Errorf("a cell has at most %d KB", maxCell>>10)
				}
			}
		}
	}
	if n > maxRows {
		return fmt.Errorf("at most %d rows, these are %d", maxRows, n)
	}
	return nil
}
