package answer

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Limits of one answer.
const (
	DefaultSteps = 8  // default of Profile.Steps
	maxSteps     = 25 // maximum of Profile.Steps
)

// Options are the dependencies and settings of a Loop.
type Options struct {
	DB        *db.DB
	Memory    *db.DB // the database of temporary conversations
	Tools     []Tool
	Gatherers []Gatherer
	// MoreTools returns the owner's own tools, which are offered in addition to Tools. It is called
	// when a model begins or continues an answer, and when consents are listed. It must not wait for
	// other servers. nil: there are no such tools.
	MoreTools func(ctx context.Context, t Turn) []Tool
	// FilterFor returns the content rules of the answers to an owner, or to the person who asks in a
	// project; nil: there are no rules.
	FilterFor func(ctx context.Context, owner string) Filter
	// MayContinue fails if a person may no longer ask. It is called before each tool call, before each
	// model call that follows a step, and on request of an Author; nil: it never fails. If the owner of
	// the answer is a project, the person is the asker, otherwise the owner.
	MayContinue func(ctx context.Context, person string) error
	// Allowed reports whether an owner's answers may call a tool. It is called when a model begins
	// or continues an answer, and before each call; nil: all tools are allowed.
	Allowed func(ctx context.Context, owner, tool string) bool
	// Asks states for which calls of a tool consent is needed; nil: the tool's own setting applies.
	Asks      func(t Tool) Consent
	Review    Review                                 // nil: answers are not reviewed
	MaxRounds func() int                             // past rounds sent to the model; nil or 0: no limit
	Now       func() time.Time                       // nil: time.Now
	After     func(d time.Duration) <-chan time.Time // timer for the wait for consent; nil: time.After
	Around    func(Tool) Tool                        // wraps every tool when it is added, for tests; nil: tools are not wrapped
	Log       *slog.Logger                           // nil: slog.Default
}

// Loop makes answers. It is safe for concurrent use.
type Loop struct {
	Options
	meter     llm.Meter
	tools     map[string]*Tool
	gatherers map[string]Gatherer
	authors   map[string]Author
}

// New makes a loop. It fails if two tools or two gatherers have the same name. It also fails if
// a tool lacks a required field, or if the name of a tool contains versionMark.
func New(o Options) (*Loop, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = time.After
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.FilterFor == nil {
		o.FilterFor = func(context.Context, string) Filter { return NoRules{} }
	}
	if o.MayContinue == nil {
		o.MayContinue = func(context.Context, string) error { return nil }
	}
	if o.Allowed == nil {
		o.Allowed = func(context.Context, string, string) bool { return true }
	}
	if o.Asks == nil {
		o.Asks = func(t Tool) Consent { return t.Consent }
	}
	if o.MaxRounds == nil {
		o.MaxRounds = func() int { return 0 }
	}
	l := &Loop{Options: o, tools: map[string]*Tool{}, gatherers: map[string]Gatherer{}, authors: map[string]Author{}}
	l.Tools, l.Gatherers = nil, nil
	return l, l.Add(o.Tools, o.Gatherers)
}

// Add adds tools and gatherers; it must be called before the first answer. It fails in the same
// cases as New.
func (l *Loop) Add(tools []Tool, gatherers []Gatherer) error {
	for _, t := range tools {
		if err := t.check(); err != nil {
			return err
		}
		if l.tools[t.Spec.Name] != nil {
			return fmt.Errorf("answer: two tools are called %s", t.Spec.Name)
		}
		if l.Around != nil {
			t = l.Around(t)
		}
		l.tools[t.Spec.Name] = &t
		l.Tools = append(l.Tools, t)
	}
	for _, g := range gatherers {
		if l.gatherers[g.Name()] != nil {
			return fmt.Errorf("answer: two gatherers are called %s", g.Name())
		}
		l.gatherers[g.Name()] = g
		l.Gatherers = append(l.Gatherers, g)
	}
	return nil
}

// check fails if the tool lacks a required field or has a name that contains versionMark.
func (t Tool) check() error {
	switch {
	case t.Spec.Name == "" || t.Spec.Description == "" || t.Call == nil:
		return fmt.Errorf("answer: a tool has no name, no description or nothing to call: %q", t.Spec.Name)
	case strings.Contains(t.Spec.Name, versionMark):
		return fmt.Errorf("answer: the name of a tool has a mark in it: %q", t.Spec.Name)
	case t.Consent != ConsentNever && t.Consent != ConsentOnce && t.Consent != ConsentEvery:
		return fmt.Errorf("answer: tool %s does not say whether a person is asked", t.Spec.Name)
	}
	return nil
}

