// Package ppt reads presentations of PowerPoint 97 to 2003.
package ppt

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// The record types of PowerPoint 97 to 2003, as far as they are used.
const (
	pptSlide     = 1006
	pptNotesAtom = 1009
	pptObjects   = 1033 // the list of embedded objects
	pptPersist   = 1011
	pptObjectRef = 3009 // in a shape: the number of an embedded object
	pptOutline   = 3998 // in a slide: the index of a text that is stored in the list of slides
	pptHeader    = 3999 // the purpose of the following text
	pptChars     = 4000
	pptBytes     = 4008
	pptList      = 4080
	pptObject    = 4035 // location of an embedded object
	pptUserEdit  = 4085
	pptStorage   = 4113 // an embedded object
	pptDirectory = 6002
	pptSession   = 0x2f14 // how the file is encrypted
)

// Read reads the slides of a presentation: their texts, the content of embedded charts
// and sheets, and the notes.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	f, err := ole.Open(in, in.Size)
	if err != nil {
		return err
	}
	p := &powerPoint{ctx: ctx, c: c, b: f.Stream("PowerPoint Document")}
	if len(p.b) < 8 {
		return parse.Failf(parse.Broken, "no slides")
	}
	c.Drawn = len(f.Head("Pictures", 1)) > 0
	user := f.Stream("Current User")
	if len(user) >= 20 {
		p.directory(binary.LittleEndian.Uint32(user[16:]))
		if binary.LittleEndian.Uint32(user[12:]) == ole.LockedUser {
			if err := p.unlock(in.Password); err != nil {
				return err
			}
		}
	}
	p.objects = p.embedded()
	slides := p.list(0)
	notes := map[uint32][]pptText{}
	for _, n := range p.list(2) {
		texts, about := p.texts(n)
		notes[about] = texts
	}
	c.Total = len(slides)
	for _, s := range slides {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		u := parsed.Unit{Kind: parsed.Slide}
		texts, _ := p.texts(s)
		if len(texts) > 0 && !slices.ContainsFunc(texts, pptText.title) && !strings.Contains(texts[0].text, "\r") && parse.LooksHeading(texts[0].text) {
			texts[0].kind = 0
		}
		for _, t := range texts {
			if t.title() && u.Name == "" {
				u.Name = parse.OneLine(t.text)
				c.Heading(1, u.Name, c.Next())
			}
			u.Blocks = append(u.Blocks, t.blocks()...)
		}
		for _, t := range notes[s.id] {
			if t.kind == 2 {
				u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Note, Text: t.text})
			}
		}
		if err := c.Unit(u); err != nil {
			return err
		}
	}
	return nil
}

type powerPoint struct {
	ctx     context.Context
	c       *parse.Collector
	b       []byte
	at      map[uint32]uint32 // offsets of the objects, by number
	doc     uint32
	session uint32 // number of the object that describes the encryption of all other objects
	budget  int
	objects map[uint32]uint32 // numbers of the objects with embedded content, by the number used in shapes
	spent   int               // unpacked bytes of embedded objects
}

// record is one record. The body of a container consists of records.
type record struct {
	kind, instance int
	container      bool
	body           []byte
}

// records calls visit with the records of b in order, until visit returns false or too many records
// of the file were visited.
func (p *powerPoint) records(b []byte, visit func(record) bool) {
	for len(b) >= 8 {
		head, n := binary.LittleEndian.Uint16(b), int64(binary.LittleEndian.Uint32(b[4:]))
		if n > int64(len(b)-8) {
			n = int64(len(b) - 8)
		}
		if p.budget++; p.budget > 5_000_000 {
			return
		}
		if !visit(record{int(binary.LittleEndian.Uint16(b[2:])), int(head >> 4), head&15 == 15, b[8 : 8+n]}) {
			return
		}
		b = b[8+n:]
	}
}

// one reads the record at an offset.
func (p *powerPoint) one(at uint32) (out record) {
	if int64(at) < int64(len(p.b)) {
		p.records(p.b[at:], func(r record) bool { out = r; return false })
	}
	return out
}

// directory reads the object directories of at most 1,000 saves, from the last save to the first. If
// several directories have an entry for an object, the entry of the latest save is used.
func (p *powerPoint) directory(edit uint32) {
	p.at = map[uint32]uint32{}
	for range 1_000 {
		e := p.one(edit)
		if e.kind != pptUserEdit || len(e.body) < 20 {
			return
		}
		if p.doc == 0 {
			p.doc = binary.LittleEndian.Uint32(e.body[16:])
			if len(e.body) >= 32 {
				p.session = binary.LittleEndian.Uint32(e.body[28:])
			}
		}
		if d := p.one(binary.LittleEndian.Uint32(e.body[12:])); d.kind == pptDirectory {
			for b := d.body; len(b) >= 4; {
				head := binary.LittleEndian.Uint32(b)
				b = b[4:]
				first := head & 0xfffff
				for i := range head >> 20 {
					if len(b) < 4 {
						break
					}
					if _, newer := p.at[first+i]; !newer && len(p.at) < parse.MaxEntries {
						p.at[first+i] = binary.LittleEndian.Uint32(b)
					}
					b = b[4:]
				}
			}
		}
		last := binary.LittleEndian.Uint32(e.body[8:])
		if last == 0 || last >= edit {
			return
		}
		edit = last
	}
}

