package openai

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of one event; JSON with deeper nesting counts as
// malformed.
const maxDepth = 200

// scan reads one JSON value without reflection and, apart from field names with escapes, without
// allocations. A stream has one chunk for every token, and most bytes of a chunk belong to unneeded
// fields. Decoding only the needed fields makes it cheap to relay a token. scan also checks the
// syntax of skipped values, but it accepts control characters and invalid UTF-8 in strings. After a
// syntax error, every method returns at once and every loop ends.
//
//	for ok := s.begin('{'); ok; ok = s.more('}') {
//		switch string(s.key()) {
//		case "model":
//			model = s.value()
//		default:
//			s.value()
//		}
//	}
type scan struct {
	b     []byte
	i     int
	depth int
	bad   bool
}

func (s *scan) fail() { s.bad, s.i = true, len(s.b) }

func (s *scan) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// peek returns the first byte of the next token, 0 at the end.
func (s *scan) peek() byte {
	s.space()
	if s.bad || s.i >= len(s.b) {
		return 0
	}
	return s.b[s.i]
}

// begin enters an object ('{') or array ('[') and reports whether it has a
// first element. A value of another type is skipped as if it were empty.
func (s *scan) begin(open byte) bool {
	if s.peek() != open {
		s.value()
		return false
	}
	if s.depth++; s.depth > maxDepth {
		s.fail()
		return false
	}
	s.i++
	if s.peek() == open+2 { // '{'+2 is '}', '['+2 is ']'
		s.i++
		s.depth--
		return false
	}
	return !s.bad
}

// more moves to the next element and returns true, or moves behind the end of the object or array
// and returns false.
func (s *scan) more(end byte) bool {
	switch c := s.peek(); {
	case c == ',' && c != 0:
		s.i++
		if s.peek() == end {
			s.fail()
		}
		return !s.bad
	case c == end && c != 0:
		s.i++
		s.depth--
		return false
	default:
		s.fail()
		return false
	}
}

// key reads a field name and its colon.
func (s *scan) key() []byte {
	if s.peek() != '"' {
		s.fail()
		return nil
	}
	raw := s.value()
	if s.peek() != ':' {
		s.fail()
		return nil
	}
	s.i++
	if raw == nil {
		return nil
	}
	raw = raw[1 : len(raw)-1]
	for _, c := range raw {
		if c == '\\' {
			return appendString(nil, raw)
		}
	}
	return raw
}

// value skips one value and returns its bytes. It returns nil when the JSON is invalid.
func (s *scan) value() []byte {
	c := s.peek()
	start := s.i
	switch {
	case c == '"':
		s.str()
	case c == '{':
		for ok := s.begin('{'); ok; ok = s.more('}') {
			s.key()
			s.value()
		}
	case c == '[':
		for ok := s.begin('['); ok; ok = s.more(']') {
			s.value()
		}
	case c == 't':
		s.word("true")
	case c == 'f':
		s.word("false")
	case c == 'n':
		s.word("null")
	case c == '-' || (c >= '0' && c <= '9'):
		s.number()
	default:
		s.fail()
	}
	if s.bad {
		return nil
	}
	return s.b[start:s.i]
}

func (s *scan) word(w string) {
	if len(s.b)-s.i < len(w) || string(s.b[s.i:s.i+len(w)]) != w {
		s.fail()
		return
	}
	s.i += len(w)
}

// number skips a number; its syntax is checked but not its size.
func (s *scan) number() {
	if s.b[s.i] == '-' {
		s.i++
	}
	zero := s.i < len(s.b) && s.b[s.i] == '0'
	if n := s.digits(); n == 0 || (zero && n > 1) {
		s.fail()
		return
	}
	if s.i < len(s.b) && s.b[s.i] == '.' {
		s.i++
		if s.digits() == 0 {
			s.fail()
			return
		}
	}
	if s.i < len(s.b) && s.b[s.i]|0x20 == 'e' {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == '+' || s.b[s.i] == '-') {
			s.i++
		}
		if s.digits() == 0 {
			s.fail()
		}
	}
}

func (s *scan) digits() int {
	start := s.i
	for s.i < len(s.b) && s.b[s.i] >= '0' && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i - start
}

