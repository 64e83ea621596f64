package answer

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer/answerdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

const (
	toolRounds   = 3  // number of newest rounds whose tool calls and results are sent
	historySteps = 24 // maximum number of steps that are sent for all these rounds together
)

// history turns the earlier rounds with an answer into messages. Only the newest rounds include their
// tool calls and results. Rounds that do not fit into the model's context are removed later.
func (a *answering) history(ctx context.Context, f Found) ([]llm.Message, error) {
	steps, err := a.earlierSteps(ctx)
	if err != nil {
		return nil, err
	}
	var out []llm.Message
	for i, r := range a.t.Earlier {
		if r.Answer == "" {
			continue
		}
		out = append(out, llm.Message{Role: llm.User, Content: r.Question, Images: f.Shown[i]})
		out = append(out, steps[version{r.Index, r.Repeat}]...)
		out = append(out, llm.Message{Role: llm.Assistant, Content: r.Answer})
	}
	return out, nil
}

// version identifies one version of an answer of the conversation.
type version struct{ index, repeat int }

// earlierSteps reads the tool calls and results of the newest toolRounds rounds. It returns nil if the
// model does not support tools, or if none of these rounds may have called tools.
func (a *answering) earlierSteps(ctx context.Context) (map[version][]llm.Message, error) {
	rounds := a.t.Earlier[max(0, len(a.t.Earlier)-toolRounds):]
	if !a.t.Choice.Info.Tools || !slices.ContainsFunc(rounds, func(r Round) bool { return r.Tools }) {
		return nil, nil
	}
	owner, cid := a.t.Place()
	rows, err := answerdb.New(a.home(a.t.Private).Read()).StepsSince(ctx, answerdb.StepsSinceParams{
		OwnerID: owner, Cid: cid, Since: int64(rounds[0].Index), Size: historySteps,
	})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := map[version][]llm.Message{}
	for _, row := range rows {
		var stored []storedMessage
		if err := json.Unmarshal([]byte(row.Messages), &stored); err != nil {
			a.Log.WarnContext(ctx, "a stored step of an earlier answer cannot be read", "trace_id", a.t.TraceID, "error", err)
			continue
		}
		messages := modelMessages(stored)
		if slices.ContainsFunc(messages, ownCalls) {
			// The provider executes this function itself, such as $web_search. Other providers refuse its name.
			continue
		}
		for i := range messages {
			if messages[i].Role == llm.Assistant {
				messages[i].Content = "" // the complete text follows as a message of its own
			}
			messages[i].Content = numbered.ReplaceAllString(messages[i].Content, "")
		}
		at := version{int(row.Idx), int(row.RepeatIdx)}
		out[at] = append(out[at], messages...)
	}
	return out, nil
}

// ownCalls reports whether a message calls a function executed by the provider.
func ownCalls(m llm.Message) bool {
	return slices.ContainsFunc(m.ToolCalls, func(c llm.ToolCall) bool { return c.Own })
}

// numbered matches the lines with source numbers in the tool results of earlier answers. These lines
// are removed, because the next answer numbers its own sources from 1.
var numbered = regexp.MustCompile(`\[source \d+ (?:begin|end)\]\n?`)
