package lenient

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestZone(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for raw, want := range map[string]int{`8`: 4, `"8"`: 4, `-5`: 15, `5.5`: 1, `0`: 20} {
		if z := Zone(json.RawMessage(raw)); z == nil || at.In(z).Hour() != want {
			t.Errorf("%s: %v", raw, z)
		}
	}
	for _, raw := range []string{``, `null`, `"x"`, `15`, `-13`, `1e400`, `"NaN"`, `[]`} {
		if z := Zone(json.RawMessage(raw)); z != nil {
			t.Errorf("%s: %v", raw, z)
		}
	}
}

// FuzzLenient checks the lenient JSON readers with arbitrary input.
func FuzzLenient(f *testing.F) {
	for _, s := range []string{``, `null`, `"a"`, `1e999`, `"\ud800"`, `{"isHotRecommand":"1"}`, `-13`, `"true"`, `["a",1,null]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := json.RawMessage(s)
		if z := Zone(raw); z != nil {
			if _, seconds := time.Unix(0, 0).In(z).Zone(); seconds < -12*3600 || seconds > 14*3600 {
				t.Errorf("%q is a zone of %d seconds", s, seconds)
			}
		}
		if n, ok := Number(raw); ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
			t.Errorf("%q is the number %v", s, n)
		}
		if v, ok := String(raw); ok && strings.Contains(Clean(v), "\x00") {
			t.Errorf("%q keeps what no database does", s)
		}
		for _, one := range Strings(raw) {
			if !utf8.ValidString(one) {
				t.Errorf("%q holds %q", s, one)
			}
		}
		HotCard(raw)
		True(raw)
		Integer(raw)
	})
}