// str skips a string and checks its escapes.
func (s *scan) str() {
	i := s.i + 1
	for i < len(s.b) {
		switch s.b[i] {
		case '"':
			s.i = i + 1
			return
		case '\\':
			i++
			if i >= len(s.b) {
				s.fail()
				return
			}
			switch s.b[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if _, ok := hex4(s.b[i+1:]); !ok {
					s.fail()
					return
				}
				i += 4
			default:
				s.fail()
				return
			}
		}
		i++
	}
	s.fail()
}

// end reports whether the whole input was one valid value.
func (s *scan) end() bool {
	s.space()
	return !s.bad && s.i == len(s.b)
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// isString reports whether raw is a JSON string that is not empty.
func isString(raw []byte) bool { return len(raw) > 2 && raw[0] == '"' }

// appendValue appends the decoded text of a raw JSON string. For any other value, it
// appends nothing.
func appendValue(dst, raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return dst
	}
	return appendString(dst, raw[1:len(raw)-1])
}

// text is the decoded value of a raw JSON string, "" for any other value.
func text(raw []byte) string { return string(appendValue(nil, raw)) }

// integer is the value of a raw JSON number without its fraction. For any other value and for a
// number that is too large, the result is def.
func integer(raw []byte, def int) int {
	if n, err := strconv.Atoi(string(raw)); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(string(raw), 64); err == nil && f >= -1e15 && f <= 1e15 {
		return int(f)
	}
	return def
}

// appendString decodes the inside of a checked JSON string. Half a surrogate pair is kept
// as three bytes (as in WTF-8), because the next event may contain the other half. The
// function clean joins the halves.
func appendString(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' {
			j := i + 1
			for j < len(raw) && raw[j] != '\\' {
				j++
			}
			dst = append(dst, raw[i:j]...)
			i = j
			continue
		}
		switch raw[i+1] {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, _ := hex4(raw[i+2:])
			i += 4
			if utf16.IsSurrogate(r) {
				if i+4 <= len(raw)-4 && raw[i+2] == '\\' && raw[i+3] == 'u' {
					if low, ok := hex4(raw[i+4:]); ok {
						if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
							dst = utf8.AppendRune(dst, pair)
							i += 8
							continue
						}
					}
				}
				dst = append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
			} else {
				dst = utf8.AppendRune(dst, r)
			}
		default: // '"', '\\', '/'
			dst = append(dst, raw[i+1])
		}
		i += 2
	}
	return dst
}

// clean divides b into text and an incomplete rest. The rest is the first bytes of a UTF-8
// character, or the first half of a surrogate pair. clean removes invalid bytes. If `last`
// is true, there is no rest.
func clean(b []byte, last bool) (string, []byte) {
	if utf8.Valid(b) {
		return string(b), nil
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		rest := b[i:]
		if r, n := utf8.DecodeRune(rest); r != utf8.RuneError || n > 1 {
			out = append(out, rest[:n]...)
			i += n
			continue
		}
		if high, ok := surrogate(rest); ok {
			if len(rest) < 6 && !last && couldPair(rest) {
				return string(out), rest
			}
			if low, ok := surrogate(rest[min(3, len(rest)):]); ok {
				if pair := utf16.DecodeRune(high, low); pair != utf8.RuneError {
					out = utf8.AppendRune(out, pair)
					i += 6
					continue
				}
			}
			i += 3
			continue
		}
		if !last && (!utf8.FullRune(rest) || partialSurrogate(rest)) {
			return string(out), rest
		}
		i++
	}
	return string(out), nil
}

// surrogate reads half a surrogate pair, written by appendString as three bytes.
func surrogate(b []byte) (rune, bool) {
	if len(b) < 3 || b[0] != 0xED || b[1]&0xE0 != 0xA0 || b[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F), true
}

func partialSurrogate(b []byte) bool {
	return len(b) < 3 && b[0] == 0xED && (len(b) == 1 || b[1]&0xE0 == 0xA0)
}

// couldPair reports whether b may still become a complete surrogate pair. b contains the
// first or the second half of a pair, and at most two further bytes.
func couldPair(b []byte) bool {
	if b[1]&0xF0 != 0xA0 { // the half in b is a second half, which cannot begin a pair
		return false
	}
	return len(b) == 3 || (b[3] == 0xED && (len(b) == 4 || b[4]&0xF0 == 0xB0))
}
