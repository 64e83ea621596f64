package docx

import (
	"context"
	"encoding/xml"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func (w *word) startTable() {
	if len(w.tables) == parse.MaxTables {
		w.nested++
		return
	}
	w.tables = append(w.tables, &office.Table{})
}

// startCell handles the elements that define the rows and cells of a table. It returns false for any
// other element.
func (w *word) startCell(e xml.StartElement) bool {
	t := w.tables[len(w.tables)-1]
	switch e.Name.Local {
	case "tr":
		t.Rows = append(t.Rows, nil)
	case "tc":
		t.Text.Reset()
		t.Open, t.Span, t.Down = true, 1, false
	case "gridSpan":
		t.Span = max(1, min(parse.MaxSpan, parse.Atoi(archive.Attr(e, "val"))))
	case "vMerge":
		t.Down = archive.Attr(e, "val") != "restart"
	case "gridBefore":
		if n := len(t.Rows) - 1; n >= 0 {
			t.Rows[n] = append(t.Rows[n], make([]string, max(0, min(parse.MaxSpan, parse.Atoi(archive.Attr(e, "val")))))...)
		}
	default:
		return false
	}
	return true
}

func (w *word) endCell() {
	if len(w.tables) == 0 {
		return
	}
	t := w.tables[len(w.tables)-1]
	if !t.Open || w.nested > 0 {
		return
	}
	t.Open = false
	if len(t.Rows) == 0 {
		t.Rows = append(t.Rows, nil)
	}
	row := &t.Rows[len(t.Rows)-1]
	if t.Cells += t.Span; t.Cells > parse.MaxTableCells || len(*row) > parse.MaxCells {
		return
	}
	s := t.Text.String()
	if t.Down {
		s = ""
	}
	*row = append(*row, s)
	*row = append(*row, make([]string, t.Span-1)...)
}

// endTable passes on a table. A table with a single column is a frame around text, so its cells are
// passed on as paragraphs. A table in a cell is added to the text of the cell.
func (w *word) endTable() error {
	if len(w.tables) == 0 {
		return nil
	}
	if w.nested > 0 {
		w.nested--
		return nil
	}
	t := w.tables[len(w.tables)-1]
	w.tables = w.tables[:len(w.tables)-1]
	wide := 0
	for _, row := range t.Rows {
		wide = max(wide, len(row))
	}
	if len(w.tables) > 0 {
		for _, row := range t.Rows {
			if s := strings.TrimSpace(strings.Join(row, " ")); s != "" {
				w.tables[len(w.tables)-1].Add(s)
			}
		}
		return nil
	}
	if wide > 1 {
		return w.put(parsed.Block{Kind: parsed.Table, Rows: t.Rows})
	}
	for _, row := range t.Rows {
		for _, s := range row {
			if err := w.put(parsed.Block{Kind: parsed.Paragraph, Text: s}); err != nil {
				return err
			}
		}
	}
	return nil
}

// readNotes stores the notes of a part in w.notes, by kind and id. Separators and continuation
// notices, which have a type, are skipped.
func (w *word) readNotes(ctx context.Context, o *office.Package, name string) {
	r, err := o.Open(name)
	if err != nil {
		return
	}
	defer r.Close()
	var text strings.Builder
	key, skip := "", 0
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { // damaged notes are used as far as they can be read
		switch t := t.(type) {
		case xml.StartElement:
			if skip > 0 || dropped[t.Name.Local] {
				skip++
				return nil
			}
			switch t.Name.Local {
			case "footnote", "endnote", "comment":
				text.Reset()
				if key = t.Name.Local + archive.Attr(t, "id"); archive.Attr(t, "type") != "" || len(w.notes) > parse.MaxEntries {
					key = ""
				}
			case "p":
				text.WriteByte(' ')
			}
		case xml.EndElement:
			if skip > 0 {
				skip--
				return nil
			}
			if t.Name.Local == "footnote" || t.Name.Local == "endnote" || t.Name.Local == "comment" {
				if key != "" {
					w.notes[key] = parse.OneLine(text.String())
				}
				key = ""
			}
		case xml.CharData:
			if skip == 0 && key != "" && strings.TrimSpace(string(t)) != "" {
				text.Write(t)
			}
		}
		return nil
	})
}
