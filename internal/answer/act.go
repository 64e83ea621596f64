package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the calls of one step.
const (
	maxAtOnce = 4        // calls that run concurrently
	maxUses   = 16       // calls that are executed
	maxCalls  = 32       // calls that get a result; further calls are dropped without telling the model
	maxInput  = 64 << 10 // bytes of the arguments of one call
	maxName   = 128      // bytes of a call's name, and of its id: a longer name is cut, a longer id is replaced
)

// use is one call of a tool.
type use struct {
	call    llm.ToolCall
	part    string // id of the part that shows the call
	tool    *Tool  // nil: no such tool may be called, or the provider executes the call
	state   callState
	first   int // citation number of the call's first source
	sources []source.Source
	text    string // the result for the model
	asked   bool   // the user was asked about this call, but allowed it by the decision about another call

	// executed is set by the goroutine that executes the call. The step may be stored during the
	// call, so the result becomes part of the step only after all calls have ended.
	executed *execution
}

// execution is the result of an executed call.
type execution struct {
	text    string // result for the model
	sources []source.Source
}

// key is equal for two calls with the same tool and arguments.
func (u *use) key() string { return u.call.Name + " " + u.call.Arguments }

// finish ends the use with a result for the model.
func (u *use) finish(result string) { u.state, u.text = callEnded, result }

// take makes a step from the first maxCalls calls of a model's turn, executes them and stores the
// step. It returns false if all calls repeat earlier calls.
func (a *answering) take(ctx context.Context, s *modelTurn) (bool, error) {
	st := &step{n: len(a.steps) + 1}
	m := llm.Message{Role: llm.Assistant, Content: s.text.String(), Reasoning: s.reasoning.String()}
	news := false
	for i, c := range s.calls[:min(len(s.calls), maxCalls)] {
		u, fresh, err := a.plan(c, st.n, i)
		if err != nil {
			return false, err
		}
		news = news || fresh
		st.uses = append(st.uses, u)
		m.ToolCalls = append(m.ToolCalls, u.call)
	}
	st.messages = []llm.Message{m}
	for _, u := range st.uses {
		st.messages = append(st.messages, llm.Message{Role: llm.ToolRole, ToolCallID: u.call.ID})
	}
	a.steps = append(a.steps, st)
	return news, a.act(ctx, st)
}

// plan decides what happens to one call; a call that cannot be executed gets its result at once.
// `fresh` is false if the call has valid arguments and repeats an earlier call.
func (a *answering) plan(c llm.ToolCall, n, i int) (u *use, fresh bool, err error) {
	u = &use{call: c, part: fmt.Sprintf("%d.%d.%d.%d", a.t.Index, a.t.Repeat, n, i)}
	if c.ID == "" || a.ids[c.ID] || len(c.ID) > maxName {
		u.call.ID = fmt.Sprintf("call_%d_%d", n, i)
	}
	a.ids[u.call.ID] = true
	u.call.Name = text.CutBytes(c.Name, maxName)
	arguments, ok := canonical(c.Arguments)
	u.tool = a.tools[c.Name]
	u.call.Arguments = "{}"
	switch {
	case len(c.Arguments) > maxInput || len(arguments) > maxInput:
		return u, true, a.refuse(u, a.words.longInput, a.words.badTold)
	case !ok:
		return u, true, a.refuse(u, a.words.badInput, a.words.badTold)
	}
	if c.Own {
		return u, !a.repeats(u, arguments), a.returnArguments(u, c.Arguments)
	}
	u.call.Arguments = arguments
	switch {
	case a.made[u.key()]:
		u.finish(a.words.sameCall)
		return u, false, nil
	case i >= maxUses:
		u.finish(fmt.Sprintf(a.words.manyCalls, maxUses))
		return u, true, nil
	}
	a.made[u.key()] = true
	if u.tool == nil || !a.profileHas(u.call.Name) {
		u.tool = nil
		return u, true, a.refuse(u, fmt.Sprintf(a.words.unknownTool, source.StripMarks(u.call.Name)), a.words.unknownTold)
	}
	return u, true, nil
}

