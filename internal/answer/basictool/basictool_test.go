package basictool

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
)

func TestTools(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.FixedZone("", 8*3600))
	for _, test := range []struct {
		tool        answer.Tool
		input, want string
	}{
		{Calculator(), `{"expression":"(1200-850)*1.06^3"}`, `"value":"416.8556"`},
		{Calculator(), `{"expression":"6英尺2英寸","unit":"cm"}`, `187.96`},
		{Calculator(), `{"expression":"1/0"}`, "divides by zero"},
		{Calculator(), `{"expression":"西湖"}`, "not arithmetic"},
		{Calculator(), `{"expression":"3 kg","unit":"cm"}`, "units"},
		{Calculator(), `{"expression":""}`, "not empty"},
		{Calculator(), `{"expression":7}`, "not empty"},
		{Calculator(), `{"expression":"9^9^9^9"}`, "too large"},
		{Calendar(), `{"day":"明天"}`, `"date":"2026-11-23"`},
		{Calendar(), `{"day":"2026-11-22","to":"2026-12-25"}`, `"days":33`},
		{Calendar(), `{"day":"2026-11-22","count":-2,"unit":"weeks"}`, `"date":"2026-11-08"`},
		{Calendar(), `{"city":"东京"}`, `T10:00:00+09:00`},
		{Calendar(), `{"day":"西湖"}`, "not a day"},
		{Calendar(), `{"day":"今天","count":1,"unit":"furlongs"}`, "the unit must be"},
		{Calendar(), `{"city":"西湖边的亭子"}`, "not known"},
		{Calendar(), `{}`, "must be given"},
		{Calendar(), `{"day":"今天","count":"many"}`, "must be given"},
	} {
		r, err := test.tool.Call(t.Context(), answer.Call{Input: []byte(test.input), Turn: answer.Turn{Locale: "zh-CN", Now: now}})
		if err != nil || !strings.Contains(r.Text, test.want) || r.Note == "" {
			t.Errorf("%s %s: %+v %v", test.tool.Spec.Name, test.input, r, err)
		}
		if !json.Valid(test.tool.Spec.Parameters) || test.tool.Label("en", []byte(test.input)) == "" {
			t.Errorf("%s has no schema or no words", test.tool.Spec.Name)
		}
	}
}

func TestOffered(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]bool{"今天星期几": true, "讲讲西湖": false, "what time is it in Tokyo": true, "写一首诗": false} {
		if got := Calendar().Offered(answer.Turn{Question: question}); got != want {
			t.Errorf("%s: %v", question, got)
		}
	}
	for question, want := range map[string]bool{"237 × 18 是多少？": true, "三百加五百": true, "讲讲西湖": false, "how many days until spring": true} {
		if got := Calculator().Offered(answer.Turn{Question: question}); got != want {
			t.Errorf("%s: %v", question, got)
		}
	}
}
