package xls

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// maxColumns and maxRows are the limits of Excel 97 to 2003.
const (
	maxColumns = 256
	maxRows    = 65_536
)

// maxNotes is the maximum number of comments per sheet. It is also the maximum number of drawing texts,
// and the maximum number of chart texts.
const maxNotes = 10_000

// maxLate is the maximum number of late cells per sheet. A late cell is stored after cells of a later
// row. Further late cells are dropped.
const maxLate = 100_000

// sheet is a sheet that is being read.
type sheet struct {
	w       *workbook
	out     *parse.Sheet
	row     int // number of the unfinished row
	cells   []string
	late    map[int][]string
	lates   int
	formula place          // cell of the formula whose text result is in a record not yet read
	object  int            // number of the drawing whose text comes next
	drawn   map[int]string // texts of drawings, by number
	order   []int          // numbers of the drawings, in order
	notes   []note
	chart   []string
}

// place is the position of a cell; row -1 means no cell.
type place struct{ row, column int }

// note is a comment on a cell: the text, or the number of the drawing with the text.
type note struct {
	place
	object int
	text   string
}

func (w *workbook) sheet(of boundSheet) error {
	w.r.at = of.at
	first, ok := w.r.next()
	if !ok || first.kind != recBOF {
		return fmt.Errorf("xls: no sheet at %d", of.at)
	}
	s := &sheet{w: w, out: parse.NewSheet(w.c, of.name), row: -1, formula: place{row: -1}, drawn: map[int]string{}, late: map[int][]string{}}
	charts := 0
	if of.kind == sheetChart {
		charts = 1
	}
	for n, depth := 0, 1; depth > 0; n++ {
		if n&1023 == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		rec, ok := w.r.next()
		if !ok {
			break
		}
		switch {
		case rec.kind == recBOF:
			depth, charts = depth+1, charts+1
		case rec.kind == recEOF:
			depth, charts = depth-1, max(0, charts-1)
		case charts > 0: // inside a chart, only the texts are read: its cells are copies
			if rec.kind == recSeriesText && len(rec.body) > 2 && len(s.chart) < maxNotes {
				s.chart = append(s.chart, w.texts.short(&pieces{cur: rec.body[2:]}))
			}
		default:
			if err := s.record(rec); err != nil {
				return err
			}
		}
	}
	return s.end()
}

func (s *sheet) record(rec record) error {
	b := rec.body
	at := place{u16(b, 0), u16(b, 2)}
	switch rec.kind {
	case recLabelSST:
		if i := int(u32(b, 6)); len(b) >= 10 && i < len(s.w.shared) {
			return s.put(at, s.w.shared[i])
		}
	case recLabel, recRString:
		if len(b) >= 8 {
			p := &pieces{b[6:], s.w.r.continued()}
			return s.put(at, s.w.texts.long(p))
		}
	case recNumber:
		if len(b) >= 14 {
			return s.put(at, s.w.number(float(b[6:]), u16(b, 4)))
		}
	case recRK:
		if len(b) >= 10 {
			return s.put(at, s.w.number(rk(u32(b, 6)), u16(b, 4)))
		}
	case recMulRK:
		for i := 4; i+6 <= len(b)-2; i += 6 {
			if err := s.put(at, s.w.number(rk(u32(b, i+2)), u16(b, i))); err != nil {
				return err
			}
			at.column++
		}
	case recBoolErr:
		if len(b) >= 8 {
			return s.put(at, truth(b[6], b[7] != 0))
		}
	case recFormula:
		if len(b) >= 14 {
			return s.result(at, b)
		}
	case recString:
		p := &pieces{b, s.w.r.continued()}
		if s.formula.row >= 0 {
			at = s.formula
			s.formula.row = -1
			return s.put(at, s.w.texts.long(p))
		}
	case recObject:
		if len(b) >= 8 && u16(b, 0) == 0x15 {
			s.object = u16(b, 6)
		}
	case recText:
		s.drawing(b)
	case recNote:
		s.note(at, b)
	}
	return nil
}

