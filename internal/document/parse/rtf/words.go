package rtf

import (
	"errors"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
)

// maxNotes is the maximum number of notes of a paragraph or table. It is also the maximum number of
// headers and footers of a file.
const maxNotes = 1_000

// read reads the file to its end.
func (r *reader) read() error {
	for n := 0; ; n++ {
		if n&0xfff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		b, err := r.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch b {
		case '{':
			r.begin()
		case '}':
			err = r.end()
		case '\\':
			err = r.control()
		case '\r', '\n', 0:
		default:
			r.byte(b)
		}
		if err != nil {
			return err
		}
	}
}

func (r *reader) begin() {
	r.flush()
	r.skip = 0
	if len(r.stack) >= maxDepth {
		r.over++
		return
	}
	r.stack = append(r.stack, r.cur)
	r.cur.box, r.cur.star, r.cur.instead = false, false, false
}

// end ends a group, and the text box, note or other destination that began with it.
func (r *reader) end() error {
	r.flush()
	r.skip = 0
	if r.over > 0 {
		r.over--
		return nil
	}
	if len(r.stack) == 0 {
		return nil
	}
	was := r.cur
	r.cur = r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if was.box {
		if err := r.endPara(); err != nil {
			return err
		}
		r.para = r.boxes[len(r.boxes)-1]
		r.boxes = r.boxes[:len(r.boxes)-1]
	}
	if was.instead {
		return nil
	}
	if was.to == r.cur.to {
		if was.to == toStyle {
			r.named()
		}
		return nil
	}
	text := r.aside.String()
	switch was.to {
	case toNote:
		if text = parse.OneLine(text); text != "" && len(r.notes) < maxNotes {
			r.notes = append(r.notes, text)
		}
	case toMargin:
		if len(r.margins) < maxNotes {
			r.margins = append(r.margins, text)
		}
	case toNumber:
		if r.cur.to == toText {
			r.para.number = text
		}
	case toTitle:
		r.c.Sum.Title = text
	default:
		return nil
	}
	r.aside.Reset()
	return nil
}

// named stores the level of a style if its name or its outline level marks it as a heading style.
func (r *reader) named() {
	name := strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(r.name.String()), ";")))
	r.name.Reset()
	level := r.level
	for _, prefix := range []string{"heading ", "标题 ", "標題 "} {
		if number, ok := strings.CutPrefix(name, prefix); ok && len(number) == 1 && number[0] >= '1' && number[0] <= '9' {
			level = int(number[0] - '0')
		}
	}
	switch name {
	case "title", "标题", "標題":
		level = 1
	case "subtitle", "副标题", "副標題":
		level = 2
	}
	if level > 0 && len(r.styles) < parse.MaxEntries {
		r.styles[r.style] = level
	}
	r.style, r.level = 0, 0
}

// byte adds a byte of text in the code page of the font.
func (r *reader) byte(b byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.cur.to == nowhere || r.cur.to == toFont {
		return
	}
	if r.high = 0; len(r.raw) >= 64<<10 {
		r.flush()
	}
	r.raw = append(r.raw, b)
}

// flush decodes the bytes collected so far.
func (r *reader) flush() {
	if len(r.raw) == 0 {
		return
	}
	page := r.fonts[r.cur.font]
	if page == 0 {
		page = r.page
	}
	s := string(r.raw)
	if strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) >= 0 {
		if b, err := charset.CodePage(page).NewDecoder().Bytes(r.raw); err == nil {
			s = string(b)
		}
	}
	r.raw = r.raw[:0]
	r.emit(s)
}

// rune adds a character given by its number, which may be one half of a surrogate pair.
func (r *reader) rune(n int) {
	r.flush()
	c := rune(uint16(n)) // negative numbers mean values above 32,767
	switch {
	case utf16.IsSurrogate(c) && r.high == 0 && c < 0xdc00:
		r.high = c
	case utf16.IsSurrogate(c):
		r.emit(string(utf16.DecodeRune(r.high, c)))
		r.high = 0
	case c >= 0xf020 && c <= 0xf0ff: // a symbol font's private code
		r.emit("•")
	default:
		r.high = 0
		r.emit(string(c))
	}
	r.skip = r.cur.bytes
}

// control reads a control word or symbol after a backslash.
func (r *reader) control() error {
	b, err := r.in.ReadByte()
	if err != nil {
		return nil //nolint:nilerr // the file ends here; read notices it next
	}
	switch {
	case b == '\'':
		var hex [2]byte
		if _, err := io.ReadFull(r.in, hex[:]); err == nil {
			r.byte(nibble(hex[0])<<4 | nibble(hex[1]))
		}
		return nil
	case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z':
		return r.controlWord(b)
	}
	if r.skip > 0 {
		r.skip--
		return nil
	}
	switch b {
	case '\\', '{', '}':
		r.byte(b)
	case '~':
		r.byte(' ')
	case '_':
		r.byte('-')
	case '*':
		r.cur.star = true
	case '\r', '\n':
		return r.endPara()
	}
	return nil
}

func nibble(b byte) byte {
	switch {
	case b >= '0' && b <= '9':
		return b - '0'
	case b >= 'a' && b <= 'f':
		return b - 'a' + 10
	case b >= 'A' && b <= 'F':
		return b - 'A' + 10
	}
	return 0
}

// controlWord reads the letters of a control word, its number, and the space after it.
func (r *reader) controlWord(first byte) error {
	word := []byte{first}
	n, digits, negative := 0, 0, false
	for {
		b, err := r.in.ReadByte()
		if err != nil {
			break
		}
		switch {
		case digits == 0 && !negative && len(word) < 64 && (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'):
			word = append(word, b)
			continue
		case b == '-' && digits == 0 && !negative:
			negative = true
			continue
		case b >= '0' && b <= '9' && digits < 10:
			n, digits = n*10+int(b-'0'), digits+1
			continue
		case b != ' ':
			_ = r.in.UnreadByte() // unreading the byte just read cannot fail
		}
		break
	}
	if negative {
		n = -n
	}
	if string(word) == "bin" {
		if n > 0 {
			_, _ = r.in.Discard(n) // at the end of the file, the next read returns the error
		}
		return nil
	}
	if r.skip > 0 {
		r.skip--
		return nil
	}
	return r.word(string(word), n, digits > 0)
}
