package openai

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// read decodes any JSON with scan, to compare with the standard library.
func read(s *scan) any {
	switch s.peek() {
	case '{':
		m := map[string]any{}
		for ok := s.begin('{'); ok; ok = s.more('}') {
			k, _ := clean(append([]byte(nil), s.key()...), true)
			m[k] = read(s)
		}
		return m
	case '[':
		a := []any{}
		for ok := s.begin('['); ok; ok = s.more(']') {
			a = append(a, read(s))
		}
		return a
	case '"':
		t, _ := clean(appendValue(nil, s.value()), true)
		return t
	default:
		return string(s.value())
	}
}

func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k := range a {
			if !same(a[k], b[k]) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !same(a[i], b[i]) {
				return false
			}
		}
		return true
	case nil:
		return b == "null"
	case bool:
		return (a && b == "true") || (!a && b == "false")
	case json.Number:
		return a.String() == b
	case string:
		// encoding/json replaces half a surrogate pair by U+FFFD. scan leaves the half out.
		b, ok := b.(string)
		return ok && strings.ReplaceAll(a, "\ufffd", "") == strings.ReplaceAll(b, "\ufffd", "")
	default:
		return a == b
	}
}

// FuzzScan compares scan with encoding/json. Valid JSON must have the same value in both.
// scan must refuse any other input, unless the input contains control characters.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,0,true,false,null,"x\u00e9\ud83d\ude00\n\/"],"b":{},"c":[]}`,
		`"\ud83d"`, `"\ud83dx\ude00"`, `[1,]`, `{"a" : 1 , "b":2}`, `01`, `-`, `1.`, `1e`, "\"\xff\"", `"\x"`, `"\u12"`, `[[[[`, ` {} `, `{"a":1}x`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Count(in, "[")+strings.Count(in, "{") >= maxDepth || !utf8.ValidString(in) {
			t.Skip()
		}
		s := scan{b: []byte(in)}
		got := read(&s)
		ok := s.end()
		var want any
		dec := json.NewDecoder(strings.NewReader(in))
		dec.UseNumber()
		if !json.Valid([]byte(in)) {
			if ok && !strings.ContainsFunc(in, func(r rune) bool { return r < ' ' }) {
				t.Fatalf("%q is not JSON but was read as %v", in, got)
			}
			return
		}
		if err := dec.Decode(&want); err != nil {
			t.Skip()
		}
		if !ok || !same(want, got) {
			t.Fatalf("%q: got %#v (%v), want %#v", in, got, ok, want)
		}
	})
}

func TestClean(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, text, tail string }{
		{"好", "好", ""},
		{"好\xe4", "好", "\xe4"},
		{"好\xe4\xbd", "好", "\xe4\xbd"},
		{"\xff好", "好", ""},
		{"\xe4好", "好", ""},
		{"a\xed\xa0\xbd", "a", "\xed\xa0\xbd"},
		{"a\xed\xa0\xbd\xed\xb8\x80", "a😀", ""},
		{"a\xed\xa0\xbdb", "ab", ""},
		{"a\xed\xb8\x80b", "ab", ""},
		{"a\xed\xa0\xbd\xed", "a", "\xed\xa0\xbd\xed"},
		{"a\xed", "a", "\xed"},
	}
	for _, tt := range tests {
		text, tail := clean([]byte(tt.in), false)
		if text != tt.text || string(tail) != tt.tail {
			t.Errorf("%q: %q + %q, want %q + %q", tt.in, text, tail, tt.text, tt.tail)
		}
		if whole, rest := clean([]byte(tt.in), true); !utf8.ValidString(whole) || rest != nil {
			t.Errorf("%q at the end: %q + %q", tt.in, whole, rest)
		}
	}
}