// unlock decrypts the objects of the directory, each separately and with its header.
func (p *powerPoint) unlock(password string) error {
	session := p.one(p.at[p.session])
	if session.kind != pptSession {
		return parse.Failf(parse.Broken, "nothing says how it is encrypted")
	}
	key, err := ole.NewKey(session.body, password, ole.SlidesPassword)
	if err != nil {
		return err
	}
	left := 2 * len(p.b) // a limit for malicious files, whose objects may overlap
	for id, at := range p.at {
		if id == p.session || int64(at)+8 > int64(len(p.b)) || left <= 0 {
			continue
		}
		c, b := key.Block(id), p.b[at:]
		c.XORKeyStream(b[:8], b[:8])
		n := min(int64(binary.LittleEndian.Uint32(b[4:])), int64(len(b)-8), int64(left))
		c.XORKeyStream(b[8:8+n], b[8:8+n])
		left -= int(n)
	}
	return nil
}

// pptItem is an entry of the list of slides or of notes, with its texts from the list.
type pptItem struct {
	id    uint32 // id; notes refer to a slide by this id
	body  []byte // body of the container record
	texts []pptText
}

// list returns the slides (which = 0) or the notes (which = 2) of the document in order.
func (p *powerPoint) list(which int) []pptItem {
	var out []pptItem
	doc := p.one(p.at[p.doc])
	p.records(doc.body, func(r record) bool {
		if r.kind != pptList || r.instance != which {
			return true
		}
		kind := 0
		p.records(r.body, func(r record) bool {
			switch {
			case r.kind == pptPersist && len(r.body) >= 16 && len(out) < parse.MaxEntries:
				at, ok := p.at[binary.LittleEndian.Uint32(r.body)]
				item := pptItem{id: binary.LittleEndian.Uint32(r.body[12:])}
				if ok {
					item.body = p.one(at).body
				}
				out = append(out, item)
			case r.kind == pptHeader && len(r.body) >= 4:
				kind = int(binary.LittleEndian.Uint32(r.body))
			case (r.kind == pptChars || r.kind == pptBytes) && len(out) > 0:
				last := &out[len(out)-1]
				last.texts = append(last.texts, pptText{kind: kind, text: pptString(r)})
			}
			return true
		})
		return true
	})
	if which == 0 && len(out) == 0 { // in a damaged file, use the slides in the order of the file
		p.records(p.b, func(r record) bool {
			if r.kind == pptSlide && len(out) < parse.MaxEntries {
				out = append(out, pptItem{body: r.body})
			}
			return true
		})
	}
	return out
}

// pptText is text with its purpose: 0 and 6 mean a title, 1, 5, 7 and 8 body text, 2
// notes, 4 anything else. Instead of text it may contain the blocks of an embedded
// object.
type pptText struct {
	kind   int
	text   string
	object []parsed.Block
}

func (t pptText) title() bool { return t.kind == 0 || t.kind == 6 }

func (t pptText) blocks() []parsed.Block {
	out := t.object
	for par := range strings.SplitSeq(t.text, "\r") {
		par = strings.TrimSpace(strings.ReplaceAll(par, "\v", "\n"))
		b := parsed.Block{Kind: parsed.Paragraph, Text: par}
		switch t.kind {
		case 0, 6:
			b.Kind, b.Level = parsed.Title, 1
		case 1, 5, 7, 8:
			b.Kind, b.Level = parsed.List, 1
		}
		if par != "" {
			out = append(out, b)
		}
	}
	return out
}

// texts returns the texts of a slide or of notes. For notes, `about` is the id of the slide to which
// they belong.
func (p *powerPoint) texts(item pptItem) (out []pptText, about uint32) {
	kind, used := 4, map[int]bool{}
	var walk func(b []byte, depth int)
	walk = func(b []byte, depth int) {
		p.records(b, func(r record) bool {
			switch {
			case r.container && depth < 20:
				walk(r.body, depth+1)
			case r.kind == pptNotesAtom && len(r.body) >= 4:
				about = binary.LittleEndian.Uint32(r.body)
			case r.kind == pptHeader && len(r.body) >= 4:
				kind = int(binary.LittleEndian.Uint32(r.body))
			case r.kind == pptChars || r.kind == pptBytes:
				out = append(out, pptText{kind: kind, text: pptString(r)})
				kind = 4
			case r.kind == pptObjectRef && len(r.body) >= 4:
				if blocks := p.object(binary.LittleEndian.Uint32(r.body)); len(blocks) > 0 {
					out = append(out, pptText{kind: 4, object: blocks})
				}
			case r.kind == pptOutline && len(r.body) >= 4:
				if i := int(binary.LittleEndian.Uint32(r.body)); i >= 0 && i < len(item.texts) && !used[i] {
					used[i] = true
					out = append(out, item.texts[i])
				}
			}
			return true
		})
	}
	walk(item.body, 0)
	for i, t := range item.texts {
		if !used[i] {
			out = append(out, t)
		}
	}
	return out, about
}

func pptString(r record) string {
	if r.kind == pptBytes {
		out := make([]rune, len(r.body))
		for i, c := range r.body {
			out[i] = rune(c)
		}
		return string(out)
	}
	u := make([]uint16, len(r.body)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(r.body[2*i:])
	}
	return string(utf16.Decode(u))
}
