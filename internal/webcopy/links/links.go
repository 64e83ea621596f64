// Package links reads the pages linked in a question and uses them as sources. It reports why a page
// cannot be read. It also uses the pages linked in earlier questions of the conversation: their stored
// copies or, in a temporary conversation, the pages themselves.
package links

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Name is the gatherer's name in profiles.
const Name = "links"

// readTime is the timeout for all links of one question.
const readTime = 25 * time.Second

// maxEarlier is the maximum number of links of earlier questions that are used; the
// newest questions come first.
const maxEarlier = 5

// Reader reads pages. If a page cannot be read, the error is a *webpage.Error with the reason; other
// errors are possible, for example when ctx has ended.
type Reader interface {
	Read(ctx context.Context, address string) (webpage.Page, error)
}

// Copies stores the pages that were read.
type Copies interface {
	// Keep stores a page for a conversation and returns the address of the copy on this server.
	Keep(ctx context.Context, owner, cid string, p webpage.Page) (address string, err error)
	// Last returns the conversation's newest copy of the page at `address`. `kept` is the address of
	// the copy on this server. `ok` is false if there is no copy.
	Last(ctx context.Context, owner, cid, address string) (p webpage.Page, kept string, ok bool)
	// Icon returns the address of a site's icon on this server; empty if there is none.
	Icon(address, icon string) string
}

// Text is a text to rank.
type Text struct{ ID, Title, Text string }

// Passage is a part of a Text.
type Passage struct {
	ID    string // id of the Text
	Order int    // index among the passages of the text
	Text  string
}

// Ranking ranks passages with the method that also ranks the passages of files.
type Ranking interface {
	// Rank returns the passages that fit a question, best first.
	Rank(question string, texts []Text, limit int) []Passage
	// Answer returns the sentences that answer a question, best first. If there are only sentences
	// that may answer it, `near` contains them and `possible` is true. Otherwise `near` contains
	// the passages that fit the question best.
	Answer(question string, texts []Text) (sentences, near []Passage, possible bool)
}

// Gatherer reads links. It is safe for concurrent use.
type Gatherer struct {
	Reader  Reader
	Copies  Copies
	Ranking Ranking
	Log     *slog.Logger
}

// Name returns the gatherer's name.
func (g *Gatherer) Name() string { return Name }

// page is a web page linked in the conversation.
type page struct {
	source source.Source // Text is empty
	text   string
	units  []parsed.Unit
	own    bool // its link belongs to this question
}

// work is the state of one question.
type work struct {
	*Gatherer
	t        answer.Turn
	out      answer.Out
	words    words
	question string // the question without its links
	pages    []page
	notes    []string
}

// Applies reports whether this question, an earlier question or t.Links may contain a link.
func (g *Gatherer) Applies(t answer.Turn) bool {
	return len(t.Links) > 0 || addresses.MatchString(t.Question) ||
		slices.ContainsFunc(t.Earlier, func(r answer.Round) bool { return addresses.MatchString(r.Question) })
}

// Gather reads the links of a question.
func (g *Gatherer) Gather(ctx context.Context, t answer.Turn, out answer.Out) (answer.Found, error) {
	w := &work{Gatherer: g, t: t, out: out, words: wordsIn(t.Locale)}
	var own []string
	own, w.question = In(t.Question)
	for _, l := range t.Links {
		if at, err := webpage.Normal(l); err == nil && !slices.Contains(own, at) && len(own) < maxLinks {
			own = append(own, at)
		}
	}
	if err := w.read(ctx, own); err != nil {
		return answer.Found{}, err
	}
	w.earlier(ctx, own)
	if len(own) == 0 && len(w.pages) == 0 {
		return answer.Found{}, nil
	}
	if t.Choice.Info.Builtin {
		return w.forEngine(len(own) > 0), nil
	}
	return w.forModel(), nil
}

// read reads the question's own links concurrently and shows each link as a step.
func (w *work) read(ctx context.Context, own []string) error {
	if len(own) == 0 {
		return nil
	}
	reading, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	type result struct {
		i    int
		page page
		err  error
	}
	done := make(chan result, len(own))
	for i, address := range own {
		name := webpage.HostOf(address)
		if err := w.out.Emit(stream.Step{ID: stepID(i), Msg: w.words.opening(name), Code: "open", Args: []string{name}, State: stream.PartRunning, Docs: []stream.Doc{{
			Title: name, URL: address, WebSiteName: name, Kind: string(source.Web), IconURL: w.Copies.Icon(address, ""),
		}}}); err != nil {
			return err
		}
		go func() {
			p, err := w.open(reading, address)
			done <- result{i, p, err}
		}()
	}
	pages := make([]*page, len(own))
	for range own {
		w.out.Alive()
		r := <-done
		update := stream.StepUpdate{ID: stepID(r.i), State: stream.PartDone}
		if r.err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			why := reason(r.err).Say(w.t.Locale)
			update.State, update.Detail = stream.PartFailed, why
			w.notes = append(w.notes, own[r.i]+w.words.colon+why)
		} else {
			pages[r.i] = &r.page
			update.Detail = r.page.source.Title
			update.Docs = []stream.Doc{r.page.source.Doc(0, "", w.t.Locale)}
		}
		if err := w.out.Emit(update); err != nil {
			return err
		}
	}
	for _, p := range pages {
		if p != nil {
			w.pages = append(w.pages, *p)
		}
	}
	return nil
}

