// Package xls reads the workbooks of Excel 5 to 2003, and charts of Microsoft Graph.
package xls

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxStream is the maximum size of the file of a workbook, in bytes. It is limited because the workbook
// is read into memory.
const maxStream = 150 << 20

// Read reads the sheets of a workbook: the displayed values, then the comments, text boxes and chart
// texts of each sheet. For a formula it reads the stored value.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	f, err := ole.Open(in, in.Size)
	if err != nil {
		return err
	}
	if in.Size > maxStream {
		return parse.Failf(parse.TooLarge, "a workbook of %d bytes", in.Size)
	}
	b := f.Stream("Workbook")
	if b == nil {
		b = f.Stream("Book")
	}
	if f.Has("_VBA_PROJECT_CUR") {
		c.Warn(parsed.Scripts)
	}
	return (&workbook{ctx: ctx, c: c, r: newRecords(b)}).read(in.Password)
}

// read reads the stream of a workbook or a chart.
func (w *workbook) read(password string) error {
	if len(w.r.b) >= 6 && u16(w.r.b, 0) == recBOF && u16(w.r.b, 4) == versionGraph {
		return w.graph()
	}
	if err := w.globals(password); err != nil {
		return err
	}
	c := w.c
	for _, s := range w.sheets {
		if w.r.left < 0 {
			break
		}
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if s.kind != sheetCells && s.kind != sheetChart {
			continue // skip macro modules
		}
		if s.hidden {
			c.Warn(parsed.HiddenParts)
		}
		if err := w.sheet(s); err != nil {
			if !c.Recoverable(err) {
				return err
			}
			c.Warn(parsed.Unreadable)
		}
	}
	if w.r.left < 0 {
		c.Warn(parsed.Truncated)
	}
	return nil
}

// workbook is the state of reading a workbook.
type workbook struct {
	ctx     context.Context
	c       *parse.Collector
	r       records
	texts   texts
	shared  []string
	formats map[int]string // codes of number formats, by number
	looks   []int          // numbers of the formats, by the index of a cell style
	sheets  []boundSheet
	from4   bool // days are counted from 1904
	numbers *office.Numbers
}

// boundSheet is an entry of the list of sheets.
type boundSheet struct {
	name   string
	at     int
	kind   byte
	hidden bool
}

// The kinds of sheets that contain text.
const (
	sheetCells = 0
	sheetChart = 2
)

// maxLooks is the maximum number of cell styles, and of number formats. Excel has at most 4,050 cell
// styles.
const maxLooks = 65_536

// globals reads the records shared by all sheets, and decrypts the stream if it is
// encrypted.
func (w *workbook) globals(password string) error {
	first, ok := w.r.next()
	if !ok || first.kind != recBOF {
		return parse.Failf(parse.Broken, "no header of a workbook")
	}
	switch version := u16(first.body, 0); version {
	case 0x0600:
	case 0x0500:
		w.texts.old = true
	default:
		return parse.Failf(parse.Broken, "a workbook of version %#x", version)
	}
	w.texts.page, w.formats = charset.CodePage(1252), map[int]string{}
	for {
		rec, ok := w.r.next()
		if !ok || rec.kind == recEOF {
			break
		}
		switch b := rec.body; rec.kind {
		case recFilePass:
			if err := w.unlock(b, password); err != nil {
				return err
			}
		case recCodePage:
			w.texts.page = charset.CodePage(u16(b, 0))
		case recDateMode:
			w.from4 = u16(b, 0) == 1
		case recFormat:
			w.format(b)
		case recXF:
			if len(w.looks) < maxLooks {
				w.looks = append(w.looks, u16(b, 2))
			}
		case recBoundSheet:
			if len(b) > 6 && len(w.sheets) < parse.MaxEntries {
				name := w.texts.short(&pieces{cur: b[6:]})
				w.sheets = append(w.sheets, boundSheet{name, int(u32(b, 0)), b[5], b[4]&3 != 0})
			}
		case recDrawings:
			w.c.Drawn = true
		case recSST:
			w.shared = sharedStrings(pieces{b, w.r.continued()})
		}
	}
	w.numbers = office.NewNumbers(w.from4)
	return nil
}

// unlock decrypts the stream with the password, or with Excel's default password.
func (w *workbook) unlock(b []byte, password string) error {
	var d decrypter
	if w.texts.old || u16(b, 0) == 0 {
		if !w.texts.old {
			b = b[min(2, len(b)):]
		}
		key, err := newXORKey(u16(b, 0), u16(b, 2), password, ole.DefaultPassword)
		if err != nil {
			return err
		}
		d = key
	} else {
		key, err := ole.NewKey(b[min(2, len(b)):], password, ole.DefaultPassword)
		if err != nil {
			return err
		}
		d = rc4Records{key.Stream(1024)}
	}
	decrypt(w.r.b, d)
	return nil
}

func (w *workbook) format(b []byte) {
	if len(b) < 3 || len(w.formats) >= maxLooks {
		return
	}
	p := &pieces{cur: b[2:]}
	if w.texts.old {
		w.formats[u16(b, 0)] = w.texts.short(p)
	} else {
		w.formats[u16(b, 0)] = w.texts.long(p)
	}
}

// number formats a number with the format of a cell style.
func (w *workbook) number(v float64, look int) string {
	if look >= len(w.looks) {
		return office.General(v)
	}
	format := w.looks[look]
	return w.numbers.Show(v, w.formats[format], format)
}
