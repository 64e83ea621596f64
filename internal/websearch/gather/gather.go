// Package gather finds the sources of an answer on the web: it decides whether a question needs a
// search, sends several queries concurrently, reads the best pages and selects the passages that fit. It
// searches the user's own data instead if the search mode is answer.SearchKnowledge, or if a search
// is requested and no source can search the web. It also offers searching and reading to models as
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

// Name is the gatherer's name in profiles.
const Name = "web"

// documentAnalysis is the chat type in which every question is about files.
const documentAnalysis = "301"

// Engine searches the web; *websearch.Service implements it.
type Engine interface {
	// Available reports whether any source can search the web.
	Available() bool
	Search(ctx context.Context, owner string, q websearch.Query) (websearch.Outcome, error)
	// Can reports whether a source supports a kind.
	Can(k websearch.Kind) bool
	// Media states when pictures and videos are searched for.
	Media() websearch.Media
}

// Reader reads web pages; *webpage.Reader implements it. If a page cannot be read, the error is a
// *webpage.Error with the reason; other errors are possible, for example when ctx has ended.
type Reader interface {
	Read(ctx context.Context, address string) (webpage.Page, error)
}

// Copies stores the pages that were read, and the icons of sites.
type Copies interface {
	// Keep stores a page for a conversation and returns the address of the copy on this server.
	Keep(ctx context.Context, owner, cid string, p webpage.Page) (address string, err error)
	// Icon returns the address of a site's icon on this server; empty if there is none.
	Icon(address, icon string) string
}

// Text is a text to rank.
type Text struct{ ID, Title, Text string }

// Passage is a part of a Text.
type Passage struct {
	ID      string // id of the Text
	Order   int    // index among the passages of the text
	Heading string
	Text    string
	Score   float64 // 0 to about 1
}

// Ranking ranks passages with the method that also ranks the passages of files.
type Ranking interface {
	// Rank returns for each question the passages that fit it, best first.
	Rank(questions []string, texts []Text, limit int) [][]Passage
	// Answer returns the sentences that answer a question, best first. If no sentence
	// certainly answers it, possible contains sentences that may answer it.
	Answer(question string, texts []Text) (sentences, possible []Passage)
}

// Own searches the user's own data, for example files, conversations and favourites.
type Own interface {
	Search(ctx context.Context, owner, question string, limit int) ([]source.Source, error)
	// Answer returns a finding with the sentences that answer a question, or else with the
	// closest sentences. Only its fields Refused, Sentences, Near and Possible are set.
	Answer(ctx context.Context, owner, question string) (source.Finding, error)
}

// Ports are the gatherer's dependencies.
type Ports struct {
	Engine  Engine
	Reader  Reader
	Copies  Copies // nil: pages are not stored
	Ranking Ranking
	Own     Own
	// Pictures stores pictures; nil: answers show none.
	Pictures Pictures
	// CanAnswer reports whether the built-in engine can answer a question without sources; nil: it cannot.
	CanAnswer func(question string, now time.Time, locale string) bool
	Log       *slog.Logger
}

// Gatherer finds sources on the web. It is safe for concurrent use.
type Gatherer struct {
	Ports
	met *met
}

// New makes the gatherer.
func New(p Ports) *Gatherer { return &Gatherer{p, newMet()} }

// Name returns the gatherer's name.
func (g *Gatherer) Name() string { return Name }

// Applies reports whether the gatherer handles the turn, with a search on the web or in the user's
// own data. If the question is empty or the model searches by itself, the result is false.
func (g *Gatherer) Applies(t answer.Turn) bool {
	if strings.TrimSpace(t.Question) == "" || t.Choice.Info.Search == llm.SearchItself {
		return false
	}
	switch t.Searching() {
	case answer.SearchKnowledge, answer.SearchOpen:
		return true
	case answer.SearchAuto:
		return g.Engine.Available()
	}
	return false
}

// Gather finds the sources for the question of a turn, if the question needs a search: on the web
// or in the user's own data, depending on the search mode. If the model searches with tools, Gather
// does not search the web.
func (g *Gatherer) Gather(ctx context.Context, t answer.Turn, out answer.Out) (answer.Found, error) {
	w := &work{Gatherer: g, t: t, out: out, words: wordsIn(t.Locale)}
	switch mode := t.Searching(); {
	case mode == answer.SearchKnowledge:
		return w.own(ctx, false)
	case !g.Engine.Available():
		return w.own(ctx, true)
	case t.Choice.Info.Search == llm.SearchByTools && t.Choice.Info.Tools:
		if mode == answer.SearchOpen {
			return answer.Found{Instruct: w.words.mustSearch}, nil
		}
		return answer.Found{}, nil
	}
	return w.web(ctx)
}

// work is the state of one question.
type work struct {
	*Gatherer
	t      answer.Turn
	out    answer.Out
	words  words
	notes  []string
	misses []websearch.Miss
}

// web searches the web, reads pages and selects the passages that fit.
func (w *work) web(ctx context.Context) (answer.Found, error) {
	p, err := w.plan(ctx)
	if err != nil || len(p.queries) == 0 {
		return answer.Found{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	media := w.media(ctx, p.shows, p.queries[0])
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
	if err := w.end(p, len(found), read); err != nil {
		return answer.Found{}, err
	}
	for _, card := range soon(ctx, media) {
		if err := w.out.Emit(card); err != nil {
			return answer.Found{}, err
		}
	}
	return f, nil
}

// `nothing` ends the step of a web search that has no usable result, and returns the reason as a note.
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

// Ids and codes of steps; the codes are in stream.StepCodes.
const (
	stepWeb      = "web"
	codeWeb      = "web"
	codeSearch   = "search"
	codeOpen     = "open"
	codeAsOf     = "asof"
	codeUnlinked = "unlinked"
	codeLibrary  = "library"
)

// begin shows the step of searching, with the queries if they are known already.
func (w *work) begin(queries []string) error {
	events := []stream.Event{
		stream.Status{Msg: w.words.now},
		stream.Step{ID: stepWeb, Msg: w.words.web, Code: codeWeb, State: stream.PartRunning},
	}
	if len(queries) > 0 {
		events = append(events, w.continued(queries))
	}
	return w.out.Emit(events...)
}

// continued returns the event that adds the queries to the step of searching.
func (w *work) continued(queries []string) stream.Event {
	return stream.ContinueStep{ID: stepWeb, Msg: w.words.colon + strings.Join(queries, " · ")}
}

// announce shows the list of the sources for citations, numbered from 1.
func (w *work) announce(sources []source.Source) error {
	if len(sources) == 0 {
		return nil
	}
	found := stream.SearchWithText{Msg: w.words.found(len(sources))}
	for i, s := range sources {
		doc := s.Doc(i+1, "", w.t.Locale)
		doc.CopyURL = ""
		found.Docs = append(found.Docs, doc)
	}
	return w.out.Emit(found)
}

// end shows how much was found and read. If new pages are preferred, end also shows the current date,
// because the answer rests on pages found on this day.
func (w *work) end(p plan, found, read int) error {
	done := stream.StepUpdate{ID: stepWeb, State: stream.PartDone, Detail: w.words.counts(found, read)}
	if !p.fresh {
		return w.out.Emit(done)
	}
	day := w.t.Now.Format(time.DateOnly)
	return w.out.Emit(done, stream.Step{ID: "web-asof", State: stream.PartDone, Msg: w.words.asOf(day), Code: codeAsOf, Args: []string{day}})
}
