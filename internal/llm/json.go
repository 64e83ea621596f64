package llm

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// RepairJSON extracts the JSON from the reply of a model. It repairs common mistakes: for
// example, it removes text and fences around the JSON, adds missing commas and brackets, and
// escapes line breaks in strings. The result may still be invalid. A valid object or array stays
// unchanged. The result is empty when s contains neither { nor [.
func RepairJSON(s string) string {
	from := strings.IndexAny(s, "{[")
	if from < 0 {
		return ""
	}
	s = s[from:]
	if end := jsonEnd(s); end > 0 && json.Valid([]byte(s[:end])) {
		return s[:end]
	}
	m := jsonRepairer{in: s}
	m.run()
	return m.out.String()
}

// jsonEnd returns the position behind the bracket that closes the first bracket of s; 0 when the
// first bracket is never closed.
func jsonEnd(s string) int {
	depth, quoted, escaped := 0, false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// jsonRepairer writes the JSON once more with its errors repaired, character by
// character.
type jsonRepairer struct {
	in     string
	out    strings.Builder
	open   []byte // closing brackets that are still missing
	braces int    // how many of them are }
	value  bool   // a value was written last: the next value needs a comma
}

func (m *jsonRepairer) run() {
	for i := 0; i < len(m.in); {
		r, size := utf8.DecodeRuneInString(m.in[i:])
		switch {
		case r == '{' || r == '[':
			m.separate()
			m.out.WriteRune(r)
			m.open = append(m.open, byte(r)+2) // '{'+2 is '}', '['+2 is ']'
			if r == '{' {
				m.braces++
			}
			m.value = false
		case r == '}' || r == ']':
			m.close(byte(r))
			if len(m.open) == 0 {
				return
			}
		case r == ',' || r == '，': // the comma is dropped here; the method separate writes it if a value follows
		case r == ':' || r == '：':
			m.out.WriteByte(':')
			m.value = false
		case r == '"' || r == '“' || r == '”':
			m.separate()
			size = m.text(i+size, r != '"')
			size -= i
			m.value = true
		case r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '　':
		default: // a number, true, false or null; anything else is dropped
			word := m.in[i:]
			if end := strings.IndexAny(word, ",:]}[{\"“”，：\n \t\r"); end >= 0 {
				word = word[:end]
			}
			size = len(word)
			if json.Valid([]byte(word)) {
				m.separate()
				m.out.WriteString(word)
				m.value = true
			}
		}
		i += size
	}
	for len(m.open) > 0 {
		m.close(m.open[len(m.open)-1])
	}
}

// separate writes the comma before a value that follows another value, even if the model omitted it.
func (m *jsonRepairer) separate() {
	if m.value {
		m.out.WriteByte(',')
	}
	m.value = false
}

// close writes the closing bracket `with`. Before it, close writes the closing brackets that are
// missing inside. If `with` closes nothing, nothing is written.
func (m *jsonRepairer) close(with byte) {
	if with == '}' && m.braces == 0 || with == ']' && m.braces == len(m.open) {
		return
	}
	for closed := byte(0); closed != with; {
		closed = m.open[len(m.open)-1]
		m.out.WriteByte(closed)
		m.open = m.open[:len(m.open)-1]
		if closed == '}' {
			m.braces--
		}
	}
	m.value = true
}

// text writes a string and returns the position of its end. A quotation mark ends the string only
// if the text after the mark can follow a string.
func (m *jsonRepairer) text(from int, curly bool) int {
	var b strings.Builder
	i := from
	for i < len(m.in) {
		r, size := utf8.DecodeRuneInString(m.in[i:])
		if r == '\\' && i+size < len(m.in) {
			var c string
			if pair := m.in[i : i+2]; json.Unmarshal([]byte(`"`+pair+`"`), &c) == nil {
				b.WriteString(c)
				i += 2
				continue
			}
			// Two escapes in a row may be one character, such as an emoji.
			if i+12 <= len(m.in) && json.Unmarshal([]byte(`"`+m.in[i:i+12]+`"`), &c) == nil && utf8.RuneCountInString(c) == 1 {
				b.WriteString(c)
				i += 12
				continue
			}
			if i+6 <= len(m.in) && json.Unmarshal([]byte(`"`+m.in[i:i+6]+`"`), &c) == nil {
				b.WriteString(c)
				i += 6
				continue
			}
		}
		if (r == '"' || curly && (r == '”' || r == '“')) && m.ends(i+size) {
			i += size
			break
		}
		b.WriteRune(r)
		i += size
	}
	s, _ := json.Marshal(b.String()) // Marshal cannot fail for a string
	m.out.Write(s)
	return i
}

// ends reports whether the text from position i on can follow a string.
func (m *jsonRepairer) ends(i int) bool {
	rest := strings.TrimLeft(m.in[i:], " \t\r\n　")
	if rest == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	if r == '"' { // if white space precedes this mark, the mark begins the next string, and the comma is missing
		return rest != m.in[i:]
	}
	return strings.ContainsRune(",:]}，：", r)
}
