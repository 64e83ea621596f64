package request

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
)

func TestParseChoice(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		id, ext, functions string
		want               Choice
	}{
		{"", ``, ``, Choice{}},
		{"m", ``, `["supportInternetSearch"]`, Choice{ChatModelID: "m", Search: "openInternetSearch"}},
		{"deep_seek", `"{\"modelId\":\"deep_seek_v3\",\"subModelId\":\"deep_seek\",\"supportFunctions\":{\"internetSearch\":\"autoInternetSearch\"},\"internetSearch\":\"autoInternetSearch\"}"`,
			`["openAutoSearchSwitch","closeInternetSearch"]`,
			Choice{ChatModelID: "deep_seek", ModelID: "deep_seek_v3", SubModelID: "deep_seek", Search: "closeInternetSearch"}},
		{"", `{"modelId":"a","supportFunctions":["supportDeepThink"]}`, `null`, Choice{ModelID: "a", DeepThink: true}},
		{"", `{"supportFunctions":{"internetSearch":"openInternetSearch","deepThink":true}}`, `[1,null,["x"]]`, Choice{Search: "openInternetSearch", DeepThink: true}},
		{"", `{"supportFunctions":{"deepThink":false}}`, `{"supportInternetSearch":true}`, Choice{Search: "openInternetSearch"}},
		{"", `"not JSON"`, `"closeInternetSearch"`, Choice{Search: "closeInternetSearch"}},
		{"", `7`, `7`, Choice{}},
	} {
		got := ParseChoice(tc.id, json.RawMessage(tc.ext), json.RawMessage(tc.functions))
		if got != tc.want {
			t.Errorf("%q %s %s: %+v", tc.id, tc.ext, tc.functions, got)
		}
		if again := DecodeChoice(got.ChatModelID, got.Encode()); again != got {
			t.Errorf("kept %+v as %s, which reads %+v", got, got.Encode(), again)
		}
	}
}

// AskOptions only fill empty fields of the choice.
func TestAskOptions(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]Choice{
		`{"internetSearch":"autoInternetSearch","previousInternetSearch":"closeInternetSearch"}`: {Search: AutoSearch},
		`{"supportInternetSearch":true,"previousInternetSearch":"closeInternetSearch"}`:          {Search: OpenSearch},
		`{"supportInternetSearch":false,"previousInternetSearch":"autoKnowledgeSearch"}`:         {Search: KnowledgeSearch},
		`{"chatModelId":"m","chatSubModelId":"s","internetSearch":7}`:                            {ChatModelID: "m", SubModelID: "s"},
		`{"internetSearch":["nonsense"],"supportInternetSearch":"true"}`:                         {Search: OpenSearch},
		`{"internetSearch":["nonsense"],"supportInternetSearch":"yes"}`:                          {},
	} {
		var o AskOptions
		if err := json.Unmarshal([]byte(options), &o); err != nil {
			t.Fatal(err)
		}
		if got := (Choice{}).With(o); got != want {
			t.Errorf("%s: %+v", options, got)
		}
		if got := (Choice{ChatModelID: "x", SubModelID: "y", Search: CloseSearch}).With(o); got != (Choice{ChatModelID: "x", SubModelID: "y", Search: CloseSearch}) {
			t.Errorf("%s changes what is said: %+v", options, got)
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

// FuzzRequest checks the lenient readers: results are within the limits and can be stored in a
// database and as JSON.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{``, `null`, `"a"`, `["supportDeepThink"]`, `{"modelId":"a","supportFunctions":{"deepThink":true}}`,
		`"{\"modelId\":\"\\u0000\"}"`, `[{"type":"pdf","fileName":"a\nb","size":"9e99","url":"/api/x"}]`, `1e999`, `"\ud800"`, `{"isHotRecommand":"1"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := json.RawMessage(s)
		c := ParseChoice(s, raw, raw)
		for _, v := range []string{c.ChatModelID, c.ModelID, c.SubModelID} {
			if len(v) > maxModelID || lenient.Clean(v) != v {
				t.Errorf("model id %q", v)
			}
		}
		if utf8.ValidString(s) && DecodeChoice(c.ChatModelID, c.Encode()) != c {
			t.Errorf("%+v is kept as %s", c, c.Encode())
		}
		for _, file := range ParseFiles(raw, raw) {
			if len([]rune(file.FileName)) > 255 || lenient.Clean(file.FileName) != file.FileName || file.Size != 0 || file.URL != "" && !strings.HasPrefix(file.URL, "/api/resource/") {
				t.Errorf("file %+v", file)
			}
		}
	})
}
