package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// maxItems limits the arrays of the type `list` and the objects of the type `table`, because an item
// can take much more memory than its few bytes in the file.
const maxItems = 5 * MaxMessages

// maxLobe limits the arrays of the type `long`. Only files of LobeChat have such arrays.
const maxLobe = 200_000

// errTooMany is returned when an array or object has more items than allowed.
var errTooMany = errors.New("transfer: too many items")

// list is a JSON array of at most maxItems. An item of another type than T
// becomes the zero value of T. Anything but an array becomes nil.
type list[T any] []T

// UnmarshalJSON reads the array.
func (l *list[T]) UnmarshalJSON(b []byte) error {
	*l = nil
	if bytes.HasPrefix(b, []byte("[")) {
		*l = list[T]{} // an empty array is not nil
	}
	return items(b, '[', maxItems, func(d *json.Decoder) error {
		var v T
		if err := decode(d, &v); err != nil {
			return err
		}
		*l = append(*l, v)
		return nil
	})
}

// long is like list, but its limit is maxLobe, because the array contains the items of all
// conversations of a file.
type long[T any] []T

// UnmarshalJSON reads the array.
func (l *long[T]) UnmarshalJSON(b []byte) error {
	*l = nil
	return items(b, '[', maxLobe, func(d *json.Decoder) error {
		var v T
		if err := decode(d, &v); err != nil {
			return err
		}
		*l = append(*l, v)
		return nil
	})
}

// table contains the values of a JSON object with at most maxItems entries, in the order of the file.
// The keys are not needed, because each value contains its id.
type table[T any] []T

// UnmarshalJSON reads the values of the object.
func (t *table[T]) UnmarshalJSON(b []byte) error {
	*t = nil
	if bytes.HasPrefix(b, []byte("{")) {
		*t = table[T]{}
	}
	return items(b, '{', maxItems, func(d *json.Decoder) error {
		if _, err := d.Token(); err != nil {
			return err
		}
		var v T
		if err := decode(d, &v); err != nil {
			return err
		}
		*t = append(*t, v)
		return nil
	})
}

func items(b []byte, open json.Delim, limit int, next func(d *json.Decoder) error) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != open {
		return err
	}
	for n := 0; d.More(); n++ {
		if n == limit {
			return errTooMany
		}
		if err := next(d); err != nil {
			return err
		}
	}
	return nil
}

// decode reads one value and ignores parts with another type than expected.
func decode(d *json.Decoder, v any) error {
	err := d.Decode(v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil
	}
	return err
}

// shallow is a reader that fails if a file is nested deeper than maxDepth, before the decoder reads the
// deeper part. It also shortens white space between values to one character, because the decoder reads
// white space again whenever more data arrives. After a syntax error, the depth may be wrong, but the
// decoder stops at the error.
type shallow struct {
	from     io.Reader
	depth    int
	inString bool
	escaped  bool
	space    bool // the last character was white space between values
	err      error
}

func (s *shallow) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		n, err = s.read(p)
	}
	return n, err
}

// read is like Read, but it returns 0 bytes without an error if all bytes it read are dropped white
// space.
func (s *shallow) read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(p)
	kept := 0
	for _, c := range p[:n] {
		if space := !s.inString && (c == ' ' || c == '\n' || c == '\t' || c == '\r'); !space || !s.space {
			p[kept] = c
			kept++
			s.space = space
		}
		switch {
		case s.escaped:
			s.escaped = false
		case s.inString && c == '\\':
			s.escaped = true
		case c == '"':
			s.inString = !s.inString
		case s.inString:
		case c == '{' || c == '[':
			if s.depth++; s.depth > maxDepth {
				s.err = errs.New(errs.BrokenFile)
				return 0, s.err
			}
		case c == '}' || c == ']':
			s.depth--
		}
	}
	return kept, err
}

// clean removes NUL characters, because databases cannot store them.
func clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }
