// Package html reads HTML pages and their tables.
package html

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	htmlcharset "golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Read reads a page as text. It leaves out, for example, scripts, styles and hidden elements.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	sample := make([]byte, min(in.Size, charset.SampleSize))
	n, err := in.ReadAt(sample, 0)
	if n == 0 && err != nil {
		return err
	}
	enc, ok := Charset(sample[:n], "text/html")
	if !ok {
		return parse.Failf(parse.Unsupported, "not a text")
	}
	p := &Page{Emit: c.Flow}
	err = p.Read(ctx, charset.DecodeAs(in, enc))
	if p.Scripts {
		c.Warn(parsed.Scripts)
	}
	c.Sum.Title, c.Drawn = p.title, p.Drawn
	return err
}

// Charset is charset.Of for a page. If the bytes are neither UTF-8 nor UTF-16, Charset uses the
// encoding declared by `contentType` (a Content-Type header), or else by a meta element. A
// declaration of Windows-1252 or UTF-8 is ignored.
func Charset(sample []byte, contentType string) (encoding.Encoding, bool) {
	enc, ok := charset.Of(sample)
	if !ok || enc == unicode.UTF8 || enc == charset.UTF16LE || enc == charset.UTF16BE {
		return enc, ok
	}
	declared, name, _ := htmlcharset.DetermineEncoding(sample[:min(len(sample), 1024)], contentType)
	switch name {
	case "windows-1252", "utf-8": // windows-1252: also the result without a declaration; utf-8: wrong here
		return enc, true
	case "gbk", "gb18030":
		return simplifiedchinese.GB18030, true
	}
	return declared, true
}

// Page converts HTML to blocks token by token. It builds no tree of the page; only the unfinished
// block and the open tables are in memory.
type Page struct {
	Emit    func(parsed.Block) error
	Bare    bool // the addresses of links are left out
	title   string
	Scripts bool
	Drawn   bool // the page has pictures

	text     strings.Builder // text of the unfinished block
	kind     parsed.BlockKind
	level    int
	lists    []int // the number of the last item of each open list; -1 for a list without numbers
	pre      int
	tables   []*htmlTable
	skip     string // the element whose content is being skipped
	skipping int    // how many elements with that name are open, nested in each other
	inTitle  bool
	link     parse.Link
}

// htmlTable is an unfinished table.
type htmlTable struct {
	rows   [][]htmlCell
	layout bool // the table is used only for layout
	covers map[int]int
	open   bool // a cell is open
	cells  int
}

type htmlCell struct{ blocks []parsed.Block }

// layoutCell is a length in characters. A table with a longer cell is treated as layout, not as data.
const layoutCell = 1_500

// Read reads a page and emits its blocks. It ends at a tag or text of more than 8 MB, or at the end
// of the page.
func (p *Page) Read(ctx context.Context, r io.Reader) error {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(8 << 20)
	for n := 0; ; n++ {
		if n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		switch z.Next() {
		case html.ErrorToken:
			if e := z.Err(); !errors.Is(e, io.EOF) && !errors.Is(e, html.ErrBufferExceeded) {
				return e
			}
			return p.finish()
		case html.TextToken:
			if p.skip == "" || p.inTitle {
				p.words(html.UnescapeString(string(z.Text())))
			}
		case html.StartTagToken:
			err = p.token(z, false)
		case html.SelfClosingTagToken:
			err = p.token(z, true)
		case html.EndTagToken:
			name, _ := z.TagName()
			err = p.endToken(string(name))
		}
		if err != nil {
			return err
		}
	}
}

func (p *Page) finish() error {
	for len(p.tables) > 0 {
		if err := p.endTable(); err != nil {
			return err
		}
	}
	return p.flush()
}

// token handles a start tag, which the tokenizer has just read.
func (p *Page) token(z *html.Tokenizer, closed bool) error {
	raw, more := z.TagName()
	name := string(raw)
	if p.skip != "" {
		if name == p.skip && !closed {
			p.skipping++
		}
		return nil
	}
	skip, err := p.start(name, atom.Lookup(raw), attributes(z, more), closed)
	if skip && !closed {
		p.skip, p.skipping = name, 1
	}
	return err
}

func (p *Page) endToken(name string) error {
	if p.skip != "" {
		if name == p.skip {
			if p.skipping--; p.skipping <= 0 {
				p.skip = ""
			}
		}
		return nil
	}
	return p.end(atom.Lookup([]byte(name)))
}

