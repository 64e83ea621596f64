package llmtest

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCited(t *testing.T) {
	t.Parallel()
	var r Request
	err := json.Unmarshal([]byte(`{"messages":[{"role":"system","content":"[source X begin]"},{"role":"user","content":
		"[source 2 begin]\n合同.pdf · 第 3 页\n付款。\n乙方应当在三十日内付清。\n[source 2 end]\n[source 5 begin]\n合同.pdf · 第 9 页\n争议由法院管辖。\n[source 5 end]\n\n# 问题\n期限？"}]}`), &r)
	if err != nil {
		t.Fatal(err)
	}
	sources := r.sources()
	if len(sources) != 2 || sources[0] != (Source{2, "合同.pdf · 第 3 页", "付款。\n乙方应当在三十日内付清。"}) || r.question() != "# 问题\n期限？" {
		t.Fatalf("%+v %q", sources, r.question())
	}
	want := "文件里写着“乙方应当在三十日内付清”[citation:2]。\n\n后面还提到：争议由法院管辖[citation:5][citation:905]。\n\n也写着“" + InventedQuote + "”[citation:2]。\n\n" + InventedText + "[citation:5]。[citation:0]"
	if got := Cited(sources); got != want {
		t.Errorf("%s", got)
	}
	s := New(Options{})
	if got := s.script(r); !strings.Contains(textOf(got), "外星人") {
		t.Errorf("%+v", got)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,eA=="}},{"type":"text","text":"这是什么"}]}]}`,
		`{"messages":[{"role":"user","content":"这是什么","images":["eA=="]}]}`,
	} {
		var r Request
		if err := json.Unmarshal([]byte(body), &r); err != nil {
			t.Fatal(err)
		}
		if r.Prompt() != "这是什么" || r.pictures() != 1 {
			t.Errorf("%s: %+v", body, r.Messages)
		}
		if got := New(Options{}).script(r); !strings.Contains(textOf(got), "看到了 1 张图片") {
			t.Errorf("%+v", got)
		}
	}
}

func textOf(s Script) string {
	var b strings.Builder
	for _, step := range s.Steps {
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(strings.TrimSpace(step.Send), "data: ")), &chunk) == nil && len(chunk.Choices) > 0 {
			b.WriteString(chunk.Choices[0].Delta.Content)
		}
	}
	return b.String()
}
