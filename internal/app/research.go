package app

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/notice"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/research"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// newResearch creates the service of studies (deep research) from the services of other domains.
func (s *services) newResearch(a *App) {
	s.research = research.New(research.Options{
		DB: a.main, Jobs: s.jobs, Search: studySearch{s.search}, Pages: studyPages{s}, Passages: studyPassages{s.index.Ranker()},
		Files: studyFiles{s}, Answers: studyAnswers{s.chats}, Notices: studyNotices{s, a.config.DefaultAgent},
		Now: time.Now, Log: slog.Default(),
	})
}

type researchDomain struct{ *research.Service }

func (d researchDomain) Authors() []answer.Author { return []answer.Author{d.Service} }

// studySearch finds web pages for studies.
type studySearch struct{ search *websearch.Service }

func (s studySearch) Available() bool { return s.search.Available() }

func (s studySearch) Search(ctx context.Context, owner string, q research.Query) ([]research.Result, string, error) {
	o, err := s.search.Search(ctx, owner, websearch.Query{Text: q.Text, Limit: q.Limit, Locale: q.Locale})
	if err != nil {
		return nil, "", err
	}
	for _, m := range o.Misses {
		if len(o.Results) == 0 && m.Reason != websearch.NothingFound {
			return nil, m.Name + ": " + m.Reason.In(q.Locale), nil
		}
	}
	out := make([]research.Result, len(o.Results))
	for i, r := range o.Results {
		out[i] = research.Result{Title: r.Title, URL: r.URL, Snippet: r.Snippet, Content: r.Content, Site: r.Site, Published: r.Published}
	}
	return out, "", nil
}

// studyPages reads web pages for studies.
type studyPages struct{ *services }

// Key returns the normalised address; empty when the address is not valid.
func (p studyPages) Key(address string) string {
	normal, err := webpage.Normal(address)
	if err != nil {
		return ""
	}
	return normal
}

func (p studyPages) Read(ctx context.Context, address string) (research.Page, error) {
	got, err := p.pageReader().Read(ctx, address)
	if err != nil {
		return research.Page{}, err
	}
	return research.Page{
		URL: got.URL, Title: got.Title, Site: got.Site, Icon: p.copies.IconURL(got.URL, got.Icon), Text: got.Text, Published: got.Published, Origin: got,
	}, nil
}

func (p studyPages) Keep(ctx context.Context, owner, cid string, page research.Page) (string, error) {
	got, ok := page.Origin.(webpage.Page)
	if !ok {
		return "", nil
	}
	return copies{p.copies}.Keep(ctx, owner, cid, got)
}

func (p studyPages) Why(err error, locale string) string {
	if e, ok := errors.AsType[*webpage.Error](err); ok {
		return e.Reason.Say(locale)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return webpage.Timeout.Say(locale)
	}
	return webpage.Empty.Say(locale)
}

// studyPassages finds passages in pages that were just read.
type studyPassages struct{ ranker *retrieve.Ranker }

// pageID is the id of the page's text in a search; there is no other text in the search.
const pageID = "page"

func (p studyPassages) Best(question, title, text string, limit int) []string {
	var out []string
	for _, found := range p.ranker.Search(retrieve.Query{Text: question, Limit: limit}, []retrieve.Text{{ID: pageID, Name: title, Text: text}}) {
		out = append(out, found.Text)
	}
	return out
}

func (p studyPassages) Answering(question, title, text string, limit int) []string {
	found := p.ranker.Answer(retrieve.Query{Text: question, Limit: limit}, []retrieve.Text{{ID: pageID, Name: title, Text: text}})
	if found.Refused {
		return nil
	}
	var out []string
	for _, s := range found.Sentences[:min(len(found.Sentences), limit)] {
		out = append(out, s.Text)
	}
	return out
}

// studyFiles finds passages in the asker's files.
type studyFiles struct{ *services }

func (f studyFiles) Search(ctx context.Context, owner string, ids []string, question string, limit int) ([]source.Source, error) {
	return library(f).SearchFiles(ctx, owner, ids, question, limit)
}

// studyAnswers accesses the answers that display studies.
type studyAnswers struct{ chats *chat.Service }

func (a studyAnswers) Continue(ctx context.Context, owner string, p research.Place, locale string) (*run.Run, error) {
	return a.chats.ContinueStudy(ctx, chat.Key{OwnerID: owner, CID: p.CID}, p.Index, p.Repeat, chat.Asker{Locale: locale})
}

func (a studyAnswers) Look(ctx context.Context, owner string, p research.Place) (stream.State, error) {
	return a.chats.AnswerState(ctx, chat.Key{OwnerID: owner, CID: p.CID}, p.Index, p.Repeat)
}

func (a studyAnswers) End(ctx context.Context, owner, cid string) error {
	_, err := a.chats.Stop(ctx, chat.Key{OwnerID: owner, CID: cid})
	return err
}

func (a studyAnswers) Exists(ctx context.Context, owner, cid string) (bool, error) {
	return a.chats.Exists(ctx, chat.Key{OwnerID: owner, CID: cid})
}

// studyNotices notifies people when their studies have ended.
type studyNotices struct {
	*services
	agent string
}

// Post sends the notice to the owner of the study. If the owner is a project, it sends the notice to the
// author of the question, unless this person is no longer a member.
func (n studyNotices) Post(ctx context.Context, what research.Notice) error {
	to, link := what.Owner, "/chat/"+url.PathEscape(n.agent)+"/"+url.PathEscape(what.CID)
	author, err := n.chats.AuthorOf(ctx, chat.Key{OwnerID: what.Owner, CID: what.CID}, what.Index)
	if err != nil {
		return err
	}
	if author != "" {
		err := n.projects.Act(ctx, what.Owner, author, project.Reader)
		if errs.Is(err, errs.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		to, link = author, "/project/"+url.PathEscape(what.Owner)+"/chat/"+url.PathEscape(what.CID)
	}
	_, err = n.notices.Post(ctx, notice.Notice{ID: what.ID, Owner: to, Kind: notice.Work, Title: what.Title, Body: what.Body, Link: link})
	return err
}
