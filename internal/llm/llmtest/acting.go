package llmtest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// toolCommand is a command in a question that makes the scripted model call a tool, for
// example "[[tool read_file {"file":"手册.pdf"}]] 期限是多久？". The model runs the commands in
// their order in the question, one per step. "[[tool a {}]]+[[tool b {}]]" is one step with two calls.
// After the last step the model answers with the beginning of the last tool's result. If the result
// contains excerpts of files, the model answers with the text of Cited instead.
var toolCommand = regexp.MustCompile(`\[\[tool ([\w-]+) (\{.*?\})\]\](\+?)`)

// acting returns the next step of a model that calls tools. The commands come from the newest user
// message with a command. If the request requires a call to one function, the step is this call.
// acting reports false in three cases: no user message contains a command, the request forbids
// calls, or the request has no tools and no earlier step called a tool.
func (r Request) acting() (Say, bool) {
	last := -1
	for i, m := range r.Messages {
		if m.Role == "user" && toolCommand.MatchString(m.Content) {
			last = i
		}
	}
	if last < 0 {
		return Say{}, false
	}
	var steps [][]llm.ToolCall
	open := false
	for i, m := range toolCommand.FindAllStringSubmatch(r.Messages[last].Content, -1) {
		c := llm.ToolCall{ID: fmt.Sprintf("call_%d", i), Name: m[1], Arguments: m[2]}
		if open {
			steps[len(steps)-1] = append(steps[len(steps)-1], c)
		} else {
			steps = append(steps, []llm.ToolCall{c})
		}
		open = m[3] != ""
	}
	done, result := 0, ""
	for _, m := range r.Messages[last+1:] {
		if m.Role == "assistant" && m.Calls > 0 {
			done++
		}
		if m.Role == "tool" {
			result = m.Content
		}
	}
	name, none := r.choice()
	if none {
		return Say{}, false
	}
	if name != "" {
		return Say{ToolCalls: []llm.ToolCall{{ID: "call_0", Name: name, Arguments: "{}"}}}, true
	}
	if done < len(steps) && len(r.Tools) > 0 {
		return Say{Reasoning: []string{fmt.Sprintf("第 %d 步，先查一下。", done+1)}, ToolCalls: steps[done]}, true
	}
	if done == 0 {
		return Say{}, false
	}
	text := "查过了：" + short(strings.TrimSpace(result), 60)
	if sources := sourcesIn(result); len(sources) > 0 {
		text = Cited(sources)
	}
	return Say{Text: []string{text}}, true
}

// choice returns the name of the function if the request requires a call to one function. none
// reports that the request forbids all calls.
func (r Request) choice() (name string, none bool) {
	var one struct{ Function struct{ Name string } }
	if json.Unmarshal(r.Choice, &one) == nil {
		return one.Function.Name, false
	}
	return "", string(r.Choice) == `"none"`
}
