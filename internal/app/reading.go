package app

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/reading"
)

// newReading creates the service of deep reading from the services of other domains.
func (s *services) newReading(a *App) {
	s.readings = reading.New(reading.Options{
		DB: a.main, Jobs: s.jobs, Library: readingFiles{s.documents, s.index}, Conversations: readingChats{s.chats}, Models: s.models,
		Rules: func(traceID, text string) (string, bool) {
			return s.rules.Check(moderation.At{TraceID: traceID, Part: "reading"}, text)
		},
		Writer: writer{s.exports}, Away: a.accounts.Away, Now: time.Now, Log: slog.Default(),
	})
}

// readingFiles implements deep reading's interface for files of an owner and search in them.
type readingFiles struct {
	documents *document.Service
	index     *retrieve.Index
}

// readingStates maps the states of a document to the states of deep reading.
var readingStates = map[document.State]reading.Status{
	document.Queued: reading.Waiting, document.Parsing: reading.Waiting, document.Ready: reading.Readable,
	document.Failed: reading.Unreadable, document.Stored: reading.Textless,
}

func (s readingFiles) Get(ctx context.Context, owner, id string) (reading.Document, error) {
	d, err := s.documents.Get(ctx, owner, id)
	if err != nil {
		return reading.Document{}, err
	}
	return reading.Document{
		ID: d.ID, Name: d.Name, DocType: d.DocType, Version: d.ContentVersion(), Units: d.Units, UnitKind: d.UnitKind,
		Summary: parsed.Summary{Format: d.Format, Title: d.Title, Units: d.Units, Chars: d.Chars, Outline: d.Outline, Warnings: d.Warnings},
		Status:  readingStates[d.State], Progress: d.Progress, Failure: d.ErrorCode,
	}, nil
}

func (s readingFiles) EachUnit(ctx context.Context, owner, id string, from int, f func(parsed.Unit) error) error {
	for {
		units, err := s.documents.Units(ctx, owner, id, from, math.MaxInt32)
		if err != nil || len(units) == 0 {
			return err
		}
		for _, u := range units {
			if err := f(u); err != nil {
				return err
			}
			from = u.Number + 1
		}
	}
}

func (s readingFiles) Search(ctx context.Context, owner, id, question string, limit int) (reading.Found, error) {
	a, err := s.index.Answer(ctx, retrieve.Query{Owner: owner, Documents: []string{id}, Text: question, Limit: limit})
	if err != nil {
		return reading.Found{}, err
	}
	out := reading.Found{Refused: a.Refused, Possible: len(a.Possible) > 0}
	for _, p := range a.Quoted(limit) {
		out.Passages = append(out.Passages, reading.Passage(p))
	}
	return out, nil
}

func (s readingFiles) Sign(ctx context.Context, owner, id string) (string, error) {
	return s.documents.Sign(ctx, owner, id)
}

// readingChats implements deep reading's interface for conversations about files.
type readingChats struct{ chats *chat.Service }

func (t readingChats) Create(ctx context.Context, owner string) (string, error) {
	return t.chats.Create(ctx, owner, "", false)
}

func (t readingChats) Exists(ctx context.Context, owner, cid string) (bool, error) {
	there, err := t.chats.Named(ctx, owner, []string{cid})
	return len(there) > 0, err
}

// writer implements deep reading's interface for exported files.
type writer struct{ exports *export.Service }

func (w writer) Write(ctx context.Context, p reading.Paper) (reading.File, error) {
	f, err := w.exports.Paper(ctx, export.Paper{
		Title: p.Title, Markdown: p.Markdown, Format: export.Format(p.Format), Generated: p.Generated, Locale: p.Locale, Zone: p.Zone,
	})
	return reading.File(f), err
}
