package xls

import (
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
)

// pieces is text that may continue in the following records. Each piece is the body of
// one record.
type pieces struct {
	cur  []byte
	rest [][]byte
}

// more reports whether bytes are left. If the current piece is used up, more moves to the next piece.
func (p *pieces) more() bool {
	for len(p.cur) == 0 {
		if len(p.rest) == 0 {
			return false
		}
		p.cur, p.rest = p.rest[0], p.rest[1:]
	}
	return true
}

// take returns the next n bytes across pieces, or fewer at the end.
func (p *pieces) take(n int) []byte {
	if len(p.cur) >= n {
		out := p.cur[:n]
		p.cur = p.cur[n:]
		return out
	}
	var out []byte
	for n > 0 && p.more() {
		m := min(n, len(p.cur))
		out = append(out, p.cur[:m]...)
		p.cur, n = p.cur[m:], n-m
	}
	return out
}

// skip passes over n bytes.
func (p *pieces) skip(n int64) {
	for n > 0 && p.more() {
		m := min(n, int64(len(p.cur)))
		p.cur, n = p.cur[m:], n-m
	}
}

// chars reads n characters of one or two bytes each. If the text continues in the next piece, the
// first byte of the next piece states the width of the characters there.
func (p *pieces) chars(n int, wide bool) string {
	u := make([]uint16, 0, min(n, len(p.cur)))
	for n > 0 {
		if len(p.cur) == 0 {
			if !p.more() {
				break
			}
			wide = p.cur[0]&1 != 0
			p.cur = p.cur[1:]
			continue
		}
		if wide {
			m := min(n, len(p.cur)/2)
			for i := range m {
				u = append(u, uint16(u16(p.cur, 2*i)))
			}
			if m == 0 { // an incomplete character is dropped
				p.cur = nil
				continue
			}
			p.cur, n = p.cur[2*m:], n-m
			continue
		}
		m := min(n, len(p.cur))
		for _, c := range p.cur[:m] {
			u = append(u, uint16(c))
		}
		p.cur, n = p.cur[m:], n-m
	}
	return string(utf16.Decode(u))
}

// rich reads n characters. The byte before them states their width, and whether formatting and phonetic
// guides follow; rich skips both.
func (p *pieces) rich(n int) string {
	flags := p.take(1)
	if len(flags) == 0 {
		return ""
	}
	runs, extra := 0, int64(0)
	if flags[0]&8 != 0 {
		runs = u16(p.take(2), 0)
	}
	if flags[0]&4 != 0 {
		extra = int64(u32(p.take(4), 0))
	}
	s := p.chars(n, flags[0]&1 != 0)
	p.skip(4*int64(runs) + extra)
	return s
}

// maxStrings is the maximum number of shared strings of a workbook.
const maxStrings = 4_000_000

// sharedStrings reads the table of strings used in cells. It ignores the counts
// stated in the table and reads to the end of the records.
func sharedStrings(p pieces) []string {
	p.skip(8)
	var out []string
	for len(out) < maxStrings && p.more() {
		head := p.take(2)
		if len(head) < 2 {
			break
		}
		out = append(out, p.rich(u16(head, 0)))
	}
	return out
}

// texts reads strings in the encoding of the workbook's version.
type texts struct {
	old  bool // characters are in a code page instead of Unicode
	page encoding.Encoding
}

// text reads a string after its length: n characters, or n bytes if t.old is set.
func (t texts) text(p *pieces, n int) string {
	if !t.old {
		return p.rich(n)
	}
	return t.decode(p.take(n))
}

// short reads a string that begins with its length in one byte. long reads a string that begins with its
// length in two bytes.
func (t texts) short(p *pieces) string {
	n := p.take(1)
	if len(n) == 0 {
		return ""
	}
	return t.text(p, int(n[0]))
}

func (t texts) long(p *pieces) string { return t.text(p, u16(p.take(2), 0)) }

// decode decodes bytes in the code page of the workbook.
func (t texts) decode(b []byte) string {
	s, err := t.page.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(s)
}