// words adds text to the current block, or to the title of the page.
func (p *Page) words(s string) {
	switch {
	case p.inTitle:
		if p.title == "" {
			p.title = parse.OneLine(s)
		}
	case p.pre > 0:
		p.text.WriteString(s)
	default:
		p.inline(s)
	}
}

// inline adds running text to the current block. At the beginning of the block or of a line, white
// space is removed. White space with a line end is also removed between two characters if
// parse.Wide reports true for both. Any other run of white space becomes one space.
func (p *Page) inline(s string) {
	rest := s
	for rest != "" {
		i := strings.IndexAny(rest, " \t\r\n\f")
		if i < 0 {
			p.text.WriteString(rest)
			return
		}
		p.text.WriteString(rest[:i])
		after := strings.TrimLeft(rest[i:], " \t\r\n\f")
		gap := rest[i : len(rest)-len(after)]
		rest = after
		have := p.text.String()
		if have == "" || strings.HasSuffix(have, " ") || strings.HasSuffix(have, "\n") {
			continue
		}
		if strings.Contains(gap, "\n") && rest != "" && parse.JoinsWithout(have, rest) {
			continue
		}
		p.text.WriteByte(' ')
	}
}

// skipped are the elements whose content is not text of the page.
var skipped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Noscript: true, atom.Svg: true, atom.Math: false, atom.Iframe: true, atom.Object: true,
	atom.Embed: false, atom.Select: true, atom.Textarea: true, atom.Button: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Rp: true, atom.Rt: true,
	atom.Noframes: true, atom.Datalist: true,
}

// hideable are the elements whose content is skipped if an attribute hides the element or marks it as a
// link to or from a note. All these elements require an end tag, because skipping ends only there.
var hideable = map[atom.Atom]bool{
	atom.Div: true, atom.Span: true, atom.Section: true, atom.Article: true, atom.Aside: true, atom.Ul: true, atom.Ol: true, atom.Table: true, atom.Nav: true,
	atom.Header: true, atom.Footer: true, atom.Form: true, atom.Figure: true, atom.Details: true, atom.Dialog: true, atom.A: true, atom.Font: true, atom.B: true, atom.I: true,
}

// breaks are the elements that start and end a block.
var breaks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Aside: true, atom.Header: true, atom.Footer: true, atom.Main: true, atom.Nav: true,
	atom.Blockquote: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Figure: true, atom.Form: true, atom.Fieldset: true, atom.Address: true, atom.Details: true,
	atom.Summary: true, atom.Hr: true, atom.Center: true, atom.Body: true, atom.Hgroup: true, atom.Legend: true, atom.Dialog: true,
}

var headings = map[atom.Atom]bool{atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true}

// unseen is the kind of a block that is marked as hidden.
const unseen parsed.BlockKind = "unseen"

// start handles the start of an element. It reports whether the content of the element is
// skipped.
func (p *Page) start(name string, tag atom.Atom, a attrs, closed bool) (skip bool, err error) {
	p.Scripts = p.Scripts || tag == atom.Script || a.handler
	p.Drawn = p.Drawn || tag == atom.Img || tag == atom.Svg
	if skipped[tag] || hideable[tag] && (a.hidden || a.mark) {
		return true, nil
	}
	return false, p.open(name, tag, a, closed)
}

func (p *Page) open(name string, tag atom.Atom, a attrs, closed bool) error {
	if a.hidden && (breaks[tag] || headings[tag] || tag == atom.Li) {
		return p.begin(unseen, 0)
	}
	switch tag {
	case atom.Title:
		p.inTitle = !closed
	case atom.A:
		p.link.Begin(a.href, &p.text)
	case atom.Br:
		p.text.WriteByte('\n')
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return p.begin(parsed.Title, int(name[1]-'0'))
	case atom.Ul, atom.Ol, atom.Menu:
		n := -1
		if tag == atom.Ol {
			n = max(0, a.start-1)
		}
		if len(p.lists) < 64 {
			p.lists = append(p.lists, n)
		}
		return p.flush()
	case atom.Li:
		return p.item()
	case atom.Pre, atom.Listing, atom.Xmp:
		p.pre++
		return p.begin(parsed.Code, 0)
	case atom.Caption, atom.Figcaption:
		return p.begin(parsed.Caption, 0)
	case atom.Table:
		return p.startTable()
	case atom.Tr:
		return p.startRow()
	case atom.Td, atom.Th:
		return p.startCell(a)
	default:
		if breaks[tag] {
			return p.begin(parsed.Paragraph, 0)
		}
	}
	return nil
}