// Meter estimates the tokens of texts; it is calibrated by the usage that providers report.
func (l *Loop) Meter() *llm.Meter { return &l.meter }

// Output receives an answer; *run.Out implements it.
type Output interface {
	Emit(events ...stream.Event) error
	Queued() error
	Loading() error
	Meta(change func(*stream.Meta))
	Alive()
	Wait() (end func())
	Signals() <-chan run.Signal
	Commit(ctx context.Context, save func(ctx context.Context, tx *sql.Tx) error, events ...stream.Event) error
}

// Opening returns the parts shown before the model has begun.
func Opening(locale string) []stream.Event {
	return []stream.Event{stream.SpeechType{Kind: stream.KindStatus}, stream.Status{Msg: wordsIn(locale).working}}
}

// answering is the state of one answer in progress.
type answering struct {
	*Loop
	t      Turn
	out    Output
	words  words
	filter Filter
	stages *stages
	tools  map[string]*Tool // tools of the loop and of the owner
	more   []string         // names of the owner's tools
	off    map[string]bool  // names of tools that the owner's answers may not call

	request     llm.Request   // request without messages
	head        []llm.Message // system message and earlier rounds
	ask         llm.Message   // the question with the gathered sources
	steps       []*step       // steps so far
	partial     string        // text after the last step; the model continues this text
	extraPrompt string        // additional last message to the model

	left      int  // number of earlier rounds that are not sent to the model
	leftShown bool // the answer already states the number in the field `left`
	cutShown  bool // the answer already states that the model's server cut its input

	saving sync.Mutex
	kept   bool            // at least one step of this answer is stored
	made   map[string]bool // calls so far, by tool and arguments
	ids    map[string]bool // ids of calls so far
	usage  llm.Usage       // sum over the completed model calls
}

// Run makes one answer: it gathers sources, then lets the model write and call tools until it is
// done or a limit is reached. If the profile names an Author, the Author makes the answer instead. Run
// returns nil if the answer is complete, cut off or withheld, and otherwise the reason of the
// failure.
func (l *Loop) Run(ctx context.Context, t Turn, out Output) error {
	if t.Withheld {
		return withhold(out, stream.Revoke{Sensitive: true, RevokeQAPair: true})
	}
	a := l.begin(ctx, t, out)
	ctx, end := a.stages.review.begin(ctx)
	defer end()
	answer := a.make
	if t.Profile.Author != "" {
		answer = a.write
	}
	err := answer(ctx)
	if errors.Is(err, ErrWithheld) || errors.Is(context.Cause(ctx), ErrWithheld) {
		return withhold(out, stream.Revoke{Sensitive: true})
	}
	return err
}

func (l *Loop) begin(ctx context.Context, t Turn, out Output) *answering {
	owner, _ := t.Place()
	a := &answering{
		Loop: l, t: t, out: out, tools: l.tools, words: wordsIn(t.Locale), filter: l.FilterFor(ctx, cmp.Or(t.Asker, owner)),
		made: map[string]bool{}, ids: map[string]bool{},
	}
	a.t.Owner = func() string { owner, _ := t.Place(); return owner }
	a.t.Count = func(text string) int { return l.meter.Count(t.Choice.Upstream, text) }
	a.t.Room = a.room
	a.stages = newStages(a.t, a.filter, l.Review, l.Options, out)
	a.request = llm.Request{
		Model: t.Choice.Upstream, Thinking: t.Choice.Thinking, MaxTokens: t.Profile.MaxTokens,
		Temperature: t.Profile.Temperature, TopP: t.Profile.TopP, Now: t.Now, Locale: t.Locale,
		Search: t.ownSearch(),
	}
	return a
}

// mayContinue fails if the asker may no longer ask, for example after a ban. If the database cannot
// be read, the answer continues.
func (a *answering) mayContinue(ctx context.Context) error {
	err := a.MayContinue(ctx, cmp.Or(a.t.Asker, a.t.Owner()))
	if errs.Is(err, errs.StorageFail) {
		a.Log.WarnContext(ctx, "whether an answer may go on cannot be looked up", "trace_id", a.t.TraceID, "error", err)
		return nil
	}
	return err
}

