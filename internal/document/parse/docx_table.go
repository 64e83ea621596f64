package parse

import (
	"context"
	"encoding/xml"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// wordTable is a table that is being read.
type wordTable struct {
	rows  [][]string
	cells int
	text  strings.Builder // of the open cell
	span  int
	down  bool // the open cell goes on from the row above
	open  bool
}

func (t *wordTable) add(s string) {
	if t.text.Len() > 0 {
		t.text.WriteByte('\n')
	}
	t.text.WriteString(s)
}

func (w *word) startTable() {
	if len(w.tables) == maxTables {
		w.nested++
		return
	}
	w.tables = append(w.tables, &wordTable{})
}

// startCell looks at an element of a table; false leaves it to others.
func (w *word) startCell(e xml.StartElement) bool {
	t := w.tables[len(w.tables)-1]
	switch e.Name.Local {
	case "tr":
		t.rows = append(t.rows, nil)
	case "tc":
		t.text.Reset()
		t.open, t.span, t.down = true, 1, false
	case "gridSpan":
		t.span = max(1, min(maxSpan, atoi(attr(e, "val"))))
	case "vMerge":
		t.down = attr(e, "val") != "restart"
	case "gridBefore":
		if n := len(t.rows) - 1; n >= 0 {
			t.rows[n] = append(t.rows[n], make([]string, max(0, min(maxSpan, atoi(attr(e, "val")))))...)
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
	if !t.open || w.nested > 0 {
		return
	}
	t.open = false
	if len(t.rows) == 0 {
		t.rows = append(t.rows, nil)
	}
	row := &t.rows[len(t.rows)-1]
	if t.cells += t.span; t.cells > maxHTMLCells || len(*row) > maxCells {
		return
	}
	s := t.text.String()
	if t.down {
		s = ""
	}
	*row = append(*row, s)
	*row = append(*row, make([]string, t.span-1)...)
}

// endTable hands a table on. One of a single column is a frame around text,
// and one in a cell becomes the cell's text.
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
	for _, row := range t.rows {
		wide = max(wide, len(row))
	}
	if len(w.tables) > 0 {
		for _, row := range t.rows {
			if s := strings.TrimSpace(strings.Join(row, " ")); s != "" {
				w.tables[len(w.tables)-1].add(s)
			}
		}
		return nil
	}
	if wide > 1 {
		return w.c.flow(parsed.Block{Kind: parsed.Table, Rows: t.rows})
	}
	for _, row := range t.rows {
		for _, s := range row {
			if err := w.c.flow(parsed.Block{Kind: parsed.Paragraph, Text: s}); err != nil {
				return err
			}
		}
	}
	return nil
}

// readNotes reads the notes of a part by their kind and id. Separators and
// notices of continuation, which have a type, are none.
func (w *word) readNotes(ctx context.Context, o *office, name string) {
	r, err := o.open(name)
	if err != nil {
		return
	}
	defer r.Close()
	var text strings.Builder
	key, skip := "", 0
	_ = decodeXML(ctx, r, func(t xml.Token) error { // what can be read of it counts
		switch t := t.(type) {
		case xml.StartElement:
			if skip > 0 || dropped[t.Name.Local] {
				skip++
				return nil
			}
			switch t.Name.Local {
			case "footnote", "endnote", "comment":
				text.Reset()
				if key = t.Name.Local + attr(t, "id"); attr(t, "type") != "" || len(w.notes) > maxEntries {
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
					w.notes[key] = oneLine(text.String())
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