// end handles the end of an element whose content was not skipped.
func (p *Page) end(tag atom.Atom) error {
	switch tag {
	case atom.Title:
		p.inTitle = false
	case atom.A:
		if p.kind != parsed.Title && !p.Bare {
			p.link.End(&p.text)
		}
		p.link = parse.Link{}
	case atom.Ul, atom.Ol, atom.Menu:
		err := p.flush()
		if len(p.lists) > 0 {
			p.lists = p.lists[:len(p.lists)-1]
		}
		return err
	case atom.Pre, atom.Listing, atom.Xmp:
		err := p.flush()
		p.pre = max(0, p.pre-1)
		return err
	case atom.Table:
		return p.endTable()
	case atom.Td, atom.Th, atom.Tr:
		if len(p.tables) > 0 {
			err := p.flush()
			p.tables[len(p.tables)-1].open = false
			return err
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Li, atom.Caption, atom.Figcaption:
		return p.flush()
	default:
		if breaks[tag] {
			return p.flush()
		}
	}
	return nil
}

// begin ends the previous block and begins a new one. A paragraph at the beginning of a list item
// belongs to the item, as in <li><p>.
func (p *Page) begin(kind parsed.BlockKind, level int) error {
	if kind == parsed.Paragraph && p.kind == parsed.List && strings.TrimSpace(p.text.String()) == listMark(p.lists) {
		return nil
	}
	err := p.flush()
	p.kind, p.level = kind, level
	return err
}

func (p *Page) item() error {
	if err := p.flush(); err != nil {
		return err
	}
	p.kind, p.level = parsed.List, max(1, len(p.lists))
	if n := len(p.lists) - 1; n >= 0 && p.lists[n] >= 0 {
		p.lists[n]++
		p.text.WriteString(listMark(p.lists) + " ")
	}
	return nil
}

// flush ends the block and adds it to the open cell, or emits it if no cell is open.
func (p *Page) flush() error {
	s := p.text.String()
	p.text.Reset()
	p.link = parse.Link{}
	b := parsed.Block{Kind: p.kind, Level: p.level, Text: s}
	p.kind, p.level = parsed.Paragraph, 0
	if b.Kind == "" {
		b.Kind = parsed.Paragraph
	}
	if strings.TrimSpace(s) == "" || b.Kind == unseen || b.Kind == parsed.List && strings.TrimSpace(s) == listMark(p.lists) {
		return nil
	}
	return p.put(b)
}

func (p *Page) put(b parsed.Block) error {
	for i := len(p.tables) - 1; i >= 0; i-- {
		t := p.tables[i]
		if !t.open || len(t.rows) == 0 {
			continue
		}
		row := t.rows[len(t.rows)-1]
		row[len(row)-1].blocks = append(row[len(row)-1].blocks, b)
		return nil
	}
	return p.Emit(b)
}

// attrs are the attributes of an element, as far as this package uses them.
type attrs struct {
	colspan, rowspan, start int
	hidden, handler         bool
	mark                    bool   // the link leads to a note, or from a note back to the text
	href                    string // the address of a link
}

func attributes(z *html.Tokenizer, more bool) attrs {
	a := newAttrs()
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if used(string(key)) {
			a.take(string(key), string(value))
		}
	}
	return a
}

func newAttrs() attrs { return attrs{colspan: 1, rowspan: 1, start: 1} }

// used reports whether take uses the attribute.
func used(key string) bool {
	switch key {
	case "colspan", "rowspan", "href", "start", "hidden", "class", "role", "epub:type", "style":
		return true
	}
	return len(key) > 3 && key[0] == 'o' && key[1] == 'n'
}

// marks identify links to notes and links back from notes. A mark is part of the class, role or epub:type.
var marks = []string{"noteref", "footnote-ref", "doc-backlink", "footnote-backref"}

func (a *attrs) take(key, value string) {
	switch key {
	case "colspan":
		a.colspan = span(value)
	case "rowspan":
		a.rowspan = span(value)
	case "href":
		a.href = value
	case "start":
		a.start = parse.Number([]byte(value))
	case "hidden":
		a.hidden = true
	case "class", "role", "epub:type":
		a.mark = a.mark || slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(value, m) })
	case "style":
		v := strings.ToLower(strings.ReplaceAll(value, " ", ""))
		a.hidden = a.hidden || strings.Contains(v, "display:none") || strings.Contains(v, "visibility:hidden") || strings.Contains(v, "font-size:0;")
	default:
		a.handler = a.handler || strings.HasPrefix(key, "on")
	}
}
