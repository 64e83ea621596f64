package answer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// The maximum share of a model's context for gathered sources: toolsShare if the model may call
// tools, because their results need room, too; otherwise wholeShare.
const (
	wholeShare = 0.6
	toolsShare = 0.4
)

// minRoom is the minimum number of tokens for sources, even if the context is full.
const minRoom = 600

// system returns the first message: the general instructions, the instructions of the profile, and
// how to use the sources.
func (a *answering) system(instruct string) llm.Message {
	return llm.Message{Role: llm.System, Content: joined(joined(a.t.System, a.t.Profile.Instructions), instruct)}
}

// room returns how many tokens of the model's context the sources may fill. The messages in `beside`
// are sent together with the sources.
func (a *answering) room(beside ...llm.Message) int {
	context := a.t.Choice.Info.Context
	if context <= 0 {
		context = llm.DefaultContext
	}
	fixed := append([]llm.Message{a.system(""), {Content: a.t.Question}}, beside...)
	if a.t.Partial != nil {
		fixed = append(fixed, llm.Message{Content: a.t.Partial.PlainText()})
	}
	left := llm.Budget(context) - a.meter.Messages(a.t.Choice.Upstream, fixed)
	share := wholeShare
	if len(a.offered()) > 0 {
		share = toolsShare
	}
	return max(min(int(share*float64(context)), left), minRoom)
}

// legible removes tag characters. People cannot see these characters but models can read them, so
// pasted text could hide instructions in them.
func legible(messages []llm.Message) []llm.Message {
	out := slices.Clone(messages)
	for i := range out {
		out[i].Content = source.StripTags(out[i].Content)
	}
	return out
}

// prepare builds the request from the gathered sources. The built-in engine gets the sources, the
// finding and the notes in fields of the request, not in the text of the prompt.
func (a *answering) prepare(ctx context.Context, f Found) error {
	history, err := a.history(ctx, f)
	if err != nil {
		return err
	}
	if a.t.Choice.Info.Builtin {
		a.stages.cite.add(f.Sources)
		a.head = append([]llm.Message{a.system("")}, history...)
		a.ask = llm.Message{Role: llm.User, Content: a.t.Question}
		a.request.Sources, a.request.Finding, a.request.Notes = f.Sources, f.Finding, f.Notes
		return nil
	}
	first, err := a.stages.gathered(f.Sources)
	if err != nil {
		return err
	}
	a.head = append([]llm.Message{a.system(f.Instruct)}, history...)
	question := a.t.Question
	if strings.TrimSpace(question) == "" && f.Question != "" {
		question = f.Question
	}
	var parts []string
	if len(f.Sources) > 0 {
		parts = append(parts, source.Prompt(f.Sources, first, a.t.Locale))
	}
	parts = append(parts, f.Texts...)
	if len(f.Notes) > 0 {
		parts = append(parts, a.words.missing+"\n- "+strings.Join(f.Notes, "\n- "))
	}
	if len(parts) > 0 {
		question = strings.Join(append(parts, a.words.question+"\n"+question), "\n\n")
	}
	a.ask = llm.Message{Role: llm.User, Content: question, Images: slices.Concat(a.t.Pictures, f.Pictures)}
	return nil
}

// messages returns the messages of the next model call: the system message, the earlier rounds that
// fit, the question, the steps so far, and a prompt to continue or to answer. If the messages are too
// long, a short text replaces the results of earlier steps, beginning with the oldest, until the
// messages fit. If they are still too long, the results of the last step are cut.
func (a *answering) messages() ([]llm.Message, error) {
	all := append(append([]llm.Message{}, a.head...), a.ask)
	begin := len(all)
	newest := begin // the first message of the last step
	for _, s := range a.steps {
		newest = len(all)
		all = append(all, s.messages...)
	}
	if a.partial != "" {
		all = append(all, llm.Message{Role: llm.Assistant, Content: a.partial})
		all = append(all, llm.Message{Role: llm.User, Content: a.words.continueText, Within: true})
	}
	if a.extraPrompt != "" {
		all = append(all, llm.Message{Role: llm.User, Content: a.extraPrompt, Within: true})
	}
	budget, count := llm.Budget(a.t.Choice.Info.Context), a.t.Count
	rounds := a.MaxRounds()
	if rounds > 0 {
		rounds++ // the current one
	}
	for i := begin; ; i++ {
		kept, left, err := llm.Trim(all, budget, rounds, count)
		if !errs.Is(err, errs.ModelTooLong) {
			a.left = left
			return kept, err
		}
		for i < newest && (all[i].Role != llm.ToolRole || all[i].Content == a.words.omitted) {
			i++
		}
		if i < newest {
			all[i].Content = a.words.omitted
		} else if !a.halve(all[newest:]) {
			return nil, err
		}
	}
}

// showLeft shows how many earlier rounds are not sent to the model. The number is shown once, before
// the output of the first model call that lacks rounds.
func (a *answering) showLeft() error {
	if a.left == 0 || a.leftShown || a.t.Choice.Info.Builtin {
		return nil
	}
	a.leftShown = true
	return a.stages.put(stream.Step{
		Msg: fmt.Sprintf(a.words.left, a.left), Code: "left", Args: []string{strconv.Itoa(a.left)},
	})
}

// halve shortens the longest result in messages, and reports whether there was a result
// long enough to shorten.
func (a *answering) halve(messages []llm.Message) bool {
	var longest *llm.Message
	for i := range messages {
		if m := &messages[i]; m.Role == llm.ToolRole && (longest == nil || len(m.Content) > len(longest.Content)) {
			longest = m
		}
	}
	if longest == nil || len(longest.Content) < 2*len(a.words.cut)+200 {
		return false
	}
	longest.Content = text.CutBytes(longest.Content, len(longest.Content)/2) + a.words.cut
	return true
}

// resume restores the stored state of an answer that is continued.
func (a *answering) resume(ctx context.Context) error {
	if a.t.Choice.Info.Builtin {
		return nil // the built-in engine stores no steps and answers again from the beginning
	}
	steps, err := a.stored(ctx)
	if err != nil {
		return err
	}
	a.steps, a.kept = steps, len(steps) > 0
	parts := map[string]bool{}
	for _, s := range steps {
		for _, u := range s.uses {
			parts[u.part] = true
			a.ids[u.call.ID] = true
			a.made[u.key()] = true
			u.tool = a.tools[u.call.Name]
			if len(u.sources) > 0 {
				a.stages.cite.addAt(u.first, u.sources)
			}
		}
	}
	a.partial = strings.TrimSpace(textBehind(*a.t.Partial, parts))
	return nil
}

// textBehind returns the text of an answer after the last of the given tool parts. The keys of `tools`
// are the ids of these parts.
func textBehind(m stream.Message, tools map[string]bool) string {
	if m.Hidden {
		return ""
	}
	var text strings.Builder
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.Tool:
			if tools[e.ID] {
				text.Reset()
			}
		case stream.Text:
			text.WriteString(e.Msg)
		}
	}
	return stream.Message{Content: []stream.Item{{Event: stream.Text{Msg: text.String()}}}}.PlainText()
}
