package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/memory"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

func (s *services) newMemories(a *App) {
	s.memories = memory.New(memory.Options{
		DB: a.main, Clean: s.rules.Clean, Now: time.Now, Log: slog.Default(),
		Names: a.namesOf,
		Person: func(ctx context.Context, owner string) (bool, error) {
			if strings.HasPrefix(owner, project.Prefix) {
				return true, nil
			}
			_, err := a.accounts.User(ctx, owner)
			if errs.Is(err, errs.NotFound) {
				return false, nil // visitors have no account
			}
			return err == nil, err
		},
		Rank: func(question string, texts []string, limit int) (places []int) {
			in := make([]retrieve.Text, len(texts))
			for i, t := range texts {
				in[i] = retrieve.Text{ID: strconv.Itoa(i), Text: t}
			}
			for _, p := range s.index.Ranker().Search(retrieve.Query{Text: question, Limit: limit}, in) {
				if i, err := strconv.Atoi(p.DocumentID); err == nil {
					places = append(places, i)
				}
			}
			return places
		},
	})
}

type memoryDomain struct{ *memory.Service }

func (d memoryDomain) Gatherers() []answer.Gatherer {
	return []answer.Gatherer{memory.Gatherer{Service: d.Service}}
}

func (d memoryDomain) Tools() []answer.Tool { return []answer.Tool{d.Tool()} }

func (d memoryDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, transfer.Section{
		Name: "memories",
		Export: func(ctx context.Context, owner string) (any, error) {
			all, err := d.Archive(ctx, owner)
			if err != nil || len(all) == 0 {
				return nil, err
			}
			return all, nil
		},
		Import: func(ctx context.Context, owner string, value json.RawMessage) error {
			var all []memory.Archived
			if json.Unmarshal(value, &all) != nil {
				return nil // an import skips sections that it cannot parse
			}
			return d.Import(ctx, owner, all)
		},
	})
}
