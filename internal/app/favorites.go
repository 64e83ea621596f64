package app

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/favorite"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/transfer"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
)

// newFavorites creates the service of favourites. It uses the services for answers, files, pages
// and agents.
func (s *services) newFavorites(a *App) {
	s.favorites = favorite.New(favorite.Options{
		DB: a.main, Answers: keptAnswers{s}, Files: keptFiles{s.documents}, Pages: keptPages{s.copies}, Agents: keptAgents{s}, Find: s.findFavorites, Write: s.writeFavorites,
		Clean: s.rules.Clean, Room: a.config.diskRoom, Now: time.Now,
	})
}

type favoriteDomain struct{ *favorite.Service }

func (d favoriteDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, transfer.Section{
		Name: "favorites",
		Export: func(ctx context.Context, owner string) (any, error) {
			all, err := d.Archive(ctx, owner)
			if err != nil || len(all) == 0 {
				return nil, err
			}
			return all, nil
		},
		Import: func(ctx context.Context, owner string, value json.RawMessage) error {
			var all []json.RawMessage
			if json.Unmarshal(value, &all) != nil {
				return nil // an import skips sections that it cannot parse
			}
			return d.Import(ctx, owner, all)
		},
	})
}

// foundFavorite is the kind of favourites in the global search.
const foundFavorite = "favorite"

func (d favoriteDomain) FoundKinds() []search.Kind {
	within := func(ctx context.Context, owner, cid string) (ids []string, err error) {
		marks, err := d.Marks(ctx, owner, "", cid)
		for _, m := range marks {
			ids = append(ids, m.ID)
		}
		return ids, err
	}
	return []search.Kind{{Name: foundFavorite, Code: 'v', Entries: []entry.Kind{entry.Favorite}, Texts: d.Texts, Within: within}}
}

// foundAtOnce is the maximum number of favourites that findFavorites gets from one search.
const foundAtOnce = 50

// findFavorites searches favourites with the global search.
func (s *services) findFavorites(ctx context.Context, owner, words string, limit int) (ids []string, err error) {
	asked := search.Asked{Owner: owner, Text: words, Kinds: []string{foundFavorite}, Range: search.Range{Limit: foundAtOnce}}
	for len(ids) < limit {
		got, err := s.found.Search(ctx, asked)
		if err != nil {
			return nil, err
		}
		asked.After = ""
		for _, g := range got.Groups {
			for _, f := range g.Found {
				ids = append(ids, f.Link.FavoriteID)
			}
			asked.After = g.More
		}
		if asked.After == "" {
			break
		}
	}
	return ids[:min(len(ids), limit)], nil
}

// writeFavorites exports favourites with the exporter of answers.
func (s *services) writeFavorites(ctx context.Context, o favorite.Order) (favorite.File, error) {
	t := export.Transcript{Title: o.Title}
	for _, it := range o.Items {
		t.Rounds = append(t.Rounds, export.Round{Question: it.Question, Files: it.Files, Answer: it.Answer, ModelID: it.Model})
	}
	f, err := s.exports.Collected(ctx, t, export.Order{Format: export.Format(o.Format), Locale: o.Locale, Zone: o.Zone})
	return favorite.File(f), err
}

// keptAnswers implements the favourites' interface for answers of conversations. A conversation
// belongs to the owner, or to a project with the owner among its members.
type keptAnswers struct{ services *services }

func (k keptAnswers) Find(ctx context.Context, owner string, at favorite.Origin) (favorite.Origin, error) {
	if at.Project != "" {
		if err := k.services.projects.Act(ctx, at.Project, owner, project.Reader); err != nil {
			return favorite.Origin{}, err
		}
		owner = at.Project
	}
	p, err := k.services.chats.FindAnswer(ctx, chat.AnswerPlace{Key: chat.Key{OwnerID: owner, CID: at.CID}, Index: at.Index, Repeat: at.Repeat})
	return favorite.Origin{Project: at.Project, CID: p.CID, AgentID: p.AgentID, Index: p.Index, Repeat: p.Repeat}, err
}

func (k keptAnswers) Take(ctx context.Context, owner string, at favorite.Origin, limit int) (favorite.Taken, error) {
	at, err := k.Find(ctx, owner, at)
	if err != nil {
		return favorite.Taken{}, err
	}
	t, err := k.services.chats.AnswerTranscript(ctx, chat.Key{OwnerID: cmp.Or(at.Project, owner), CID: at.CID}, at.Index, at.Repeat, limit)
	if err != nil {
		return favorite.Taken{}, err
	}
	r := t.Rounds[0]
	return favorite.Taken{Origin: at, Question: r.Question, Files: r.Files, Model: r.ModelID, Answer: r.Answer}, nil
}

// keptFiles implements the favourites' interface for files of the library.
type keptFiles struct{ documents *document.Service }

func (k keptFiles) Look(ctx context.Context, owner, id string) (favorite.Looked, error) {
	d, err := k.documents.Get(ctx, owner, id)
	return favorite.Looked{Title: d.Name, Type: string(d.Type), Size: d.Size}, err
}

// keptPages implements the favourites' interface for stored copies of pages.
type keptPages struct{ copies *webcopy.Service }

func (k keptPages) Copy(ctx context.Context, owner, id string) (favorite.Looked, error) {
	c, err := k.copies.Get(ctx, owner, id)
	p := c.Page
	return favorite.Looked{Title: p.Title, Text: p.Text, URL: p.URL, Site: p.Site, Icon: p.Icon, CID: c.CID, Published: p.Published}, err
}

// keptAgents implements the favourites' interface for agents that an owner may open. It looks up
// the agent service at each call, because that service is created after favourites.
type keptAgents struct{ services *services }

func (k keptAgents) Look(ctx context.Context, owner, id string) (favorite.Looked, error) {
	a, err := k.services.agents.Get(ctx, owner, id, "")
	return favorite.Looked{Title: a.Name, Text: a.Description}, err
}