// result stores the result of a formula. A text result is in a separate record.
func (s *sheet) result(at place, b []byte) error {
	if u16(b, 12) != 0xffff {
		return s.put(at, s.w.number(float(b[6:]), u16(b, 4)))
	}
	switch b[6] {
	case 0:
		s.formula = at
	case 1, 2:
		return s.put(at, truth(b[8], b[6] == 2))
	}
	return nil
}

// put stores the text of a cell. Some programs do not write the rows in order; a cell of an earlier
// row is put into s.late.
func (s *sheet) put(at place, text string) error {
	if text == "" || at.column >= maxColumns || at.row >= maxRows {
		return nil
	}
	if at.row < s.row {
		if s.lates++; s.lates <= maxLate {
			s.late[at.row] = set(s.late[at.row], at.column, text)
		}
		return nil
	}
	if at.row > s.row {
		if err := s.flush(); err != nil {
			return err
		}
		s.row = at.row
	}
	s.cells = set(s.cells, at.column, text)
	return nil
}

func set(row []string, column int, text string) []string {
	for len(row) <= column {
		row = append(row, "")
	}
	row[column] = text
	return row
}

func (s *sheet) flush() error {
	if len(s.cells) == 0 {
		return nil
	}
	cells := s.cells
	s.cells = nil
	return s.out.Row(s.row+1, cells)
}

// drawing stores the text of the drawing with the number s.object.
func (s *sheet) drawing(b []byte) {
	n := u16(b, 10)
	rest := s.w.r.continued()
	if _, twice := s.drawn[s.object]; n == 0 || len(rest) == 0 || twice || len(s.order) >= maxNotes {
		return
	}
	p := &pieces{cur: rest[0], rest: rest[1:]}
	flags := p.take(1)
	if len(flags) == 0 {
		return
	}
	s.drawn[s.object] = p.chars(n, flags[0]&1 != 0)
	s.order = append(s.order, s.object)
}

// note stores a comment. In old files the record contains the text; long text is split
// into several records.
func (s *sheet) note(at place, b []byte) {
	if len(s.notes) >= maxNotes || len(b) < 8 {
		return
	}
	if !s.w.texts.old {
		s.notes = append(s.notes, note{place: at, object: u16(b, 6)})
		return
	}
	if at.row == 0xffff && len(s.notes) > 0 {
		s.notes[len(s.notes)-1].text += s.w.texts.decode(b[6:])
		return
	}
	s.notes = append(s.notes, note{place: at, text: s.w.texts.decode(b[6:])})
}

// end passes on the remaining content: the last row, late cells, comments and other
// texts.
func (s *sheet) end() error {
	if err := s.flush(); err != nil {
		return err
	}
	for _, row := range slices.Sorted(maps.Keys(s.late)) {
		if err := s.out.Row(row+1, s.late[row]); err != nil {
			return err
		}
	}
	for _, n := range s.notes {
		text := n.text
		if text == "" {
			text = s.drawn[n.object]
			delete(s.drawn, n.object)
		}
		name, err := excelize.CoordinatesToCellName(min(n.column, maxColumns)+1, n.row+1)
		if text = strings.TrimSpace(text); text != "" && err == nil {
			s.out.Note(fmt.Sprintf("%s: %s", name, text))
		}
	}
	for _, id := range s.order {
		if text := s.drawn[id]; text != "" {
			s.out.Text(text)
		}
	}
	if len(s.chart) > 0 {
		s.out.Text(strings.Join(s.chart, "\n"))
	}
	return s.out.End()
}

// float reads a number of eight bytes.
func float(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// rk reads a number of four bytes: an integer or the upper half of a float64. Either may be in
// hundredths.
func rk(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// truth formats a boolean or an error as shown in a cell.
func truth(v byte, isError bool) string {
	switch {
	case !isError && v == 0:
		return "FALSE"
	case !isError:
		return "TRUE"
	}
	switch v {
	case 0x00:
		return "#NULL!"
	case 0x07:
		return "#DIV/0!"
	case 0x0f:
		return "#VALUE!"
	case 0x17:
		return "#REF!"
	case 0x1d:
		return "#NAME?"
	case 0x24:
		return "#NUM!"
	default:
		return "#N/A"
	}
}