func (a *answering) make(ctx context.Context) error {
	a.addMore(ctx)
	a.excludeTools(ctx)
	if a.t.Partial != nil {
		if err := a.resume(ctx); err != nil {
			return err
		}
	}
	if fault := a.t.Choice.Fault; fault != nil {
		say := func(locale string) string { return fmt.Sprintf(wordsIn(locale).instead, fault.Message(locale)) }
		line := stream.TranslatedStep(a.t.Locale, say)
		if err := a.stages.put(line); err != nil {
			return err
		}
	}
	found, err := a.gather(ctx)
	if err != nil {
		return err
	}
	if err := a.prepare(ctx, found); err != nil {
		return err
	}
	return a.play(ctx)
}

// gather concurrently runs each of the profile's gatherers that applies to the turn. The results are
// joined in the profile's order.
func (a *answering) gather(ctx context.Context) (Found, error) {
	applying, err := a.applying(ctx)
	if err != nil {
		return Found{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	found := make([]Found, len(applying))
	for i, g := range applying {
		run := func() {
			f, err := a.gatherBy(ctx, g)
			if err != nil {
				cancel(err) // only the first error becomes the cause of ctx
			}
			found[i] = f
		}
		if i == len(applying)-1 {
			run() // the last gatherer runs in this goroutine, which would only wait otherwise
		} else {
			group.Go(run)
		}
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return Found{}, err
	}
	var all Found
	for _, f := range found {
		all = all.with(f)
	}
	return all, nil
}

// applying returns the profile's gatherers that apply to the turn. Gatherers that do not apply get no
// goroutine: starting a goroutine on another processor takes much longer than calling Applies and would
// delay every answer.
func (a *answering) applying(ctx context.Context) (gatherers []Gatherer, err error) {
	name := ""
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, name, p)
		}
	}()
	for _, name = range a.t.Profile.Gatherers {
		g := a.gatherers[name]
		if g == nil {
			return nil, errs.Wrap(errs.Unknown, fmt.Errorf("answer: there is no gatherer called %s", name))
		}
		if g.Applies(a.t) {
			gatherers = append(gatherers, g)
		}
	}
	return gatherers, nil
}

// gatherBy runs one gatherer and converts a panic to an error.
func (a *answering) gatherBy(ctx context.Context, g Gatherer) (f Found, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = a.panicked(ctx, g.Name(), p)
		}
	}()
	return g.Gather(ctx, a.t, (*shown)(a))
}

// with adds the results of another gatherer to f.
func (f Found) with(more Found) Found {
	f.Sources = slices.Concat(f.Sources, more.Sources)
	f.Whole = f.Whole || more.Whole
	f.Instruct = joined(f.Instruct, more.Instruct)
	f.Texts = slices.Concat(f.Texts, more.Texts)
	if f.Question == "" {
		f.Question = more.Question
	}
	f.Pictures = slices.Concat(f.Pictures, more.Pictures)
	for i, pictures := range more.Shown {
		if f.Shown == nil {
			f.Shown = map[int][]llm.Image{}
		}
		f.Shown[i] = slices.Concat(f.Shown[i], pictures)
	}
	f.Notes = slices.Concat(f.Notes, more.Notes)
	if more.Finding.Intent == source.Statement && len(more.Finding.Sentences) == 0 { // a confirmation, for example "this is remembered now", replaces other findings
		f.Finding = more.Finding
	} else if f.Finding.Intent == "" || f.Finding.Refused && more.Finding.Intent != "" && !more.Finding.Refused {
		f.Finding = more.Finding
	}
	return f
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// shown implements Out for gatherers.
type shown answering

// Emit shows events. It refuses kinds of events that gatherers must not emit.
func (s *shown) Emit(events ...stream.Event) error { return s.stages.show(events...) }

// Alive reports progress.
func (s *shown) Alive() { s.out.Alive() }

// withhold removes the content of the answer and ends the answer.
func withhold(out Output, r stream.Revoke) error {
	stopReason(out, "filter")
	return out.Emit(r, stream.SensitiveEnd{})
}

func stopReason(out Output, reason string) {
	out.Meta(func(m *stream.Meta) { m.StopReason = reason })
}
