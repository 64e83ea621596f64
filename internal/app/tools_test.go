//go:build unix

package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// TestModelCallsTools lets a model calculate in two steps. Each step appears in the stream and in
// the history, and the prompt of the next question contains the steps.
func TestModelCallsTools(t *testing.T) {
	t.Parallel()
	model, at := llmtest.Start(t, llmtest.Options{})
	url, _ := start(t, t.TempDir(), "LLM_URL="+at+"/v1")
	modelAnswers(t, url)
	p := newPerson(t, url)
	prompt := `[[tool calculator {\"expression\":\"237*18\"}]] [[tool calculator {\"expression\":\"6 ft\",\"unit\":\"cm\"}]] 各是多少？`
	res, frames := askRaw(t, p, url, "conversation-1", prompt)
	if res.StatusCode != http.StatusOK || !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatalf("%d %s", res.StatusCode, frames)
	}
	at1, at2, text := strings.Index(frames, `"id":"2.0.1.0"`), strings.Index(frames, `"id":"2.0.2.0"`), strings.Index(frames, "查过了")
	if at1 < 0 || at2 < at1 || text < at2 || !strings.Contains(frames, "237 × 18") || !strings.Contains(frames, `"state":"running"`) {
		t.Errorf("%s", frames)
	}
	_, detail := p.call(t, url, "/api/user/agent/conversation/v1/detail", `{"conversationId":"conversation-1"}`)
	answer := detail["convs"].([]any)[0].(map[string]any)["speechesV2"].([]any)[0].(map[string]any)
	items, _ := answer["parts"].([]any)
	if len(items) == 0 {
		items = answer["content"].([]any)
	}
	var tools []string
	for _, it := range items {
		if m := it.(map[string]any); m["type"] == "tool" {
			tools = append(tools, m["state"].(string))
		}
	}
	if !slices.Equal(tools, []string{"done", "done"}) {
		t.Errorf("the history has %v of %v", tools, answer)
	}

	if _, frames = askRaw(t, p, url, "conversation-1", "再加 5 呢？"); !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatal(frames)
	}
	asked := model.Requests()
	i := slices.IndexFunc(asked, func(r llmtest.Request) bool { return r.Prompt() == "再加 5 呢？" })
	if i < 0 || !strings.Contains(asked[i].Body, `"role":"tool"`) || !strings.Contains(asked[i].Body, "4266") {
		t.Errorf("the next question's model does not know of the calls")
	}
	if i := slices.IndexFunc(asked, func(r llmtest.Request) bool { return strings.Contains(r.Body, `"name":"read_file"`) }); i >= 0 {
		t.Error("tools of files are offered without files")
	}
}

// TestModelReadsALongFile lets a model read a file of 200 sections by tools in five steps and
// cite the sections it read.
func TestModelReadsALongFile(t *testing.T) {
	t.Parallel()
	_, at := llmtest.Start(t, llmtest.Options{})
	url, _ := start(t, t.TempDir(), "LLM_URL="+at+"/v1")
	modelAnswers(t, url)
	p := newPerson(t, url)
	var book strings.Builder
	for i := 1; i <= 200; i++ {
		fmt.Fprintf(&book, "# 第 %d 节\n\n第 %d 号设备由第 %d 车间保管，每隔 %d 天检查一次。%s\n\n", i, i, i, i, strings.Repeat("其余按通用规程办理。", 40))
	}
	file := p.bringFile(t, url, "handbook.md", book.String())
	var prompt strings.Builder
	for _, from := range []int{1, 60, 120, 199} {
		fmt.Fprintf(&prompt, `[[tool read_file {\"file\":\"handbook.md\",\"from\":%d}]]`, from)
	}
	prompt.WriteString(`[[tool search_files {\"query\":\"第 150 号设备由谁保管\"}]] 设备怎么保管？`)
	body := fmt.Sprintf(`{"prompt":"%s","multimedia":[{"id":%q,"type":"code","fileName":"handbook.md"}]}`, prompt.String(), file)
	frames := string(whole(t, p.do(t, "POST", url+"/api/chat/conversation-1", body)))
	if !strings.HasSuffix(frames, "data: [DONE]\n\n") || strings.Count(frames, `"state":"done","input"`) != 5 || strings.Contains(frames, `"state":"failed"`) {
		t.Fatalf("%s", frames)
	}
	if !strings.Contains(frames, "[citation:") || !strings.Contains(frames, `"type":"searchGuid"`) || strings.Contains(frames, "[citation:9") && strings.Contains(frames, "外星人[citation") {
		t.Errorf("%s", frames)
	}
	for n := 1; n <= 5; n++ {
		if !strings.Contains(frames, fmt.Sprintf(`"id":"2.0.%d.0"`, n)) {
			t.Errorf("step %d is not shown", n)
		}
	}
}
