package llmtest

import (
	"strings"
)

// plan answers the request to plan a web search. The only query of the plan is the question
// itself. If the question contains 不用搜, the plan says that no search is needed.
func (r Request) plan() (string, bool) {
	if !strings.Contains(r.System(), `"need_search"`) {
		return "", false
	}
	_, question, _ := strings.Cut(r.Prompt(), "最新的问题：")
	return encode(map[string]any{
		"need_search": !strings.Contains(question, "不用搜"), "standalone": question, "queries": []string{question}, "freshness": "",
	}), true
}