// repeats reports whether a call with the same name and arguments was recorded before, and records
// this call.
func (a *answering) repeats(u *use, arguments string) bool {
	key := u.call.Name + " " + arguments
	made := a.made[key]
	a.made[key] = true
	return made
}

// returnArguments ends a call of a function that the provider executes itself: the provider expects
// the unchanged arguments as the result.
func (a *answering) returnArguments(u *use, arguments string) error {
	u.tool, u.call.Arguments = nil, arguments
	u.finish(arguments)
	return a.show(u, stream.Tool{State: stream.PartDone})
}

func (a *answering) profileHas(name string) bool {
	for _, t := range a.offered() {
		if t.Name == name {
			return true
		}
	}
	return false
}

// canonical encodes a JSON object in one fixed form, so that two objects with the same content
// compare as equal.
func canonical(arguments string) (string, bool) {
	if len(arguments) > maxInput {
		return "", false
	}
	d := json.NewDecoder(bytes.NewReader([]byte(arguments)))
	d.UseNumber()
	var object map[string]any
	if d.Decode(&object) != nil || d.More() || object == nil {
		return "", false
	}
	if _, broken := object[llm.InvalidArguments]; broken && len(object) == 1 {
		return "", false
	}
	b, err := json.Marshal(object)
	return string(b), err == nil
}

// refuse ends a call without executing it, and shows the reason.
func (a *answering) refuse(u *use, result, shown string) error {
	u.finish(result)
	return a.showRefused(u, shown)
}

func (a *answering) showRefused(u *use, shown string) error {
	return a.stages.tool(stream.Tool{ID: u.part, Name: u.call.Name, Title: a.title(u), State: stream.PartFailed, Error: shown})
}

// title is the title of a call for users. If the tool has no Label, or Label panics on the model's
// arguments, the title is a general text with the tool's name.
func (a *answering) title(u *use) (title string) {
	title = fmt.Sprintf(a.words.using, u.call.Name)
	if u.call.Own {
		return a.words.ownFunction
	}
	if u.tool == nil || u.tool.Label == nil {
		return title
	}
	defer func() {
		if p := recover(); p != nil {
			_ = a.panicked(context.Background(), u.call.Name, p)
		}
	}()
	return text.CutBytes(u.tool.Label(a.t.Locale, []byte(u.call.Arguments)), stream.MaxTitle)
}

// open returns the last step if some of its calls have not ended.
func (a *answering) open() *step {
	if len(a.steps) == 0 {
		return nil
	}
	last := a.steps[len(a.steps)-1]
	for _, u := range last.uses {
		if u.state != callEnded {
			return last
		}
	}
	return nil
}

// act executes the calls of a step that have not ended, and stores the step.
func (a *answering) act(ctx context.Context, st *step) error {
	if err := a.ready(ctx, st); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		group   sync.WaitGroup
		mu      sync.Mutex
		failed  error
		waiting []*use
		places  = make(chan struct{}, maxAtOnce)
	)
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if failed == nil { // the first failure cancels the other calls, so it causes their failures
			failed = err
		}
		cancel()
	}
	start := func(u *use) {
		group.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if err := a.perform(ctx, u); err != nil {
				fail(err)
			}
		})
	}
	for _, u := range st.uses {
		switch u.state {
		case callWaits:
			waiting = append(waiting, u)
		case callReady, callBegan:
			start(u)
		}
	}
	if err := a.await(ctx, st, waiting, start); err != nil {
		fail(err)
	}
	group.Wait()
	if failed != nil {
		return failed
	}
	for _, u := range st.uses {
		if o := u.executed; o != nil {
			u.sources, u.executed = o.sources, nil
			u.finish(o.text)
		}
	}
	a.settle(st)
	return a.save(ctx, st)
}

// ready shows the calls of a step in order. Before it shows them, it stores which calls begin now
// and must not begin again after a crash. It also stores which calls wait for consent, because a
// user who sees a waiting call can decide about it at once.
func (a *answering) ready(ctx context.Context, st *step) error {
	a.stages.hold()
	store, err := a.begins(ctx, st)
	shown := a.stages.held()
	switch {
	case err != nil:
		return err
	case store:
		return a.save(ctx, st, shown...)
	}
	return a.out.Emit(shown...)
}

