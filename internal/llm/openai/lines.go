package openai

import (
	"bytes"
	"errors"
)

// maxLine bounds one line of a stream, and one event of several lines, in
// bytes. A longer line or event ends the answer with an error.
const maxLine = 10 << 20

var (
	errLine = errors.New("a line or event of more than 10 MB")
	errHTML = errors.New("a web page instead of an answer")
)

// framer divides a stream of bytes into events. The stream is SSE, NDJSON, or one JSON
// document. SSE may have any line ends, no space after "data:", and no blank lines
// between events. framer keeps the bytes of an unfinished line, so the stream may be cut
// anywhere, even inside a character or an escape.
type framer struct {
	rest   []byte // an unfinished line
	data   []byte // incomplete data of an SSE event, or lines of a JSON document
	name   []byte // name of the SSE event
	begun  bool   // a line has come that is neither blank nor a comment
	json   bool   // the stream is NDJSON or plain JSON
	afterR bool   // the last byte was a CR that ended a line; a following LF belongs to the same line end
}

// sink receives what the framer finds.
type sink interface {
	// event receives one line of data. It reports whether the line was complete
	// JSON or an end mark. If not, the framer keeps the line, unless the line is
	// JSON without "data:". At the end of the SSE event or of the JSON document,
	// the framer calls event once more, with all kept lines together.
	event(name, data []byte) (whole bool, err error)
	// broken receives data that did not become complete.
	broken(name, data []byte) error
	comment()
}

// feed processes every line completed by p. It does not keep p, so the caller may overwrite p.
func (f *framer) feed(p []byte, to sink) error {
	for len(p) > 0 {
		if f.afterR {
			f.afterR = false
			if p[0] == '\n' {
				p = p[1:]
				continue
			}
		}
		line := p
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if i := bytes.IndexByte(line, '\r'); i >= 0 {
			line = line[:i]
		}
		if len(line) == len(p) {
			if len(f.rest)+len(p) > maxLine {
				return errLine
			}
			f.rest = append(f.rest, p...)
			return nil
		}
		f.afterR = p[len(line)] == '\r'
		p = p[len(line)+1:]
		if len(f.rest)+len(line) > maxLine {
			return errLine
		}
		if len(f.rest) > 0 {
			f.rest = append(f.rest, line...)
			line = f.rest
		}
		err := f.line(line, to)
		f.rest = f.rest[:0]
		if err != nil {
			return err
		}
	}
	return nil
}

// close ends the stream. The remaining bytes count as a last line and a last event.
func (f *framer) close(to sink) error {
	if len(f.rest) > 0 {
		if err := f.line(f.rest, to); err != nil {
			return err
		}
		f.rest = nil
	}
	return f.flush(to)
}

var bom = []byte("\ufeff")

func (f *framer) line(line []byte, to sink) error {
	if !f.begun {
		line = bytes.TrimPrefix(line, bom)
		trim := bytes.TrimSpace(line)
		if len(trim) == 0 {
			return nil
		}
		f.begun = trim[0] != ':'
		switch trim[0] {
		case '<':
			return errHTML
		case '{':
			f.json = true
		}
	}
	if f.json {
		return f.jsonLine(line, to)
	}
	if len(line) == 0 {
		return f.flush(to)
	}
	if line[0] == ':' {
		to.comment()
		return nil
	}
	name, value, _ := bytes.Cut(line, []byte{':'})
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	switch string(name) {
	case "error": // llama.cpp sends errors in this field
		f.name = append(f.name[:0], name...)
		return f.dataLine(value, to)
	case "data":
		return f.dataLine(value, to)
	case "event":
		if err := f.flush(to); err != nil {
			return err
		}
		f.name = append(f.name[:0], value...)
	default:
		// Some gateways report an error as a JSON line without "data:" between events. All
		// other unknown fields are ignored, as SSE requires.
		if line[0] == '{' {
			_, err := to.event(nil, line)
			return err
		}
	}
	return nil
}

// dataLine passes on an event as soon as its data is complete. It does not wait for the
// blank line, because some servers omit it and others send it late.
func (f *framer) dataLine(value []byte, to sink) error {
	whole, err := to.event(f.name, value)
	if whole || err != nil {
		return errors.Join(err, f.drop(to))
	}
	if len(f.data)+len(value) >= maxLine {
		return errLine
	}
	if len(f.data) > 0 {
		f.data = append(f.data, '\n')
	}
	f.data = append(f.data, value...)
	return nil
}

// drop discards the incomplete data of an event and reports it to the sink.
func (f *framer) drop(to sink) error {
	var err error
	if len(f.data) > 0 {
		err = to.broken(f.name, f.data)
	}
	f.name, f.data = f.name[:0], f.data[:0]
	return err
}

func (f *framer) jsonLine(line []byte, to sink) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil
	}
	if len(f.data) == 0 || line[0] == '{' {
		if whole, err := to.event(nil, line); whole || err != nil {
			return err
		}
	}
	if len(f.data)+len(line) >= maxLine {
		return errLine
	}
	f.data = append(append(f.data, line...), '\n')
	return nil
}

// flush ends the current event.
func (f *framer) flush(to sink) error {
	if len(f.data) > 0 {
		if whole, err := to.event(f.name, f.data); whole || err != nil {
			f.name, f.data = f.name[:0], f.data[:0]
			return err
		}
	}
	return f.drop(to)
}
