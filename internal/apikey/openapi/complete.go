package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// firstByte is the maximum time for which a stream without output delays its HTTP status. If the answer
// fails within this time, the status can still be that of the error.
const firstByte = 10 * time.Second

type completionIn struct{ Body completionBody }

// call is one request in progress.
type call struct {
	*Service
	grant  *apikey.Grant
	req    request
	target target
	id     string
	at     int64
	out    *output
	prompt int // tokens of the messages, as estimated here
	model  string
}

func (s *Service) complete(ctx context.Context, in *completionIn, w httpapi.ResponseWriter) error {
	g, err := s.take(ctx, w, apikey.Chat)
	if err != nil {
		return err
	}
	if s.Draining() {
		return errs.New(errs.Draining).Retry(5 * time.Second)
	}
	req, err := in.Body.read()
	if err != nil {
		return err
	}
	t, err := s.find(ctx, g, req.model, req.thinking)
	if err != nil {
		return err
	}
	if t.assistant() {
		if err := req.forAssistant(); err != nil {
			return err
		}
	}
	working, done, err := s.Keys.Begin(ctx, g)
	if err != nil {
		return err
	}
	defer done()
	c := &call{
		Service: s, grant: g, req: req, target: t, id: "chatcmpl-" + id.New(), at: s.Now().Unix(),
		out: &output{base: httpapi.AskerOf(ctx).Base}, model: t.choice.Info.ID,
	}
	for _, m := range req.messages {
		c.prompt += llm.Estimate(m.Content) + 4
	}
	if req.stream {
		return c.stream(ctx, working, w)
	}
	return c.whole(working, w)
}

// make makes the answer, counts its tokens, and returns the tool calls for the client to execute.
func (c *call) make(ctx context.Context) (calls []llm.ToolCall, err error) {
	working, beat, end := watch(ctx, c.Waits)
	defer end()
	c.out.beat = beat
	if calls, err = c.answer(working); err != nil {
		if ended := errs.Ended(working); ended != nil {
			err = ended
		}
		if c.target.assistant() && errs.Is(err, errs.NotFound) {
			return nil, noModel(c.req.model)
		}
	} else if c.out.refused {
		err = errs.New(errs.AnswerHidden).With("param", "messages")
	}
	for _, t := range calls {
		c.out.estimated += llm.Estimate(t.Name + t.Arguments)
	}
	used := c.out.usage(c.prompt)
	cost := Spent{Owner: c.grant.Owner, ModelID: c.model, Failed: err != nil, PromptTokens: used.PromptTokens, Completion: used.CompletionTokens}
	if e := c.spend(ctx, c.grant, cost); e != nil {
		slog.WarnContext(ctx, "what an answer by a key cost could not be counted", "err", e)
	}
	return calls, err
}

func (c *call) answer(ctx context.Context) ([]llm.ToolCall, error) {
	locale, trace := httpapi.Locale(ctx), httpapi.TraceID(ctx)
	if c.target.assistant() {
		d, err := readDialogue(c.req.messages)
		if err != nil {
			return nil, err
		}
		return nil, c.Assistants.Compose(ctx, Composition{
			Owner: c.grant.Owner, AgentID: c.target.agent, ProjectID: c.target.project, TraceID: trace, Locale: locale,
			Instructions: d.instructions, Earlier: d.earlier, Question: d.question, Pictures: d.pictures,
			MaxTokens: c.req.maxTokens, Temperature: c.req.temperature, TopP: c.req.topP,
			Started: func(id, _ string) { c.model = id },
		}, c.out)
	}
	owner := c.grant.Owner
	return c.Loop.Relay(ctx, answer.Turn{
		Place: func() (string, string) { return owner, "" }, TraceID: trace, Locale: locale, Choice: c.target.choice, Private: true, Unattended: true,
	}, llm.Request{
		Model: c.target.choice.Upstream, Thinking: c.target.choice.Thinking, Messages: c.req.messages, Tools: c.req.tools, MaxTokens: c.req.maxTokens,
		Temperature: c.req.temperature, TopP: c.req.topP, Parameters: c.req.parameters, Now: c.Now(), Locale: locale,
	}, c.out)
}

