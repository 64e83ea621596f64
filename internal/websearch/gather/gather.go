// Package gather finds on the web what an answer rests on: it decides whether a
// question needs the web, searches for it in several ways at once, reads the best
// pages, and takes the passages that fit. Without a source of web search it looks
// through what the asker has. It also offers searching and reading to models as
// tools.
package gather

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Name is the gatherer's, in profiles.
const Name = "web"

// documentAnalysis is the chat type in which every question is about files.
const documentAnalysis = "301"

// Engine searches the web; *websearch.Service is one.
type Engine interface {
	// Available says whether any source is set.
	Available() bool
	Search(ctx context.Context, owner string, q websearch.Query) (websearch.Outcome, error)
}

// Reader reads pages of the web; *webpage.Reader is one. Its errors are of type
// *webpage.Error.
type Reader interface {
	Read(ctx context.Context, address string) (webpage.Page, error)
}

// Copies keeps what was read, and the icons of sites.
type Copies interface {
	// Keep keeps a page for a conversation, and gives our own address of it.
	Keep(ctx context.Context, owner, cid string, p webpage.Page) (address string, err error)
	// Icon is our own address of a site's icon; empty: there is none.
	Icon(address, icon string) string
}

// Text is a text that is ranked.
type Text struct{ ID, Title, Text string }

// Passage is a stretch of a Text.
type Passage struct {
	ID      string // of the Text
	Order   int    // among the passages of the text
	Heading string
	Text    string
	Score   float64 // 0 to about 1
}

// Ranking finds passages by the ranking that files have.
type Ranking interface {
	// Rank gives the passages that fit a question, best first.
	Rank(question string, texts []Text, limit int) []Passage
	// Answer gives the sentences that answer a question, best first; none when the
	// texts do not answer it.
	Answer(question string, texts []Text) []Passage
}

// Own finds places in what the asker has: files, conversations, favourites.
type Own interface {
	Search(ctx context.Context, owner, question string, limit int) ([]source.Source, error)
	// Answer gives the sentences that answer a question, best first, or else what
	// comes nearest.
	Answer(ctx context.Context, owner, question string) (sentences, near []source.Source, err error)
}

// Ports are what the gatherer needs.
type Ports struct {
	Engine  Engine
	Reader  Reader
	Copies  Copies // nil: nothing is kept
	Ranking Ranking
	Own     Own
	// Knows says whether the built-in engine answers a question by itself.
	Knows func(question string, now time.Time, locale string) bool
	Log   *slog.Logger
}

// Gatherer finds what the web says. It is safe for concurrent use.
type Gatherer struct {
	Ports
	met *met
}

// New makes the gatherer.
func New(p Ports) *Gatherer { return &Gatherer{p, newMet()} }

// Name is the gatherer's.
func (g *Gatherer) Name() string { return Name }

// Gather searches the web for the question of a turn, when it is to be searched.
func (g *Gatherer) Gather(ctx context.Context, t answer.Turn, out answer.Out) (answer.Found, error) {
	if strings.TrimSpace(t.Question) == "" {
		return answer.Found{}, nil
	}
	w := &work{Gatherer: g, t: t, out: out, words: wordsIn(t.Locale)}
	switch mode := t.Searching(); {
	case t.Choice.Info.Search == llm.SearchItself:
		return answer.Found{}, nil
	case mode == answer.SearchKnowledge:
		return w.own(ctx, false)
	case mode != answer.SearchAuto && mode != answer.SearchOpen:
		return answer.Found{}, nil
	case !g.Engine.Available() && mode == answer.SearchOpen:
		return w.own(ctx, true)
	case !g.Engine.Available():
		return answer.Found{}, nil
	case t.Choice.Info.Search == llm.SearchByTools && t.Choice.Info.Tools:
		if mode == answer.SearchOpen {
			return answer.Found{Instruct: w.words.mustSearch}, nil
		}
		return answer.Found{}, nil
	}
	return w.web(ctx)
}

// work is the work on one question.
type work struct {
	*Gatherer
	t      answer.Turn
	out    answer.Out
	words  words
	notes  []string
	misses []websearch.Miss
}

// web searches, reads and chooses.
func (w *work) web(ctx context.Context) (answer.Found, error) {
	p, err := w.plan(ctx)
	if err != nil || len(p.queries) == 0 {
		return answer.Found{}, err
	}
	found, err := w.search(ctx, p)
	if err != nil {
		return answer.Found{}, err
	}
	if len(found) == 0 {
		return w.nothing(w.words.nothing)
	}
	pages, err := w.read(ctx, p, found)
	if err != nil {
		return answer.Found{}, err
	}
	if len(pages) == 0 {
		return w.nothing(w.words.unreadable)
	}
	f, err := w.chosen(p, pages)
	if err != nil {
		return answer.Found{}, err
	}
	read := 0
	for _, s := range pages {
		if s.read {
			read++
		}
	}
	return f, w.end(p, len(found), read)
}

// nothing tells that the web gave nothing that can be used, and why.
func (w *work) nothing(why string) (answer.Found, error) {
	for _, m := range w.misses {
		if m.Reason != websearch.NothingFound {
			why = m.Name + w.words.colon + m.Reason.In(w.t.Locale)
			break
		}
	}
	f := answer.Found{Notes: []string{why}}
	if !w.t.Choice.Info.Builtin {
		f.Texts = []string{w.words.unfounded}
	}
	return f, w.out.Emit(stream.StepUpdate{ID: stepWeb, State: stream.PartFailed, Detail: why})
}

// Ids and codes of steps; the codes are of stream.StepCodes.
const (
	stepWeb      = "web"
	codeWeb      = "web"
	codeSearch   = "search"
	codeOpen     = "open"
	codeAsOf     = "asof"
	codeUnlinked = "unlinked"
	codeLibrary  = "library"
)

// begin shows that the web is searched.
func (w *work) begin() error {
	return w.out.Emit(stream.Step{ID: stepWeb, Msg: w.words.web, Code: codeWeb, State: stream.PartRunning})
}

// end says how much was found and read, and of when it is where that matters.
func (w *work) end(p plan, found, read int) error {
	done := stream.StepUpdate{ID: stepWeb, State: stream.PartDone, Detail: w.words.counts(found, read)}
	if !p.fresh {
		return w.out.Emit(done)
	}
	day := w.t.Now.Format(time.DateOnly)
	return w.out.Emit(done, stream.Step{ID: "web-asof", State: stream.PartDone, Msg: w.words.asOf(day), Code: codeAsOf, Args: []string{day}})
}
