package chat

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestParseChoice(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		id, ext, functions string
		want               ModelChoice
	}{
		{"", ``, ``, ModelChoice{}},
		{"m", ``, `["supportInternetSearch"]`, ModelChoice{ChatModelID: "m", Search: "openInternetSearch"}},
		{"deep_seek", `"{\"modelId\":\"deep_seek_v3\",\"subModelId\":\"deep_seek\",\"supportFunctions\":{\"internetSearch\":\"autoInternetSearch\"},\"internetSearch\":\"autoInternetSearch\"}"`,
			`["openAutoSearchSwitch","closeInternetSearch"]`,
			ModelChoice{ChatModelID: "deep_seek", ModelID: "deep_seek_v3", SubModelID: "deep_seek", Search: "closeInternetSearch"}},
		{"", `{"modelId":"a","supportFunctions":["supportDeepThink"]}`, `null`, ModelChoice{ModelID: "a", DeepThink: true}},
		{"", `{"supportFunctions":{"internetSearch":"openInternetSearch","deepThink":true}}`, `[1,null,["x"]]`, ModelChoice{Search: "openInternetSearch", DeepThink: true}},
		{"", `{"supportFunctions":{"deepThink":false}}`, `{"supportInternetSearch":true}`, ModelChoice{Search: "openInternetSearch"}},
		{"", `"not JSON"`, `"closeInternetSearch"`, ModelChoice{Search: "closeInternetSearch"}},
		{"", `7`, `7`, ModelChoice{}},
	} {
		got := parseChoice(tc.id, json.RawMessage(tc.ext), json.RawMessage(tc.functions))
		if got != tc.want {
			t.Errorf("%q %s %s: %+v", tc.id, tc.ext, tc.functions, got)
		}
		if again := decodeChoice(got.ChatModelID, got.encode()); again != got {
			t.Errorf("kept %+v as %s, which reads %+v", got, got.encode(), again)
		}
	}
}

func TestZone(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	for raw, want := range map[string]int{`8`: 4, `"8"`: 4, `-5`: 15, `5.5`: 1, `0`: 20} {
		if z := zoneOf(json.RawMessage(raw)); z == nil || at.In(z).Hour() != want {
			t.Errorf("%s: %v", raw, z)
		}
	}
	for _, raw := range []string{``, `null`, `"x"`, `15`, `-13`, `1e400`, `"NaN"`, `[]`} {
		if z := zoneOf(json.RawMessage(raw)); z != nil {
			t.Errorf("%s: %v", raw, z)
		}
	}
}

func TestSource(t *testing.T) {
	t.Parallel()
	file := []File{{Type: "txt", FileName: "a.txt"}}
	for want, o := range map[int]Origin{
		SourceNormal:    {Skill: "Adaptive"},
		SourceMedia:     {Files: file, HotCard: true},
		SourceSkill:     {Skill: "ai_image"},
		SourceHint:      {HintFrom: "trace", Skill: "ai_image"},
		SourceRepeat:    {Repeat: true, Files: file},
		SourcePageFile:  {Files: append(file, File{FileName: pageFileName})},
		SourceHotAdvice: {HotCard: true, HintFrom: "trace"},
	} {
		if got := Source(o); got != want {
			t.Errorf("%+v: %d, not %d", o, got, want)
		}
	}
}

// FuzzLenient feeds the readers of odd shapes: they must keep to their limits
// and give what a database and JSON can hold.
func FuzzLenient(f *testing.F) {
	for _, s := range []string{``, `null`, `"a"`, `["supportDeepThink"]`, `{"modelId":"a","supportFunctions":{"deepThink":true}}`,
		`"{\"modelId\":\"\\u0000\"}"`, `[{"type":"pdf","fileName":"a\nb","size":"9e99","url":"/api/x"}]`, `1e999`, `"\ud800"`, `{"isHotRecommand":"1"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := json.RawMessage(s)
		c := parseChoice(s, raw, raw)
		for _, v := range []string{c.ChatModelID, c.ModelID, c.SubModelID} {
			if len(v) > maxModelID || clean(v) != v {
				t.Errorf("model id %q", v)
			}
		}
		if utf8.ValidString(s) && decodeChoice(c.ChatModelID, c.encode()) != c {
			t.Errorf("%+v is kept as %s", c, c.encode())
		}
		for _, file := range filesOf(raw, raw) {
			if len([]rune(file.FileName)) > 255 || clean(file.FileName) != file.FileName || file.Size != 0 || file.URL != "" && !strings.HasPrefix(file.URL, "/api/resource/") {
				t.Errorf("file %+v", file)
			}
		}
		zoneOf(raw)
		hotCard(raw)
		trueOf(raw)
		integerOf(raw)
	})
}

// FuzzHints feeds what a model may say when it is asked for follow-ups and
// titles.
func FuzzHints(f *testing.F) {
	f.Add("1. 一\n2、二\n- 三\n四")
	f.Add("“标题”\n解释")
	f.Fuzz(func(t *testing.T, s string) {
		hints := parseHints(s)
		if len(hints) > maxHints {
			t.Errorf("%d hints", len(hints))
		}
		for _, h := range hints {
			if h == "" || utf8.RuneCountInString(h) > hintLength {
				t.Errorf("hint %q", h)
			}
		}
		if title := tidyTitle(s); utf8.RuneCountInString(title) > MaxOwnTitle || clean(title) != title {
			t.Errorf("title %q", title)
		}
	})
}
