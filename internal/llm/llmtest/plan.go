package llmtest

import (
	"strings"
)

// plan is the answer to the request to plan a web search: the question itself is
// searched for, unless it contains 不用搜.
func (r Request) plan() (string, bool) {
	if !strings.Contains(r.System(), `"need_search"`) {
		return "", false
	}
	_, question, _ := strings.Cut(r.Prompt(), "最新的问题：")
	return encode(map[string]any{
		"need_search": !strings.Contains(question, "不用搜"), "standalone": question, "queries": []string{question}, "freshness": "",
	}), true
}
