package llm

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRepairJSON checks the repair of common mistakes in the JSON of models, and that valid JSON is
// not changed.
func TestRepairJSON(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":[1,2]}`:                         `{"a":[1,2]}`,
		"说明\n```json\n{\"a\": 1}\n```\n完":     `{"a": 1}`,
		`{"a":[1,2,],}`:                       `{"a":[1,2]}`,
		`{"a":"x" "b":"y"}`:                   `{"a":"x","b":"y"}`,
		`{"a":["x","y"`:                       `{"a":["x","y"]}`,
		`{"a":"他说"好"了"}`:                      `{"a":"他说\"好\"了"}`,
		"{\"a\":\"一\n二\"}":                    `{"a":"一\n二"}`,
		`{“a”：“b”，“c”：[1，2]}`:                 `{"a":"b","c":[1,2]}`,
		`{"a":"C:\new"}`:                      `{"a":"C:\new"}`,
		`["x\\y","\u4e2d"`:                    `["x\\y","中"]`,
		`["\ud83d\ude00","\ud83d", "\ud83d好"`: `["😀","�","�好"]`,
		`没有`:                                  ``,
		`{"a":tru}`:                           `{"a":}`,
		`[{"a":1}}, {"b":2}]`:                 `[{"a":1},{"b":2}]`,
	} {
		if got := RepairJSON(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestRepairOfManyBrackets checks that the time grows only linearly with the number of brackets that close
// nothing. Quadratic growth takes hours for this text, which has the size of the longest arguments of a call.
func TestRepairOfManyBrackets(t *testing.T) {
	t.Parallel()
	const n = 500_000
	begin := time.Now()
	got := RepairJSON(strings.Repeat("{", n) + strings.Repeat("]", n))
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("%s", took)
	}
	if want := strings.Repeat("{", n) + strings.Repeat("}", n); got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

func FuzzRepairJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,"x\n`, "```{\"a\":“b”}", `[{"a":1}}`, `{"a":"\u12`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if json.Valid([]byte(s)) && strings.IndexAny(s, "{[") == 0 {
			if got := RepairJSON(s); got != strings.TrimSpace(s) && got != s {
				var a, b any
				if json.Unmarshal([]byte(s), &a) != nil || json.Unmarshal([]byte(got), &b) != nil || !cmp.Equal(a, b) {
					t.Fatalf("%q became %q", s, got)
				}
			}
		}
		if got := RepairJSON(RepairJSON(s)); got != RepairJSON(s) && json.Valid([]byte(RepairJSON(s))) {
			t.Fatalf("%q: %q", s, got)
		}
	})
}