// whole sends the answer as one response.
func (c *call) whole(ctx context.Context, w http.ResponseWriter) error {
	var text, reasoning strings.Builder
	c.out.put = func(p part) error {
		text.WriteString(p.text)
		reasoning.WriteString(p.reasoning)
		return nil
	}
	calls, err := c.make(ctx)
	if err != nil {
		return err
	}
	m := message{Role: "assistant", ReasoningContent: reasoning.String(), ToolCalls: wireCalls(calls, false), Annotations: c.out.annotations}
	if content := text.String(); (content != "" || len(calls) == 0) && !c.out.withheld {
		m.Content = &content
	}
	if c.out.withheld {
		m.ReasoningContent, m.ToolCalls, m.Annotations = "", nil, nil
	}
	used := c.out.usage(c.prompt)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(completion{
		ID: c.id, Object: "chat.completion", Created: c.at, Model: c.req.model, Usage: &used,
		Choices: []choice{{Message: &m, FinishReason: ptr(c.out.finish(calls))}},
	})
}

// stream sends the answer while it is being made. Both contexts end with the connection. The context
// `ctx` also ends when the key may no longer be used.
func (c *call) stream(reader, ctx context.Context, w http.ResponseWriter) error {
	ctx, cancel := context.WithCancel(ctx)
	p, made := newPipe(), make(chan error, 1)
	sent := false
	send := func(d delta, finish *string) error {
		if !sent {
			sent, d.Role = true, "assistant"
		}
		return p.send(ctx, c.chunk([]choice{{Delta: &d, FinishReason: finish}}, nil))
	}
	c.out.put = func(x part) error {
		d := delta{ReasoningContent: x.reasoning}
		if x.text != "" {
			d.Content = &x.text
		}
		return send(d, nil)
	}
	go func() {
		calls, err := c.make(ctx)
		if err == nil {
			d := delta{Annotations: c.out.annotations}
			if c.out.withheld {
				d.Annotations, calls = nil, nil
			}
			d.ToolCalls = wireCalls(calls, true)
			if len(calls) > 0 || len(d.Annotations) > 0 || !sent {
				if !sent && len(calls) == 0 {
					d.Content = ptr("")
				}
				err = send(d, nil)
			}
			if err == nil {
				err = send(delta{}, ptr(c.out.finish(calls)))
			}
		}
		tail := c.tail(reader, sent, err)
		made <- err // before p.last: p.last wakes the goroutine of the response, which then checks `made`
		p.last(tail)
	}()
	p.begun(reader, firstByte)
	select {
	case err := <-made:
		made <- err
		if err != nil && !sent {
			cancel()
			return err
		}
	default:
	}
	err := httpapi.WriteFrames(reader, w, p.next)
	cancel()
	if failed := <-made; failed != nil {
		slog.DebugContext(reader, "an answer by a key ended early", "err", failed) // a connected client has received the error
	}
	return err
}

// tail returns the last frames of a stream. After success they are the usage, if the client asked
// for it, and [DONE]; after a failure they are the error. Clients treat an answer without [DONE] as
// incomplete.
func (c *call) tail(ctx context.Context, sent bool, err error) []byte {
	var b bytes.Buffer
	frame := func(v any) {
		b.WriteString("data: ")
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // cannot fail: the fields are plain values
		b.WriteByte('\n')
	}
	if err != nil {
		if ctx.Err() == nil && sent {
			slog.InfoContext(ctx, "an answer by a key has failed", "err", err)
		}
		e := errs.From(err)
		frame(map[string]any{"error": httpapi.OpenErrorOf(e, e.Message(httpapi.Locale(ctx)))})
		return b.Bytes()
	}
	if c.req.withUsage {
		used := c.out.usage(c.prompt)
		frame(c.chunk([]choice{}, &used))
	}
	b.WriteString("data: [DONE]\n\n")
	return b.Bytes()
}

func (c *call) chunk(choices []choice, used *Usage) completion {
	return completion{ID: c.id, Object: "chat.completion.chunk", Created: c.at, Model: c.req.model, Choices: choices, Usage: used}
}