// begins determines how each call of a step begins, shows the calls, and reports whether the step must
// be stored.
func (a *answering) begins(ctx context.Context, st *step) (store bool, err error) {
	var allowed map[string]bool
	for _, u := range st.uses {
		switch {
		case u.state == callEnded:
			continue
		case u.tool == nil: // the step was stored before a crash, and the tool no longer exists
			if err := a.refuse(u, fmt.Sprintf(a.words.unknownTool, u.call.Name), a.words.unknownTold); err != nil {
				return false, err
			}
			continue
		case u.state == callBegan:
			u.finish(a.words.uncertain)
			if err := a.show(u, stream.Tool{State: stream.PartFailed, Error: a.words.broke}); err != nil {
				return false, err
			}
			continue
		case u.state == "":
			if a.Asks(*u.tool) != ConsentNever && allowed == nil {
				if allowed, err = a.allowed(ctx); err != nil {
					return false, err
				}
			}
			u.state = a.stateOf(u.tool, allowed)
			store = store || u.state != callReady
		}
		state := stream.PartInput
		if u.state == callWaits {
			state = stream.PartWaiting
		}
		if err := a.show(u, stream.Tool{State: state}); err != nil {
			return false, err
		}
	}
	return store, nil
}

// stateOf returns the next state of a call that has not begun. `allowed` contains the tools with consent.
func (a *answering) stateOf(t *Tool, allowed map[string]bool) callState {
	switch {
	case a.Asks(*t) != ConsentNever && !allowed[t.Spec.Name]:
		return callWaits
	case t.Replay:
		return callReady
	}
	return callBegan
}

func (a *answering) show(u *use, part stream.Tool) error {
	part.ID, part.Name, part.Title = u.part, u.call.Name, a.title(u)
	part.Input = text.CutBytes(source.StripMarks(u.call.Arguments), stream.MaxShort)
	return a.stages.tool(part)
}

// settle numbers the sources of a step's calls in order, and writes the results into the step's
// messages.
func (a *answering) settle(st *step) {
	for i, u := range st.uses {
		to := &st.messages[i+1]
		if to.Content != "" { // the call ended before a crash, so its result was written already
			continue
		}
		text := u.text
		if len(u.sources) > 0 {
			u.first = a.stages.number(u.sources)
			text = joined(joined(text, source.Prompt(u.sources, u.first, a.t.Locale)), a.words.citeTool)
		}
		to.Content = text
	}
}

// number assigns citation numbers to sources.
func (s *stages) number(sources []source.Source) (first int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.add(sources)
}

// perform executes one call and shows its progress. It fails only if the answer has to end; a
// failed tool is not an error.
func (a *answering) perform(ctx context.Context, u *use) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.mayContinue(ctx); err != nil {
		return err
	}
	if refused, err := a.refused(ctx, u); refused {
		return err
	}
	if err := a.show(u, stream.Tool{State: stream.PartRunning}); err != nil {
		return err
	}
	begun := time.Now()
	r, err := a.call(ctx, u)
	part := stream.Tool{State: stream.PartDone, MS: time.Since(begun).Milliseconds()}
	switch ended := errs.Ended(ctx); {
	case ended != nil:
		return ended
	case err != nil:
		reason := failureText(err, a.t.Locale)
		if errs.Is(err, errs.Timeout) {
			reason = a.words.slow
		}
		part.State, part.Error = stream.PartFailed, text.CutBytes(reason, stream.MaxShort)
		u.executed = &execution{text: fmt.Sprintf(a.words.failed, source.StripMarks(reason))}
		return a.show(u, part)
	}
	u.executed = &execution{fmt.Sprintf(a.words.result, r.Text), r.Sources}
	part.Output = r.Note
	if part.Output == "" {
		part.Output = r.Text
	}
	part.Output = text.CutBytes(part.Output, stream.MaxShort)
	if err := a.show(u, part); err != nil {
		return err
	}
	return a.brought(u, r)
}