func stepID(i int) string { return stream.LinkSteps + strconv.Itoa(i+1) }

func reason(err error) webpage.Reason {
	if refused, ok := errors.AsType[*webpage.Error](err); ok {
		return refused.Reason
	}
	return webpage.Timeout
}

// open reads one link and stores a copy, unless the conversation is temporary.
func (w *work) open(ctx context.Context, address string) (page, error) {
	p, err := w.Reader.Read(ctx, address)
	if err != nil {
		return page{}, err
	}
	kept := ""
	if !w.t.Private {
		owner, cid := w.t.Place()
		q := p
		q.URL = address // later questions find the copy under this address
		if kept, err = w.Copies.Keep(ctx, owner, cid, q); err != nil {
			w.Log.WarnContext(ctx, "what was read of a link was not kept", "trace_id", w.t.TraceID, "error", err)
		}
	}
	return w.pageOf(p, kept, w.Copies.Icon(p.URL, p.Icon), true), nil
}

func (w *work) pageOf(p webpage.Page, kept, icon string, own bool) page {
	if p.Partial != "" && own {
		w.partial(p)
	}
	return page{units: p.Units, text: webpage.Legible(p.Text), own: own, source: source.Source{
		ID: p.URL, Kind: source.Web, Title: named(p), URL: p.URL, Site: p.Site, Published: p.Published, Icon: icon, Read: true, Copy: kept,
	}}
}

func named(p webpage.Page) string {
	if t := text.OneLine(p.Title); t != "" {
		return t
	}
	return p.Site
}

// earlier adds the stored copies of pages linked in earlier questions: at most maxEarlier, newest
// question first. In a temporary conversation, which has no copies, it reads the pages again.
func (w *work) earlier(ctx context.Context, own []string) {
	owner, cid := w.t.Place()
	seen := slices.Clone(own)
	for _, r := range slices.Backward(w.t.Earlier) {
		found, _ := In(r.Question)
		for _, address := range found {
			if slices.Contains(seen, address) || len(seen)-len(own) >= maxEarlier {
				continue
			}
			seen = append(seen, address)
			if p, kept, ok := w.Copies.Last(ctx, owner, cid, address); ok {
				w.pages = append(w.pages, w.pageOf(p, kept, p.Icon, false))
			} else if w.t.Private {
				if p, err := w.Reader.Read(ctx, address); err == nil {
					w.pages = append(w.pages, w.pageOf(p, "", w.Copies.Icon(p.URL, p.Icon), false))
				}
			}
		}
	}
}

// forModel returns the whole pages if they fit into their part of the model's context. Otherwise
// it returns a part of each page; see shorten.
func (w *work) forModel() answer.Found {
	f := answer.Found{Notes: w.notes, Question: w.words.about}
	if len(w.pages) == 0 {
		return f
	}
	f.Instruct = w.words.instruct
	room := w.t.Room(llm.Message{Content: f.Instruct}) * 3 / 5
	for _, p := range w.pages {
		s := p.source
		s.Text = p.text
		f.Sources = append(f.Sources, s)
	}
	if w.t.Count(source.Prompt(f.Sources, 1, w.t.Locale)) <= room {
		f.Whole = true
		return f
	}
	w.shorten(f.Sources, room/len(f.Sources))
	return f
}

// shorten cuts each source to `room` tokens. It keeps the passages that fit the question, in the
// order of the page. If the question is about the whole page, or no passage fits, it keeps the
// beginning of the page.
func (w *work) shorten(sources []source.Source, room int) {
	whole := w.question == "" || intentOf(w.question) != source.Answer
	for i := range sources {
		all := sources[i].Text
		parts := lines(all)
		if !whole {
			if found := w.Ranking.Rank(w.question, []Text{{ID: "1", Title: sources[i].Title, Text: all}}, 40); len(found) > 0 {
				parts = nil
				for _, p := range found {
					parts = append(parts, p.Text)
				}
				order := map[string]int{}
				for _, p := range found {
					order[p.Text] = p.Order
				}
				parts = w.fitting(parts, room)
				slices.SortStableFunc(parts, func(a, b string) int { return order[a] - order[b] })
				sources[i].Text = strings.Join(parts, "\n…\n")
				continue
			}
		}
		sources[i].Text = strings.Join(w.fitting(parts, room), "\n")
	}
}

// fitting returns the first texts that fit into `room` tokens, and at least a part of
// the first text.
func (w *work) fitting(parts []string, room int) []string {
	var out []string
	for _, p := range parts {
		n := w.t.Count(p)
		if n > room {
			break
		}
		room -= n
		out = append(out, p)
	}
	if len(out) == 0 && len(parts) > 0 {
		out = append(out, text.Cut(parts[0], max(200, room/2)))
	}
	return out
}

func lines(s string) []string {
	return slices.DeleteFunc(strings.Split(s, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
}

// partial adds a note about the missing part of a page.
func (w *work) partial(p webpage.Page) {
	w.notes = append(w.notes, "《"+named(p)+"》"+w.words.colon+p.Partial.Say(w.t.Locale))
}
